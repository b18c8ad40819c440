import Diagnosis
import Vocabulary

/// The policy for late steps, until the end of the block.
@frozen
public struct LateStatement: StatementView, Sendable {
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

  /// What is done with a late step.
  package var policy: LatenessPolicy? { LatenessPolicy(number: view.detail) }

  /// How late a step may be.
  @inlinable @inline(__always)
  public var allowance: ExpressionView? { view.firstIfAny.map(ExpressionView.init) }
}

extension Parser {
  /// Reads a policy for late steps.
  ///
  ///     lateness = "when" "late" ( "stretch" | "recover" | "catch_up"
  ///              | [ "by" expression ] ( "skip" | "stop" ) ) .
  mutating func lateness() throws(Unreadable) -> NodeID {
    let node = add(.lateness, at: token.start)
    let when = token.span
    advance()
    guard take(.late) else { throw fail { $0.missingLate(behind: when) } }
    var children = Children(of: node)
    let before = previousEnd
    let hasLength = take(.by)
    if hasLength { children.append(try expression(), as: .by, in: tree) }
    guard let policy = termHere(LatenessPolicy.self) else {
      let words = SourceSpan(token.start, following.end)
      let ours = LatenessPolicy.catchUp.rawValue
      if text(of: words).replacing(" ", with: "_") == ours {
        throw fail(
          .expected(
            "the policy", found: "'\(text(of: words))'", at: words,
            fixIts: [FixIt("write '\(ours)'", words, ours)]))
      }
      throw fail(unknownWord("the policy", LatenessPolicy.spellings, .lateness))
    }
    if hasLength, !policy.takesTime {
      report(.lengthOfLateness(policy, at: SourceSpan(before, previousEnd)))
    }
    advance()
    if at(.by), !hasLength, !token.startsLine {
      throw try refuseLength(of: policy, behind: before)
    }
    tree[node].detail = policy.number
    return node
  }

  /// Reports a `by` behind `policy`; it belongs behind 'late', which ends at `late`.
  private mutating func refuseLength(
    of policy: LatenessPolicy, behind late: UInt32
  ) throws(Unreadable) -> Unreadable {
    let (end, word) = (previousEnd, token.span)
    advance()
    _ = try expression()
    let length = SourceSpan(end, previousEnd)
    let edits = [FixIt.Edit(SourceSpan(late, late), text(of: length)), FixIt.Edit(length, "")]
    report(
      policy.takesTime
        ? .expected(
          "the end of the statement", found: "'by'", at: word,
          notes: ["as in 'when late by 200ms \(policy.rawValue)'"],
          fixIts: [FixIt("write it behind 'late'", edits)])
        : .lengthOfLateness(policy, at: length))
    return Unreadable()
  }

  /// The report of what follows the word at `when` instead of 'late'.
  private func missingLate(behind when: SourceSpan) -> Diagnostic {
    guard at(.word), !token.startsLine, term(EventKind.self, token) != nil else {
      return missing(.late)
    }
    return Diagnostic(
      .foreignWord, "expected 'late', found '\(tokenText)'", at: token.span,
      notes: ["a handler of an event begins with 'on'"], fixIts: [FixIt("write 'on'", when, "on")])
  }
}

extension Checker {
  mutating func check(_ late: LateStatement) {
    if let allowance = late.allowance { quantity(allowance, .time, as: "what follows 'by'") }
  }
}

extension Diagnostic {
  /// Reports a `by` before a `policy` that applies to every delay; `span` is the clause with the
  /// spaces before it.
  fileprivate static func lengthOfLateness(
    _ policy: LatenessPolicy, at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      .clauseNotAllowed, "'\(policy.rawValue)' applies to every delay", at: span,
      notes: ["only 'skip' and 'stop' take 'by': a delay that they allow"],
      fixIts: [FixIt("remove it", span, "")])
  }
}
