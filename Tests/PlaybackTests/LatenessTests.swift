import DockKit
import Hardware
import Motion
import Rehearsal
import Schedules
import Scheduling
import Simulation
import Testing
import Vocabulary

@testable import Playback

/// A late show follows the policy of its script.
struct LatenessTests {
  /// A wait that ends late, in milliseconds.
  private func late(at deadline: Int, by length: Int) -> Happening {
    .late(deadline: deadline * 1_000_000, time: (deadline + length) * 1_000_000)
  }

  /// When the phone was asked for something, in milliseconds, and for what.
  private func calls(in show: CueShow) -> [String] {
    show.run.trace.events.compactMap { event in
      guard case .phone(let call) = event.kind else { return nil }
      return "\(event.time / 1_000_000) \(call.words)"
    }
  }

  private func expectOrder(_ show: CueShow) {
    #expect(show.run.findings.isEmpty)
    #expect(show.run.outcome.isTrackingRestored && show.run.outcome.isStopConfirmed)
  }

  // MARK: - Keeping time

  private static let beats = """
    every 500ms for 3s { camera photo; wait 100ms; eyes blink }
    """

  @Test("what is skipped is not done, and what follows is on time")
  func skip() throws {
    let show = try CueShow(
      "when late skip\n" + Self.beats, [late(at: 600, by: 650)])
    #expect(
      calls(in: show) == [
        "0 photo", "100 blink", "500 photo", "1500 photo", "1600 blink", "2000 photo", "2100 blink",
        "2500 photo", "2600 blink",
      ])
    // The face at 0.6 s, and the picture and the face of the turn at 1 s.
    #expect(show.run.outcome.skipped == 3)
    #expect(show.run.outcome.stretches == [] && show.run.outcome.length == 3_000_000_000)
    let told = show.events.compactMap { event -> Int? in
      if case .skipped(_, let step, let late) = event.kind {
        #expect(Int(step.start) * 1_000_000 + late == 1_250_000_000)
        return Int(step.start)
      }
      return nil
    }
    #expect(told == [600, 1000, 1100])
    let begun = show.events.count { event in
      if case .began(_, let step) = event.kind { step.kind == .action } else { false }
    }
    #expect(begun == 9, "what is left out does not begin")
    expectOrder(show)
  }

  @Test(
    "beats stay beats under a late dock",
    arguments: [
      [Fault(.endless, at: .call(2))], [Fault(.endless, at: .call(2)), Fault(.late, at: .call(3))],
      [Fault(.late, at: .time(1_100_000_000))], [Fault(.tracking, at: .time(3_100_000_000))],
      [Fault(.endless, at: .time(0)), Fault(.endless, at: .time(3_000_000_000))],
    ])
  func beatsUnderALateDock(faults: [Fault]) throws {
    // As in the reference, with a dock that may be late, and buttons that begin other cues.
    let script = """
      on button 1 { eyes blink }
      together {
          { when late skip; every 500ms for 8s { face next } }
          { when late catch_up; camera record start; wait 8s; camera record stop }
          { repeat 2 { pan by 30deg right over 2s; pan by 30deg left over 2s } }
      }
      """
    for times in [[], [2.6], [3.3, 6.9]] {
      let presses = times.map { Happening.button(1, at: $0) }
      let show = try CueShow(script, presses + [.end(at: 60)], faults: faults)
      #expect(show.run.outcome.length >= 8_000_000_000)
      let calls = show.run.trace.events.compactMap { event -> (time: Int, call: PhoneCall)? in
        if case .phone(let call) = event.kind { (event.time / 1_000_000, call) } else { nil }
      }
      let faces = calls.filter { if case .face = $0.call { true } else { false } }
      #expect(faces.allSatisfy { $0.time % 500 <= 20 }, "\(faces.map(\.time))")
      #expect(faces.count + show.run.outcome.skipped == 16)
      let ends = calls.filter { $0.call == .record(.stop) }.map(\.time)
      #expect(ends.count == 1 && (8000...8020).contains(ends[0]), "\(ends)")
    }
  }

  @Test("what is late by no more than is put up with is done late")
  func allowance() throws {
    let show = try CueShow(
      "when late by 150ms skip\n" + Self.beats, [late(at: 600, by: 150), late(at: 1600, by: 151)])
    #expect(
      calls(in: show).filter { $0.hasSuffix("blink") } == [
        "100 blink", "750 blink", "1100 blink", "2100 blink", "2600 blink",
      ])
    #expect(show.run.outcome.skipped == 1 && show.run.outcome.stretches == [])
  }

  @Test("what catches up is all done, and then on time again")
  func catchUp() throws {
    let show = try CueShow(
      "when late catch_up\n" + Self.beats, [late(at: 600, by: 650)])
    #expect(
      calls(in: show) == [
        "0 photo", "100 blink", "500 photo", "1250 blink", "1250 photo", "1250 blink", "1500 photo",
        "1600 blink", "2000 photo", "2100 blink", "2500 photo", "2600 blink",
      ])
    #expect(show.run.outcome.skipped == 0 && show.run.outcome.stretches == [])
  }

  @Test("without a rule, and with 'stretch', all that follows is as much later")
  func stretch() throws {
    for rule in ["", "when late stretch\n", "when late skip\nwhen late stretch\n"] {
      let show = try CueShow(rule + Self.beats, [late(at: 600, by: 650)])
      #expect(calls(in: show).prefix(5).suffix(2) == ["1250 blink", "1650 photo"], "\(rule)")
      #expect(show.run.outcome.stretches.map(\.length) == [650_000_000], "\(rule)")
      #expect(show.run.outcome.length == 3_650_000_000)
    }
  }

  @Test("a lateness nobody notices is made up for by the next wait, whatever the rule")
  func unnoticed() throws {
    for rule in ["", "when late skip\n", "when late stop\n"] {
      let show = try CueShow(rule + Self.beats, [late(at: 600, by: 20)])
      #expect(calls(in: show).prefix(5).suffix(2) == ["620 blink", "1000 photo"], "\(rule)")
      #expect(show.run.outcome.skipped == 0 && show.run.outcome.ending == .done, "\(rule)")
    }
  }

  @Test("motion beside beats is put off, and the beats are not")
  func besideMotion() throws {
    let script = """
      together {
          { when late skip; every 500ms for 3s { eyes blink } }
          pan to 60deg right over 3s easing smooth
      }
      """
    let plain = try CueShow(script)
    let show = try CueShow(script, faults: [Fault(.late, at: .time(1_100_000_000))])
    #expect(show.run.outcome.stretches.map(\.reason) == [.late, .regained])
    #expect(show.run.outcome.ending == .done)
    #expect(calls(in: show).count + show.run.outcome.skipped == calls(in: plain).count)
    #expect(calls(in: show).allSatisfy { calls(in: plain).contains($0) })
    #expect(calls(in: show).last == "2500 blink")
    expectOrder(show)
  }

  @Test("a dock that turned for too long is brought back before what follows")
  func astray() throws {
    let scripts = [
      """
      pan to 40deg right over 2s easing ease_in
      wait 100ms
      pan by 40deg left over 2s easing ease_in
      """,
      """
      ramp pan to 20deg/s right over 500ms
      wait 1s
      ramp pan to 0deg/s over 500ms
      wait 1s
      """,
      """
      together {
          tilt to 10deg up over 2s easing ease_in
          pan to 30deg left over 3s easing ease_out
      }
      """,
    ]
    for (script, model) in scripts.flatMap({ script in DockModel.all.map { (script, $0) } }) {
      let plain = try CueShow(script, for: model)
      let pose = try #require(plain.run.outcome.displacement)
      // A dock does not turn by less than its dead band.
      let error = max(0.05, model.deadBand)
      for time in stride(from: 100, through: 1900, by: 150) {
        let faults = [Fault(.late, at: .time(time * 1_000_000))]
        let shows = [
          try CueShow(script, faults: faults, for: model),
          try CueShow(
            script, plain.waits(near: time).map { late(at: $0, by: 300) }, for: model),
        ]
        for show in shows {
          let off = try #require(show.run.outcome.displacement)
          #expect(abs(off.yaw - pose.yaw) < error, "\(script) \(time) \(model.name)")
          #expect(abs(off.pitch - pose.pitch) < error, "\(script) \(time) \(model.name)")
          #expect(show.run.outcome.ending == .done)
          expectOrder(show)
        }
      }
    }
  }

  @Test("calls of the dock that move nothing are left out like others")
  func framing() throws {
    let script = "when late by 200ms skip\nevery 100ms for 1s { frame left; log \"beat\" }"
    let show = try CueShow(script, faults: [Fault(.late, at: .call(4))])
    let frames = show.run.trace.events.compactMap { event -> Int? in
      if case .call(.setFramingMode, _) = event.kind { event.time / 1_000_000 } else { nil }
    }
    // The call at 0.3 s takes 0.3 s, and the one after it is late by 0.2 s, which is put up with.
    #expect(frames == [0, 100, 200, 300, 600, 600, 600, 700, 800, 900])
    #expect(show.run.outcome.skipped == 1 && show.run.outcome.stretches == [])
  }

  // MARK: - Ending

  private static let dance = """
    when late by 400ms stop
    pan to 40deg right over 2s
    wait 1s
    pan to 0deg over 2s
    """

  @Test("a show that is later than allowed is ended, and all is given back")
  func stop() throws {
    let patient = try CueShow(Self.dance, [late(at: 2000, by: 400)])
    #expect(patient.run.outcome.ending == .done)
    #expect(patient.run.outcome.length == 5_400_000_000)

    let show = try CueShow(Self.dance, [late(at: 2000, by: 401)])
    guard case .failed(let failure) = show.run.outcome.ending else {
      Issue.record("\(show.run.outcome.ending)")
      return
    }
    #expect(failure.isLate && failure.cause == nil && failure.error == nil)
    #expect(failure.message == "the show is late by 0.401s, and may be by 0.4s")
    expectOrder(show)
  }

  @Test("delays add up, whatever their reasons, but not a hold")
  func sum() throws {
    let twice = try CueShow(Self.dance, [late(at: 2000, by: 250), late(at: 3250, by: 250)])
    #expect(twice.run.outcome.ending != .done)
    expectOrder(twice)

    let hold: [Happening] = [
      .exit(.suspend, at: 2_500_000_000), .resumed(at: 9_500_000_000), late(at: 10_000, by: 250),
    ]
    let held = try CueShow(Self.dance, hold)
    #expect(held.run.outcome.stretches.map(\.reason).contains(.held))
    #expect(held.run.outcome.ending == .done)
  }

  @Test("a show that waits for nothing but an event is not late for that, or for what was before")
  func afterAnEvent() throws {
    let script = "when late by 400ms stop\nwait 1s\nwait for tap\nwait 1s\nlog \"end\""
    let show = try CueShow(
      script,
      [
        late(at: 1000, by: 300), .event(WorldEvent(.tap), at: 5_000_000_000),
        late(at: 6000, by: 300),
      ])
    #expect(show.run.outcome.stretches.map(\.length) == [300_000_000, 300_000_000])
    #expect(show.run.outcome.ending == .done)
  }

  @Test("only where the rule holds does lateness end a show")
  func scope() throws {
    let script = "repeat 1 { when late stop; log \"a\" }\nwait 1s\nlog \"b\"\nwait 1s"
    let show = try CueShow(script, [late(at: 1000, by: 900)])
    #expect(show.run.outcome.ending == .done)
    #expect(show.run.outcome.stretches.map(\.length) == [900_000_000])
  }

  @Test(
    "however late it is, and wherever it ends, it is given back", arguments: ["stand", "flow2pro"])
  func sweep(model: String) throws {
    let script = """
      when late by 250ms stop
      pan to 20deg right over 1s
      together {
          { when late skip; every 200ms for 1s { face next; frame left } }
          { when late catch_up; camera record start; wait 500ms; camera record stop }
          spin tilt at 5deg/s down for 1s
      }
      stop
      """
    let model = try #require(DockModel.named(model))
    let cue = try #require(firstCue(of: script, for: model))
    let result = Rehearsal.sweep(cue)
    #expect(result.failures == 0, "\(String(describing: result.first))")
    #expect(result.cuts > 0 && result.faults > 0)
  }
}

extension CueShow {
  /// The milliseconds of the first call at or after `time`, if there is one.
  fileprivate func waits(near time: Int) -> [Int] {
    let calls = run.trace.events.compactMap { event -> Int? in
      if case .call = event.kind, event.time % 1_000_000 == 0 {
        event.time / 1_000_000
      } else {
        nil
      }
    }
    return calls.first { $0 >= time }.map { [$0] } ?? []
  }
}
