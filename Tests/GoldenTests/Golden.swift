import Foundation
import Testing

/// A script and one thing it must become, kept in a file beside it.
struct Golden: CustomTestStringConvertible, Sendable {
  /// The forms of a script; the raw value is the suffix of the file.
  enum Stage: String, CaseIterable {
    /// Its diagnostics as people see them.
    case errors
    /// Its schedule as text.
    case schedule
    /// The schedule of an example, which its users' `dock test` reads, too.
    case expected
    /// Its cues as text.
    case cues
    /// Its cues as JSON.
    case json
    /// The calls to the accessory as text.
    case commands
    /// The trace of the dock and of the phone on it, as text.
    case trace
    /// Its plot as SVG; that of an example is in the folder of their pictures.
    case svg
  }

  /// The script's path from the root of the project.
  let script: String
  let stage: Stage

  /// The path of the file with what is expected.
  var expected: String {
    let place = stage == .svg ? stem.replacing("Examples/", with: "Examples/pictures/") : stem
    return place + ".\(stage.rawValue)"
  }
  /// The path of the file that a failure leaves.
  var actual: String { stem + ".actual.\(stage.rawValue)" }
  /// The name of the dock it is compiled for: a part of the file's name, as in `nod.flow2pro.dock`.
  var profile: String { stem.hasSuffix(".flow2pro") ? "flow2pro" : "stand" }

  var testDescription: String { expected }
  private var stem: String { String(script.dropLast(".dock".count)) }

  /// Every golden of the project: a folder named after a stage holds scripts for that stage.
  static let all: [Golden] =
    goldens(in: "Tests/Goldens/errors", [.errors])
    + goldens(in: "Tests/Goldens/schedules", [.schedule])
    + goldens(in: "Tests/Goldens/cues", [.cues, .json])
    + goldens(in: "Tests/Goldens/commands", [.commands])
    + goldens(in: "Tests/Goldens/traces", [.trace])
    + goldens(in: "Tests/Goldens/pictures", [.svg])
    + goldens(in: "Examples", [.expected, .svg])

  private static func goldens(in folder: String, _ stages: [Stage]) -> [Golden] {
    Tree.names(in: folder).filter { $0.hasSuffix(".dock") }.flatMap { name in
      stages.map { Golden(script: "\(folder)/\(name)", stage: $0) }
    }
  }
}

/// The project's own files.
enum Tree {
  /// The root of the project, found from where this file lies.
  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// Whether goldens are rewritten instead of compared.
  static let updates = ProcessInfo.processInfo.environment["DOCK_UPDATE_GOLDENS"] == "1"

  /// The names in `folder`, sorted; none if there is no such folder.
  static func names(in folder: String) -> [String] {
    let names = try? FileManager.default.contentsOfDirectory(atPath: url(folder).path)
    return (names ?? []).sorted()
  }

  static func bytes(of path: String) -> [UInt8]? {
    (try? Data(contentsOf: url(path))).map { [UInt8]($0) }
  }

  static func write(_ bytes: [UInt8], to path: String) throws {
    try Data(bytes).write(to: url(path))
  }

  static func remove(_ path: String) {
    try? FileManager.default.removeItem(at: url(path))
  }

  static func url(_ path: String) -> URL { root.appending(path: path) }
}
