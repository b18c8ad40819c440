import Diagnosis
import Hardware
import Language
import Playback
import Printing
import Rehearsal
import Schedules
import Scheduling
import Simulation
import Vocabulary

/// Reads `bytes` as a schedule or a cue sheet, text or JSON; this returns for every input.
///
/// A schedule that is read must be the same after writing and reading. A schedule that can be
/// played is played with events; afterwards the dock must stand, and tracking must be restored.
public func fuzzRead(_ bytes: UnsafeRawBufferPointer) {
  var (sources, found) = (SourceMap(), Diagnostics())
  let sheet = readCueSheet(
    Array(bytes), name: "fuzz.cues", sources: &sources, reporting: &found)
  _ = render(found, in: sources, style: RenderStyle(width: 80))
  precondition((sheet == nil) == found.hasErrors)
  guard let sheet else { return }
  expectSameAfterReading(sheet)
  let size = sheet.entries.reduce(0) { $0 + $1.cue.schedule.steps.count }
  guard size < 2000, let cue = sheet.firstCue(reporting: &found) else { return }
  expectSafe(cue)
}

/// Expects that `sheet` can be written and read back, and is then the same.
func expectSameAfterReading(_ sheet: CueSheet?) {
  guard let sheet else { return }
  let text = text(of: sheet)
  var (sources, found) = (SourceMap(), Diagnostics())
  let again = readCueSheet(text.bytes, name: "fuzz", sources: &sources, reporting: &found)
  guard let again else { preconditionFailure("\(found.short(in: sources).text)\n\(text.text)") }
  precondition(Fuzzer.text(of: again).bytes == text.bytes)
}

private func expectSafe(_ cue: Cue) {
  let kinds: [AwaitedEvent.Kind] = [.tap, .person, .shutter, .tap, .zoom, .flip, .object, .tap]
  var happenings: [Happening] = []
  for (place, kind) in kinds.enumerated() {
    happenings.append(.event(WorldEvent(kind), at: (place * 1700 + 300) * 1_000_000))
  }
  happenings.append(.exit(.timeUp, at: 20_000_000_000))
  let run = rehearse(cue, happenings: happenings)
  precondition(run.outcome.isStopConfirmed && run.outcome.isTrackingRestored, "\(run.outcome)")
}

private func text(of sheet: CueSheet) -> TextBuffer {
  var text = TextBuffer()
  if let schedule = sheet.straight {
    schedule.writeText { text.write(bytes: $0.bytes) }
  } else {
    sheet.writeText { text.write(bytes: $0.bytes) }
  }
  return text
}
