import Diagnosis
import Foundation
import Language
import Rehearsal
import Scheduling
import Simulation
import Testing

/// The shows of the examples: each is without findings, passes its own tests, and plays cleanly.
@Suite("The shows of the examples") struct ShowExampleTests {
  private static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Examples/shows")

  private static let names =
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()

  private static func script(_ name: String) throws -> Script {
    let bytes = [UInt8](try Data(contentsOf: folder.appending(path: name)))
    let file = LoadedFile(identity: name, name: name, bytes: bytes)
    return Script(checking: file) { _, _ in .failure(.notFound) }
  }

  @Test("the README names all of them, and only them")
  func areNamed() throws {
    let readme = try String(
      contentsOf: Self.folder.deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "README.md"), encoding: .utf8)
    let rows = readme.split(separator: "\n").filter { $0.hasPrefix("| `Examples/shows/") }
    let named = rows.compactMap { $0.split(separator: "`").dropFirst().first }
    #expect(named.map { String($0.dropFirst("Examples/shows/".count)) } == Self.names)
  }

  @Test("nothing is found in it, and it says what it is", arguments: names)
  func isClean(name: String) throws {
    let script = try Self.script(name)
    #expect(script.findings(for: Compilation()).all.map(\.message) == [])
    let text = try String(contentsOf: Self.folder.appending(path: name), encoding: .utf8)
    #expect(text.hasPrefix("# ") && script.testNames.count >= 2)
  }

  @Test("its tests pass", arguments: names)
  func passes(name: String) throws {
    let script = try Self.script(name)
    for (index, test) in script.testNames.enumerated() {
      let found = script.runTest(index, for: Compilation())
      #expect(!found.hasErrors, "\(test): \(found.all.map(\.message))")
    }
  }

  @Test("it plays with its scene, and the dock is given back", arguments: names)
  func plays(name: String) throws {
    let script = try Self.script(name)
    var found = script.diagnostics
    let cue = try #require(script.firstCue(for: Compilation(), reporting: &found))
    let scene = script.scene(reporting: &found)
    let run = rehearse(
      cue, company: scene?.company ?? Company(), faults: scene?.faults ?? [],
      happenings: ((scene?.happenings ?? []) + [.exit(.timeUp, at: 120_000_000_000)]).inOrder)
    #expect(run.findings == [] && run.trace.endsTracking)
  }
}
