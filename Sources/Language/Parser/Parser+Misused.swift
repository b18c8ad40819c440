import Diagnosis
import Vocabulary

// What belongs elsewhere: a live value in a condition, a direction that needs brackets, a type
// before its name, a time behind what takes none.

extension Parser {
  // MARK: - Events

  /// The report of an event in the condition at hand, where only values stand; nil if none does.
  func liveValue() -> Diagnostic? {
    var ahead = lookahead(from: reading.start)
    guard let keyword = ahead.next().keyword, keyword == .if || keyword == .repeat else {
      return nil
    }
    var token = ahead.next()
    while token.start < self.token.start, token.kind != .end {
      if let event = token.keyword?.event, !isDeclaredAsValue(token.symbol) {
        return .liveValue(token.keyword?.spelling ?? "", as: event, at: token.span)
      }
      token = ahead.next()
    }
    return nil
  }

  /// True if the name `symbol` has been given to a value above.
  func isDeclaredAsValue(_ symbol: UInt32) -> Bool {
    isDeclared(symbol, by: [.letting, .counting, .parameter, .event])
  }

  /// The report of an event of the dial that does not name the amount.
  func missingAmount() -> Diagnostic {
    guard at(.openBrace) || token.startsLine || keywordHere == .when || isComparison else {
      return missing(.by)
    }
    let name = isComparison ? "by amount when amount" : "by amount"
    return .expected(
      "'by'", found: describeToken(), at: place,
      notes: ["a name behind 'by' stands for how far the dial was turned"],
      fixIts: [FixIt("write '\(name)'", SourceSpan(previousEnd, previousEnd), " \(name)")])
  }

  /// The report of a battery event that does not say below which charge.
  func missingBelow() -> Diagnostic {
    if at(.greater) || at(.greaterOrEqual) {
      return .expected(
        "'below'", found: describeToken(), at: place,
        notes: ["only a falling charge is an event; 'on charging' says that it rises"])
    }
    guard at(.less) || at(.lessOrEqual) else { return missing(.below) }
    return .expected(
      "'below'", found: describeToken(), at: place,
      notes: ["an event happens once, when the charge falls below that"],
      fixIts: [FixIt("write 'below'", token.span, "below")])
  }

  private var isComparison: Bool {
    switch token.kind {
    case .less, .lessOrEqual, .greater, .greaterOrEqual, .equal, .notEqual: true
    default: false
    }
  }

  // MARK: - Directions

  /// The change that puts brackets around the value with a direction that ends here, where a
  /// calculation goes on behind it; nil if none does.
  var bracketsAroundDirected: FixIt? {
    guard directed.end == previousEnd, directed.end > directed.start, !token.startsLine else {
      return nil
    }
    switch token.kind {
    case .plus, .minus, .times, .divide: break
    case .word where token.isKeyword(.and) || token.isKeyword(.or): break
    default: if !isComparison { return nil }
    }
    return brackets(around: directed)
  }

  /// The change that puts brackets around the direction at hand and the operand before it, where
  /// the direction ends a calculation; nil if no operand stands before it.
  var bracketsAroundOperand: FixIt? {
    guard let direction = keywordHere, Direction(direction) != nil else { return nil }
    let operand = lastToken(from: reading.start)
    switch operand.kind {
    case .number where [.angle, .speed].contains(operand.dimension): break
    case .word where operand.keyword?.isReserved != true: break
    default: return nil
    }
    return brackets(around: SourceSpan(operand.start, token.end))
  }

  private func brackets(around span: SourceSpan) -> FixIt {
    .brackets(
      around: span, lexer.text(Int(span.start - lexer.base), Int(span.end - lexer.base)))
  }

  // MARK: - Parameters

  /// The report of a type that stands beside the name of the parameter at hand, as in
  /// `angle depth`; nil if none does.
  func typeBesideName() -> Diagnostic? {
    let second = following
    guard at(.word), second.kind == .word, !second.startsLine else { return nil }
    let words = [token, second].map {
      lexer.text(Int($0.start - lexer.base), Int($0.end - lexer.base))
    }
    let types = words.map { word in
      Type.named.map(\.word.spelling).first { $0 == word.lowercased() }
        ?? ForeignWords.hint(for: word, in: .type)?.replacement
    }
    let whole = SourceSpan(token.start, second.end)
    guard let (name, type) = types[0].map({ (words[1], $0) }) ?? types[1].map({ (words[0], $0) })
    else { return nil }
    return .expected(
      "':'", found: "'\(words[1])'", at: second.span,
      notes: ["a type stands behind the name, as in 'depth: angle'"],
      fixIts: [FixIt("write '\(name): \(type)'", whole, "\(name): \(type)")])
  }

  // MARK: - Times

  /// The report of a time behind a statement that takes none, as in `face happy for 2s`; nil if
  /// none stands here.
  func timeOfInstant(_ statement: Keyword?) -> Diagnostic? {
    let instant: [Keyword] = [.face, .eyes, .tracking, .frame, .region, .select, .log, .camera]
    guard token.isKeyword(.for), let statement, instant.contains(statement) else { return nil }
    let time = following
    guard time.kind == .number, time.dimension == .time, !time.startsLine else { return nil }
    // A zoom takes time: 'over' is meant.
    var ahead = lookahead(from: reading.start)
    _ = ahead.next()
    if statement == .camera, ahead.next().isKeyword(.zoom) { return nil }
    let text = lexer.text(Int(time.start - lexer.base), Int(time.end - lexer.base))
    let gap = SourceSpan(previousEnd, time.start)
    var notes = ["it is done at once, and lasts until the next: 'wait' lets the time pass"]
    if statement == .face { notes = ["a face stays until the next one: 'wait' lets the time pass"] }
    return Diagnostic(
      .trailingText, "the statement ends before 'for'", at: token.span, notes: notes,
      fixIts: reading.form == .statement
        ? [FixIt("write '; wait \(text)'", gap, "; wait ")] : [])
  }
}

extension FixIt {
  /// The change that puts brackets around `text`, which stands at `span`.
  static func brackets(around span: SourceSpan, _ text: String) -> FixIt {
    FixIt(
      "write '(\(text))'",
      [
        Edit(SourceSpan(span.start, span.start), "("), Edit(SourceSpan(span.end, span.end), ")"),
      ])
  }
}

extension Diagnostic {
  /// Reports `word`, of an event such as `event`, where a value is due.
  static func liveValue(_ word: String, as event: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .liveValue, "'\(word)' is an event, not a value", at: span,
      label: "known only when it happens",
      notes: ["an event is answered by 'on \(event) { … }', or awaited by 'wait for \(event)'"])
  }
}
