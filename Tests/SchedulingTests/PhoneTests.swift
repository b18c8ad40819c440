import Diagnosis
import Hardware
import Language
import Motion
import Schedules
import Testing
import Vocabulary

/// The calls of scripts to the phone, each part of which belongs to one branch at a time.
struct PhoneTests {
  /// The steps of the script, as kind, start and length.
  private func calls(_ text: String) throws -> [PhoneCall] {
    let schedule = try #require(Compiling(text).schedule)
    return schedule.steps.compactMap(schedule.phoneCall)
  }

  @Test("the words of scripts are the words of schedules, in the same order")
  func moods() throws {
    for mood in Mood.allCases { #expect(try calls("face \(mood)") == [.face(mood, over: 0)]) }
    for gaze in PhoneCall.Gaze.allCases { #expect(try calls("eyes \(gaze)") == [.look(gaze)]) }
    for change in PhoneCall.Recording.allCases {
      let codes = Compiling("camera record \(change)").codes
      #expect(codes.allSatisfy { $0 == .recording })
      #expect(try calls("camera record \(change)") == [.record(change)])
    }
  }

  @Test("a change with a length takes it, and nothing else takes time")
  func lengths() throws {
    let schedule = try #require(
      Compiling(
        """
        face happy
        face next over 1/3 * 1s
        face random over 1/3 * 1s
        camera zoom by 1x over 1/3 * 1s
        face random every 5s .. 15s
        eyes blink; eyes follow person; camera flip; camera crop 100x100
        """
      ).schedule)
    #expect(schedule.length == 1000)
    #expect(schedule.steps.prefix(4).map(\.length) == [0, 333, 334, 333])
    #expect(schedule.steps.allSatisfy { schedule.phoneCall(of: $0) != nil })
  }

  @Test("a script of nothing else never takes the motors")
  func motors() throws {
    let schedule = try #require(
      Compiling(
        "together { face joy over 2s; eyes left; camera zoom 3x over 1s; select person }"
      ).schedule)
    #expect(!schedule.steps.contains { $0.kind == .take || $0.kind == .giveBack })
    #expect(schedule.findings().isEmpty)
  }

  @Test("chance comes from the seed and from nothing else")
  func seeds() throws {
    let script = "repeat 20 { face random; face random every 1s .. 2s }"
    let first = try calls("seed 1\n" + script)
    #expect(try calls("seed 1\n" + script) == first)
    #expect(try calls("seed 2\n" + script) != first)
    #expect(first.allSatisfy { $0.isPossible })
  }

  /// What changes, and a second change of the same.
  private static let changes = [
    ("face happy over 2s", "face sad"), ("face random over 2s", "face next over 1s"),
    ("face happy over 2s", "face random every 5s"),
    ("camera zoom 2x over 2s", "camera zoom by 1x"),
  ]

  @Test("two branches that change one thing at a time are told so", arguments: changes)
  func sharing(first: String, second: String) {
    func codes(_ text: String) -> [DiagnosticCode] { Compiling(text).codes }
    #expect(codes("together { \(first); { wait 1s; \(second) } }") == [.sharedAxis])
    #expect(codes("stagger 1s { \(first); \(second) }") == [.sharedAxis])
    #expect(codes("together { { \(first) }; repeat 3 { wait 500ms; \(second) } }") == [.sharedAxis])
    #expect(codes("together { \(first); { wait 2s; \(second) } }").isEmpty)
    #expect(codes("stagger 2s { \(first); \(second) }").isEmpty)
    #expect(codes("together { { \(first); \(second) }; wait 1s }").isEmpty)
    #expect(codes("together { together { \(first) } }\n\(second)").isEmpty)
  }

  @Test("what takes no time is not shared at one instant either")
  func instants() {
    #expect(Compiling("together { face happy; face sad }").codes == [.sharedAxis])
    #expect(Compiling("together { face happy; camera zoom 2x; eyes left }").codes.isEmpty)
    #expect(Compiling("face happy\nface sad\ntogether { face joy; wait 1s }").codes.isEmpty)
  }

  @Test("a photo is no change of the zoom")
  func photo() {
    let script = "together { camera zoom 2x over 2s; { wait 1s; camera photo; eyes left } }"
    #expect(Compiling(script).codes.isEmpty)
  }

  @Test("a race that is over leaves the face to itself and holds the zoom")
  func races() throws {
    let schedule = try #require(
      Compiling("race { face happy over 4s; camera zoom 3x over 4s; wait 1s }\nface sad").schedule)
    #expect(schedule.length == 1000)
    let calls = schedule.phoneSteps
    #expect(calls.map(\.length) == [1000, 1000, 0, 0])
    #expect(
      calls.map(schedule.phoneCall) == [
        .face(.happy, over: 4000), .zoom(3000, over: 4000), .holdZoom, .face(.sad, over: 0),
      ])
    #expect(schedule.findings().isEmpty)
  }

  @Test("a loser that begins when the race is over does not begin")
  func lateLosers() throws {
    let schedule = try #require(
      Compiling("race { { wait 1s; camera zoom 3x over 4s }; wait 1s }").schedule)
    #expect(schedule.length == 1000)
    #expect(!schedule.steps.contains { schedule.phoneCall(of: $0) != nil && $0.end > 1000 })
  }

  @Test("inner branches hand on what they have in hand")
  func nested() {
    let instant = "together { face happy; eyes left }"
    #expect(Compiling("\(instant)\nface sad").codes.isEmpty)
    #expect(Compiling("together { { \(instant); face sad }; wait 1s }").codes.isEmpty)
    let inner = "race { together { face happy over 4s; wait 4s }; wait 1s }"
    #expect(Compiling("\(inner)\nface sad").codes.isEmpty)
    #expect(
      Compiling("together { { \(inner); wait 1s }; { wait 500ms; face sad } }").codes
        == [.sharedAxis])
  }

  @Test("compositions are as long as their parts, and nothing is changed by two at a time")
  func compositions() throws {
    var (compiled, refused) = (0, 0)
    for seed in UInt64(0)..<400 {
      var composer = Composer(seed: seed, waits: false, asks: true)
      let (text, length) = composer.statement(depth: 3)
      let compiling = Compiling(text)
      guard let schedule = compiling.schedule else {
        #expect(compiling.codes == [.sharedAxis], "seed \(seed)")
        refused += 1
        continue
      }
      compiled += 1
      #expect(Int(schedule.length) == length, "seed \(seed)")
      #expect(schedule.findings().isEmpty, "seed \(seed)")
      for track in [PhoneCall.Track.face, .camera] {
        let steps = schedule.steps.filter { schedule.phoneCall(of: $0)?.track == track }
        for (step, next) in zip(steps, steps.dropFirst()) {
          #expect(step.end <= next.start, "seed \(seed)")
        }
      }
    }
    #expect(compiled > 50)
    #expect(refused > 50)
  }

  @Test("an event ends the branch it is raced with, and what that has in hand")
  func decisions() throws {
    var playing = try Playing("race { camera zoom 3x over 9s; wait for button 1 }\nface sad")
    try playing.happen(press, at: 2000)
    #expect(calls(in: playing) == [.holdZoom, .face(.sad, over: 0)])
  }

  @Test("a change that goes on into the next cue gives way there")
  func decisionsBeside() throws {
    let text = "together { face happy over 9s; { wait for button 1; face sad } }"
    for time: Int32 in [0, 2000, 9500] {
      var playing = try Playing(text)
      try playing.happen(press, at: time)
      #expect(calls(in: playing) == [.face(.sad, over: 0)], "\(time)")
    }
  }

  @Test("a race lets go in the next cue of what is still under way there, and of nothing else")
  func decisionsInRaces() throws {
    let text = "race { { camera zoom 3x over 2s; wait 9s }; wait for button 1 }"
    for (time, wanted) in [(Int32(1500), [PhoneCall.holdZoom]), (2500, [])] {
      var playing = try Playing(text)
      try playing.happen(press, at: time)
      #expect(calls(in: playing) == wanted, "\(time)")
    }
  }

  private let press = WorldEvent(.button, .pressed, number: 1)

  /// The calls to the phone in the current cue.
  private func calls(in playing: Playing) -> [PhoneCall] {
    playing.cue.schedule.steps.compactMap(playing.cue.schedule.phoneCall)
  }

  @Test("a handler takes the face from the show, and the show from the handler")
  func handlers() throws {
    for time: Int32 in [0, 500, 1900] {
      var playing = try Playing("on tap { face next over 1s }\nface happy over 2s\nface sad")
      try playing.happen(WorldEvent(.tap), at: time)
      #expect(calls(in: playing) == [.nextFace(over: 1000), .face(.sad, over: 0)], "\(time)")
      #expect(playing.end() == max(2000, time + 1000))
    }
  }

  @Test("branches of one handler are held apart like those of the show")
  func handlersInside() throws {
    let together = "together { face happy over 1s; { wait 500ms; face sad } }"
    #expect(Compiling("on tap { \(together) }\nwait 1s").codes == [.sharedAxis])
    #expect(Compiling("on tap { wait 1s }\n\(together)").codes == [.sharedAxis])
  }

  @Test("a show that is replaced holds its zoom")
  func replacing() throws {
    var playing = try Playing(
      "on tap replacing { move to home over 1s }\npan to 9deg\ncamera zoom 2x over 9s")
    try playing.happen(WorldEvent(.tap), at: 3000)
    #expect(calls(in: playing) == [.holdZoom])
    #expect(playing.end() == 4000)
  }

  @Test("a recording is begun once and ended")
  func recordings() {
    func codes(_ text: String) -> [DiagnosticCode] { Compiling(text).codes }
    #expect(codes("camera record start\nif true { camera record stop }").isEmpty)
    #expect(codes("camera record { wait 1s }").isEmpty)
    #expect(codes("camera record { camera record { wait 1s } }") == [.recording])
    #expect(codes("camera record toggle\nwait 1s\ncamera record toggle").isEmpty)
    #expect(codes("camera record start") == [.recording])
    #expect(
      codes("repeat 3 { camera record start; wait 1s }\ncamera record stop") == [.recording])
    let pair = "camera record start; wait 1s; camera record stop"
    #expect(codes("repeat 3 { \(pair) }") == [.recordingInOneBlock])
    #expect(codes("together { \(pair) }").isEmpty)
    #expect(codes("camera record start; let a = 1s; camera record stop; wait a").isEmpty)
    for line in ["mark \"a\"", "on tap { face next }", "count taps", "gesture nod() {}"] {
      let (start, stop) = ("camera record start; ", "; wait 1s; camera record stop")
      let found = codes(start + line + stop).filter { $0 != .unused }
      #expect(found.isEmpty, "\(line) stands in no block")
    }
  }

  @Test("numbers out of range are refused, whatever they are")
  func ranges() {
    for zoom in ["0", "-1", "0.4x", "15.01x", "1e30", "100%/0.001"] {
      #expect(Compiling("camera zoom \(zoom)").codes == [.outOfRange], "\(zoom)")
    }
    for size in ["0x0", "15x100", "100x8193", "1e9x1e9", "99.5x100"] {
      #expect(!Compiling("camera crop \(size)").errors.isEmpty, "\(size)")
    }
    for rate in ["0fps", "241fps", "0.5fps", "1e300fps"] {
      #expect(Compiling("camera format 64x64 at \(rate)").codes == [.outOfRange], "\(rate)")
    }
    for pause in ["0s", "99ms", "1ms .. 5s"] {
      #expect(!Compiling("face random every \(pause)").errors.isEmpty, "\(pause)")
    }
    #expect(Compiling("face happy over -1s").codes == [.notPositive])
    #expect(Compiling("face happy over 1e5s").codes == [.scheduleTooLong])
  }
}

/// Schedules that were edited by hand.
struct PhoneReadingTests {
  private func read(_ line: String) -> [DiagnosticCode] {
    var sources = SourceMap()
    var found = Diagnostics()
    let text = "dock-schedule 2\nprofile stand\n0 \(line)\n0 end\n"
    _ = readSchedule(Array(text.utf8), name: "a.schedule", sources: &sources, reporting: &found)
    return found.all.map(\.code)
  }

  @Test("what no phone does is refused, and what one does is not")
  func lines() {
    for line in [
      "face happy", "face next over 5", "face same over 5", "face hold",
      "face random every 100..100 seed 0", "eyes blink",
      "eyes follow person \"ada\"", "camera zoom 500", "camera zoom by -15000 over 3",
      "camera zoom hold", "camera format 16x8192 at 240", "camera crop 16x16",
      "select person speaking", "select object \"x\"",
    ] { #expect(read(line).isEmpty, "\(line)") }
    for line in [
      "face", "face hapy", "face hold over 5", "face same over -1",
      "face happy over", "face happy over -1", "face random",
      "face random every 99..100 seed 1", "face random every 200..100 seed 1",
      "face random every 100..200 seed -1", "eyes", "eyes ahead", "eyes follow",
      "eyes follow person ada", "camera", "camera zoom", "camera zoom 499", "camera zoom by 15001",
      "camera zoom by -2147483648", "camera format 16", "camera format 16x", "camera crop 15x16",
      "camera format 16x16 at 0", "camera record", "select somebody", "camera flip flip",
    ] { #expect(read(line) == [.malformedSchedule], "\(line)") }
  }
}
