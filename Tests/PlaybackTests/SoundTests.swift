import Diagnosis
import Foundation
import Hardware
import Language
import Motion
import Playback
import Printing
import Rehearsal
import Schedules
import Scheduling
import Simulation
import Testing
import Vocabulary

/// A sound lasts as long as its file, and ends with what waits for it.
@Suite("Sounds") struct SoundTests {
  /// Sounds with so many samples a second, and so many samples.
  private static let files: [String: (frames: UInt64, rate: UInt32)] = [
    "third.wav": (1, 3), "cd.wav": (12_345, 44_100), "long.wav": (80_000, 8000),
    "two.wav": (96_000, 48_000),
  ]

  private func script(_ text: String) -> Script {
    Script(
      checking: LoadedFile(identity: "show.dock", name: "show.dock", bytes: Array(text.utf8)),
      sounds: { name, _ in
        Self.files[name].flatMap { WaveFile(frames: $0.frames, rate: $0.rate) }
          .map { .success(SoundFile(name: name, wave: $0)) }
          ?? .failure(.notFound(beside: Self.files.keys.sorted()))
      }, loading: { _, _ in .failure(.notFound) })
  }

  private func schedule(_ text: String) throws -> Schedule {
    let script = script(text)
    var found = script.diagnostics
    let schedule = script.schedule(for: Compilation(), reporting: &found)
    return try #require(schedule, "\(found.all.map(\.message))")
  }

  private func cue(_ text: String) throws -> Cue {
    let script = script(text)
    var found = script.diagnostics
    let cue = script.firstCue(for: Compilation(), isPlayed: true, reporting: &found)
    return try #require(cue, "\(found.all.map(\.message))")
  }

  /// What the phone of `run` was asked for, with milliseconds, as traces print it.
  private func sounds(_ run: RunRecord) -> [String] {
    run.trace.events.compactMap { event in
      guard case .phone(let call) = event.kind, call.track == .sound else { return nil }
      return "\(event.time / 1_000_000) \(call.words) \(call.name ?? "")"
    }
  }

  private func play(_ text: String, _ happenings: [Happening] = []) throws -> RunRecord {
    rehearse(try cue(text), happenings: happenings.inOrder)
  }

  private func tap(at seconds: Double) -> Happening {
    .event(WorldEvent(.tap), at: Int(seconds * 1e9))
  }

  // MARK: - How long it lasts

  @Test("last as long as their files, to the nanosecond, however many follow each other")
  func length() throws {
    #expect(try schedule("sound \"cd.wav\"").length == 280)
    #expect(try schedule("repeat 44100 { sound \"cd.wav\" }").length == 12_345_000)
    #expect(try schedule("repeat 3000 { sound \"third.wav\" }").length == 1_000_000)
    let steps = try schedule("repeat 3 { sound \"third.wav\" }").steps
    #expect(steps.map(\.start) == [0, 333, 667] && steps.map(\.length) == [333, 334, 333])
  }

  @Test("keep their length at another pace")
  func pace() throws {
    let text = "gesture ring() { sound \"two.wav\"; wait 1s }\nring() at 50%; ring() at 200%"
    #expect(try schedule(text).length == 2000 + 2000 + 2000 + 500)
  }

  @Test("take no axis, and several are heard at once, each with a number")
  func several() throws {
    let text = """
      together { sound "two.wav"; sound "long.wav"; { wait 3s; sound "two.wav" }; \
      { pan by 20deg right over 1s; pan by 20deg left over 1s } }
      """
    let run = try play(text)
    #expect(
      sounds(run) == [
        "0 1 over 2000 two.wav", "0 2 over 10000 long.wav", "3000 1 over 2000 two.wav",
      ])
    #expect(run.outcome.length == 10_000_000_000)
  }

  // MARK: - What ends it

  @Test("end with a race that is lost, and end one that they win")
  func race() throws {
    let lost = try play("race { sound \"long.wav\"; wait 4s }; together { sound \"two.wav\" }")
    #expect(
      sounds(lost) == [
        "0 1 over 10000 long.wav", "4000 1 stop long.wav", "4000 1 over 2000 two.wav",
      ])
    let schedule = try schedule("race { sound \"long.wav\"; wait 4s }")
    #expect(schedule.steps.first?.length == 4000)
    #expect(try play("race { sound \"two.wav\"; wait 4s }").outcome.length == 2_000_000_000)
  }

  @Test("of a branch inside of the branch that has lost end, too, and others are heard further")
  func nested() throws {
    let run = try play(
      """
      together {
          sound "long.wav"
          race { together { sound "two.wav"; { wait 500ms; sound "two.wav" } }; wait 1s }
      }
      """)
    #expect(
      sounds(run) == [
        "0 1 over 10000 long.wav", "0 2 over 2000 two.wav", "500 3 over 2000 two.wav",
        "1000 2 stop two.wav", "1000 3 stop two.wav",
      ])
  }

  @Test("are held with the show, and go on where they were")
  func pausing() throws {
    let run = try play(
      "on tap pausing { sound \"third.wav\"; wait 1s }\nsound \"long.wav\"", [tap(at: 3)])
    let rest = 3000 + 333 + 1000
    #expect(
      sounds(run) == [
        "0 1 over 10000 long.wav", "3000 1 stop long.wav", "3000 2 over 333 third.wav",
        "\(rest + 1) 1 from 3000 over 7000 long.wav",
      ])
    #expect(run.outcome.length / 1_000_000 == rest + 1 + 7000)
  }

  @Test("end when a handler takes the place of the show, and with the mode")
  func left() throws {
    let replaced = try play("on tap replacing { wait 1s }\nsound \"long.wav\"", [tap(at: 3)])
    #expect(sounds(replaced) == ["0 1 over 10000 long.wav", "3000 1 stop long.wav"])
    let mode = try play(
      """
      mode song { on tap { go to rest }; sound "long.wav"; go to rest }
      mode rest { wait 1s }
      """, [tap(at: 4), .end(at: 30)])
    #expect(sounds(mode) == ["0 1 over 10000 long.wav", "4000 1 stop long.wav"])
  }

  @Test("go on while the events of others come")
  func across() throws {
    let run = try play(
      "together { sound \"long.wav\"; repeat 2 { wait for tap; face next } }",
      [tap(at: 1), tap(at: 2)])
    #expect(sounds(run) == ["0 1 over 10000 long.wav"])
    #expect(run.outcome.length == 10_000_000_000)
  }

  @Test(
    "that are heard when the show is ended from outside are ended",
    arguments: [Exit.interrupt, .terminate, .quit, .kill])
  func exits(exit: Exit) throws {
    let text = "together { sound \"long.wav\"; sound \"two.wav\" }"
    for (time, ended) in [(1, ["long.wav", "two.wav"]), (3, ["long.wav"])] {
      let run = try play(text, [.exit(exit, at: time * 1_000_000_000)])
      #expect(run.phone.sounds(at: time * 1_000_000_000 + 1).isEmpty)
      let stops = sounds(run).filter { $0.contains("stop") }
      #expect(stops.map { $0.split(separator: " ").last.map(String.init) } == ended)
    }
    #expect(sounds(try play(text)).count == 2)
  }

  @Test("are silent while the show is held from outside")
  func heldFromOutside() throws {
    let run = try play(
      "sound \"long.wav\"",
      [.exit(.suspend, at: 2_000_000_000), .resumed(at: 5_000_000_000)])
    #expect(
      sounds(run) == [
        "0 1 over 10000 long.wav", "2000 1 stop long.wav", "5000 1 from 2000 over 8000 long.wav",
      ])
    #expect(run.outcome.length == 13_000_000_000)
  }

  // MARK: - Schedules and recordings

  @Test("are the same in both forms of a schedule")
  func forms() throws {
    let text = "race { together { sound \"long.wav\"; sound \"two.wav\" }; wait 1.5s }"
    let schedule = try schedule(text)
    var forms: [[UInt8]] = [[], []]
    schedule.writeText { forms[0] += $0.bytes }
    schedule.writeJSON { forms[1] += $0.bytes }
    let whole = rehearse(Cue(schedule))
    for form in forms {
      var (sources, found) = (SourceMap(), Diagnostics())
      let read = readSchedule(form, name: "x", sources: &sources, reporting: &found)
      let again = try #require(read, "\(found.all.map(\.message))")
      #expect(rehearse(Cue(again)).trace == whole.trace)
    }
  }

  @Test(
    "that no phone plays are refused in a schedule",
    arguments: [
      "sound 0 over 5 \"a.wav\"", "sound 1 over 5 \"\"", "sound 1 over -5 \"a.wav\"",
      "sound 1 from 2147483647 over 1 \"a.wav\"", "sound 1 \"a.wav\"", "sound 0 stop \"a.wav\"",
    ])
  func refused(step: String) {
    let text = "dock-schedule 2\nprofile stand\nsource a.dock\nfrom yaw 0, pitch 0\n\n0 \(step)\n"
    var (sources, found) = (SourceMap(), Diagnostics())
    let read = readSchedule(Array(text.utf8), name: "x", sources: &sources, reporting: &found)
    #expect(read == nil && found.hasErrors)
  }

  @Test("are repeated from a recording without their files")
  func recording() throws {
    let text = "on tap pausing { wait 1s }\nsound \"cd.wav\"; sound \"long.wav\""
    let script = script(text)
    let cue = try cue(text)
    let run = rehearse(cue, happenings: [tap(at: 3)])
    let recording = Recording(
      of: cue, compiledFor: Compilation(), from: script.sources, sounds: script.sounds,
      isTracking: true, faults: [], happenings: [tap(at: 3)], trace: run.trace)
    #expect(recording.sounds.map(\.name) == ["cd.wav", "long.wav"])
    let read = try #require(Recording(recording.text.bytes))
    #expect(read == recording)
    var (sources, found) = (SourceMap(), Diagnostics())
    let again = try #require(read.cue(name: "rec", sources: &sources, reporting: &found))
    #expect(read.replay(again).trace.text == run.trace.text)
  }

  @Test("that are heard after an interruption are found by a sweep")
  func swept() throws {
    let result = sweep(Cue(try schedule("together { sound \"long.wav\"; pan by 9deg right }")))
    #expect(result.failures == 0 && result.cuts > 0)
  }
}

/// Sounds are found as the files of `use` are, and nothing else is.
@Suite("Files of sounds") struct SoundFileTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "dock-\(UUID())")
  private let header: [UInt8] =
    Array("RIFF\0\0\0\0WAVEfmt ".utf8) + [16, 0, 0, 0, 1, 0, 1, 0, 0x40, 0x1F, 0, 0]
    + [0x40, 0x1F, 0, 0, 1, 0, 8, 0] + Array("data".utf8)

  /// Reads the length of `name` from the folder of a script in a folder `in` of its own.
  private func find(
    _ name: String, preparing prepare: (URL) throws -> Void
  ) throws -> Result<SoundFile, SoundFailure> {
    let home = folder.appending(path: "in")
    try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data("wait 1s".utf8).write(to: home.appending(path: "show.dock"))
    try prepare(home)
    let path = home.appending(path: "show.dock").path
    var files = try ScriptFolder(ofScriptAt: path, limit: 1000)
    let script = try files.loadScript(at: path)
    return files.sound(name, from: script.identity)
  }

  /// Writes a WAV file of `count` samples, in which the samples are holes.
  private func write(_ count: UInt32, to url: URL) throws {
    let size = (0..<4).map { UInt8(truncatingIfNeeded: count >> (8 * $0)) }
    try Data(header + size).write(to: url)
    let file = try FileHandle(forWritingTo: url)
    try file.truncate(atOffset: UInt64(header.count + 4) + UInt64(count))
    try file.close()
  }

  @Test("have any size: only their headers are read")
  func large() throws {
    let found = try find("sub/long.wav") { home in
      try FileManager.default.createDirectory(
        at: home.appending(path: "sub"), withIntermediateDirectories: true)
      try write(4_000_000_000, to: home.appending(path: "sub/long.wav"))
    }
    let wave = WaveFile(frames: 4_000_000_000, rate: 8000).map {
      SoundFile(name: "sub/long.wav", wave: $0)
    }
    #expect(try found.get() == wave)
  }

  @Test("lie in the folder of the script, links followed", arguments: ["link.wav", "../o.wav"])
  func outside(name: String) throws {
    let found = try find(name) { home in
      try write(8000, to: folder.appending(path: "o.wav"))
      try FileManager.default.createSymbolicLink(
        at: home.appending(path: "link.wav"),
        withDestinationURL: folder.appending(path: "o.wav"))
    }
    #expect(found == .failure(.outsideRoot(inside: nil)))
    let inside = try find("../o.wav") { try write(8000, to: $0.appending(path: "o.wav")) }
    #expect(inside == .failure(.outsideRoot(inside: "o.wav")))
    #expect(try find("/etc/passwd") { _ in } == .failure(.outsideRoot(inside: nil)))
  }

  @Test("are regular files")
  func regular() throws {
    let found = try find("sub.wav") { home in
      try FileManager.default.createDirectory(
        at: home.appending(path: "sub.wav"), withIntermediateDirectories: true)
    }
    #expect(found == .failure(.unreadable("it is a folder")))
    let pipe = try find("pipe.wav") { home in
      #expect(mkfifo(home.appending(path: "pipe.wav").path, 0o600) == 0)
    }
    #expect(pipe == .failure(.unreadable("it is not a regular file")))
  }

  @Test("that are missing have neighbours")
  func missing() throws {
    let found = try find("a.wav") { home in
      for name in ["b.wav", "a.WAV", "c.txt"] {
        try write(8, to: home.appending(path: name))
      }
    }
    #expect(found == .failure(.notFound(beside: ["a.WAV", "b.wav"])))
    #expect(try find("a\0b.wav") { _ in } == .failure(.notFound(beside: [])))
  }
}
