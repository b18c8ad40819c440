import Testing

/// The root stays a short list, and every path is one a shell can take.
@Suite struct RootTests {
  /// Everything that may stand in the root.
  static let known: Set<String> = [
    "Package.swift", "Sources", "Tests", "Examples", "Benchmarks", "Fuzzing", "Documentation",
    "Grammar.md",
    "README.md", "CONTRIBUTING.md", "LICENSE", "Makefile", ".swift-format", ".gitignore",
    ".gitattributes", ".ci",
  ]
  /// Files of tools that git ignores.
  static let ignored: Set<String> = [".git", ".swiftpm", "Package.resolved", ".DS_Store"]

  @Test func nothingUnknownStandsInTheRoot() throws {
    let unknown = try Tree.rootEntries().filter {
      !Self.known.contains($0) && !Self.ignored.contains($0) && !$0.hasPrefix(".build")
    }
    #expect(unknown.isEmpty)
  }

  @Test(arguments: ["Sources", "Tests", "Examples", "Benchmarks", "Fuzzing"])
  func pathsArePlain(folder: String) {
    let odd = Tree.paths(under: folder).filter { path in
      path.contains { !$0.isASCII || $0.isWhitespace }
    }
    #expect(odd.isEmpty)
  }
}
