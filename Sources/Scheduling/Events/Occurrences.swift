import Language
import Motion
import Schedules

// The input between cues: an event, or time.

extension Scheduler {
  /// Lets `occurrence` come at `time` milliseconds; gives whom of those an event came for it finds,
  /// and who drops it.
  mutating func meet(
    _ occurrence: Occurrence, at time: Int32
  ) throws(Halt) -> (taken: [Int], dropped: [Int]) {
    defer { tasks.ignoreOthers() }
    if portion.end != nil, occurrence == .time { return ([], []) }
    allowDecision()
    switch occurrence {
    case .event(let indices, let value):
      guard time >= 0, indices.allSatisfy(events.awaited.indices.contains) else { throw Halt() }
      let calls = indices.filter { events.awaited[$0].policy != nil }
      let waits = indices.filter { events.awaited[$0].policy == nil }
      let called = try call(
        calls.map { events.awaited[$0].slot }.sorted(), with: value, at: Int64(time) * 1_000_000)
      for index in waits { try find(index, value, at: time) }
      return (
        calls.filter { called.taken.contains(events.awaited[$0].slot) } + waits,
        calls.filter { called.dropped.contains(events.awaited[$0].slot) }
      )
    case .time:
      guard tasks.next?.wait != nil, let slot = tasks.dequeue() else { break }
      resume(slot)
      endWait(isFound: false)
      rest()
      tasks.enqueue(slot)
    }
    return ([], [])
  }

  /// Lets the event number `index`, which is waited for, come at `time` milliseconds.
  private mutating func find(_ index: Int, _ value: Double, at time: Int32) throws(Halt) {
    let slot = events.awaited[index].slot
    guard tasks.others[slot]?.wait?.window == index else { throw Halt() }
    tasks.dequeue([slot])
    resume(slot)
    tasks.running.now = max(tasks.running.wait?.since ?? 0, Int64(time) * 1_000_000)
    tasks.noteEvent()
    if let label = tasks.running.wait?.statement?.event.label { evaluator.store(value, at: label) }
    endWait(isFound: true)
    rest()
    tasks.enqueue(slot)
  }

  /// Takes the axes to be where `pose` says, in degrees.
  mutating func look(at pose: PerAxis<Double>) {
    for axis in AxisSet.all.members where pose[axis].isFinite && motors.axes[axis].velocity == 0 {
      motors.find(axis, at: max(-1e6, min(1e6, pose[axis])))
      builder.assume(axis, at: motors.axes[axis].millidegrees)
    }
  }
}
