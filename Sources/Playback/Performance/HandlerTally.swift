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
  /// The indexes of `tallies` by the lines of the handlers.
  private var indexes: [UInt32: Int] = [:]
  /// How many calls were taken of the handler at each line, and how many were not.
  private var taken: [UInt32: Int] = [:]
  private var untaken: [UInt32: Int] = [:]
  /// When a handler took the place of the script, in milliseconds of the show; nil if none did.
  private(set) var preemption: Int32?

  /// Records the handlers of `cue`.
  mutating func meet(_ cue: Cue) {
    for awaited in cue.awaited where awaited.policy != nil && indexes[awaited.line] == nil {
      guard let event = awaited.event else { continue }
      indexes[awaited.line] = tallies.count
      tallies.append(HandlerTally(event, awaited.line))
    }
  }

  /// Takes note of a call of the handler at `line`, of which nobody knows yet what becomes.
  mutating func take(_ line: UInt32) { taken[line, default: 0] += 1 }

  /// Records as dropped all calls of which nothing has become: they waited for something else.
  mutating func dropRest() {
    for (line, count) in taken {
      guard let index = indexes[line] else { continue }
      for _ in 0..<max(0, count - tallies[index].calls + (untaken[line] ?? 0)) {
        tallies[index].add(.dropped)
      }
    }
  }

  /// Records a dropped call of the handler at `line`.
  mutating func drop(_ line: UInt32) { end(line, .dropped) }

  /// Takes note of a call of the handler at `line` that ends by `end` before it has begun.
  mutating func end(_ line: UInt32, _ end: HandlerTally.End) {
    untaken[line, default: 0] += 1
    add(end, line)
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
        add(end, handling.line)
        if handling.hasMadeRoom, let index = indexes[handling.line] {
          tallies[index].roomMade += 1
        }
      } else if isOver {
        preemption = preemption ?? start + max(0, handling.end ?? 0)
      }
    }
  }

  private mutating func add(_ end: HandlerTally.End, _ line: UInt32) {
    if let index = indexes[line] { tallies[index].add(end) }
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
