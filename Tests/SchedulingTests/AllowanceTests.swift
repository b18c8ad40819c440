import Diagnosis
import Language
import Schedules
import Testing

/// No script can evaluate forever.
@Suite("What may be evaluated") struct AllowanceTests {
  /// Functions of which each calls the one before twice: number 60 takes 2^60 additions.
  private static let tower =
    "function f0(x: angle) = x + x\n"
    + (1...60).map { "function f\($0)(x: angle) = f\($0 - 1)(x) + f\($0 - 1)(x)\n" }.joined()
    + "function p0(x: pose) = pose(pan: x.pan + x.pan)\n"
    + (1...60).map {
      "function p\($0)(x: pose) = if p\($0 - 1)(x).pan > 0deg then p\($0 - 1)(x) else x\n"
    }.joined()
    + "gesture g(a: angle = f60(1deg)) { pan by a right }\n"

  @Test(
    "functions that call functions come to an end",
    arguments: [
      "let x = f60(1deg)", "pan to f60(1deg) right", "wait f60(1deg) / 1deg * 1s", "g()",
      "g(a: f60(1deg))", "move to p60(pose(pan: 1deg))", "let p = p60(pose(pan: 1deg))",
      "if f60(1deg) > 0deg { wait 1s }", "repeat floor(f60(1deg) / 1deg) { wait 1s }",
      "repeat while f60(1deg) > 0deg { wait 1s }", "for a in 0deg..f60(1deg) by 1deg { wait 1s }",
      "limit pan at f60(1deg) / 1s", "log f60(1deg)", "ramp pan to f60(1deg) / 1s over 1s",
      "every f60(1deg) / 1deg * 1s for 9s { wait 1s }",
      "test \"t\" { expect f60(1deg) > 0deg }",
    ])
  func towers(statement: String) {
    var budget = Budget()
    budget.evaluationSteps = 1000
    let found = Compiling(Self.tower + statement, budget: budget).codes
    #expect(found.filter { $0 != .unused } == [.stepBudget])
  }

  @Test(
    "operators count, ten for a statement",
    arguments: [
      "repeat 200 { let a = 1\(String(repeating: " + min(1, 2, 3, 4, 5, 6, 7)", count: 6)) }",
      "repeat 200 { let a = 1\(String(repeating: " + 1", count: 40)) }",
    ])
  func operators(script: String) {
    var budget = Budget()
    budget.evaluationSteps = 1000
    #expect(Compiling(script, budget: budget).codes == [.stepBudget])
    budget.evaluationSteps = 3000
    #expect(Compiling(script, budget: budget).codes == [])
  }

  @Test("a tenth is allowed from one event to the next")
  func decisions() {
    var budget = Budget()
    budget.evaluationSteps = 1000
    let loop = "repeat 200 { let a = 1deg }"
    #expect(Compiling(loop, budget: budget).codes == [])
    #expect(Compiling("wait for tap\n\(loop)", budget: budget).codes == [.stepBudget])
    #expect(
      Compiling("on tap { \(loop) }\nwait 1s", budget: budget).codes == [.stepBudget])
    budget.evaluationSteps = 10_000
    #expect(Compiling("wait for tap\n\(loop)", budget: budget).codes == [])
  }
}
