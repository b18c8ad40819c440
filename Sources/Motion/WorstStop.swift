/// How long an axis takes to stop, and how far it goes, at the worst moment of a motion.
///
/// Both are bounds, met but for a part in 500 and half a millisecond. What an axis does for
/// a while before it stops is one way to stop, and none is quicker than the quickest: so a while
/// before a moment the quickest stop takes at most that while longer than at that moment. One look
/// at the motion therefore speaks for all of the time before it in which the bound is kept.
public struct WorstStop: Equatable, Sendable {
  /// The greatest length of the quickest stop, in seconds.
  public private(set) var length = 0.0
  /// The greatest way of the quickest stop, in degrees.
  public private(set) var angle = 0.0

  /// Creates the worst stop of an axis that rests.
  public init() {}

  /// Creates the worst stop from `profile`, which keeps `limits` of acceleration and jerk.
  ///
  /// Infinite if the limits allow no stop.
  public init(from profile: Profile, within limits: AxisLimits) {
    if case .hold(let position, let velocity, _) = profile {
      look(at: MotionState(position: position, velocity: velocity), within: limits)
      return
    }
    let speed = profile.peaks.speed
    let steady = profile.steady
    var time = profile.length
    while time > 0 {
      let next = time - look(at: profile.state(at: time), within: limits, speed: speed)
      guard length < .infinity else { return }
      // At one speed all stops are alike.
      time = steady.contains(time) && steady.contains(next) ? steady.lowerBound : next
    }
    look(at: profile.state(at: 0), within: limits)
    length *= WorstStop.slack
    angle *= WorstStop.slack
  }

  /// Takes the greater of this and `other`.
  public mutating func formUnion(_ other: WorstStop) {
    length = max(length, other.length)
    angle = max(angle, other.angle)
  }

  /// Takes in the stop from `state`; returns it.
  @discardableResult
  private mutating func look(
    at state: MotionState, within limits: AxisLimits
  ) -> (length: Double, angle: Double) {
    guard state.velocity != 0 || state.acceleration != 0 else { return (0, 0) }
    guard let stop = try? VelocityTransition.stop(from: state, within: limits) else {
      (length, angle) = (.infinity, .infinity)
      return (length, angle)
    }
    let found = (stop.minimumLength, abs(stop.endPosition - state.position))
    length = max(length, found.0)
    angle = max(angle, found.1)
    return found
  }

  /// Takes in the stop from `state` and those of a while before it, over which the speed is at most
  /// `speed`; returns how long that is, in seconds.
  private mutating func look(
    at state: MotionState, within limits: AxisLimits, speed: Double
  ) -> Double {
    let stop = look(at: state, within: limits)
    let (later, farther) = (length * WorstStop.slack, angle * WorstStop.slack)
    let room = min(later - stop.length, speed > 0 ? (farther - stop.angle) / speed : .infinity)
    guard room < WorstStop.leastStep else { return room }
    length = max(length, (stop.length + WorstStop.leastStep) / WorstStop.slack)
    angle = max(angle, (stop.angle + WorstStop.leastStep * speed) / WorstStop.slack)
    return WorstStop.leastStep
  }

  private static let slack = 1.002
  private static let leastStep = 0.0005
}

extension Profile {
  /// A time over which the velocity does not change, in seconds.
  fileprivate var steady: ClosedRange<Double> {
    guard case .plain(let move) = self else { return 0...0 }
    let rise = 2 * move.phases.ramp + move.phases.hold
    return rise...max(rise, move.length - rise)
  }
}
