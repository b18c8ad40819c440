import Motion
import Schedules

/// The states in which a script has come to one place, as far as they decide whether the motion
/// that follows is possible.
///
/// A motion that fits from both ends of a range of poses fits from all between them. So a state is
/// looked at only if it is beyond what has been looked at.
struct Entrances {
  /// The most states that are looked at of one place.
  private static let most = 16

  /// What is either the same or not.
  fileprivate struct Kind: Equatable {
    let limits: [PerAxis<Schedule.Limit?>]
    let certainties: [AxisTracking.Certainty]
  }

  /// The states of one kind.
  private struct Group {
    let kind: Kind
    var ranges: [ClosedRange<Double>]
  }

  private var groups: [Group] = []
  private var count = 0

  /// Adds the state of `scheduler`; true if it is to be looked at, as no other one says as much.
  mutating func admit(_ scheduler: Scheduler) -> Bool {
    guard count < Entrances.most else { return false }
    let (kind, values) = (Kind(of: scheduler), Entrances.values(of: scheduler))
    guard let place = groups.firstIndex(where: { $0.kind == kind }) else {
      groups.append(Group(kind: kind, ranges: values.map { $0...$0 }))
      count += 1
      return true
    }
    var isBeyond = false
    for (index, value) in values.enumerated() {
      let range = groups[place].ranges[index]
      // Less than a step of what schedules print is the same.
      guard value < range.lowerBound - 0.0005 || value > range.upperBound + 0.0005 else { continue }
      isBeyond = true
      groups[place].ranges[index] = min(value, range.lowerBound)...max(value, range.upperBound)
    }
    if isBeyond { count += 1 }
    return isBeyond
  }

  /// What may be greater or less: of each axis where it is, in degrees, how fast it turns, in
  /// millidegrees a second, and how far it has been from where it may have begun; none while the
  /// motors are not held, as any pose is possible then.
  private static func values(of scheduler: Scheduler) -> [Double] {
    guard scheduler.motors.areTaken else { return [] }
    return AxisSet.all.members.flatMap { axis in
      let state = scheduler.motors.axes[axis]
      let roamed = state.roamed
      let isKnown = state.certainty == .known
      return [
        state.position, Double(state.velocity), isKnown ? 0 : roamed.lower,
        isKnown ? 0 : roamed.upper,
      ]
    }
  }
}

extension Entrances.Kind {
  fileprivate init(of scheduler: Scheduler) {
    let (tasks, motors) = (scheduler.tasks.others.compactMap { $0 }, scheduler.motors)
    limits = tasks.filter { !$0.hasEnded }.map { scheduler.builder.limits($0.limitIndex) }
    certainties = motors.areTaken ? AxisSet.all.members.map { motors.axes[$0].certainty } : []
  }
}
