/// The easings without numbers.
///
/// `Motion` has the formula of each, in `CurveLaw.swift`.
public enum EasingCurve: String, CaseIterable, Hashable, Sendable {
  case linear
  case easeIn = "ease_in"
  case easeOut = "ease_out"
  case easeInOut = "ease_in_out"
  case smooth
  case anticipate
}

/// What may follow `easing`: the curve by which a move spends its time.
public enum EasingName: Term {
  case curve(EasingCurve)
  case spring
  case bezier

  /// The numbers in brackets after an easing.
  public enum Numbers: Sendable {
    case none, optional, required
  }

  /// What the table says about the easing.
  public var entry: TermEntry {
    switch self {
    case .curve(.linear):
      TermEntry(
        help: "an even pace, with short smooth ends",
        .init(
          "none constant lerp steady uniform const flat straight", "an even pace is 'linear'"))
    case .curve(.easeIn):
      TermEntry(
        help: "a slow start, the greatest speed late",
        .init(
          "easein in easeinquad easeincubic easeinsine accelerate accel slowin quadin",
          "a slow start is 'ease_in'"))
    case .curve(.easeOut):
      TermEntry(
        help: "the greatest speed early, a slow end",
        .init(
          "easeout out easeoutquad easeoutcubic easeoutsine decelerate decel slowout quadout",
          "a slow end is 'ease_out'"))
    case .curve(.easeInOut):
      TermEntry(
        help: "slow ends, quick in the middle",
        .init(
          "easeinout inout ease easeinoutquad easeinoutcubic easeinoutsine easeboth scurve",
          "a slow start and end is 'ease_in_out'"))
    case .curve(.smooth):
      TermEntry(
        help: "the least jerk",
        .init(
          "smoothstep smootherstep minjerk minimumjerk sine sin soft gentle natural quintic "
            + "sigmoid",
          "'smooth' has the least jerk"))
    case .curve(.anticipate):
      TermEntry(
        help: "draws back a little, then goes",
        .init("inback easeinback backin windup pullback", "a start that draws back is 'anticipate'")
      )
    case .spring:
      TermEntry(
        form: "[(BOUNCE)]", help: "swings past its target and back",
        example: "tilt to 10deg up over 2s easing spring(0.5)")
    case .bezier:
      TermEntry(
        form: "(X1, Y1, X2, Y2)", help: "a CSS curve of your own",
        example: "pan to 30deg right over 2s easing bezier(0.4, 0, 0.2, 1)",
        .init(
          "cubic cubicbezier spline curve custom timingcurve",
          "your own curve is 'bezier(x1, y1, x2, y2)'"))
    }
  }

  /// The numbers that scripts write after it; schedules always write them.
  public var numbers: Numbers {
    switch self {
    case .curve: .none
    case .spring: .optional
    case .bezier: .required
    }
  }
}

extension EasingName {
  /// Every easing, in the order of the grammar.
  public static let allCases: [EasingName] =
    EasingCurve.allCases.map(EasingName.curve) + [.spring, .bezier]

  /// The word as it is written.
  public var rawValue: String {
    switch self {
    case .curve(let curve): curve.rawValue
    case .spring: "spring"
    case .bezier: "bezier"
    }
  }

  /// Creates the easing that is written `rawValue`, or nil.
  public init?(rawValue: String) {
    guard let name = EasingName.allCases.first(where: { $0.rawValue == rawValue }) else {
      return nil
    }
    self = name
  }
}
