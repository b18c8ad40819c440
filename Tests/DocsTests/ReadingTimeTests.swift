import Testing

/// Grammar.md keeps the time that it promises.
@Suite struct ReadingTimeTests {
  /// 220 words a minute is slow reading; code is read by the line.
  static let (wordsPerMinute, linesPerMinute) = (220.0, 25.0)

  @Test func thePageTakesTenMinutes() {
    let page = Page.grammar
    let code = page.fences
    let inCode = Set(code.flatMap { [$0.range.lowerBound - 1, $0.range.upperBound] + $0.range })
    let prose = page.lines.indices.filter { !inCode.contains($0) }.map { page.lines[$0] }
    let words = prose.joined(separator: " ").split(separator: " ").count { !$0.hasPrefix("#") }
    let lines = code.reduce(0) { $0 + $1.lines.count }
    let minutes = Double(words) / Self.wordsPerMinute + Double(lines) / Self.linesPerMinute
    #expect(lines > 100 && words > 500)
    #expect(minutes <= 10, "\(minutes) minutes: \(words) words, \(lines) lines of code")
  }
}
