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

/// Moves that go to where somebody is when they begin.
@Suite("A move to somebody") struct MoveToSubjectTests {
  /// A show with its scene, played from the script or from its compiled sheet.
  private struct Show {
    let run: RunRecord
    /// What was logged, with its milliseconds.
    private(set) var logs: [String] = []
    private(set) var located: [(place: PerAxis<Double?>, short: PerAxis<Double>)] = []

    /// What was told, but for the indices of steps.
    private(set) var told: [String] = []
    /// What of that is a step that began.
    private(set) var begun: [String] = []

    init(
      _ text: String, isOfSheet: Bool = false, on model: DockModel = .stand,
      happenings: [Happening] = []
    ) throws {
      let (first, scene, _) = try PersonTests.script(text, for: model)
      var cue = first
      if isOfSheet { cue = try Show.read(text, on: model) }
      var events: [PlaybackEvent] = []
      run = rehearse(
        cue, company: scene.company, faults: scene.faults,
        happenings: scene.happenings + happenings
      ) { events.append($0) }
      for event in events {
        if case .located = event.kind { told.append(event.line) }
        if case .began = event.kind {
          told.append(event.line)
          begun.append(event.line)
        }
        if case .note(let note) = event.kind {
          logs.append("\(event.time / 1_000_000) \(note.text)")
        }
        if case .located(_, let place, let short, _) = event.kind {
          located.append((place, short))
        }
      }
    }

    /// The first cue of the sheet of `text`, written and read again.
    private static func read(_ text: String, on model: DockModel) throws -> Cue {
      let file = LoadedFile(identity: "show.dock", name: "show.dock", bytes: Array(text.utf8))
      let script = Script(checking: file) { _, _ in .failure(.notFound) }
      var found = script.diagnostics
      let compilation = Compilation(for: model)
      let sheet = try #require(script.cueSheet(for: compilation, reporting: &found), "\(text)")
      var json: [UInt8] = []
      sheet.writeJSON { json += $0.bytes }
      var lines: [UInt8] = []
      sheet.writeText { lines += $0.bytes }
      for bytes in [lines, json] {
        var written: [UInt8] = []
        let (again, log) = readBack(bytes)
        again?.writeText { written += $0.bytes }
        #expect(written == lines, "\(log)")
      }
      return try #require(readBack(json).sheet?.firstCue(reporting: &found))
    }

    func angle(_ axis: DockAxis, at seconds: Double) -> Double {
      run.trace.position(of: axis, at: Int((seconds * 1000).rounded())) ?? .nan
    }

    /// The greatest pan, in degrees.
    var greatestPan: Double {
      stride(from: 0, through: Double(run.outcome.length) / 1e9, by: 0.01)
        .map { angle(.yaw, at: $0) }.max() ?? .nan
    }

    /// The length, in seconds.
    var length: Double { Double(run.outcome.length) / 1e9 }
  }

  private static let ada = "scene { person ada at 20deg right, 5deg up, 1.5m away }"

  private static let empty = "scene { at 20s tap }"

  @Test("it goes to where somebody is, in the time that is written", arguments: [false, true])
  func goesThere(isOfSheet: Bool) throws {
    let show = try Show("\(Self.ada)\nmove to person over 800ms", isOfSheet: isOfSheet)
    #expect(abs(show.angle(.yaw, at: 0.8) - 20) < 0.1)
    #expect(abs(show.angle(.pitch, at: 0.8) + 5) < 0.1)
    #expect(show.length == 0.8 && show.run.findings == [] && show.run.outcome.isStopConfirmed)
    let place = try #require(show.located.first?.place)
    #expect(show.located.count == 1 && place.yaw == 20 && abs((place.pitch ?? 0) + 5) < 1e-9)
  }

  @Test("one axis goes alone")
  func oneAxis() throws {
    let pan = try Show("\(Self.ada)\npan to person ada")
    #expect(abs(pan.angle(.yaw, at: 3) - 20) < 0.1 && pan.angle(.pitch, at: 3) == 0)
    let tilt = try Show("\(Self.ada)\ntilt to person over 1s easing smooth")
    #expect(abs(tilt.angle(.pitch, at: 1) + 5) < 0.1 && tilt.angle(.yaw, at: 1) == 0)
  }

  @Test("who is beyond the range is looked at from its end", arguments: [false, true])
  func clamped(isOfSheet: Bool) throws {
    let show = try Show(
      """
      scene { person ada at 80deg right, 1.5m away }
      limit pan to 60deg left .. 60deg right at 60deg/s
      pan to person over 500ms
      """, isOfSheet: isOfSheet)
    #expect(abs(show.greatestPan - 60) < 0.1 && show.run.findings == [])
    #expect(show.length > 1 && show.run.outcome.peakSpeed.yaw <= 60.01)
    #expect(show.located.map(\.short.yaw) == [20])
  }

  @Test("with nobody there the dock stays, and the time passes", arguments: [false, true])
  func nobody(isOfSheet: Bool) throws {
    let show = try Show(
      "\(Self.empty)\npan to 10deg right over 1s\nmove to person over 2s\nlog \"on\"",
      isOfSheet: isOfSheet)
    #expect(show.length == 3 && abs(show.angle(.yaw, at: 3) - 10) < 0.1)
    #expect(show.located.map(\.place) == [PerAxis(all: nil)])
    // A call to stay would be one of the few that a dock takes.
    let calls = show.run.trace.text.split(separator: "\n").filter { $0.contains("setOrientation") }
    #expect(calls.count == 1)
  }

  /// The motors are taken meanwhile, and what has no axes is no step.
  @Test(
    "with nobody there a sheet plays as its script", arguments: DockModel.all.indices,
    [
      "move to person over 1s\ntilt by 6deg down over 700ms", "wait 1s\npan to person\nwait 2s",
      "pan to 10deg right over 1s\nmove to person over 900ms\npan by 5deg left over 1s",
      "pan to 10deg right over 1s\nrace { move to person over 3s; wait 1s }\n"
        + "pan by 5deg left over 1s",
    ])
  func nobodyInSheet(model: Int, text: String) throws {
    let (text, model) = ("\(Self.empty)\n\(text)", DockModel.all[model])
    let script = try Show(text, on: model)
    let sheet = try Show(text, isOfSheet: true, on: model)
    #expect(sheet.told == script.told)
    #expect(sheet.run.outcome.receipt == script.run.outcome.receipt)
    #expect(sheet.run.trace.text == script.run.trace.text)
  }

  @Test("one that is cut off as it begins leaves its axes as they were, also in a sheet")
  func cutOffAtOnce() throws {
    let text = """
      \(Self.empty)
      pan to home
      race { pan to person over 1s; { } }
      pan to home
      wait 1s
      """
    let (script, sheet) = (try Show(text), try Show(text, isOfSheet: true))
    #expect(sheet.begun == script.begun && script.begun.count > 2)
    #expect(sheet.run.trace.text == script.run.trace.text)
  }

  @Test("with nobody there the dock stays where the tracker has left it", arguments: [false, true])
  func nobodyAnyMore(isOfSheet: Bool) throws {
    let show = try Show(
      """
      scene { person ada at 25deg right, 1.5m away; at 3s ada leaves; at 4s tap }
      wait for tap
      pan to person over 1s
      """, isOfSheet: isOfSheet)
    let found = show.angle(.yaw, at: 4)
    #expect(found > 15 && abs(show.angle(.yaw, at: 5) - found) < 0.1)
    #expect(show.run.findings == [] && show.run.outcome.misplacement == nil)
  }

  @Test("without a time of its own it takes as long in a sheet as in the script")
  func usualLength() throws {
    let text = "\(Self.ada)\npan to person\nlog \"on\""
    let (script, sheet) = (try Show(text), try Show(text, isOfSheet: true))
    #expect(script.length == sheet.length && script.logs == sheet.logs && script.length > 0.4)
    #expect(abs(script.angle(.yaw, at: script.length) - 20) < 0.1)
  }

  @Test("a longer way than usual is not planned, in a sheet as in the script")
  func plannedLength() throws {
    let text = """
      scene { person ada at 80deg right, 1.5m away }
      pan to person over 500ms
      wait 1s
      """
    let (script, sheet) = (try Show(text), try Show(text, isOfSheet: true))
    #expect(script.length == sheet.length && script.length > 2)
    #expect(script.run.outcome.plannedLength == 1500)
    #expect(sheet.run.outcome.plannedLength == 1500)
  }

  @Test("where somebody is counts when the move begins", arguments: [false, true])
  func atItsBeginning(isOfSheet: Bool) throws {
    let show = try Show(
      """
      scene { person ada at 20deg right, 1.5m away; at 1s ada walks to 30deg left over 1s }
      pan to person over 1s
      wait 1500ms
      pan to person over 2s
      """, isOfSheet: isOfSheet)
    #expect(abs(show.angle(.yaw, at: 1) - 20) < 0.1 && abs(show.angle(.yaw, at: 4.5) + 30) < 0.1)
    #expect(show.length == 4.5 && show.run.findings == [])
  }

  @Test("a distance behind it fits wherever somebody is", arguments: [false, true])
  func room(isOfSheet: Bool) throws {
    let show = try Show(
      """
      scene { person ada at 50deg right, 1.5m away }
      limit pan to 60deg left .. 60deg right
      pan to person over 1s
      pan by 30deg right over 1s
      pan by 30deg left over 1s
      """, isOfSheet: isOfSheet)
    #expect(show.greatestPan < 60.1 && show.greatestPan > 59.9)
    #expect(abs(show.angle(.yaw, at: show.length) - 30) < 0.1 && show.run.findings == [])
  }

  @Test("a distance in the loop behind it fits wherever somebody is")
  func roomInLoop() throws {
    let show = try Show(
      """
      scene { person ada at 50deg right, 1.5m away }
      count turns
      limit pan to 60deg left .. 60deg right
      pan to person over 1s
      repeat while turns < 2 {
        add 1 to turns
        pan by 30deg right over 1s
        pan by 30deg left over 1s
      }
      """)
    #expect(show.greatestPan < 60.1 && show.greatestPan > 59.9)
    #expect(abs(show.angle(.yaw, at: show.length) - 30) < 0.1 && show.run.findings == [])
  }

  @Test("a distance fits behind somebody who is where the dock is known to stand")
  func roomWhereItStands() throws {
    let show = try Show(
      """
      scene { person ada at 82deg left, 2m away }
      limit pan to 80deg left .. 80deg right
      pan to 80deg left over 2s
      pan to person over 1s
      pan by 8deg left over 1s
      """)
    #expect(show.run.outcome.ending == .done && show.run.findings == [])
    #expect(abs(show.angle(.yaw, at: show.length) + 80) < 0.1)
  }

  @Test("a distance that is cut off fits wherever somebody is")
  func roomOfCut() throws {
    let show = try Show(
      """
      scene { person ada at 82deg left, 2m away }
      limit pan to 80deg left .. 80deg right
      pan to 80deg left over 2s
      pan to person over 1s
      race { repeat forever { pan by 8deg left over 1s; pan by 8deg right over 1s }; wait 3300ms }
      pan by 4deg left over 1s
      """)
    #expect(show.run.outcome.ending == .done && show.run.findings == [])
    #expect(show.angle(.yaw, at: show.length) > -80.1)
  }

  @Test("a distance behind 'follow' fits wherever it has ended")
  func roomBehindFollow() throws {
    let show = try Show(
      """
      scene { person ada at 60deg right, 1.5m away }
      limit pan to 70deg left .. 70deg right
      pan to 40deg right over 1s
      follow person for 4s
      pan by 30deg right over 1s
      """)
    #expect(show.greatestPan < 70.1 && show.run.findings == [])
  }

  @Test(
    "turns of a loop of moves to somebody take time, wherever that is", arguments: [empty, ada])
  func loop(scene: String) throws {
    let show = try Show(
      "\(scene)\nrace { repeat forever { pan to person }; wait 2s }\nlog \"over\"")
    #expect(show.length == 2 && show.logs == ["2000 over"] && show.run.findings == [])
  }

  @Test("others go on meanwhile, at their own times")
  func beside() throws {
    let show = try Show(
      """
      \(Self.ada)
      move to home over 1s
      together {
          pan to person
          { wait 100ms; log "a tenth" }
          tilt by 8deg down over 2s
      }
      """)
    #expect(show.logs == ["1100 a tenth"])
    #expect(abs(show.angle(.pitch, at: 3) - 8) < 0.1 && abs(show.angle(.yaw, at: 3) - 20) < 0.1)
    #expect(show.length == 3 && show.run.findings == [])
  }

  @Test("two branches turn to two subjects")
  func twoSubjects() throws {
    let show = try Show(
      """
      scene { person ada at 20deg right, 1.5m away; object ball at 5deg left, 10deg down, 1m away }
      together { pan to person over 1s; tilt to object over 1s }
      """)
    #expect(abs(show.angle(.yaw, at: 1) - 20) < 0.1 && abs(show.angle(.pitch, at: 1) - 10) < 0.1)
    #expect(show.length == 1 && show.run.findings == [])
  }

  @Test("a move to somebody is paused on its way, and goes on", arguments: ["pausing", "queued"])
  func paused(policy: String) throws {
    let show = try Show(
      """
      \(Self.ada)
      on button 1 \(policy) { tilt by 5deg down over 500ms; tilt by 5deg up over 500ms }
      wait 500ms
      pan to person over 2s
      """, happenings: [.button(1, at: 1.2)])
    #expect(abs(show.angle(.yaw, at: show.length) - 20) < 0.1, "\(show.length)")
    #expect(show.run.findings == [] && show.run.outcome.isStopConfirmed && show.length > 3)
  }

  @Test("one that loses a race stops on its way", arguments: [false, true])
  func lostRace(isOfSheet: Bool) throws {
    let show = try Show(
      "\(Self.ada)\nmove to home over 500ms\n"
        + "race { pan to person over 4s; wait 1s }\npan by 10deg left over 1s",
      isOfSheet: isOfSheet)
    #expect(show.greatestPan > 1 && show.greatestPan < 15 && show.run.findings == [])
  }

  @Test("one that is not carried out makes nothing late, for which a wait would be shorter")
  func lostRaceInTempo() throws {
    let show = try Show(
      """
      scene { person ada at 67deg left, 2m away }
      tempo 120bpm
      repeat 4 {
        wait 2beats
        race { pan to person over 200ms; log "on" }
      }
      """)
    #expect(show.logs == ["1000 on", "2000 on", "3000 on", "4000 on"])
    #expect(!show.run.outcome.stretches.contains { $0.reason == .recovered })
  }

  @Test("one that is cut off is as long as the script says")
  func cutInTempo() throws {
    let show = try Show(
      """
      scene { person ada at 67deg left, 2m away }
      tempo 120bpm
      wait 2beats
      race { pan to person over 500ms; wait 200ms }
      wait 2beats
      """)
    #expect(show.run.outcome.stretches == [] && show.length < 2.5 && show.run.findings == [])
  }

  @Test("an axis that turns is at rest before it")
  func fromMotion() throws {
    let show = try Show(
      "\(Self.ada)\nspin pan at 20deg/s left for 1s\nramp pan to 10deg/s left over 200ms\n"
        + "pan to person over 2s")
    #expect(abs(show.angle(.yaw, at: show.length) - 20) < 0.1 && show.run.findings == [])
  }

  @Test("a dock that turns without end takes the short way")
  func shortWay() throws {
    let show = try Show(
      """
      scene { person ada at 170deg left, 1.5m away }
      pan to 180deg right over 4s
      pan to person over 1s
      """)
    #expect(abs(show.angle(.yaw, at: 5) - 190) < 0.1)
  }

  @Test("whom 'select' names is meant")
  func selected() throws {
    let show = try Show(
      """
      scene { person ada at 20deg right, 1m away; person bob at 15deg left, 2m away }
      wait 500ms
      select person bob
      pan to person over 1s
      """)
    #expect(abs(show.angle(.yaw, at: 1.5) + 15) < 0.15)
  }
}
