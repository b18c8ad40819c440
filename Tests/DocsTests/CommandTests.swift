import Testing

/// The README's tables of commands and exit codes are those of the tool itself.
@Suite struct CommandTests {
  @Test func everyCommandIsListed() throws {
    let terminal = try Terminal()
    defer { terminal.close() }
    let listed = Page.readme.words(below: "Commands")
    let welcome = try terminal.run("dock").split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ")
      return line.hasPrefix("  dock ") ? "dock \(words[1])" : nil
    }
    #expect(listed == welcome)
    let help = try terminal.run("dock --help")
    let subcommands = help.components(after: "SUBCOMMANDS:").compactMap { line in
      line.hasPrefix("  ") && !line.hasPrefix("   ") && !line.contains("See '")
        ? line.split(separator: " ").first.map { "dock \($0)" } : nil
    }
    #expect(listed.sorted() == subcommands.sorted())
  }

  @Test func everyExitCodeIsListed() throws {
    let terminal = try Terminal()
    defer { terminal.close() }
    let help = try terminal.run("dock --help").components(after: "Exit codes:")
    let sentence = help.prefix { !$0.isEmpty }.joined(separator: " ")
    let told = sentence.split { !$0.isNumber }.compactMap { Int($0) }
    let rows = Page.readme.lines.filter { $0.hasPrefix("|") }.map { Page.Row($0) }
    #expect(rows.compactMap { Int($0.cells[0]) } == told)
  }
}

extension String {
  /// The lines from `mark` on, without it.
  fileprivate func components(after mark: String) -> [Substring] {
    guard let place = ranges(of: mark).first else { return [] }
    return self[place.upperBound...].split(separator: "\n", omittingEmptySubsequences: false)
  }
}
