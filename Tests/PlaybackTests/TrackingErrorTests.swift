import Diagnosis
import Foundation
import Hardware
import Language
import Motion
import Playback
import Rehearsal
import Schedules
import Scheduling
import Simulation
import Testing

@Suite("The measured pose") struct TrackingErrorTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  private static var examples: [String] {
    let folder = root.appending(path: "Examples").path(percentEncoded: false)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasSuffix(".dock") }.sorted()
  }

  private func script(_ text: String) -> Script {
    let file = LoadedFile(identity: "show.dock", name: "show.dock", bytes: Array(text.utf8))
    return Script(checking: file) { _, _ in .failure(.notFound) }
  }

  @Test(
    "of every example is within the stated error of the plan",
    arguments: DockModel.exact.indices)
  func examples(model: Int) throws {
    let model = DockModel.exact[model]
    #expect(!Self.examples.isEmpty)
    for name in Self.examples {
      let url = Self.root.appending(path: "Examples").appending(path: name)
      let text = try String(contentsOf: url, encoding: .utf8)
      var found = Diagnostics()
      guard let schedule = script(text).schedule(for: Compilation(for: model), reporting: &found)
      else { continue }
      let worst = TrackingError.measured(schedule)
      print("tracking error: \(name) on \(model.name): \(worst)")
      #expect(
        worst.degrees <= Double(lower(schedule).tolerance) / 1000,
        "\(name) on \(model.name): \(worst)")
      #expect(worst.atRest <= 0.004, "\(name) on \(model.name): \(worst)")
    }
  }

  /// `make soak` measures many more.
  @Test("of random shows is within the stated error of the plan", arguments: 0..<4)
  func random(block: Int) {
    var (worst, widest) = (TrackingError(), Int32(0))
    for seed in stride(from: block, to: Thorough.count(24, sample: 4), by: 4) {
      for isCalm in [true, false] {
        let schedule = Choreographer.show(seed: seed, isCalm: isCalm)
        let stated = lower(schedule).tolerance
        let error = TrackingError.measured(schedule)
        let show = "seed \(seed), \(isCalm ? "calm" : "quick"): \(error), stated \(stated) mdeg"
        #expect(error.degrees <= Double(stated) / 1000, "\(show)")
        #expect(error.atRest <= (isCalm ? 0.004 : 0.02), "\(show)")
        #expect(stated <= CommandList.defaultTolerance + (isCalm ? 0 : 2), "\(show)")
        if error.degrees > worst.degrees { worst = error }
        widest = max(widest, stated)
      }
    }
    print("tracking error: block \(block): \(worst), stated at most \(widest) mdeg")
  }

  /// A change of speed that goes on from another, and for which the motors set out late.
  @Test("of changes of speed that follow each other is within the stated error of the plan")
  func ramps() throws {
    var found = Diagnostics()
    let program = script(RandomProgram.make(seed: 9891))
    let schedule = try #require(program.schedule(for: Compilation(), reporting: &found))
    let worst = TrackingError.measured(schedule)
    #expect(worst.degrees <= Double(lower(schedule).tolerance) / 1000, "\(worst)")
  }

  /// A speed that the motors do not make is no speed: they would stand, and the show go on.
  @Test(
    "of a move that is slower than the motors turn is within the stated error",
    arguments: [
      "tilt to 6deg up at 0.086deg/s",
      "move to pose(pan: 90deg left, tilt: 4deg up) at 2deg/s straight",
    ])
  func creep(move: String) throws {
    var found = Diagnostics()
    let schedule = try #require(
      script(move).schedule(for: Compilation(), reporting: &found))
    let worst = TrackingError.measured(schedule)
    #expect(worst.degrees <= Double(lower(schedule).tolerance) / 1000, "\(worst)")
  }

  /// A wait that makes up for a delay ends when the show has no more of it, not when it would have.
  @Test("of a rest that makes up for a delay is within the stated error")
  func madeUp() throws {
    var found = Diagnostics()
    let text =
      "tempo 170bpm\nwait 0.6beats\npan to 141.5deg right\nwait until next beat\nanimate no\n"
    let schedule = try #require(
      script(text).schedule(for: Compilation(), reporting: &found))
    let worst = TrackingError.measured(schedule)
    #expect(worst.degrees <= Double(lower(schedule).tolerance) / 1000, "\(worst)")
  }

  /// A hold that a late handover makes longer is judged by what it lasts.
  @Test("of a show with an animation behind a late handover is within the stated error")
  func animation() {
    let schedule = Choreographer.show(seed: 203, isCalm: true)
    let worst = TrackingError.measured(schedule)
    #expect(worst.degrees <= Double(lower(schedule).tolerance) / 1000, "\(worst)")
  }

  /// Shows in which two axes at once ask for all that their motors have.
  @Test("of the quickest shows is within the usual error", arguments: [67, 86, 113, 117, 139, 193])
  func quick(seed: Int) {
    let schedule = Choreographer.show(seed: seed)
    let stated = lower(schedule).tolerance
    let error = TrackingError.measured(schedule)
    #expect(stated == CommandList.defaultTolerance)
    #expect(error.degrees <= Double(stated) / 1000, "\(error), stated \(stated) mdeg")
  }
}
