import Diagnosis
import Foundation
import Hardware
import Language
import Printing
import Rehearsal
import Schedules
import Scheduling
import Simulation
import Testing

@testable import Preview

/// A script, its preview, and what stands in its page.
struct Previewed {
  let preview: Preview
  let page: String
  let data: [String: Any]

  init(_ text: String, name: String = "test.dock", model: DockModel = .stand) throws {
    let file = LoadedFile(identity: name, name: name, bytes: [UInt8](text.utf8))
    let script = Script(
      checking: file,
      sounds: { used, _ in
        let url = Previewed.root.appending(path: "Examples").appending(path: used)
        guard let data = try? Data(contentsOf: url) else {
          return .failure(.notFound(beside: []))
        }
        return SoundFile.reading([UInt8](data), name: used)
      }
    ) { used, _ in
      let url = Previewed.root.appending(path: "Examples").appending(path: used)
      guard let data = try? Data(contentsOf: url) else { return .failure(.notFound) }
      return .success(LoadedFile(identity: used, name: used, bytes: [UInt8](data)))
    }
    var found = script.diagnostics
    let compilation = Compilation(for: model)
    let scene = script.scene(reporting: &found)
    let sheet = try #require(script.cueSheet(for: compilation, reporting: &found), "\(found.all)")
    var asked = compilation
    asked.keepsProvenance = true
    let cue = try #require(script.firstCue(for: asked, isPlayed: true, reporting: &found))
    let end = Happening.exit(.timeUp, at: 60_000_000_000)
    let show = PreviewShow(
      cue, company: scene?.company ?? .init(), faults: scene?.faults ?? [],
      happenings: ((scene?.happenings ?? []) + (cue.rest == nil ? [] : [end])).inOrder,
      isTracking: true)
    preview = Preview(
      of: show, with: sheet, from: (script.sources, found), by: "dock preview test.dock")
    page = preview.page.text
    let json = try JSONSerialization.jsonObject(with: Data(preview.json.bytes))
    data = try #require(json as? [String: Any])
  }

  /// The runs of the page.
  var runs: [[String: Any]] { data["runs"] as? [[String: Any]] ?? [] }

  /// The pieces `key` of the axis called `name` in run `number`.
  func pieces(_ key: String, of name: String, in number: Int = 0) throws -> [[Double]] {
    let axes = try #require(runs[number]["axes"] as? [[String: Any]])
    let axis = try #require(axes.first { $0["name"] as? String == name })
    let pieces = try #require(axis[key] as? [[Any]]).flatMap(Previewed.pieces)
    let asLeft = try #require(axis["as_left"] as? [Int])[key == "plan" ? 0 : 1]
    let asPlanned = key == "plan" ? 0 : try #require(axis["as_planned"] as? Int)
    guard asLeft > asPlanned, let parent = runs[number]["parent"] as? Int else {
      return asPlanned > 0
        ? try self.pieces("plan", of: name, in: number).prefix(asPlanned) + pieces : pieces
    }
    return try self.pieces(key, of: name, in: parent).prefix(asLeft) + pieces
  }

  /// The pieces of a group: each begins where the one before ends.
  private static func pieces(of group: [Any]) throws -> [[Double]] {
    var time = try #require(group.first as? Double)
    var place = try #require(group[1] as? Double)
    return try group[2...].map { entry in
      let piece = try #require(entry as? [Double])
      defer {
        time += piece[0]
        place += piece[1...].reduce(0, +)
      }
      return [time, piece[0], place] + piece[1...]
    }
  }

  /// The position that `pieces` say for `time`, by code of its own.
  static func position(_ pieces: [[Double]], at time: Double) -> Double? {
    guard let piece = pieces.last(where: { $0[0] <= time }) ?? pieces.first else { return nil }
    let share = min(1, max(0, (time - piece[0]) / piece[1]))
    return piece[2...].reversed().reduce(0) { $0 * share + $1 }
  }

  /// The root of the project, found from where this file lies.
  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The names of all examples.
  static let examples =
    ((try? FileManager.default.contentsOfDirectory(
      atPath: root.appending(path: "Examples").path)) ?? [])
    .filter { $0.hasSuffix(".dock") }.sorted()

  static func example(_ name: String) throws -> Previewed {
    let url = root.appending(path: "Examples").appending(path: name)
    return try Previewed(String(contentsOf: url, encoding: .utf8), name: name)
  }
}
