import Testing

/// The grammar people read is the grammar the parser reads.
@Suite struct ProductionTests {
  static let pages = Page.language
  static let written = pages.flatMap { $0.fences("ebnf") }
    .flatMap { Production.all(in: $0.lines) }

  /// Names that are not productions, since the lexer reads them.
  static let tokens: Set = ["name", "number", "string", "line-end"]
  /// Names that are not productions, since the text explains them.
  static let explained: Set = ["size", "word", "mood", "curve", "dock-button", "signal"]

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
    let defined = Set(Self.written.map(\.name)).union(Self.explained).union(Self.tokens)
    for production in Self.written {
      let undefined = production.references.subtracting(defined)
      #expect(undefined.isEmpty, "\(production.name) needs \(undefined.sorted())")
    }
  }

  @Test func noNameIsDefinedTwice() {
    let names = Self.written.map(\.name)
    #expect(Set(names).count == names.count)
  }

  /// What has no production is explained on the page whose production needs it, or before.
  @Test(arguments: pages)
  func whatHasNoProductionIsExplained(page: Page) {
    let written = page.fences("ebnf").flatMap { Production.all(in: $0.lines) }
    let text = (Page.grammar.lines + page.lines).joined(separator: " ")
    for name in Set(written.flatMap(\.references)).intersection(Self.explained) {
      #expect(text.contains("`\(name)`"), "\(page.name) does not explain \(name)")
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
