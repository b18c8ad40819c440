/// How a move is spread over its time.
///
/// The curves are time laws s(u) over the unit interval; see `TimeLaw`.
public enum Easing: Hashable, Sendable {
  /// The quickest jerk-limited motion within the limits, stretched evenly where more time is given.
  case plain
  /// Constant speed between two short smooth ends.
  case linear
  /// The peak of speed late.
  case easeIn
  /// The peak of speed early.
  case easeOut
  /// The peak of speed in the middle, higher than `smooth`.
  case easeInOut
  /// Minimum jerk (Flash and Hogan, 1985): 10u³ - 15u⁴ + 6u⁵.
  case smooth
  /// A CSS cubic Bézier with control points (x1, y1) and (x2, y2); x1 and x2 in 0...1.
  case bezier(x1: Double, y1: Double, x2: Double, y2: Double)
  /// A damped spring with a bounce of 0...0.9; see `Spring`.
  case spring(bounce: Double)

  /// True of `plain`.
  @inlinable
  public var isPlain: Bool {
    if case .plain = self { true } else { false }
  }

  /// The bounce of a spring that names none.
  public static let usualBounce = 0.3
}
