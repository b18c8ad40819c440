import Diagnosis
import Language
import Schedules

extension Scheduler {
  /// Changes a count of the show.
  mutating func perform(_ change: CountChangeStatement) throws(Halt) {
    guard let count = program.counts[change.id] else { return }
    let amount = try value(change.amount)
    let greatest = Double(Schedule.CountChange.greatest)
    guard amount == amount.rounded() else {
      throw halt(.countNotWhole(count.bound, at: span(of: change.amount)))
    }
    if change.isAbsolute, amount < 0 || amount > Double(count.bound) {
      let nearest = amount < 0 ? 0 : count.bound
      let text = program.sources.text(of: span(of: change.amount))
      let isWritten = literal(in: change.amount) != nil || change.amount.negated?.kind == .number
      let mended = isWritten ? "\(nearest)" : "clamp(\(text), 0, \(count.bound))"
      throw halt(.countBeyond(count.bound, mended, at: span(of: change.amount)))
    }
    guard abs(amount) <= greatest else {
      throw halt(.changeBeyond(count.bound, at: span(of: change.amount)))
    }
    try act(
      .count(
        Schedule.CountChange(
          count.name, Int(amount), isAbsolute: change.isAbsolute, bound: count.bound)))
  }
}

extension Diagnostic {
  fileprivate static func countNotWhole(_ bound: Int, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .notWhole, "a count changes by whole numbers", at: span,
      notes: ["this count goes from 0 to \(bound)"])
  }

  fileprivate static func countBeyond(
    _ bound: Int, _ mended: String, at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      .outOfRange, "this count goes from 0 to \(bound)", at: span,
      fixIts: [FixIt("write '\(mended)'", span, mended)])
  }

  /// Reports a change that is greater than any count.
  fileprivate static func changeBeyond(_ bound: Int, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .outOfRange,
      "a count changes by at most \(Schedule.CountChange.greatest) at a time", at: span,
      notes: ["this count goes from 0 to \(bound), and stays at an end that it reaches"])
  }
}
