import Foundation
import Session
import Testing

/// Sessions as they look on a screen, compared byte for byte.
///
/// A line with a prompt is typed; what follows it is what it must show. Before the first, each line
/// `< NAME` begins a file that is there. What was saved stands below the session, behind a line of
/// its own.
@Suite struct TranscriptTests {
  static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Goldens/sessions")
  static let names =
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [])
    .filter { $0.hasSuffix(".session") && !$0.contains(".actual.") }.sorted()

  @Test func thereAreTranscripts() { #expect(!Self.names.isEmpty) }

  @Test(arguments: names)
  func looksAsItShould(name: String) throws {
    let place = Self.folder.appending(path: name)
    let actual = Self.folder.appending(
      path: name.replacing(".session", with: ".actual.session"))
    let expected = try String(contentsOf: place, encoding: .utf8)
    let shown = play(expected)
    if shown == expected {
      try? FileManager.default.removeItem(at: actual)
    } else if ProcessInfo.processInfo.environment["DOCK_UPDATE_GOLDENS"] == "1" {
      try Data(shown.utf8).write(to: place)
    } else {
      try Data(shown.utf8).write(to: actual)
      Issue.record("\(name) differs; see \(actual.lastPathComponent)")
    }
  }
}

/// The screen after the lines of `transcript` were typed.
private func play(_ transcript: String) -> String {
  let lines = transcript.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  let session = lines.prefix { !$0.hasPrefix("=== ") }
  let heading = session.prefix { typed(in: $0) == nil }
  var (talk, stage) = (Session(), Stage())
  var shown = heading.map { $0 + "\n" }.joined()
  for file in Array(heading).filesByName {
    stage.files[file.name] = file.bytes
  }
  let given = stage.files
  for line in session.compactMap(typed) {
    shown += talk.prompt.text() + line + "\n"
    let reply = talk.enter(Array(line.utf8), stage)
    shown += stage.take()
    if reply == .quit { break }
  }
  for (name, text) in stage.files.sorted(by: { $0.key < $1.key }) where given[name] != text {
    shown += "=== \(name)\n" + String(decoding: text, as: UTF8.self)
  }
  return shown
}

extension [String] {
  /// The files that stand in these lines.
  fileprivate var filesByName: [(name: String, bytes: [UInt8])] {
    var files: [(name: String, bytes: [UInt8])] = []
    for line in self {
      if line.hasPrefix("< ") {
        files.append((String(line.dropFirst(2)), []))
      } else if !files.isEmpty {
        files[files.count - 1].bytes += (line + "\n").utf8
      }
    }
    return files
  }
}

/// The typed part of `line`, or nil if it is not a line with a prompt.
private func typed(in line: String) -> String? {
  if line.hasPrefix("… ") { return String(line.dropFirst(2)) }
  guard line.hasPrefix("pan "), let mark = line.firstIndex(where: { $0 == "◉" || $0 == "○" }) else {
    return nil
  }
  let rest = line[mark...].dropFirst(2)
  return String(rest.hasPrefix("go? ") ? rest.dropFirst(4) : rest)
}
