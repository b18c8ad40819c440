import Foundation
import Testing

/// Our DockKit has the interface of Apple's: nothing is missing, and what is more has a reason.
@Suite struct DockKitTests {
  /// The interface that a table or a module has.
  struct Interface {
    /// Symbols as "path | declaration".
    var symbols: Set<String> = []
    /// Conformances as "type : protocol".
    var conformances: Set<String> = []
    /// What there may be besides, with reasons.
    var surplus: [String: String] = [:]
  }

  /// The interface of Apple's DockKit.
  static let apples: Interface = {
    var found = Interface()
    for line in Project.lines(of: "Tests/Goldens/dockkit/api.txt") where !line.hasPrefix("#") {
      let parts = line.components(separatedBy: " | ")
      if line.hasPrefix("+ ") {
        found.surplus[String(parts[0].dropFirst(2))] = parts.dropFirst().joined()
      } else if parts.count == 2 {
        found.symbols.insert(line)
      } else if let (type, protocols) = line.pair(around: " : ") {
        for name in protocols.components(separatedBy: ", ") {
          found.conformances.insert("\(type) : \(name)")
        }
      }
    }
    return found
  }()

  /// The interface that the compiler has written into our module.
  static func ours() throws -> Interface {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "dockkit-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "swift", "symbolgraph-extract", "-module-name", "DockKit", "-I",
      Bundle.main.bundleURL.appending(path: "Modules").path, "-minimum-access-level", "public",
      "-skip-synthesized-members", "-output-dir", folder.path, "-target", try target(),
    ]
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
    let data = try Data(contentsOf: folder.appending(path: "DockKit.symbols.json"))
    return Interface(try JSONDecoder().decode(Graph.self, from: data))
  }

  /// The triple that this test was built for.
  private static func target() throws -> String {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["swift", "-print-target-info"]
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return try JSONDecoder().decode(TargetInfo.self, from: data).target.triple
  }

  @Test func theTableIsWhole() {
    // Counted in the symbol graph: 164 symbols of its own, without what protocols bring.
    #expect(Self.apples.symbols.count == 164)
    #expect(Self.apples.conformances.count == 38)
    #expect(Self.apples.surplus.values.allSatisfy { !$0.isEmpty })
  }

  @Test func nothingIsMissingAndNothingIsSurplus() throws {
    let (apples, ours) = (Self.apples, try Self.ours())
    for symbol in apples.symbols.subtracting(ours.symbols).sorted() {
      Issue.record("our DockKit lacks \(symbol)")
    }
    for symbol in ours.symbols.subtracting(apples.symbols).sorted() {
      let type = symbol.prefix { $0 != "." && $0 != " " }
      if apples.surplus[String(type)] == nil { Issue.record("Apple's DockKit lacks \(symbol)") }
    }
    for row in apples.conformances.subtracting(ours.conformances).sorted() {
      Issue.record("in our DockKit it is not so that \(row)")
    }
    for row in ours.conformances.subtracting(apples.conformances).sorted() {
      let isSendable = row.hasSuffix(" : Sendable")
      let type = String(row.prefix { $0 != "." && $0 != " " })
      let isKnown = apples.surplus[row] != nil || apples.surplus[type] != nil
      if !isSendable, !isKnown { Issue.record("in Apple's DockKit it is not so that \(row)") }
    }
  }

  @Test func everyReasonIsNeeded() throws {
    let ours = try Self.ours()
    for name in Self.apples.surplus.keys.sorted() {
      let isThere = ours.symbols.contains { $0.hasPrefix("\(name) | ") }
      #expect(isThere || ours.conformances.contains(name), "\(name)")
    }
  }
}

extension DockKitTests.Interface {
  /// The symbols of `graph`, but for those that protocols bring.
  fileprivate init(_ graph: Graph) {
    let brought = ["Failure", "next(isolation:)", "==(_:_:)", "hash(into:)", "init(from:)"]
    var names: [String: String] = [:]
    for symbol in graph.symbols {
      let path = symbol.pathComponents.joined(separator: ".")
      names[symbol.identifier.precise] = path
      guard let last = symbol.pathComponents.last, !brought.contains(last) else { continue }
      let declaration = symbol.declarationFragments.map(\.spelling).joined()
      // Ours answers where the caller runs, whatever else is busy; a caller cannot tell.
      let plain = ["final ", "nonisolated(nonsending) "].reduce(declaration) {
        $0.replacing($1, with: "")
      }
      symbols.insert("\(path) | \(plain)")
    }
    let plain = ["Equatable", "Copyable", "Escapable", "SendableMetatype"]
    for relationship in graph.relationships where relationship.kind == "conformsTo" {
      guard let type = names[relationship.source],
        let name = relationship.targetFallback?.split(separator: ".").last.map(String.init)
      else { continue }
      conformances.insert("\(type) : \(name)")
    }
    // Whoever is hashable is equatable, and nobody says it.
    conformances = conformances.filter { row in
      guard let (type, name) = row.pair(around: " : "), plain.contains(name) else { return true }
      return name == "Equatable" && !conformances.contains("\(type) : Hashable")
    }
  }
}

extension String {
  /// What is before and after the first `separator`.
  fileprivate func pair(around separator: String) -> (String, String)? {
    let parts = components(separatedBy: separator)
    return parts.count == 2 ? (parts[0], parts[1]) : nil
  }
}

/// A symbol graph, as far as it is read.
private struct Graph: Decodable {
  struct Symbol: Decodable {
    let identifier: Identifier
    let pathComponents: [String]
    let declarationFragments: [Fragment]
  }
  struct Identifier: Decodable { let precise: String }
  struct Fragment: Decodable { let spelling: String }
  struct Relationship: Decodable {
    let kind: String
    let source: String
    let targetFallback: String?
  }
  let symbols: [Symbol]
  let relationships: [Relationship]
}

private struct TargetInfo: Decodable {
  struct Target: Decodable { let triple: String }
  let target: Target
}
