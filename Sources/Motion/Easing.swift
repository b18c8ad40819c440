import Vocabulary

/// How a move is spread over its time.
///
/// The curves are time laws s(u) over the unit interval; see `MotionLaw`.
public enum Easing: Hashable, Sendable {
  /// The quickest jerk-limited motion within the limits, stretched evenly where more time is given.
  case plain
  /// A curve without numbers; `CurveLaw.swift` has the formulas.
  case curve(EasingCurve)
  /// A CSS cubic Bézier with control points (x1, y1) and (x2, y2); x1 and x2 in 0...1.
  case bezier(x1: Double, y1: Double, x2: Double, y2: Double)
  /// A damped spring with a bounce of 0...0.9; see `Spring`.
  case spring(bounce: Double)

  /// The word for it; nil of `plain`, for which scripts write none.
  public var name: EasingName? {
    switch self {
    case .plain: nil
    case .curve(let curve): .curve(curve)
    case .bezier: .bezier
    case .spring: .spring
    }
  }

  /// True of `plain`.
  @inlinable
  public var isPlain: Bool {
    if case .plain = self { true } else { false }
  }

  /// The bounce of a spring that names none.
  public static let usualBounce = 0.3
}
