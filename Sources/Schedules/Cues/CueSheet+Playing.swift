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
      ? nil
      : SheetContinuation(
        sheet: self, index: index, from: entries[index].cue.schedule.from.map(Double.init))
  }
}

/// What comes after a cue of a sheet: the cue that its exit names.
struct SheetContinuation: Continuation {
  fileprivate let sheet: PlayedSheet
  /// The index of the cue it continues.
  fileprivate let index: Int
  /// The pose that cue was assumed to start from, in millidegrees.
  fileprivate let from: PerAxis<Double>
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
  /// It begins where this cue leaves the dock, as the script would have it: the sheet has it where
  /// it was come to first.
  private func cue(_ next: Int, after cue: Cue, at time: Int32) -> Cue {
    var (result, present) = (sheet.entries[next].cue, cue.schedule)
    present.assume(from.map(\.asMillidegrees))
    var (exact, pose) = (from, result.schedule.from)
    for axis in Axis.allCases {
      let speed = cue.turning[axis]
      let place = present.place(of: axis, from: from[axis], turningAt: speed, at: time)
      exact[axis] = place.position
      var way = place.position - Double(pose[axis])
      if place.isMoving {
        let start = Double(cue.schedule.from[axis])
        let known = cue.schedule.place(of: axis, from: start, turningAt: speed, at: time)
        way = place.position - known.position
        exact[axis] = Double(pose[axis]) + way
      }
      // A pose of a sheet is rounded.
      if abs(way) > 1 { pose[axis] = exact[axis].asMillidegrees }
    }
    result.schedule.assume(pose)
    if sheet.rest(of: next) != nil {
      result.rest = SheetContinuation(sheet: sheet, index: next, from: exact, turns: turns)
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

  /// Where `axis`, which begins at `start` millidegrees and turns at `speed` millidegrees a second,
  /// is at `time` milliseconds if all goes as planned; where the motion began that moves it then,
  /// if one does.
  fileprivate func place(
    of axis: Axis, from start: Double, turningAt speed: Int32, at time: Int32
  ) -> (position: Double, isMoving: Bool) {
    var (position, velocity, since) = (start, Double(speed), Int32(0))
    for step in steps where step.start <= time && step.axes.contains(axis) {
      let rest = Double(max(0, Int(step.start) - Int(since)))
      position += Milliseconds.seconds(in: velocity * rest)
      if step.kind == .ramp {
        if step.end > time { return (position, true) }
        let mean = (Double(step.from[axis]) + Double(step.to[axis])) / 2
        // Of one that began before, the start is where it ends.
        if step.start >= 0 { position += Milliseconds.seconds(in: mean * Double(step.length)) }
        velocity = Double(step.to[axis])
      } else {
        if step.end > time { return (Double(step.from[axis]), true) }
        (position, velocity) = (Double(step.to[axis]), 0)
      }
      since = step.end
    }
    position += Milliseconds.seconds(in: velocity * Double(max(0, Int(time) - Int(since))))
    return (position, false)
  }
}

extension Double {
  /// These millidegrees as a schedule has them, held within 32 bits.
  fileprivate var asMillidegrees: Int32 { Int32(max(-2e9, min(2e9, rounded()))) }
}
