import Diagnosis
import Vocabulary

/// Changes the face.
@frozen
public struct FaceStatement: StatementView, Sendable {
  /// The node that it reads.
  public let view: NodeView

  @inlinable @inline(__always)
  init(_ view: NodeView) { self.view = view }

  /// Its role in its block.
  public static var nature: StatementNature { .action }

  /// The axes that it moves, turns or limits.
  public var axes: AxisUse { .none }

  /// The change of the face.
  package var change: Change {
    switch FaceChange(rawValue: view.detail) {
    case .next: .next
    case .random: .random
    case .restless:
      .restless(
        every: ExpressionView(view.first),
        greatest: view.first.neighbourIfAny.map(ExpressionView.init))
    case .mood, nil: .mood(Int(view.flags))
    }
  }

  package enum Change {
    /// A mood, by its number.
    case mood(Int)
    case next, random
    /// Changes again and again, after times that are drawn at random if there is a greatest.
    case restless(every: ExpressionView, greatest: ExpressionView?)
  }

  /// How long the change takes.
  @inlinable @inline(__always)
  public var length: ExpressionView? { view.part(.over).map(ExpressionView.init) }

  /// How it spends that time, if that is said.
  public var easing: EasingView? { view.part(.easing).map(EasingView.init) }
}

extension Parser {
  /// Reads a change of the face.
  ///
  ///     face = "face" ( mood | "next" | "random" ) { "over" expression | "easing" "spring" }
  ///          | "face" "random" "every" expression [ ".." expression ] .
  mutating func face() throws(Unreadable) -> NodeID {
    let node = add(.face, at: token.start)
    advance()
    var children = Children(of: node)
    tree[node].detail = try faceChange(of: node).rawValue
    if tree[node].detail == FaceChange.random.rawValue, take(.every) {
      tree[node].detail = FaceChange.restless.rawValue
      children.append(try expression(), as: .lower, in: tree)
      if take(.range) {
        children.append(try expression(), as: .upper, in: tree)
      } else if at(.to) || at(.comma) || at(.minus) {
        throw fail { $0.missing(.range, "'..'") }
      }
      return node
    }
    var given: [Keyword] = []
    while let clause = [Keyword.over, .easing].first(where: token.isKeyword) {
      let word = token
      advance()
      if clause == .over {
        children.append(try expression(), as: .over, in: tree)
      } else {
        children.append(try easing(), as: .easing, in: tree)
      }
      if given.contains(clause) { throw refuseAgain(word) }
      given.append(clause)
    }
    return node
  }

  private mutating func faceChange(of node: NodeID) throws(Unreadable) -> FaceChange {
    if take(.next) { return .next }
    if take(.random) { return .random }
    guard let mood = termHere(Mood.self) else {
      let others = [Keyword.next, .random].map(\.spelling)
      var report = unknownWord("a mood", Mood.spellings + others, .mood)
      if report.fixIts.isEmpty, at(.word), !token.startsLine, isDeclaredAsValue(token.symbol) {
        report.notes = ["a mood is no value: no name or parameter can stand for one"]
      }
      throw fail(report)
    }
    tree[node].flags = mood.number
    advance()
    return .mood
  }

  /// The report of what does not follow 'random' after 'face': the time from one face to the next.
  func trailingFace(after start: UInt32) -> Diagnostic? {
    if at(.word), !token.startsLine, following.kind == .word, !following.startsLine,
      ForeignWords.hint(for: tokenText, in: .clause)?.replacement == Keyword.easing.spelling,
      !restOfLine(from: start).contains(where: { $0.isKeyword(.over) })
    {
      let ours = "over 560ms easing"
      return Diagnostic(
        .foreignWord, "'\(tokenText)' is written 'easing' here", at: token.span,
        notes: ["a face that changes with an easing takes some time"],
        fixIts: [FixIt("write '\(ours)'", token.span, ours)])
    }
    let time = lastToken(from: start)
    let over = lastToken(from: start, before: time)
    if at(.range), over.isKeyword(.over),
      lastToken(from: start, before: over).isKeyword(.random)
    {
      return .trailing(
        tokenText, at: token.span, meant: "every",
        fixIts: [FixIt("write 'every'", over.span, "every")])
    }
    guard time.isKeyword(.random) else { return nil }
    let here = SourceSpan(token.start, token.start)
    var fixIts: [FixIt] = []
    if token.kind == .number, token.dimension == .time {
      fixIts = [FixIt("write 'every \(tokenText)'", here, "every ")]
    } else if at(.word), following.kind == .number, following.dimension == .time {
      fixIts = [FixIt("write 'every'", token.span, "every")]
    }
    if fixIts.isEmpty { return nil }
    return .trailing(tokenText, at: token.span, meant: "every", fixIts: fixIts)
  }
}

extension Checker {
  mutating func check(_ face: FaceStatement) {
    switch face.change {
    case .mood, .next, .random: break
    case .restless(let least, let greatest):
      for pause in [least, greatest].compactMap({ $0 }) {
        quantity(pause, .time, as: "what follows 'every'")
      }
    }
    if let length = face.length { quantity(length, .time, as: "what follows 'over'") }
    guard let easing = face.easing else { return }
    if easing.name != .spring {
      report { checker in
        let (program, span) = (checker.program, checker.program.span(of: easing))
        let word = program.wordSpan(of: .easing, from: face.start)
        let whole = program.sources.withBlanksBefore(word).union(span)
        return .easingOfFace(easing.name, at: span, whole: whole)
      }
    } else if !easing.numbers.isEmpty {
      report { .bounceOfFace(at: $0.program.span(of: easing)) }
    } else if face.length == nil {
      report { checker in
        let span = checker.program.span(of: easing)
        let word = checker.program.wordSpan(of: .easing, from: face.start)
        return .easingWithoutTime(at: span, SourceSpan(word.start, word.start))
      }
    }
  }
}

extension Diagnostic {
  /// Reports an easing that a face does not have.
  fileprivate static func easingOfFace(
    _ easing: EasingName, at span: SourceSpan, whole: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      .expectedToken, "a face has no '\(easing.rawValue)'", at: span,
      notes: ["a face changes gently, or with 'easing spring'"],
      fixIts: [FixIt("remove it", whole, "")])
  }

  /// Reports a bounce behind the easing of a face.
  fileprivate static func bounceOfFace(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .expectedToken, "the spring of a face has no bounce of its own", at: span,
      fixIts: [FixIt("write 'spring'", span, EasingName.spring.rawValue)])
  }

  /// Reports an easing of a change that takes no time.
  fileprivate static func easingWithoutTime(
    at span: SourceSpan, _ place: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      .missingClause, "a face that changes at once has no easing", at: span,
      notes: ["'over 560ms' gives it the time of a spring whose response is 0.4 s"],
      fixIts: [FixIt("write 'over 560ms'", place, "over 560ms ")])
  }
}
