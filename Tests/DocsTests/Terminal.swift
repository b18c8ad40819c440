import Foundation

/// A shell in a folder of its own, with the tool that was just built on its path.
struct Terminal {
  let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "dock-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  /// Removes the folder.
  func close() { try? FileManager.default.removeItem(at: folder) }

  /// Makes the project's folder `name` visible here.
  func link(_ name: String) throws {
    try FileManager.default.createSymbolicLink(
      at: folder.appending(path: name), withDestinationURL: Project.root.appending(path: name))
  }

  func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: folder.appending(path: name))
  }

  /// The session `lines` as it really is: the commands after `$ `, and what each prints.
  func session(_ lines: [String]) throws -> [String] {
    var session: [String] = []
    for line in lines where line.hasPrefix("$ ") {
      let output = try run(String(line.dropFirst(2))).split(
        separator: "\n", omittingEmptySubsequences: false)
      session += [line] + output.dropLast().map(String.init)
    }
    return session
  }

  /// All that the command `line` prints; without colours, as there is no terminal.
  func run(_ line: String) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", line]
    process.currentDirectoryURL = folder
    process.environment = [
      "PATH": "\(Terminal.products.path):/usr/bin:/bin", "LC_ALL": "C",
      "DOCK_MUTANT": ProcessInfo.processInfo.environment["DOCK_MUTANT"] ?? "",
    ]
    let pipe = Pipe()
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return String(decoding: output, as: UTF8.self)
  }

  /// The folder with what was built, where the tests lie, too.
  private static var products: URL {
    #if canImport(Darwin)
      let tests = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") } ?? .main
      return tests.bundleURL.deletingLastPathComponent()
    #else
      return Bundle.main.bundleURL
    #endif
  }
}
