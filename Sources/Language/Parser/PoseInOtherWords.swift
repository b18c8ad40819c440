import Diagnosis
import Vocabulary

// Poses in the words of other tools, and their form in this language.

extension Parser {
  /// A pose in other words: where it stands, and what is written for it.
  fileprivate struct PoseInOtherWords {
    var span: SourceSpan
    var text: String
    /// The word 'to' or 'by' that stands before each of its angles, if any.
    var link: Keyword?
  }

  /// The pose that begins at `start`: angles of axes, or two angles in brackets, pan and tilt.
  private func poseInOtherWords(from start: UInt32) -> PoseInOtherWords? {
    var reader = PoseReader(self, from: start)
    return reader.pose()
  }

  /// The changes that make a pose of what stands at `start`.
  func poseFixes(from start: UInt32) -> [FixIt] {
    guard let pose = poseInOtherWords(from: start), pose.link != .by else { return [] }
    var edits = [FixIt.Edit(pose.span, pose.text)]
    while let last = edits.last {
      var ahead = lookahead(from: last.span.end)
      guard ahead.next().kind == .comma else { break }
      let next = ahead.next()
      guard next.kind == .openParen, let pose = poseInOtherWords(from: next.start) else { break }
      edits.append(FixIt.Edit(pose.span, pose.text))
    }
    return [FixIt("write '\(pose.text)'", edits)]
  }

  /// The changes that make a path, or the list of a loop, of the values in the brackets that open
  /// at `open`, as in `pan to (30deg left, 30deg right)`; none if something else stands there.
  func listFixes(from open: SourceSpan) -> [FixIt] {
    let before = lastToken(from: reading.start, endingBefore: open)
    let isMove = keyword(at: reading.start).map { $0 == .move || $0.axis != nil } ?? false
    let isPath = isMove && (before.isKeyword(.to) || before.isKeyword(.through))
    guard isPath || before.isKeyword(.in), let close = closing(open) else { return [] }
    let edits = [FixIt.Edit(open, ""), FixIt.Edit(close, "")]
    guard before.isKeyword(.to) else { return [FixIt("remove the brackets", edits)] }
    return [
      FixIt("write 'through' without brackets", [FixIt.Edit(before.span, "through")] + edits)
    ]
  }

  /// The last token before `span` in the statement at `start`.
  private func lastToken(from start: UInt32, endingBefore span: SourceSpan) -> Token {
    var ahead = lookahead(from: start)
    var (last, next) = (Token(), ahead.next())
    while next.start < span.start, next.kind != .end { (last, next) = (next, ahead.next()) }
    return last
  }

  /// The bracket that closes the one at `open` in this statement; nil if none does.
  private func closing(_ open: SourceSpan) -> SourceSpan? {
    var ahead = lookahead(from: open.end)
    var depth = 1
    while true {
      let next = ahead.next()
      switch next.kind {
      case .openParen: depth += 1
      case .closeParen: depth -= 1
      case .end, .openBrace, .closeBrace, .semicolon: return nil
      default: break
      }
      if depth == 0 { return next.span }
    }
  }

  /// The report of a pose that is given a name after `word` and not with 'let', as in
  /// `pose shy { pan 10deg right }`; nil if none is.
  func namedPose(_ word: Token) -> Diagnostic? {
    let next = following
    guard word.isKeyword(.pose), token.kind == .word, !token.startsLine, !next.startsLine,
      token.keyword?.isReserved != true, next.kind == .openBrace || next.kind == .assign
    else { return nil }
    var fixIts: [FixIt] = []
    if next.kind == .assign {
      fixIts = [FixIt("write 'let'", word.span, "let")]
    } else if let pose = poseInOtherWords(from: next.start), pose.link != .by {
      let ours = "let \(tokenText) = \(pose.text)"
      fixIts = [FixIt("write '\(ours)'", SourceSpan(word.start, pose.span.end), ours)]
    }
    return Diagnostic(
      .unknownStatement, "no statement begins with 'pose'", at: word.span,
      notes: [
        "a pose is a value with angles alone: 'let \(tokenText) = pose(pan: 10deg right)' names one"
      ], fixIts: fixIts)
  }

  /// The report of a move to a pose in other words without 'to' or 'by'; nil if there is none.
  func moveInOtherWords() -> Diagnostic? {
    guard let pose = poseInOtherWords(from: token.start) else { return nil }
    let links = pose.link.map { [$0] } ?? [.to, .by]
    return .missingTarget(
      at: token.span, isMove: true,
      fixIts: links.map {
        FixIt("write '\($0.spelling) \(pose.text)'", pose.span, "\($0.spelling) \(pose.text)")
      })
  }
}

/// Reads a pose that is written in other words.
private struct PoseReader {
  private let parser: Parser
  private var ahead: Lexer
  private var token: Token
  private let start: UInt32
  private var end: UInt32
  /// The values, each with the axis that is named before it, and that of its direction.
  private var items: [(axis: Keyword?, value: SourceSpan, side: UInt8?)] = []
  private var links: Set<Keyword> = []

  init(_ parser: Parser, from start: UInt32) {
    self.parser = parser
    self.start = start
    ahead = parser.lookahead(from: start)
    token = ahead.next()
    token.startsLine = false
    end = token.start
  }

  private mutating func advance() {
    end = token.end
    token = ahead.next()
  }

  mutating func pose() -> Parser.PoseInOtherWords? {
    if token.isKeyword(.pose) { advance() }
    let closing: Token.Kind? =
      token.kind == .openParen ? .closeParen : token.kind == .openBrace ? .closeBrace : nil
    if closing != nil {
      advance()
      token.startsLine = false
    }
    while !isAtEnd {
      guard item() else { return nil }
      while token.kind == .comma || token.isKeyword(.and), !token.startsLine { advance() }
      // Others write each angle of a block as a statement.
      guard closing == .closeBrace else { continue }
      while token.kind == .semicolon { advance() }
      token.startsLine = false
    }
    if let closing {
      guard token.kind == closing else { return nil }
      advance()
    }
    guard let text, links.count < 2 else { return nil }
    return .init(span: SourceSpan(start, end), text: text, link: links.first)
  }

  /// True if the pose ends here: with its bracket, the line, or a clause.
  private var isAtEnd: Bool {
    if token.startsLine { return true }
    switch token.kind {
    case .end, .semicolon, .closeParen, .closeBrace: return true
    case .word: return token.keyword.map(Keyword.clauses.contains) ?? false
    default: return false
    }
  }

  /// Reads an angle with its axis, if it has one; false if none stands here.
  private mutating func item() -> Bool {
    var axis: Keyword?
    if token.keyword?.axis != nil {
      axis = token.keyword
      advance()
      if token.kind == .colon || token.kind == .assign {
        advance()
      } else if token.isKeyword(.to) || token.isKeyword(.by), let link = token.keyword {
        links.insert(link)
        advance()
      }
    }
    let first = token.start
    var (open, side): (Int, UInt8?) = (0, nil)
    while open > 0 || !isAtEnd && token.kind != .comma && !token.isKeyword(.and) {
      if token.keyword?.axis != nil || token.kind == .end || token.startsLine { break }
      switch token.kind {
      case .number, .plus, .minus, .times, .divide, .dot: break
      case .openParen: open += 1
      case .closeParen: open -= 1
      case .word where token.keyword?.beginsStatement != true: break
      default: return false
      }
      if let direction = token.keyword.flatMap(Direction.init) { side = direction.axis }
      advance()
    }
    guard token.start > first, open == 0, end > first else { return false }
    items.append((axis, SourceSpan(first, end), side))
    return true
  }

  /// The pose in the form of this language; nil if its meaning is not clear.
  private var text: String? {
    let hasAxes = items.contains { $0.axis != nil }
    guard hasAxes || items.count == 2, (1...3).contains(items.count) else { return nil }
    var parts: [String] = []
    var axes: Set<UInt8> = []
    for (index, item) in items.enumerated() {
      guard let axis = hasAxes ? item.axis : index == 0 ? .pan : .tilt,
        axes.insert(axis.axis ?? 0).inserted, item.side.map({ $0 == axis.axis }) ?? true
      else { return nil }
      parts.append("\(axis.spelling): \(parser.text(of: item.value))")
    }
    return "pose(\(parts.joined(separator: ", ")))"
  }
}
