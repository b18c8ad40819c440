import Diagnosis

/// How fast beats follow each other, until the end of the block.
@frozen
public struct TempoStatement: StatementView, Sendable {
  /// The node that it reads.
  public let view: NodeView

  @inlinable @inline(__always)
  init(_ view: NodeView) { self.view = view }

  /// Its role in its block.
  public static var nature: StatementNature { .setting }

  /// The axes that it moves, turns or limits.
  public var axes: AxisUse { .none }

  /// What it is in an outline of the text.
  public var outlineKind: Outline.Kind { .limit }

  /// The beats in a time.
  @inlinable @inline(__always)
  public var rate: ExpressionView { ExpressionView(view.first) }

  /// The beats of a bar, if it says so.
  @inlinable @inline(__always)
  public var meter: ExpressionView? { view.first.neighbourIfAny.map(ExpressionView.init) }
}

/// A wait for a beat or a bar.
@frozen
public struct UntilBarStatement: StatementView, Sendable {
  /// What is waited for.
  public enum Goal {
    /// The bar with this number, counted from 1.
    case bar(ExpressionView)
    /// The beginning of the next bar, unless one begins now.
    case nextBar
    /// The next beat, unless one is now.
    case nextBeat
  }

  /// The node that it reads.
  public let view: NodeView

  @inlinable @inline(__always)
  init(_ view: NodeView) { self.view = view }

  /// Its role in its block.
  public static var nature: StatementNature { .action }

  /// The axes that it moves, turns or limits.
  public var axes: AxisUse { .none }

  /// What is waited for.
  public var goal: Goal {
    if let number = view.firstIfAny { return .bar(ExpressionView(number)) }
    return view.detail == 0 ? .nextBar : .nextBeat
  }
}

/// A time in beats or in bars.
@frozen
public struct BeatsView: SyntaxView, Sendable {
  /// The node that it reads.
  public let view: NodeView

  @inlinable @inline(__always)
  init(_ view: NodeView) { self.view = view }

  /// How many.
  @inlinable @inline(__always)
  public var count: NumberView { NumberView(view.first) }

  /// True if they are bars.
  @inlinable @inline(__always)
  public var areBars: Bool { view.detail == 1 }
}

extension Parser {
  /// Reads a tempo.
  ///
  ///     tempo = "tempo" expression [ "meter" expression ] .
  mutating func tempo() throws(Unreadable) -> NodeID {
    let node = add(.tempo, at: token.start)
    advance()
    var children = Children(of: node)
    if at(.assign) || at(.colon) || at(.to), !token.startsLine {
      let gap = SourceSpan(previousEnd, following.start)
      throw fail(
        .expected(
          "a tempo", found: "'\(tokenText)'", at: token.span, notes: ["as in 'tempo 120bpm'"],
          fixIts: [FixIt("leave '\(tokenText)' out", gap, " ")]))
    }
    children.append(try expression(), as: .value, in: tree)
    let isCall = following.kind == .openParen
    if token.startsLine, !token.isKeyword(.meter) || isCall { return node }
    if at(.comma), following.isKeyword(.meter) {
      report(
        .superfluousWord(
          ",", at: token.span, whole: token.span, "as in 'tempo 120bpm meter 3'"))
      advance()
    }
    if token.kind == .number, token.isBare {
      throw fail(meterWithoutWord)
    }
    if takeOnAnyLine(.meter) {
      children.append(try expression(), as: .width, in: tree)
      if at(.meter), !token.startsLine {
        throw fail(
          .duplicateClause(
            tokenText, at: token.span, whole: SourceSpan(previousEnd, following.end),
            startsLine: false))
      }
    } else if at(.word), ["signature", "time", "metre", "bars", "of"].contains(tokenText) {
      throw fail(
        .expected(
          "'meter'", found: describeToken(), at: place,
          notes: ["as in 'tempo 120bpm meter 3', with three beats in a bar"],
          fixIts: [FixIt("write 'meter'", token.span, "meter")]))
    }
    return node
  }

  /// The report of a meter without its word, which may be a fraction of a note, as in `3/4`.
  private var meterWithoutWord: Diagnostic {
    var ahead = lookahead(from: token.end)
    let (sign, note) = (ahead.next(), ahead.next())
    let isFraction = sign.kind == .divide && note.kind == .number && !note.startsLine
    let ours = "meter \(tokenText)"
    let whole = SourceSpan(token.start, isFraction ? note.end : token.end)
    return .expected(
      "'meter'", found: "'\(tokenText)'", at: token.span,
      notes: ["as in 'tempo 120bpm meter 3', with three beats in a bar"],
      fixIts: [FixIt("write '\(ours)'", whole, ours)])
  }

  /// The report of a beat of a bar, as in `bar 3 beat 2`; nil if none stands here.
  private var beatOfBar: Diagnostic? {
    let words = restOfLine()
    guard at(.bar), words.count == 4, words[1].kind == .number, words[1].isBare,
      words[2].isKeyword(.beat), words[3].kind == .number, words[3].isBare,
      let beat = Int(text(of: words[3].span)), beat > 0
    else { return nil }
    let bar = text(of: SourceSpan(token.start, words[1].end))
    let later = beat == 1 ? "" : "; wait \(beat - 1)\(beat == 2 ? "beat" : "beats")"
    return Diagnostic(
      .trailingText, "the statement ends before 'beat'", at: words[2].span,
      notes: ["a bar begins with its first beat: write 'wait until \(bar)\(later)'"])
  }

  /// True if a beat or a bar follows the word 'until' here.
  var isBarNext: Bool {
    let next = following
    return next.isKeyword(.bar) && !nextEnds(behind: next) || next.isKeyword(.next)
      || next.kind == .number && next.beats != 0
  }

  /// Reads a wait for a beat or a bar from its 'until' on.
  ///
  ///     until-bar = "wait" "until" ( "bar" expression | "next" ( "bar" | "beat" ) ) .
  mutating func waitUntilBar(at start: UInt32) throws(Unreadable) -> NodeID {
    advance()
    if let report = beatOfBar { throw fail(report) }
    if take(.bar) { return try holding(.untilBar, at: start, expression()) }
    guard take(.next) else { throw fail { $0.numberOfBar } }
    let next = SourceSpan(previousEnd - UInt32(Keyword.next.spelling.utf8.count), token.start)
    let node = add(.untilBar, at: start, detail: at(.beat) ? 1 : 0)
    if at(.bar), following.kind == .number, following.isBare, !following.startsLine {
      report(
        .superfluousWord(
          "next", at: SourceSpan(next.start, previousEnd), whole: next,
          "a bar with a number is that one, as in 'wait until bar 3'"))
      advance()
      _ = try expression()
      return node
    }
    guard take(.beat) || take(.bar) else {
      throw fail(
        .expected(
          "'bar' or 'beat'", found: describeToken(), at: place,
          notes: ["as in 'wait until next bar'; an event follows 'wait for'"]))
    }
    return node
  }

  /// The report of a tempo that begins with its unit, as in `bpm 120`; nil if `word` begins none.
  func tempoInOtherWords(_ word: Token) -> Diagnostic? {
    guard ["bpm", "metronome", "beat"].contains(text(of: word.span).lowercased()),
      token.kind == .number, token.isBare || token.dimension == .frequency, !token.startsLine
    else { return nil }
    let ours = "tempo \(tokenText)" + (token.isBare ? "bpm" : "")
    return Diagnostic(
      .foreignWord, "no statement begins with '\(text(of: word.span))'", at: word.span,
      label: "did you mean '\(ours)'?", notes: ["beats follow each other at a 'tempo'"],
      fixIts: [FixIt("write '\(ours)'", SourceSpan(word.start, token.end), ours)])
  }

  /// The report of a time in beats where the number of a bar is due.
  private var numberOfBar: Diagnostic {
    let digits = tokenText.prefix { !$0.isLetter }
    return .expected(
      "'bar', 'next bar' or 'next beat'", found: "'\(tokenText)'", at: token.span,
      notes: ["bars are counted from the tempo; bar 1 begins with it"],
      fixIts: [FixIt("write 'bar \(digits)'", token.span, "bar \(digits)")])
  }
}

extension Checker {
  mutating func check(_ tempo: TempoStatement) {
    if tempo.rate.isBareNumber {
      report(.tempoWithoutUnit(at: program.span(of: tempo.rate)))
    } else {
      quantity(tempo.rate, .frequency, as: "a tempo")
    }
    if let meter = tempo.meter { quantity(meter, .number, as: "a meter") }
  }

  mutating func check(_ wait: UntilBarStatement) {
    guard case .bar(let number) = wait.goal else { return checked.awaitsBeats = true }
    checked.awaitsBars = true
    quantity(number, .number, as: "the number of a bar")
  }
}

extension Diagnostic {
  /// Reports a tempo that is a bare number.
  fileprivate static func tempoWithoutUnit(at span: SourceSpan) -> Diagnostic {
    let end = SourceSpan(span.end, span.end)
    return Diagnostic(
      .missingUnit, "a tempo is a rate and needs a unit", at: span,
      notes: ["'bpm' means beats a minute"], fixIts: [FixIt("write 'bpm'", end, "bpm")])
  }
}
