import Diagnosis
import Language
import Motion
import Playback
import Printing
import Rehearsal
import Schedules
import Scheduling
import Simulation
import Testing

/// Random scripts, from text to trace: planner, verifier and auditor are of one mind.
///
/// `make soak` goes through many more of the same.
struct VerifProgramTests {
  /// The schedule of the script of `seed`; nil if it is refused, which only the planner may do.
  private func schedule(_ seed: Int) -> Schedule? {
    let text = RandomProgram.make(seed: seed)
    let file = LoadedFile(identity: "x.dock", name: "x.dock", bytes: Array(text.utf8))
    let script = Script(checking: file) { _, _ in .failure(.notFound) }
    var found = script.diagnostics
    let schedule = script.schedule(for: Compilation(), reporting: &found)
    let faults = found.all.filter { $0.code == .unsafeSchedule || $0.code.name.hasPrefix("D02") }
    #expect(faults.isEmpty, "seed \(seed): \(faults.map(\.message))\n\(text)")
    return schedule
  }

  @Test("what compiles is verified, and reads back", arguments: 0..<8)
  func programs(block: Int) {
    let count = Thorough.count(160, sample: 80)
    var compiled = 0
    for seed in stride(from: block, to: count, by: 8) {
      guard let schedule = schedule(seed) else { continue }
      compiled += 1
      expectSafe(schedule, seed)
    }
    #expect(compiled * 4 >= count / 8, "\(compiled) of \(count / 8)")
  }

  @Test("the auditor has nothing to say of their performance", arguments: 0..<8)
  func performances(block: Int) {
    for seed in stride(from: block, to: Thorough.count(40, sample: 16), by: 8) {
      guard let schedule = schedule(seed) else { continue }
      let record = rehearse(schedule, isTracking: false)
      #expect(record.findings.map(\.text) == [], "seed \(seed)")
      #expect(record.outcome.isStopConfirmed, "seed \(seed)")
    }
  }

  private func expectSafe(_ schedule: Schedule, _ seed: Int) {
    let errors = schedule.findings().filter { !$0.isWarning }
    #expect(errors.isEmpty, "seed \(seed): \(errors)")
    var sources = SourceMap()
    var log = Diagnostics()
    let written = bytes(of: schedule)
    let read = readSchedule(written, name: "x.schedule", sources: &sources, reporting: &log)
    #expect(read.map(bytes) == written, "seed \(seed): \(log.all.map(\.message))")
  }

  private func bytes(of schedule: Schedule) -> [UInt8] {
    var text = ""
    schedule.writeText { text += $0.text }
    return Array(text.utf8)
  }
}
