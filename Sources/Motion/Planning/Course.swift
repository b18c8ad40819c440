/// A motion of seven pieces: to a velocity, on at that velocity, and from it to the end.
///
/// In the units in which the greatest acceleration and jerk are 1.
struct Course {
  /// The change from the start to the velocity in the middle; to be mirrored if its side is -1.
  var first: Bend
  var firstSide: Double
  /// The change from the end to the velocity in the middle, in reversed time.
  var last: Bend
  var lastSide: Double
  /// How long the velocity in the middle is held.
  var cruise: Double
  /// The velocity in the middle.
  var velocity: Double

  init(first: Bend, firstSide: Double, last: Bend, lastSide: Double, cruise: Double) {
    self.first = first
    self.firstSide = firstSide
    self.last = last
    self.lastSide = lastSide
    self.cruise = cruise
    velocity = firstSide * first.peak
  }

  /// How far it leads.
  @inline(__always)
  var distance: Double {
    firstSide * first.distance + lastSide * last.distance + cruise * velocity
  }

  /// How much the velocity in the middle must change for the motion to lead `gain` farther in the
  /// same time, to the second order.
  @inline(__always)
  func step(over gain: Double) -> Double {
    let slope = cruise + (first.tip + last.tip) / 2
    // A change of velocity by a tip x takes 1 / x, and a tip below the greatest grows by half that.
    let bend =
      -(firstSide / first.tip * (first.tip < 1 ? 0.75 : 1)
      + lastSide / last.tip * (last.tip < 1 ? 0.75 : 1))
    let square = slope * slope + 2 * bend * gain
    return square > 0 && square < .infinity
      ? 2 * gain / (slope + square.squareRoot()) : gain / slope
  }

  /// The motion of a length by way of a velocity.
  init(
    first: Bend, firstSide: Double, last: Bend, lastSide: Double, velocity: Double,
    lasting length: Double
  ) {
    self.init(
      first: first, firstSide: firstSide, last: last, lastSide: lastSide,
      cruise: length - first.length - last.length)
    self.velocity = velocity
  }

  /// The motion of `reach` by `phases`; to be mirrored if `side` is -1.
  @inline(__always)
  init(_ reach: Reach, _ phases: Reach.Phases, side: Double) {
    self.init(
      first: Bend(
        velocity: reach.v0, acceleration: reach.a0, tip: phases.tip, hold: phases.tipHold),
      firstSide: side,
      last: Bend(
        velocity: reach.v1, acceleration: -reach.a1, tip: phases.dip, hold: phases.dipHold),
      lastSide: side, cruise: phases.cruise)
  }

  /// The pieces, in the order in which they happen; some may last no time.
  @inline(__always)
  var pieces: Pieces {
    let (tip, dip) = (firstSide * first.tip, -lastSide * last.tip)
    let (rise, fall) = (
      max(0, first.tip - first.acceleration), max(0, last.tip - last.acceleration)
    )
    // Where the acceleration keeps its sign it does not pause at zero.
    let pauses = first.tip >= 0 && last.tip >= 0
    let before = pauses ? first.tip : first.tip + last.tip
    let after = pauses ? last.tip : 0
    return Pieces(
      lengths: SIMD8(rise, first.hold, before, cruise, after, last.hold, fall, 0),
      accelerations: SIMD8(
        firstSide * first.acceleration, tip, tip, 0, 0, dip, dip, -lastSide * last.acceleration),
      jerks: SIMD8(firstSide, 0, -firstSide, 0, -lastSide, 0, lastSide, 0),
      velocity: firstSide * first.velocity)
  }
}
