import Vocabulary

extension Easing {
  /// The time law; nil for `plain`, whose shape depends on the limits.
  @inlinable
  public var law: MotionLaw? {
    switch self {
    case .plain: nil
    case .curve(let curve): .curve(curve)
    case .bezier(let x1, let y1, let x2, let y2):
      .bezier(CubicBezier(x1: x1, y1: y1, x2: x2, y2: y2))
    case .spring(let bounce): .spring(Spring(bounce: bounce))
    }
  }

  /// True if a move by it begins at rest; one that does not would need infinite acceleration.
  public var startsAtRest: Bool {
    guard case .bezier(let curve)? = law else { return true }
    return curve.startsAtRest
  }

  /// True if a move by it ends at rest; one that does not would need infinite acceleration.
  public var endsAtRest: Bool {
    guard case .bezier(let curve)? = law else { return true }
    return curve.endsAtRest
  }

  /// The shortest length of a move over `distance` degrees within `limits`, in seconds.
  ///
  /// Infinite if it cannot be done in any time; see `MotionLaw.minimumLength`.
  @inlinable
  public func minimumLength(of distance: Double, within limits: AxisLimits) -> Double {
    guard let law else { return RestToRest.minimumLength(of: distance, within: limits) }
    return law.minimumLength(of: distance, within: limits)
  }
}
