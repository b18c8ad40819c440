import Foundation
import Testing

/// The page for apps shows code that compiles: that of the example.
@Suite struct AppPageTests {
  private static let page = Page("Documentation/OnADock.md")

  @Test func thePageHasCode() { #expect(Self.page.fences("swift").count >= 6) }

  /// Each piece of Swift names the file that it is from, and is in there.
  @Test(arguments: page.fences("swift"))
  func codeIsThatOfTheExample(fence: Page.Fence) {
    let path = fence.words.dropFirst().first ?? ""
    #expect(path.hasPrefix("Examples/App/"), "\(fence) names no file of the example")
    #expect(Project.text(of: path).contains(fence.text), "\(fence) is not in \(path)")
  }

  /// The scripts of the page and of the app are right.
  @Test func scriptsAreRight() throws {
    let shows = Project.text(of: "Examples/App/Sources/Robot/Shows.swift")
    for fence in Self.page.fences("dock") {
      #expect(fence.lines.allSatisfy { shows.contains("    \($0)\n") }, "\(fence)")
    }
  }

  /// Every file that the page links to is there.
  @Test func linksLeadSomewhere() {
    let links = Self.page.lines.joined(separator: "\n").matches(of: /\]\(([^)]+)\)/).map(\.1)
    #expect(!links.isEmpty)
    for link in links {
      let path = "Documentation/\(link)"
      #expect(
        FileManager.default.fileExists(atPath: Project.root.appending(path: path).path), "\(link)")
    }
  }
}
