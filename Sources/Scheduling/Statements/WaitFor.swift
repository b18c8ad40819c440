import Diagnosis
import Language
import Quantities
import Schedules

extension Scheduler {
  /// Begins to wait for events.
  mutating func perform(_ wait: WaitForStatement) throws(Halt) {
    var end: Instant?
    if let longest = wait.longest {
      end = now + Nanoseconds(nearest: try time(longest, what: "a wait", allowsZero: true))
    }
    if let end, end > longest {
      throw halt(.scheduleTooLong(longest.wholeMilliseconds, at: statementSpan))
    }
    if end == nil { checkTurnOfWait() }
    let first = events.awaited.count
    let branch = tasks.ownBranch
    let handler = events.handlers.first { $0.slot == branch }
    for way in wait.ways {
      let place = wait.hasBraces ? way.view : wait.view
      var awaited = Awaited(
        event: try event(way.event), start: milliseconds, end: end?.milliseconds,
        line: builder.line(of: place.start), slot: tasks.running.slot, node: place.id.index)
      awaited.handlerLine = handler?.line ?? 0
      if let condition = way.condition {
        awaited.condition = try liveCondition(behind: condition)
        awaited.isConditional = !isWhollyLive(condition)
      }
      events.awaited.append(awaited)
    }
    tasks.running.wait = ScriptTask.Wait(
      since: now, end: end, windows: first..<events.awaited.count, statement: wait)
    tasks.noteDecision()
    if let end { tasks.running.now = end }
    let slot = tasks.running.slot
    rest()
    if end != nil { tasks.enqueue(slot) }
    try resumeNext()
  }

  /// Goes on with the task that has waited: by the way with the index `way`, or because it has
  /// waited for as long as it was to.
  mutating func endWait(by way: Int? = nil) {
    guard let wait = tasks.running.wait else { return }
    tasks.running.wait = nil
    for window in wait.windows { events.awaited[window].end = milliseconds }
    guard let statement = wait.statement else { return }
    visit(way.map { statement.ways[$0].id } ?? statement.id)
    if let body = way.map({ statement.ways[$0].body }) ?? statement.timeout {
      open(.block, body, of: statement.view)
    }
  }

  /// True if the task that awaits the event number `index` takes it, which brings `value`.
  mutating func fits(_ index: Int, _ value: Double) throws(Halt) -> Bool {
    guard let task = tasks.others[events.awaited[index].slot], let wait = task.wait,
      wait.windows.contains(index)
    else { throw Halt() }
    guard let way = wait.way(index), let condition = way.condition else { return true }
    evaluator.stack = task.values
    if let label = way.event.label { evaluator.store(value, at: label) }
    return try holdsApart(condition)
  }
}

extension ScriptTask.Wait {
  /// The way whose event is number `window` of those waited for; nil if the task follows a subject.
  func way(_ window: Int) -> WayView? {
    statement?.ways[window - windows.lowerBound]
  }
}
