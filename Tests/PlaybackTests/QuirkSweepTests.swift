import Diagnosis
import Foundation
import Hardware
import Language
import Schedules
import Scheduling
import Simulation
import Testing

@testable import Playback
@testable import Rehearsal

/// Every script of the project on a dock with each quirk, and with all of them; in a sample every
/// script with one or two of them.
@Suite struct QuirkSweepTests {
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private static let folders =
    ["Examples", "Examples/shows"]
    + ["cues", "schedules", "traces", "commands"].map { "Tests/Goldens/\($0)" }

  /// The scripts in `folder`, by name, with which set number `number` is tried.
  private static func scripts(
    in folder: String, with number: Int
  ) throws -> [(name: String, script: Script)] {
    let folder = root.appending(path: folder)
    func file(_ name: String) throws -> LoadedFile {
      let bytes = [UInt8](try Data(contentsOf: folder.appending(path: name)))
      return LoadedFile(identity: name, name: name, bytes: bytes)
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    let scripts = names.filter { $0.hasSuffix(".dock") }.sorted().enumerated()
    return try scripts.filter { place, _ in
      Thorough.factor > 0 || place % share == number % share
    }.map { _, name in
      let script = Script(
        checking: try file(name),
        sounds: { used, _ in
          (try? file(used)).map { SoundFile.reading($0.bytes, name: used) }
            ?? .failure(.notFound(beside: []))
        }
      ) { used, _ in
        (try? file(used)).map { .success($0) } ?? .failure(.notFound)
      }
      return (name, script)
    }
  }

  /// No quirk, each one, and all of them.
  private static let sets = [[]] + Quirk.allCases.map { [$0] } + [Quirk.allCases]

  /// Of so many scripts a sample takes one with each set.
  private static let share = 24

  @Test("every script holds under every quirk", arguments: sets.indices, folders)
  func holds(number: Int, folder: String) throws {
    var model = DockModel.stand
    model.quirks = Self.sets[number]
    var played = 0
    for (name, script) in try Self.scripts(in: folder, with: number) {
      for isTracking in folder.hasPrefix("Examples") ? [true, false] : [true] {
        let record = play(script, on: model, isTracking: isTracking)
        #expect(record != nil || !folder.hasPrefix("Examples"), "\(name) is not played")
        guard let run = record else { continue }
        played += 1
        let situation: Comment = "\(name), tracking \(isTracking), \(model.quirks)"
        #expect(run.findings == [], situation)
        #expect(Self.moving(run.trace) == [], situation)
        guard run.trace.endsDocked else { continue }
        #expect(run.trace.endsTracking == isTracking, situation)
      }
    }
    // A sample may have none that is accepted.
    #expect(Thorough.factor == 0 || played > 0)
  }

  private func play(_ script: Script, on model: DockModel, isTracking: Bool) -> RunRecord? {
    var found = script.diagnostics
    var budget = Budget()
    budget.evaluationSteps /= 100
    budget.scheduleSteps /= 100
    let compilation = Compilation(for: model, budget: budget)
    guard let cue = script.firstCue(for: compilation, reporting: &found) else { return nil }
    let scene = script.scene(reporting: &found)
    let happenings = (scene?.happenings ?? []) + [.exit(.interrupt, at: 60_000_000_000)]
    return rehearse(
      cue, isTracking: isTracking, company: scene?.company ?? Company(),
      faults: scene?.faults ?? [], happenings: happenings.inOrder)
  }

  /// The axes that turn at the end of `trace`, though neither the tracker nor the firmware turns
  /// them.
  private static func moving(_ trace: Trace) -> [DockAxis] {
    let end = Double(trace.end) / 1e9
    return trace.axes.filter { motion in
      let causes: [Piece.Cause] = [.tracker, .follow, .firmware]
      return abs(motion.speed(at: end)) > Audit.standing && !causes.contains(motion.cause(at: end))
    }.map(\.axis)
  }
}

extension Trace {
  /// True if the phone is in the dock at the end.
  fileprivate var endsDocked: Bool {
    for event in events.reversed() {
      if case .docked(let isDocked) = event.kind { return isDocked }
    }
    return true
  }
}
