import DockKit
import Hardware
import Motion
import Schedules
import Simulation
import Testing

@testable import Playback
@testable import Rehearsal

/// However a show ends: the motors stand, then tracking is what it was.
struct ExitTests {
  /// Every kind of call within a few commands.
  private static let show = """
    tracking off
    frame left
    region x 10%, y 10%, width 50%, height 50%
    limit pan to 60deg left .. 60deg right at 60deg/s
    pan to 20deg right over 1s
    animate yes
    pan to 15deg right over 400ms easing smooth
    ramp pan to 20deg/s right over 200ms
    wait 300ms
    stop
    tracking on
    select none
    wait 500ms
    tilt by 5deg up over 1s
    """

  private static let errors: [DockKitError] = [
    .notSupported, .notConnected, .notSupportedByDevice, .invalidParameter, .noSubjectFound,
    .frameRateTooLow, .cameraTCCMissing, .frameRateTooHigh,
  ]

  @Test("at the end", arguments: DockModel.all.indices, Show.all.indices)
  func end(model: Int, show: Int) throws {
    for tracking in [true, false] {
      let rig = Rig(DockModel.all[model], tracking: tracking)
      let outcome = rig.play(try compile(Show.all[show], for: DockModel.all[model]))
      #expect(outcome.ending == .done)
      rig.expectOrder(outcome, "tracking \(tracking)")
    }
  }

  /// The milliseconds from one interruption to the next.
  private static let step = Thorough.step(10, sample: 50)

  /// An interruption is not lost where the motors change hands, and the show does not go on.
  @Test("at many times about where the motors are given back on the way")
  func onTheWay() throws {
    let shows = [
      "pan by 20deg right at 18deg/s\nwait for tap\npan by 20deg left over 2s",
      "pan by 20deg right over 1s\ntracking on\nwait 10s\npan by 20deg left over 2s",
      "pan by 20deg right at 18deg/s\ntracking on\nwait 10s\npan by 20deg left over 2s",
    ]
    for show in shows {
      let cue = try #require(firstCue(of: show))
      for millisecond in stride(from: 900, through: 1400, by: Self.step) {
        let exit = Happening.exit(.terminate, at: millisecond * 1_000_000)
        let run = rehearse(cue, happenings: [exit])
        #expect(run.outcome.ending != .done, "\(millisecond) ms: \(show)")
        #expect(run.outcome.length < 1_900_000_000, "\(millisecond) ms: \(show)")
        #expect(run.findings == [], "\(millisecond) ms: \(show)")
      }
    }
  }

  /// A hold that comes while the motors change hands holds the show in its next wait.
  @Test("a hold, at many times about where the motors are given back on the way")
  func heldOnTheWay() throws {
    let show =
      "pan by 20deg right at 18deg/s\ntracking on\nframe left\nwait 2s\npan by 20deg left over 2s"
    let cue = try #require(firstCue(of: show))
    for millisecond in stride(from: 900, through: 1400, by: Self.step) {
      let hold = Happening.exit(.suspend, at: millisecond * 1_000_000)
      let run = rehearse(cue, happenings: [hold, .resumed(at: 9_000_000_000)])
      #expect(run.outcome.ending == .done, "\(millisecond) ms")
      #expect(run.outcome.length > 11_000_000_000, "\(millisecond) ms")
      #expect(run.findings == [], "\(millisecond) ms")
    }
  }

  /// A dock stands still for a moment after a command to turn, so a report of that moment confirms
  /// nothing.
  @Test("a stop that is lost right after the motors were told to turn is told again")
  func lostAtTheStart() throws {
    let shows = [
      "tilt to 4.2deg up over 8.1s", "spin pan at 10deg/s right for 2s\nstop", "animate yes",
    ]
    for show in shows {
      let cue = try #require(firstCue(of: show))
      for (calls, isTracking) in [(0, true), (1, true), (2, true), (0, false), (1, false)] {
        for lost in 0..<4 {
          let stage = Stage(
            cue, from: nil, isTracking: isTracking,
            faults: [Fault(.dropped, at: .call(calls + lost))],
            time: VirtualTime([.exitAfter(.interrupt, calls: calls)]))
          let run = stage.rehearse(within: CommandList.defaultTolerance) { _ in }
          stage.dock.advance(to: stage.dock.now + 5_000_000_000)
          let end = Double(stage.dock.now) / 1e9
          for axis in stage.dock.trace.axes where axis.pieces.last?.cause != .tracker {
            #expect(abs(axis.speed(at: end)) < Audit.standing, "\(show): \(calls), \(lost)")
          }
          #expect(run.outcome.isStopConfirmed, "\(show): \(calls), \(lost)")
        }
      }
    }
  }

  @Test("when a call is refused", arguments: DockModel.all.indices)
  func refusal(model: Int) throws {
    let model = DockModel.all[model]
    let schedule = try compile(ExitTests.show, for: model)
    let calm = Rig(model)
    #expect(calm.play(schedule).ending == .done)
    for call in 0..<calm.meddler.calls {
      // Each call with one of them, or with all.
      for error in ExitTests.errors.indices where Thorough.factor > 0 || error == call % 8 {
        let error = ExitTests.errors[error]
        let rig = Rig(model, Meddler.Trouble(refused: call..<call + 1, error: error))
        var refused: [Outcome.Failure] = []
        let outcome = rig.play(schedule) { event in
          if case .refused(let failure) = event.kind { refused.append(failure) }
        }
        rig.expectOrder(outcome, "call \(call), \(error)")
        if case .failed(let failure) = outcome.ending {
          #expect(failure.error == error)
          #expect(refused == [failure])
        }
      }
    }
  }

  @Test("when three calls in a row are refused", arguments: DockModel.all.indices)
  func refusals(model: Int) throws {
    let model = DockModel.all[model]
    let schedule = try compile(ExitTests.show, for: model)
    let calm = Rig(model)
    _ = calm.play(schedule)
    for call in 0..<calm.meddler.calls {
      let rig = Rig(model, Meddler.Trouble(refused: call..<call + 3, error: .invalidParameter))
      rig.expectOrder(rig.play(schedule), "calls from \(call)")
    }
  }

  @Test("when every call is refused from one on, it is over in time")
  func breakdown() throws {
    let schedule = try compile(ExitTests.show)
    let calm = Rig(.stand)
    _ = calm.play(schedule)
    for call in 0..<calm.meddler.calls {
      let rig = Rig(.stand, Meddler.Trouble(refused: call..<Int.max, error: .notConnected))
      var last = 0
      let outcome = rig.play(schedule) { event in last = event.time }
      #expect(rig.dock.now - last <= 2_000_000_000)
      #expect(outcome.ending != .done || call + 2 >= calm.meddler.calls)
      #expect(outcome.trackingAfter == rig.dock.trace.endsTracking)
    }
  }

  @Test("when somebody ends it", arguments: DockModel.all.indices)
  func cancellation(model: Int) throws {
    let model = DockModel.all[model]
    let schedule = try compile(ExitTests.show, for: model)
    let count = lower(schedule).commands.count
    for stop in 0..<count {
      let rig = Rig(model)
      var sent = 0
      let outcome = rig.play(schedule) { event in
        guard case .sent = event.kind else { return }
        if sent == stop { rig.time.end(by: .interrupt) }
        sent += 1
      }
      rig.expectOrder(outcome, "after command \(stop)")
      #expect(outcome.ending == .cancelled || stop + 1 == count, "after command \(stop)")
    }
  }

  @Test("when somebody ends it before it begins")
  func cancelledAtOnce() throws {
    let rig = Rig(.stand)
    let schedule = try compile(Show.hello)
    rig.time.end(by: .interrupt)
    let outcome = rig.play(schedule)
    #expect(outcome.ending == .cancelled)
    rig.expectOrder(outcome, "at once")
  }

  @Test("when the dock never reports its motion, it is over in time, and nothing is claimed")
  func silence() throws {
    let rig = Rig(.stand, Meddler.Trouble(isSilent: true))
    let outcome = rig.play(try compile("pan to 20deg right over 1s"))
    #expect(outcome.ending == .done)
    #expect(!outcome.isStopConfirmed)
    #expect(outcome.isTrackingRestored)
    #expect(rig.dock.now < 10_000_000_000)
    #expect(rig.findings == [])
  }

  @Test("motors that have just been told to turn are not asked whether they stand at once")
  func reactionTime() throws {
    let rig = Rig(.stand)
    var told: Int?
    let driver = rig.driver { event in
      guard case .sent(let command) = event.kind, command.kind == .velocity else { return }
      told = told ?? event.time
      rig.time.end(by: .interrupt)
    }
    let show = try compile("spin pan at 10deg/s right for 2s\nstop")
    #expect(play(Cue(show), by: driver).ending == .cancelled)
    #expect(try #require(driver.lastReading) >= #require(told) + 200_000_000)
    #expect(driver.now < 1_000_000_000)
  }

  @Test("when system tracking is slow to do what it is told")
  func reluctance() throws {
    let rig = Rig(.stand, Meddler.Trouble(reluctance: 4))
    let outcome = rig.play(try compile(Show.hello))
    #expect(outcome.ending == .done)
    rig.expectOrder(outcome, "reluctant")
  }
}
