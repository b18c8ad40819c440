/// A change of velocity by way of one extreme acceleration, until the acceleration is zero.
struct Bend {
  let velocity: Double
  let acceleration: Double
  var tip: Double
  var hold: Double

  /// The quickest change from `velocity` and `acceleration` to `goal`, upwards.
  init(velocity: Double, acceleration: Double, to goal: Double) {
    let area = max(0, goal - velocity + acceleration * acceleration / 2)
    self.init(
      velocity: velocity, acceleration: acceleration,
      tip: min(1, area).squareRoot(), hold: max(0, area - 1))
  }

  init(velocity: Double, acceleration: Double, tip: Double, hold: Double) {
    self.velocity = velocity
    self.acceleration = acceleration
    self.tip = tip
    self.hold = hold
  }

  var length: Double { 2 * tip - acceleration + hold }

  /// The velocity at which the acceleration would be zero, had the jerk always been as at first.
  private var base: Double { velocity - acceleration * acceleration / 2 }

  /// The velocity at the end.
  var peak: Double { base + tip * (tip + hold) }

  var distance: Double {
    base * length - acceleration * acceleration * acceleration / 6 + tip * tip * tip
      + hold * tip * (3 * tip + hold) / 2
  }
}
