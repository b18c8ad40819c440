/// How far an axis can get between two velocities and two accelerations in a given time.
///
/// In the units in which the greatest acceleration and the greatest jerk are 1. Of all motions that
/// last equally long, the one that gets farthest (Pontryagin's principle) raises the acceleration to
/// a tip, holds it, lowers it to a dip, holds that, and raises it to its end; if it meets the
/// greatest velocity, it cruises there between tip and dip. `mirrored` gets least far.
///
/// The squares that tip and dip bring in differ by a constant, `imbalance`, whatever the length, so
/// one number, the length, fixes all phases in closed form, and the distance has a simple slope over
/// it. For every length the distances that can be had are an interval, as motions within limits are
/// a convex set. That is why the first length at which an edge of that interval passes the distance
/// wanted is the least (the structure is described by Berscheid and Kröger, Jerk-limited Real-time
/// Trajectory Generation with Arbitrary Target States, 2021; this is another way to it).
struct Reach {
  let v0: Double
  let a0: Double
  let v1: Double
  let a1: Double
  /// The greatest speed.
  let top: Double
  /// The square of the dip, its hold included, less that of the tip.
  let imbalance: Double

  init(v0: Double, a0: Double, v1: Double, a1: Double, top: Double) {
    self.v0 = v0
    self.a0 = a0
    self.v1 = v1
    self.a1 = a1
    self.top = top
    imbalance = v0 - v1 + (a1 - a0) * (a1 + a0) / 2
  }

  /// The same with left and right exchanged.
  var mirrored: Reach { Reach(v0: -v0, a0: -a0, v1: -v1, a1: -a1, top: top) }

  /// The phases of a motion; a negative tip or dip is passed without a change of sign.
  struct Phases {
    /// The greatest acceleration, and how long it is held.
    var tip: Double
    var tipHold = 0.0
    /// The least acceleration, negated, and how long it is held.
    var dip: Double
    var dipHold = 0.0
    /// How long the greatest velocity is held.
    var cruise = 0.0
  }

  func length(of phases: Phases) -> Double {
    2 * (phases.tip + phases.dip) - a0 + a1 + phases.tipHold + phases.dipHold + phases.cruise
  }

  func distance(of phases: Phases) -> Double {
    let first = Bend(velocity: v0, acceleration: a0, tip: phases.tip, hold: phases.tipHold)
    let last = Bend(velocity: v1, acceleration: -a1, tip: phases.dip, hold: phases.dipHold)
    return first.distance + last.distance + phases.cruise * first.peak
  }

  /// The distance gained per time by lasting longer.
  func slope(of phases: Phases) -> Double {
    guard phases.cruise == 0 else { return top }
    let bend = Bend(velocity: v0, acceleration: a0, tip: phases.tip, hold: phases.tipHold)
    return bend.atTip + phases.tip * (phases.tip + phases.dip) / 2
  }

  /// The derivative of `slope` by the length.
  func curvature(of phases: Phases) -> Double {
    let (small, big) = (min(phases.tip, phases.dip), max(phases.tip, phases.dip))
    if small >= 1 { return 0.5 }
    if big >= 1 { return (4 * small + 1) / (4 * (1 + small)) }
    let sum = small + big
    return sum > 0 ? (sum * sum + 2 * small * big) / (4 * sum) : 0
  }

  /// True iff no phase of the motion is shorter than nothing, rounding apart.
  func allows(_ phases: Phases) -> Bool {
    phases.tip - a0 >= -1e-12 && phases.dip + a1 >= -1e-12
  }
}

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
      tip: area > 1 ? 1 : area.squareRoot(), hold: max(0, area - 1))
  }

  init(velocity: Double, acceleration: Double, tip: Double, hold: Double) {
    self.velocity = velocity
    self.acceleration = acceleration
    self.tip = tip
    self.hold = hold
  }

  var length: Double { 2 * tip - acceleration + hold }

  /// The velocity when the tip is left.
  var atTip: Double { velocity + (tip - acceleration) * (tip + acceleration) / 2 + tip * hold }

  /// The velocity at the end.
  var peak: Double { atTip + tip * tip / 2 }

  var distance: Double {
    let rise = tip - acceleration
    let risen = velocity + rise * (tip + acceleration) / 2
    return rise * (velocity + rise * (2 * acceleration + tip) / 6)
      + hold * (risen + tip * hold / 2)
      + tip * (risen + tip * hold + tip * tip / 3)
  }
}
