import Foundation
import Language
import Motion
import Playback
import Printing
import Rehearsal
import Scheduling
import Simulation
import Testing

/// Random scripts, from text to trace: planner, verifier and auditor are of one mind.
///
/// `DOCK_SOAK_PROGRAMS` says how many.
struct VerifProgramTests {
  private static let count =
    ProcessInfo.processInfo.environment["DOCK_SOAK_PROGRAMS"].flatMap { Int($0) } ?? 160

  @Test(
    "what compiles is verified, reads back, and is performed without a finding", arguments: 0..<8)
  func programs(block: Int) async throws {
    var compiled = 0
    for seed in stride(from: block, to: Self.count, by: 8) {
      let text = RandomProgram.make(seed: seed)
      let file = LoadedFile(identity: "x.dock", name: "x.dock", bytes: Array(text.utf8))
      let script = Script(checking: file) { _, _ in .failure(.notFound) }
      var found = script.diagnostics
      let schedule = script.schedule(for: Compilation(), reporting: &found)
      // The planner refuses by itself what cannot be; what is left over is its fault.
      let faults = found.all.filter { $0.code == .unsafeSchedule || $0.code.name.hasPrefix("D02") }
      #expect(faults.isEmpty, "seed \(seed): \(faults.map(\.message))\n\(text)")
      guard let schedule else { continue }
      compiled += 1
      expectSafe(schedule, seed, text)
      let record = await rehearse(schedule, isTracking: false)
      #expect(record.findings.map(\.text) == [], "seed \(seed)\n\(text)")
      #expect(record.outcome.isStopConfirmed, "seed \(seed)\n\(text)")
    }
    #expect(compiled * 4 >= Self.count / 8, "\(compiled) of \(Self.count / 8)")
  }

  private func expectSafe(_ schedule: Schedule, _ seed: Int, _ text: String) {
    let errors = schedule.findings().filter { !$0.isWarning }
    #expect(errors.isEmpty, "seed \(seed): \(errors)\n\(text)")
    var sources = SourceMap()
    var log = Diagnostics()
    let written = bytes(of: schedule)
    let read = readSchedule(written, name: "x.schedule", sources: &sources, reporting: &log)
    #expect(read.map(bytes) == written, "seed \(seed): \(log.all.map(\.message))\n\(text)")
  }

  private func bytes(of schedule: Schedule) -> [UInt8] {
    var text = ""
    schedule.writeText { text += $0.text }
    return Array(text.utf8)
  }
}
