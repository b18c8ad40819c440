import Diagnosis
import Hardware
import Language
import Playback
import Printing
import Rehearsal
import Schedules
import Scheduling
import Simulation

/// Parses and checks `bytes` as a script, as a file that one uses, and as a scene; this returns for
/// every input.
///
/// The diagnostics must be printable in every form, and must not move a terminal's cursor.
public func fuzzParse(_ bytes: UnsafeRawBufferPointer) {
  let script = check(bytes)
  expectPrintable(script.diagnostics, of: script)
  let user = checkUse(of: bytes)
  expectPrintable(user.diagnostics, of: user)
  fuzzScene(bytes)
}

/// Reads `bytes` as a scene, in which what happens must be in order.
private func fuzzScene(_ bytes: UnsafeRawBufferPointer) {
  let script = Script(
    scene: LoadedFile(identity: "fuzz", name: "fuzz.scene", bytes: Array(bytes)))
  expectPrintable(script.diagnostics, of: script)
  var found = script.diagnostics
  let scene = script.scene(reporting: &found)
  precondition((scene == nil) == found.hasErrors)
  expectPrintable(found, of: script, isChecked: true)
  guard let scene else { return }
  precondition(scene.faults.count <= scene.events.count)
  precondition(scene.happenings.count <= 2 * scene.events.count)
  for (one, next) in zip(scene.events, scene.events.dropFirst()) {
    precondition(0 <= one.time && one.time <= next.time)
  }
}

private func expectPrintable(_ found: Diagnostics, of script: Script, isChecked: Bool = false) {
  precondition(isChecked || (script.program == nil) == found.hasErrors)
  let style = RenderStyle(width: 80)
  let shown = [
    render(found, in: script.sources, style: style), found.short(in: script.sources),
    found.json(in: script.sources),
  ]
  for text in shown {
    precondition(text.text.unicodeScalars.allSatisfy { $0 == "\n" || !$0.isUnprintable })
  }
}

/// Performs `bytes` as a script on the model; this returns for every input.
///
/// A schedule that is made must be one that can be written, read back, and is then the same;
/// played, it must leave the dock standing, tracking as it was, and the auditor without a word.
public func fuzzRun(_ bytes: UnsafeRawBufferPointer) {
  let script = check(bytes)
  for model in DockModel.all {
    var found = script.diagnostics
    let compilation = Compilation(for: model, budget: smallBudget)
    guard let cue = script.firstCue(for: compilation, reporting: &found) else {
      precondition(found.hasErrors)
      continue
    }
    guard let schedule = cue.straight else {
      expectSameAfterReading(script.cueSheet(for: compilation, reporting: &found))
      continue
    }
    expectSameAfterReading(schedule)
    expectSafe(schedule)
  }
}

/// Bounds that no single input can keep the fuzzer waiting with.
private let smallBudget = {
  var budget = Budget()
  budget.evaluationSteps = 20_000
  budget.scheduleSteps = 2_000
  budget.length = 600_000
  return budget
}()

private func check(_ bytes: UnsafeRawBufferPointer) -> Script {
  let file = LoadedFile(identity: "fuzz", name: "fuzz.dock", bytes: Array(bytes))
  return Script(checking: file, sounds: sound, loading: { _, _ in .failure(.notFound) })
}

/// Checks a script that uses a file with `bytes`.
private func checkUse(of bytes: UnsafeRawBufferPointer) -> Script {
  let used = LoadedFile(identity: "fuzz", name: "fuzz.dock", bytes: Array(bytes))
  let user = LoadedFile(
    identity: "show", name: "show.dock", bytes: Array("use \"fuzz.dock\"\nwait 1s\n".utf8))
  return Script(
    checking: user, sounds: sound,
    loading: { name, _ in name == used.name ? .success(used) : .failure(.notFound) })
}

/// Every sound is there, and has a second.
private func sound(_ name: String, _: String) -> Result<SoundFile, SoundFailure> {
  WaveFile(frames: 8000, rate: 8000).map { .success(SoundFile(name: name, wave: $0)) }
    ?? .failure(.notFound(beside: []))
}

private func expectSafe(_ schedule: Schedule) {
  let rehearsal = rehearse(Cue(schedule))
  let report = "\(rehearsal.outcome)\n\(rehearsal.findings.map(\.text))\n\(text(of: schedule).text)"
  precondition(rehearsal.outcome.isStopConfirmed, report)
  precondition(rehearsal.outcome.isTrackingRestored, report)
  precondition(rehearsal.findings.isEmpty, report)
}

private func expectSameAfterReading(_ schedule: Schedule) {
  let text = text(of: schedule)
  var sources = SourceMap()
  var found = Diagnostics()
  let again = readSchedule(text.bytes, name: "fuzz", sources: &sources, reporting: &found)
  guard let again else { preconditionFailure("\(found.short(in: sources).text)\n\(text.text)") }
  precondition(Fuzzer.text(of: again).bytes == text.bytes)
}

private func text(of schedule: Schedule) -> TextBuffer {
  var text = TextBuffer()
  schedule.writeText { text.write(bytes: $0.bytes) }
  return text
}
