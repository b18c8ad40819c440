/// A kind of diagnostic: its number, and its page.
///
/// Each code is declared in the file of its family, with its page, and listed in the array of that
/// file. Numbers are stable and never reused: 01xx text, 02xx grammar, 03xx names, 04xx dimensions,
/// 05xx files, 06xx evaluation, 07xx motion, 09xx tests, 10xx schedule files, 11xx playback, 12xx
/// several things at once, 13xx scenes, 14xx the phone, 15xx
/// profiles. D0801 was given once and is not free.
public struct DiagnosticCode: Sendable {
  /// The number, which identifies the code.
  public let rawValue: Int
  /// The severity of a diagnostic of this code, unless the diagnostic gives another.
  public let severity: Diagnostic.Severity
  /// What is wrong, in a few words; no two codes share a title.
  public let title: String
  /// Why it is wrong and what to do about it, in plain sentences.
  public let explanation: String
  /// A small script that shows this diagnostic; nil where no single script can.
  ///
  /// It is called `example.dock`; beside it lies a file `gestures.dock` that declares `nod`.
  public let wrong: String?
  /// The same script as it should be.
  public let right: String?
  /// The name of the dock for which `wrong` is wrong.
  public let exampleModel: String

  init(
    _ number: Int, as severity: Diagnostic.Severity = .error, _ title: String,
    _ explanation: String, wrong: String? = nil, right: String? = nil, model: String = "stand"
  ) {
    rawValue = number
    self.severity = severity
    self.title = title
    self.explanation = explanation
    self.wrong = wrong
    self.right = right
    exampleModel = model
  }

  /// The code as people see it: `D0109`.
  public var name: String {
    let digits = String(rawValue)
    return "D" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  /// The code called `name` (`D0109`, `d109`, `109`), or nil.
  public static func named(_ name: String) -> DiagnosticCode? {
    let digits = name.drop { $0 == "D" || $0 == "d" }
    return Int(digits).flatMap { number in allCases.first { $0.rawValue == number } }
  }
}

extension DiagnosticCode: CaseIterable {
  /// Every code, by number.
  public static let allCases: [DiagnosticCode] =
    [
      text, grammar, handlers, names, dimensions, files, evaluation, motion, running, concurrency,
      scenes, phone, profiles,
    ].flatMap(\.self).sorted { $0.rawValue < $1.rawValue }
}

extension DiagnosticCode: Hashable {
  /// True if both are the same code.
  public static func == (one: DiagnosticCode, other: DiagnosticCode) -> Bool {
    one.rawValue == other.rawValue
  }

  /// Hashes the number.
  public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
}

extension DiagnosticCode: CustomStringConvertible {
  /// The code and its title, for tests and debuggers.
  public var description: String { "\(name) (\(title))" }
}
