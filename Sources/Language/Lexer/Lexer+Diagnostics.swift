extension Lexer {
  mutating func report(_ diagnostic: Diagnostic) { reporter.report(diagnostic) }
}

extension Diagnostic {
  static func unexpected(_ byte: UInt8, at span: SourceSpan) -> Diagnostic {
    unexpected(Unicode.Scalar(byte), at: span)
  }

  static func unexpected(_ scalar: Unicode.Scalar, at span: SourceSpan) -> Diagnostic {
    let lookalikes: [Unicode.Scalar: String] = [
      "\u{2212}": "-", "\u{2013}": "-", "\u{2014}": "-", "\u{D7}": "*", "\u{F7}": "/",
      "\u{2026}": "..", "\u{201C}": "\"", "\u{201D}": "\"", "\u{2018}": "\"", "\u{2019}": "\"",
      "'": "\"", "\u{2264}": "<=", "\u{2265}": ">=", "\u{2260}": "!=", "\u{A0}": " ",
      "[": "(", "]": ")", "&": "and", "|": "or",
    ]
    if scalar == "\u{B0}" {
      return Diagnostic(
        .unknownUnit, "'°' is not a unit; degrees are written 'deg'", at: span,
        fixIts: [FixIt("write 'deg'", span, "deg")])
    }
    let fixIts = lookalikes[scalar].map { [FixIt("write '\($0)'", span, $0)] } ?? []
    return Diagnostic(
      .unexpectedCharacter, "unexpected character '\(Character(scalar))'", at: span,
      label: "no part of the language", fixIts: fixIts)
  }

  static func foreignOperator(
    _ found: String, _ ours: String, at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      .foreignWord, "'\(found)' is written '\(ours)'", at: span,
      fixIts: [FixIt("write '\(ours)'", span, ours + " ")])
  }

  static func unterminatedString(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .unterminatedString, "the string has no end on its line", at: span,
      label: "begins here", notes: ["a string ends with '\"' on the line where it begins"])
  }

  static func invalidEscape(_ text: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .invalidEscape, "unknown escape '\(text)'", at: span,
      notes: [
        "escapes are \\\" \\\\ \\n \\t and \\u{...} with up to eight hex digits of a character"
      ])
  }

  static func invalidUTF8(_ byte: UInt8, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .invalidUTF8, "the text is not UTF-8", at: span,
      label: "byte 0x\(String(byte, radix: 16)) begins no character",
      notes: ["save the file as UTF-8"])
  }

  static func controlCharacter(_ value: UInt32, at span: SourceSpan) -> Diagnostic {
    let digits = String(value, radix: 16, uppercase: true)
    let code = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    return Diagnostic(
      .controlCharacter, "control character U+\(code) in the text", at: span,
      fixIts: [FixIt("remove it", span, "")])
  }

  static func bidirectionalControl(_ scalar: Unicode.Scalar, at span: SourceSpan) -> Diagnostic {
    let code = String(scalar.value, radix: 16, uppercase: true)
    return Diagnostic(
      .bidirectionalControl, "character U+\(code) changes the order in which text is shown",
      at: span,
      notes: ["a script that reads otherwise than it runs cannot be reviewed"],
      fixIts: [FixIt("remove it", span, "")])
  }

  static func malformedNumber(_ text: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .malformedNumber, "'\(text)' is not a number", at: span,
      notes: ["numbers look like 30, 0.5 or 1.2e3"])
  }

  static func numberTooLarge(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .numberTooLarge, "the number is too large", at: span,
      notes: ["numbers reach up to about 1.8e308"])
  }

  static func unknownUnit(_ unit: String, of number: String, at span: SourceSpan) -> Diagnostic {
    let known =
      ForeignWords.unit(unit) ?? Suggestion.nearest(to: unit, in: Unit.allCases.map(\.symbol))
    return Diagnostic(
      .unknownUnit, "unknown unit '\(unit)'", at: span,
      label: known.map { "did you mean '\(number)\($0)'?" } ?? "",
      notes: known == nil
        ? [
          "units are \(Unit.allCases.map(\.symbol).joined(separator: ", ")), and quotients such as deg/s"
        ] : [],
      fixIts: known.map { [FixIt("write '\(number)\($0)'", span, $0)] } ?? [])
  }
}
