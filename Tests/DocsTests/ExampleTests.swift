import Testing

/// Every example on a page is a script, and behaves as its page says.
@Suite struct ExampleTests {
  static let examples = (Page.language + [Page.readme]).flatMap { $0.fences("dock") }

  @Test func thereAreExamples() {
    for page in Page.language { #expect(page.fences("dock").count > 5) }
    #expect(Page.readme.fences("dock").count > 1)
  }

  @Test(arguments: examples)
  func behavesAsItsPageSays(example: Page.Fence) {
    let sample = Sample(example.text)
    guard let mark = example.words.firstIndex(where: { $0 == "fails" || $0 == "warns" }) else {
      #expect(sample.messages.isEmpty)
      return
    }
    let codes = Set(example.words[(mark + 1)...])
    #expect(Set(sample.codes) == codes, "\(sample.messages)")
    #expect((sample.schedule == nil) == (example.words[mark] == "fails"))
  }

  @Test(arguments: (Page.language + [Page.readme]).map(\.name))
  func everyFenceIsOfAKnownKind(page: String) {
    let kinds: Set<String> = ["dock", "ebnf", "console", "text", "swift"]
    for fence in Page(page).fences {
      #expect(kinds.contains(fence.kind), "\(fence.place) is '\(fence.kind)'")
    }
  }
}
