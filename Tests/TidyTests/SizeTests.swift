import Testing

/// Files stay small enough to be read in one sitting, lines narrow enough for two side by side.
@Suite struct SizeTests {
  static let longestFile = 600
  static let longestLine = 100

  @Test func sourceFilesAreShort() throws {
    for text in try Tree.texts(under: "Sources", "swift") {
      let count = text.lines.count - 1
      #expect(count <= Self.longestFile, "\(text.path) has \(count) lines")
    }
  }

  @Test(arguments: ["Sources", "Tests", "Fuzzing", "Benchmarks"])
  func linesAreNarrow(folder: String) throws {
    for text in try Tree.texts(under: folder, "swift", "py") {
      // Bytes are quick to count, and never fewer than columns.
      for (index, line) in text.lines.enumerated()
      where line.utf8.count > Self.longestLine && line.count > Self.longestLine {
        Issue.record("\(text.path):\(index + 1) has \(line.count) columns")
      }
    }
  }
}
