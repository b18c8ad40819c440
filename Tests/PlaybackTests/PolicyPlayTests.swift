import Hardware
import Motion
import Playback
import Schedules
import Scheduling
import Simulation
import Testing

@testable import Rehearsal

/// What the axes of a dock did, every millisecond.
private struct Measured {
  let yaw: AxisMotion
  let pitch: AxisMotion
  /// How long it went on, in milliseconds.
  let length: Int

  init?(_ trace: Trace) {
    guard let yaw = trace.axes.first(where: { $0.axis == .yaw }),
      let pitch = trace.axes.first(where: { $0.axis == .pitch })
    else { return nil }
    (self.yaw, self.pitch, length) = (yaw, pitch, trace.end / 1_000_000)
  }

  /// The milliseconds at which `axis` moves.
  func moving(_ axis: KeyPath<Measured, AxisMotion>) -> [Int] {
    (0..<length).filter { abs(self[keyPath: axis].speed(at: Double($0) / 1000)) > 0.02 }
  }

  /// The place of yaw at `time` milliseconds.
  func place(at time: Int) -> Double { yaw.position(at: Double(time) / 1000) }

  /// How far the yaw of `other` is from this one's at most, in degrees.
  func distance(to other: Measured) -> Double {
    (0...length).map { abs(place(at: $0) - other.place(at: $0)) }.max() ?? 0
  }
}

/// Handlers called during a motion, as the dock measures it.
struct PolicyPlayTests {
  private static let times = [0.0, 0.3, 0.5, 1.2345, 2.0, 2.9, 3.7]

  private func played(
    _ script: String, _ happenings: [Happening], for model: DockModel
  ) throws -> (show: CueShow, measured: Measured) {
    let show = try CueShow(script, happenings, isTracking: false, for: model)
    #expect(show.run.findings.map(\.text) == [])
    #expect(show.run.outcome.ending == .done && show.run.outcome.isStopConfirmed)
    let worst = show.worstError
    let stated = Double(show.run.outcome.tolerance) / 1000
    #expect(stated <= 0.12 && worst.degrees <= stated, "\(stated), \(worst): \(show.told)")
    return (show, try #require(Measured(show.run.trace)))
  }

  @Test("replacing: what begins right behind the motion that is cut off comes to its place")
  func replacing() throws {
    let script = """
      on button 1 replacing { together { pan to home; tilt to 7deg down } }
      pan to 9deg left over 1250ms
      pan by 9deg right over 1250ms
      """
    for time in [0.5, 1.23, 1.242, 1.244, 1.251, 1.26] {
      let (_, measured) = try played(script, [.button(1, at: time)], for: .stand)
      let end = Double(measured.length) / 1000
      #expect(abs(measured.place(at: measured.length)) < 0.02, "\(time)")
      #expect(abs(measured.pitch.position(at: end) - 7) < 0.02, "\(time)")
    }
  }

  @Test("pausing: the show stands on its path while the block is done", arguments: times)
  func pausing(time: Double) throws {
    let script = """
      on button 1 pausing { tilt to 10deg down over 1s; wait 500ms }
      pan to 60deg right over 4s
      """
    for model in DockModel.exact {
      let (_, measured) = try played(script, [.button(1, at: time)], for: model)
      let (pans, tilts) = (measured.moving(\.yaw), measured.moving(\.pitch))
      // From the first tilting to the last the pan stands, and it never goes back.
      let (first, last) = (try #require(tilts.first), try #require(tilts.last))
      #expect(last - first >= 1700, "the wait and the way back are in it")
      #expect(!pans.contains { (first...last).contains($0) })
      #expect(first - Int(time * 1000) < 600, "it stops at once: \(first)")
      let back = pans.map { measured.place(at: $0) - measured.place(at: $0 + 100) }.max() ?? 0
      #expect(back < 0.05, "\(back)")
      let held = measured.place(at: first)
      #expect(time == 0 || (0.01..<60).contains(held), "\(held)")
      #expect(abs(measured.place(at: measured.length) - 60) < 0.02)
      #expect(abs(measured.pitch.position(at: Double(measured.length) / 1000)) < 0.02)
    }
  }

  @Test("pausing: the dock is brought back to where the show was", arguments: times.dropFirst())
  func returning(time: Double) throws {
    let script = """
      on button 1 pausing { pan to 5deg left over 2s; log "there" }
      pan to 60deg right over 4s
      log "over"
      """
    for model in DockModel.exact {
      let (show, measured) = try played(script, [.button(1, at: time)], for: model)
      let places = (0...measured.length).map { measured.place(at: $0) }
      let turn = try #require(places.indices.min { places[$0] < places[$1] })
      #expect(abs(places[turn] + 5) < 0.02)
      let held = try #require(places[..<turn].max())
      // On the way from there to the end it stands once more, where it was held.
      let stands = (turn + 100..<measured.length).filter {
        places[$0] < 59.9 && places[$0] > -4.9
          && abs(measured.yaw.speed(at: Double($0) / 1000)) < 0.5
      }
      #expect(!stands.isEmpty)
      #expect(stands.allSatisfy { abs(places[$0] - held) < 0.1 }, "\(held)")
      #expect(abs(places[measured.length] - 60) < 0.02)
      // Two lines are logged, and before the block moves the place is kept.
      #expect(show.told.filter { $0.hasSuffix(" action") }.count == 3)
    }
  }

  @Test("pausing: a show that did not have the motors begins where the block has left the dock")
  func withoutMotors() throws {
    let script = """
      on button 1 pausing { pan by 25deg left }
      wait 3s
      ramp pan to 40deg/s right
      stop
      pan to 60deg right
      """
    for model in DockModel.exact {
      let (_, measured) = try played(script, [.button(1, at: 1)], for: model)
      #expect(abs(measured.place(at: 2500) + 25) < 0.02)
      #expect(abs(measured.place(at: measured.length) - 60) < 0.02)
    }
  }

  @Test("queued: the motion under way ends first, and the next one waits", arguments: times)
  func queued(time: Double) throws {
    let script = """
      on button 1 queued { move to pose(pan: 10deg right, tilt: 10deg down) over 2s }
      pan to 30deg right over 2s
      pan to 60deg right over 2s
      """
    for model in DockModel.exact {
      let (_, measured) = try played(script, [.button(1, at: time)], for: model)
      let first = try #require(measured.moving(\.pitch).first)
      let expected = time < 2 ? 30.0 : 60
      #expect(abs(measured.place(at: first) - expected) < 0.05, "\(measured.place(at: first))")
      #expect(abs(measured.place(at: measured.length) - 60) < 0.02)
      #expect(abs(measured.pitch.position(at: Double(measured.length) / 1000)) < 0.02)
    }
  }

  @Test("queued: it begins between two motions, wherever in a millisecond they meet")
  func queuedWithinMillisecond() throws {
    for seed in 1...8 {
      let script = """
        seed \(seed)
        on button 1 queued { pan to 10deg right over 500ms }
        wait 1s .. 4s
        repeat 3 { pan to 3deg left over 3s; pan to 3deg right over 3s }
        """
      let (_, measured) = try played(script, [.button(1, at: 5)], for: .stand)
      let most = (5000..<9000).map { measured.place(at: $0) }.max() ?? 0
      #expect(abs(most - 10) < 0.05, "seed \(seed): \(most)")
    }
  }

  private static let still = """
    pan to 30deg right over 2s
    wait 3s
    pan to 60deg right over 2s
    """

  @Test("ignoring: while the axis moves the dock does as if nothing had come", arguments: times)
  func ignoring(time: Double) throws {
    let script = "on button 1 ignoring { pan to 5deg left over 1s }\n" + Self.still
    let isBusy = time < 2
    for model in DockModel.exact {
      let (_, plain) = try played(script, [], for: model)
      let (show, measured) = try played(script, [.button(1, at: time)], for: model)
      #expect(show.run.outcome.drops == (isBusy ? 1 : 0))
      let least = (500...measured.length).map { measured.place(at: $0) }.min() ?? 0
      if isBusy {
        #expect(measured.length == plain.length)
        #expect(plain.distance(to: measured) < 1e-3)
      } else {
        #expect(abs(least + 5) < 0.02, "\(least)")
      }
      #expect(abs(measured.place(at: measured.length) - 60) < 0.02)
    }
  }

  @Test("replacing: the show ends where it is met, and only the block is done", arguments: times)
  func replacing(time: Double) throws {
    let script = """
      on button 1 replacing { tilt to 10deg down over 1s }
      pan to 60deg right over 4s
      """
    for model in DockModel.exact {
      let (_, measured) = try played(script, [.button(1, at: time)], for: model)
      let (pans, tilts) = (measured.moving(\.yaw), measured.moving(\.pitch))
      let first = try #require(tilts.first)
      #expect(first - Int(time * 1000) < 600, "\(first)")
      #expect(pans.allSatisfy { $0 < first })
      #expect(abs(measured.place(at: measured.length) - measured.place(at: first)) < 0.02)
      #expect(abs(measured.pitch.position(at: Double(measured.length) / 1000) - 10) < 0.02)
    }
  }

  @Test("alongside: the show moves as if nothing had come", arguments: times)
  func alongside(time: Double) throws {
    let script = """
      on button 1 { tilt to 10deg down over 1s }
      pan to 60deg right over 4s
      """
    for model in DockModel.exact {
      let (_, plain) = try played(script, [], for: model)
      let (_, measured) = try played(script, [.button(1, at: time)], for: model)
      #expect(!measured.moving(\.pitch).isEmpty)
      #expect(plain.distance(to: measured) < 0.2)
      #expect(abs(measured.place(at: measured.length) - 60) < 0.02)
    }
  }

  @Test(
    "nothing is told or moves after the end",
    arguments: ["", "pausing", "queued", "ignoring", "replacing"])
  func afterwards(policy: String) throws {
    let axis = policy.isEmpty ? "tilt" : "pan"
    let script = """
      on button 1 \(policy) { \(axis) to 5deg \(policy.isEmpty ? "up" : "left") over 2s }
      pan to 60deg right over 4s
      """
    for time in Self.times {
      let cue = try #require(firstCue(of: script))
      let keeper = VirtualTime([.button(1, at: time), .button(1, at: 30), .button(1, at: 60)])
      let stage = Stage(cue, from: nil, isTracking: false, time: keeper)
      let record = stage.rehearse(within: CommandList.defaultTolerance) { _ in }
      #expect(record.outcome.ending == .done)
      let (end, place) = (stage.dock.now, stage.dock.snapshot.pose)
      stage.dock.advance(to: end + 90_000_000_000)
      #expect(stage.dock.snapshot.pose == place && stage.dock.trace.events == record.trace.events)
    }
  }
}
