import Language
import Motion
import Schedules
import Vocabulary

// Where a script waits for the world: its strands rest, and the cue ends when none has anything
// left to do.

extension Scheduler {
  /// Begins to wait for an event.
  mutating func perform(_ wait: WaitForStatement) throws(Halt) {
    let event = try event(wait.event)
    var end: Int64?
    if let longest = wait.longest {
      end = now + Scheduler.nanoseconds(try time(longest, what: "a wait", allowsZero: true))
    }
    if let end, end > longest {
      throw halt(.scheduleTooLong(Int(longest / 1_000_000), at: statementSpan))
    }
    strand.wait = Strand.Wait(
      since: now, end: end, window: awaited.count, statement: wait)
    awaited.append(
      Awaited(
        event: event, start: milliseconds, end: end.map(Scheduler.milliseconds), line: line(),
        slot: strand.slot, node: wait.id.index))
    if let end { strand.now = end }
    let slot = strand.slot
    rest()
    if end != nil { enqueue(slot) }
    try resumeNext()
  }

  /// The event that `view` describes.
  mutating func event(_ view: EventView) throws(Halt) -> AwaitedEvent {
    let word = view.keyword?.spelling ?? ""
    var event = AwaitedEvent(kind: AwaitedEvent.Kind(rawValue: word) ?? .error)
    switch view.phase {
    case .pressed: event.phase = .pressed
    case .released: event.phase = .released
    case .lost: event.phase = .lost
    case .speaking: event.phase = .speaking
    case .any: break
    }
    if event.kind == .button || event.kind == .battery {
      let number = try value(view.value)
      let isPossible =
        event.kind == .battery
        ? (0...1).contains(number) : number >= 1 && number <= 1000 && number == number.rounded()
      guard isPossible else {
        throw halt(
          .outOfRange(
            event.kind == .battery
              ? "a charge lies in 0% .. 100%" : "the buttons are numbered 1, 2, 3 and so on",
            at: span(of: view.value),
            event.kind == .battery ? "it is a share of what it holds" : "'button 1' is the first"))
      }
      event.number = number
    }
    return event
  }

  /// Goes on with the strand that has waited for as long as it was to.
  mutating func endWait(isFound: Bool) {
    guard let wait = strand.wait else { return }
    strand.wait = nil
    awaited[wait.window].end = milliseconds
    let body = isFound ? wait.statement.found : wait.statement.timeout
    if let body { open(.block, body, of: wait.statement.view) }
  }

  // MARK: - The end of a cue

  /// True if nobody but the world has anything to do.
  var isQuiet: Bool { ready.allSatisfy { others[$0]?.wait != nil } }

  /// Stops here; all strands rest.
  mutating func pause() {
    isPaused = true
    horizon = .max
  }

  /// Goes on from where all strands rest.
  mutating func unpause(until time: Int64 = .max) throws(Halt) {
    isPaused = false
    stopTime = time
    try resumeNext()
    try runStrands()
  }

  /// True if the innermost loop, which may never end, is all that goes on.
  ///
  /// Then each of its turns is a cue.
  var mayPause: Bool {
    others.allSatisfy { other in
      guard let other, !other.hasEnded, !other.isFrozen, other.fork == nil else { return true }
      if let index = other.handler, handlers[index].phase == .called { return true }
      if let wait = other.wait { return wait.end == nil }
      return other.isOpen
    }
  }

  /// Ends a cue: nobody knows how long it will be until the next, so the motors are given back.
  mutating func endCue() throws(Halt) {
    if isQuiet {
      strand.now = others.reduce(lastEnd) { max($0, $1?.lastChange ?? 0) }
      if hasMotors {
        refuseTurning("when the motors are given back", nil)
        giveBack()
        for axis in AxisSet.all.members { axes[axis].forget() }
      }
    } else if let next = ready.last, let other = others[next] {
      strand.now = other.now
    }
    finishSteps()
  }

  /// When the cue goes on by itself, in milliseconds; nil if it does not.
  var goesOn: Int32? {
    ready.last.flatMap { others[$0] }.map { Scheduler.milliseconds($0.now) }
  }

  // MARK: - Between cues

  /// Lets `occurrence` come at `time` milliseconds; gives whom of those an event came for it finds,
  /// and who drops it.
  mutating func meet(
    _ occurrence: Occurrence, at time: Int32
  ) throws(Halt) -> (taken: [Int], dropped: [Int]) {
    defer { horizon = .max }
    allowDecision()
    switch occurrence {
    case .event(let indices, let value):
      guard time >= 0, indices.allSatisfy(awaited.indices.contains) else { throw Halt() }
      let calls = indices.filter { awaited[$0].policy != nil }
      let waits = indices.filter { awaited[$0].policy == nil }
      let called = try call(
        calls.map { awaited[$0].slot }.sorted(), with: value, at: Int64(time) * 1_000_000)
      for index in waits { try find(index, value, at: time) }
      return (
        calls.filter { called.taken.contains(awaited[$0].slot) } + waits,
        calls.filter { called.dropped.contains(awaited[$0].slot) }
      )
    case .time:
      guard let slot = ready.last, others[slot]?.wait != nil else { break }
      ready.removeLast()
      resume(slot)
      endWait(isFound: false)
      rest()
      enqueue(slot)
    }
    return ([], [])
  }

  /// Lets the event number `index`, which is waited for, come at `time` milliseconds.
  private mutating func find(_ index: Int, _ value: Double, at time: Int32) throws(Halt) {
    let slot = awaited[index].slot
    guard others[slot]?.wait?.window == index else { throw Halt() }
    ready.removeAll { $0 == slot }
    resume(slot)
    strand.now = max(strand.wait?.since ?? 0, Int64(time) * 1_000_000)
    noteEvent()
    if let label = strand.wait?.statement.event.label { evaluator.store(value, at: label) }
    endWait(isFound: true)
    rest()
    enqueue(slot)
  }

  /// Notes in all loops that the running strand is in that this turn has waited for an event: that
  /// lets time pass, even if the event comes at once.
  private mutating func noteEvent() {
    strand.noteEvent()
    var slot = strand.parent
    while slot >= 0 {
      others[slot]?.noteEvent()
      slot = others[slot]?.parent ?? -1
    }
  }

  /// Takes the axes to be where `pose` says, in degrees.
  mutating func look(at pose: PerAxis<Double>) {
    for axis in AxisSet.all.members where pose[axis].isFinite && axes[axis].velocity == 0 {
      axes[axis] = AxisTracking(position: max(-1e6, min(1e6, pose[axis])))
      axes[axis].certainty = .known
      schedule.from[axis] = axes[axis].millidegrees
    }
  }
}

extension Strand {
  /// When it began to wait, in nanoseconds; nil if it does not, or stands still.
  fileprivate var lastChange: Int64? { isFrozen ? nil : wait?.since }

  fileprivate mutating func noteEvent() {
    frame.hasMetEvent = true
    for index in outer.indices { outer[index].hasMetEvent = true }
  }

  /// True if it is in a loop that may never end.
  var isOpen: Bool { frame.isOpen || outer.contains(where: \.isOpen) }
}

extension Strand.Frame {
  /// True if it is a loop that may never end.
  var isOpen: Bool {
    kind == .forever || kind == .whilst || kind == .every && first == .infinity
  }
}
