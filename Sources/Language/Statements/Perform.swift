import Diagnosis

/// The performance of the script by one of its tests.
@frozen
public struct PerformStatement: StatementView, Sendable {
  /// The node that it reads.
  public let view: NodeView

  @inlinable @inline(__always)
  init(_ view: NodeView) { self.view = view }

  /// Its role in its block.
  public static var nature: StatementNature { .action }

  /// The axes that it moves, turns or limits.
  public var axes: AxisUse { .none }

  /// Where the script begins.
  @inlinable @inline(__always)
  public var origin: Origin {
    if let name = view.part(.value) { return .mark(StringView(name)) }
    if let label = view.part(.label) { return .mode(LabelView(label)) }
    return .beginning
  }

  /// A place at which a script may begin.
  public enum Origin: Sendable {
    /// Its beginning.
    case beginning
    /// The mark of this name.
    case mark(StringView)
    /// The mode of this name.
    case mode(LabelView)
  }

  /// How long it lasts at most.
  @inlinable @inline(__always)
  public var longest: ExpressionView? { view.part(.lasting).map(ExpressionView.init) }
}

extension Parser {
  /// Reads the performance of the script.
  ///
  ///     perform = "perform" [ "from" ( string | name ) ] [ "for" expression ] .
  mutating func perform() throws(Unreadable) -> NodeID {
    let start = token.span
    advance()
    if at(.word), following.kind == .openParen {
      let whole = SourceSpan(start.start, token.start)
      report(
        .superfluousWord("perform", at: start, whole: whole, "a gesture needs no word before it"))
      return try statement()
    }
    leaveOutObject()
    let node = add(.perform, at: start.start)
    var children = Children(of: node)
    try origin(of: &children)
    if token.kind == .number, !token.startsLine, token.dimension == .time {
      let here = SourceSpan(token.start, token.start)
      report(
        .expected(
          "'for'", found: "'\(tokenText)'", at: token.span,
          notes: ["the longest time follows 'for'"], fixIts: [FixIt("write 'for '", here, "for ")]))
    } else if !take(.for) {
      return node
    }
    if at(.at), following.isKeyword(.most) {
      let most = following
      let whole = SourceSpan(token.start, following(most).start)
      report(
        .superfluousWord(
          "at most", at: SourceSpan(token.start, most.end), whole: whole,
          "as in 'perform for 5s'"))
      advance()
      advance()
    }
    let end = start.end
    children.append(try expression(), as: .lasting, in: tree)
    if at(.word), tokenText == "from", !token.startsLine, !following.startsLine {
      let place = SourceSpan(token.start, following.end)
      report(
        .expected(
          "the end of the statement", found: "'from'", at: token.span,
          notes: ["where it begins stands before its time, as in 'perform from \"verse\" for 5s'"],
          fixIts: [
            FixIt(
              "write it before 'for'",
              [
                FixIt.Edit(SourceSpan(end, end), " " + text(of: place)),
                FixIt.Edit(SourceSpan(previousEnd, place.end), ""),
              ])
          ]))
      throw Unreadable()
    }
    return node
  }

  /// Reads where the script begins, if that is said.
  private mutating func origin(of children: inout Children) throws(Unreadable) {
    if token.startsLine { return }
    if at(.string) {
      let here = SourceSpan(token.start, token.start)
      report(
        .expected(
          "'from'", found: describeToken(), at: token.span,
          notes: ["the mark follows 'from', as in 'perform from \"verse\"'"],
          fixIts: [FixIt("write 'from '", here, "from ")]))
    } else if at(.word), tokenText == "from" {
      advance()
    } else if at(.word), token.keyword != .for, following.kind == .string, !following.startsLine {
      report(
        .expected(
          "'from'", found: describeToken(), at: token.span,
          notes: ["the mark follows 'from', as in 'perform from \"verse\"'"],
          fixIts: [FixIt("write 'from'", token.span, "from")]))
      advance()
    } else {
      return
    }
    if at(.mark) || at(.mode), [.string, .word].contains(following.kind), !token.startsLine,
      !following.startsLine, following.keyword?.isReserved != true
    {
      let whole = SourceSpan(token.start, following.start)
      report(
        .superfluousWord(
          tokenText, at: token.span, whole: whole,
          "as in 'perform from \"verse\"', or 'perform from idle' for a mode"))
      advance()
    }
    guard !token.startsLine, at(.string) || at(.word) && token.keyword?.isReserved != true else {
      throw fail(
        .expected(
          "the name of a mark or of a mode", found: describeToken(), at: place,
          notes: ["as in 'perform from \"verse\"', or 'perform from idle' for a mode"]))
    }
    if at(.string) {
      let name = add(.string, at: token.start, holding: token.symbol + stringBase)
      children.append(name, as: .value, in: tree)
      advance()
    } else {
      children.append(try label("the name of a mode"), as: .label, in: tree)
    }
  }

  /// Reports words such as 'the script', which is what is played in any case, and steps past them.
  private mutating func leaveOutObject() {
    let first = token
    if isFiller(token), !token.startsLine, !following.startsLine { advance() }
    guard at(.word), !token.startsLine, ["script", "show", "file"].contains(tokenText) else {
      return
    }
    let words = SourceSpan(first.start, token.end)
    advance()
    report(
      .superfluousWord(
        text(of: words), at: words, whole: withBlanks(before: words.start),
        "a test plays the script of its own file"))
  }
}

extension Checker {
  mutating func check(_ performance: PerformStatement) {
    if let longest = performance.longest {
      quantity(longest, .time, as: "what follows 'for'")
    }
    guard context.isInTest, nesting.level == 1 else {
      let isInTest = context.isInTest
      guard isWellFormed else { return }
      return report {
        .misplacedPerformance(
          at: $0.program.tokenSpan(at: performance.start), isInTest: isInTest)
      }
    }
    if let first = testParts.performance {
      return report {
        .secondPerformance(
          at: $0.program.tokenSpan(at: performance.start),
          first: $0.program.tokenSpan(at: first.start))
      }
    }
    testParts.performance = performance
    if case .beginning = performance.origin { return }
    for node in context.siblings ?? NodeList() where node.start < performance.start {
      let statement = node.statement
      let view = statement.view
      let isReady = view is ExpectStatement || view is SceneStatement || view is HandlerStatement
      if isReady || type(of: view).nature != .action { continue }
      report {
        .doneBeforeMark(
          at: $0.program.statementSpan(at: node.start),
          performance: $0.program.statementSpan(at: performance.start))
      }
    }
  }

  /// Reports the performances that begin at a place that the script does not have.
  private mutating func checkOrigins() {
    for performance in checked.tests.compactMap(\.performance) {
      switch performance.origin {
      case .beginning: break
      case .mark(let name):
        let text = tree.strings[name.index]
        if checked.marks.contains(where: { $0.name == text }) { continue }
        report { $0.unknownMark(text, at: $0.program.span(of: name)) }
      case .mode(let label):
        let name = text(label.symbol)
        if nameFacts.modeNumbers[label.symbol] == nil,
          checked.marks.contains(where: { $0.name == name })
        {
          report { .markWithoutQuotes(name, at: $0.program.span(of: label)) }
        } else {
          checkName(ofMode: label)
        }
      }
    }
  }

  private func unknownMark(_ name: String, at span: SourceSpan) -> Diagnostic {
    if checked.modes.contains(where: { $0.name == name }) {
      return Diagnostic(
        .unknownName, "'\(name)' is a mode, and no mark", at: span,
        notes: ["the name of a mode stands without quotes"],
        fixIts: [FixIt("write '\(name)'", span, name)])
    }
    func quoted(_ mark: CheckedProgram.Mark) -> String {
      program.sources.text(of: program.span(of: mark.statement.name))
    }
    let nearest = Suggestion.nearest(to: name, in: checked.marks.map(\.name))
    let meant = checked.marks.first { $0.name == nearest }.map(quoted)
    var known: [String] = []
    for mark in checked.marks where !known.contains(quoted(mark)) { known.append(quoted(mark)) }
    return Diagnostic(
      .unknownName, "there is no mark \(program.sources.text(of: span))", at: span,
      label: meant.map { "did you mean \($0)?" } ?? "",
      notes: meant != nil
        ? []
        : [
          checked.marks.isEmpty
            ? "'mark \"verse\"' at the top of the script gives its place a name"
            : "there is \(known.prefix(8).joined(separator: ", "))"
              + (known.count > 8 ? " and others" : "")
        ],
      fixIts: meant.map { [FixIt("write '\($0)'", span, $0)] } ?? [])
  }

  /// Reports the performances without a time if the script need not end.
  mutating func checkPerformances() {
    checkOrigins()
    let performances = checked.tests.compactMap(\.performance).filter { $0.longest == nil }
    // In a text with errors a loop may have been read that is none.
    guard !performances.isEmpty, !reporter.hasErrors else { return }
    var search = LoopSearch(checked.callables)
    guard let loop = search.endless(in: program.statements(ofFile: 0)) else { return }
    for performance in performances {
      report {
        .endlessPerformance(
          at: $0.program.span(of: performance),
          loop: $0.program.statementSpan(at: loop))
      }
    }
  }
}

/// Looks for loops that end only from outside.
private struct LoopSearch {
  private let callables: [CheckedProgram.Callable]
  private var known: [Int: UInt32?] = [:]

  init(_ callables: [CheckedProgram.Callable]) { self.callables = callables }

  /// The place of the first statement of `block` that need not end; nil if all end.
  ///
  /// Those of tests are not among them.
  mutating func endless(in block: BlockView) -> UInt32? {
    for node in block.statements {
      if let place = endless(node.statement) { return place }
    }
    return nil
  }

  private mutating func endless(_ statement: Statement) -> UInt32? {
    if type(of: statement.view).nature == .declaration { return nil }
    if case .block(let block) = statement { return endless(in: block) }
    if case .forever(let loop) = statement { return loop.start }
    if case .every(let every) = statement, every.length == nil { return every.start }
    if case .call(let call) = statement { return endless(callee: call.call.label.index) }
    if case .concurrent(let concurrent) = statement, concurrent.isRace {
      let branches = concurrent.body.statements.map(\.statement).filter { !$0.isSetting }
      let places = branches.map { endless($0) }
      return places.contains(nil) ? nil : places.first ?? nil
    }
    for block in statement.view.blocks {
      if let place = endless(in: block) { return place }
    }
    return nil
  }

  private mutating func endless(callee index: Int) -> UInt32? {
    guard callables.indices.contains(index) else { return nil }
    if known[index] == nil {
      // A circle of calls has been reported; it ends here.
      known[index] = .some(nil)
      known[index] = .some(endless(in: callables[index].block))
    }
    return known[index] ?? nil
  }
}

extension Diagnostic {
  fileprivate static func misplacedPerformance(at span: SourceSpan, isInTest: Bool) -> Diagnostic {
    Diagnostic(
      .misplacedPerformance,
      isInTest ? "'perform' stands inside a block of the test" : "'perform' stands outside a test",
      at: span,
      notes: [
        isInTest
          ? "a test plays the script once, so it stands beside the expectations"
          : "it plays the script of the file, as in 'test \"name\" { perform }'"
      ])
  }

  fileprivate static func secondPerformance(at span: SourceSpan, first: SourceSpan) -> Diagnostic {
    Diagnostic(
      .duplicateClause, "'perform' is given twice", at: span, label: "the second",
      labels: [Label(first, "the first")],
      notes: ["a test plays the script once; write another test"])
  }

  fileprivate static func doneBeforeMark(
    at span: SourceSpan, performance: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      .doneBeforeMark, "a test that performs from a mark or a mode begins there", at: span,
      label: "done before that", labels: [Label(performance, "the test begins here")],
      notes: ["put it below 'perform'; above it stand a scene, handlers, settings and 'expect'"])
  }

  fileprivate static func markWithoutQuotes(_ name: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .unknownName, "'\(name)' is a mark, and no mode", at: span,
      notes: ["the name of a mark stands in quotes"],
      fixIts: [FixIt("write '\"\(name)\"'", span, "\"\(name)\"")])
  }

  fileprivate static func endlessPerformance(at span: SourceSpan, loop: SourceSpan) -> Diagnostic {
    let end = SourceSpan(span.end, span.end)
    return Diagnostic(
      .endlessPerformance, "the script need not end, so the test needs a time", at: span,
      label: "without an end", labels: [Label(loop, "goes on without an end")],
      fixIts: [FixIt("write 'for 30s'", end, " for 30s")])
  }
}
