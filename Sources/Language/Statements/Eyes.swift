import Diagnosis

/// Says where the eyes look.
@frozen
public struct EyesStatement: StatementView, Sendable {
  /// The node that it reads.
  public let view: NodeView

  @inlinable @inline(__always)
  init(_ view: NodeView) { self.view = view }

  /// Its role in its block.
  public static var nature: StatementNature { .action }

  /// The axes that it moves, turns or limits.
  public var axes: AxisUse { .none }

  /// What the eyes do.
  package var change: EyesChange? { EyesChange(rawValue: view.detail) }

  /// Whom they follow, if they do.
  package var subject: SubjectView { SubjectView(view) }
}

extension Parser {
  /// Reads where the eyes look.
  ///
  ///     eyes = "eyes" ( "center" | "left" | "right" | "up" | "down" | "blink"
  ///          | "follow" subject ) .
  mutating func eyes() throws(Unreadable) -> NodeID {
    let node = add(.eyes, at: token.start)
    advance()
    let words = EyesChange.allCases.map { "\($0)" }
    guard let word = keywordHere?.spelling, let index = words.firstIndex(of: word) else {
      throw fail(unknownWord("what the eyes do", words, .eyes))
    }
    advance()
    tree[node].detail = UInt8(index)
    if index == EyesChange.follow.rawValue { try subject(of: node) }
    return node
  }
}

extension Checker {
  mutating func check(_ eyes: EyesStatement) {
    if eyes.change == .follow { note(eyes.subject) }
  }
}

extension Diagnostic {
  static func blinkingSeveralTimes(_ found: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .trailingText, "the statement ends before '\(found)'", at: span,
      notes: ["'blink' closes the eyes once: 'repeat 2 { eyes blink; wait 300ms }'"])
  }
}
