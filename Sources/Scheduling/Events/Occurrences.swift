import Language
import Motion
import Quantities
import Schedules

// The input between cues: an event, or time.

extension Scheduler {
  /// Lets `occurrence` come at `time` milliseconds; gives whom of those an event came for it finds,
  /// and who drops it.
  ///
  /// - Parameters:
  ///   - occurrence: the event, or time.
  ///   - time: when, in milliseconds.
  ///   - assumed: the index of what is awaited whose condition is taken to hold.
  mutating func meet(
    _ occurrence: Occurrence, at time: Int32, assuming assumed: Int? = nil
  ) throws(Halt) -> (taken: [Int], dropped: [Int]) {
    defer { tasks.ignoreOthers() }
    if occurrence == .time, pendingDecision?.again != nil {
      allowDecision()
      try answerByCount()
      return ([], [])
    }
    if portion.end != nil, occurrence == .time { return ([], []) }
    if case .located(let place) = occurrence {
      find(place)
      return ([], [])
    }
    allowDecision()
    switch occurrence {
    case .event(let indices, let value):
      modes.meetEvent()
      guard time >= 0, indices.allSatisfy(events.awaited.indices.contains) else { throw Halt() }
      let calls = indices.filter { events.awaited[$0].policy != nil }
      let waits = indices.filter { events.awaited[$0].policy == nil }
      let branches = try branches(of: waits.filter { $0 != assumed }, thatFit: value)
      let called = try call(
        calls.map { events.awaited[$0].slot }.sorted(), with: value,
        at: Instant(Milliseconds(time)),
        besides: branches)
      var found: [Int] = []
      for index in waits where !found.contains(where: { isOfOneWait($0, index) }) {
        if index != assumed, try !fits(index, value) { continue }
        try find(index, value, at: time)
        found.append(index)
      }
      return (
        calls.filter { called.taken.contains(events.awaited[$0].slot) } + found,
        calls.filter { called.dropped.contains(events.awaited[$0].slot) }
      )
    case .decision(let index): try answer(index)
    case .time, .located:
      guard tasks.next?.wait != nil, let slot = tasks.dequeue() else { break }
      resume(slot)
      endWait()
      rest()
      tasks.enqueue(slot)
    }
    return ([], [])
  }

  /// The slots of the branches of the whole script that go on with one of the events `waits`, which
  /// brings `value`.
  private mutating func branches(of waits: [Int], thatFit value: Double) throws(Halt) -> Set<Int> {
    var slots: Set<Int> = []
    for index in waits where try fits(index, value) {
      slots.insert(tasks.branch(of: events.awaited[index].slot))
    }
    return slots
  }

  /// True if the same task awaits the events with these indices.
  private func isOfOneWait(_ first: Int, _ second: Int) -> Bool {
    events.awaited[first].slot == events.awaited[second].slot
  }

  /// Lets the event number `index`, which is waited for, come at `time` milliseconds.
  private mutating func find(_ index: Int, _ value: Double, at time: Int32) throws(Halt) {
    let slot = events.awaited[index].slot
    guard let wait = tasks.others[slot]?.wait, wait.windows.contains(index) else { throw Halt() }
    tasks.dequeue([slot])
    resume(slot)
    tasks.running.now = max(wait.since, Instant(Milliseconds(time)))
    tasks.noteEvent()
    if let label = wait.way(index)?.event.label { evaluator.store(value, at: label) }
    endWait(by: index - wait.windows.lowerBound)
    rest()
    tasks.enqueue(slot)
  }

  /// Takes the axes to be where `pose` says, in degrees.
  mutating func look(at pose: PerAxis<Double>) {
    for axis in AxisSet.all.members where pose[axis].isFinite && motors.axes[axis].velocity == 0 {
      motors.find(axis, at: max(-Scheduler.farthest, min(Scheduler.farthest, pose[axis])))
      builder.assume(axis, at: motors.axes[axis].millidegrees)
    }
  }
}
