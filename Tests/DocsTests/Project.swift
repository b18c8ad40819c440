import Foundation

/// The project's own files.
enum Project {
  /// The root of the project, found from where this file lies.
  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The bytes of the file at `path`; none if it is not there.
  static func bytes(of path: String) -> [UInt8] {
    (try? [UInt8](Data(contentsOf: root.appending(path: path)))) ?? []
  }

  /// The text of the file at `path`, with the end of its last line.
  static func text(of path: String) -> String { String(decoding: bytes(of: path), as: UTF8.self) }

  /// The lines of the file at `path`, without their ends.
  static func lines(of path: String) -> [String] {
    text(of: path).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  /// Whether the expected output is rewritten instead of compared.
  static let updates = ProcessInfo.processInfo.environment["DOCK_UPDATE_GOLDENS"] == "1"

  /// Writes `text` to the file at `path`.
  static func write(_ text: String, to path: String) throws {
    try Data(text.utf8).write(to: root.appending(path: path))
  }

  /// The names in `folder`, sorted.
  static func names(in folder: String) -> [String] {
    let found = try? FileManager.default.contentsOfDirectory(
      atPath: root.appending(path: folder).path)
    return (found ?? []).sorted()
  }

  /// The paths of all files under `folder`, sorted.
  static func paths(under folder: String) -> [String] {
    let found = FileManager.default.enumerator(atPath: root.appending(path: folder).path)
    return (found?.allObjects as? [String] ?? []).map { "\(folder)/\($0)" }.sorted()
  }
}
