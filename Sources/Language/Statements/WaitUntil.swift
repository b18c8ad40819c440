import Diagnosis
import Vocabulary

/// A wait for a state: until a condition holds.
@frozen
public struct WaitUntilStatement: StatementView, Sendable {
  /// The node that it reads.
  public let view: NodeView

  @inlinable @inline(__always)
  init(_ view: NodeView) { self.view = view }

  /// Its role in its block.
  public static var nature: StatementNature { .action }

  /// The axes that it moves, turns or limits.
  public var axes: AxisUse { .none }

  /// The condition.
  public var condition: ExpressionView { ExpressionView(view.first) }

  /// How long it waits at most; nil if it has no bound.
  public var longest: ExpressionView? { view.part(.lasting).map(ExpressionView.init) }
}

extension Parser {
  /// Reads a wait for a state from its 'until' on.
  ///
  ///     wait-until = "wait" "until" expression [ "for" "at" "most" expression ] .
  mutating func waitUntil(at start: UInt32) throws(Unreadable) -> NodeID {
    advance()
    if let report = eventBehindUntil(at: start) { throw fail(report) }
    let node = add(.waitUntil, at: start)
    var children = Children(of: node)
    children.append(try condition(), as: .condition, in: tree)
    if take(.for) {
      try atMost()
      children.append(try expression(), as: .lasting, in: tree)
    }
    return node
  }

  /// The report of an event that is no state, which stands here behind 'until'; nil if none does.
  private func eventBehindUntil(at start: UInt32) -> Diagnostic? {
    guard at(.word), !token.startsLine, let kind = term(EventKind.self, token),
      !isDeclaredAsValue(token.symbol)
    else { return nil }
    let until = SourceSpan(previousEnd - UInt32(Keyword.until.spelling.utf8.count), previousEnd)
    switch kind {
    case .charging, .object: return nil
    case .person where following.isKeyword(.lost) && !following.startsLine:
      return .lostBehindUntil(at: SourceSpan(token.start, following.end))
    case .person: return nil
    case .battery where !following.isKeyword(.below): return nil
    case .battery:
      return .belowInCondition(at: following.span)
    default: return .eventBehindUntil(kind.rawValue, until: until, at: token.span)
    }
  }
}

extension Parser {
  /// The report of a condition that stands behind 'wait' alone, from `first` to here; nil if none
  /// does.
  func conditionWithoutUntil(_ first: Token) -> Diagnostic? {
    guard first.kind == .word, isAtEnd else { return nil }
    let word = text(of: first.span)
    let isName = first.end == previousEnd
    let isRead = ReadingWord(rawValue: word) != nil
    let isState =
      isName
      ? isRead && word != ReadingWord.battery.rawValue
      : isRead || first.isKeyword(.not) || isDeclared(first.symbol, by: [.count])
    let here = SourceSpan(first.start, first.start)
    var fixIts: [FixIt] = []
    if isState { fixIts.append(FixIt("write 'until '", here, "until ")) }
    if isName, let event = EventKind(rawValue: word), !isDeclaredAsValue(first.symbol),
      event.operand == .nothing || event.operand == .phase
    {
      fixIts.append(FixIt("write 'for '", here, "for "))
    }
    guard let fixIt = fixIts.first else { return nil }
    return .expected(
      isState ? "'until'" : "'for'", found: "'\(word)'", at: first.span,
      notes: [
        fixIts.count == 1 && fixIt.edits[0].replacement == "for "
          ? "'wait' alone waits for a time, 'wait for' for an event"
          : "'wait until' waits for a state that may hold already, 'wait for' for an event"
      ], fixIts: fixIts)
  }
}

extension Checker {
  mutating func check(_ wait: WaitUntilStatement) {
    liveTruth(wait.condition)
    if !live.contains(wait.condition.id), !reporter.hasErrors {
      report { .nothingToWaitFor(at: $0.program.span(of: wait.condition)) }
    }
    if let longest = wait.longest { quantity(longest, .time, as: "what follows 'at most'") }
  }
}

extension Diagnostic {
  private static let statesAndEvents =
    "'until' is followed by a state that may hold already, 'for' by an event"

  fileprivate static func eventBehindUntil(
    _ event: String, until: SourceSpan, at span: SourceSpan
  ) -> Diagnostic {
    .expected(
      "a condition", found: "the event '\(event)'", at: span,
      notes: [statesAndEvents], fixIts: [FixIt("write 'for'", until, "for")])
  }

  fileprivate static func lostBehindUntil(at span: SourceSpan) -> Diagnostic {
    .expected(
      "a condition", found: "the event 'person lost'", at: span,
      notes: [statesAndEvents], fixIts: [FixIt("write 'not person'", span, "not person")])
  }

  /// Reports a wait whose condition reads nothing.
  fileprivate static func nothingToWaitFor(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .constantCondition, "nothing in the show can change this", at: span,
      label: "it holds from the beginning, or never",
      notes: ["a wait ends by what is read in the show, such as 'person', or by a count"])
  }
}
