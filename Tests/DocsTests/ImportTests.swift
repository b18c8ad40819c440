import Foundation
import Testing

/// A target imports what `Package.swift` lists for it, and nothing else.
///
/// The package manager accepts an import that is reachable through another target; this does not.
@Suite struct ImportTests {
  /// What each target may import, as the table `imports` of `Package.swift` says.
  static let table: [String: Set<String>] = {
    let table =
      Project.text(of: "Package.swift").components(separatedBy: "\n]\n")
      .first { $0.contains("let imports:") }?.components(separatedBy: "= [\n").last ?? ""
    var targets: [String: Set<String>] = [:]
    for row in table.matches(of: /"(\w+)": \[([^\]]*)\]/) {
      targets[String(row.1)] = Set(row.2.matches(of: /"(\w+)"/).map { String($0.1) })
    }
    return targets
  }()

  /// Imports from outside, by target: Apple's signatures have Foundation's UUID and Date.
  static let foreign: [String: Set<String>] = [
    "DockKit": ["FoundationEssentials"], "Simulation": ["FoundationEssentials"],
    "dock": ["ArgumentParser"],
  ]

  /// The C library, by the names it has on the platforms, locks and semaphores.
  static let system: Set<String> = [
    "Glibc", "Musl", "Darwin", "Synchronization", "Dispatch", "Observation",
  ]

  @Test func theTableNamesEveryTarget() {
    #expect(Self.table.keys.sorted() == Project.names(in: "Sources"))
  }

  @Test(arguments: table.keys.sorted())
  func importsOnlyItsDirectDependencies(target: String) {
    let allowed = Self.table[target, default: []].union(Self.foreign[target, default: []])
      .union(Self.system)
    var imported: Set<String> = []
    for path in Project.paths(under: "Sources/\(target)") where path.hasSuffix(".swift") {
      let lines = Project.lines(of: path)
      // What only the trait of that name brings is in nobody's way without it.
      let modules = zip([""] + lines, lines).compactMap { before, line in
        before == "#if Foundation" ? nil : importedModule(in: Substring(line))
      }
      #expect(allowed.isSuperset(of: modules), "\(path) must not see \(modules)")
      imported.formUnion(modules)
    }
    let unused = Self.table[target, default: []].subtracting(imported)
    #expect(target == "CReadline" || unused.isEmpty, "\(target) does not import \(unused)")
  }

  /// What an app links with a player has no simulator, no prompt and no tool in it.
  @Test func aPlayerNeedsNoSimulator() {
    var linked: Set<String> = []
    var waiting = ["DockPlayer"]
    while let target = waiting.popLast() {
      if linked.insert(target).inserted { waiting += Self.table[target, default: []] }
    }
    #expect(linked.isSuperset(of: ["DockPlayer", "Playback", "Scheduling"]))
    #expect(
      linked.isDisjoint(with: [
        "Simulation", "Rehearsal", "DockSimulator", "Session", "Terminal", "CReadline", "dock",
      ]))
    let foreign = Set(linked.flatMap { Self.foreign[$0, default: []] })
    #expect(foreign.isSubset(of: ["FoundationEssentials"]))
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
