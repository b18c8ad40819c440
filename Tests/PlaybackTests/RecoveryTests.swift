import Hardware
import Motion
import Rehearsal
import Schedules
import Simulation
import Testing
import Vocabulary

@testable import Playback

/// Waits with the policy `recover`, as all under a tempo, make up for delays.
struct RecoveryTests {
  /// When the face changed, in milliseconds of the run.
  private func faces(of show: CueShow) -> [Int] {
    show.run.trace.events.compactMap { event in
      guard case .phone(.face) = event.kind else { return nil }
      return event.time / 1_000_000
    }
  }

  /// The begin and the length of each stretch of motion of the pan axis, in milliseconds.
  private func turns(of show: CueShow) -> [Int] {
    var (turns, since): ([Int], Int?) = ([], nil)
    for piece in show.run.trace.motion(of: .yaw)?.pieces ?? [] {
      let time = Int((piece.start * 1000).rounded())
      let moves = piece.speed != 0 || piece.acceleration != 0 || piece.jerk != 0
      if moves, since == nil { since = time }
      if !moves, let start = since { (turns, since) = (turns + [time - start], nil) }
    }
    return turns
  }

  private static let dance = """
    tempo 120bpm
    repeat 16 {
        face next
        pan by 10deg right over 1beat
        pan by 10deg left over 1beat
        wait 2beats
    }
    """

  /// Delays in the midst of motion, of half a second in all at most for each bar.
  private static let faults: [[Fault]] = [
    [],
    [Fault(.late, at: .call(6))],
    [Fault(.late, at: .call(6)), Fault(.late, at: .call(11)), Fault(.late, at: .call(12))],
    [Fault(.endless, at: .call(9))],
    [Fault(.tracking, at: .time(7_100_000_000))],
  ]

  @Test("each bar begins on time, however late the dock was in the one before", arguments: faults)
  func bars(faults: [Fault]) throws {
    let show = try CueShow(Self.dance, faults: faults)
    let faces = faces(of: show)
    #expect(faces.count == 16)
    for (bar, time) in faces.enumerated() {
      #expect((0...25).contains(time - 2000 * bar), "bar \(bar) begins at \(time) ms: \(faults)")
    }
    #expect((32_000...32_025).contains(show.run.outcome.length / 1_000_000))
    let stretches = show.run.outcome.stretches
    #expect(stretches.contains { $0.reason == .recovered } == stretches.contains { $0.length > 0 })
    #expect(faults.allSatisfy { $0.kind == .tracking } || !stretches.isEmpty)
    #expect(show.run.findings.isEmpty && show.run.outcome.isTrackingRestored)
  }

  @Test("a song goes on at its own pace, and the waits beside it keep up with it")
  func song() throws {
    let show = try CueShow(
      "together { sound \"song.wav\"; { \(Self.dance) } }", faults: Self.faults[2])
    let faces = faces(of: show)
    #expect(faces.count == 16)
    for (bar, time) in faces.enumerated() {
      #expect((0...25).contains(time - 2000 * bar), "bar \(bar) begins at \(time) ms")
    }
  }

  @Test("a show that was late when a sound began does not run ahead of it")
  func lateSound() throws {
    let script = """
      tempo 120bpm
      pan by 10deg right over 1beat
      pan by 10deg left over 1beat
      face next
      together { sound "song.wav"; repeat 20 { wait 4beats; face next } }
      wait 4beats
      face next
      """
    let show = try CueShow(script, faults: [Fault(.late, at: .call(3))])
    let faces = faces(of: show)
    #expect(faces.count == 22 && faces[0] > 1250, "\(faces)")
    #expect(zip(faces, faces.dropFirst()).prefix(20).allSatisfy { $1 - $0 == 2000 }, "\(faces)")
    #expect((43_000...43_025).contains(faces[21]), "\(faces)")
  }

  @Test("motions take as long as ever, and none is left out")
  func motions() throws {
    let show = try CueShow(Self.dance, faults: Self.faults[2])
    #expect(show.run.outcome.displacement?.yaw.magnitude ?? 1 < 0.01)
    #expect(turns(of: show).allSatisfy { $0 >= 500 }, "\(turns(of: show))")
    #expect(show.run.outcome.skipped == 0)
  }

  @Test("what says 'when late stretch' stays late under a tempo")
  func stretch() throws {
    for text in [
      "when late stretch\n" + Self.dance,
      Self.dance.replacing("120bpm", with: "120bpm; when late stretch"),
    ] {
      let show = try CueShow(text, faults: [Fault(.late, at: .call(6))])
      #expect(show.run.outcome.length > 32_250_000_000)
      #expect(!show.run.outcome.stretches.contains { $0.reason == .recovered })
    }
  }

  @Test(
    "a branch that keeps its time does not keep the show from making up",
    arguments: [
      "catch_up; every 1bar for 4bars { log 1 }", "skip; every 1bar for 4bars { log 1 }",
      "catch_up; camera record { wait 16beats }",
    ])
  func beside(branch: String) throws {
    let show = try CueShow(
      """
      tempo 120bpm
      together {
        { when late \(branch) }
        repeat 2 {
          pan by 20deg right over 2beats; wait 1beat; pan by 20deg left over 2beats; wait 1beat
        }
      }
      """, faults: [Fault(.late, at: .time(1_200_000_000))])
    #expect(show.run.outcome.stretches.contains { $0.reason == .recovered })
    #expect((8_000...8_025).contains(show.run.outcome.length / 1_000_000))
  }

  @Test("it can be said without a tempo")
  func said() throws {
    let script = """
      when late recover
      repeat 3 { face next; pan by 10deg right over 1s; pan by 10deg left over 1s; wait 2s }
      """
    let show = try CueShow(script, faults: [Fault(.late, at: .call(3))])
    #expect(faces(of: show) == [0, 4000, 8000])
  }

  @Test("while another branch is busy no wait gets shorter")
  func busy() throws {
    let script = """
      tempo 120bpm
      together {
          repeat 4 { face next; wait 4beats }
          {
              tilt by 10deg up over 3beats
              pan by 20deg right over 4beats
              pan by 20deg left over 4beats
              wait 5beats
          }
      }
      """
    let show = try CueShow(script, faults: [Fault(.late, at: .call(3))])
    let faces = faces(of: show)
    // The motors are late by 0.3 s until both branches wait.
    #expect(faces.count == 4 && faces[0] == 0 && faces[1] > 2250 && faces[2] > 4250)
    #expect((6000...6025).contains(faces[3]), "\(faces)")
  }

  @Test("a wait that says 'when late stretch' beside it does not get shorter")
  func beside() throws {
    let script = """
      tempo 120bpm
      together {
          repeat 4 { face next; wait 4beats }
          {
              when late stretch
              pan by 20deg right over 1s
              pan by 20deg left over 1s
              repeat 5 { camera photo; wait 1s }
          }
      }
      """
    let show = try CueShow(script, faults: [Fault(.late, at: .call(3))])
    let photos = show.run.trace.events.compactMap { event in
      event.kind == .phone(.photo) ? event.time / 1_000_000 : nil
    }
    #expect(photos.count == 5 && photos[0] > 2250)
    #expect(zip(photos, photos.dropFirst()).allSatisfy { $1 - $0 == 1000 }, "\(photos)")
  }

  @Test("delays that are longer than a wait are made up for by several")
  func several() throws {
    let script = """
      tempo 120bpm
      repeat 8 { face next; pan by 5deg right over 1beat; wait 0.25beats }
      """
    let show = try CueShow(script, faults: [Fault(.late, at: .call(3))])
    let recovered = show.run.outcome.stretches.filter { $0.reason == .recovered }
    #expect(recovered.count == 3 && recovered.allSatisfy { -$0.length <= 125_000_000 })
    #expect(recovered.reduce(0) { $0 - $1.length } == 300_000_000)
  }

  @Test("only waits have the policy in a schedule")
  func waits() throws {
    let schedule = try #require(firstCue(of: Self.dance)).schedule
    let marked = schedule.steps.filter { $0.lateRule != 0 }
    #expect(!marked.isEmpty && marked.allSatisfy { $0.kind == .wait })
    #expect(marked.allSatisfy { schedule.lateRule(of: $0).policy == .recover })
  }
}
