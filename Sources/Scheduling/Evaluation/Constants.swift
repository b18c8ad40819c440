import Diagnosis
import Hardware
import Language
import Schedules

/// Expressions that depend on nothing but numbers and chance, as those of scenes do, to values.
package struct Constants: ~Copyable {
  private var evaluator: Evaluator

  /// Creates the reader of the expressions of `program`, whose random numbers begin with `seed`.
  package init(_ program: CheckedProgram, seed: UInt64) {
    evaluator = Evaluator(program, seed: seed, within: Allowance(Budget().evaluationSteps))
  }

  /// Restarts the random numbers.
  package mutating func begin(seed: UInt64) { evaluator.random = SplitMix64(seed: seed) }

  /// The value of `node` in degrees, seconds, metres; nil if it has none, which is reported.
  package mutating func value(
    of node: ExpressionView, reporting diagnostics: inout Diagnostics
  ) -> Double? {
    evaluator.allowance = Allowance(Budget().evaluationSteps)
    let value = evaluator.value(node)
    if evaluator.failure == nil, !value.isFinite {
      evaluator.fail(.notFinite, "the value is too large", node)
    }
    guard let failure = evaluator.failure else { return value }
    evaluator.failure = nil
    let span = evaluator.program.program.span(of: failure.node)
    if failure.code == .stepBudget {
      diagnostics.report(.stepBudget(evaluator.allowance, at: span))
      return nil
    }
    diagnostics.report(.evaluation(failure, isMember: false, at: span))
    return nil
  }
}
