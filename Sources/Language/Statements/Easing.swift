import Diagnosis
import Vocabulary

/// The curve of a move over time.
@frozen
public struct EasingView: SyntaxView, Sendable {
  /// The node that it reads.
  public let view: NodeView

  @inlinable @inline(__always)
  init(_ view: NodeView) { self.view = view }

  /// The word for the curve.
  public var name: EasingName { EasingName(number: view.detail) ?? .bezier }

  /// The numbers in its brackets.
  @inlinable @inline(__always)
  public var numbers: ExpressionList { ExpressionList(view.children) }
}

extension Parser {
  /// Reads the name of an easing.
  ///
  ///     easing = curve | "spring" [ "(" expression ")" ]
  ///            | "bezier" "(" expression "," expression "," expression "," expression ")" .
  mutating func easing() throws(Unreadable) -> NodeID {
    guard let name = termHere(EasingName.self) else { throw fail { $0.unknownEasing() } }
    let node = add(.easing, at: token.start, detail: name.number)
    advance()
    let hasNumbers = at(.openParen) && !token.startsLine
    var children = Children(of: node)
    if name == .spring, hasNumbers {
      try bracketed { parser throws(Unreadable) in
        children.append(try parser.expression(), as: .value, in: parser.tree)
        if parser.at(.comma) || parser.startsExpression {
          throw parser.fail { $0.secondBounce() }
        }
      }
    }
    guard name == .bezier else { return node }
    guard hasNumbers else { throw fail { .bezierWithoutPoints(at: $0.place) } }
    try bracketed { parser throws(Unreadable) in
      for index in 0..<4 {
        if index > 0 {
          guard parser.at(.comma) else { throw parser.fail(parser.missingControlPoint()) }
          parser.advance()
        }
        children.append(try parser.expression(), as: .value, in: parser.tree)
      }
    }
    return node
  }

  /// The report of an easing that does not stand here.
  private func unknownEasing() -> Diagnostic {
    let known = EasingName.spellings
    let word = wordHere
    var meant = suggestion(for: word?.text, known, .easing)
    if meant?.replacement == EasingName.bezier.rawValue, following.kind != .openParen {
      meant = meant.map { Suggestion("bezier(0.4, 0, 0.2, 1)", $0.explanation) }
    }
    return .unknownWord(
      "an easing", found: describeToken(), meant, known, at: word?.span ?? place,
      isTight: isTight(word?.span))
  }

  /// The report of what follows the bounce of a spring in its brackets.
  private func secondBounce() -> Diagnostic {
    var ahead = lookahead(from: token.start)
    var next = ahead.next()
    while !next.startsLine, [.number, .word, .comma, .minus, .colon].contains(next.kind) {
      next = ahead.next()
    }
    let gap = SourceSpan(previousEnd, next.start)
    return .expected(
      "')'", found: describeToken(), at: place,
      notes: ["'spring' takes one number, how far it bounces: 'spring(0.3)'"],
      fixIts: next.kind == .closeParen
        ? [FixIt("remove '\(text(of: gap).drop { $0 == " " })'", gap, "")] : [])
  }

  /// The report of a control point that does not stand here.
  private func missingControlPoint() -> Diagnostic {
    .expected(
      "','", found: describeToken(), at: place,
      notes: ["'bezier' takes four numbers: 'bezier(x1, y1, x2, y2)'"])
  }
}

extension Checker {
  mutating func check(_ easing: EasingView) {
    let what = easing.name == .spring ? "the bounce of 'spring'" : "a control point of 'bezier'"
    for number in easing.numbers { quantity(number, .number, as: what) }
  }
}

extension Diagnostic {
  fileprivate static func bezierWithoutPoints(at span: SourceSpan) -> Diagnostic {
    let start = SourceSpan(span.start, span.start)
    return Diagnostic(
      .expectedToken, "'bezier' takes its four control numbers in brackets", at: span,
      fixIts: [FixIt("write 'bezier(0.4, 0, 0.2, 1)'", start, "(0.4, 0, 0.2, 1)")])
  }
}
