/// The quickest way from a state outside the limits back inside: a change of the acceleration, then
/// a while at the greatest.
///
/// In the units in which the greatest acceleration and jerk are 1.
struct Recovery {
  /// The state in which it begins.
  private let start: (velocity: Double, acceleration: Double)
  /// The jerk, how long it lasts, and how long the acceleration is held after it.
  private var jerk = 0.0
  private var ramp = 0.0
  private var hold = 0.0
  /// The state in which it ends.
  private(set) var velocity: Double
  private(set) var acceleration: Double
  /// How far it leads.
  private(set) var distance = 0.0

  /// The state must be outside the limits, or not be able to stay inside.
  init(velocity: Double, acceleration: Double, top: Double) {
    start = (velocity, acceleration)
    (self.velocity, self.acceleration) = start
    if abs(acceleration) > 1 { change(jerk: acceleration > 0 ? -1 : 1, abs(acceleration) - 1) }
    guard Recovery.isOutside(self.velocity, self.acceleration, top) else { return }
    // Of two limits to be crossed, the one that lies ahead is the urgent one.
    let (above, below) = (
      Recovery.isTooFast(self.velocity, self.acceleration, top),
      Recovery.isTooFast(-self.velocity, -self.acceleration, top)
    )
    let isAbove = above && !(below && self.acceleration < 0)
    brake(side: isAbove ? 1 : -1, top: top)
  }

  /// The braking from a velocity beyond `top` to that, without a limit of jerk.
  init(braking velocity: Double, to top: Double) {
    let side = velocity > 0 ? 1.0 : -1.0
    start = (velocity, -side)
    (self.velocity, acceleration) = (side * top, -side)
    hold = abs(velocity) - top
    distance = hold * (velocity + side * top) / 2
  }

  /// How long it lasts.
  var length: Double { ramp + hold }

  var pieces: Pieces {
    var pieces = Pieces(velocity: start.velocity)
    pieces.lengths[0] = ramp
    pieces.lengths[1] = hold
    pieces.accelerations[0] = start.acceleration
    pieces.accelerations[1] = acceleration
    pieces.jerks[0] = jerk
    return pieces
  }

  /// Brakes, seen from `side`, until the speed is `top`, or until it is high time to stop braking.
  private mutating func brake(side: Double, top: Double) {
    let (v, a) = (side * velocity, side * acceleration)
    let inside = a + max(0, a * a + 2 * (v - top)).magnitudeRoot
    let latest = a + max(0, a * a / 2 + v + top).magnitudeRoot
    let fall = min(inside, latest)
    guard fall > a + 1 else { return change(jerk: -side, fall) }
    change(jerk: -side, a + 1)
    let fallen = side * velocity
    hold = max(0, min(fallen - top, fallen + top - 0.5))
    distance += hold * (velocity + hold * acceleration / 2)
    velocity += hold * acceleration
  }

  /// Changes the acceleration for `time`; a second change has the jerk of the first or no length.
  private mutating func change(jerk: Double, _ time: Double) {
    guard time > 0 else { return }
    self.jerk = jerk
    ramp += time
    distance += time * (velocity + time * (acceleration / 2 + time * jerk / 6))
    velocity += time * (acceleration + time * jerk / 2)
    acceleration += time * jerk
    // Exactly, so that nothing is left to recover from.
    if abs(abs(acceleration) - 1) < 1e-12 { acceleration = acceleration > 0 ? 1 : -1 }
  }

  /// True if the state is beyond the limits or must get there; rounding apart.
  @inline(__always)
  static func isOutside(_ velocity: Double, _ acceleration: Double, _ top: Double) -> Bool {
    let gain = acceleration * abs(acceleration) / 2
    let fastest = max(velocity + max(0, gain), -velocity - min(0, gain))
    return abs(acceleration) > 1 + 1e-12 || fastest > top * (1 + 1e-12)
  }

  private static func isTooFast(_ v: Double, _ a: Double, _ top: Double) -> Bool {
    (a > 0 ? v + a * a / 2 : v) > top * (1 + 1e-12)
  }
}
