import Camera
import Hardware
import Motion
import Quantities
import Schedules

// Where those are to whom moves turn: it is asked at the beginning of each cue, and decides where
// they go.

extension Performance {
  /// How long the answer is waited for, in nanoseconds.
  private static let patienceForPlaces = 500 * millisecond

  /// Finds out where `subject` is, to which the next cue turns.
  mutating func located(_ subject: PhoneCall.Subject) throws -> Occurrence {
    .located(try location(of: subject))
  }

  /// Finds out where those are to whom moves turn that begin with `cue`, and nobody has looked for;
  /// tells of those who are not there.
  mutating func locateSubjects(of cue: Cue) throws {
    for step in cue.schedule.steps.prefix(while: { $0.start <= 0 }) where step.start == 0 {
      guard let subject = cue.schedule.missingSubject(of: step) else { continue }
      let place = try location(of: subject)
      for axis in step.axes.members { orders.aims[axis] = place[axis] }
      if step.isMissed(at: place) {
        tell(.located(subject, at: place, short: PerAxis(all: 0), line: step.line))
      }
    }
  }

  /// The angles at which the axes look at `subject`, in degrees; all nil if it is not there, or
  /// nobody says so.
  private mutating func location(of subject: PhoneCall.Subject) throws -> PerAxis<Double?> {
    try state(of: subject)?.angles ?? PerAxis(all: nil)
  }

  /// What is known of `subject`; nil if it is not there, or nobody says so.
  mutating func state(of subject: PhoneCall.Subject) throws -> WorldState.Subject? {
    do {
      let answer = try link.call(.locate(subject), within: Performance.patienceForPlaces)
      guard case .location(let found) = answer else { return nil }
      return found
    } catch let interruption as Interruption {
      throw interruption
    } catch {
      return nil
    }
  }

  /// True if a move of the steps `region` turns to a subject.
  func turnsToSubject(in region: ClosedRange<Int>) -> Bool {
    region.contains { schedule.subject(of: schedule.steps[$0]) != nil }
  }

  /// Tells that the subject is at `place` to which `next` turns first, as far as the axes come.
  func tellSubject(at place: PerAxis<Double?>, of next: Cue) {
    guard let subject = show.cue.subject else { return }
    let line = show.cue.conditionsLine
    let moves = next.schedule.steps.prefix { $0.start <= 0 }.filter {
      $0.start == 0 && !$0.isRelative && $0.line == line
    }
    tell(.located(subject, at: place, short: short(of: place, moves), line: line))
  }

  /// Tells where the subject is to which `step` turns, if it turns to one that is there.
  func tellSubject(of step: Step) {
    guard let subject = show.execution.schedule.missingSubject(of: step) else { return }
    var place = PerAxis<Double?>(all: nil)
    for axis in step.axes.members { place[axis] = orders.aims[axis] }
    if step.isMissed(at: place) { return }
    tell(.located(subject, at: place, short: short(of: place, [step]), line: step.line))
  }

  /// By how much the `moves` miss `place`, in degrees.
  private func short(of place: PerAxis<Double?>, _ moves: [Step]) -> PerAxis<Double> {
    var short = PerAxis<Double>(all: 0)
    for move in moves where move.kind == .move {
      for axis in move.axes.members {
        guard let aim = place[axis] else { continue }
        let way = aim - Millidegrees(move.to[axis]).degrees
        short[axis] = way - 360 * (way / 360).rounded()
      }
    }
    return short
  }
}

extension Step {
  /// True if it moves no axis to a subject at `place`, as that is not there.
  fileprivate func isMissed(at place: PerAxis<Double?>) -> Bool {
    !axes.members.contains { place[$0] != nil }
  }
}
