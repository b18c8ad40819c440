import Diagnosis
import Vocabulary

/// Lets the tracker aim at somebody or something, while the script keeps the motors.
@frozen
public struct FollowStatement: StatementView, Sendable {
  /// The node that it reads.
  public let view: NodeView

  @inlinable @inline(__always)
  init(_ view: NodeView) { self.view = view }

  /// Its role in its block.
  public static var nature: StatementNature { .action }

  /// The axes that it moves, turns or limits.
  public var axes: AxisUse { .axes(named == 0 ? AxisUse.all : named) }

  /// The axes that it names, as bits: pan 1, tilt 2, roll 4; 0 if it means those of the camera.
  public var named: UInt8 { view.detail & AxisUse.all }

  /// Whom or what it follows.
  package var subject: SubjectView { SubjectView(view) }

  /// True if it ends when the subject is lost.
  public var isUntilLost: Bool { view.detail & FollowStatement.untilLost != 0 }

  /// How long it lasts; if it is until the subject is lost, how long the subject stays lost.
  public var length: ExpressionView? { view.part(.lasting).map(ExpressionView.init) }

  /// The bit of `detail` beside those of the axes.
  static let untilLost: UInt8 = 8
  /// The bit of roll.
  static let roll: UInt8 = 4
}

extension Parser {
  /// Reads whom the dock follows, with which axes, and until when.
  ///
  ///     follow = "follow" subject [ "with" axis { "," axis } ]
  ///              ( "for" expression | "until" "lost" [ "for" expression ] ) .
  mutating func follow() throws(Unreadable) -> NodeID {
    let node = add(.follow, at: token.start)
    advance()
    var children = Children(of: node)
    do throws(Unreadable) {
      try subject(&children)
    } catch {
      if !at(.semicolon), token.keyword?.axis == nil, let end = endWithoutTime() {
        report(endlessFollowing(at: end, isAtEnd: true))
      }
      throw error
    }
    if at(.word), !token.startsLine, PlainWords.Pace(tokenText) != nil {
      let whole = SourceSpan(previousEnd, token.end)
      report(
        .superfluousWord(
          tokenText, at: token.span, whole: whole,
          "it follows as fast as the limits allow: 'limit pan at 20deg/s' slows it"))
      advance()
    }
    if takeOnAnyLine(.with) { tree[node].detail = try followingAxes() }
    if takeOnAnyLine(.until) || isMissingUntil() {
      if let report = endOfFollowing(from: tree[node].start) { throw fail(report) }
      try expect(.lost)
      tree[node].detail |= FollowStatement.untilLost
      if let report = longestFollowing(from: tree[node].start) { throw fail(report) }
      if take(.for) { children.append(try expression(), as: .lasting, in: tree) }
    } else if token.kind == .number, token.dimension == .time, !token.startsLine {
      let here = SourceSpan(token.start, token.start)
      report(
        .expected(
          "'for'", found: "'\(tokenText)'", at: token.span,
          notes: ["how long it follows stands behind 'for'"],
          fixIts: [FixIt("write 'for '", here, "for ")]))
      children.append(try expression(), as: .lasting, in: tree)
    } else if let report = followingForever(from: tree[node].start) {
      throw fail(report)
    } else if takeOnAnyLine(.for) || takeInsteadOfFor() {
      children.append(try expression(), as: .lasting, in: tree)
    } else {
      if let report = unknownState() { throw fail(report) }
      throw fail { $0.endlessFollowing(at: $0.previousEnd, isAtEnd: $0.isAtEnd) }
    }
    return node
  }

  /// The report of what ends the 'follow' at `start` and stands here behind 'until' in the place of
  /// 'lost'; nil if it is none that is known.
  private func endOfFollowing(from start: UInt32) -> Diagnostic? {
    guard !at(.lost), !token.startsLine else { return nil }
    let until = lastToken(from: start)
    let rest = restOfLine()
    guard let last = rest.last, rest.count < Parser.longestPhrase else { return nil }
    var (note, ours, place): (String, String, SourceSpan)
    let words = rest.map { text(of: $0.span) }
    if ["person", "object", "he", "she", "it", "they", "nobody", "gone", "not", "left"]
      .contains(words[0]), words.count < 4, words.last != words[0] || words[0] == "gone"
    {
      (note, ours) = ("'until lost' ends it when whom it follows is not seen", "lost")
      place = SourceSpan(token.start, last.end)
    } else if token.kind == .number, token.dimension == .time {
      (note, ours) = ("how long it follows stands behind 'for'", "for")
      place = until.span
    } else if term(EventKind.self, token) != nil {
      let follow = text(of: SourceSpan(start, until.start))
      let event = text(of: SourceSpan(token.start, last.end))
      ours = "race { repeat forever { \(follow)until lost }; wait for \(event) }"
      note = "it ends when nobody is seen; a 'race' ends with the first of two"
      place = SourceSpan(start, last.end)
    } else {
      return nil
    }
    return .expected(
      "'lost'", found: describeToken(), at: token.span, notes: [note],
      fixIts: [FixIt("write '\(ours)'", place, ours)])
  }

  /// The report of the longest time of the 'follow' at `start`, here behind 'until lost'; nil if
  /// none stands here.
  private func longestFollowing(from start: UInt32) -> Diagnostic? {
    guard at(.for), following.isKeyword(.at), !token.startsLine else { return nil }
    let rest = restOfLine()
    guard rest.count == 4, rest[2].isKeyword(.most), rest[3].kind == .number else { return nil }
    let time = text(of: rest[3].span)
    let ours = "race { \(text(of: SourceSpan(start, previousEnd))); wait \(time) }"
    return .expected(
      "the end of the statement", found: "'for at most'", at: token.span,
      notes: ["it has 'for' or 'until lost'; a 'race' ends with the first of two"],
      fixIts: [FixIt("write '\(ours)'", SourceSpan(start, rest[3].end), ours)])
  }

  /// Reads the axes that follow: those that turn the view of a camera.
  private mutating func followingAxes() throws(Unreadable) -> UInt8 {
    let start = token.start
    let bits = try axes()
    if bits & FollowStatement.roll != 0 {
      report(.rollCannotFollow(at: SourceSpan(start, previousEnd)))
    }
    if keywordHere?.axis != nil {
      let here = SourceSpan(previousEnd, previousEnd)
      throw fail(
        .expected(
          "','", found: "'\(tokenText)'", at: token.span,
          notes: ["axes are separated by ','"], fixIts: [FixIt("write ','", here, ",")]))
    }
    return bits
  }

  /// Reports a 'lost' without 'until' before it; false if there is none.
  private mutating func isMissingUntil() -> Bool {
    guard at(.lost), !token.startsLine else { return false }
    let here = SourceSpan(token.start, token.start)
    report(
      .expected(
        "'until'", found: "'lost'", at: token.span,
        fixIts: [FixIt("write 'until '", here, "until ")]
      ))
    return true
  }

  /// Reports a word that stands for 'for' elsewhere, and takes it; false if there is none.
  private mutating func takeInsteadOfFor() -> Bool {
    let isOther =
      at(.word) && following.kind == .number
      && ForeignWords.hint(for: tokenText, in: .clause)?.replacement == Keyword.over.spelling
    guard at(.over) || at(.in) || isOther, !token.startsLine else { return false }
    report(
      .expected(
        "'for'", found: "'\(tokenText)'", at: token.span,
        fixIts: [FixIt("write 'for'", token.span, "for")]))
    advance()
    return true
  }

  /// Where the statement ends, if nothing in the rest of its line says until when it follows.
  private func endWithoutTime() -> UInt32? {
    var (ahead, end) = (lookahead(from: token.start), previousEnd)
    while true {
      let next = ahead.next()
      let isOver = next.kind == .end || next.kind == .semicolon || next.kind == .closeBrace
      if isOver || next.startsLine && end > previousEnd { return end }
      if next.isKeyword(.for) || next.isKeyword(.until) { return nil }
      end = next.end
    }
  }

  /// True if 'forever' stands here, or what others write for it.
  var isForever: Bool {
    guard at(.word), !token.startsLine else { return false }
    let ours = ForeignWords.hint(for: tokenText, in: .repetition)?.replacement
    return at(.forever) || ours == Keyword.forever.spelling
  }

  /// The report of a word such as 'forever' here, in the statement that begins at `start`; nil if
  /// none stands here.
  private func followingForever(from start: UInt32) -> Diagnostic? {
    guard isForever else { return nil }
    let follow = text(of: SourceSpan(start, previousEnd))
    let ours = "repeat forever { \(follow) until lost }"
    return Diagnostic(
      .missingClause, "until when? expected 'for' or 'until lost'", at: token.span,
      notes: ["'follow' ends when nobody is seen any longer; a loop follows whom it sees next"],
      fixIts: [FixIt("write '\(ours)'", SourceSpan(start, token.end), ours)])
  }

  /// The report of a clause that stands too late in a 'follow', which begins at `start`; nil if
  /// none stands here.
  func trailingFollow(after start: UInt32) -> Diagnostic? {
    var ahead = lookahead(from: start)
    var bound = ahead.next()
    while bound.start < token.start, !bound.isKeyword(.for), !bound.isKeyword(.until) {
      bound = ahead.next()
    }
    guard bound.start < token.start else { return nil }
    if at(.with), let clause = axesBehind(token) {
      let here = SourceSpan(bound.start, bound.start)
      let words = text(of: SourceSpan(token.start, clause))
      return .expected(
        "the end of the statement", found: "'with'", at: token.span,
        notes: ["the axes stand before the time, as in 'follow person with pan for 3s'"],
        fixIts: [
          FixIt(
            "write it before '\(text(of: bound.span))'",
            [
              FixIt.Edit(here, words + " "), FixIt.Edit(SourceSpan(previousEnd, clause), ""),
            ])
        ])
    }
    guard at(.until), following.isKeyword(.lost), bound.isKeyword(.for) else { return nil }
    let time = text(of: SourceSpan(bound.end, previousEnd)).drop { $0 == " " }
    let follow = text(of: SourceSpan(start, bound.start)) + "until lost"
    let ours = "race { \(follow); wait \(time) }"
    return .expected(
      "the end of the statement", found: "'until'", at: token.span,
      notes: ["it has 'for' or 'until lost'; a 'race' ends with the first of two"],
      fixIts: [FixIt("write '\(ours)'", SourceSpan(start, following.end), ours)])
  }

  /// The end of the axes behind `word`; nil if none follow.
  private func axesBehind(_ word: Token) -> UInt32? {
    var ahead = lookahead(from: word.end)
    var end: UInt32?
    while true {
      let axis = ahead.next()
      guard axis.keyword?.axis != nil, !axis.startsLine else { return end }
      end = axis.end
      let comma = ahead.next()
      guard comma.kind == .comma else { return end }
    }
  }

  /// True if the word before is one such as 'slowly', which was read as a name.
  private var isMannerBefore: Bool {
    PlainWords.Pace(text(of: lastToken(from: reading.start).span)) != nil
  }

  /// The report of a statement that ends at `end` and does not say until when it follows.
  private func endlessFollowing(at end: UInt32, isAtEnd: Bool) -> Diagnostic {
    let here = SourceSpan(end, end)
    if at(.at), !isAtEnd {
      return .expected(
        "'for' or 'until lost'", found: "'at'", at: token.span,
        notes: ["it follows as fast as the limits allow: 'limit pan at 20deg/s' slows it"])
    }
    return Diagnostic(
      .missingClause, "until when? expected 'for' or 'until lost'", at: isAtEnd ? here : place,
      notes: [
        "'follow person for 10s' follows for a time, 'follow person until lost' as long as "
          + "somebody is seen",
        "'tracking on' gives the motors to the system, which follows by itself",
      ],
      fixIts: isAtEnd && !isMannerBefore
        ? [FixIt("write 'until lost'", here, " until lost")] : [])
  }
}

extension Parser {
  /// The report of `word` before a subject, which the dock is to follow; nil if it says anything
  /// else.
  func trackedSubject(_ word: Token) -> Diagnostic? {
    guard ["track", "chase", "watch"].contains(text(of: word.span).lowercased()),
      token.isKeyword(.person) || token.isKeyword(.object), !token.startsLine,
      restOfLine().contains(where: { $0.isKeyword(.for) || $0.isKeyword(.until) })
    else { return nil }
    let meant = Suggestion("follow", "'follow' turns the dock after somebody")
    return .misspeltStatement(text(of: word.span), meant, at: word.span)
  }
}

extension Checker {
  mutating func check(_ follow: FollowStatement) {
    note(follow.subject)
    if let length = follow.length { quantity(length, .time, as: "what follows 'for'") }
  }
}

extension Diagnostic {
  fileprivate static func rollCannotFollow(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .expectedToken, "expected 'pan' or 'tilt': to roll brings nobody into the picture", at: span,
      fixIts: [FixIt("write 'pan, tilt'", span, "pan, tilt")])
  }
}
