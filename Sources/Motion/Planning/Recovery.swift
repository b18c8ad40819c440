/// The quickest way from a state outside the limits back inside.
///
/// In the units in which the greatest acceleration and jerk are 1.
struct Recovery {
  /// At most three pieces of constant jerk, of which two follow each other with the same.
  private(set) var pieces: Pieces
  /// The state in which it ends.
  private(set) var velocity: Double
  private(set) var acceleration: Double
  /// How long it lasts.
  private(set) var length = 0.0
  /// How far it leads.
  private(set) var distance = 0.0
  private var count = 0

  /// Nil if the state is inside the limits, and can stay inside.
  init?(velocity: Double, acceleration: Double, top: Double) {
    guard Recovery.isOutside(velocity, acceleration, top) else { return nil }
    self.velocity = velocity
    self.acceleration = acceleration
    pieces = Pieces(velocity: velocity)
    if abs(acceleration) > 1 { add(jerk: acceleration > 0 ? -1 : 1, abs(acceleration) - 1) }
    guard Recovery.isOutside(self.velocity, self.acceleration, top) else { return }
    let side = Recovery.isTooFast(self.velocity, self.acceleration, top) ? 1.0 : -1.0
    slow(side: side, top: top)
  }

  /// Brakes, seen from `side`, until the speed is `top`, or until it is high time to stop braking.
  private mutating func slow(side: Double, top: Double) {
    let (v, a) = (side * velocity, side * acceleration)
    let inside = a + max(0, a * a + 2 * (v - top)).squareRoot()
    let latest = a + max(0, a * a / 2 + v + top).squareRoot()
    let fall = min(inside, latest)
    guard fall > a + 1 else {
      add(jerk: -side, fall)
      return
    }
    add(jerk: -side, a + 1)
    let fallen = side * velocity
    add(jerk: 0, max(0, min(fallen - top, fallen + top - 0.5)))
  }

  private mutating func add(jerk: Double, _ time: Double) {
    guard time > 0 else { return }
    let repeats = count > 0 && pieces.jerks[count - 1] == jerk
    if repeats { count -= 1 } else { pieces.accelerations[count] = acceleration }
    pieces.lengths[count] += time
    pieces.jerks[count] = jerk
    count += 1
    distance += time * (velocity + time * (acceleration / 2 + time * jerk / 6))
    velocity += time * (acceleration + time * jerk / 2)
    acceleration += time * jerk
    // Exactly, so that nothing is left to recover from.
    if abs(abs(acceleration) - 1) < 1e-12 { acceleration = acceleration > 0 ? 1 : -1 }
    length += time
  }

  /// True iff the state is beyond the limits or must get there; rounding apart.
  static func isOutside(_ velocity: Double, _ acceleration: Double, _ top: Double) -> Bool {
    abs(acceleration) > 1 + 1e-12 || isTooFast(velocity, acceleration, top)
      || isTooFast(-velocity, -acceleration, top)
  }

  private static func isTooFast(_ v: Double, _ a: Double, _ top: Double) -> Bool {
    (a > 0 ? v + a * a / 2 : v) > top * (1 + 1e-12)
  }
}
