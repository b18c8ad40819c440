import Testing

/// A target imports what stands before it on the line, and nothing else.
///
/// The package manager accepts an import that is reachable through another target; this does not.
@Suite struct ImportTests {
  /// What each target may import, besides the system's C library.
  static let allowed: [String: Set<String>] = [
    "Printing": [],
    "Language": ["Printing"],
    "Motion": [],
    "Hardware": [],
    "Scheduling": ["Language", "Motion", "Hardware", "Printing"],
    "Spatial": [],
    // Apple's signatures have Foundation's UUID and Date.
    "DockKit": ["Spatial", "FoundationEssentials"],
    "Simulation": ["DockKit", "Spatial", "Hardware", "Printing", "FoundationEssentials"],
    "Playback": ["DockKit", "Spatial", "Scheduling", "Motion", "Hardware", "Printing"],
    "Rehearsal": [
      "DockKit", "Spatial", "Language", "Motion", "Hardware", "Scheduling", "Simulation",
      "Playback", "Printing",
    ],
    "Session": [
      "Language", "Motion", "Hardware", "Scheduling", "Simulation", "Playback", "Rehearsal",
      "Printing",
    ],
    "CReadline": [],
    "Terminal": ["CReadline"],
    "dock": [
      "Language", "Motion", "Hardware", "Scheduling", "Simulation", "Playback", "Rehearsal",
      "Session", "Terminal", "Printing", "ArgumentParser",
    ],
  ]

  /// The C library, by the names it has on the platforms, locks and semaphores.
  static let system: Set<String> = ["Glibc", "Musl", "Darwin", "Synchronization", "Dispatch"]

  @Test func theTableNamesEveryTarget() {
    let folders = Set(
      Tree.paths(under: "Sources").compactMap { $0.split(separator: "/").dropFirst().first })
    #expect(folders == Set(Self.allowed.keys.map { Substring($0) }))
  }

  @Test(arguments: allowed.keys.sorted())
  func importsOnlyItsDirectDependencies(target: String) throws {
    let allowed = Self.allowed[target, default: []].union(Self.system)
    for text in try Tree.texts(under: "Sources/\(target)", "swift") {
      let foreign = text.lines.compactMap(importedModule(in:)).filter { !allowed.contains($0) }
      #expect(foreign.isEmpty, "\(text.path) must not see \(foreign)")
    }
  }

  @Test(arguments: [
    ("import Glibc", "Glibc"),
    ("  @testable import Language", "Language"),
    ("@preconcurrency public import struct Scheduling.Step", "Scheduling"),
    ("/// import nothing", nil),
    ("let text = \"import Motion\"", nil),
    ("important()", nil),
  ])
  func anImportIsRecognised(line: String, module: String?) {
    #expect(importedModule(in: Substring(line)) == module)
  }
}

/// The module that `line` imports, or nil if it imports none.
private func importedModule(in line: Substring) -> String? {
  let modifiers: Set<Substring> = ["public", "package", "internal", "fileprivate", "private"]
  let kinds: Set<Substring> = ["struct", "class", "enum", "protocol", "typealias", "func", "var"]
  let words = line.split(separator: " ").drop { $0.hasPrefix("@") || modifiers.contains($0) }
  guard words.first == "import" else { return nil }
  let path = words.dropFirst().drop { kinds.contains($0) }.first
  return path?.split(separator: ".").first.map(String.init)
}
