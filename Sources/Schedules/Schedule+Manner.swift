import Hardware
import Motion
import Quantities

extension Schedule {
  /// The clauses of a move except its targets and times.
  ///
  /// A move with an easing has a speed at most: its curve says all else.
  public struct Manner: Equatable, Sendable {
    /// The velocity of each axis at the start, in millidegrees a second; it goes on from there.
    public var velocities: PerAxis<Int32> = PerAxis(all: 0)
    /// True if the axes keep to a straight line.
    ///
    /// The numbers below are then those of the axis that goes farthest, and the others have a share
    /// of them, as of the way.
    public var isStraight = false
    /// The greatest speed, in millidegrees a second; nil for that of the limits.
    public var speed: Int32?
    /// The greatest acceleration, in millidegrees a second squared; nil for that of the limits.
    public var acceleration: Int32?
    /// The greatest jerk, in millidegrees a second cubed; nil for that of the limits.
    public var jerk: Int32?
    /// Whom or what the axes turn to; nil if they go to known places.
    ///
    /// Where that is, is found out when the move begins. Until then it is planned as if it were
    /// where the dock looks already, and so ends where it begins.
    public var subject: PhoneCall.Subject?
    /// True if it has been found out where the subject is.
    public var isFound = false
    /// The number of the hold whose places the axes go back to; nil if they go elsewhere.
    ///
    /// Where they stood is as far from the place named as they were off their plan then.
    public var hold: Int32?

    /// Creates the manner of most moves, which has nothing to say.
    public init() {}

    /// The limits of an axis that goes `way`, of which the axes go `farthest` at most.
    package func limits(_ own: AxisLimits, way: Int64, farthest: Int64) -> AxisLimits {
      var limits = own
      if let speed {
        limits.speed = min(Millidegrees(speed).degrees, isStraight ? .infinity : own.speed)
      }
      if let acceleration { limits.acceleration = Millidegrees(acceleration).degrees }
      if let jerk { limits.jerk = Millidegrees(jerk).degrees }
      guard isStraight, way != 0 else { return limits }
      let share = Double(way.magnitude) / Double(farthest)
      limits.speed *= share
      limits.acceleration *= share
      limits.jerk *= share
      return limits
    }
  }

  /// The manner of `step`; that of most moves if it is no move or names none.
  public func manner(of step: Step) -> Manner {
    guard step.kind == .move, step.extra < manners.count else { return Manner() }
    return manners[Int(step.extra)]
  }

  /// Whom or what `step` turns to, if only for a part of the way; nil if it goes to no subject.
  public func subject(of step: Step) -> PhoneCall.Subject? { mannerToSubject(of: step)?.subject }

  /// The same, but nil if it has been found out where that is.
  package func missingSubject(of step: Step) -> PhoneCall.Subject? {
    mannerToSubject(of: step).flatMap { $0.isFound ? nil : $0.subject }
  }

  private func mannerToSubject(of step: Step) -> Manner? {
    guard let whole = wholeMove(of: step) else { return nil }
    let manner = manner(of: whole)
    return manner.subject == nil ? nil : manner
  }

  /// The move that `step` is, or is a part of, if it has a manner.
  func wholeMove(of step: Step) -> Step? {
    let whole = cut(of: step)?.whole ?? warp(of: step)?.whole ?? step
    return whole.kind == .move && whole.extra != 0 ? whole : nil
  }

  /// The index of `manner` in `manners`, to which it is added if need be.
  package mutating func index(of manner: Manner) -> UInt32 {
    if manner == Manner() { return 0 }
    // A bounded look back finds those of a loop, however many there are.
    if let known = manners.suffix(16).lastIndex(of: manner) { return UInt32(known) }
    manners.append(manner)
    return UInt32(manners.count - 1)
  }

  /// The greatest speed of `axis` in `step`, in millidegrees a second: that of the limits, or a
  /// lower one that the script names.
  public func greatestSpeed(of axis: Axis, in step: Step, within limit: Limit) -> Int32 {
    let named: Int32?
    switch step.kind {
    case .move:
      let manner = manner(of: step)
      let own = limit.inDegrees
      let narrowed = manner.limits(own, way: step.way(axis), farthest: step.farthestWay)
      let fastest = (Millidegrees.count(in: narrowed.speed) * (1 - 1e-12)).rounded(.up)
      let begins = Double(manner.velocities[axis].magnitude)
      named = manner.speed == nil ? nil : Int32(min(Double(limit.speed), max(fastest, begins)))
    case .ramp: named = Int32(clamping: max(step.from[axis].magnitude, step.to[axis].magnitude))
    case .through: named = through(of: step)?.speed
    case .cut, .warp:
      guard let whole = cut(of: step)?.whole ?? warp(of: step)?.whole else { return limit.speed }
      return greatestSpeed(of: axis, in: whole, within: limit)
    case .take, .giveBack, .wait, .animate, .limit, .tracking, .action: named = nil
    }
    return min(limit.speed, named ?? limit.speed)
  }

  /// How `axis` moves in `step`, a move; nil if it cannot go on from its velocity in that time.
  func move(of axis: Axis, in step: Step, within limits: AxisLimits) -> Profile? {
    let (from, to) = (Millidegrees(step.from[axis]).degrees, Millidegrees(step.to[axis]).degrees)
    let length = Milliseconds(step.length).seconds
    let easing = step.easing < easings.count ? easings[Int(step.easing)] : .plain
    guard easing.isPlain, step.extra != 0 else {
      return .move(from: from, to: to, length: length, easing: easing, within: limits)
    }
    let manner = manner(of: step)
    let narrowed = manner.limits(limits, way: step.way(axis), farthest: step.farthestWay)
    let velocity = Millidegrees(manner.velocities[axis]).degrees
    return .between(
      MotionState(position: from, velocity: velocity), MotionState(position: to), length: length,
      within: narrowed)
  }

  /// The least time, in seconds, in which `axis` can make the move `step` by its easing, or in its
  /// manner; infinite if there is none.
  ///
  /// Of a move that goes on from a velocity, the least that is not less than its length: not every
  /// length is possible.
  public func shortestLength(
    of axis: Axis, in step: Step, within limits: AxisLimits
  ) -> Double {
    let (from, to) = (Millidegrees(step.from[axis]).degrees, Millidegrees(step.to[axis]).degrees)
    let easing = step.easing < easings.count ? easings[Int(step.easing)] : .plain
    let manner = manner(of: step)
    let narrowed = manner.limits(limits, way: step.way(axis), farthest: step.farthestWay)
    let velocity = Millidegrees(manner.velocities[axis]).degrees
    guard easing.isPlain, velocity != 0 else {
      return easing.minimumLength(of: to - from, within: narrowed)
    }
    do throws(PlanningFailure) {
      return try Transition(
        from: MotionState(position: from, velocity: velocity), to: MotionState(position: to),
        within: narrowed
      ).shortestLength(atLeast: Milliseconds(step.length).seconds)
    } catch {
      return .infinity
    }
  }
}

extension Step {
  /// How far `axis` goes in a move, in millidegrees.
  package func way(_ axis: Axis) -> Int64 { Int64(to[axis]) - Int64(from[axis]) }

  /// True if each axis that it moves goes farther than `deadBand`, in degrees: a dock leaves out
  /// what does not.
  package func isBeyond(_ deadBand: Double) -> Bool {
    axes.members.allSatisfy { axis in
      let way = way(axis).magnitude
      return way == 0 || Millidegrees.degrees(in: Double(way)) > deadBand
    }
  }

  /// How far the axis goes that goes farthest, in millidegrees; not negative.
  package var farthestWay: Int64 {
    Int64(axes.members.reduce(0) { max($0, way($1).magnitude) })
  }
}
