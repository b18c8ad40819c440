import Foundation
import Testing

/// Some words do not belong in a finished tree.
@Suite struct WordTests {
  /// Work put off belongs in an issue; a path of one machine belongs nowhere.
  static let nowhere = ["TODO", "FIXME", "/work", "/home/", "/Users/"]
  /// Who asks for the trait `Foundation` gets it here, and only there.
  static let forTheTrait = "Sources/DockKit/StandIns.swift"
  /// Calls that could trap, and imports that would slow every start.
  static let notInSources = ["try!", "import Foundation"]

  /// Every folder and file that people read, except the place that lists the words.
  static let read = ["Sources", "Tests", "Examples", "Documentation", "Benchmarks", "Fuzzing"]
  static let pages = ["README.md", "CONTRIBUTING.md", "Grammar.md", "Makefile", "Package.swift"]

  @Test(arguments: nowhere)
  func isNowhere(word: String) throws {
    let folders = try Self.read.flatMap {
      try Tree.texts(under: $0, "swift", "dock", "md", "py", "lua", "c", "h", "json")
    }
    let entries = try Tree.rootEntries()
    let pages = try Self.pages.filter(entries.contains).map(Tree.text(at:))
    expect(noneOf: folders + pages, toHold: word)
  }

  @Test(arguments: notInSources)
  func isNotInTheSources(word: String) throws {
    let sources = try Tree.texts(under: "Sources", "swift").filter {
      $0.path != Self.forTheTrait || word != "import Foundation"
    }
    expect(noneOf: sources, toHold: word)
  }

  @Test func onlyTheToolPrints() throws {
    let libraries = try Tree.texts(under: "Sources", "swift")
      .filter { !$0.path.hasPrefix("Sources/dock/") }
    expect(noneOf: libraries, toHold: "print(")
  }

  @Test(arguments: [
    ("  // TODO: later", "TODO", true),
    ("let TODOS = 1", "TODO", false),
    ("print(x)", "print(", true),
    ("fingerprint(x)", "print(", false),
    ("see /work/tree", "/work", true),
    ("https://example.org/work", "/work", false),
    ("this /works", "/work", false),
  ])
  func aWordStandsAlone(line: String, word: String, found: Bool) {
    let text = Tree.Text(path: "", bytes: Data(line.utf8))
    #expect(text.lines(with: word) == (found ? [1] : []))
  }
}

private func expect(noneOf texts: [Tree.Text], toHold word: String) {
  for text in texts where !text.path.hasPrefix("Tests/TidyTests/") {
    for line in text.lines(with: word) { Issue.record("\(text.path):\(line) says '\(word)'") }
  }
}
