import Foundation
import Schedules
import Testing
import Vocabulary

@testable import Language

/// The short page of the language leads to the long ones, and lists all words where it lists some.
@Suite struct LanguagePageTests {
  /// The titles of the sections of a page.
  private static func headings(of page: Page) -> [String] {
    let code = Set(page.fences.flatMap(\.range))
    return page.lines.indices.filter { page.lines[$0].hasPrefix("##") && !code.contains($0) }
      .map { String(page.lines[$0].drop { $0 == "#" }.dropFirst()) }
  }

  /// The name that a heading has in a link.
  private static func anchor(of heading: String) -> String {
    String(
      heading.lowercased().compactMap {
        $0 == " " ? "-" : $0.isLetter || $0.isNumber || $0 == "-" ? $0 : nil
      })
  }

  @Test func sectionsOfTheGrammarAreThoseOfTheReference() {
    let reference = Self.headings(of: .reference)
    let grammar = Self.headings(of: .grammar)
    #expect(grammar.count > 15)
    #expect(reference.filter(grammar.contains) == grammar)
  }

  /// Every link of a page to a section of one of the pages leads there.
  @Test(arguments: Page.language + [Page.readme])
  func linksLeadToSections(page: Page) {
    let text = page.lines.joined(separator: " ")
    for part in text.components(separatedBy: "](").dropFirst() {
      let link = part.prefix { $0 != ")" }.split(separator: "#", omittingEmptySubsequences: false)
      guard link.count == 2 else { continue }
      let file = link[0].split(separator: "/").last.map(String.init)
      let target =
        file == nil
        ? page : (Page.language + [Page.readme]).first { $0.name.hasSuffix(file ?? "") }
      let anchors = target.map { Self.headings(of: $0).map(Self.anchor) } ?? []
      #expect(anchors.contains(String(link[1])), "\(page.name): \(link.joined(separator: "#"))")
    }
  }

  /// The words in backticks of the sentence of Grammar.md that begins with `opening`.
  private func words(_ opening: String) -> [String] {
    let text = Page.grammar.lines.joined(separator: " ")
    guard let start = text.range(of: opening) else { return [] }
    let sentence = text[start.upperBound...].prefix { $0 != ";" && $0 != ":" }
      .components(separatedBy: ". ")[0]
    return sentence.components(separatedBy: "`").enumerated().filter { $0.offset % 2 == 1 }
      .map(\.element)
  }

  @Test func listsAreWhole() {
    let parts = Set(words("A `dock-button` is") + words("a `signal` is"))
    let others: Set = ["button", "zoom", "battery", "person", "object"]
    #expect(parts.union(others) == Set(EventKind.spellings))
    #expect(parts.isDisjoint(with: others))
    #expect(Set(words("A **reading** is")) == Set(ReadingWord.allCases.map(\.rawValue)))
    let moods = "\(Mood.allCases.count - 1) others"
    #expect(Page.grammar.lines.contains { $0.contains(moods) })
  }
}
