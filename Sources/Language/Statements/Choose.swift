import Diagnosis

/// A block of which one statement is carried out, drawn at random.
@frozen
public struct ChooseStatement: StatementView, Sendable {
  /// The node that it reads.
  public let view: NodeView

  @inlinable @inline(__always)
  init(_ view: NodeView) { self.view = view }

  /// Its role in its block.
  public static var nature: StatementNature { .action }

  /// The axes that it moves, turns or limits.
  public var axes: AxisUse { .blocks }

  /// The options, and before them the names and settings that hold for all of them.
  @inlinable @inline(__always)
  public var body: BlockView { BlockView(view.first) }

  /// The options, in their order.
  public var options: [NodeView] { body.statements.filter { !$0.statement.isSetting } }

  /// How often each option is drawn, compared with the others; none if they are dealt like cards.
  public var weights: [ExpressionView] { view.furtherChildren.map(ExpressionView.init) }
}

extension Parser {
  /// Passes the options of a choice without its '{', if they end in this line.
  private mutating func passOptions() {
    var (ahead, first) = (lookahead(from: token.start), true)
    while true {
      let next = ahead.next()
      if next.kind == .end || next.kind == .openBrace || next.startsLine && !first { return }
      if next.kind == .closeBrace { break }
      first = false
    }
    while !take(.closeBrace) { advance() }
  }

  /// Reads a choice at random.
  ///
  ///     choose = "choose" "{" { option ( line-end | ";" ) } [ option ] "}" .
  mutating func randomChoice() throws(Unreadable) -> NodeID {
    let node = add(.draw, at: token.start)
    let start = token.start
    advance()
    if let report = countedChoice(from: start) { throw fail(report) }
    guard at(.openBrace) else {
      let failure = fail { $0.missingBlock() }
      passOptions()
      throw failure
    }
    let open = token.span
    try enter(open)
    advance()
    let block = add(.block, at: open.start)
    var (options, weights): (Children, [NodeID?]) = (Children(of: block), [])
    var unweighted: [UInt32] = []
    while token.kind != .closeBrace, token.kind != .end, token.start < trialEnd {
      if take(.semicolon) { continue }
      let (start, outer) = (token.start, nesting.depth)
      let weight: NodeID?
      do throws(Unreadable) {
        weight = try self.weight()
      } catch {
        nesting.depth = outer
        recover(from: start)
        continue
      }
      let first = token.start
      guard let option = statementOrSkip(isBranch: true) else { continue }
      if tree.view(option).statement.isSetting {
        options.append(option, as: .none, in: tree)
      } else {
        weights.append(weight)
        if weight == nil { unweighted.append(first) }
        let isBlock = tree[option].kind == .block
        let whole = isBlock ? option : holding(.block, at: first, option, as: .none)
        options.append(whole, as: .none, in: tree)
      }
    }
    leave()
    if !take(.closeBrace), token.start < trialEnd { throw unclosed(open) }
    let known = weights.compactMap { $0 }
    if !known.isEmpty, known.count < weights.count {
      report(.someWeights(at: SourceSpan(start, open.start), lacking: unweighted))
    }
    var children = Children(of: node)
    children.append(block, as: .body, in: tree)
    for weight in known { children.append(weight, as: .value, in: tree) }
    return node
  }

  /// Reads the weight before an option.
  ///
  ///     option = [ number ":" ] branch .
  private mutating func weight() throws(Unreadable) -> NodeID? {
    if let report = weightWithoutNumber() { throw fail(report) }
    guard token.kind == .number else { return nil }
    let number = token
    // A weight may begin a line, which no other value does.
    token.startsLine = false
    let weight = try expression()
    if at(.colon), tree[weight].kind != .number {
      let found = SourceSpan(number.start, previousEnd)
      self.report(
        .expected(
          "a weight", found: "'\(text(of: found))'", at: found,
          notes: ["a weight is a number above 0 in digits, as in '3: nod()'"]))
    }
    if take(.colon) { return weight }
    let report = Diagnostic.expected(
      "':'", found: describeToken(), at: place,
      notes: ["a weight stands before its option, as in '3: nod()'"],
      fixIts: [
        FixIt("write ':'", SourceSpan(previousEnd, at(.assign) ? token.end : previousEnd), ":")
      ])
    if at(.assign) {
      self.report(report)
      advance()
      return weight
    }
    guard number.end == previousEnd, at(.word) else { throw fail(report) }
    self.report(report)
    return weight
  }

  /// The report of a weight here that is no number in digits, as in `-1: nod()`; nil if none stands
  /// here.
  private func weightWithoutNumber() -> Diagnostic? {
    if let report = labelOfOption() { return report }
    let colon = token.kind == .minus ? following(following) : following
    guard token.kind == .minus || at(.word), colon.kind == .colon, !colon.startsLine else {
      return nil
    }
    let weight = SourceSpan(token.start, colon.start)
    return .expected(
      "a weight", found: "'\(text(of: weight))'", at: weight,
      notes: ["a weight is a number above 0 in digits, as in '3: nod()'"])
  }

  /// The report of a label here, as in `case 1: nod()`; nil if none stands here.
  private func labelOfOption() -> Diagnostic? {
    let name = following
    var ahead = lookahead(from: name.end)
    let colon = ahead.next()
    guard at(.word), tokenText == "case", [.number, .word, .string].contains(name.kind),
      colon.kind == .colon, !colon.startsLine
    else { return nil }
    let label = text(of: SourceSpan(token.start, colon.end))
    return Diagnostic(
      .foreignWord, "the options of 'choose' have no labels",
      at: SourceSpan(token.start, colon.end),
      notes: ["each statement of the block is an option, of which one is drawn at random"],
      fixIts: [FixIt("remove '\(label)'", SourceSpan(token.start, ahead.next().start), "")])
  }

  /// The report of a number before the block of a choice, which others draw so often; nil if none
  /// stands here.
  private func countedChoice(from start: UInt32) -> Diagnostic? {
    guard token.kind == .number, following.kind == .openBrace else { return nil }
    let number = text(of: token.span)
    return .expected(
      "'{'", found: describeToken(), at: token.span,
      notes: ["'repeat' draws several times"],
      fixIts: closing(of: following).map { close in
        [
          FixIt(
            "write 'repeat \(number) { choose { … } }'",
            [
              FixIt.Edit(SourceSpan(start, token.end), "repeat \(number) { choose"),
              FixIt.Edit(SourceSpan(close, close), " }"),
            ])
        ]
      } ?? [])
  }

  /// Where the block ends that `open` opens; nil if it is not closed.
  func closing(of open: Token) -> UInt32? {
    var ahead = lookahead(from: open.start)
    var depth = 0
    while true {
      let next = ahead.next()
      if next.kind == .openBrace { depth += 1 }
      if next.kind == .closeBrace { depth -= 1 }
      if next.kind == .end { return nil }
      if depth == 0 { return next.end }
    }
  }
}

extension Checker {
  mutating func check(_ choice: ChooseStatement) {
    checked.choices[choice.id] = checked.choices[choice.id] ?? checked.choices.count + 1
    for weight in choice.weights { quantity(weight, .number, as: "a weight") }
    block(choice.body, isSequence: false)
    if choice.options.count < 2, isWellFormed {
      let setting = choice.body.statements.first { $0.statement.isSetting }
      let word = setting.map { program.sources.text(of: program.tokenSpan(at: $0.start)) }
      report(.loneOption(at: program.tokenSpan(at: choice.start), besides: word))
    }
  }
}

extension Checker {
  /// The report of `call`, which calls 'choose' with gestures, as in `choose(nod, shake)`; nil if
  /// `word` is another one.
  func choiceAsCall(_ call: CallView, _ word: String, at span: SourceSpan) -> Diagnostic? {
    guard word == "choose" else { return nil }
    let options = call.arguments.map { argument in
      let text = program.sources.text(of: program.span(of: argument))
      return argument.value.name == nil ? text : text + "()"
    }
    guard options.count > 1, options.allSatisfy({ $0.hasSuffix(")") }) else { return nil }
    let ours = "choose { \(options.joined(separator: "; ")) }"
    return Diagnostic(
      .unknownName, "nothing is called 'choose' here", at: span, label: "did you mean '\(ours)'?",
      notes: ["the options of 'choose' stand in braces, and gestures are called with brackets"],
      fixIts: [FixIt("write '\(ours)'", program.span(of: call), ours)])
  }
}

extension Diagnostic {
  /// Reports weights that not all options have: those that begin at `others` have none.
  fileprivate static func someWeights(at span: SourceSpan, lacking others: [UInt32]) -> Diagnostic {
    Diagnostic(
      .missingClause, "some of these options have weights, and some have none", at: span,
      notes: ["write '1:' before the others, or leave all weights out"],
      fixIts: [
        FixIt(
          "write '1:' before the others",
          others.map { FixIt.Edit(SourceSpan($0, $0), "1: ") })
      ])
  }

  /// Reports a choice with fewer than two options; `setting` is the word of a statement in it that
  /// is none.
  fileprivate static func loneOption(at span: SourceSpan, besides setting: String?) -> Diagnostic {
    let none = setting.map { "'\($0)' is no option: it holds for all of them" }
    return Diagnostic(
      .missingClause, "there is nothing to choose from: expected two options or more", at: span,
      notes: [
        none ?? "each statement of the block is an option; '{ … }' makes one option of several"
      ])
  }
}
