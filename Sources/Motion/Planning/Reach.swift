/// How far an axis can get between two velocities and two accelerations in a given time.
///
/// In the units in which the greatest acceleration and the greatest jerk are 1. Of all motions that
/// last equally long, the one that gets farthest (Pontryagin's principle) raises the acceleration
/// to a tip, holds it, lowers it to a dip, holds that, and raises it to its end; if it meets the
/// greatest velocity, it cruises there between tip and dip. `mirrored` gets least far.
///
/// The squares that tip and dip bring in differ by a constant, `imbalance`, whatever the length, so
/// one number, the length, fixes all phases in closed form, and the distance has a simple slope
/// over it. For every length the distances that can be had are an interval, as motions within
/// limits are a convex set. That is why the first length at which an edge of that interval passes
/// the distance wanted is the least (Berscheid and Kröger, Jerk-limited Real-time Trajectory
/// Generation with Arbitrary Target States, 2021, describe the same structure; this is another way
/// to it).
struct Reach {
  let v0: Double
  let a0: Double
  let v1: Double
  let a1: Double
  /// The greatest speed.
  let top: Double
  /// The velocities at which the acceleration would be zero, had the jerk always been as at the
  /// start, and were it always to be as at the end.
  let bases: (start: Double, end: Double)
  /// The part of the distance that is the same for all phases.
  let offset: Double

  /// The square of the dip, its hold included, less that of the tip.
  var imbalance: Double { bases.start - bases.end }

  init(v0: Double, a0: Double, v1: Double, a1: Double, top: Double) {
    let bases = (start: v0 - a0 * a0 / 2, end: v1 - a1 * a1 / 2)
    let cubes = (a1 * a1 * a1 - a0 * a0 * a0) / 6
    self.v0 = v0
    self.a0 = a0
    self.v1 = v1
    self.a1 = a1
    self.top = top
    self.bases = bases
    offset = bases.end * a1 - bases.start * a0 + cubes
  }

  /// The same with left and right exchanged.
  @inline(__always)
  var mirrored: Reach { facing(-1) }

  /// The same if `side` is 1, `mirrored` if it is -1; the sign is hard to predict, so no branch.
  @inline(__always)
  func facing(_ side: Double) -> Reach {
    Reach(v0: side * v0, a0: side * a0, v1: side * v1, a1: side * a1, top: top)
  }

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

  @inline(__always)
  func length(of phases: Phases) -> Double {
    2 * (phases.tip + phases.dip) - a0 + a1 + phases.tipHold + phases.dipHold + phases.cruise
  }

  @inline(__always)
  func distance(of phases: Phases) -> Double {
    let (tip, tipHold, dip, dipHold) = (phases.tip, phases.tipHold, phases.dip, phases.dipHold)
    let (tipArea, dipArea) = (tip * (3 * tip + tipHold), dip * (3 * dip + dipHold))
    return offset + bases.start * (2 * tip + tipHold) + bases.end * (2 * dip + dipHold)
      + tip * tip * tip + dip * dip * dip + (tipHold * tipArea + dipHold * dipArea) / 2
      + phases.cruise * (bases.start + tip * (tip + tipHold))
  }

  /// The distance gained per time by lasting longer.
  @inline(__always)
  func slope(of phases: Phases) -> Double {
    phases.cruise == 0
      ? bases.start + phases.tip * (phases.tip + phases.tipHold + phases.dip / 2) : top
  }

  /// The derivative of `slope` by the length.
  @inline(__always)
  func curvature(of phases: Phases) -> Double {
    let (small, big) = (min(phases.tip, phases.dip), max(phases.tip, phases.dip))
    if small >= 1 { return 0.5 }
    if big >= 1 { return (4 * small + 1) / (4 * (1 + small)) }
    let sum = small + big
    return sum > 0 ? (sum * sum + 2 * small * big) / (4 * sum) : 0
  }

  /// True if no phase of the motion is shorter than nothing, rounding apart.
  func allows(_ phases: Phases) -> Bool {
    phases.tip - a0 >= -1e-12 && phases.dip + a1 >= -1e-12
  }
}
