import ArgumentParser
import Testing

@testable import dock

/// A command read without the parser is the one the parser reads.
@Suite struct PlainCommandTests {
  @Test(arguments: [
    ["check", "a.dock"], ["check", "a.dock", "b.dock", "-"], ["run", "a.dock"], ["run", "-"],
  ])
  func isWhatTheParserReads(arguments: [String]) throws {
    let plain = try #require(Dock.plain(arguments))
    let parsed = try Dock.parseAsRoot(arguments)
    #expect(listing(plain) == listing(parsed))
    #expect(!listing(plain).contains("definition"))
  }

  @Test(arguments: [
    [], ["check"], ["run"], ["run", "a.dock", "b.dock"], ["check", "--strict", "a.dock"],
    ["run", "a.dock", "--live"], ["compile", "a.dock"], ["--help"], ["check", "--", "-x"],
  ])
  func isLeftToTheParserOtherwise(arguments: [String]) {
    #expect(Dock.plain(arguments) == nil)
  }

  /// Everything `command` holds, its groups of options included.
  private func listing(_ command: Any) -> String {
    var text = ""
    dump(command, to: &text, maxDepth: 12, maxItems: 1000)
    return text
  }
}
