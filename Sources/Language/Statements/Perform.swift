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

  /// How long it lasts at most.
  @inlinable @inline(__always)
  public var longest: ExpressionView? { view.part(.lasting).map(ExpressionView.init) }
}

extension Parser {
  /// Reads the performance of the script.
  ///
  ///     perform = "perform" [ "for" expression ] .
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
    if token.kind == .number, !token.startsLine, token.dimension == .time {
      let here = SourceSpan(token.start, token.start)
      report(
        .expected(
          "'for'", found: "'\(tokenText)'", at: token.span,
          notes: ["the longest time follows 'for'"], fixIts: [FixIt("write 'for '", here, "for ")]))
    } else if !take(.for) {
      return node
    }
    var children = Children(of: node)
    children.append(try expression(), as: .lasting, in: tree)
    return node
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
    guard isInTest, nesting.level == 1 else {
      let isInTest = isInTest
      return report {
        .misplacedPerformance(
          at: $0.program.tokenSpan(at: performance.start), isInTest: isInTest)
      }
    }
    if let first = testPerformance {
      return report {
        .secondPerformance(
          at: $0.program.tokenSpan(at: performance.start),
          first: $0.program.tokenSpan(at: first.start))
      }
    }
    testPerformance = performance
  }

  /// Reports the performances without a time if the script need not end.
  mutating func checkPerformances() {
    let performances = tests.compactMap(\.performance).filter { $0.longest == nil }
    guard !performances.isEmpty else { return }
    var search = LoopSearch(callables)
    guard let loop = search.endless(in: program.statements(ofFile: 0)) else { return }
    for performance in performances {
      report {
        .endlessPerformance(
          at: $0.program.tokenSpan(at: performance.start),
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

  fileprivate static func endlessPerformance(at span: SourceSpan, loop: SourceSpan) -> Diagnostic {
    let end = SourceSpan(span.end, span.end)
    return Diagnostic(
      .endlessPerformance, "the script need not end, so the test needs a time", at: span,
      label: "without an end", labels: [Label(loop, "goes on without an end")],
      fixIts: [FixIt("write 'for 30s'", end, " for 30s")])
  }
}
