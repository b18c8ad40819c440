import Diagnosis
import Quantities
import Vocabulary

extension Diagnostic {
  static func profileLineGoesOn(_ text: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .profileForm, "unexpected '\(text)' behind the value", at: span,
      notes: ["a line of a profile says one thing; a comment begins with '#'"])
  }

  static func noProfileLine(_ text: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .profileLine, "a line of a profile begins with a word, not with '\(text)'", at: span,
      notes: [profileHint])
  }

  static func unknownProfileLine(
    _ word: String, among known: [String], at span: SourceSpan
  ) -> Diagnostic {
    let near = Suggestion.nearest(to: word, in: known)
    return Diagnostic(
      .profileLine, "no line of a profile begins with '\(word)'", at: span,
      label: near.map { "did you mean '\($0)'?" } ?? "", notes: near == nil ? [profileHint] : [],
      fixIts: near.map { [FixIt("write '\($0)'", span, $0)] } ?? [])
  }

  static func unknownProfilePart(
    _ word: String?, among lines: [String], _ parts: [String], at span: SourceSpan
  ) -> Diagnostic {
    let near = word.flatMap { Suggestion.nearest(to: $0, in: parts) }
    let known = lines.map { "'\($0)'" }.joined(separator: " and ")
    return Diagnostic(
      .profileLine, "expected \(parts.map { "'\($0)'" }.joined(separator: " or "))", at: span,
      label: near.map { "did you mean '\($0)'?" } ?? "", notes: ["there are \(known)"],
      fixIts: near.map { [FixIt("write '\($0)'", span, $0)] } ?? [])
  }

  static func noProfileName(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .profileName, "expected the name of the dock", at: span,
      notes: ["write a word, as in 'profile desk'"])
  }

  static func repeatedProfileLine(
    _ words: String, first: SourceSpan?, at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      .repeatedProfileLine, "'\(words)' stands here twice", at: span,
      labels: first.map { [Label($0, "it stands here first")] } ?? [],
      notes: ["remove one of the two lines"])
  }

  static func unknownProfileWord(
    _ word: String?, of line: String, among known: [String], at span: SourceSpan
  ) -> Diagnostic {
    let near = word.flatMap { Suggestion.nearest(to: $0, in: known) }
    return Diagnostic(
      .profileForm, word.map { "there is no \(line) '\($0)'" } ?? "expected the name of a \(line)",
      at: span, label: near.map { "did you mean '\($0)'?" } ?? "",
      notes: near == nil ? ["the names are \(known.joined(separator: ", "))"] : [],
      fixIts: near.map { [FixIt("write '\($0)'", span, $0)] } ?? [])
  }

  static func noProfileValue(
    _ quantity: ProfileQuantity, _ bounds: ClosedRange<Double>, _ word: String?, _ found: String?,
    _ line: String, at span: SourceSpan
  ) -> Diagnostic {
    let least = example(of: quantity, in: bounds)
    return Diagnostic(
      .profileForm, "expected \(quantity.dimension.name)\(found.map { ", found '\($0)'" } ?? "")",
      at: span,
      notes: ["as in '\(line) \(least)'" + (word.map { ", or '\(line) \($0)'" } ?? "")])
  }

  static func wrongProfileValue(
    _ quantity: ProfileQuantity, _ found: Dimension?, _ line: String, _ text: String,
    at span: SourceSpan
  ) -> Diagnostic {
    guard let found else {
      return Diagnostic(
        .profileForm, "'\(text)' has no unit", at: span,
        fixIts: [FixIt("write '\(text)\(quantity.unit)'", span, text + quantity.unit)])
    }
    return Diagnostic(
      .profileForm, "'\(line)' is \(quantity.dimension.name), and this is \(found.name)",
      at: span,
      notes: [quantity == .number ? "write it without a unit" : "its unit is '\(quantity.unit)'"])
  }

  static func profileValueBeyond(
    _ quantity: ProfileQuantity, _ bounds: ClosedRange<Double>, _ line: String,
    at span: SourceSpan
  ) -> Diagnostic {
    let (least, most) = (written(bounds.lowerBound, quantity), written(bounds.upperBound, quantity))
    return Diagnostic(
      .profileValue, "no dock has this '\(line)'", at: span,
      notes: [
        "it is \(quantity == .number ? "a whole number " : "")from \(least) to \(most)"
      ])
  }

  static func noProfileRange(_ axis: UInt8, _ line: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .profileForm, "expected '..' and the other end of the range", at: span,
      notes: [rangeHint(axis, line)])
  }

  static func noProfilePosition(
    _ axis: UInt8, _ found: String?, _ line: String, at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      .profileForm, "expected an angle\(found.map { ", found '\($0)'" } ?? "")", at: span,
      notes: [rangeHint(axis, line)])
  }

  static func emptyProfileRange(
    _ axis: UInt8, _ lower: Double, _ upper: Double, _ line: String, at span: SourceSpan
  ) -> Diagnostic {
    if lower > upper, upper <= 0, lower >= 0 {
      let turned =
        "\(position(upper, ofAxis: axis)) .. \(position(lower, ofAxis: axis))"
      return Diagnostic(
        .profileValue, "the range begins at its greater end", at: span,
        notes: [
          "the end towards '\(Direction(ofAxis: axis, isNegative: true).spelling)' comes first"
        ],
        fixIts: [FixIt("write '\(turned)'", span, turned)])
    }
    return Diagnostic(
      .profileValue,
      lower == upper ? "the range is empty" : "the range does not contain 0deg, which is home",
      at: span, notes: [rangeHint(axis, line)])
  }

  private static let profileHint =
    "'dock profile new' prints all the lines that a profile may have"

  private static func rangeHint(_ axis: UInt8, _ line: String) -> String {
    "as in '\(line) \(position(-40, ofAxis: axis)) .. \(position(40, ofAxis: axis))', "
      + "'\(line) endless' or '\(line) none'"
  }

  private static func example(
    of quantity: ProfileQuantity, in bounds: ClosedRange<Double>
  ) -> String {
    let round = [90.0, 720, 10, 2, 1, 0.05].first(where: bounds.contains) ?? bounds.lowerBound
    return written(round, quantity)
  }
}

/// `value` as a profile has it, with its unit.
package func written(_ value: Double, _ quantity: ProfileQuantity) -> String {
  let isWhole = value == value.rounded() && abs(value) < 1e15
  let text = isWhole ? "\(Int(value))" : "\(value)"
  // What was measured in radians is written so, if that is shorter and the same to the last bit.
  let radians = Thousandths.nearest(to: value / Unit.rad.inBase(1))
  if quantity.unit.hasPrefix("deg"), "\(radians)".count < text.count,
    Unit.rad.inBase(radians) == value
  {
    return "\(radians)rad" + quantity.unit.dropFirst(3)
  }
  return text + quantity.unit
}

/// The position `value`, in degrees, with the word for its direction.
package func position(_ value: Double, ofAxis axis: UInt8) -> String {
  let text = written(abs(value), .angle)
  return value == 0
    ? text : "\(text) \(Direction(ofAxis: axis, isNegative: value < 0).spelling)"
}
