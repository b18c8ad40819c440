import Foundation
import Testing

/// The README's map is the package.
@Suite struct MapTests {
  /// The targets of the package and what they depend on, as `Package.swift` declares them.
  static let package: [String: Set<String>] = {
    let text = Project.text(of: "Package.swift")
    var targets: [String: Set<String>] = [:]
    for opening in ["    stage(", "[stage(", ", stage(", ".executableTarget(", " .target("] {
      for declaration in text.components(separatedBy: opening).dropFirst() {
        let inside = String(declaration.prefix(upTo: declaration.closingBracket))
        let names = inside.components(separatedBy: "without:")[0].quoted
        guard let name = names.first else { continue }
        let apple = inside.contains("dockKit +") ? ["DockKit", "Spatial"] : []
        targets[name] = Set(names.dropFirst() + apple).subtracting([
          "ArgumentParser", "swift-argument-parser",
        ])
      }
    }
    return targets
  }()

  @Test func everyTargetIsOnTheMap() {
    let folders = Project.names(in: "Sources")
    #expect(Page.readme.words(below: "The map").sorted() == folders)
    #expect(Self.package.keys.sorted() == folders)
  }

  @Test func importsAreThoseOfThePackage() {
    for row in Page.readme.rows(below: "The map") {
      let name = row.words(0).first ?? ""
      #expect(Set(row.words(2)) == Self.package[name], "\(name)")
    }
  }

  /// Every path that a page names is there.
  @Test(arguments: [Page.readme.name, Page.grammar.name])
  func pathsLeadSomewhere(page: String) {
    let prose = Page(page).lines.joined(separator: "\n").components(separatedBy: "`")
    let paths = prose.filter { $0.hasPrefix("Sources/") || $0.hasPrefix("Tests/") }
    for path in paths where !path.hasSuffix("Schedule+Form.swift") {
      let there = FileManager.default.fileExists(atPath: Project.root.appending(path: path).path)
      #expect(there, "\(page) names \(path)")
    }
  }
}

extension String {
  /// The place of the bracket that closes the one before this text.
  fileprivate var closingBracket: Index {
    var depth = 1
    for index in indices {
      if self[index] == "(" { depth += 1 }
      if self[index] == ")" { depth -= 1 }
      if depth == 0 { return index }
    }
    return endIndex
  }

  /// What stands in quotes.
  fileprivate var quoted: [String] {
    let parts = components(separatedBy: "\"")
    return parts.indices.filter { $0 % 2 == 1 }.map { parts[$0] }
  }
}
