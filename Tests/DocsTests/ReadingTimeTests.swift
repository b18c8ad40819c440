import Testing

/// Grammar.md keeps the time that it promises.
@Suite struct ReadingTimeTests {
  /// 220 words a minute is slow reading; code is read by the line.
  static let (wordsPerMinute, linesPerMinute) = (220.0, 25.0)

  @Test func theFirstPartTakesTenMinutes() throws {
    let page = Page.grammar
    let end = try #require(page.lines.firstIndex(of: "## Decisions"))
    let code = page.fences.filter { $0.range.lowerBound < end }
    let inCode = Set(code.flatMap { [$0.range.lowerBound - 1, $0.range.upperBound] + $0.range })
    let words = page.lines[..<end].indices.filter { !inCode.contains($0) }
      .reduce(0) { $0 + page.lines[$1].split(separator: " ").count }
    let lines = code.reduce(0) { $0 + $1.lines.count }
    let minutes = Double(words) / Self.wordsPerMinute + Double(lines) / Self.linesPerMinute
    #expect(lines > 50 && words > 1000)
    #expect(minutes <= 10)
  }
}
