import Diagnosis

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
  package var label: LabelView? { view.part(.label).map(LabelView.init) }
}

extension Parser {
  /// Reads whom or what a clause means.
  mutating func subject() throws(Unreadable) -> NodeID {
    let node = add(.subject, at: token.start)
    var children = Children(of: node)
    try subject(&children)
    return node
  }

  /// Reads whom or what a statement means, whose parts `children` are.
  ///
  ///     subject = "person" [ "speaking" | name ] | "object" [ name ] .
  mutating func subject(_ children: inout Children) throws(Unreadable) {
    let node = children.parent
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
    // What follows the subject of 'follow', and the clauses of a move.
    if at(.with) || at(.until) || at(.lost) || at(.in) { return }
    if let keyword = token.keyword, Keyword.clauses.contains(keyword) { return }
    children.append(try label("a name"), as: .label, in: tree)
  }
}

extension Checker {
  /// Takes note of whom `subject` names, for when the scene is known.
  mutating func note(_ subject: SubjectView) {
    if subject.label != nil, !isInTest { named.append(subject) }
  }

  /// Warns of those whom the script names and its own scene has not.
  ///
  /// A script without a scene is for docks on which nobody knows who comes.
  mutating func checkNamedSubjects() {
    guard let scene = scriptScene, !named.isEmpty else { return }
    var known: [Symbol: Bool] = [:]
    for case .arrival(let arrival) in scene.lines {
      known[arrival.label.symbol] = arrival.isPerson
    }
    for subject in named {
      guard let label = subject.label else { continue }
      let isPerson = subject.word != .object
      let symbol = label.symbol
      if known[symbol] == isPerson || lost.contains(symbol) { continue }
      let names = known.filter { $0.value == isPerson }.map { text($0.key) }.sorted()
      report {
        .notInScene(
          $0.text(symbol), isPerson ? "person" : "object",
          Suggestion.nearest(to: $0.text(symbol), in: names), known: names,
          at: $0.program.span(of: label))
      }
    }
  }
}

extension Diagnostic {
  fileprivate static func notInScene(
    _ name: String, _ kind: String, _ nearest: String?, known: [String], at span: SourceSpan
  ) -> Diagnostic {
    unknownName(
      .notInScene, "the scene has no \(kind) '\(name)'", nearest, known: known,
      remedy: "say in the scene who comes, as in '\(kind) \(name) at 20deg right, 2m away'",
      at: span)
  }

  /// Reports a name that no subject of a scene has, with the nearest name as the fix.
  ///
  /// Without a nearest name it lists the `known` ones, or says the `remedy` if there are none.
  static func unknownName(
    _ code: DiagnosticCode, _ message: String, _ nearest: String?, known: [String],
    remedy: String, at span: SourceSpan
  ) -> Diagnostic {
    let list = known.prefix(8).joined(separator: ", ")
    let note = known.isEmpty ? remedy : "there is \(list)\(known.count > 8 ? " and others" : "")"
    return Diagnostic(
      code, message, at: span, label: nearest.map { "did you mean '\($0)'?" } ?? "",
      notes: nearest == nil ? [note] : [],
      fixIts: nearest.map { [FixIt("write '\($0)'", span, $0)] } ?? [])
  }
}
