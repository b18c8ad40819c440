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
    /// The lines, without their ends.
    let lines: [Substring]
  }

  /// The names in the root, sorted.
  static func rootEntries() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: root.path).sorted()
  }

  /// The paths of all files under `folder` that are part of the project, sorted.
  static func paths(under folder: String) -> [String] {
    let found = FileManager.default.enumerator(atPath: root.appending(path: folder).path)
    let inside = (found?.allObjects as? [String] ?? []).filter { !isBuilt($0) }
    return inside.map { "\(folder)/\($0)" }.filter { !isFolder($0) }.sorted()
  }

  /// The texts under `folder` whose names end in one of `extensions`.
  static func texts(under folder: String, _ extensions: String...) throws -> [Text] {
    try paths(under: folder)
      .filter { path in extensions.contains { path.hasSuffix(".\($0)") } }
      .map(text(at:))
  }

  /// The text at `path`.
  static func text(at path: String) throws -> Text {
    let bytes = try Data(contentsOf: root.appending(path: path))
    let whole = String(decoding: bytes, as: UTF8.self)
    return Text(path: path, lines: whole.split(separator: "\n", omittingEmptySubsequences: false))
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
