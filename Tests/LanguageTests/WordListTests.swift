import Testing
import Vocabulary

@testable import Language

/// The lists that save asking each case for its name at every start say the same as the cases.
@Suite struct WordListTests {
  @Test func theKeywordsAreSpelledAsTheirCases() {
    let words = Keyword.words.description.split(separator: " ").map(String.init)
    #expect(words == Keyword.allCases.map(\.spelling))
  }

  @Test func theFunctionsAreSpelledAsTheirCases() {
    let words = Builtin.names.description.split(separator: " ").map(String.init)
    #expect(words == Builtin.allCases.map(\.name))
  }

  /// Directions and policies stand among the keywords in the order of their tables.
  @Test(arguments: Keyword.allCases)
  func aKeywordIsTheWordOfATableThatIsSpelledLikeIt(keyword: Keyword) {
    let word = keyword.spelling
    #expect(Direction(keyword) == Direction(spelling: word))
    #expect(HandlerPolicy(keyword) == HandlerPolicy.written.first { $0.rawValue == word })
  }

  @Test func everyUnitIsReadAsItIsWritten() {
    for unit in Unit.allCases {
      var packed: UInt64 = 0
      for (place, byte) in unit.symbol.utf8.enumerated() {
        packed |= UInt64(byte) << UInt64(8 * place)
      }
      #expect(Unit(packed: packed) == unit)
    }
  }
}
