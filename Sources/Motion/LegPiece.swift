/// A stretch of time over which the position is one polynomial of degree 5, as where the same legs
/// are in progress.
struct LegPiece {
  /// How long it lasts, in seconds.
  let span: Double
  /// The position over the unit interval that stands for `span`, in degrees.
  private(set) var position: Polynomial

  init(span: Double, origin: Double) {
    self.init(span: span, position: Polynomial(origin, 0, 0))
  }

  init(span: Double, position: Polynomial) {
    self.span = span
    self.position = position
  }

  /// Adds the part of a leg over `delta` degrees that begins at `phase` of it and is `share` of it
  /// long.
  ///
  /// The coefficients are the Taylor series of s = 10u³ - 15u⁴ + 6u⁵ about `phase`.
  mutating func add(delta: Double, phase u: Double, share q: Double) {
    guard delta != 0 else { return }
    let state = MotionLaw.smooth(u)
    let fourth = 15 * (2 * u - 1)
    let taylor = SIMD8(
      state.position, state.velocity, state.acceleration / 2, state.jerk / 6, fourth, 6, 0, 0)
    let (q2, q3) = (q * q, q * q * q)
    let powers = SIMD8(1, q, q2, q3, q2 * q2, q2 * q3, 0, 0)
    position.coefficients += delta * (taylor * powers)
  }

  /// The extremes, each at an end or where the next derivative changes sign.
  var peaks: Peaks {
    var (peaks, speedTurns) = rates
    let positions = position.range(
      turningAt: position.derivative.signChanges(between: speedTurns))
    (peaks.lower, peaks.upper) = (positions.lower, positions.upper)
    return peaks
  }

  /// The extremes of the derivatives alone, and where the speed turns.
  var rates: (peaks: Peaks, speedTurns: Polynomial.Points) {
    let velocity = position.derivative
    let acceleration = velocity.derivative
    let jerk = acceleration.derivative
    let jerkTurns = jerk.derivative.signChanges(between: Polynomial.Points())
    let accelerationTurns = jerk.signChanges(between: jerkTurns)
    let speedTurns = acceleration.signChanges(between: accelerationTurns)
    var peaks = Peaks(restingAt: position.coefficients[0])
    peaks.speed = LegPiece.size(velocity, speedTurns) / span
    peaks.acceleration = LegPiece.size(acceleration, accelerationTurns) / (span * span)
    peaks.jerk = LegPiece.size(jerk, jerkTurns) / (span * span * span)
    return (peaks, speedTurns)
  }

  private static func size(_ polynomial: Polynomial, _ turns: Polynomial.Points) -> Double {
    let range = polynomial.range(turningAt: turns)
    return max(-range.lower, range.upper)
  }
}
