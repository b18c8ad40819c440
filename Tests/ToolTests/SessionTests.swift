import Foundation
import Testing

/// Transcripts of the tool at work: every `$` line is run again and must answer as it is written.
@Suite(.onOwnThreads) struct SessionTests {
  @Test(arguments: Session.names)
  func theToolAnswersAsBefore(name: String) throws {
    let path = Session.folder.appending(path: name)
    let expected = try String(contentsOf: path, encoding: .utf8)
    let actual = try Session(expected).replayed()
    let mark = path.deletingPathExtension().appendingPathExtension("actual.session")
    if actual == expected {
      try? FileManager.default.removeItem(at: mark)
    } else if ProcessInfo.processInfo.environment["DOCK_UPDATE_GOLDENS"] == "1" {
      try actual.write(to: path, atomically: true, encoding: .utf8)
    } else {
      try actual.write(to: mark, atomically: true, encoding: .utf8)
      let lines = actual.split(separator: "\n").difference(from: expected.split(separator: "\n"))
      Issue.record("\(name) differs; see \(mark.lastPathComponent)\n\(lines)")
    }
  }

  @Test func thereAreSessions() { #expect(!Session.names.isEmpty) }
}

/// A transcript: what it is about, then commands after `$ ` (and `> ` where they go on) with their
/// output on both streams and, where it is not 0, the exit code after `? `.
struct Session {
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Goldens/tool")
  static let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [])
    .filter { $0.hasSuffix(".session") && !$0.hasSuffix(".actual.session") }.sorted()

  private var heading: [Substring] = []
  private var commands: [[Substring]] = []

  init(_ text: String) {
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("$ ") {
        commands.append([line.dropFirst(2)])
      } else if commands.isEmpty {
        heading.append(line)
      } else if line.hasPrefix("> "), commands[commands.count - 1].count > 0 {
        commands[commands.count - 1].append(line.dropFirst(2))
      }
    }
  }

  /// Runs the commands in a fresh folder and gives the transcript.
  func replayed() throws -> String {
    try Tool.inFreshFolder { tool in
      var text = heading.map { $0 + "\n" }.joined()
      for command in commands {
        text += "$ " + command.joined(separator: "\n> ") + "\n"
        let ending = try tool.shell(command.joined(separator: "\n"), merged: true)
        text += ending.output
        if !ending.output.isEmpty, ending.output.last != "\n" { text += "\n" }
        if ending.code != 0 { text += "? \(ending.code.map(String.init) ?? "signal")\n" }
      }
      return text
    }
  }
}
