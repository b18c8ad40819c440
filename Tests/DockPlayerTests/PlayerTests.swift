import DockKit
import DockPlayer
import DockSimulator
import Testing

/// A player on a simulated dock, in virtual time.
@MainActor struct Stand {
  let simulator: Simulator
  let player: Player

  init(
    _ scene: String = "", profile: Simulator.Profile = .stand, isDocked: Bool = true,
    performer: (any Performer)? = nil
  ) throws {
    simulator = Simulator(
      profile, scene: try Simulator.Scene(scene), isDocked: isDocked,
      manager: Simulator.makeManager())
    player = Player(manager: simulator.manager, performer: performer, clock: simulator.clock)
  }

  /// Plays `text` while as much time passes as it needs, at most `limit`.
  func play(
    _ text: String, atMost limit: Duration = .seconds(60),
    at moment: Duration? = nil, doing: @MainActor (Player) async -> Void = { _ in }
  ) async throws -> Report {
    let task = try player.start(Show(text), on: simulator.accessory)
    if let moment {
      await simulator.advance(by: moment)
      await doing(player)
    }
    await finish(atMost: limit)
    return try await task.value
  }

  func finish(atMost limit: Duration = .seconds(60)) async {
    let player = player
    #expect(await simulator.run(atMost: limit) { await player.phase == .ended })
  }

  /// True if the motors were stopped and then given to system tracking, if they were taken.
  var isGivenBack: Bool {
    let calls = simulator.trace.split(separator: "\n").filter { $0.contains("  call  ") }.suffix(2)
    return simulator.manager.isSystemTrackingEnabled
      && (calls.isEmpty
        || calls.first?.contains("Velocity yaw 0 pitch 0 roll 0") == true
          && calls.last?.contains("setSystemTrackingEnabled on") == true)
  }
}

/// What a show has done to the dock: the tracker has it afterwards, and the app has the phone.
func showLines(of trace: String) -> [Substring] {
  trace.split(separator: "\n").filter { line in
    ![
      " end ", "tracker at", "  camera  ", "  face  ", "  eyes  ", "  sound  ",
      "  mark  ",
    ]
    .contains { line.contains($0) }
  }
}

extension Report {
  /// True if the motors stopped and system tracking is what it was.
  var isSafe: Bool { isStopConfirmed && isTrackingRestored }
}

/// What an app sees of a player.
@Suite(.serialized) @MainActor struct PlayerTests {
  static let pan = "pan to 20deg right over 1s\ntilt to 5deg up over 1s\n"

  @Test func aShowIsPlayed() async throws {
    let stand = try Stand()
    #expect(stand.player.phase == .idle && stand.player.authority == .tracking)
    let events = stand.player.events
    let report = try await stand.play(Self.pan)
    #expect(report.ending == .finished && report.isSafe)
    #expect(report.length == .seconds(2) && report.delay == .zero)
    #expect(stand.player.report == report && stand.player.error == nil)
    #expect(stand.player.authority == .tracking && stand.isGivenBack)
    let pose = try #require(stand.player.pose)
    #expect(abs(pose.pan - 20) < 1 && abs(pose.tilt + 5) < 1)
    var told: [PlayerEvent] = []
    for await event in events {
      told.append(event)
      if case .ended = event.kind { break }
    }
    let steps = told.compactMap { event -> String? in
      if case .began(let step) = event.kind {
        "\(event.time) \(step.line) \(step.text)"
      } else {
        nil
      }
    }
    #expect(
      steps == [
        "0.0 seconds 1 take the motors from the tracker",
        "0.0 seconds 1 pan to 20deg right over 1s",
        "1.0 seconds 2 tilt to 5deg up over 1s", "2.0 seconds 2 give the motors back",
      ])
    #expect(told.first?.kind == .started)
    #expect(told.contains { $0.kind == .authority(.app) })
  }

  @Test func thePlayerSaysWhereItIs() async throws {
    let stand = try Stand()
    _ = try await stand.play(Self.pan, at: .milliseconds(1500)) { player in
      #expect(player.phase == .playing && player.authority == .app)
      #expect(player.step?.line == 2 && player.step?.text == "tilt to 5deg up over 1s")
      #expect(player.time > .seconds(1) && player.time <= .milliseconds(1500))
      #expect(player.pose.map { abs($0.pan - 20) < 1 && $0.tilt < -1 } == true)
      #expect(player.accessory == stand.simulator.accessory)
    }
  }

  // MARK: Ending

  enum Way: CaseIterable { case stop, cancel, background, undock }

  /// A show can be ended at every instant, and the motors stop and are given back.
  @Test(arguments: Way.allCases) func endedAtAnyTime(way: Way) async throws {
    for time in stride(from: 0, through: 2100, by: Thorough.step(150, sample: 420)) {
      let stand = try Stand()
      let task = try stand.player.start(Show(Self.pan), on: stand.simulator.accessory)
      await stand.simulator.advance(by: .milliseconds(time))
      let isOver = stand.player.phase == .ended
      switch way {
      case .stop: stand.player.stop()
      case .cancel: task.cancel()
      case .background: stand.player.enterBackground()
      case .undock: await stand.simulator.perform(.undock)
      }
      await stand.finish()
      guard let report = try? await task.value else {
        #expect(way == .cancel && time == 0)
        continue
      }
      #expect(stand.isGivenBack && report.isTrackingRestored, "\(time) ms")
      if isOver {
        #expect(report.ending == .finished)
      } else if way == .undock {
        guard case .failed(let failure) = report.ending else {
          #expect(report.ending == .finished && time >= 2000)
          continue
        }
        #expect(failure.error == .notConnected, "\(time) ms")
      } else {
        #expect(report.isStopConfirmed && (report.ending == .stopped || time >= 2000), "\(time) ms")
        // It takes as long as braking, not as long as the show.
        #expect(stand.simulator.elapsed < .milliseconds(time + 700), "\(time) ms")
      }
    }
  }

  @Test func aTaskThatIsCancelledBeforeItBeginsMovesNothing() async throws {
    let stand = try Stand()
    let task = Task { try await stand.player.play(Show(Self.pan), on: stand.simulator.accessory) }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(stand.simulator.trace.contains("call") == false && stand.player.phase == .ended)
    #expect(try await stand.play(Self.pan).ending == .finished)
  }

  @Test func aShowThatWasEndedCanBePlayedAgain() async throws {
    let stand = try Stand()
    for round in 0..<3 {
      let report = try await stand.play(Self.pan, at: .milliseconds(300)) { player in
        if round < 2 { player.stop() }
      }
      #expect(report.ending == (round < 2 ? .stopped : .finished))
    }
  }

  @Test func noShowBeginsInTheBackground() async throws {
    let stand = try Stand()
    stand.player.enterBackground()
    #expect(throws: PlayerError.isInBackground) { try stand.player.start(Show(Self.pan)) }
    #expect(stand.player.error as? PlayerError == .isInBackground)
    stand.player.enterForeground()
    #expect(try await stand.play(Self.pan).ending == .finished)
    #expect(stand.player.error == nil)
  }

  @Test func aPauseGivesTheMotorsBackMeanwhile() async throws {
    let stand = try Stand()
    let report = try await stand.play(Self.pan, at: .milliseconds(400)) { player in
      player.pause()
      await stand.simulator.advance(by: .seconds(3))
      #expect(player.phase == .paused && stand.isGivenBack)
      player.resume()
    }
    #expect(report.ending == .finished && report.isSafe && report.delay > .seconds(2))
    let pose = try #require(stand.player.pose)
    #expect(abs(pose.pan - 20) < 0.1 && abs(pose.tilt + 5) < 0.1)
  }

  /// The motors do not wait for an app that does nothing but draw.
  @Test func aBusyMainActorDoesNotKeepTheMotorsTurning() async throws {
    let simulator = Simulator(time: .real(), manager: Simulator.makeManager())
    let player = Player(manager: simulator.manager)
    let task = try player.start(Show("pan by 60deg right over 20s"), on: simulator.accessory)
    try await Task.sleep(for: .milliseconds(500))
    player.stop()
    let clock = ContinuousClock()
    let began = clock.now
    while clock.now < began + .seconds(5), !simulator.trace.contains("setSystemTrackingEnabled on")
    {
      // The main actor does nothing else.
    }
    #expect(clock.now < began + .seconds(4))
    let report = try await task.value
    #expect(report.ending == .stopped && report.isSafe)
  }

  // MARK: Who plays, and where

  @Test func aPlayerPlaysOneShow() async throws {
    let stand = try Stand()
    let report = try await stand.play(Self.pan, at: .milliseconds(100)) { player in
      #expect(throws: PlayerError.isPlaying) { try player.start(Show(Self.pan)) }
      let other = Player(manager: stand.simulator.manager, clock: stand.simulator.clock)
      #expect(throws: PlayerError.isTaken) { try other.start(Show(Self.pan)) }
      #expect(other.phase == .idle && player.phase == .playing)
    }
    #expect(report.ending == .finished && report.isSafe)
    let other = Player(manager: stand.simulator.manager, clock: stand.simulator.clock)
    let task = try other.start(Show("animate yes"), on: stand.simulator.accessory)
    await stand.simulator.advance(by: .seconds(3))
    #expect(try await task.value.ending == .finished)
  }

  @Test func twoDocksAreTwoStages() async throws {
    let (one, other) = (try Stand(), try Stand())
    let first = try one.player.start(Show(Self.pan), on: one.simulator.accessory)
    let second = try other.player.start(Show(Self.pan), on: other.simulator.accessory)
    await one.finish()
    await other.finish()
    #expect(try await first.value == second.value)
    #expect(showLines(of: one.simulator.trace) == showLines(of: other.simulator.trace))
  }

  @Test func aPlayerFindsTheDock() async throws {
    let stand = try Stand()
    let task = try stand.player.start(Show(Self.pan))
    await stand.finish()
    #expect(try await task.value.ending == .finished)
    #expect(stand.player.accessory == stand.simulator.accessory)
    #expect(stand.simulator.elapsed < .milliseconds(2600))
  }

  @Test func withoutADockNothingBegins() async throws {
    let stand = try Stand(isDocked: false)
    let task = try stand.player.start(Show(Self.pan))
    await stand.finish(atMost: .seconds(3))
    await #expect(throws: PlayerError.noDock) { try await task.value }
    #expect(stand.player.error as? PlayerError == .noDock)
    await stand.simulator.perform(.dock)
    let next = try stand.player.start(Show(Self.pan))
    await stand.finish()
    #expect(try await next.value.ending == .finished)
  }

  @Test func aDockThatComesInTimeIsFound() async throws {
    let stand = try Stand(isDocked: false)
    let task = try stand.player.start(Show(Self.pan))
    await stand.simulator.advance(by: .seconds(1))
    await stand.simulator.perform(.dock)
    await stand.finish()
    #expect(try await task.value.ending == .finished)
  }

  @Test func realTimeNeedsNoClock() async throws {
    let simulator = Simulator(time: .real(), manager: Simulator.makeManager())
    let player = Player(manager: simulator.manager)
    let report = try await player.play(Show("pan by 5deg right over 500ms"))
    #expect(report.ending == .finished && report.isSafe)
    #expect(abs((player.pose?.pan ?? 0) - 5) < 0.5)
  }

  // MARK: Events

  @Test func eventsLeadOn() async throws {
    let stand = try Stand()
    let script = "wait for tap\npan to 10deg right over 1s\nwait for lost\nanimate no"
    let task = try stand.player.start(Show(script), on: stand.simulator.accessory)
    await stand.simulator.advance(by: .seconds(2))
    #expect(stand.player.authority == .tracking)
    stand.player.send(.tap)
    await stand.simulator.advance(by: .seconds(2))
    #expect(stand.player.phase == .playing)
    stand.player.send(.lost)
    await stand.finish()
    let report = try await task.value
    #expect(report.ending == .finished && report.isSafe && report.length > .seconds(5))
  }

  /// Every event that an app can send is one that a script can wait for.
  @Test(arguments: [
    ("tap", ScriptEvent.tap), ("double_tap", .doubleTap), ("long_press", .longPress),
    ("person", .person), ("person lost", .personLost), ("person speaking", .personSpeaking),
    ("object", .object), ("settled", .settled), ("lost", .lost),
    ("button 2", .button(2, isPressed: true)), ("button 2 released", .button(2, isPressed: false)),
    ("shutter", .shutter), ("flip", .flip), ("tracking_button", .trackingButton),
    ("battery below 20%", .battery(level: 0.19, before: 0.3)), ("charging", .charging),
    ("background", .background), ("foreground", .foreground),
  ])
  func everyEventIsHeard(words: String, event: ScriptEvent) async throws {
    let stand = try Stand()
    let task = try stand.player.start(
      Show("wait for \(words)\nlog \"heard\""), on: stand.simulator.accessory)
    await stand.simulator.advance(by: .seconds(1))
    #expect(stand.player.phase == .playing)
    stand.player.send(event)
    await stand.finish(atMost: .seconds(1))
    #expect(try await task.value.ending == .finished)
  }

  /// What the dock sends the script hears by itself.
  @Test(arguments: [
    ("button 1", "press button 1"), ("shutter", "press shutter"), ("flip", "press flip"),
    ("tracking_button", "press tracking_button"), ("battery below 20%", "battery 18%"),
    ("charging", "charging"), ("zoom by amount", "turn zoom by 2"),
  ])
  func theDockIsHeard(words: String, scene: String) async throws {
    let stand = try Stand("at 2s \(scene)")
    let body = words.hasPrefix("zoom") ? "on \(words) queued { }\nwait 3s" : "wait for \(words)"
    let events = stand.player.events
    let task = try stand.player.start(Show(body), on: stand.simulator.accessory)
    await stand.finish(atMost: .seconds(10))
    #expect(try await task.value.ending == .finished)
    var happened = false
    for await event in events {
      if case .happened = event.kind { happened = true }
      if case .ended = event.kind { break }
    }
    #expect(happened)
    #expect(stand.simulator.elapsed >= .seconds(2))
  }

  @Test func whoPutsThePhoneBackIsHeard() async throws {
    let stand = try Stand("at 1s undock; at 2s dock; at 3s press button 1")
    let task = try stand.player.start(
      Show("wait for undock\nwait for dock\nwait for button 1\npan to 5deg right over 1s"),
      on: stand.simulator.accessory)
    await stand.finish()
    let report = try await task.value
    #expect(report.ending == .finished && report.isSafe)
  }

  @Test func eventsWithoutAShowAreNothing() async throws {
    let stand = try Stand()
    stand.player.send(.tap)
    stand.player.stop()
    stand.player.resume()
    #expect(stand.player.phase == .idle)
    #expect(try await stand.play("animate yes").ending == .finished)
    stand.player.send(.tap)
    stand.player.stop()
    #expect(stand.player.phase == .ended)
  }

  @Test func theStreamsEndWithThePlayer() async throws {
    var player: Player? = Player(manager: Simulator.makeManager())
    let events = try #require(player?.events)
    player = nil
    for await _ in events { Issue.record("nothing happens") }
  }

  // MARK: The app's part

  final class Screen: Performer {
    var seen: [String] = []
    var refuses = false

    func change(_ face: Face, over length: Duration, easing: FaceEasing) async throws {
      seen.append("\(face) \(length)" + (easing == .spring ? " spring" : ""))
      if refuses { throw DockKitError.cameraTCCMissing }
    }
    func move(_ eyes: Eyes) async throws { seen.append("\(eyes)") }
    func use(_ camera: CameraAction, over length: Duration) async throws {
      seen.append("\(camera) \(length)")
    }
    func play(_ sound: Sound, from start: Duration, for length: Duration) async throws {
      seen.append("\(sound.number) \(sound.file) from \(start) for \(length)")
    }
    func stop(_ sound: Sound) async throws { seen.append("stop \(sound.number) \(sound.file)") }
    func log(_ line: String) { seen.append(line) }
  }

  /// A WAV file of 2 s.
  private static let wave: [UInt8] =
    Array("RIFF\0\0\0\0WAVEfmt ".utf8) + [16, 0, 0, 0, 1, 0, 1, 0, 100, 0, 0, 0]
    + [100, 0, 0, 0, 1, 0, 8, 0] + Array("data".utf8) + [200, 0, 0, 0]
    + [UInt8](repeating: 128, count: 200)

  @Test func theAppPlaysSounds() async throws {
    let screen = Screen()
    let stand = try Stand(performer: screen)
    let text = "sound \"a.wav\"; race { sound \"a.wav\"; wait 500ms }"
    let show = try Show(text, sounds: ["a.wav": Self.wave])
    #expect(show.length == .milliseconds(2500) && !show.moves)
    let task = try stand.player.start(show, on: stand.simulator.accessory)
    await stand.finish()
    #expect(try await task.value.ending == .finished)
    #expect(
      screen.seen == [
        "1 a.wav from 0.0 seconds for 2.0 seconds", "1 a.wav from 0.0 seconds for 2.0 seconds",
        "stop 1 a.wav",
      ])
    #expect(throws: ShowError.self) { try Show(text) }
  }

  @Test func aSoundEndsWithTheShow() async throws {
    let screen = Screen()
    let stand = try Stand(performer: screen)
    let show = try Show("sound \"a.wav\"", sounds: ["a.wav": Self.wave])
    let task = try stand.player.start(show, on: stand.simulator.accessory)
    await stand.simulator.advance(by: .seconds(1))
    stand.player.stop()
    await stand.finish()
    #expect(try await task.value.ending == .stopped)
    #expect(screen.seen.last == "stop 1 a.wav")
  }

  @Test func theAppDrawsAndRecords() async throws {
    let screen = Screen()
    let stand = try Stand(performer: screen)
    let report = try await stand.play(
      """
      face happy over 500ms
      eyes left
      eyes follow person
      camera zoom to 2 over 1s
      camera photo
      camera record start
      log "half a turn is ", 0.5turn
      mark "verse"
      """)
    #expect(report.ending == .finished)
    // The script leaves the camera recording; the player ends that.
    let stop = "stopRecording 0.0 seconds"
    #expect(screen.seen.count { $0 == stop } == 1)
    #expect(
      screen.seen.filter { $0 != stop } == [
        "mood(Vocabulary.Mood.happy) 0.5 seconds", "left", "follow(DockPlayer.Subject.person(nil))",
        "zoom(2.0) 1.0 seconds", "photo 0.0 seconds", "startRecording 0.0 seconds",
        "half a turn is 180deg",
      ])
  }

  @Test func whatTheAppRefusesIsToldAndIsNotTheEnd() async throws {
    let screen = Screen()
    screen.refuses = true
    let stand = try Stand(performer: screen)
    let events = stand.player.events
    let report = try await stand.play("face happy\npan to 5deg right over 1s")
    #expect(report.ending == .finished && screen.seen.count == 1)
    var refused: [DockKitError?] = []
    for await event in events {
      if case .refused(let failure) = event.kind { refused.append(failure.error) }
      if case .ended = event.kind { break }
    }
    #expect(refused == [.cameraTCCMissing])
  }
}
