import Diagnosis

extension Lexer {
  /// Reports `diagnostic`; the same unexpected character only once a line.
  mutating func report(_ diagnostic: Diagnostic) {
    if diagnostic.code == .unexpectedCharacter {
      let last = lastUnexpected
      lastUnexpected = (diagnostic.message, position)
      if let last, last.message == diagnostic.message, last.end <= position,
        !bytes[last.end..<position].contains(0x0A)
      {
        return
      }
    }
    reporter.report(diagnostic)
  }
}

extension Diagnostic {
  static func unexpected(_ character: Character, at span: SourceSpan) -> Diagnostic {
    let note: String? =
      switch character {
      case "\u{B0}": "degrees are written 'deg', right behind the number"
      case "^": "a power is written as a product: 'a * a'"
      case "\\": "a clause may stand on the next line without any sign"
      case "?": "a choice is written 'if a > b then 1s else 2s'"
      case "$", "@": "a name stands alone, as in 'let reach = 30deg'"
      default: nil
      }
    return Diagnostic(
      .unexpectedCharacter, "unexpected character '\(character)'", at: span,
      label: "not part of the language", notes: note.map { [$0] } ?? [],
      fixIts: note == nil || character == "\\" ? [FixIt("remove it", span, "")] : [])
  }

  /// A character that looks like `ours` and is read as that.
  static func lookalike(
    _ scalar: Unicode.Scalar, _ ours: String, at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      .unexpectedCharacter, "unexpected character '\(Character(scalar))'", at: span,
      label: "looks like '\(ours)', but is another character",
      fixIts: [FixIt("write '\(ours)'", span, ours)])
  }

  static func foreignBlank(_ scalar: Unicode.Scalar, at span: SourceSpan) -> Diagnostic {
    let isWide = scalar.properties.isWhitespace
    return Diagnostic(
      .unexpectedCharacter, "unexpected character \(scalar.codePoint)", at: span,
      label: isWide ? "looks like a space, but is not one" : "cannot be seen",
      fixIts: [isWide ? FixIt("write a space", span, " ") : FixIt("remove it", span, "")])
  }

  static func squareBracket(at span: SourceSpan, closing: SourceSpan?) -> Diagnostic {
    let edits = [FixIt.Edit(span, "(")] + (closing.map { [FixIt.Edit($0, ")")] } ?? [])
    return Diagnostic(
      .unexpectedCharacter, "unexpected character '['", at: span, label: "not part of the language",
      notes: ["brackets are round: '(' and ')'"],
      fixIts: [FixIt("write round brackets", edits)])
  }

  static func exclamation(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .unexpectedCharacter, "unexpected character '!'", at: span, label: "not part of the language",
      notes: ["a statement ends with its line, or with ';'"], fixIts: [FixIt("remove it", span, "")]
    )
  }

  static func pictureSize(_ found: String, _ size: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .unknownUnit, "'\(found)' is not a number with a unit", at: span,
      label: "did you mean '\(size)'?",
      notes: ["a size is a width and a height in pixels, as in '1280x720'"],
      fixIts: [FixIt("write '\(size)'", span, size)])
  }

  /// Reports the list at `whole`, between brackets; true if it `hasSeveral` values.
  static func list(at whole: SourceSpan, hasSeveral: Bool) -> Diagnostic {
    let first = SourceSpan(whole.start, whole.start + 1)
    let last = SourceSpan(whole.end - 1, whole.end)
    return Diagnostic(
      .unexpectedCharacter, "the values of a loop stand without brackets", at: whole,
      label: "not part of the language",
      notes: ["as in 'for place in wing, home { … }' or 'for step in 1..4 { … }'"],
      fixIts: hasSeveral
        ? [FixIt("remove the brackets", [FixIt.Edit(first, ""), FixIt.Edit(last, "")])] : [])
  }

  static func listAsValue(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .unexpectedCharacter, "a name has one value, and no list", at: span,
      label: "not part of the language",
      notes: [
        "a loop goes through the values themselves, as in 'for place in wing, home { … }'; "
          + "'choose' takes one of several statements"
      ])
  }

  static func foreignQuotes(
    opening: SourceSpan, closing: SourceSpan, isPlain: Bool
  ) -> Diagnostic {
    Diagnostic(
      .unexpectedCharacter, "a string is written in straight double quotes", at: opening,
      label: "not '\"'",
      fixIts: isPlain
        ? [FixIt("write '\"'", [FixIt.Edit(opening, "\""), FixIt.Edit(closing, "\"")])] : [])
  }

  static func foreignOperator(
    _ found: String, _ ours: String, replacement: String, at span: SourceSpan
  ) -> Diagnostic {
    let hint = ForeignWords.hint(for: found, in: .op)?.explanation
    return Diagnostic(
      .foreignWord, "'\(found)' is written '\(ours)'", at: span, notes: hint.map { [$0] } ?? [],
      fixIts: [FixIt("write '\(ours)'", span, replacement)])
  }

  /// Reports an arrow before a block; `whole` reaches to the block, nil if more is missing there.
  static func arrow(at span: SourceSpan, whole: SourceSpan?) -> Diagnostic {
    Diagnostic(
      .foreignWord, "no '=>' stands before a block", at: span,
      notes: ["as in 'on tap { face happy }'; 'at least' is written '>='"],
      fixIts: whole.map { [FixIt("remove '=>'", $0, "")] } ?? [])
  }

  /// Reports `found` between the options of 'choose'; `whole` begins behind the option.
  static func optionBar(
    _ found: String, at span: SourceSpan, whole: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      .foreignWord, "'\(found)' is written ';' between options", at: span,
      notes: ["as in 'choose { nod(); shake() }'; each may stand on a line of its own"],
      fixIts: [FixIt("write ';'", whole, ";")])
  }

  /// Reports `..<`; `last` is the number before the one after it, if that is plain.
  static func halfOpenRange(
    at span: SourceSpan, last: Int?, whole: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      .foreignWord, "'..<' is written '..'", at: span,
      notes: ["a range includes both its ends: '0..2' is 0, 1 and 2"],
      fixIts: last.map {
        [FixIt("write '..\($0)' for '..<\($0 + 1)'", whole, "..\($0)")]
      } ?? [])
  }

  static func lineComment(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .foreignWord, "a comment begins with '#'", at: span, label: "does not begin a comment",
      fixIts: [FixIt("write '#'", span, "#")])
  }

  static func blockComment(opening: SourceSpan, closing: SourceSpan?) -> Diagnostic {
    Diagnostic(
      .foreignWord, "a comment begins with '#'", at: opening, label: "does not begin a comment",
      notes: ["a comment ends with its line; begin each line of a longer one with '#'"],
      fixIts: closing.map {
        [FixIt("write '#'", [FixIt.Edit(opening, "#"), FixIt.Edit($0, "")])]
      } ?? [])
  }

  static func unterminatedString(at span: SourceSpan, endsWithEscape: Bool) -> Diagnostic {
    let end = SourceSpan(span.end, span.end)
    return Diagnostic(
      .unterminatedString, "the string is not closed on its line", at: span,
      notes: ["a string ends with '\"' on the line where it begins"],
      fixIts: [
        endsWithEscape
          ? FixIt("write '\\\\\"': a '\\' and the end", end, "\\\"")
          : FixIt("close it with '\"'", end, "\"")
      ])
  }

  static func invalidEscape(_ text: String, at span: SourceSpan) -> Diagnostic {
    let start = SourceSpan(span.start, span.start)
    let isCharacter = text.hasPrefix("\\u")
    if text == "\\(" {
      return Diagnostic(
        .invalidEscape, "unknown escape '\(text)'", at: span, label: "a text holds no values",
        notes: ["'log' writes texts and values one after the other: 'log \"way \", 30deg'"])
    }
    return Diagnostic(
      .invalidEscape, "unknown escape '\(text)'", at: span,
      notes: [
        isCharacter
          ? "a character is written with its number, as in '\\u{1F600}'"
          : "the escapes are \\\" \\\\ \\n \\t and \\u{…}"
      ],
      fixIts: isCharacter ? [] : [FixIt("write '\\\(text)' for a backslash", start, "\\")])
  }

  static func invalidUTF8(_ bytes: ArraySlice<UInt8>, at span: SourceSpan) -> Diagnostic {
    let shown = bytes.prefix(4).map { byte in
      let digits = String(byte, radix: 16, uppercase: true)
      return digits.utf8.count == 1 ? "0" + digits : digits
    }
    return Diagnostic(
      .invalidUTF8, "the text is not UTF-8", at: span,
      label: "not a character: \(shown.joined(separator: " "))",
      notes: ["nothing of this file was read", "save the file as UTF-8"])
  }

  static func controlCharacter(_ scalar: Unicode.Scalar, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .controlCharacter, "control character \(scalar.codePoint) in the text", at: span,
      label: "cannot be seen", fixIts: [FixIt("remove it", span, "")])
  }

  static func nullCharacter(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .controlCharacter, "control character U+0000 in the text", at: span, label: "cannot be seen",
      notes: [
        "nothing of this file was read",
        "a text with such characters may be UTF-16, or no text at all; save it as UTF-8",
      ])
  }

  static func loneCarriageReturn(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .controlCharacter, "control character U+000D in the text", at: span,
      label: "does not end a line",
      notes: ["a line ends with a line feed, or with a carriage return and a line feed"],
      fixIts: [FixIt("end the line", span, "\n")])
  }

  static func bidirectionalControl(_ scalar: Unicode.Scalar, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .bidirectionalControl,
      "character \(scalar.codePoint) changes the order in which text is shown",
      at: span,
      notes: ["text that is shown in another order than it is read cannot be reviewed"],
      fixIts: [FixIt("remove it", span, "")])
  }

  static func malformedNumber(_ text: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .malformedNumber, "'\(text)' is not a number", at: span,
      notes: ["numbers look like 30, 0.5 or 1.2e3"])
  }

  /// Reports a number that begins with a point; `isApart` says that no word stands right before it.
  static func leadingPoint(at span: SourceSpan, isApart: Bool) -> Diagnostic {
    Diagnostic(
      .malformedNumber, "a number begins with a digit", at: span,
      notes: isApart ? [] : ["numbers look like 30, 0.5 or 1.2e3"],
      fixIts: isApart ? [FixIt("write '0.' for '.'", span, "0")] : [])
  }

  static func trailingPoint(_ number: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .malformedNumber, "'\(number)' needs a digit after its point", at: span,
      fixIts: [FixIt("remove the point", span, "")])
  }

  static func underscoreInNumber(_ text: String, at span: SourceSpan) -> Diagnostic {
    let digits = text.filter { $0 != "_" }
    return Diagnostic(
      .malformedNumber, "'\(text)' is not a number", at: span,
      label: "digits are written without '_' between them",
      fixIts: [FixIt("write '\(digits)'", span, digits)])
  }

  static func decimalComma(_ whole: String, _ fraction: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .malformedNumber, "a number cannot contain a comma", at: span,
      notes: ["decimals follow a point; thousands have no separator"],
      fixIts: fraction.prefix { $0.isNumber }.count == 3
        ? [
          FixIt("write '\(whole)\(fraction)'", span, ""),
          FixIt("write '\(whole).\(fraction)'", span, "."),
        ] : [FixIt("write '\(whole).\(fraction)'", span, ".")])
  }

  static func numberTooLarge(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .numberTooLarge, "the number is too large", at: span,
      notes: ["the largest number is about 1.8e308"])
  }

  static func productWithPi(of number: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .unknownUnit, "unknown unit 'pi'", at: span,
      notes: ["'pi' is a number, and '*' multiplies: '\(number) * pi'"],
      fixIts: [FixIt("write ' * pi'", span, " * pi")])
  }

  static func timeInParts(_ sum: String, _ unit: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .unknownUnit, "unknown unit '\(unit)'", at: span,
      notes: ["a time in several units is a sum"], fixIts: [FixIt("write '\(sum)'", span, sum)])
  }

  static func unknownUnit(
    _ unit: String, of number: String, _ known: Suggestion?, at span: SourceSpan
  ) -> Diagnostic {
    if let known, Unit.isFiner(unit) {
      return Diagnostic(
        .unknownUnit, "unknown unit '\(unit)'", at: span,
        notes: known.explanation.map { [$0] } ?? [])
    }
    let units = Unit.allCases.map(\.symbol).joined(separator: ", ")
    return Diagnostic(
      .unknownUnit, "unknown unit '\(unit)'", at: span,
      label: known.map { "did you mean '\($0.replacement)'?" } ?? "",
      notes: known == nil
        ? ["the units are \(units), and quotients such as deg/s"]
        : known?.explanation.map { [$0] } ?? [],
      fixIts: known.map {
        [FixIt("write '\(number)\($0.replacement)'", span, $0.replacement)]
      } ?? [])
  }
}

extension Unicode.Scalar {
  /// Its number as Unicode writes it: `U+00A0`.
  fileprivate var codePoint: String {
    let digits = String(value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
