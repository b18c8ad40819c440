/// Two changes of velocity at once, each by way of one extreme acceleration, until the acceleration
/// is zero: lane 0 from the start of a motion on, lane 1 from its end on, in reversed time.
///
/// In the units in which the greatest acceleration and jerk are 1, and seen from the side to which
/// each of them bends.
struct VelocityRamps {
  let velocity: SIMD2<Double>
  let acceleration: SIMD2<Double>
  var tip: SIMD2<Double>
  var hold: SIMD2<Double>

  /// The quickest changes of `reach` to the velocity `goal`, to be mirrored where `sides` are -1.
  @inline(__always)
  init(_ reach: Reach, sides: SIMD2<Double>, to goal: Double) {
    velocity = sides * SIMD2(reach.v0, reach.v1)
    acceleration = sides * SIMD2(reach.a0, -reach.a1)
    let area = (sides * goal - velocity + acceleration * acceleration * 0.5).orZero
    tip = SIMD2(min(1, area[0]).magnitudeRoot, min(1, area[1]).magnitudeRoot)
    hold = (area - 1).orZero
  }

  /// The changes of `reach` by `phases`.
  @inline(__always)
  init(_ reach: Reach, _ phases: Reach.Phases) {
    velocity = SIMD2(reach.v0, reach.v1)
    acceleration = SIMD2(reach.a0, -reach.a1)
    tip = SIMD2(phases.tip, phases.dip)
    hold = SIMD2(phases.tipHold, phases.dipHold)
  }

  /// How long the acceleration takes to its tip, which it then has for `hold`; falling takes it as
  /// long as the tip is high.
  @inline(__always)
  var rise: SIMD2<Double> { (tip - acceleration).orZero }

  @inline(__always)
  var length: SIMD2<Double> { 2 * tip - acceleration + hold }

  /// The velocities at the tips, after the holds, and at the ends.
  @inline(__always)
  var velocities: (tip: SIMD2<Double>, fall: SIMD2<Double>, end: SIMD2<Double>) {
    let first = velocity + (tip - acceleration) * (tip + acceleration) * 0.5
    let second = first + hold * tip
    return (first, second, second + tip * tip * 0.5)
  }

  /// How far it is to the tips, to the ends of the holds, and to the ends.
  @inline(__always)
  var distances: (tip: SIMD2<Double>, fall: SIMD2<Double>, end: SIMD2<Double>) {
    let (rise, velocities) = (tip - acceleration, velocities)
    let first = rise * (velocity + rise * (acceleration + acceleration + tip) * (1 / 6.0))
    let second = first + hold * (velocities.tip + hold * tip * 0.5)
    return (first, second, second + tip * (velocities.fall + tip * tip * (1 / 3.0)))
  }
}

extension SIMD2<Double> {
  /// Zero where it is less.
  @inline(__always)
  fileprivate var orZero: SIMD2<Double> { replacing(with: 0, where: self .< 0) }

  /// The sum of both lanes.
  @inline(__always)
  var total: Double { self[0] + self[1] }
}
