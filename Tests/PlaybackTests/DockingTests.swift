import Diagnosis
import DockKit
import Hardware
import Language
import Motion
import Schedules
import Scheduling
import Simulation
import Testing
import Vocabulary

@testable import Playback
@testable import Rehearsal

/// The phone leaves the dock, or the app the screen, and both come back.
struct DockingTests {
  /// When system tracking went on or off, in milliseconds.
  private func switches(in trace: Trace) -> [(time: Int, isOn: Bool)] {
    trace.events.compactMap { event in
      guard case .tracking(let isOn) = event.kind else { return nil }
      return (event.time / 1_000_000, isOn)
    }
  }

  /// Performs `script` in a scene with `lines`.
  private func run(
    _ script: String, _ lines: String, isTracking: Bool = true, losing call: Int? = nil
  ) throws -> RunRecord {
    let text = "scene {\n\(lines)\n}\n\(script)"
    let file = LoadedFile(identity: "x.dock", name: "x.dock", bytes: Array(text.utf8))
    let script = Script(checking: file) { _, _ in .failure(.notFound) }
    var found = script.diagnostics
    let scene = script.scene(reporting: &found)
    let schedule = script.schedule(for: Compilation(), reporting: &found)
    try #require(found.all.isEmpty, "\(found.all.map(\.message))")
    let lost = call.map { [Fault(.dropped, at: .call($0))] } ?? []
    return rehearse(
      Cue(try #require(schedule)), isTracking: isTracking,
      company: try #require(scene).company, faults: try #require(scene).faults + lost,
      happenings: try #require(scene).happenings)
  }

  @Test("what the show has made of tracking is made again when the phone is back")
  func reapplyAfterDocking() throws {
    let run = try run("tracking off\nwait 10s", "at 2s undock; at 5s dock")
    #expect(run.outcome.ending == .done && run.outcome.isTrackingRestored)
    let switches = switches(in: run.trace)
    #expect(switches.map(\.isOn) == [false, true, false, true])
    try #require(switches.count == 4)
    #expect(switches[1].time == 5000)
    #expect(switches[2].time <= 5500)
    #expect(switches[3].time == 10_000)
  }

  @Test("what the show has made of tracking is made again when the app is back")
  func reapplyAfterBackground() throws {
    let run = try run("tracking off\nwait 10s", "at 2s background; at 5s foreground")
    #expect(run.outcome.ending == .done && run.outcome.isTrackingRestored)
    let switches = switches(in: run.trace)
    #expect(switches.map(\.isOn) == [false, true, false, true])
    #expect(switches.map(\.time) == [0, 5000, 5000, 13_000])
  }

  @Test("tracking that the tracking button switches on stays on while nobody needs the motors")
  func theButtonIsObeyed() throws {
    let run = try run("tracking off\nwait 10s", "at 2s press tracking_button")
    #expect(switches(in: run.trace).map(\.isOn) == [false, true])
  }

  @Test("a show waits for the app to come back, and goes on where it was")
  func background() throws {
    let run = try run(
      "pan to 60deg right over 6s\nwait 1s", "at 3s background; at 4s tap; at 5s foreground")
    #expect(run.outcome.ending == .done)
    #expect(run.outcome.isStopConfirmed && run.outcome.isTrackingRestored)
    #expect(run.findings == [])
    #expect(run.trace.speed(of: .yaw, at: 3500) == 0)
    let end = run.trace.end / 1_000_000
    #expect((8900...9500).contains(end), "\(end)")
    #expect(abs(try #require(run.trace.position(of: .yaw, at: end)) - 60) < 0.01)
  }

  @Test("the face and the zoom stand while the app is away, and go the rest of their ways")
  func backgroundOfThePhone() throws {
    let run = try run(
      "together { face next over 6s; camera zoom by 2x over 4s }",
      "at 3s background; at 5s foreground")
    let calls = run.trace.events.compactMap { event in
      if case .phone(let call) = event.kind { (event.time / 1_000_000, call) } else { nil }
    }
    #expect(calls.map(\.0) == [0, 0, 3000, 3000, 5000, 5000])
    #expect(
      calls.map(\.1) == [
        .face(.happy, over: 6000), .zoom(3000, over: 4000), .holdFace, .zoom(2500, over: 0),
        .face(.happy, over: 3000), .zoom(3000, over: 1000),
      ])
    #expect(run.trace.end == 8_000_000_000)
  }

  @Test("a dock that follows somebody has no path to go back to")
  func backgroundOfAFollow() throws {
    let run = try run(
      "follow person for 10s",
      """
      person ada at 0deg right
      at 1s ada walks to 30deg right over 12s
      at 4s background
      at 8s foreground
      """)
    #expect(run.outcome.ending == .done && run.outcome.stretches.map(\.reason) == [.held])
    #expect(run.trace.end == 14_000_000_000)
  }

  @Test(
    "an app that leaves the screen at the instant of a call holds the show as at any other",
    arguments: [
      ("ramp pan to 20deg/s right over 1s; stop over 1s", [56, 278, 444, 583, 750, 1250]),
      ("pan to 10deg right over 500ms; pan to 20deg right over 500ms", [0, 500]),
    ])
  func backgroundAtCall(script: String, moments: [Int]) throws {
    for moment in moments {
      let lines = "at \(moment)ms background; at 4s foreground"
      let run = try run(script, lines)
      #expect(run.outcome.ending == .done && run.findings == [], "\(moment)")
      let end = run.trace.end / 1_000_000
      #expect(end > 4000, "\(moment)")
      #expect(abs(try #require(run.trace.position(of: .yaw, at: end)) - 20) < 0.1, "\(moment)")
      let gone = try self.run(script, "at \(moment)ms background")
      #expect(gone.outcome.ending == .cancelled && gone.outcome.isTrackingRestored, "\(moment)")
    }
  }

  @Test("the way back to the path keeps the limits of the script", arguments: 1...3)
  func limits(call: Int) throws {
    let (cue, scene, _) = try PersonTests.script(
      """
      scene { person ada at 25deg left }
      limit pan at 10deg/s
      pan to 20deg right over 4s
      """)
    let run = rehearse(
      cue, company: scene.company,
      happenings: [.exitAfter(.background, calls: call), .resumed(at: 1_500_000_000)])
    #expect(run.findings == [] && run.outcome.ending == .done)
    let back = try #require(switches(in: run.trace).last { !$0.isOn }?.time)
    for time in stride(from: back, to: run.trace.end / 1_000_000, by: 100) {
      let here = try #require(run.trace.position(of: .yaw, at: time))
      let there = try #require(run.trace.position(of: .yaw, at: time + 100))
      #expect(abs(there - here) < 1.05, "\(time)")
    }
  }

  private static let pause: [Happening] = [
    .exit(.suspend, at: 2_000_000_000), .resumed(at: 3_000_000_000),
  ]

  @Test(
    "a dock that stood when the show was paused is brought back to its place",
    arguments: [
      ("pan to 40deg right over 1s; wait 4s; tilt to 10deg up over 1s easing smooth", 5500),
      ("pan to 40deg right over 1s; wait 3s; animate yes; wait 4s", 9000),
      ("pan to 40deg right over 1s; animate yes; wait 9s", 6000),
      ("pan by 40deg right over 1s easing smooth; wait 4s; pan by 0.5deg left over 1s", 5000),
    ])
  func backToItsPlace(script: String, moment: Int) throws {
    let run = rehearse(Cue(try compile(script)), happenings: DockingTests.pause)
    #expect(run.outcome.ending == .done && run.findings == [])
    #expect(run.trace.speed(of: .yaw, at: 2500) != 0, "the tracker turns it")
    #expect(abs(try #require(run.trace.position(of: .yaw, at: moment)) - 40) < 0.1, "\(script)")
    #expect(run.outcome.misplacement == nil)
  }

  @Test("a dock that nothing moves stays where the tracker has left it")
  func noPlace() throws {
    let cue = Cue(try compile("tracking off\nface sad\nwait 5s"))
    let run = rehearse(cue, happenings: DockingTests.pause)
    #expect(run.outcome.ending == .done && run.findings == [])
    #expect(!run.trace.lines.contains { $0.contains("setOrientation") })
  }

  @Test("an app that does not come back ends its show")
  func gone() throws {
    let run = try run("pan to 60deg right over 6s", "at 3s background")
    #expect(run.outcome.ending == .cancelled)
    #expect(run.outcome.isStopConfirmed && run.outcome.isTrackingRestored)
    #expect(run.findings == [])
  }

  @Test("a phone that leaves ends the motion; what is given back is given back when it returns")
  func undocking() throws {
    for isTracking in [true, false] {
      let run = try run(
        "pan to 60deg right over 6s", "at 3s undock; at 3.9s dock", isTracking: isTracking)
      guard case .failed(let failure) = run.outcome.ending else {
        Issue.record("\(run.outcome.ending)")
        continue
      }
      #expect(failure.error == .notConnected)
      #expect(run.outcome.isStopConfirmed && run.outcome.isTrackingRestored)
      #expect(run.trace.endsTracking == isTracking)
    }
  }

  @Test("that it left is told for when it did, and of the step then under way")
  func departure() throws {
    let scene = "at 2.3s undock; at 4s dock"
    for (script, kind) in [
      ("pan to 60deg right over 6s", Step.Kind.move),
      ("pan to 60deg right over 1s\nwait 3s\npan to home over 2s", .wait),
      ("ramp pan to 10deg/s right over 1s\nwait 5s\nstop", .wait),
    ] {
      let run = try run(script, scene)
      guard case .failed(let failure) = run.outcome.ending else {
        Issue.record("\(run.outcome.ending)")
        continue
      }
      #expect(failure.time == 2300 && failure.step?.kind == kind, "\(script): \(failure)")
      // It is looked for every 500 ms.
      #expect(run.outcome.length <= 2_800_000_000, "\(script)")
    }
  }

  @Test("whichever call is lost, tracking is what it was if the phone is back just in time")
  func lostCalls() throws {
    for call in 1...14 {
      for gap in stride(from: 1200, through: 2600, by: 50) {
        let scene = "at 1s undock; at \(1000 + gap)ms dock"
        let run = try run("pan to 5deg right over 500ms\nwait 9s", scene, losing: call)
        #expect(run.outcome.isTrackingRestored, "call \(call), away for \(gap) ms")
      }
    }
  }

  @Test("tracking is what it was when the phone is back soon after the show")
  func returnAtTheEnd() throws {
    let schedule = try compile("tracking on\nwait 1s")
    let rig = Rig(
      .stand, tracking: false,
      faults: [
        Fault(.undocked, at: .time(900_000_000)), Fault(.docked, at: .time(2_000_000_000)),
      ])
    let outcome = rig.play(schedule)
    rig.dock.advance(to: 5_000_000_000)
    #expect(outcome.ending == .done && outcome.isTrackingRestored)
    #expect(!rig.dock.snapshot.isSystemTrackingEnabled)
  }

  private static let scene: [Happening] = [
    .exit(.background, at: 1_000_000_000), .event(WorldEvent(.tap), at: 2_000_000_000),
    .resumed(at: 3_000_000_000),
  ]

  @Test("in time that is the wall's, a show waits for the app, too, and is replayed to the byte")
  func liveBackground() throws {
    let cue = Cue(try compile("pan to 40deg right over 4s\nwait 1s"))
    let faults = [
      Fault(.background, at: .time(1_000_000_000)), Fault(.foreground, at: .time(3_000_000_000)),
    ]
    let live = rehearseLive(
      cue, faults: faults, happenings: DockingTests.scene, wall: StagedWall())
    #expect(live.run.outcome.ending == .done && live.run.findings == [])
    #expect(live.run.trace.speed(of: .yaw, at: 2000) == 0)
    let again = rehearse(cue, faults: faults, happenings: live.happenings)
    #expect(again.trace == live.run.trace)
  }

  @Test("a show that waits for the app can be ended")
  func endInTheBackground() throws {
    let cue = Cue(try compile("pan to 40deg right over 4s\nwait 1s"))
    let live = rehearseLive(
      cue, happenings: DockingTests.scene,
      wall: StagedWall(exits: [(.interrupt, 2_500_000_000)]))
    #expect(live.run.outcome.ending == .cancelled && live.run.exit == .interrupt)
    #expect(live.run.trace.end < 2_800_000_000)
    #expect(live.run.outcome.isStopConfirmed && live.run.outcome.isTrackingRestored)
  }

  @Test("a dock that the tracker turns stands when tracking is off as before")
  func trackerStops() throws {
    let schedule = try compile("pan to 60deg right over 2s\ntracking on\nwait 1s")
    let run = rehearse(schedule, isTracking: false)
    #expect(run.trace.speed(of: .yaw, at: 2900).map { abs($0) > 20 } == true)
    #expect(run.findings == [] && run.outcome.isStopConfirmed)
    #expect(!run.trace.isMoving(at: run.trace.end / 1_000_000))
  }

  @Test(
    "the motors are looked after however short each wait is",
    arguments: [
      "wait 5s", "repeat 10 { wait 500ms }", "repeat 20 { wait 250ms }",
      "repeat 10 { pan to 14deg left over 500ms }",
    ])
  func shortWaits(rest: String) throws {
    let script = "pan to 14deg left over 1s\n\(rest)"
    let gone = try run(script, "at 1.2s undock; at 3s dock")
    guard case .failed = gone.outcome.ending else {
      Issue.record("\(gone.outcome.ending)")
      return
    }
    #expect(gone.outcome.length < 1_300_000_000)
    let taken = try run(script, "at 1.2s fault tracking on")
    #expect(taken.outcome.ending == .done)
    #expect(taken.outcome.reclaims == 1)
    let back = switches(in: taken.trace).first { !$0.isOn && $0.time > 1200 }
    #expect((back?.time ?? .max) < 1900)
  }
}
