import Vocabulary

/// The policy for a late step and the steps after it.
public struct LateRule: Equatable, Sendable {
  /// A policy for late steps.
  public typealias Policy = LatenessPolicy

  /// The policy.
  public var policy: Policy
  /// The allowed delay, in milliseconds; a delay that cannot be noticed is always allowed.
  public var allowance: Int32

  /// Creates a rule that allows `allowance` milliseconds.
  public init(_ policy: Policy, allowing allowance: Int32 = 0) {
    (self.policy, self.allowance) = (policy, allowance)
  }

  /// True if what follows keeps its time, however late the dock is.
  package var keepsTime: Bool { policy == .skip || policy == .catchUp }
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

  /// True if `step` waits for a time that it keeps, however late the show is: nothing waits for it.
  package func waitsInTime(_ step: Step) -> Bool {
    step.kind == .wait && lateRule(of: step).keepsTime
  }

  /// The index of `rule` in `lateRules`, to which it is added if need be; nil if they are full.
  package mutating func index(of rule: LateRule) -> UInt8? {
    if let index = lateRules.firstIndex(of: rule) { return UInt8(index) }
    guard lateRules.count < 256 else { return nil }
    lateRules.append(rule)
    return UInt8(lateRules.count - 1)
  }
}
