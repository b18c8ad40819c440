import Diagnosis
import Vocabulary

/// Changes the direction of the eyes.
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
  package var change: EyesWord? { EyesWord(number: view.detail) }

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
    guard let word = termHere(EyesWord.self) else {
      throw fail(unknownWord("what the eyes do", EyesWord.spellings, .eyes))
    }
    advance()
    tree[node].detail = word.number
    guard word == .follow else { return node }
    var children = Children(of: node)
    try subject(&children)
    return node
  }

  /// The report of what does not follow where the eyes look; nil if nothing is known of it.
  func trailingEyes(after start: UInt32) -> Diagnostic? {
    let last = lastToken(from: start)
    if token.kind == .number || at(.word), last.isKeyword(.blink) {
      return .blinkingSeveralTimes(tokenText, at: token.span)
    }
    guard let keyword = keywordHere, Direction(keyword) != nil,
      last.keyword.flatMap(Direction.init) != nil
    else { return nil }
    return superfluous("the eyes look in one direction at a time")
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
