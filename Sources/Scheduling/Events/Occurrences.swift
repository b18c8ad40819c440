import Language
import Motion
import Schedules

// What happens between cues: an event comes, or time passes.

extension Scheduler {
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
      builder.assume(axis, at: axes[axis].millidegrees)
    }
  }
}

extension Strand {
  fileprivate mutating func noteEvent() {
    frame.hasMetEvent = true
    for index in outer.indices { outer[index].hasMetEvent = true }
  }
}
