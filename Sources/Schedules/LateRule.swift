import Vocabulary

/// What becomes of a step that is late, and of those behind it.
public struct LateRule: Equatable, Sendable {
  /// What can be done about lateness.
  public typealias Policy = LatenessPolicy

  /// What is done.
  public var policy: Policy
  /// How much lateness is put up with before, in milliseconds; what nobody notices always is.
  public var allowance: Int32

  /// Creates a rule that puts up with `allowance` milliseconds.
  public init(_ policy: Policy, allowing allowance: Int32 = 0) {
    (self.policy, self.allowance) = (policy, allowance)
  }
}

extension Step.Kind {
  /// True if it turns motors.
  package var movesMotors: Bool {
    switch self {
    case .move, .through, .ramp, .animate, .cut, .warp: true
    case .take, .giveBack, .wait, .limit, .tracking, .action: false
    }
  }

  /// True if it may be left out, and nothing that follows is otherwise for it.
  public var mayBeSkipped: Bool { self == .action }
}

extension Schedule {
  /// The rule of `step` for being late.
  public func lateRule(of step: Step) -> LateRule {
    let index = Int(step.lateRule)
    return index < lateRules.count ? lateRules[index] : lateRules[0]
  }

  /// The index of `rule` in `lateRules`, to which it is added if need be; nil if they are full.
  package mutating func index(of rule: LateRule) -> UInt8? {
    if let index = lateRules.firstIndex(of: rule) { return UInt8(index) }
    guard lateRules.count < 256 else { return nil }
    lateRules.append(rule)
    return UInt8(lateRules.count - 1)
  }
}
