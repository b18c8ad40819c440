import Vocabulary

/// The formula of each easing without numbers: its state, its peaks, and its pieces.
extension EasingCurve {
  /// The law and its three derivatives at `u`, which lies in 0...1.
  @inlinable
  func state(at u: Double) -> MotionState {
    switch self {
    case .smooth: MotionLaw.smooth(u)
    case .easeIn: MotionLaw.easeIn(u)
    case .easeOut: MotionLaw.mirrored(MotionLaw.easeIn(1 - u))
    case .easeInOut: MotionLaw.easeInOut(u)
    case .anticipate: MotionLaw.anticipate(u)
    case .linear: u <= 0.5 ? MotionLaw.linear(u) : MotionLaw.mirrored(MotionLaw.linear(1 - u))
    }
  }

  /// The extremes of the law.
  @inlinable
  var peaks: Peaks {
    switch self {
    case .smooth: Peaks(speed: 1.875, acceleration: 10 / 3.0.squareRoot(), jerk: 60)
    case .easeIn, .easeOut:
      Peaks(speed: 1296 / 625.0, acceleration: 1.08 + 2.88 * 6.0.squareRoot(), jerk: 120)
    case .easeInOut: Peaks(speed: 2.1875, acceleration: 16.8 / 5.0.squareRoot(), jerk: 52.5)
    case .anticipate:
      Peaks(
        speed: 80 / 27.0, acceleration: 13.868593141794067, jerk: 240, lower: -29 / 243.0, upper: 1)
    case .linear: Peaks(speed: 10 / 9.0, acceleration: 50 / 3.0, jerk: 2000 / 3.0)
    }
  }

  /// Hands each polynomial of the law to `take`, in order, with its degree and its share of the
  /// time; nothing is allocated.
  ///
  /// The coefficients are those of the powers of the fraction of the piece's time that has passed.
  func forEachPiece(
    _ take: (_ law: SIMD8<Double>, _ degree: Int, _ share: Double) -> Void
  ) {
    switch self {
    case .smooth: take(SIMD8(0, 0, 0, 10, -15, 6, 0, 0), 5, 1)
    case .easeIn: take(SIMD8(0, 0, 0, 0, 15, -24, 10, 0), 6, 1)
    case .easeOut: take(SIMD8(0, 0, 0, 20, -45, 36, -10, 0), 6, 1)
    case .easeInOut: take(SIMD8(0, 0, 0, 0, 35, -84, 70, -20), 7, 1)
    case .anticipate: take(SIMD8(0, 0, 0, -20, 75, -84, 30, 0), 6, 1)
    case .linear:
      take(SIMD8(0, 0, 0, 2, -1, 0, 0, 0) / 18, 4, 0.1)
      take(SIMD8(1, 16, 0, 0, 0, 0, 0, 0) / 18, 1, 0.8)
      take(SIMD8(17, 2, 0, -2, 1, 0, 0, 0) / 18, 4, 0.1)
    }
  }
}

extension Peaks {
  /// Creates the peaks of a law that goes from 0 to 1 and never beyond.
  @inlinable
  init(speed: Double, acceleration: Double, jerk: Double) {
    self.init(speed: speed, acceleration: acceleration, jerk: jerk, lower: 0, upper: 1)
  }
}

// MARK: - The formulas

extension MotionLaw {
  /// Minimum jerk: s' = 30 u² (1-u)².
  ///
  /// s' peaks at 1/2 (1.875); s'' = 60 u (1-u) (1-2u) where u (1-u) = 1/6 (10/√3); s''' at the
  /// ends.
  @inlinable
  static func smooth(_ u: Double) -> MotionState {
    let w = u * (1 - u)
    return MotionState(
      position: u * u * u * (10 + u * (-15 + 6 * u)), velocity: 30 * w * w,
      acceleration: 60 * w * (1 - 2 * u), jerk: 60 * (1 - 6 * w))
  }

  /// Speed late: s' = 60 u³ (1-u)², the Beta(4, 3) distribution.
  ///
  /// s' peaks at 3/5 (1296/625); s'' = 60 u² (1-u) (3-5u) at (6+√6)/10, where it is -(1.08 +
  /// 2.88√6); s''' = 120 u (3 - 12u + 10u²) at 1 (120), beyond its turns at (4±√6)/10.
  @inlinable
  static func easeIn(_ u: Double) -> MotionState {
    let square = u * u
    let rest = 1 - u
    return MotionState(
      position: square * square * (15 + u * (-24 + 10 * u)),
      velocity: 60 * square * u * rest * rest,
      acceleration: 60 * square * rest * (3 - 5 * u),
      jerk: 120 * u * (3 + u * (-12 + 10 * u)))
  }

  /// Speed in the middle, higher than `smooth`: s' = 140 u³ (1-u)³.
  ///
  /// With w = u (1-u): s' peaks at w = 1/4 (2.1875); s'' = 420 w² (1-2u) at w = 1/5 (16.8/√5);
  /// s''' = 840 w (1-5w) at w = 1/4 (-52.5), beyond its turn at w = 1/10 (42).
  @inlinable
  static func easeInOut(_ u: Double) -> MotionState {
    let w = u * (1 - u)
    return MotionState(
      position: u * u * u * u * (35 + u * (-84 + u * (70 - 20 * u))), velocity: 140 * w * w * w,
      acceleration: 420 * w * w * (1 - 2 * u), jerk: 840 * w * (1 - 5 * w))
  }

  /// Back first, then forward: s' = 60 u² (1-u)² (3u-1), which is 0 at 1/3.
  ///
  /// It draws back by 29/243 of the way. s' peaks at 2/3 (80/27); s'' = 60 u (1-u) (2-3u) (5u-1) at
  /// the greatest root of s''' = 120 (30u³ - 42u² + 15u - 1), u = 0.868468777732674 (-13.8686);
  /// s''' at 1 (240), beyond its turns at (14±√46)/30.
  @inlinable
  static func anticipate(_ u: Double) -> MotionState {
    let rest = 1 - u
    return MotionState(
      position: u * u * u * (-20 + u * (75 + u * (-84 + 30 * u))),
      velocity: 60 * u * u * rest * rest * (3 * u - 1),
      acceleration: 60 * u * rest * (2 - 3 * u) * (5 * u - 1),
      jerk: 120 * (-1 + u * (15 + u * (-42 + 30 * u))))
  }

  /// Constant speed F between ends of c = 1/10, over which it rises as 3w² - 2w³ with w = u/c.
  ///
  /// Each end covers F c/2, so F (1-c) = 1 and F = 10/9; s'' = 6F/c w (1-w) peaks at 1/2 (1.5 F/c =
  /// 50/3); s''' = 6F/c² (1-2w) at the ends (6F/c² = 2000/3).
  @inlinable
  static func linear(_ u: Double) -> MotionState {
    let (c, speed) = (0.1, 10 / 9.0)
    guard u < c else { return MotionState(position: speed * (u - c / 2), velocity: speed) }
    let w = u / c
    return MotionState(
      position: speed * c * w * w * w * (1 - w / 2), velocity: speed * w * w * (3 - 2 * w),
      acceleration: 6 * speed / c * w * (1 - w), jerk: 6 * speed / (c * c) * (1 - 2 * w))
  }

  /// The state of the law that runs the other way, turned about the middle.
  @inlinable
  static func mirrored(_ state: MotionState) -> MotionState {
    MotionState(
      position: 1 - state.position, velocity: state.velocity, acceleration: -state.acceleration,
      jerk: state.jerk)
  }
}
