import Diagnosis
import Foundation
import Hardware
import Language
import Motion
import Playback
import Rehearsal
import Schedules
import Scheduling
import Simulation
import Spatial
import Testing
import Vocabulary

/// The gestures of the companion return exactly; the figures of the app that they are made after do
/// not.
@Suite struct CompanionTests {
  /// A part of a figure: which way, how fast in radians a second, and for how many milliseconds.
  typealias Part = (way: Character, speed: Double, length: Int)

  /// Where a figure leaves a dock that does at once what it is told: tilt and pan in degrees,
  /// positive down and right.
  struct Net {
    var pitch = 0.0
    var yaw = 0.0
    /// The least and the greatest position of the axis that it turns; of the tilt if it turns both.
    var range: ClosedRange<Double>?
    /// How long it takes, in milliseconds.
    var length: Int
  }

  /// A figure of the app: its parts, and where it leaves the dock.
  ///
  /// The app means each part to last for its length; what it does is to turn for 250 ms, stop, and
  /// then wait for the length.
  struct Figure: CustomTestStringConvertible {
    let name: String
    let parts: String
    let meant: Net
    let done: Net

    var testDescription: String { name }
  }

  static let figures = [
    Figure(
      name: "quickNod", parts: "D2.0/200 U1.8/150 D1.5/150 U1.5/150",
      meant: Net(pitch: 7.4, range: 0...22.9, length: 650),
      done: Net(pitch: 2.9, range: 0...28.6, length: 1650)),
    Figure(
      name: "doubleNod", parts: "D2.0/150 U2.0/100 D2.2/150 U1.8/100",
      meant: Net(pitch: 14.3, range: 0...24.6, length: 500),
      done: Net(pitch: 5.7, range: 0...31.5, length: 1500)),
    Figure(
      name: "shake", parts: "L1.8/200 R2.0/300 L1.5/200 R1.2/150",
      meant: Net(yaw: 6.9, range: -20.6...13.8, length: 850),
      done: Net(yaw: -1.4, range: -25.8...2.9, length: 1850)),
    Figure(
      name: "lookup", parts: "U2.5/300 D1.2/200",
      meant: Net(pitch: -29.2, range: -43.0...0, length: 500),
      done: Net(pitch: -18.6, range: -35.8...0, length: 1000)),
    Figure(
      name: "tiltLeft", parts: "L1.5/400 R1.2/300",
      meant: Net(yaw: -13.8, range: -34.4...0, length: 700),
      done: Net(yaw: -4.3, range: -21.5...0, length: 1200)),
    Figure(
      name: "tiltRight", parts: "R1.5/400 L1.2/300",
      meant: Net(yaw: 13.8, range: 0...34.4, length: 700),
      done: Net(yaw: 4.3, range: 0...21.5, length: 1200)),
    Figure(
      name: "bounce", parts: "U2.5/100 D2.8/120 U2.2/100 D1.8/100 U1.2/100",
      meant: Net(pitch: -4.2, range: -14.3...4.9, length: 520),
      done: Net(pitch: -18.6, range: -35.8...4.3, length: 1770)),
    Figure(
      name: "tremor",
      parts: "L1.5/80 R1.6/80 U1.4/80 D1.7/80 R1.3/80 L1.5/80 D1.2/80 U1.1/80",
      meant: Net(pitch: 2.3, yaw: -0.6, length: 800),
      done: Net(pitch: 5.7, yaw: -1.4, length: 2800)),
    Figure(
      name: "scan", parts: "L2.0/300 R2.5/400 L1.5/200 R0.8/100",
      meant: Net(yaw: 10.3, range: -34.4...22.9, length: 1000),
      done: Net(yaw: -2.9, range: -28.6...7.2, length: 2000)),
    Figure(
      name: "returnToCenter", parts: "U0.8/150 D0.6/100 L0.7/100 R0.5/100",
      meant: Net(pitch: -3.4, yaw: -1.1, length: 450),
      done: Net(pitch: -2.9, yaw: -2.9, length: 1450)),
  ]

  /// The parts of a figure as the app turns them, whatever is written: 0.5 to 3 radians a second,
  /// for 0.1 to 1 s.
  private static func kept(_ parts: [Part]) -> [Part] {
    parts.map { ($0.way, min(max($0.speed, 0.5), 3), min(max($0.length, 100), 1000)) }
  }

  private static func parts(_ text: String) -> [Part] {
    text.split(separator: " ").map { word in
      let numbers = word.dropFirst().split(separator: "/")
      return (word.first ?? " ", Double(numbers[0]) ?? 0, Int(numbers[1]) ?? 0)
    }
  }

  /// Turns `dock` as `parts` say, one behind the other, each followed by a rest if it `rests`;
  /// returns how long that takes, in milliseconds.
  private static func turn(_ dock: SimulatedDock, _ parts: [Part], rests: Bool = false) throws
    -> Int
  {
    var now = 0
    func hold(_ velocity: Vector3D, _ length: Int) throws {
      try dock.setAngularVelocity(velocity)
      now += length
      dock.advance(to: now * 1_000_000)
    }
    for part in parts {
      let speed = "UL".contains(part.way) ? -part.speed : part.speed
      let velocity = Vector3D(
        x: "UD".contains(part.way) ? speed : 0, y: "LR".contains(part.way) ? speed : 0, z: 0)
      try hold(velocity, rests ? 250 : part.length)
      if rests { try hold(Vector3D(), part.length) }
    }
    let length = now
    try hold(Vector3D(), 1000)
    return length
  }

  /// A dock that does at once what it is told.
  private static let ideal = {
    var model = DockModel.stand
    (model.acceleration, model.jerk) = (1e6, 1e9)
    model.yaw?.speed = 1000
    model.pitch = DockModel.Axis(lower: -90, upper: 90, speed: 1000)
    return model
  }()

  @Test(
    "motor choreography: where each action leaves an ideal dock, as meant and as done",
    arguments: figures, [false, true])
  func aFigureOfTheAppLeavesTheDockElsewhere(figure: Figure, isDone: Bool) throws {
    let dock = SimulatedDock(DockWorld(Self.ideal, isSystemTrackingEnabled: false))
    let length = try Self.turn(dock, Self.kept(Self.parts(figure.parts)), rests: isDone)
    let net = isDone ? figure.done : figure.meant
    let pose = dock.snapshot.pose
    #expect(abs(pose.pitch - net.pitch) < 0.1 && abs(pose.yaw - net.yaw) < 0.1, "\(pose)")
    #expect(length == net.length)
    guard let range = net.range else { return }
    let axis: DockAxis = net.yaw == 0 ? .pitch : .yaw
    let found = try #require(dock.trace.extremes(of: axis, in: 0...length))
    #expect(abs(found.lowerBound - range.lowerBound) < 0.1, "\(found)")
    #expect(abs(found.upperBound - range.upperBound) < 0.1, "\(found)")
  }

  @Test("motor choreography: speeds from 0.5 to 3 rad/s, lengths from 0.1 to 1 s")
  func aFigureOfTheAppIsClamped() throws {
    let dock = SimulatedDock(DockWorld(Self.ideal, isSystemTrackingEnabled: false))
    let parts = Self.kept(Self.parts("D0.1/80 D5/200 R9/20 R0.2/30 L1/1450"))
    #expect(try Self.turn(dock, parts) == 1500)
    let pose = dock.snapshot.pose
    #expect(abs(pose.pitch - (0.05 + 0.6) * 180 / .pi) < 0.1, "\(pose)")
    #expect(abs(pose.yaw - (0.3 + 0.05 - 1) * 180 / .pi) < 0.1, "\(pose)")
  }

  @Test("motor choreography: no action returns to its start", arguments: figures)
  func aFigureOfTheAppDrifts(figure: Figure) throws {
    let dock = SimulatedDock(DockWorld(.stand, isSystemTrackingEnabled: false))
    _ = try Self.turn(dock, Self.kept(Self.parts(figure.parts)))
    let pose = dock.snapshot.pose
    let drift = (pose.pitch * pose.pitch + pose.yaw * pose.yaw).squareRoot()
    #expect(drift > 0.3, "\(figure.name) ends \(drift) degrees off")
  }

  /// The presets of another app: where they leave a stand.
  @Test(
    "presets: where each leaves the dock",
    arguments: [
      ("smallNod", "U0.5/600 D0.8/500 U0.3/400", -1.1, 0),
      ("lookLeft", "R0.4/600 L0.4/600", 0, 0), ("lookRight", "L0.4/600 R0.4/600", 0, 0),
      ("lookAround", "R0.4/600 L0.8/1000 R0.4/600", 0, -18.3),
      ("thinking", "R0.2/1500", 0, 17.2),
      ("excited", "U0.5/350 D0.5/350 U0.5/350 D0.5/350", 0, 0),
      ("slowNodDown", "D0.15/3000", 25.8, 0),
      ("swaySinging", "R0.3/1200 L0.6/2400 R0.6/2400 L0.3/1200", 0, 0),
    ] as [(String, String, Double, Double)])
  func aPresetLeavesTheDockThere(name: String, parts: String, pitch: Double, yaw: Double) throws {
    let dock = SimulatedDock(DockWorld(Self.ideal, isSystemTrackingEnabled: false))
    _ = try Self.turn(dock, Self.parts(parts))
    let pose = dock.snapshot.pose
    #expect(abs(pose.pitch - pitch) < 0.1 && abs(pose.yaw - yaw) < 0.1, "\(name): \(pose)")
  }

  @Test("presets: slowNodDown is longer than a velocity lives")
  func aPresetOutlivesItsVelocity() throws {
    var model = Self.ideal
    model.velocityLifetime = DockModel.flow2pro.velocityLifetime
    let dock = SimulatedDock(DockWorld(model, isSystemTrackingEnabled: false))
    _ = try Self.turn(dock, Self.parts("D0.15/3000"))
    #expect(abs(dock.snapshot.pose.pitch - 0.15 * 2.6 * 180 / .pi) < 0.1)
  }

  /// Played ten times on each dock, from a pose that is not home.
  @Test(
    "motor choreography: each action of the library returns exactly to its start",
    arguments: [
      "quick_nod()", "double_nod()", "shake()", "look_up()", "glance(way: 14deg left)",
      "glance(way: 14deg right)", "bounce()", "tremor()", "scan()", "settle()",
    ])
  func aGestureOfTheLibraryReturnsExactly(call: String) throws {
    let library = try Self.example("gestures/moods.dock")
    let name = call.prefix { $0 != "(" }
    let text = """
      use "moods.dock" (\(name))
      move to pose(pan: 7deg left, tilt: 3deg up) over 1s
      repeat 10 { \(call) }

      """
    let file = LoadedFile(identity: "show.dock", name: "show.dock", bytes: Array(text.utf8))
    let script = Script(checking: file) { name, _ in
      .success(LoadedFile(identity: name, name: name, bytes: library))
    }
    for model in DockModel.exact {
      var found = Diagnostics()
      let schedule = try #require(
        script.schedule(for: Compilation(for: model), reporting: &found), "\(found)")
      let run = rehearse(schedule, isTracking: false)
      #expect(run.endPose.yaw == -7000 && run.endPose.pitch == -3000, "\(model.name)")
    }
  }

  // MARK: The companion of the examples

  private static func example(_ name: String) throws -> [UInt8] {
    let examples = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Examples")
    return Array(try Data(contentsOf: examples.appending(path: name)))
  }

  /// A run of the companion.
  private struct Run {
    /// What the face and the eyes were told, and when in seconds.
    let calls: [(time: Double, call: PhoneCall)]
    /// What was logged, and when in seconds.
    let lines: [(time: Double, text: String)]
    let trace: Trace

    /// The moods that the face shows from `time` seconds on.
    func moods(from time: Double) -> Set<Mood> {
      let states = trace.phoneStates
      let first = states.last { Double($0.time) <= time * 1e9 }
      let later = states.filter { Double($0.time) > time * 1e9 }
      return Set(([first].compactMap(\.self) + later).map(\.state.mood))
    }
  }

  /// What the face and the eyes of the companion were told in a scene, and when in seconds.
  private static func companion(in scene: String) throws -> [(time: Double, call: PhoneCall)] {
    try run(in: scene).calls.filter { [.face, .eyes].contains($0.call.track) }
  }

  /// Plays the companion in a scene.
  private static func run(in scene: String) throws -> Run {
    let text = String(decoding: try example("11-companion.dock"), as: UTF8.self)
    let library = try example("gestures/moods.dock")
    let whole = Array((text + "\nscene {\n\(scene)\n}\n").utf8)
    let script = Script(checking: LoadedFile(identity: "c", name: "c.dock", bytes: whole)) {
      name, _ in .success(LoadedFile(identity: name, name: name, bytes: library))
    }
    var found = script.diagnostics
    let cue = script.firstCue(for: Compilation(), reporting: &found)
    let events = script.scene(reporting: &found)
    var lines: [(time: Double, text: String)] = []
    let world = try #require(events, "\(found)")
    let run = rehearse(
      try #require(cue, "\(found)"), company: world.company, faults: world.faults,
      happenings: world.happenings,
      reporting: { event in
        guard case .note(let note) = event.kind, note.kind == .log else { return }
        lines.append((Double(event.time) / 1e9, note.text))
      })
    #expect(run.findings.isEmpty)
    let calls = run.trace.events.compactMap { event -> (time: Double, call: PhoneCall)? in
      guard case .phone(let call) = event.kind else { return nil }
      return (Double(event.time) / 1e9, call)
    }
    return Run(calls: calls, lines: lines, trace: run.trace)
  }

  @Test("start-up: 1.5 s for the camera, then the front camera and the face, the voice 1 s later")
  func theCompanionStartsInOrder() throws {
    let run = try Self.run(in: "at 1s tap\nat 2s tap")
    #expect(run.calls.map(\.call) == [.flip, .face(.normal, over: 0)])
    #expect(run.calls.map(\.time) == [1.5, 1.5])
    #expect(run.lines.map(\.text) == ["here I am"] && run.lines.map(\.time) == [2.5])
  }

  @Test("privacy: the camera looks for faces only; no photo is taken, and nothing is recorded")
  func theCompanionKeepsNoPicture() throws {
    let run = try Self.run(
      in: """
        person ada at 10deg right, 1m away
        at 4s tap; at 8s ada looks away; at 12s tap; at 20s long_press; at 60s long_press
        at 70s tap; at 80s ada leaves
        """)
    let ofCamera = run.calls.map(\.call).filter { ![.face, .eyes].contains($0.track) }
    #expect(ofCamera == [.flip] && run.calls.count > 10)
    #expect(!run.trace.phoneStates.contains { $0.state.isRecording })
  }

  /// When system tracking was switched in `trace`, in seconds, and to what.
  private func switches(_ trace: Trace) -> [(time: Double, isOn: Bool)] {
    trace.events.compactMap { event in
      guard case .call(.setSystemTracking(let isOn), nil) = event.kind else { return nil }
      return (Double(event.time) / 1e9, isOn)
    }
  }

  @Test("runner: the tracking mode is remembered, off for the steps, and then what it was")
  func anActionBorrowsTheMotors() throws {
    let run = try Self.run(in: "at 4s tap")
    let found = switches(run.trace)
    #expect(found.map(\.isOn) == [false, true])
    let (start, end) = (try #require(found.first?.time), try #require(found.last?.time))
    #expect(start >= 4.1 && start < 5 && end > start + 1)
    // Between the two it nods, and it stands when the motors are given back.
    let nod = try #require(
      run.trace.extremes(of: .pitch, in: Int(start * 1000)...Int(end * 1000)))
    #expect(nod.upperBound > 8)
    #expect(run.trace.speed(of: .pitch, at: Int(end * 1000)) == 0)
  }

  @Test("presets: steps back to back, one zero at the end; a request during another is dropped")
  func aPresetIsPlayedWhole() throws {
    let text = """
      on tap ignoring {
          spin pan at 0.4rad/s right for 600ms
          spin pan at 0.8rad/s left for 1s
          spin pan at 0.4rad/s right for 600ms
      }
      tracking on
      wait 9s
      scene { at 1s tap; at 2s tap; at 6s tap }
      """
    let (cue, scene, _) = try PersonTests.script(text)
    let run = rehearse(cue, happenings: scene.happenings)
    #expect(run.findings == [])
    let found = switches(run.trace)
    #expect(found.map(\.isOn).suffix(4) == [false, true, false, true])
    // Two of the three are played, each without a rest between its steps.
    let starts = found.filter { !$0.isOn }.map(\.time)
    #expect(starts.map { Int($0.rounded()) } == [1, 6], "\(starts)")
    for start in starts {
      for time in stride(from: 0.1, to: 2.1, by: 0.05) {
        let speed = run.trace.speed(of: .yaw, at: Int((start + time) * 1000)) ?? 0
        let isTurningBack = [0.6, 1.6].contains { abs(time - $0) < 0.2 }
        #expect(abs(speed) > 5 || isTurningBack, "\(start) + \(time): \(speed)")
      }
      let end = try #require(found.first { $0.isOn && $0.time > start }).time
      #expect(run.trace.speed(of: .yaw, at: Int(end * 1000)) == 0, "at \(end)")
    }
  }

  @Test("tap: the next expression of the list")
  func aTapIsTheNextMood() throws {
    let taps = (0..<22).map { "at \(4 + 7 * $0)s tap" }.joined(separator: "\n")
    let moods = try Self.companion(in: taps).compactMap { _, call -> Mood? in
      if case .face(let mood, over: 560, easing: .spring) = call { mood } else { nil }
    }
    let all = Mood.allCases
    #expect(moods == Array(all.dropFirst()) + [.normal, .happy])
  }

  @Test("tap: after 0.1 s the next expression")
  func aTapIsFollowedSoon() throws {
    let calls = try Self.companion(in: "at 4s tap")
    #expect(calls.map(\.time).dropFirst().first == 4.1)
  }

  @Test("tap: 3 s after the action ends the face eases to normal in 0.5 s")
  func theFaceIsCalmAgain() throws {
    let calls = try Self.companion(in: "at 4s tap\nat 15s tap\nat 17s tap")
    #expect(
      calls.map(\.call).dropFirst() == [
        Self.sprung(.happy), .face(.normal, over: 500), Self.sprung(.sad), Self.sprung(.excited),
        .face(.normal, over: 500),
      ])
    // The change takes 0.56 s and the nod 1.1 s; giving the motors back takes a little.
    #expect((8.76...8.96).contains(calls[2].time), "\(calls[2].time)")
    // Tapped before that, the next comes at once.
    #expect((17.1...17.11).contains(calls[4].time), "\(calls[4].time)")
  }

  @Test("tap: one that comes while the face eases to normal counts")
  func aTapIsNotLostInTheMidstOfAChange() throws {
    let calls = try Self.companion(in: "at 4s tap\nat 9s tap")
    #expect(
      calls.map(\.call).dropFirst().prefix(3) == [
        Self.sprung(.happy), .face(.normal, over: 500), Self.sprung(.sad),
      ])
    #expect(calls[2].time < 9 && (9.1...9.11).contains(calls[3].time))
  }

  @Test("tap: each expression has its action")
  func eachMoodHasItsGesture() throws {
    let lines = String(decoding: try Self.example("11-companion.dock"), as: UTF8.self)
      .split(separator: "\n").map { $0.drop { $0 == " " } }
    var found: [String: String] = [:]
    for (line, next) in zip(lines, lines.dropFirst()) {
      let words = line.split(separator: " ")
      guard words.count == 6, words[0] == "face", words[4] == "easing", !next.hasPrefix("wait")
      else { continue }
      found[String(words[1])] = String(next)
    }
    let actions: [(String, [Mood])] = [
      ("quick_nod()", [.happy, .joy, .love, .sleepy, .anticipation]), ("bounce()", [.excited]),
      ("shake()", [.sad, .sadness]), ("look_up()", [.guilt, .shame, .surprise, .pride]),
      ("tremor()", [.anger, .fear]), ("scan()", [.curiosity, .envy]), ("settle()", [.normal]),
      ("glance(way: 14deg left)", [.disgust]), ("glance(way: 14deg right)", [.contempt]),
      ("double_nod()", [.trust, .acceptance]),
    ]
    for (action, moods) in actions {
      for mood in moods { #expect(found[mood.rawValue] == action) }
    }
    #expect(found.count == Mood.allCases.count)
  }

  @Test("long press: a random expression every 5 to 15 s")
  func aLongPressIsRandom() throws {
    let calls = try Self.companion(in: "at 4s long_press\nat 90s battery 50%")
    let call = try #require(calls.first { $0.time >= 4 }).call
    guard case .restlessFace(let pause, let seed) = call else {
      return #expect(Bool(false), "\(calls)")
    }
    #expect(pause == 5000...15_000)
    var (moods, mood, times) = (RestlessMoods(every: pause, seed: seed), Mood.normal, [Int32]())
    for _ in 0..<200 {
      let next = moods.nextMood(after: mood)
      #expect(next != mood)
      mood = next
      times.append(moods.nextPause())
    }
    #expect(times.allSatisfy(pause.contains) && times.min() != times.max())
  }

  @Test("long press: taps do nothing meanwhile, and a hint says how to leave")
  func tapsMeanNothingWhileItChooses() throws {
    let run = try Self.run(in: "at 4s long_press\nat 5s tap\nat 6s tap\nat 90s battery 50%")
    // Only moods that come by themselves, 5 s after each other and more.
    let faces = run.calls.filter { $0.time > 4.1 }
    #expect(faces.allSatisfy { $0.call.length == 0 } && faces.count > 4)
    #expect(zip(faces, faces.dropFirst()).allSatisfy { $1.time - $0.time >= 5 })
    #expect(run.lines.last?.time == 4)
    #expect(run.lines.last?.text.contains("press long") == true)
  }

  @Test("long press: leaving random mode stays manual")
  func theNextLongPressTakesTheChoiceBack() throws {
    let run = try Self.run(
      in: "at 4s long_press\nat 30s long_press\nat 31s tap\nat 90s battery 50%")
    #expect(
      run.calls.filter { $0.time > 29 }.map(\.call) == [
        .face(.normal, over: 0), Self.sprung(.happy), .face(.normal, over: 500),
      ])
    // No mood comes by itself any more.
    #expect(run.moods(from: 40) == [.normal])
  }

  @Test("face found: the eyes follow; face lost: to the centre, and the expression stays")
  func theEyesFollowWhoIsThere() throws {
    let calls = try Self.companion(
      in: "at 4s tap\nat 6s person ada at 10deg right\nat 7s ada leaves")
    #expect(
      calls.map(\.call).dropFirst() == [
        Self.sprung(.happy), .follow(.person(nil)), .look(.center), .face(.normal, over: 500),
      ])
  }

  /// The change to `mood` that a tap makes, or a look.
  private static func sprung(_ mood: Mood) -> PhoneCall {
    .face(mood, over: 560, easing: .spring)
  }

  @Test("mood spring: a tap changes the mood with response 0.4 s and damping fraction 0.7")
  func aTapSprings() throws {
    let calls = try Self.companion(in: "at 4s tap")
    guard case .face(.happy, let length, .spring) = calls[1].call else {
      return #expect(Bool(false), "\(calls)")
    }
    // The damped swing of that spring, 2 pi / (omega (1 - zeta^2)^0.5), in whole milliseconds.
    #expect(length == Int32((400 / (1 - 0.49).squareRoot()).rounded()))
  }

  @Test("automatic mood: happy above 0.8, normal above 0.5, else sad")
  func theFaceSaysHowItIsLookedAt() throws {
    let calls = try Self.companion(
      in: """
        person ada at 170deg left, 1.2m away
        at 5s ada looks 80%
        at 8s ada looks 50%
        at 11s ada looks 51%
        at 14s ada looks 81%
        at 17s ada looks away
        """)
    let faces = calls.filter { $0.call.track == .face }
    let moods: [Mood] = [.happy, .normal, .sad, .normal, .happy, .sad]
    #expect(faces.map(\.call).dropFirst() == moods.map(Self.sprung)[...])
    for (face, due) in zip(faces.dropFirst(), [2.5, 5, 8, 11, 14, 17]) {
      // The states are looked at ten times a second.
      #expect((due...due + 0.11).contains(face.time), "\(face)")
    }
    #expect(calls.contains { $0.call == .follow(.person(nil)) && $0.time == 0 })
  }

  @Test("automatic mood: face lost: keep the expression; found: the mood of its look")
  func theExpressionStays() throws {
    let run = try Self.run(
      in: """
        person ada at 170deg left, 1.2m away
        at 4s ada looks away
        at 7s ada leaves
        at 12s person bob at 170deg right, 1.2m away
        at 20s battery 50%
        """)
    let after = run.calls.filter { $0.time >= 7 }
    #expect(after.count == 3 && after[0].call == .look(.center) && after[0].time == 7)
    for call in [.follow(.person(nil)), Self.sprung(.happy)] {
      #expect(after.contains { $0.call == call && (12...12.11).contains($0.time) }, "\(after)")
    }
  }

  @Test(
    "automatic mood: a tap is the next expression, and manual from then on",
    arguments: [("", Mood.happy), (" 60%", .normal), (" away", .sad)])
  func aTapIsManual(look: String, mood: Mood) throws {
    let calls = try Self.companion(
      in: """
        person ada at 170deg left, 1.2m away
        at 1s ada looks\(look)
        at 5s tap
        at 12s ada looks 70%
        at 15s tap
        at 22s ada looks away
        """)
    let faces = calls.filter { $0.call.track == .face }.dropFirst()
    #expect(
      faces.map(\.call) == [
        Self.sprung(mood), Self.sprung(mood.next), .face(.normal, over: 500),
        Self.sprung(mood.next.next), .face(.normal, over: 500),
      ])
    #expect(faces.map(\.time).dropFirst().first == 5.1)
  }

  @Test("automatic mood: a long press is random, and the next one manual")
  func aLongPressLeavesIt() throws {
    let calls = try Self.companion(
      in: """
        person ada at 170deg left, 1.2m away
        at 5s long_press
        at 6s long_press
        at 9s ada looks away
        at 15s tap
        at 17s battery 50%
        """)
    let after = calls.filter { $0.time >= 6 }.map(\.call)
    #expect(after.prefix(2) == [.face(.normal, over: 0), Self.sprung(.happy)])
  }
}
