import Hardware
import Motion
import Rehearsal
import Schedules
import Simulation
import Testing
import Vocabulary

@testable import Playback

/// A schedule, and the motion of a dock.
struct RehearsalTests {
  @Test(
    "random shows end where they are planned to, and the auditor has nothing to say",
    arguments: 0..<4)
  func randomShows(block: Int) throws {
    for seed in stride(from: block, to: Thorough.count(300, sample: 16), by: 4) {
      let schedule = Choreographer.show(seed: seed)
      let plan = Plan(schedule)
      let rehearsal = rehearse(schedule, isTracking: false)
      #expect(rehearsal.outcome.ending == .done, "seed \(seed)")
      #expect(rehearsal.outcome.isStopConfirmed, "seed \(seed)")
      #expect(rehearsal.findings.map(\.text) == [], "seed \(seed)")
      let moment = rehearsal.outcome.time(of: schedule.length) / 1_000_000 + 20
      for (axis, dockAxis) in [(Axis.yaw, DockAxis.yaw), (.pitch, .pitch)] {
        let end = try #require(rehearsal.trace.position(of: dockAxis, at: moment))
        let planned = plan.position(axis, at: schedule.length)
        #expect(abs(end - planned) < 0.01, "seed \(seed), \(axis)")
      }
    }
  }

  @Test("with tracking on, too, the auditor has nothing to say of random shows", arguments: 0..<4)
  func trackedShows(block: Int) {
    for seed in stride(from: 300 + block, to: 300 + Thorough.count(200, sample: 12), by: 4) {
      let schedule = Choreographer.show(seed: seed)
      let rehearsal = rehearse(schedule)
      #expect(rehearsal.outcome.ending == .done, "seed \(seed)")
      #expect(rehearsal.findings.map(\.text) == [], "seed \(seed)")
      #expect(rehearsal.outcome.isTrackingRestored)
    }
  }

  /// A tracker turns home from where the show has left the dock before anybody looks.
  @Test("what the tracker does after a show is no part of it", arguments: DockModel.all.indices)
  func handover(model: Int) throws {
    let schedule = try compile("pan to 90deg right over 5s", for: DockModel.all[model])
    let tracked = rehearse(schedule)
    #expect(tracked.outcome.isTrackingRestored)
    #expect(abs((tracked.outcome.displacement?.yaw ?? 0) - 90) < 0.001)
    #expect(tracked.endPose.yaw == 90_000)
    // A tracker that has the dock before it is over belongs to the show.
    let own = try compile("pan to 20deg right over 2s\ntracking on\nwait 3s", for: .stand)
    #expect(abs((rehearse(own).outcome.displacement?.yaw ?? 20) - 0) < 1)
  }

  @Test("scripts end at the pose of their schedule", arguments: DockModel.exact.indices)
  func scripts(model: Int) throws {
    for show in Show.all {
      let schedule = try compile(show, for: DockModel.exact[model])
      var plan = PlanState(before: schedule)
      for step in schedule.steps { plan.follow(step) }
      let rehearsal = rehearse(schedule)
      #expect(rehearsal.findings.map(\.text) == [])
      for axis in [Axis.yaw, .pitch] {
        let way = try #require(rehearsal.outcome.displacement)[axis]
        if show != Show.tracking {
          #expect(abs(way - plan.position(of: axis, at: schedule.length)) < 0.01, "\(axis)")
        }
      }
    }
  }

  @Test("the same schedule leaves the same trace, to the byte")
  func determinism() throws {
    for seed in 500..<500 + Thorough.count(20, sample: 3) {
      let schedule = Choreographer.show(seed: seed)
      let first = rehearse(schedule)
      let second = rehearse(schedule)
      #expect(first == second, "seed \(seed)")
      #expect(first.trace.text == second.trace.text, "seed \(seed)")
    }
  }

  @Test("what happens is told in order, each step and each command once")
  func events() throws {
    let schedule = try compile(Show.tracking, from: PerAxis(yaw: 20_000, pitch: 0, roll: 0))
    var steps: [Int?] = []
    var sent: [Command] = []
    var texts: [String] = []
    var tracking: [Bool] = []
    var times: [Int] = []
    let rehearsal = rehearse(schedule) { event in
      times.append(event.time)
      switch event.kind {
      case .began(let step, let value):
        steps.append(step)
        #expect(step.map { schedule.steps[$0] } == value)
      case .sent(let command): sent.append(command)
      case .note(let note): texts.append(note.text)
      case .tracking(let isOn): tracking.append(isOn)
      default: break
      }
    }
    #expect(steps == Array(schedule.steps.indices))
    #expect(sent == Array(lower(schedule).commands))
    #expect(texts == ["and home"])
    #expect(tracking == [false, true, false, true])
    #expect(times == times.sorted())
    #expect(rehearsal.outcome.isTrackingRestored)
  }

  @Test("a schedule for a dock that stands elsewhere is planned again")
  func elsewhere() throws {
    let schedule = try compile(
      """
      pan by 20deg right over 1s
      pan by 20deg left over 1s
      tilt to 10deg up over 300ms
      """)
    let rehearsal = rehearse(schedule, from: PerAxis(yaw: 30_000, pitch: 35_000, roll: 0))
    #expect(rehearsal.findings.map(\.text) == [])
    let trace = rehearsal.trace
    #expect(abs((trace.position(of: .yaw, at: 1000) ?? 0) - 50) < 0.01)
    #expect(abs((trace.position(of: .yaw, at: 2000) ?? 0) - 30) < 0.01)
    #expect(abs((trace.position(of: .pitch, at: 2000) ?? 0) - 35) < 0.01)
    let end = rehearsal.outcome.time(of: schedule.length) / 1_000_000
    #expect(abs((trace.position(of: .pitch, at: end) ?? 0) + 10) < 0.01)
    #expect(rehearsal.outcome.stretches.map(\.reason) == [.replanned])
    #expect(rehearsal.outcome.stretches.map(\.time) == [2300])
    #expect(end > 2300)
  }

  @Test(
    "a gesture that does not fit where the dock stands begins at the nearest pose where it does")
  func noRoom() throws {
    let schedule = try compile(
      """
      tilt by 20deg down over 1s
      tilt by 20deg up over 1s
      """)
    var inserted: [Step] = []
    let rehearsal = rehearse(schedule, from: PerAxis(yaw: 0, pitch: 40_000, roll: 0)) {
      if case .began(nil, let step) = $0.kind { inserted.append(step) }
    }
    #expect(rehearsal.findings.map(\.text) == [])
    #expect(inserted.map(\.to.pitch) == [25_000])
    let end = Int(rehearsal.trace.end / 1_000_000)
    let extremes = try #require(rehearsal.trace.extremes(of: .pitch, in: 0...end))
    #expect(abs(extremes.lowerBound - 25) < 0.001 && abs(extremes.upperBound - 45) < 0.001)
    #expect(abs((rehearsal.outcome.displacement?.pitch ?? 0) + 15) < 0.01)
  }

  @Test("an hour of script does not take an hour", .timeLimit(.minutes(15)))
  func speed() throws {
    let schedule = try compile(
      "repeat 1000 { pan to 30deg right over 2s\npan to 30deg left over 2s easing smooth }")
    let rehearsal = rehearse(schedule)
    #expect(rehearsal.outcome.length == 4_000_000_000_000)
    #expect(rehearsal.findings == [])
  }
}
