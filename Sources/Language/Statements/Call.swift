import Diagnosis

/// The call of a gesture.
@frozen
public struct CallStatement: StatementView, Sendable {
  /// The node that it reads.
  public let view: NodeView

  @inlinable @inline(__always)
  init(_ view: NodeView) { self.view = view }

  /// Its role in its block.
  public static var nature: StatementNature { .action }

  /// The axes that it moves, turns or limits.
  public var axes: AxisUse { .callee(call.label.index) }

  /// The callee and the arguments.
  @inlinable @inline(__always)
  public var call: CallView { CallView(view) }
}

extension Parser {
  /// Reads the call of a gesture after its name, `word`.
  ///
  ///     call = name "(" [ argument { "," argument } ] ")" [ "mirrored" ] [ "at" expression ] .
  mutating func call(of word: Token) throws(Unreadable) -> NodeID {
    let call = try arguments(add(.call, at: word.start, detail: 0), of: word)
    if isAtEnd, !paceBeginsLine { return call }
    if at(.openBrace) { return try blockBehindCall(of: word) }
    try manner(of: call, word)
    return call
  }

  /// True if the pace of a call begins a line here; in a test a line may begin with a time.
  private var paceBeginsLine: Bool {
    token.isKeyword(.at) && token.startsLine && following.dimension == .number
  }

  /// Reads how `call`, which calls `word`, is carried out.
  private mutating func manner(of call: NodeID, _ word: Token) throws(Unreadable) {
    if take(.mirrored) { tree[call].flags |= Node.mirrored }
    let start = token.start
    if take(.at) || paceBeginsLine && takeOnAnyLine(.at) {
      var children = Children(behindThoseOf: call, in: tree)
      children.append(try expression(), as: .at, in: tree)
      guard at(.mirrored), !token.startsLine else { return }
      report(.mirroredBehindPace(at: token.span, pace: start))
      advance()
    } else if !token.startsLine, let report = mannerInOtherWords(of: word) {
      throw fail(report)
    }
  }

  /// Reports `word`, after whose brackets a block stands: a statement in other words, or a gesture
  /// that is not called one.
  private mutating func blockBehindCall(of word: Token) throws(Unreadable) -> NodeID {
    let name = text(of: word.span)
    if Keyword.statement(name)?.takesBlock == true {
      let brackets = SourceSpan(word.end, previousEnd)
      throw fail(
        .expected(
          "'{'", found: "'\(text(of: brackets))'", at: brackets,
          notes: ["only gestures and functions have brackets"],
          fixIts: [FixIt("remove the brackets", brackets, "")]))
    }
    let ours = ForeignWords.hint(for: name, in: .statement)
    let first = ours?.replacement.split(separator: " ").first.map(String.init)
    let call = SourceSpan(word.start, previousEnd)
    let isBare = text(of: SourceSpan(word.end, previousEnd)).allSatisfy { "( )".contains($0) }
    goBack(to: word)
    guard let ours, Keyword.statement(first ?? "")?.takesBlock == true else {
      found.lost.symbols.insert(word.symbol)
      throw fail(.gestureWithoutWord(name, at: word.span))
    }
    var report = Diagnostic.misspeltStatement(
      name, Suggestion(ours.replacement, ours.explanation), at: word.span)
    // Before brackets these are names: read as statements, they would be this call again.
    if ours.replacement == Keyword.choose.spelling || ours.replacement == Keyword.finally.spelling {
      let fixIt = FixIt("write '\(ours.replacement)'", call, ours.replacement)
      report.fixIts = isBare ? [fixIt] : []
      throw fail(report)
    }
    self.report(report)
    guard let keyword = Keyword.statement(ours.replacement) else { throw Unreadable() }
    reports.isMuted = true
    return try statement(keyword, at: word.start)
  }
}

extension Checker {
  mutating func check(_ statement: CallStatement) {
    let call = statement.call
    let label = call.label
    let symbol = label.symbol
    let binding = scope[symbol]
    switch binding.kind {
    case .callable where checked.callables[Int(binding.index)].isGesture:
      checked.callables[Int(binding.index)].isCalled = true
      arguments(of: call, for: checked.callables[Int(binding.index)])
      if let pace = call.pace { check(pace: pace) }
      if stack(checked.callables[Int(binding.index)], within: Budget.callNesting, at: label) {
        label.resolve(to: .declared(Int(binding.index)))
      }
    case .builtin where lost.contains(symbol): break
    case .callable, .builtin:
      report { .functionAsStatement($0.text(symbol), at: $0.program.span(of: label)) }
    case .value, .reading, .count:
      report { .notCallable($0.text(symbol), at: $0.program.span(of: label), end: nil) }
    case .none: unknownGesture(call, symbol)
    }
  }
}

extension Checker {
  /// Checks the pace of a call.
  private mutating func check(pace: ExpressionView) {
    guard let number = pace.number, number.isBare, tree.numbers[number.index] > 10 else {
      return quantity(pace, .number, as: "the pace of a gesture")
    }
    report { .paceWithoutPercent(at: $0.program.span(of: pace)) }
  }
}

extension Diagnostic {
  /// Reports a pace over 10, which lacks its '%'.
  fileprivate static func paceWithoutPercent(at span: SourceSpan) -> Diagnostic {
    let end = SourceSpan(span.end, span.end)
    return Diagnostic(
      .missingUnit, "the pace of a gesture is a share and needs a '%'", at: span,
      notes: ["as in 'wave() at 50%', which takes twice as long"],
      fixIts: [FixIt("write '%'", end, "%")])
  }

  /// Reports a gesture without the word for it.
  fileprivate static func gestureWithoutWord(_ name: String, at span: SourceSpan) -> Diagnostic {
    let start = SourceSpan(span.start, span.start)
    return Diagnostic(
      .unknownStatement, "the call of a gesture has no block", at: span,
      notes: ["a gesture is declared with 'gesture \(name)(…) { … }' and called without a block"],
      fixIts: [FixIt("write 'gesture' before it", start, "gesture ")])
  }

  fileprivate static func functionAsStatement(_ name: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .notCallable, "the function '\(name)' only gives a value", at: span,
      notes: ["use its value, as in 'let x = \(name)(…)'; only a 'gesture' moves the dock"])
  }
}
