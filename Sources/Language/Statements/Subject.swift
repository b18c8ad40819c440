/// Whom or what a statement means.
@frozen
public struct SubjectView: SyntaxView, Sendable {
  /// The node that it reads.
  public let view: NodeView

  @inlinable @inline(__always)
  init(_ view: NodeView) { self.view = view }

  /// The word for it.
  package var word: SubjectWord? { SubjectWord(rawValue: view.flags) }

  /// The name, if it has one.
  package var label: LabelView? { view.firstIfAny.map(LabelView.init) }
}

extension Parser {
  /// Reads whom or what `node` means.
  ///
  ///     subject = "person" [ "speaking" | name ] | "object" [ name ] .
  mutating func subject(of node: NodeID) throws(Unreadable) {
    guard at(.person) || at(.object) else {
      throw fail(
        unknownWord("'person' or 'object'", ["person", "object"], .subject, isListed: true))
    }
    let isPerson = at(.person)
    advance()
    if isPerson, take(.speaking) {
      tree[node].flags = SubjectWord.speaker.rawValue
      return
    }
    tree[node].flags = (isPerson ? SubjectWord.person : .object).rawValue
    guard at(.word) || at(.string), !token.startsLine else { return }
    var children = Children(of: node)
    children.append(try label("a name"), as: .label, in: tree)
  }
}
