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
    case .charging: return nil
    case .person where following.isKeyword(.lost) && !following.startsLine:
      return .lostBehindUntil(at: SourceSpan(token.start, following.end))
    case .person where !following.isKeyword(.speaking): return nil
    case .battery where !following.isKeyword(.below): return nil
    case .battery:
      return .belowBehindUntil(at: following.span)
    default: return .eventBehindUntil(kind.rawValue, until: until, at: token.span)
    }
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

  fileprivate static func belowBehindUntil(at span: SourceSpan) -> Diagnostic {
    .expected(
      "'<'", found: "'below'", at: span,
      notes: ["'below' belongs to the event; the charge itself is compared"],
      fixIts: [FixIt("write '<'", span, "<")])
  }

  /// Reports a wait whose condition reads nothing.
  fileprivate static func nothingToWaitFor(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .constantCondition, "nothing in the show can change this", at: span,
      label: "it holds from the beginning, or never",
      notes: ["a wait ends by what is read in the show, such as 'person', or by a count"])
  }
}
