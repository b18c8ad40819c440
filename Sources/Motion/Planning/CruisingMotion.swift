/// A motion of seven pieces: to a velocity, on at that velocity, and from it to the end.
///
/// In the units in which the greatest acceleration and jerk are 1.
struct CruisingMotion {
  /// The change from the start to the velocity in the middle, and that from the end.
  var ramps: VelocityRamps
  /// 1, or -1 where a bend is to be mirrored.
  var sides: SIMD2<Double>
  /// How long the velocity in the middle is held.
  var cruise: Double
  /// The velocity in the middle.
  var velocity: Double

  /// The motion of `reach` that changes to some velocity as quickly as it can, stays there, and
  /// changes again, in `length`.
  @inline(__always)
  init(_ reach: Reach, sides: SIMD2<Double>, velocity: Double, lasting length: Double) {
    ramps = VelocityRamps(reach, sides: sides, to: velocity)
    self.sides = sides
    self.velocity = velocity
    cruise = length - ramps.length.total
  }

  /// The motion of `reach` that gets farthest while it cruises for no time.
  @inline(__always)
  init(peakOf reach: Reach) {
    ramps = VelocityRamps(reach, sides: SIMD2(1, 1), to: reach.top)
    (sides, velocity, cruise) = (SIMD2(1, 1), reach.top, 0)
  }

  /// The motion of `reach` by `phases`; to be mirrored if `side` is -1.
  @inline(__always)
  init(_ reach: Reach, _ phases: Reach.Phases, side: Double) {
    ramps = VelocityRamps(reach, phases)
    sides = SIMD2(side, side)
    velocity = side * ramps.velocities.end[0]
    cruise = phases.cruise
  }

  /// How long it lasts.
  @inline(__always)
  var length: Double { ramps.length.total + cruise }

  /// How far it leads.
  @inline(__always)
  var distance: Double { (sides * ramps.distances.end).total + cruise * velocity }

  /// The phases, of a motion that is not mirrored.
  @inline(__always)
  var phases: Reach.Phases {
    Reach.Phases(
      tip: ramps.tip[0], tipHold: ramps.hold[0], dip: ramps.tip[1], dipHold: ramps.hold[1],
      cruise: cruise)
  }

  /// How much the velocity in the middle must change for the motion to lead `gain` farther in the
  /// same time, to the second order.
  @inline(__always)
  func step(over gain: Double) -> Double {
    let slope = cruise + ramps.tip.total / 2
    // A change of velocity by a tip x takes 1 / x, and a tip below the greatest grows by half that.
    let shares = SIMD2(repeating: 1.0).replacing(with: 0.75, where: ramps.tip .< 1)
    let bend = -(sides / ramps.tip * shares).total
    let square = slope * slope + 2 * bend * gain
    return square > 0 && square < .infinity
      ? 2 * gain / (slope + square.magnitudeRoot) : gain / slope
  }

  /// The pieces, in the order in which they happen; some may last no time.
  var pieces: Pieces {
    let (tip, dip) = (sides[0] * ramps.tip[0], -sides[1] * ramps.tip[1])
    let (rise, falls) = (ramps.rise, falls)
    return Pieces(
      lengths: SIMD8(
        rise[0], ramps.hold[0], falls[0], cruise, falls[1], ramps.hold[1], rise[1], 0),
      accelerations: SIMD8(
        sides[0] * ramps.acceleration[0], tip, tip, 0, 0, dip, dip,
        -sides[1] * ramps.acceleration[1]),
      jerks: SIMD8(sides[0], 0, -sides[0], 0, -sides[1], 0, sides[1], 0),
      velocity: sides[0] * ramps.velocity[0])
  }

  /// How long the acceleration falls from the tip of each bend.
  ///
  /// Where it keeps its sign it does not pause at zero.
  @inline(__always)
  var falls: SIMD2<Double> {
    ramps.tip[0] >= 0 && ramps.tip[1] >= 0 ? ramps.tip : SIMD2(ramps.tip.total, 0)
  }
}
