import ArgumentParser
import Language
import Printing
import Rehearsal
import Schedules
import Scheduling

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// `dock new`: writes a first script and the files for it.
struct New: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new",
    abstract: "Write a first script, its expectation and a test script for a build server.",
    discussion: "Never overwrites a file. The new script passes 'dock test'.")

  @Argument(help: "The name of the script.")
  var name = "hello"

  @Option(
    help: ArgumentHelp(
      "The folder to write to; created if it does not exist.", valueName: "folder"),
    completion: .directory)
  var dir = "."

  func validate() throws {
    let isPlain = name.utf8.allSatisfy {
      $0 == 0x2D || $0 == 0x5F || $0 >= 0x30 && $0 <= 0x39 || $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A
    }
    guard isPlain, !name.isEmpty, !name.hasPrefix("-") else {
      throw ValidationError("a name is made of letters, digits, '-' and '_'")
    }
  }

  /// A file to write.
  private struct File {
    let path: String
    let text: TextBuffer
    var mode: mode_t = 0o666
    /// True if it belongs to the folder rather than to the script.
    var isShared = false
  }

  func run() throws {
    // What belongs to the folder is there already beside a second script.
    let files = try files().filter { !$0.isShared || kind(of: $0.path) == 0 }
    if let taken = files.first(where: { kind(of: $0.path) != 0 }) {
      Console.say("error: '\(taken.path)' is there already, and nothing is overwritten")
      throw ExitStatus.usage
    }
    let folders = missingFolders
    try make(folders)
    do {
      try ResultFile.create(files.map { ($0.path, $0.text, $0.mode) })
    } catch {
      for folder in folders.reversed() { rmdir(folder) }
      throw error
    }
    try OutputFile.standard.write(TextBuffer(files.map { $0.path + "\n" }.joined()))
    if OutputFile.messages.isTerminal {
      Console.say("next: dock run \(files[0].path)")
    }
  }

  /// The folders on the way to `dir` that are not there yet, the outermost first.
  private var missingFolders: [String] {
    let parts = dir.split(separator: "/", omittingEmptySubsequences: false)
    let paths = parts.indices.map { parts[...$0].joined(separator: "/") }
    return zip(parts, paths).filter { !$0.isEmpty && kind(of: $1) == 0 }.map { $1 }
  }

  /// Makes `folders`, one in the other, or none of them.
  private func make(_ folders: [String]) throws {
    for (index, folder) in folders.enumerated() {
      let isMade = mkdir(folder, 0o777) == 0
      let failure = errno
      guard isMade else {
        for made in folders[..<index].reversed() { rmdir(made) }
        throw OutputFailure.failed(name: folder, reason: systemReason(failure))
      }
    }
  }

  private func files() throws -> [File] {
    let script = TextBuffer(Templates.script)
    return [
      File(path: path(name + ".dock"), text: script),
      File(path: path(name + ".expected"), text: try expectation(of: script)),
      File(
        path: path("ci.sh"), text: TextBuffer(Templates.buildServer), mode: 0o777, isShared: true),
      File(path: path(".gitattributes"), text: TextBuffer(Templates.attributes), isShared: true),
    ]
  }

  private func path(_ file: String) -> String {
    dir == "." ? file : dir.hasSuffix("/") ? dir + file : "\(dir)/\(file)"
  }

  private func expectation(of text: TextBuffer) throws -> TextBuffer {
    let file = LoadedFile(identity: name, name: name + ".dock", bytes: text.bytes)
    let script = Script(checking: file) { _, _ in .failure(.notFound) }
    var found = script.diagnostics
    guard let sheet = script.cueSheet(for: Compilation(), reporting: &found) else {
      throw ExitStatus.bug
    }
    return ExpectedFile.text(of: sheet)
  }
}

/// What `dock new` writes.
private enum Templates {
  static let script = """
    # Look up, nod, look round, come home. Play it with 'dock run'.
    gesture nod(depth: angle = 8deg) {
        tilt by depth down over 500ms
        tilt by depth up over 500ms
    }

    tilt to 10deg up over 1s
    nod()
    pan to 30deg right over 2s
    pan to 30deg left over 3s easing smooth
    move to home over 2s

    test "a nod comes back to where it began" {
        nod(depth: 12deg)
        expect pose near home within 0.01deg
        expect elapsed == 1s
    }

    """

  static let buildServer = """
    #!/bin/sh
    # For a build server: checks and tests everything here, and writes nothing.
    cd "$(dirname "$0")" && CI=true exec dock test --format tap

    """

  static let attributes = """
    # Scripts and expectations are compared byte for byte, so git must not convert line ends.
    *.dock -text
    *.expected -text

    """
}
