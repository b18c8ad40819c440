import Motion
import Playback
import Rehearsal
import Schedules
import Scheduling
import Simulation
import Testing

@Suite("A script with decisions") struct CueTests {
  private static let race = """
    race {
        repeat forever { pan by 20deg left over 1s; pan by 20deg right over 1s }
        wait for button 1
        wait 10s
    }
    log "over"
    """

  private static let person = """
    wait for {
        person { pan to 20deg left over 1s }
        timeout 5s { tilt to 10deg down over 1s }
    }
    """

  // MARK: - Time

  /// The show begins again from the pose to which the tracker has turned the dock, which the first
  /// report gives.
  @Test("goes on the millisecond after an event") func event() throws {
    let show = try CueShow(Self.person, [.person(at: 2.3456789)])
    #expect(
      show.told == [
        "0 awaits person", "2345 person 2", "2346 take", "2366 move", "3366 giveBack",
      ])
    #expect(show.run.outcome.ending == .done && show.run.outcome.plannedLength == 3346)
    #expect(show.run.findings.isEmpty)
  }

  @Test("goes on when the time of a wait is over") func timeout() throws {
    for late in [5.0, 5.5, 7] {
      let show = try CueShow(Self.person, [.person(at: late)])
      #expect(
        show.told.prefix(2) == ["0 awaits person", late == 5 ? "5000 person 0" : "5000 take"])
      #expect(show.run.outcome.length == 6_000_000_000)
      #expect(show.run.outcome.displacement?.pitch == 10)
    }
  }

  @Test("takes an event that nobody waits for as if it had not come") func ignored() throws {
    let plain = try CueShow(Self.race)
    let others: [Happening] = [.button(2, at: 1.5), .person(at: 1.5), .button(1, at: 10.5)]
    let show = try CueShow(Self.race, others)
    #expect(show.run.trace == plain.run.trace)
    #expect(show.told.contains("1500 button 0"))
  }

  @Test("may be endless, and ends when its time is up") func endless() throws {
    let script = "repeat forever { pan by 20deg left over 1s; pan by 20deg right over 1s }"
    let show = try CueShow(script, [.end(at: 7.5)])
    #expect(show.run.exit == .timeUp && show.run.outcome.isStopConfirmed)
    #expect(show.run.outcome.length == 7_500_000_000)
    #expect(show.cues.count == 4 && show.cues.map(\.start) == [0, 2000, 4000, 6000])
    // One region: the motors are taken once, and once given back.
    #expect(show.calls.filter { $0.contains("setSystemTracking") }.count == 2)
    #expect(show.isAsPlanned)
    #expect(show.run.findings.isEmpty)
  }

  @Test("does not go on for ever in no time") func bounded() throws {
    let cue = try #require(firstCue(of: "repeat forever { wait 1ms }"))
    let run = rehearse(cue, atMost: 500)
    #expect(run.exit == .tooManyCues && run.outcome.cuesWithoutEvent == 500)
    #expect(run.outcome.cues == 501)
    let watched = rehearse(cue, atMost: 500) { _ in nil }.run
    #expect(watched.exit == .tooManyCues)
    let long = try CueShow("repeat forever { wait 60min }")
    #expect(long.run.exit == .timeUp && long.run.trace.end == 14_400_000_000_000)
  }

  @Test("goes on for as many events as come") func events() throws {
    let script = """
      on button 1 { log "pressed" }
      repeat forever { wait 100ms }
      """
    let cue = try #require(firstCue(of: script))
    // Turns of the loop end a cue, too, between one press and the next.
    let presses = (0..<200).map { Happening.button(1, at: 0.05 + Double($0) * 0.4) }
    let run = rehearse(cue, happenings: presses + [.end(at: 81)], atMost: 20)
    #expect(run.exit == .timeUp && run.outcome.cues > 500)
    #expect(run.outcome.handlers.map { $0[.done] } == [200])
  }

  @Test("ends where nothing more can come") func silence() throws {
    let show = try CueShow("pan to 10deg right over 1s\nwait for button 1\nlog \"no\"")
    #expect(show.run.exit == .silence && show.run.outcome.length == 1_000_000_000)
    #expect(show.run.outcome.isStopConfirmed && show.run.trace.endsTracking)
    #expect(show.told.last == "1000 awaits button 1")
  }

  @Test("has as many cues as are asked for, an event each") func several() throws {
    let show = try CueShow(
      "repeat 3 { wait for button 1; tilt by 5deg down over 500ms }",
      [.button(1, at: 1), .button(1, at: 1.2), .button(1, at: 4), .button(1, at: 5)])
    // Each turn ends with a cue.
    #expect(show.cues.map(\.start) == [0, 1000, 1500, 4000, 4500, 5000, 5500])
    #expect(show.run.outcome.ending == .done && show.run.outcome.length == 5_500_000_000)
    // The tracker takes the dock home in between, and each distance counts from there.
    #expect(abs((show.run.outcome.displacement?.pitch ?? 0) - 5) < 1e-6)
  }

  // MARK: - Authority

  @Test("gives the motors back at each decision") func handsBack() throws {
    let show = try CueShow(
      "repeat 2 { pan by 10deg right over 1s; wait for button 1 }\npan by 10deg right over 1s",
      [.button(1, at: 3), .button(1, at: 6)])
    let changes = show.calls.filter { $0.contains(" tracking ") && !$0.contains(" end ") }
    let told = ["0 off", "1000 on", "3000 off", "4000 on", "6000 off", "7000 on"]
    #expect(changes.map { $0.replacing(" tracking", with: "") } == told)
    #expect(show.run.findings.isEmpty && show.run.outcome.isTrackingRestored)
  }

  @Test("keeps the motors where something moves on") func keeps() throws {
    let show = try CueShow(Self.race, [.button(1, at: 3.35)])
    #expect(show.calls.filter { $0.contains("setSystemTracking") }.count == 2)
    #expect(show.run.findings.isEmpty && show.run.outcome.ending == .done)
    #expect(show.isAsPlanned)
  }

  @Test("leaves tracking as the script wants it while it waits") func wanted() throws {
    let show = try CueShow(
      "tracking off\npan to 10deg right over 1s\nwait for button 1\ntilt to 5deg down over 1s",
      [.button(1, at: 4)])
    #expect(show.calls.filter { $0.contains("setSystemTrackingEnabled on") }.count == 1)
    #expect(show.run.outcome.isTrackingRestored && show.run.findings.isEmpty)
  }

  // MARK: - Motion in progress

  /// Motions in progress at an event: a call that the dock carries out, streams, a spin, limits, an
  /// animation.
  static let underWay = [
    "together { pan to 60deg right over 4s; wait for { button 1 { log \"now\" } } }",
    "together { pan to 60deg right over 4s;"
      + " wait for { button 1 { tilt to 10deg down over 1s } } }",
    "together { pan to 60deg right over 4s easing smooth;"
      + " wait for { button 1 { tilt to 10deg down over 1s } } }",
    "together { { spin pan at 20deg/s right for 4s; stop };"
      + " wait for { button 1 { tilt to 10deg down over 1s } } }",
    "together { { ramp pan to 30deg/s right over 3s; stop };"
      + " wait for { button 1 { tilt by 10deg down over 1s } } }",
    "together { { limit pan at 60deg/s; pan to 60deg right over 4s };"
      + " wait for { button 1 { log \"now\" } } }",
    "race { { spin pan at 20deg/s right for 9s };"
      + " wait for { button 1 { } } }\npan by 10deg right over 2s",
    "race { { pan to 90deg left over 5s easing smooth };"
      + " wait for { button 1 { } } }\npan to 0deg over 3s",
    "limit tilt at 40deg/s\ntogether { "
      + "repeat 4 { tilt by 9deg down over 1s; tilt by 9deg up over 1s };"
      + " wait for { button 1 { pan to 30deg right over 900ms; pan to home over 900ms } } }",
    "together { animate kapow;"
      + " wait for { button 1 { log \"now\" } } }\npan to 20deg right over 1s",
    "ramp pan to 15deg/s right over 1s\nrace { wait 5s; wait for { button 1 { } } }\nstop",
  ]

  @Test("goes on exactly", arguments: underWay.indices)
  func momentum(index: Int) throws {
    let script = Self.underWay[index]
    for time in [0.0, 0.0004, 0.2, 0.5, 0.777, 1, 1.0009, 1.5, 2, 2.9995, 3.3] {
      let show = try CueShow(script, [.button(1, at: time)])
      let comment: Comment = "\(time) s of \(script): \(show.worstError)"
      #expect(show.cues.count == 2 || index >= 9, comment)
      #expect(show.isAsPlanned, comment)
      #expect(show.run.findings.isEmpty, "\(comment) \(show.run.findings.map(\.text))")
      #expect(
        show.run.outcome.ending == .done
          && show.run.outcome.stretches.allSatisfy { $0.reason == .handover }, comment)
      #expect(show.calls.filter { $0.contains("setSystemTracking") }.count <= 4, comment)
    }
  }

  @Test(
    "ends a motion that is cut at the instant at which it begins",
    arguments: [
      "race { pan to 60deg right; if charging { wait 1s } else { log \"no\" } }\nwait 2s",
      "race { pan to 60deg right; choose { { wait for tap }; log \"no\" } }\nseed 1\nwait 2s",
      "race { animate kapow; if charging { wait 1s } else { log \"no\" } }\nwait 2s\npan to home",
      "race { pan to 60deg right; if charging { wait 1s } else { log \"no\" } }\n"
        + "together { { wait for button 1 }; { wait 2s } }\npan to 20deg left over 2s",
      "repeat 2 { spin pan at 7deg/s left; stop pan }\nrace { pan to 21deg right over 1s;"
        + " tilt to 10deg down over 1s; wait until docked }\npan to 5deg right over 1s",
    ])
  func cutAtOnce(script: String) throws {
    let show = try CueShow(script, [.button(1, at: 1.5)])
    #expect(show.isAsPlanned, "\(show.worstError)")
    #expect(show.run.findings.isEmpty, "\(show.run.findings.map(\.text))")
    #expect(show.run.outcome.ending == .done)
  }

  @Test("leaves the dock to a motion of its own that nothing touches") func keepsCall() throws {
    let show = try CueShow(
      "together { pan to 60deg right over 4s; wait for { button 1 { log \"now\" } } }",
      [.button(1, at: 1.5)])
    let motor = show.calls.filter { $0.contains("setOrientation") || $0.contains("setAngular") }
    #expect(motor.count == 2, "\(motor)")
    let plain = try CueShow("pan to 60deg right over 4s")
    #expect(show.run.trace.motion(of: .yaw) == plain.run.trace.motion(of: .yaw))
  }

  @Test("goes first to where a distance fits, though the dock stands as planned")
  func makesRoom() throws {
    let show = try CueShow(
      """
      limit pan to 80deg left .. 80deg right
      pan to 78deg right over 3s
      wait for button 1
      pan by 8deg right over 1s
      pan by 8deg left over 1s
      """, [.button(1, at: 5)], isTracking: false)
    let ends = show.run.trace.extremes(of: .yaw, in: 0...Int(show.run.trace.end / 1_000_000))
    #expect(abs((ends?.upperBound ?? 0) - 80) < 0.1 && show.run.findings.isEmpty)
    #expect(abs(Double(show.run.endPose.yaw) / 1000 - 72) < 0.1)
    #expect(show.run.outcome.stretches.contains { $0.reason == .replanned })
  }

  @Test("takes the limits of those back that have lost a race, when they stand")
  func takesLimitsBack() throws {
    let cue = try #require(
      firstCue(
        of: "race { { limit pan at 30deg/s; pan to 60deg right over 4s }; wait 1s }\nwait 1s"))
    let steps = cue.schedule.steps
    let stop = try #require(steps.first { $0.kind == .cut })
    let last = try #require(steps.last { $0.kind == .limit })
    #expect(last.extra == 0 && last.start == stop.end && stop.end > 1000)
  }
}
