import Foundation

/// The project's own files, as the tidiness tests read them.
enum Tree {
  /// The root of the project, found from where this file lies.
  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// One text of the tree.
  struct Text {
    /// The path from the root, with slashes.
    let path: String
    /// The text as it lies in the file.
    let bytes: Data

    /// The lines, without their ends.
    var lines: [Substring] {
      String(decoding: bytes, as: UTF8.self)
        .split(separator: "\n", omittingEmptySubsequences: false)
    }
  }

  /// The folders that are read, each with all its files; they are listed once.
  private static let folders = Dictionary(
    uniqueKeysWithValues: [
      "Sources", "Tests", "Examples", "Documentation", "Benchmarks", "Fuzzing",
    ].map {
      ($0, listed(under: $0))
    })

  /// The names in the root, sorted.
  static func rootEntries() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: root.path).sorted()
  }

  /// The paths of all files under `folder` that are part of the project, sorted.
  static func paths(under folder: String) -> [String] {
    let top = String(folder.prefix { $0 != "/" })
    return (folders[top] ?? []).filter { $0.hasPrefix(folder + "/") }
  }

  /// The texts under `folder` whose names end in one of `extensions`.
  static func texts(under folder: String, _ extensions: String...) throws -> [Text] {
    try paths(under: folder)
      .filter { path in extensions.contains { path.hasSuffix(".\($0)") } }
      .map(text(at:))
  }

  /// The text at `path`.
  static func text(at path: String) throws -> Text {
    Text(path: path, bytes: try Data(contentsOf: root.appending(path: path)))
  }

  private static func listed(under folder: String) -> [String] {
    let found = FileManager.default.enumerator(atPath: root.appending(path: folder).path)
    let inside = (found?.allObjects as? [String] ?? []).filter { !isBuilt($0) }
    return inside.map { "\(folder)/\($0)" }.filter { !isFolder($0) }.sorted()
  }

  private static func isBuilt(_ path: String) -> Bool {
    path.split(separator: "/").contains { $0.hasPrefix(".build") || $0 == "__pycache__" }
  }

  private static func isFolder(_ path: String) -> Bool {
    var folder: ObjCBool = false
    let there = FileManager.default.fileExists(
      atPath: root.appending(path: path).path, isDirectory: &folder)
    return there && folder.boolValue
  }
}

extension Tree.Text {
  /// The lines on which `word` stands and is not a part of a longer word, counted from 1.
  func lines(with word: String) -> [Int] {
    let word = Data(word.utf8)
    let isWhole = word.last.map(isPartOfWord) == true
    var lines: [Int] = []
    var rest = bytes.startIndex..<bytes.endIndex
    while let found = bytes.range(of: word, in: rest) {
      let before = bytes[..<found.lowerBound].last
      let after = isWhole ? bytes[found.upperBound...].first : nil
      if before.map(isPartOfWord) != true, after.map(isPartOfWord) != true {
        lines.append(1 + bytes[..<found.lowerBound].count { $0 == UInt8(ascii: "\n") })
      }
      rest = found.upperBound..<bytes.endIndex
    }
    return lines
  }
}

/// True if `byte` is a letter, a digit, an underscore, or a part of a sign outside ASCII.
private func isPartOfWord(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
    true
  default: false
  }
}
