import Diagnosis
import Language
import Testing

/// A script that is wrong, and the one diagnostic that must say so.
struct BadScript: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let code: DiagnosticCode?
  let bytes: [UInt8]

  /// A script in which nothing but `code` is found; nil if nothing at all is.
  init(_ name: String, _ code: DiagnosticCode?, _ text: String) {
    self.init(name, code, bytes: [UInt8](text.utf8))
  }

  init(_ name: String, _ code: DiagnosticCode?, bytes: [UInt8]) {
    testDescription = name
    self.code = code
    self.bytes = bytes
  }

  static let all = texts + numbers + meanings + unterminated + nested + bottomless

  /// Odd but harmless texts, and texts that hide something.
  static let texts = [
    BadScript("empty", nil, ""),
    BadScript("only comments", nil, "# a\n# b"),
    BadScript("no final newline", nil, "wait 1s"),
    BadScript("CRLF", nil, "repeat 2 {\r\n  wait 1s\r\n}\r\n"),
    BadScript("tabs", nil, "\twait\t1s\n"),
    BadScript("byte order mark", nil, bytes: [0xEF, 0xBB, 0xBF] + Array("wait 1s\n".utf8)),
    BadScript("NUL", .controlCharacter, bytes: Array("wait 1s".utf8) + [0] + Array("\n".utf8)),
    BadScript("invalid UTF-8", .invalidUTF8, bytes: Array("# ".utf8) + [0xFF, 0xFE, 0x0A]),
    BadScript("cut off UTF-8", .invalidUTF8, bytes: Array("# ".utf8) + [0xE2, 0x82]),
    BadScript("escape in a string", .controlCharacter, "log \"a\u{1B}[31mb\"\n"),
    BadScript("escape in a name", .controlCharacter, "let re\u{1B}d = 1\n"),
    BadScript("bidi in a string", .bidirectionalControl, "log \"a\u{202E}b\"\n"),
    BadScript("bidi in a name", .bidirectionalControl, "let a\u{202E}b = 1\n"),
    BadScript("bidi in a comment", .bidirectionalControl, "# \u{2066}\nwait 1s\n"),
  ]

  static let numbers = [
    BadScript("400 digits", .numberTooLarge, "wait \(String(repeating: "9", count: 400))s\n"),
    BadScript("400 decimals", nil, "wait 0.\(String(repeating: "9", count: 400))s\n"),
    BadScript("1e999", .numberTooLarge, "wait 1e999s\n"),
    BadScript("nan", .unknownName, "wait nan\n"),
    BadScript("inf", .expectedToken, "wait inf\n"),
    BadScript("negative wait", .notPositive, "wait -1s\n"),
    BadScript("zero move", .notPositive, "pan to 10deg right over 0s\n"),
    BadScript("negative move", .notPositive, "pan to 10deg right over -1s\n"),
    BadScript("negative speed", .notPositive, "pan to 10deg right at -1deg/s\n"),
    BadScript("division by zero", .divisionByZero, "wait 1s / 0\n"),
    BadScript("division by nothing left", .divisionByZero, "let a = 2\nwait 1s / (a - 2)\n"),
    BadScript("remainder by zero", .divisionByZero, "let x = 5 % 0\n"),
    BadScript("root of a negative", .outOfRange, "wait sqrt(-1) * 1s\n"),
    BadScript("half a turn", .notWhole, "repeat 1.5 { wait 1s }\n"),
  ]

  static let meanings =
    ["+", "-", "==", "<", ">", "<=", ">=", "!=", "%"].map {
      BadScript("angle \($0) time", .incompatibleOperands, "let x = 1deg \($0) 1s\n")
    } + [
      BadScript("a time that is an angle", .wrongDimension, "wait 1s * 1deg\n"),
      BadScript("a truth in a sum", .wrongOperand, "let x = true + 1\n"),
      BadScript("a number as condition", .notATruth, "if 1 { wait 1s }\n"),
      BadScript("not of a number", .notATruth, "let x = not 1\n"),
      BadScript("and of numbers", .notATruth, "let x = 1 and true\n"),
      BadScript("recursion", .recursion, "gesture a() { a() }\na()\n"),
      BadScript(
        "recursion in a ring", .recursion, "gesture a() { b() }\ngesture b() { a() }\na()\n"),
      BadScript("itself", .importCycle, "use \"bad.dock\" (a)\n"),
      BadScript("a missing file", .fileNotFound, "use \"none.dock\" (a)\n"),
      BadScript("a folder", .fileUnreadable, "use \"folder\" (a)\n"),
      BadScript("a file outside", .importOutsideRoot, "use \"../x.dock\" (a)\n"),
      BadScript("a path from the root", .importOutsideRoot, "use \"/etc/passwd\" (a)\n"),
      BadScript("a NUL in a path", .fileNotFound, "use \"a\\u{0}b\" (a)\n"),
    ]

  static let unterminated = [
    BadScript("string", .unterminatedString, "log \"abc\n"),
    BadScript("string at the end", .unterminatedString, "log \"abc"),
    BadScript("block", .unclosedBlock, "repeat 2 {\n  wait 1s\n"),
    BadScript("brackets", .unclosedBlock, "let x = (1 + 2\n"),
    BadScript("call", .unclosedBlock, "gesture g(a: angle) { }\ng(a: 1deg\n"),
    BadScript("pose", .unclosedBlock, "move to pose(pan: 1deg\n"),
    BadScript("sum", .expectedExpression, "let x = 1 +\n"),
    BadScript("move", .expectedExpression, "pan to\n"),
    BadScript("parameters", .expectedToken, "gesture nod(\n"),
    BadScript("range", .expectedExpression, "for i in 1..\n"),
    BadScript("condition", .expectedExpression, "if \n"),
    BadScript("use", .unclosedBlock, "use \"x.dock\" (a\n"),
    BadScript("gesture", .unclosedBlock, "gesture a() {"),
  ]

  /// Everything that can stand inside itself, 100,000 deep, closed and left open.
  static let nested: [BadScript] =
    [
      ("brackets", "let x = ", "(", "1", ")"),
      ("signs", "let x = ", "-", "1", ""),
      ("nots", "let x = ", "not ", "true", ""),
      ("calls", "let x = ", "abs(", "1", ")"),
      ("poses", "let x = ", "pose(pan: ", "1deg", ")"),
      ("choices", "let x = ", "if true then 1 else ", "1", ""),
      ("sum", "let x = ", "1 + ", "1", ""),
      ("and", "let x = ", "true and ", "true", ""),
      ("repeat", "", "repeat 2 {\n", "", "}\n"),
      ("for", "", "for i in 1..2 {\n", "", "}\n"),
      ("if", "", "if true {\n", "", "}\n"),
      ("else if", "if true { }", " else if true { }", "", ""),
      ("together", "", "together {\n", "", "}\n"),
    ].flatMap { (name, head, open, middle, close) in
      let closed = head + repeated(open) + middle + repeated(close) + "\n"
      return [BadScript("100,000 \(name)", .nestingTooDeep, closed)]
        + (close.isEmpty
          ? []
          : [BadScript("100,000 open \(name)", .nestingTooDeep, head + repeated(open))])
    }

  /// Bytes of a long line.
  private static let size = Thorough.count(10_000_000, sample: 1_000_000)

  static let bottomless = [
    BadScript("an empty loop of 10^12 turns", .stepBudget, "for i in 1..1000000000000 { }\n"),
    BadScript(
      "loops of 10^18 turns", .stepBudget,
      "repeat 1000000 { repeat 1000000 { repeat 1000000 { } } }\n"),
    BadScript("waits of 10^12 turns", .tooManySteps, "repeat 1000000000000 { wait 1ms }\n"),
    BadScript("a schedule of days", .scheduleTooLong, "repeat 100 { wait 1000min }\n"),
    BadScript("a wait of ages", .scheduleTooLong, "wait 99999999999min\n"),
    BadScript(
      "a line of megabytes", .trailingText, "wait 1s \(String(repeating: "a", count: size))\n"),
    BadScript(
      "a comment of megabytes", nil, "wait 1s #\(String(repeating: "a", count: size))\n"),
  ]

  private static func repeated(_ text: String) -> String {
    String(repeating: text, count: 100_000)
  }
}
