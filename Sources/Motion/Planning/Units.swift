/// The units in which the greatest acceleration and the greatest jerk of an axis are 1.
///
/// In them a motion of a millidegree and one of a thousand turns look alike, and most products by
/// limits vanish.
struct Units {
  let acceleration: Double
  let jerk: Double
  let time: Double
  let velocity: Double
  let position: Double

  /// The units for `limits`; nil unless all of them can be computed with.
  @inline(__always)
  init(_ limits: AxisLimits) throws(PlanningFailure) {
    guard limits.speed > 0, limits.acceleration > 0, limits.jerk > 0, limits.speed < .infinity,
      limits.acceleration < .infinity, limits.jerk < .infinity
    else { throw .limits }
    acceleration = limits.acceleration
    jerk = limits.jerk
    time = acceleration / jerk
    velocity = acceleration * time
    position = velocity * time
    guard time.isNormal, velocity.isNormal, position.isNormal else { throw .range }
  }

  /// The units for `limits` without one of jerk, in which the greatest acceleration and a second
  /// are 1.
  init(unlimitedJerk limits: AxisLimits) throws(PlanningFailure) {
    guard limits.speed > 0, limits.acceleration > 0, limits.speed < .infinity,
      limits.acceleration < .infinity
    else { throw .limits }
    acceleration = limits.acceleration
    (jerk, time, velocity, position) = (acceleration, 1, acceleration, acceleration)
    guard acceleration.isNormal, (limits.speed / acceleration).isNormal else { throw .range }
  }

  /// What acceleration, velocity and position are multiplied by to be in these units.
  @inline(__always)
  var inverse: (acceleration: Double, velocity: Double, position: Double) {
    let (rate, first) = (jerk / acceleration, 1 / acceleration)
    return (first, rate * first, rate * (rate * first))
  }
}
