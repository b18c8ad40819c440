import Diagnosis
import Foundation
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

/// Shows in which the tracker turns axes while the script keeps the motors.
@Suite struct FollowTests {
  private static let walk = """
    scene {
        person ada at 20deg right, 2m away
        at 2s ada walks to 30deg left over 4s
        at 10s ada leaves
    }
    """

  private func yaw(_ run: RunRecord, _ seconds: Double) -> Double {
    run.trace.position(of: .yaw, at: Int(seconds * 1000)) ?? .nan
  }

  /// How often system tracking was switched.
  private func switches(_ run: RunRecord) -> Int {
    run.trace.events.filter {
      if case .call(.setSystemTracking, nil) = $0.kind { true } else { false }
    }.count
  }

  @Test("a walker is followed with system tracking off, and what follows begins where that ends")
  func follows() throws {
    let (run, _, _) = try PersonTests.run(
      "\(Self.walk)\nfollow person for 8s\npan by 10deg right over 1s")
    #expect(abs(yaw(run, 1.9) - 20) < 2 && abs(yaw(run, 4) + 5) < 4 && abs(yaw(run, 8) + 30) < 2)
    #expect(abs(yaw(run, 9) - yaw(run, 8) - 10) < 0.1)
    #expect(run.findings == [] && run.outcome.length == 9_000_000_000)
    #expect(switches(run) == 2 && run.outcome.trackingAfter && run.outcome.isStopConfirmed)
    let figures = try #require(run.following)
    #expect(figures.lost == 0 && figures.framed > figures.length * 8 / 10, "\(figures)")
  }

  @Test("an axis that does not follow goes its own way, exactly")
  func oneAxis() throws {
    let (run, _, _) = try PersonTests.run(
      """
      scene { person ada at 20deg right, 10deg up, 2m away }
      together {
          follow person with pan for 4s
          repeat 2 { tilt by 10deg down over 1s; tilt by 10deg up over 1s }
      }
      """)
    let tilt = { (seconds: Double) in run.trace.position(of: .pitch, at: Int(seconds * 1000)) }
    for (time, place) in [(1.0, 10.0), (2, 0), (3, 10), (4, 0)] {
      #expect(abs((tilt(time) ?? .nan) - place) < 0.15, "\(time)")
    }
    #expect(abs(yaw(run, 4) - 20) < 2 && run.findings == [])
  }

  @Test("a move that has begun before is carried out while another axis follows")
  func moveUnderWay() throws {
    let (run, _, _) = try PersonTests.run(
      """
      scene { person ada at 15deg right, 2m away }
      together { tilt to 20deg down over 5s; { wait 1s; follow person with pan for 1s } }
      """)
    #expect(abs((run.trace.position(of: .pitch, at: 5000) ?? .nan) - 20) < 0.15)
    #expect(abs(yaw(run, 2) - 15) < 2 && run.findings == [])
  }

  @Test(
    "motors that are lost are taken back, however long it follows",
    arguments: ["follow person until lost", "race { follow person until lost; wait for tap }"])
  func lostMotors(script: String) throws {
    let scene = """
      scene {
          person ada at 10deg left, 2.5m away
          at 3s press tracking_button
          at 5s ada walks to 80deg left over 3s
          at 12s ada leaves
      }
      limit pan to 20deg left .. 20deg right at 10deg/s

      """
    let (run, _, _) = try PersonTests.run(scene + script)
    #expect(run.outcome.reclaims == 1)
    #expect([6.0, 7, 8, 9, 10].allSatisfy { yaw(run, $0) > -20.1 })
  }

  @Test("a show that follows is over when the phone leaves", arguments: ["until lost", "for 10s"])
  func undocked(end: String) throws {
    let (run, _, _) = try PersonTests.run(
      "scene { person ada at 10deg left, 2m away; at 3s undock; at 3.2s dock }\n"
        + "follow person \(end)")
    guard case .failed = run.outcome.ending else {
      Issue.record("it goes on")
      return
    }
    #expect(run.outcome.length < 3_100_000_000)
  }

  @Test(
    "no call brings the axis back that follows, whatever begins meanwhile",
    arguments: [
      "together { follow person with pan for 3s; { wait 1s; tilt to 10deg down over 1s } }",
      "together { follow person with pan for 3s; { wait 1s;"
        + " if person { tilt to 10deg down over 1s } } }",
      "together { follow person with pan for 3s; { wait 1s; tilt to person over 500ms;"
        + " tilt to 10deg down over 500ms } }",
      "on button 1 { tilt to 10deg down over 1s }\nfollow person with pan for 3s",
    ])
  func movesBeside(script: String) throws {
    let scene = "scene { person ada at 15deg right, 2m away; at 1s press button 1 }\n"
    let (run, _, _) = try PersonTests.run(scene + script)
    #expect(abs((run.trace.position(of: .pitch, at: 2000) ?? .nan) - 10) < 0.15)
    for time in [1.2, 1.5, 2, 3] { #expect(abs(yaw(run, time) - 15) < 2, "\(time) s") }
    #expect(run.findings == [])
  }

  @Test(
    "an axis that turns on makes nothing late when following ends",
    arguments: ["scene { }\n", "scene { person ada at 10deg up, 2m away; at 2.5s ada leaves }\n"])
  func turningOn(scene: String) throws {
    let (run, _, _) = try PersonTests.run(
      // It ends between two reports of the dock.
      "\(scene)spin pan at 60deg/s right for 1s\nfollow person with tilt for 4010ms\nstop")
    #expect(run.outcome.stretches.isEmpty && run.findings == [])
    #expect(abs(yaw(run, 5.144) - 300.6) < 0.1)
  }

  @Test("so does what begins a little late beside an axis that turns already")
  func lateStartBesideSpin() throws {
    let (run, _, _) = try PersonTests.run(
      """
      scene { }
      limit pan to 80deg left .. 80deg right at 80deg/s
      follow person with pan, tilt until lost
      mode idle {
          race { follow person with pan for 1s; wait until not person for at most 3s }
          together {
              spin pan at 5deg/s right
              choose { 1: { tilt to person at 40deg/s }; 2: { tilt to 9deg up } }
          }
          go to greet
      }
      mode greet { }
      """)
    let end = run.trace.end / 1_000_000
    #expect(abs((run.trace.position(of: .pitch, at: end) ?? .nan) + 9) < 0.12)
    #expect(run.findings == [] && run.outcome.misplacement == nil)
  }

  @Test("what begins a little late where following ends goes as far as planned")
  func lateStart() throws {
    let (run, _, _) = try PersonTests.run(
      """
      scene { }
      tempo 77bpm meter 2
      repeat 12 {
          follow person with pan, tilt for 1s
          together {
              follow person with pan for 1s
              { tilt to 19deg down; tilt to 19deg up }
          }
      }
      wait 1s
      """, on: .flow2pro)
    let places = stride(from: 0, to: run.trace.end / 1_000_000, by: 10).map {
      run.trace.position(of: .pitch, at: $0) ?? .nan
    }
    #expect((places.min() ?? .nan) > -19.25 && (places.max() ?? .nan) < 19.25)
    #expect(run.findings == [] && run.outcome.misplacement == nil)
  }

  @Test("who leaves is lost, after as long as the script says", arguments: [0, 2])
  func lost(patience: Int) throws {
    let (run, _, _) = try PersonTests.run(
      "\(Self.walk)\nfollow person until lost for \(patience)s\nlog \"gone\"")
    let end = Double(run.outcome.length) / 1e9
    #expect(end > 10 + Double(patience) && end < 13 + Double(patience), "\(end)")
    #expect(run.findings == [])
  }

  @Test("the example keeps its person in the frame as long as she is there")
  func example() throws {
    let path = #filePath.replacing("Tests/PlaybackTests/FollowTests.swift", with: "Examples/")
    let text = try String(contentsOfFile: path + "10-follow.dock", encoding: .utf8)
    let (run, _, _) = try PersonTests.run(text)
    let figures = try #require(run.following)
    #expect(figures.framed > figures.length * 85 / 100 && figures.changes == 0, "\(figures)")
    #expect(figures.lost < 200_000_000 && figures.length > 6_000_000_000)
  }

  @Test("who has left is no error of the dock: only the time while somebody is there counts")
  func whoIsThereCounts() throws {
    let (run, _, _) = try PersonTests.run("\(Self.walk)\nfollow person until lost for 5s")
    let figures = try #require(run.following)
    #expect(run.outcome.length > 15_000_000_000 && figures.lost < 100_000_000)
    #expect(abs(figures.length - 9_900_000_000) < 200_000_000, "\(figures)")
    // In the dark somebody is there, and nobody is followed.
    let (dark, _, _) = try PersonTests.run(
      """
      scene { person ada at 20deg right, 2m away; at 4s light off; at 7s light on }
      follow person for 10s
      """)
    let unseen = try #require(dark.following).lost
    #expect(unseen > 900_000_000 && unseen < 3_500_000_000, "\(unseen)")
  }

  @Test(
    "nobody there is lost from the beginning", arguments: ["person", "object", "person bob"])
  func nobody(subject: String) throws {
    let (run, _, _) = try PersonTests.run("\(Self.walk)\nfollow \(subject) until lost\n")
    if subject == "person" { return #expect(run.outcome.length > 10_000_000_000) }
    #expect(run.outcome.length < 1_500_000_000 && yaw(run, 1) == 0, "\(run.outcome.length)")
  }

  @Test("who is named is followed, and not who is nearer")
  func named() throws {
    let (run, _, _) = try PersonTests.run(
      """
      scene { person bob at 20deg left, 1m away; person ada at 20deg right, 3m away }
      follow person ada for 3s
      """)
    #expect(abs(yaw(run, 3) - 20) < 2, "\(yaw(run, 3))")
  }

  @Test("who is named and not there yet is lost, whoever else is there")
  func namedAndAway() throws {
    let (run, _, _) = try PersonTests.run(
      """
      scene { person bob at 20deg left; at 5s person ada at 20deg right }
      follow person ada until lost
      """)
    #expect(run.outcome.length < 1_500_000_000 && yaw(run, 1) == 0, "\(yaw(run, 1))")
  }

  @Test("a show that follows somebody who never leaves ends when nothing more happens")
  func endless() throws {
    let (run, _, _) = try PersonTests.run(
      "scene { person ada at 20deg right }\nfollow person until lost\n")
    #expect(run.exit == .silence && run.outcome.length < 60_000_000_000, "\(run.outcome.length)")
    #expect(run.findings == [] && run.outcome.isStopConfirmed && run.outcome.trackingAfter)
  }

  @Test("the limits of the script hold")
  func limits() throws {
    let (run, _, _) = try PersonTests.run(
      """
      \(Self.walk)
      limit pan to 10deg left .. 15deg right at 20deg/s
      follow person for 8s
      """)
    let range = try #require(run.trace.extremes(of: .yaw, in: 0...8000))
    #expect(range.lowerBound > -10.01 && range.upperBound < 15.01, "\(range)")
    #expect(run.outcome.peakSpeed.yaw < 20.01 && run.findings == [])
  }

  @Test("a pausing handler holds it, and then it goes on for the rest of its time")
  func paused() throws {
    let (run, _, _) = try PersonTests.run(
      """
      scene { person ada at 20deg right, 2m away; at 2s tap }
      on tap pausing { pan by 30deg left over 1s; wait 1s }
      follow person for 5s
      """)
    #expect(abs(yaw(run, 2) - 20) < 2 && abs(yaw(run, 3.9) + 10) < 3, "\(yaw(run, 3.9))")
    #expect(abs(yaw(run, 7) - 20) < 2 && run.findings == [], "\(yaw(run, 7))")
    #expect(run.outcome.length > 7_000_000_000 && run.outcome.length < 8_000_000_000)
  }

  @Test("what replaces it, or wins a race against it, begins where the dock has come to rest")
  func replaced() throws {
    for end in [
      "on tap replacing { pan by 5deg right over 1s }\nfollow person until lost",
      "race { follow person until lost; wait for tap }\npan by 5deg right over 1s",
    ] {
      let (run, _, _) = try PersonTests.run(
        """
        scene {
            person ada at 20deg right, 2m away
            at 1s ada walks to 40deg left over 3s
            at 3s tap
        }
        \(end)
        """)
      let last = Double(run.outcome.length) / 1e9
      #expect(abs(yaw(run, last) - yaw(run, last - 1) - 5) < 0.1, "\(end)")
      #expect(run.findings == [] && last < 4.5)
    }
  }

  @Test("a show whose motors were taken from outside, or that was held, follows further")
  func robbedAndHeld() throws {
    let (cue, scene, _) = try PersonTests.script(
      """
      scene { person ada at 20deg right; at 4s ada walks to 20deg left over 2s; at 10s ada leaves }
      follow person until lost
      """)
    for (faults, happenings) in [
      ([Fault(.tracking, at: .time(2_000_000_000))], []),
      ([], [Happening.exit(.suspend, at: 2_000_000_000), .resumed(at: 3_000_000_000)]),
    ] {
      let run = rehearse(
        cue, company: scene.company, faults: faults,
        happenings: (scene.happenings + happenings).inOrder)
      #expect(abs(yaw(run, 8.5) + 20) < 3, "\(yaw(run, 8.5))")
      let end = run.outcome.length
      #expect(end > 10_000_000_000 && end < 14_000_000_000 && run.findings == [], "\(end)")
    }
  }

  @Test("system tracking tells that it has settled, and that its subject is lost")
  func systemTracking() throws {
    let (run, _, _) = try PersonTests.run(
      """
      \(Self.walk)
      on settled ignoring { log "there" }
      wait for lost
      log "gone"
      """)
    let handler = try #require(run.outcome.handlers.first)
    #expect(handler[.done] == 1, "\(handler)")
    #expect(run.outcome.length > 10_000_000_000 && run.outcome.length < 13_000_000_000)
    #expect(run.findings == [])
  }

  @Test("the motors are given back whatever befalls a show that follows")
  func swept() throws {
    let (cue, scene, _) = try PersonTests.script(
      """
      scene { person ada at 10deg right, 2m away; at 400ms tap }
      on tap pausing { tilt by 1deg down over 200ms; tilt by 1deg up over 200ms }
      follow person with pan for 500ms
      pan by 2deg right over 200ms
      """)
    let result = sweep(
      cue, company: scene.company, faults: scene.faults, happenings: scene.happenings,
      pairedBy: Thorough.factor > 0 ? 17 : nil)
    #expect(result.failures == 0, "\(String(describing: result.first))")
    #expect(result.cuts > 40 && result.faults > 40)
  }

  @Test(
    "what follows a follower that a handler has turned begins where the handler has left it",
    arguments: [
      ("pan to 5deg left over 1500ms easing smooth", -5.0), ("pan by 2deg left over 1s", 28),
      ("pan through 10deg right, 5deg left over 2s", -5),
    ])
  func turnedByHandler(move: String, place: Double) throws {
    let (run, _, _) = try PersonTests.run(
      """
      scene { at 440ms tap }
      on tap pausing { pan to 30deg right over 3s }
      follow person for 700ms
      \(move)
      wait 1s
      """)
    let last = try #require(run.trace.position(of: .yaw, at: 7500))
    #expect(abs(last - place) < 0.02, "\(last)")
    #expect(run.outcome.peakSpeed.yaw < 60 && run.findings == [])
  }

  @Test("a recording of it is replayed to the byte")
  func replayed() throws {
    let (run, recording, cue) = try PersonTests.run(
      "\(Self.walk)\nrace { follow person for 5s; wait 2s }\npan by 3deg left over 1s")
    let read = try #require(Recording(recording.text.bytes))
    #expect(read == recording && read.replay(cue).trace == run.trace)
  }

  @Test("what begins while the dock comes to rest from following goes on with that")
  func comingToRest() throws {
    let script = """
      together {
          follow person for 1s
          { wait 950ms; if person { log "a" } else { log "b" } }
      }
      pan by 5deg right over 1s
      """
    let text = try Self.readBack(script)
    #expect(text.split(separator: "-125    +175 follow none with yaw pitch").count == 3)
    let (run, _, _) = try PersonTests.run("\(Self.walk)\n\(script)")
    #expect(run.outcome.length == 2_000_000_000 && run.outcome.stretches.isEmpty)
    #expect(abs(yaw(run, 2) - yaw(run, 1) - 5) < 0.1 && run.findings == [])
  }

  @Test("a sign that comes while the dock comes to rest makes nothing late", arguments: [40, 160])
  func signWhileComingToRest(milliseconds: Int) throws {
    let script = """
      scene { person ada at 10deg right, 2m away; at 1.6s ada leaves }
      race { follow person until lost for 2s; wait for button 2 }
      pan by 5deg right over 1s
      """
    let (cue, scene, _) = try PersonTests.script(script)
    let alone = try PersonTests.run(script).run.outcome.length
    let lost = alone - 1_175_000_000
    let press = Happening.event(
      WorldEvent(.button, .pressed, number: 2), at: lost + milliseconds * 1_000_000)
    let run = rehearse(
      cue, company: scene.company, happenings: (scene.happenings + [press]).inOrder)
    #expect(run.outcome.stretches.isEmpty && run.findings == [])
    #expect(run.outcome.length == alone)
  }

  /// Sheets that follow, and are read back as they are.
  private static let sheets = [
    """
    wait for tap for at most 1s
    if person { tilt to 12deg up over 1s; follow person until lost }
    else { pan by 10deg right; pan by 10deg left }
    move to person
    """,
    "when late by 2s stop\nfollow person with pan for 2s\nfollow person until lost for 1s",
  ]

  @Test(
    "whoever speaks is followed, and nobody before that",
    arguments: [
      ("", 0.0), ("at 500ms ada speaks", 15), ("at 500ms ada speaks; at 4s ben speaks", -10),
    ])
  func speaker(deeds: String, place: Double) throws {
    let (cue, scene, _) = try PersonTests.script(
      """
      follow person speaking for 8s
      wait 1s
      scene { person ada at 15deg right; person ben at 10deg left; \(deeds) }
      """)
    let run: RunRecord = rehearse(
      cue, company: scene.company, faults: scene.faults, happenings: scene.happenings)
    let pan = try #require(run.motion(of: .yaw))
    #expect(abs(pan.position(at: 7.5) - place) < 2.5)
  }

  @Test("where the dock really stands is kept over a cue in which nothing moves")
  func nothingMoves() throws {
    let (run, _, _) = try PersonTests.run(
      """
      scene { person ada at 10deg right }
      follow person for 2s
      pan by 5deg right over 500ms
      repeat 2 { if person { wait 1s } }
      tilt by 4deg down over 400ms
      """)
    #expect(abs(yaw(run, 2.5) - 15) < 1 && abs(yaw(run, 4.9) - yaw(run, 4.5)) < 0.01)
    #expect(abs((run.trace.position(of: .pitch, at: 4900) ?? .nan) - 4) < 0.01)
  }

  @Test("a handler that waits until its axes rest waits for the tracker, too", arguments: [1.5, 3])
  func handlers(time: Double) throws {
    func show(_ policy: String, _ follow: String) throws -> RunRecord {
      let (run, _, _) = try PersonTests.run(
        """
        scene {
            person ada at 5deg right
            at 1s ada walks to 60deg right over 5s
            at \(time)s tap
            at 8s ada leaves
        }
        on tap \(policy) { pan to home over 1s }
        \(follow)
        wait 1s
        """)
      #expect(run.findings == [])
      return run
    }
    let queued = try show("queued", "follow person for 4s")
    #expect(yaw(queued, 3.9) > 20 && abs(yaw(queued, 5)) < 0.01)
    #expect(yaw(try show("ignoring", "follow person for 4s"), 5) > 20)
    // Nobody knows when that is over.
    let soon = try show("queued", "follow person until lost")
    #expect(abs(yaw(soon, time + 1.3)) < 2)
  }

  @Test(
    "after a handler that has let the tracker turn the dock, the show goes on where it was held",
    arguments: [
      "follow person for 2s", "follow person for 2s; pan by 10deg left over 1s",
      "follow person for 2s; wait 100ms", "follow person with pan for 2s; tilt by 3deg up",
      "wait for button 1 for at most 1s; tilt by 3deg up over 300ms",
      "tracking on; wait 1s; pan by 5deg left over 300ms", "wait for shutter for at most 1s",
      "wait for button 1 for at most 1s; spin tilt at 5deg/s up for 1s; stop",
    ], ["pausing", "queued"])
  func goesOnWhereItWasHeld(handler: String, policy: String) throws {
    let (run, _, _) = try PersonTests.run(
      """
      scene { person ada at 10deg left, 6deg up, 2m away; at 2500ms tap }
      on tap \(policy) { \(handler) }
      move to pose(pan: 40deg right, tilt: 1deg up) over 4s
      wait 1s
      pan by 5deg right over 1s
      spin tilt at 4deg/s up for 2s
      stop
      wait 1s
      log "end"
      pan by 5deg left over 1s
      """)
    let time = Int(try #require(run.trace.events.last).time / 1_000_000) - 1500
    let (pan, tilt) = (
      run.trace.position(of: .yaw, at: time), run.trace.position(of: .pitch, at: time)
    )
    #expect(run.findings == [])
    #expect(abs((pan ?? 0) - 45) < 0.1 && abs((tilt ?? 0) + 9) < 0.1, "\(pan ?? 0), \(tilt ?? 0)")
  }

  @Test("a sheet that follows is read back", arguments: sheets)
  func sheet(script: String) throws { _ = try Self.readBack(script) }

  /// The text of the sheet of `script`, which is read back from both of its forms.
  private static func readBack(_ script: String) throws -> String {
    let file = LoadedFile(identity: "x.dock", name: "x.dock", bytes: Array(script.utf8))
    let checked = Script(checking: file) { _, _ in .failure(.notFound) }
    var found = checked.diagnostics
    let sheet = try #require(checked.cueSheet(for: Compilation(), reporting: &found))
    var forms: [[UInt8]] = [[], []]
    sheet.writeText { forms[0] += $0.bytes }
    sheet.writeJSON { forms[1] += $0.bytes }
    for form in forms {
      var (sources, obstacles) = (SourceMap(), Diagnostics())
      let read = readCueSheet(form, name: "x.cues", sources: &sources, reporting: &obstacles)
      var again: [UInt8] = []
      read?.writeText { again += $0.bytes }
      #expect(again == forms[0], "\(obstacles.all.map(\.message))")
    }
    return String(decoding: forms[0], as: UTF8.self)
  }
}
