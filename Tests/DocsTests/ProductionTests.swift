import Testing

/// The grammar people read is the grammar the parser reads.
@Suite struct ProductionTests {
  static let pages = Page.language
  static let written = pages.flatMap { $0.fences("ebnf") }
    .flatMap { Production.all(in: $0.lines) }

  /// Names that are not productions: tokens of the lexer, and words that the text explains.
  static let explained: Set<String> = [
    "name", "number", "size", "string", "line-end", "word", "mood", "curve", "dock-button",
    "signal",
  ]

  @Test func thereAreProductions() {
    #expect(Self.written.count > 40)
    #expect(QuotedProduction.all.count > 40)
  }

  @Test(arguments: written)
  func standsAboveOneMethod(production: Production) {
    let quotes = QuotedProduction.all.filter { $0.production == production }
    #expect(quotes.count == 1, "quoted \(quotes.count) times: \(production)")
    for quote in quotes { #expect(quote.method.contains("func "), "\(quote.file)") }
  }

  @Test(arguments: QuotedProduction.all.map(\.production))
  func standsInTheGrammar(production: Production) {
    let count = Self.written.count { $0 == production }
    #expect(count == 1, "written \(count) times: \(production)")
  }

  @Test func nothingIsLeftUndefined() {
    let defined = Set(Self.written.map(\.name)).union(Self.explained)
    for production in Self.written {
      let undefined = production.references.subtracting(defined)
      #expect(undefined.isEmpty, "\(production.name) needs \(undefined.sorted())")
    }
  }

  /// A name means one thing, and what has no production is told of where productions begin.
  @Test func noNameIsDefinedTwice() throws {
    let names = Self.written.map(\.name)
    #expect(Set(names).count == names.count)
    let begin = try #require(Page.grammar.lines.firstIndex(of: "## Statements"))
    let text = (Page.grammar.lines[begin...].prefix(8) + Page.testing.lines.prefix(8))
      .joined(separator: " ")
    for name in Self.explained.subtracting(["line-end"]) {
      #expect(text.contains("`\(name)`"), "\(name)")
    }
  }

  @Test(arguments: pages)
  func everyProductionHasAnExample(page: Page) {
    var waiting: Page.Fence?
    for fence in page.fences {
      if fence.kind == "ebnf" {
        #expect(waiting == nil || waiting?.lines.first?.hasPrefix("script") == true)
        waiting = fence
      }
      if fence.kind == "dock" { waiting = nil }
    }
    #expect(waiting == nil, "no example follows \(waiting?.place ?? "")")
  }
}
