/// The time law of a damped spring that is let go gently and comes to rest.
///
/// A spring swings past its target and back, each swing a fixed share of the one before: for the
/// damping ratio z = 1 - bounce, that share is exp(-πz / √(1-z²)) (the overshoot of the damped
/// oscillator; Ogata, Modern Control Engineering, 5.3), and every swing takes the same time. Here
/// each swing is the polynomial of degree 5 with the positions and accelerations of the free
/// oscillator at its two turning points. A motor cannot begin or end with a step of acceleration,
/// so the first swing starts without one, and the last, which would swing by less than
/// `leastSwing`, ends at rest on the target.
public struct Spring: Equatable, Sendable {
  /// How far it swings past the target as a number in 0...0.9, of which 0 is not at all: one less
  /// the damping ratio, as in SwiftUI.
  public let bounce: Double
  /// The way beyond the target as a fraction of the way to it: 0.046 for a bounce of 0.3.
  public let overshoot: Double
  /// How many swings there are from start to end, the way to the target included; 1...17.
  public let swings: Int
  /// The acceleration at a turning point for each unit of distance from the target, in the time of
  /// a swing: π² / (1-z²).
  let pull: Double

  /// The greatest bounce there is.
  public static let greatestBounce = 0.9

  /// Swings smaller than this fraction of the way are left out.
  public static let leastSwing = 0.005

  /// Creates the spring of a bounce, which is clamped to 0...0.9.
  public init(bounce: Double) {
    let bounce = bounce > 0 ? min(bounce, Spring.greatestBounce) : 0
    self.bounce = bounce
    let damping = 1 - bounce
    let rest = bounce * (2 - bounce)
    let share = rest > 0 ? (-Double.pi * damping / rest.squareRoot()).exponential : 0
    pull = rest > 0 ? Double.pi * Double.pi / rest : 0
    var (swings, swing) = (1, share)
    while swing >= Spring.leastSwing, swings < 32 {
      swing *= share
      swings += 1
    }
    self.swings = swings
    overshoot = swings > 1 ? share : 0
  }

  /// The law and its derivatives at `u` in 0...1.
  public func state(at u: Double) -> MotionState {
    let count = Double(swings)
    let swing = max(0, min(swings - 1, Int(max(0, min(1, u)) * count)))
    return swingLaw(swing).state(at: u * count - Double(swing), rate: count)
  }

  /// The extremes of the law, at the roots of its derivatives.
  ///
  /// The swings between the second and the last are smaller copies of the second.
  public var peaks: Peaks {
    var peaks = Peaks(restingAt: 0)
    for swing in [0, min(1, swings - 1), swings - 1] {
      peaks.formUnion(LegPiece(span: 1 / Double(swings), position: swingLaw(swing)).peaks)
    }
    return peaks
  }

  /// Swing `index` over the unit interval.
  ///
  /// By Hermite's basis of degree 5: of the distances still to go and of the accelerations.
  func swingLaw(_ index: Int) -> Polynomial {
    var start = 1.0
    for _ in 0..<index { start *= -overshoot }
    let end = index == swings - 1 ? 0 : -overshoot * start
    let (atStart, atEnd) = (index == 0 ? 0 : pull * start, pull * end)
    let way = start - end
    return Polynomial(
      SIMD8(
        1 - start, 0, atStart / 2, 10 * way - 1.5 * atStart + atEnd / 2,
        -15 * way + 1.5 * atStart - atEnd, 6 * way - (atStart - atEnd) / 2, 0, 0))
  }
}
