import Schedules
import Vocabulary

/// How the calls of one handler ended.
public struct HandlerTally: Equatable, Sendable {
  /// How a call can end.
  public enum End: String, CaseIterable, Sendable {
    /// All of it was carried out.
    case done
    /// Something else took its place.
    case preempted
    /// It never began: the handler was busy, or had been called just before.
    case dropped
    /// It could not be carried out: the show failed at a step of it, or because of it.
    case failed
    /// The show failed elsewhere, or was ended from outside, before it was over.
    case aborted
  }

  /// The event it handles.
  public let event: AwaitedEvent
  /// Its line, as in `Step.line`.
  public let line: UInt32
  /// For how many calls the dock went first to the nearest pose from which the block fits.
  public fileprivate(set) var roomMade = 0
  /// How many calls ended in a way, by ways.
  private var counts: [End: Int] = [:]

  fileprivate init(_ event: AwaitedEvent, _ line: UInt32) {
    (self.event, self.line) = (event, line)
  }

  /// How many calls ended in this way.
  public subscript(end: End) -> Int { counts[end] ?? 0 }

  /// How many calls there were.
  public var calls: Int { End.allCases.reduce(0) { $0 + self[$1] } }

  fileprivate mutating func add(_ end: End) { counts[end, default: 0] += 1 }
}

/// The results of the calls of handlers so far.
struct HandlerCalls {
  /// The handlers of the script, in its order, also those that were never called.
  private(set) var tallies: [HandlerTally] = []
  /// The indexes of `tallies` by the handlers.
  private var indexes: [Place: Int] = [:]
  /// How many calls were taken of the handler with each index, and how many were not.
  private var taken: [Int: Int] = [:]
  private var untaken: [Int: Int] = [:]
  /// When a handler took the place of the script, in milliseconds of the show; nil if none did.
  private(set) var preemption: Int32?

  /// Where a handler stands: several may stand in one line.
  private struct Place: Hashable {
    let line: UInt32
    let event: AwaitedEvent
  }

  /// Records the handlers of `cue`.
  mutating func meet(_ cue: Cue) {
    for awaited in cue.awaited where awaited.policy != nil && index(of: awaited) == nil {
      guard let event = awaited.event else { continue }
      indexes[Place(line: awaited.line, event: event)] = tallies.count
      tallies.append(HandlerTally(event, awaited.line))
    }
  }

  private func index(of handler: Awaited) -> Int? {
    handler.event.flatMap { indexes[Place(line: handler.line, event: $0)] }
  }

  /// The index of the handler that `handling` is a call of; nil if it is none of one.
  private func index(of handling: Handling) -> Int? {
    guard let event = handling.event else {
      return tallies.firstIndex { $0.line == handling.line }
    }
    return indexes[Place(line: handling.line, event: event)]
  }

  /// Takes note of a call of `handler`, of which nobody knows yet what becomes.
  mutating func take(_ handler: Awaited) {
    if let index = index(of: handler) { taken[index, default: 0] += 1 }
  }

  /// Records as dropped all calls of which nothing has become: they waited for something else.
  mutating func dropRest() {
    for (index, count) in taken {
      for _ in 0..<max(0, count - tallies[index].calls + (untaken[index] ?? 0)) {
        tallies[index].add(.dropped)
      }
    }
  }

  /// Records a dropped call of `handler`.
  mutating func drop(_ handler: Awaited) { end(handler, .dropped) }

  /// Takes note of a call of `handler` that ends by `end` before it has begun.
  mutating func end(_ handler: Awaited, _ end: HandlerTally.End) {
    guard let index = index(of: handler) else { return }
    untaken[index, default: 0] += 1
    tallies[index].add(end)
  }

  /// Takes note of the calls that ended in `cue`, which is over at `time` and began at `start` of
  /// the show; of those that did not, too, by what `end` says of them.
  mutating func close(
    _ cue: Cue, at time: Int32, began start: Int32,
    leaving end: (Handling) -> HandlerTally.End? = { _ in nil }
  ) {
    for handling in cue.handlings {
      let isOver = handling.end.map { $0 <= time } ?? false
      guard let end = isOver ? HandlerTally.End(handling.result) : end(handling) else { continue }
      if handling.line != 0 {
        guard let index = index(of: handling) else { continue }
        tallies[index].add(end)
        if handling.hasMadeRoom { tallies[index].roomMade += 1 }
      } else if isOver {
        preemption = preemption ?? start + max(0, handling.end ?? 0)
      }
    }
  }
}

extension HandlerTally.End {
  fileprivate init(_ result: Handling.Result) {
    switch result {
    case .done: self = .done
    case .preempted: self = .preempted
    case .dropped: self = .dropped
    }
  }
}

extension Performance {
  /// What has become of the calls of handlers if it ends by `ending`.
  func calls(endingBy ending: Outcome.Ending) -> HandlerCalls {
    var calls = record.calls
    let end = record.end ?? timing.now
    let time = show.execution.sourceTime(Int32(clamping: (end - timing.delay) / millisecond))
    switch ending {
    case .done: calls.close(show.cue, at: .max, began: show.cueStart)
    case .failed(let failure):
      let step = failure.step.map(beneficiary)
      calls.close(show.cue, at: time, began: show.cueStart) { handling in
        if handling.start > time { return .dropped }
        return step.map(handling.owns) == true ? .failed : .aborted
      }
    case .cancelled, .killed:
      calls.close(show.cue, at: time, began: show.cueStart) { handling in
        handling.start > time ? .dropped : .aborted
      }
    }
    calls.dropRest()
    return calls
  }

  /// The motion for which `step` takes the motors, if it does; otherwise `step` itself.
  private func beneficiary(of step: Step) -> Step {
    guard step.kind == .take, let index = schedule.steps.firstIndex(of: step) else { return step }
    return schedule.steps[index...].first(where: \.isMotion) ?? step
  }
}
