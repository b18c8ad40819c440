import Foundation

/// The built tool, run as its users run it: a process with its own folder and streams.
struct Tool {
  /// What a process left behind.
  struct Ending {
    /// The exit code; nil if a signal ended it.
    let code: Int32?
    /// The number of the signal that ended it; nil if none did.
    let signal: Int32?
    let output: String
    let messages: String

    /// How often a diagnostic was shown.
    var diagnostics: Int {
      messages.split(separator: "\n").count {
        $0.hasPrefix("error[D") || $0.hasPrefix("warning[D")
      }
    }
  }

  /// The folder the process runs in.
  let folder: URL

  /// The tool itself, which lies beside the tests.
  static let binary = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    .appending(path: "dock")

  /// Calls `body` with a fresh folder, which is removed afterwards.
  static func inFreshFolder<Result>(_ body: (Tool) throws -> Result) throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appending(path: "dock-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try body(Tool(folder: folder))
  }

  /// Writes `text` to `name` in the folder.
  @discardableResult
  func write(_ text: String, to name: String) throws -> String {
    try write([UInt8](text.utf8), to: name)
  }

  /// Writes `bytes` to `name` in the folder.
  @discardableResult
  func write(_ bytes: [UInt8], to name: String) throws -> String {
    try Data(bytes).write(to: folder.appending(path: name))
    return name
  }

  /// The text of `name` in the folder, or nil.
  func text(of name: String) -> String? {
    try? String(contentsOf: folder.appending(path: name), encoding: .utf8)
  }

  /// The names in the folder, sorted, hidden ones too.
  func names() -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
  }

  /// Runs the tool with `arguments`.
  func run(
    _ arguments: String..., input: [UInt8] = [], environment: [String: String] = [:]
  ) throws -> Ending {
    try shell("exec dock \"$@\"", arguments, input: input, environment: environment)
  }

  /// Runs a line of shell, in which `dock` is the tool, with `arguments` as its `$@`.
  ///
  /// A process that works longer than a minute is ended by the system.
  func shell(
    _ line: String, _ arguments: [String] = [], input: [UInt8] = [],
    environment: [String: String] = [:], merged: Bool = false
  ) throws -> Ending {
    let streams = try Streams(input: input)
    defer { streams.remove() }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/bash")
    process.arguments = ["-c", "ulimit -t 60; " + line, "bash"] + arguments
    process.currentDirectoryURL = folder
    let state = ["XDG_STATE_HOME": folder.appending(path: "state").path]
    process.environment = Tool.environment.merging(state) { $1 }.merging(environment) { $1 }
    process.standardInput = streams.input
    process.standardOutput = streams.output
    process.standardError = merged ? streams.output : streams.messages
    try process.run()
    process.waitUntilExit()
    let (hasExited, status) = (process.terminationReason == .exit, process.terminationStatus)
    return Ending(
      code: hasExited ? status : nil, signal: hasExited ? nil : status,
      output: try streams.text(of: "output"), messages: try streams.text(of: "messages"))
  }

  /// Nothing of the machine's own surroundings but the way to the tool, and which guard
  /// `Tests/Mutations` has taken away.
  private static let environment = [
    "PATH": binary.deletingLastPathComponent().path + ":/usr/bin:/bin:/usr/sbin:/sbin",
    "HOME": "/no-home", "LC_ALL": "C", "TERM": "dumb", "SWIFT_BACKTRACE": "enable=no",
    "DOCK_MUTANT": ProcessInfo.processInfo.environment["DOCK_MUTANT"] ?? "",
  ]
}

/// The streams of a process, kept in files so that none of them ever waits for a reader.
private struct Streams {
  let input: FileHandle
  let output: FileHandle
  let messages: FileHandle
  private let folder: URL

  init(input bytes: [UInt8]) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "dock-streams-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(bytes).write(to: folder.appending(path: "input"))
    for name in ["output", "messages"] {
      try Data().write(to: folder.appending(path: name))
    }
    input = try FileHandle(forReadingFrom: folder.appending(path: "input"))
    output = try FileHandle(forWritingTo: folder.appending(path: "output"))
    messages = try FileHandle(forWritingTo: folder.appending(path: "messages"))
  }

  func text(of name: String) throws -> String {
    String(decoding: try Data(contentsOf: folder.appending(path: name)), as: UTF8.self)
  }

  func remove() { try? FileManager.default.removeItem(at: folder) }
}
