import Diagnosis
import Motion
import Quantities

/// The cues of a sheet that was read, to be played one after the other.
final class PlayedSheet: Sendable {
  fileprivate let entries: [CueSheet.Entry]

  /// Creates it of `entries`, in the order of their numbers.
  init(_ entries: [CueSheet.Entry]) { self.entries = entries }

  /// What comes after the cue with the index `index`; nil if nothing can.
  func rest(of index: Int) -> (any Continuation)? {
    entries[index].exits.isEmpty
      ? nil : SheetContinuation(sheet: self, index: index, from: entries[index].cue.schedule.from)
  }
}

/// What comes after a cue of a sheet: the cue that its exit names.
struct SheetContinuation: Continuation {
  fileprivate let sheet: PlayedSheet
  /// The index of the cue it continues.
  fileprivate let index: Int
  /// The pose that cue was assumed to start from, in millidegrees.
  fileprivate let from: PerAxis<Int32>
  /// How many turns each loop has had so far, by its number; none of one that has not been counted.
  fileprivate var turns: [Int: Int] = [:]

  func consequence(
    of occurrence: Occurrence, at time: Int32, from pose: PerAxis<Double>?
  ) throws(CueFailure) -> Consequence {
    let entry = sheet.entries[index]
    var (events, condition): ([Int?], Int?) = ([nil], nil)
    switch occurrence {
    case .event(let indices, _): events = indices
    case .decision(let index) where index < entry.cue.conditions.count: condition = index
    case .decision, .time, .located: break
    }
    let turn = occurrence.isTime ? self.turn(endingIn: entry.cue) : nil
    let exits = events.compactMap { event in
      entry.exits.first {
        $0.event == event && $0.condition == condition && $0.isAgain == (turn?.isLast == false)
      }
    }
    var waits = events.compactMap { $0 }
    // The first that fits is taken where a condition decides.
    let isChosen = waits.contains { entry.cue.decides(at: $0) }
    guard let exit = exits.first, isChosen || exits.allSatisfy({ $0.target == exit.target }) else {
      throw CueFailure(message: "nothing waits for that", line: 0)
    }
    if isChosen { waits = Array(waits.prefix(1)) }
    guard exit.target > 0 else { throw missing(exit.event.map { entry.cue.awaited[$0] }) }
    var next = self
    if let turn { next.turns[turn.loop] = turn.isLast ? nil : turn.number }
    for loop in exits.flatMap(\.anew) { next.turns[loop] = nil }
    return Consequence(cue: next.cue(exit.target - 1, after: entry.cue, at: time), taken: waits)
  }

  /// The turn of a loop that is over when `cue` goes on: the number of the loop, which of its turns
  /// that was, counted from 1, and whether it was the last; nil if there is none.
  private func turn(endingIn cue: Cue) -> (loop: Int, number: Int, isLast: Bool)? {
    guard let again = cue.again else { return nil }
    let number = (turns[again.loop] ?? 0) + 1
    return (again.loop, number, number >= again.times)
  }

  /// The cue with the index `next`, which begins `time` milliseconds after `cue` did.
  ///
  /// Where the motors are not held, it assumes the dock to stand where this cue leaves it, as the
  /// script would.
  private func cue(_ next: Int, after cue: Cue, at time: Int32) -> Cue {
    var result = sheet.entries[next].cue
    if !result.holdsMotors {
      var schedule = cue.schedule
      if !cue.holdsMotors { schedule.assume(from) }
      result.schedule.assume(schedule.pose(at: time))
    }
    if sheet.rest(of: next) != nil {
      result.rest = SheetContinuation(
        sheet: sheet, index: next, from: result.schedule.from, turns: turns)
    }
    return result
  }

  /// Why the show cannot go on where the sheet does not say how.
  private func missing(_ awaited: Awaited?) -> CueFailure {
    let what = awaited.map { "'\($0.description)'" } ?? "cue \(index + 1)"
    let message = "the cue sheet does not say what comes after \(what)"
    return CueFailure(
      message: message, line: awaited?.line ?? 0,
      diagnostic: Diagnostic(
        .incompleteSheet, message, at: nil, severity: .error,
        notes: ["compile the script with a larger budget, or run the script"]))
  }
}

extension Cue {
  /// True if an event leads on by what is awaited as number `index`, or by another, as a condition
  /// says.
  fileprivate func decides(at index: Int) -> Bool {
    awaited.contains { $0.condition != nil && $0.mayCome(with: awaited[index]) }
  }

  /// True if it is of a cue sheet that was read, which is then all that is needed to play it.
  public var isOfSheet: Bool { rest is SheetContinuation }
}

extension Schedule {
  /// Takes the dock to stand at `pose` at the start, in millidegrees, as far as moves assume where
  /// they start: those to a place start from there, those by a distance are moved as a whole.
  package mutating func assume(_ pose: PerAxis<Int32>) {
    var offset = PerAxis<Int32>(all: 0)
    for axis in Axis.allCases { offset[axis] = pose[axis] &- from[axis] }
    from = pose
    for index in steps.indices where steps[index].kind == .move {
      for axis in steps[index].axes.members where steps[index].assumed.contains(axis) {
        steps[index].from[axis] &+= offset[axis]
        let goesAlong = steps[index].isRelative || subject(of: steps[index]) != nil
        if goesAlong { steps[index].to[axis] &+= offset[axis] }
      }
    }
  }

  /// Where the axes are at `time` milliseconds if all goes as planned and no move is in progress,
  /// in millidegrees.
  fileprivate func pose(at time: Int32) -> PerAxis<Int32> {
    var pose = from
    for axis in Axis.allCases {
      var (position, velocity, since) = (Double(from[axis]), 0.0, Int32(0))
      for step in steps where step.start <= time && step.axes.contains(axis) {
        if step.kind == .ramp {
          position += Milliseconds.seconds(
            in: velocity * Double(max(0, Int(step.start) - Int(since))))
          let speed = (Double(step.from[axis]) + Double(step.to[axis])) / 2
          position += Milliseconds.seconds(in: speed * Double(step.length))
          velocity = Double(step.to[axis])
        } else {
          (position, velocity) = (Double(step.to[axis]), 0)
        }
        since = step.end
      }
      position += Milliseconds.seconds(in: velocity * Double(max(0, Int(time) - Int(since))))
      pose[axis] = Int32(max(-2e9, min(2e9, position.rounded())))
    }
    return pose
  }
}
