import Foundation
import Testing

/// The README's map is the package.
@Suite struct MapTests {
  @Test func everyTargetIsOnTheMap() {
    let folders = Project.names(in: "Sources")
    #expect(Page.readme.words(below: "The map").sorted() == folders)
  }

  @Test func importsAreThoseOfThePackage() {
    for row in Page.readme.rows(below: "The map") {
      let name = row.words(0).first ?? ""
      #expect(Set(row.words(2)) == ImportTests.table[name], "\(name)")
    }
  }

  /// Every path that a page names is there.
  @Test(arguments: (Page.language + [Page.readme]).map(\.name) + ["CONTRIBUTING.md"])
  func pathsLeadSomewhere(page: String) {
    let prose = Page(page).lines.joined(separator: "\n").components(separatedBy: "`")
    let paths = prose.filter { $0.hasPrefix("Sources/") || $0.hasPrefix("Tests/") }
    for path in paths where !path.hasSuffix("Schedule+Form.swift") {
      let there = FileManager.default.fileExists(atPath: Project.root.appending(path: path).path)
      #expect(there, "\(page) names \(path)")
    }
  }
}
