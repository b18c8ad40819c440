/// A stretch of the motion of one axis that follows a single formula.
///
/// Pieces are data: they say what is to happen, for those who judge or draw a motion and must not
/// trust the formulas of the plan they came from.
public struct MotionPiece: Equatable, Sendable {
  /// What the axis does over the piece, as a function of a parameter that goes from 0 to 1.
  public enum Formula: Equatable, Sendable {
    /// The position in degrees, as the coefficient of each power of the parameter, which is the
    /// fraction of the time that has passed; the coefficients above `degree` are 0.
    case polynomial(SIMD8<Double>, degree: Int)
    /// The time since the piece began in seconds, and the position in degrees, both cubics in the
    /// parameter, as the coefficient of each power; time does not decrease.
    case curve(time: SIMD4<Double>, position: SIMD4<Double>)
  }

  /// How long it lasts, in seconds; positive.
  public var length: Double
  /// What the axis does.
  public var formula: Formula

  /// Creates a piece of `length` seconds.
  @inlinable
  public init(length: Double, _ formula: Formula) {
    self.length = length
    self.formula = formula
  }

  /// Creates a piece at one speed: c0 + c1 w.
  @inlinable
  init(length: Double, _ c0: Double, _ c1: Double) {
    self.init(length: length, .polynomial(SIMD8(c0, c1, 0, 0, 0, 0, 0, 0), degree: 1))
  }

  /// Creates a piece of constant jerk: c0 + c1 w + c2 w² + c3 w³.
  @inlinable
  init(length: Double, _ c0: Double, _ c1: Double, _ c2: Double, _ c3: Double) {
    self.init(length: length, .polynomial(SIMD8(c0, c1, c2, c3, 0, 0, 0, 0), degree: 3))
  }

  /// Creates a piece of constant jerk: the coefficient of each power.
  @inlinable
  public init(length: Double, _ position: SIMD4<Double>) {
    let whole = SIMD8(lowHalf: position, highHalf: SIMD4(repeating: 0))
    self.init(length: length, .polynomial(whole, degree: 3))
  }
}
