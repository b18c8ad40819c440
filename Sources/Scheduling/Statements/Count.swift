import Diagnosis
import Language
import Schedules

extension Scheduler {
  /// Changes a count of the show.
  mutating func perform(_ change: CountChangeStatement) throws(Halt) {
    guard let count = program.counts[change.id] else { return }
    let amount = try value(change.amount)
    let greatest = Double(Schedule.CountChange.greatest)
    guard amount == amount.rounded(), abs(amount) <= greatest else {
      throw halt(.countNotWhole(amount, at: span(of: change.amount)))
    }
    if change.isAbsolute, amount < 0 || amount > Double(count.bound) {
      throw halt(.countBeyond(count.bound, at: span(of: change.amount)))
    }
    try act(
      .count(
        Schedule.CountChange(
          count.name, Int(amount), isAbsolute: change.isAbsolute, bound: count.bound)))
  }
}

extension Diagnostic {
  fileprivate static func countNotWhole(_ amount: Double, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .notWhole, "a count changes by whole numbers", at: span,
      notes: ["it goes from 0 to \(Schedule.CountChange.greatest)"])
  }

  fileprivate static func countBeyond(_ bound: Int, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .outOfRange, "this count goes from 0 to \(bound)", at: span,
      fixIts: [FixIt("write '\(bound)'", span, "\(bound)")])
  }
}
