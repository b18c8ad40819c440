import Diagnosis
import Language
import Printing
import Quantities

extension Diagnostic {
  /// A number that must lie in `range`, whose ends are written in `unit`.
  static func outsideScene(
    _ what: String, _ range: String, at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(.outOfRange, "\(what) lies out of range", at: span, notes: ["it goes \(range)"])
  }

  /// A time before the beginning, or a length of none.
  static func timeInScene(_ what: String, allowsZero: Bool, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .notPositive, "\(what) must \(allowsZero ? "not be less" : "be more") than zero", at: span,
      notes: [allowsZero ? "a run begins at 0s" : "everything takes some time"])
  }

  /// A number that counts, and is none that one could count to.
  static func notWholeInScene(_ what: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .notWhole, "\(what) is a whole number", at: span,
      notes: ["buttons are counted from 1, seeds from 0"])
  }

  /// Something that does not make sense at its time.
  ///
  /// - Parameter advice: what may be meant; nil if that is not known.
  static func outOfOrder(
    _ what: String, at time: Int, _ span: SourceSpan, advice: String? = nil
  ) -> Diagnostic {
    Diagnostic(
      .outOfOrder, what, at: span,
      notes: [
        "what happens must make sense in the order of its times; this is at \(text(time))"
      ] + (advice.map { [$0] } ?? []))
  }

  /// More happens than there is room for.
  static func sceneTooLong(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .tooManySteps, "more than \(Scene.limit) things happen in the scene", at: span,
      notes: ["nothing behind this place was looked at"])
  }

  /// A time in nanoseconds, in seconds.
  private static func text(_ time: Int) -> String {
    var text = TextBuffer()
    text.write(thousandths: Nanoseconds(time).wholeMilliseconds)
    return text.text + "s"
  }
}
