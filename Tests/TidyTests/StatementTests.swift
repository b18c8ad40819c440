import Testing

/// The tree is read through views, and a statement cannot be forgotten.
@Suite struct StatementTests {
  /// The fields of a node that say where its parts are, and what reads bits as something else.
  static let hidden = ["payload", "sibling", "unsafeBitCast"]
  /// The targets that read the tree.
  static let readers = ["Language", "Scheduling", "Rehearsal", "Session"]

  @Test(arguments: hidden)
  func onlySyntaxKnowsWhereThePartsOfANodeAre(word: String) throws {
    for text in try Self.texts() where !text.path.hasPrefix("Sources/Language/Syntax/") {
      for line in text.lines(with: word) { Issue.record("\(text.path):\(line) says '\(word)'") }
    }
  }

  @Test func whoeverSwitchesOverStatementsNamesEveryCase() throws {
    var count = 0
    for text in try Self.texts() {
      for (index, isOpen) in statementSwitches(in: text.lines) {
        count += 1
        if isOpen { Issue.record("\(text.path):\(index + 1) has a 'default'") }
      }
    }
    #expect(count >= 3)
  }

  @Test(arguments: [
    (["switch node.statement {", "case .let: 1", "default: 2", "}"], true),
    (["switch statement {", "case .let: 1", "  switch x {", "  default: 2", "  }", "}"], false),
    (["extension Statement {", "  switch self {", "  default: 2", "  }", "}"], true),
    (["extension Keyword {", "  switch self {", "  default: 2", "  }", "}"], nil),
  ])
  func aDefaultIsFound(lines: [String], isOpen: Bool?) {
    #expect(statementSwitches(in: lines.map { Substring($0) }).first?.isOpen == isOpen)
  }

  private static func texts() throws -> [Tree.Text] {
    try readers.flatMap { try Tree.texts(under: "Sources/\($0)", "swift") }
  }
}

/// The lines of `lines` that switch over a statement; true if that has a default.
private func statementSwitches(in lines: [Substring]) -> [(index: Int, isOpen: Bool)] {
  var found: [(index: Int, isOpen: Bool)] = []
  var isInStatement = false
  for (index, line) in lines.enumerated() {
    if line.hasPrefix("extension ") { isInStatement = line.hasPrefix("extension Statement ") }
    guard line.hasSuffix(" {"), let start = line.firstRange(of: "switch ") else { continue }
    let subject = line[start.upperBound...].dropLast(2)
    let isStatement =
      subject.lowercased().hasSuffix("statement") || isInStatement && subject == "self"
    guard isStatement else { continue }
    let blanks = line.prefix { $0 == " " }
    let end = lines[index...].firstIndex { $0.hasPrefix(blanks + "}") } ?? lines.endIndex
    let body = lines[index..<end]
    // What may be nil is a keyword.
    if body.contains(where: { $0.hasPrefix(blanks + "case nil:") }) { continue }
    found.append((index, body.contains { $0.hasPrefix(blanks + "default:") }))
  }
  return found
}
