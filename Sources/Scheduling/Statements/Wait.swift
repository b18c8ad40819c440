import Diagnosis
import Hardware
import Language
import Motion

extension Scheduler {
  /// Carries out `wait`.
  mutating func perform(_ wait: WaitStatement) throws(Halt) {
    let first = wait.length
    var seconds = try time(first, what: "a wait", allowsZero: true)
    if let second = wait.greatest {
      let most = try time(second, what: "a wait", allowsZero: true)
      // The length is between the two all the same, and what follows is looked at, too.
      if most < seconds, isNew(.outOfRange) {
        report(.emptyRange(at: span(of: first).union(span(of: second)), swap: swap(first, second)))
      }
      seconds += (most - seconds) * evaluator.random.unit()
    }
    try hold(spend(seconds))
  }
}
