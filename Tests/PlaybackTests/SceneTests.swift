import Diagnosis
import Language
import Schedules
import Simulation
import Testing
import Vocabulary

@testable import Rehearsal

/// Scenes: from text to what happens.
struct SceneTests {
  private func read(_ text: String) -> (scene: Rehearsal.Scene?, found: Diagnostics) {
    read(Array(text.utf8))
  }

  private func read(_ bytes: [UInt8]) -> (scene: Rehearsal.Scene?, found: Diagnostics) {
    let script = Script(
      scene: LoadedFile(identity: "x.scene", name: "x.scene", bytes: bytes))
    var found = script.diagnostics
    let scene = script.scene(reporting: &found)
    return (scene, found)
  }

  private func scene(_ text: String) throws -> Rehearsal.Scene {
    let (scene, found) = read(text)
    try #require(found.all.isEmpty, "\(found.all.map(\.message))")
    return try #require(scene)
  }

  private func codes(_ text: String) -> [DiagnosticCode] { read(text).found.all.map(\.code) }

  /// The events of `text` for the script, with the times in milliseconds.
  private func told(_ text: String) throws -> [String] {
    try scene(text).happenings.map { happening in
      switch happening {
      case .event(let event, let time):
        "\(time / 1_000_000) \(event.kind) \(event.phase) \(event.number ?? -1) \(event.value)"
      case .exit(let exit, let time): "\(time / 1_000_000) \(exit)"
      case .resumed(let time): "\(time / 1_000_000) resumed"
      default: "?"
      }
    }
  }

  @Test("a story is read as it stands")
  func story() throws {
    let scene = try scene(
      """
      # What happens around the dock.
      seed 7
      person ada at 20deg right, 3deg up, 1.8m away
      at 1s      ada speaks
      at 2s      ada walks to 30deg left over 4s
      at 3s      press button 1
      at 9s      turn zoom by 1
      at 10s     press shutter
      at 10.1s   press shutter
      at 12s     battery 18%
      at 16s     undock
      at 18s     dock
      """)
    #expect(scene.seed == 7)
    #expect(scene.subjects == [Scene.Subject(name: "ada", isPerson: true)])
    #expect(scene.events.count == 11)
    #expect(
      scene.events[0].occurrence
        == .arrives(0, Scene.Place(yaw: 20, pitch: -3, distance: 1.8)))
    #expect(
      scene.events[2].occurrence == .walks(0, to: Scene.Place(yaw: -30), over: 4_000_000_000))
    #expect(
      scene.faults == [
        Fault(.undocked, at: .time(16_000_000_000)), Fault(.docked, at: .time(18_000_000_000)),
      ])
  }

  @Test("what happens is told in the order of its times, and at one time in that of the lines")
  func order() throws {
    #expect(
      try told("at 3s tap\nat 1s press flip; at 2s press shutter\nat 1s charging") == [
        "1000 flip any -1.0 1.0", "1000 charging any -1.0 1.0", "2000 shutter any -1.0 1.0",
        "3000 tap any -1.0 1.0",
      ])
  }

  @Test("a button that is pressed goes up by itself, and before it is pressed again")
  func buttons() throws {
    #expect(
      try told("at 1s press button 2; at 1.05s press button 2; at 1.02s press button 1") == [
        "1000 button pressed 2.0 1.0", "1020 button pressed 1.0 1.0",
        "1050 button released 2.0 1.0", "1050 button pressed 2.0 1.0",
        "1120 button released 1.0 1.0", "1150 button released 2.0 1.0",
      ])
    #expect(
      try told("at 1s hold button 1 for 2s; at 4s hold button 1; at 5s release button 1") == [
        "1000 button pressed 1.0 1.0", "3000 button released 1.0 1.0",
        "4000 button pressed 1.0 1.0", "5000 button released 1.0 1.0",
      ])
    #expect(
      try told("at 1s hold button 1 for 2s; at 2s release button 1") == [
        "1000 button pressed 1.0 1.0", "2000 button released 1.0 1.0",
      ])
  }

  @Test("the battery tells its charge and the one before")
  func battery() throws {
    #expect(
      try told("at 2s battery 18%; at 1s battery 0.5; at 3s battery 19%") == [
        "1000 battery any 0.5 1.0", "2000 battery any 0.18 0.5", "3000 battery any 0.19 0.18",
      ])
  }

  @Test("a person is lost when the last one leaves, and may come again")
  func persons() throws {
    let scene = """
      person ada at 10deg left
      at 1s person bob at 10deg right
      object ball at 1m away
      at 2s ada leaves
      at 3s ball leaves
      at 4s bob leaves
      at 5s person ada at 10deg up
      at 6s ada looks; at 7s ada looks away
      """
    #expect(
      try told(scene) == [
        "0 person any -1.0 1.0", "0 object any -1.0 1.0", "1000 person any -1.0 1.0",
        "4000 person lost -1.0 1.0", "5000 person any -1.0 1.0",
      ])
  }

  @Test("who is there from the beginning is there before anything happens, wherever that stands")
  func beginning() throws {
    #expect(codes("at 0s ada leaves\nperson ada at 1deg left") == [])
    #expect(codes("at 0s ada leaves\nat 0s person ada at 1deg left").count == 1)
  }

  @Test("the app's absence holds the show, or ends it")
  func background() throws {
    #expect(
      try told("at 1s background; at 2s foreground; at 3s background") == [
        "1000 background any -1.0 1.0", "1000 background", "2000 resumed",
        "2000 foreground any -1.0 1.0", "3000 background any -1.0 1.0", "3000 terminate",
      ])
  }

  @Test("every fault of the dock can be written, and means itself")
  func faults() throws {
    let words = Fault.Kind.all.map { kind in
      switch kind {
      case .refused: "refused \(kind.name)"
      case .tracking: "tracking on"
      default: kind.name
      }
    }
    let text = words.map { "at 1s fault \($0)" }.joined(separator: "\n")
    #expect(try scene(text).faults.map(\.kind) == Fault.Kind.all)
    #expect(FaultName.refusals.count + FaultName.allCases.count == Fault.Kind.all.count + 1)
  }

  @Test("what can be pressed may be written in two words")
  func twoWords() throws {
    #expect(
      try scene("at 1s press tracking button; at 2s long press")
        == scene("at 1s press tracking_button; at 2s long_press"))
  }

  @Test("chance comes from the scene's own seed")
  func chance() throws {
    let line = "at random(0s, 100s) tap\n"
    let one = try scene("seed 1\n" + line + line)
    #expect(one == (try scene("seed 1\n" + line + line)))
    #expect(one.events != (try scene("seed 2\n" + line + line)).events)
    #expect(one.events[0].time != one.events[1].time)
    let again = try scene(line + "seed 0\n" + line)
    #expect(again.events[0] == again.events[1])
  }

  @Test(
    "numbers that are none, or too large, are reported",
    arguments: [
      ("at -1s tap", DiagnosticCode.notPositive), ("at 14401s tap", .outOfRange),
      ("at 1e300s tap", .outOfRange), ("at 1s / 0 tap", .divisionByZero),
      ("at 1e300s * 1e300 tap", .notFinite), ("at sqrt(-1) * 1s tap", .outOfRange),
      ("at 1s turn zoom by 1e308 * 10", .notFinite), ("at 1s battery 101%", .outOfRange),
      ("at 1s battery -1%", .outOfRange), ("at 1s press button 1e300", .outOfRange),
      ("at 1s press button 0.5", .outOfRange), ("at 1s press button 2.5", .notWhole),
      ("seed 1e300", .notWhole), ("seed -1", .notWhole), ("seed 0.5", .notWhole),
      ("person ada at 181deg left", .outOfRange), ("person ada at 91deg up", .outOfRange),
      ("person ada at 0m away", .outOfRange), ("person ada at 2km away", .unknownUnit),
      ("at 1s hold button 1 for 1e300s", .outOfRange),
    ])
  func numbers(text: String, code: DiagnosticCode) { #expect(codes(text) == [code]) }

  @Test("who cannot be read is not missed as well")
  func oneSlipIsOneReport() {
    #expect(codes("person ada at 20\nat 1s ada speaks") == [.expectedToken])
    #expect(codes("at 1s (tap\nat 2s tap)\nat 3s tap").count == 2)
    #expect(codes("at 1s tap { at 2s\n tap }\nat 3s tip") == [.trailingText, .expectedToken])
  }

  @Test("a long scene is read in a moment, and a bad one reported in part")
  func length() throws {
    let many = (0..<100_000).map { "at \(100_000 - $0)ms press button \($0 % 9 + 1)" }
    #expect(try scene(many.joined(separator: "\n")).happenings.count == 200_000)
    let persons = (0..<2_000).map { "person p\($0) at 1deg left\nat 1s q\($0) leaves" }
    let found = read(persons.joined(separator: "\n")).found
    #expect(found.all.count == Diagnostics.limit && found.dropped == 2_000 - found.all.count)
  }

  @Test("a scene has an end")
  func limit() {
    let text = String(repeating: "at 1s tap;", count: Scene.limit + 1)
    #expect(codes(text) == [.tooManySteps])
  }

  @Test("bytes that are no text are reported", arguments: 0..<300)
  func bytes(seed: Int) {
    var random = SplitMix64(seed)
    let pieces: [[UInt8]] =
      [
        "at ", "1s ", "person ", "ada ", "speaks ", "walks to ", "20deg left", ", ", "\n", "; ",
        "{",
        "}", "(", ")", "press ", "button ", "-", "/ ", "0 ", "fault ", "refused ", "away", "seed ",
        "1e999", "hold ", "for ", "long ", "tracking ", "\u{202E}", "#",
      ].map { Array($0.utf8) } + [[0xFF], [0], [0xC3]]
    var bytes: [UInt8] = []
    for _ in 0..<Int.random(in: 0..<60, using: &random) {
      bytes += pieces.randomElement(using: &random) ?? []
    }
    let (scene, found) = read(bytes)
    #expect((scene == nil) == found.hasErrors, "\(bytes)")
  }
}
