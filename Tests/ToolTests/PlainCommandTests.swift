import ArgumentParser
import Testing

@testable import dock

/// A command read without the parser is the one the parser reads.
@Suite(.onOwnThreads) struct PlainCommandTests {
  @Test(arguments: [["check", "a.dock"], ["check", "a.dock", "b.dock", "-"]])
  func aCheckIsWhatTheParserReads(arguments: [String]) throws {
    let plain = try #require(Check.plain(arguments))
    #expect(Run.plain(arguments) == nil)
    #expect(listing(plain) == listing(try Dock.parseAsRoot(arguments)))
  }

  @Test(arguments: [["run", "a.dock"], ["run", "-"]])
  func aRunIsWhatTheParserReads(arguments: [String]) throws {
    let plain = try #require(Run.plain(arguments))
    #expect(Check.plain(arguments) == nil)
    #expect(listing(plain) == listing(try Dock.parseAsRoot(arguments)))
  }

  @Test(arguments: [
    [], ["check"], ["run"], ["run", "a.dock", "b.dock"], ["check", "--strict", "a.dock"],
    ["run", "a.dock", "--live"], ["compile", "a.dock"], ["--help"], ["check", "--", "-x"],
  ])
  func isLeftToTheParserOtherwise(arguments: [String]) {
    #expect(Check.plain(arguments) == nil)
    #expect(Run.plain(arguments) == nil)
  }

  /// Everything `command` holds, its groups of options included.
  private func listing(_ command: Any) -> String {
    var text = ""
    dump(command, to: &text, maxDepth: 12, maxItems: 1000)
    return text
  }
}
