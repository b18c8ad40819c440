import Diagnosis
import Hardware
import Language
import Motion
import Playback
import Printing
import Schedules
import Scheduling
import Simulation
import Testing
import Vocabulary

@testable import Rehearsal

/// Conditions that read where somebody is, and whether the system tracks.
@Suite("A show that reads where somebody is") struct SubjectReadingTests {
  /// How a show is played: from its script, from its compiled sheet, or again from its recording.
  enum Form: CaseIterable {
    case script, sheet, recording
  }

  /// The lines that `text` logs, with their milliseconds, played in `form`.
  private static func logs(
    _ text: String, as form: Form = .script, _ happenings: [Happening] = []
  ) throws -> [String] {
    let (first, scene, sources) = try PersonTests.script(text)
    let cue = form == .sheet ? try read(text) : first
    var logs: [String] = []
    let all = (scene.happenings + happenings).inOrder
    let run = rehearse(cue, company: scene.company, happenings: all) { event in
      guard case .note(let note) = event.kind else { return }
      logs.append("\(event.time / 1_000_000) \(note.text)")
    }
    guard form == .recording else { return logs }
    let recording = Recording(
      of: cue, compiledFor: Compilation(), from: sources, isTracking: true,
      company: scene.company, faults: scene.faults, happenings: all, trace: run.trace)
    let again = try #require(Recording(recording.text.bytes))
    var (kept, found) = (SourceMap(), Diagnostics())
    logs = []
    let replayed = again.replay(
      try #require(again.cue(name: "t.dock", sources: &kept, reporting: &found))
    ) { event in
      guard case .note(let note) = event.kind else { return }
      logs.append("\(event.time / 1_000_000) \(note.text)")
    }
    #expect(replayed.trace == run.trace)
    return logs
  }

  /// The first cue of the sheet of `text`, written as text and as JSON, and read again.
  private static func read(_ text: String) throws -> Cue {
    let file = LoadedFile(identity: "show.dock", name: "show.dock", bytes: Array(text.utf8))
    let script = Script(checking: file) { _, _ in .failure(.notFound) }
    var found = script.diagnostics
    let sheet = try #require(script.cueSheet(for: Compilation(), reporting: &found), "\(text)")
    var (lines, json): ([UInt8], [UInt8]) = ([], [])
    sheet.writeText { lines += $0.bytes }
    sheet.writeJSON { json += $0.bytes }
    for bytes in [lines, json] {
      var written: [UInt8] = []
      let (again, log) = readBack(bytes)
      again?.writeText { written += $0.bytes }
      #expect(written == lines, "\(log)")
    }
    return try #require(readBack(json).sheet?.firstCue(reporting: &found))
  }

  private static let walk = """
    scene { person ada at 40deg right, 2m away; at 2s ada walks to 10deg left over 500ms }

    """

  @Test("the decision differs once somebody has walked", arguments: Form.allCases)
  func walks(form: Form) throws {
    let logs = try Self.logs(
      Self.walk
        + """
        repeat 2 {
            wait 1500ms
            if person.pan within 20deg left .. 20deg right { log "middle" } else { log "side" }
            if person.pan > 20deg right { log "right" }
            if person.pan < 5deg left { log "left" }
        }
        log person.pan
        """, as: form)
    #expect(
      logs == ["1500 side", "1500 right", "3000 middle", "3000 left", "3000 10deg left"])
  }

  @Test("no comparison holds with who is not there", arguments: Form.allCases)
  func absent(form: Form) throws {
    let logs = try Self.logs(
      """
      scene { person ada at 10deg right, 1m away; at 1s ada leaves }
      wait 500ms
      if person ada and not person bob and not object { log "ada" }
      wait 1s
      if person.pan > 0deg or person.pan <= 0deg { log "held" } else { log "nobody" }
      if person.pan near 10deg right within 180deg { log "held" } else { log "none" }
      log person.pan, " ", person ada
      """, as: form)
    #expect(logs == ["500 ada", "1500 nobody", "1500 none", "1500 unknown false"])
  }

  @Test("whom 'select' names is meant, or who is named")
  func selected() throws {
    let logs = try Self.logs(
      """
      scene { person ada at 20deg right, 1m away; person bob at 15deg left, 2m away }
      wait 500ms
      if person.pan > 0deg { log "ada" }
      if person bob.pan near 15deg left within 1deg { log "bob is there" }
      select person bob
      if person.pan < 0deg { log "bob" }
      """)
    #expect(logs == ["500 ada", "500 bob is there", "500 bob"])
  }

  @Test("an angle counts on past the back")
  func behind() throws {
    let logs = try Self.logs(
      """
      scene { person ada at 175deg left, 2m away }
      if person.pan near 180deg right within 10deg { log "near" }
      if person.pan within 170deg right .. 190deg right { log "within" }
      if person.pan within 150deg right .. 170deg right { log "not there" }
      if person.pan < 170deg left { log "left" }
      """)
    #expect(logs == ["0 near", "0 within", "0 left"])
  }

  @Test("'wait until' ends when somebody has come so far", arguments: Form.allCases)
  func waits(form: Form) throws {
    let logs = try Self.logs(
      Self.walk + "wait until person.pan < 15deg right\nlog \"crossed\"", as: form)
    let time = try #require(logs.first?.split(separator: " ").first.flatMap { Int($0) })
    #expect(logs.count == 1 && time > 2200 && time <= 2500, "\(logs)")
  }

  @Test("'wait until' gives up after its time, and ends where nothing moves any more")
  func waitsInVain() throws {
    let some = try Self.logs(
      Self.walk + "wait until person.pan > 50deg right for at most 3s\nlog \"on\"")
    #expect(some == ["3000 on"])
    let none = try Self.logs(Self.walk + "wait until person.pan > 50deg right\nlog \"on\"")
    #expect(none == [])
  }

  @Test("'when' of handlers and of ways reads where somebody is", arguments: Form.allCases)
  func handlers(form: Form) throws {
    let tap = { Happening.event(WorldEvent(.tap), at: $0 * 1_000_000) }
    let ways = try Self.logs(
      Self.walk
        + """
        repeat 2 {
            wait for {
                tap when person.pan > 20deg right { log "right" }
                tap { log "else" }
            }
        }
        """, as: form, [tap(1000), tap(3000)])
    #expect(ways == ["1000 right", "3000 else"])
    guard form != .sheet else { return }
    let called = try Self.logs(
      Self.walk + "on tap when person.pan > 20deg right { log \"right\" }\nwait 4s", as: form,
      [tap(1000), tap(3000)])
    #expect(called == ["1000 right"])
  }

  @Test("tracking holds while the script does not have the motors", arguments: Form.allCases)
  func tracking(form: Form) throws {
    let logs = try Self.logs(
      """
      scene { person ada at 10deg right, 1m away; at 3s tap }
      if tracking { log "before" }
      pan to 10deg right over 1s
      if not tracking { log "meanwhile" }
      wait for tap
      log tracking
      pan to 0deg over 1s
      tracking off
      wait until not tracking
      log "off"
      """, as: form)
    #expect(logs == ["0 before", "1000 meanwhile", "3000 true", "4000 off"])
  }

  @Test(
    "automatic mood: looking confidence > 0.8 happy, > 0.5 normal, else sad",
    arguments: Form.allCases)
  func looking(form: Form) throws {
    let logs = try Self.logs(
      """
      scene {
          person ada at 10deg right, 1m away; at 1s ada looks 80%; at 2s ada looks 50%
          at 3s ada looks away; at 4s ada looks; at 5s ada leaves
      }
      repeat 6 {
          wait 500ms
          if person.looking > 80% { log "happy ", person.looking }
          else if person ada.looking > 50% { log "normal ", person ada.looking }
          else { log "sad ", person.looking }
          wait 500ms
      }
      """, as: form)
    #expect(
      logs == [
        "500 happy 100%", "1500 normal 80%", "2500 sad 50%", "3500 sad 0%", "4500 happy 100%",
        "5500 sad unknown",
      ])
  }

  @Test("'wait until' ends when somebody looks at the camera", arguments: Form.allCases)
  func waitsForALook(form: Form) throws {
    let logs = try Self.logs(
      """
      scene { person ada at 10deg right, 1m away; at 0s ada looks away; at 2s ada looks 90% }
      wait until person.looking within 80% .. 100%
      log "seen"
      """, as: form)
    let time = try #require(logs.first?.split(separator: " ").first.flatMap { Int($0) })
    #expect(logs.count == 1 && (2000...2100).contains(time), "\(logs)")
  }

  @Test("'when' reads whether somebody looks at the camera", arguments: [Form.script, .recording])
  func handlesALook(form: Form) throws {
    let tap = { Happening.event(WorldEvent(.tap), at: $0 * 1_000_000) }
    let logs = try Self.logs(
      """
      scene { person ada at 10deg right, 1m away; at 2s ada looks away }
      on tap when person.looking > 80% { log "seen" }
      wait 4s
      """, as: form, [tap(1000), tap(3000)])
    #expect(logs == ["1000 seen"])
  }

  @Test("no comparison holds with the look of whose face is not seen")
  func looksUnseen() throws {
    let logs = try Self.logs(
      """
      scene { person ada at 90deg right, 2m away; person bob at 10deg left, 2m away }
      if person ada.looking >= 0% or person ada.looking < 50% { log "held" } else { log "none" }
      if person ada.pan > 80deg right { log "is there" }
      if person.looking > 80% { log "bob looks" }
      """)
    #expect(logs == ["0 none", "0 is there", "0 bob looks"])
  }

  @Test("a dock that says nothing of looks says 0%")
  func looksOfAMuteDock() throws {
    var model = DockModel.stand
    model.quirks.append(.zeroSaliency)
    let (cue, scene, _) = try PersonTests.script(
      "scene { person ada at 10deg right, 1m away }\nlog person.looking", for: model)
    var logs: [String] = []
    _ = rehearse(cue, company: scene.company) { event in
      guard case .note(let note) = event.kind else { return }
      logs.append(note.text)
    }
    #expect(logs == ["0%"])
  }

  @Test("counts and shares lie within ranges, too")
  func numbers() throws {
    let logs = try Self.logs(
      """
      scene { person ada at 10deg right, 1m away }
      count taps
      add 3 to taps
      if taps within 2 .. 4 { log "some" }
      if taps within 4 .. 9 { log "many" }
      if taps near 2 within 1 and not (taps near 1 within 1) { log "near" }
      if battery within 0% .. 100% { log "charged" }
      """)
    #expect(logs == ["0 some", "0 near"])
  }
}
