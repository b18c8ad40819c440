import Language
import Schedules

/// Random scripts of the forms of a live show, in legal combinations: modes, handlers of modes,
/// ends, marks, sounds, moves to somebody, recordings, choices, calls, readings and counts.
struct RandomForms {
  /// What statements use, so that no two branches use the same.
  private enum Part: CaseIterable { case pan, tilt, phone }

  private var random: SplitMix64
  private var depth = 0
  private var parts = Part.allCases
  private var isRecording = false
  private var gestures: [(name: String, parts: [Part])] = []
  private let hasTempo: Bool
  private let modes: [String]
  /// The names of the marks, in their order.
  private(set) var marks: [String] = []
  /// The script.
  private(set) var text = "count taps to 4\ncount turns\n"

  /// The script of `seed`, with tests, and without a scene.
  init(seed: Int) {
    random = SplitMix64(seed)
    hasTempo = random.once(in: 3)
    modes = Array(["idle", "greet", "rest"].prefix(Int.random(in: 0...3, using: &random)))
    if random.once(in: 3) { text += "limit pan to 80deg left .. 80deg right at 80deg/s\n" }
    declareGestures()
    for _ in 0..<whole(0...2) { text += handler(inMode: false) + "\n" }
    if hasTempo { text += tempo() + "\n" }
    if random.once(in: 2) { text += finally() + "\n" }
    text += lines(modes.isEmpty ? 2...4 : 0...2, marked: true)
    for name in modes { text += mode(name) }
    text += tests(seed)
  }

  /// The length of the sounds that scripts play, which are those of the examples.
  static func sound(_ name: String) -> Result<SoundFile, SoundFailure> {
    let wave =
      switch name {
      case "tick.wav": WaveFile(frames: 800, rate: 8000)
      case "house.wav": WaveFile(frames: 12_000, rate: 2000)
      default: WaveFile?.none
      }
    return wave.map { .success(SoundFile(name: name, wave: $0)) } ?? .failure(.notFound(beside: []))
  }

  // MARK: - The parts of a script

  /// Gestures that use a part each, and one that uses all and may call the others.
  private mutating func declareGestures() {
    let own: [(String, [Part])] = [
      ("sway", [.pan]), ("nod", [.tilt]), ("blink", [.phone]), ("greet_all", Part.allCases),
    ]
    for (name, own) in own {
      parts = own
      let way = own.contains(.pan) ? "pan by reach right over 1s; pan by reach left over 1s\n" : ""
      text += "gesture \(name)(reach: angle = 8deg) {\n\(way)\(block(1...2))}\n"
      gestures.append((name, own))
    }
  }

  private mutating func mode(_ name: String) -> String {
    var body = random.once(in: 4) ? "limit tilt at 40deg/s\n" : ""
    if random.once(in: 4) { body += tempo() + "\n" }
    for _ in 0..<whole(0...2) { body += handler(inMode: true) + "\n" }
    if random.once(in: 2) { body += finally() + "\n" }
    body += lines(1...3, marked: true)
    switch whole(0...5) {
    case 0: body += "repeat forever {\n\(timed())\n\(block(1...2))}\n"
    case 1: break
    default: body += "\(timed())\n\(go())\n"
    }
    return "mode \(name) {\n\(body)}\n"
  }

  private mutating func go() -> String { "go to \(pick(modes + modes + ["end"]))" }

  private mutating func handler(inMode: Bool) -> String {
    var event = pick([
      "tap", "tap", "button 1", "button 2", "person", "person lost", "shutter", "flip",
      "battery below 40%", "zoom by factor",
    ])
    if random.once(in: 3) {
      let isZoom = event.hasSuffix("factor")
      event += " when " + (isZoom && random.once(in: 2) ? "factor > 0 and " : "") + condition()
    }
    if random.once(in: 4) { event += " at most every \(whole(1...30))00ms" }
    let policy = pick(["", "", "pausing", "replacing", "queued", "ignoring"])
    let outer = parts
    if policy.isEmpty { parts = random.once(in: 2) ? [.phone] : [] }
    var body = random.once(in: 4) ? finally() + "\n" : ""
    depth += 2
    body += lines(1...2)
    depth -= 2
    parts = outer
    if !modes.isEmpty, random.once(in: inMode ? 2 : 4) { body += go() + "\n" }
    return "on \(event) \(policy) {\n\(body)}"
  }

  /// The whole script as a test, and a part of it.
  private mutating func tests(_ seed: Int) -> String {
    let places = marks.map { "\"\($0)\"" } + modes
    let part = places.isEmpty ? nil : pick(places)
    return ["", part.map { " from \($0)" }].compactMap { $0 }.enumerated().map { number, from in
      let scene = RandomScene(seed: seed &* 3 &+ number, hasFaults: false).text
      return "test \"\(number)\" {\n\(scene)perform\(from) for 20s\nexpect tracking restored\n}\n"
    }.joined()
  }

  private mutating func pick(_ words: [String]) -> String {
    words.randomElement(using: &random) ?? ""
  }

  private mutating func whole(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &random)
  }

  // MARK: - Statements

  /// So many statements, each on lines of its own; with marks if it may have some.
  private mutating func lines(_ count: ClosedRange<Int>, marked: Bool = false) -> String {
    (0..<whole(count)).map { _ in
      (marked && random.once(in: 3) ? mark() + "\n" : "") + statement() + "\n"
    }.joined()
  }

  /// The lines of a block, which may have an end.
  private mutating func block(_ count: ClosedRange<Int>) -> String {
    depth += 1
    defer { depth -= 1 }
    return (random.once(in: 6) ? finally() + "\n" : "") + lines(count)
  }

  private mutating func statement() -> String {
    guard depth < 3 else { return simple() }
    return switch whole(0...17) {
    case 0: choose()
    case 1: record()
    case 2: call()
    case 3: sound()
    case 4: waitFor()
    case 5: "wait until \(condition()) for at most \(pick(["1s", "2500ms"]))"
    case 6: "if \(condition()) {\n\(block(1...2))} else {\n\(block(1...1))}"
    case 7: "repeat while \(condition()) {\n\(block(1...1))\(timed())\n}"
    case 8: "repeat \(whole(2...3)) {\n\(block(1...2))}"
    case 9: together()
    case 10: race()
    case 11: turning()
    case 12: "every 7s for 14s {\n\(simple())\n}"
    default: simple()
    }
  }

  /// A statement without a block.
  private mutating func simple() -> String {
    switch whole(0...8) {
    case 0: log()
    case 1: pick(["add 1 to taps", "add 3 to taps", "add -1 to taps", "set taps to 2"])
    case 2: pick(["add 1 to turns", "set turns to 0", "add 7 to turns"])
    case 3: toSubject()
    case 4: phone()
    case 5: follow()
    default: motion()
    }
  }

  /// Something that surely takes time.
  private mutating func timed() -> String {
    hasTempo && random.once(in: 3) ? "wait 1beat" : pick(["wait 700ms", "wait 1s .. 2s"])
  }

  private mutating func finally() -> String {
    var body = [log()]
    if random.once(in: 2) { body.append(pick(["add 1 to turns", "set taps to 0"])) }
    if parts.contains(.phone), random.once(in: 2) {
      body.append(pick(["eyes center", "face normal", "camera zoom 1x"]))
    }
    return "finally { \(body.shuffled(using: &random).joined(separator: "; ")) }"
  }

  private mutating func mark() -> String {
    marks.append("mark \(marks.count)")
    return "mark \"\(marks[marks.count - 1])\""
  }

  private mutating func tempo() -> String {
    "tempo \(whole(60...180))bpm meter \(whole(2...4))"
  }

  private mutating func sound() -> String {
    pick([
      "sound \"tick.wav\"", "repeat 3 { sound \"tick.wav\" }", "sound \"house.wav\"",
      "race { sound \"house.wav\"; wait 2s }", "together { sound \"tick.wav\"; wait 50ms }",
    ])
  }

  private mutating func log() -> String {
    let values = [
      "\"a \"", "taps", "turns", "battery", "person", "recording", "charging", "person.looking",
    ]
    let some = values.shuffled(using: &random).prefix(whole(1...3))
    return "log \(some.joined(separator: ", "))"
  }

  private mutating func condition() -> String {
    let parts = [
      "person", "not person", "charging", "docked", "recording", "battery < 50%",
      "taps >= 2", "taps == 0", "taps != 3", "turns > 1", "3 > turns", "person.looking > 50%",
    ]
    let one = pick(parts)
    return switch whole(0...5) {
    case 0: "\(one) and \(pick(parts))"
    case 1: "\(one) or not (\(pick(parts)))"
    default: one
    }
  }

  private mutating func toSubject() -> String {
    let subject = pick(["person", "person", "person ada", "object"])
    let length = pick(["", " over 1s", " over 200ms", " at 40deg/s"])
    let axes = axes
    if axes.isEmpty { return log() }
    return "\(axes.count == 2 && random.once(in: 2) ? "move" : pick(axes)) to \(subject)\(length)"
  }

  /// The axes among the parts.
  private var axes: [String] {
    (parts.contains(.pan) ? ["pan"] : []) + (parts.contains(.tilt) ? ["tilt"] : [])
  }

  private mutating func follow() -> String {
    // There is one tracker, and of two branches the first may have it.
    guard parts.contains(.pan) else { return timed() }
    let subject = pick(["person", "person", "person ada", "person speaking", "object"])
    let own = axes.count == 2 && random.once(in: 2) ? "" : " with " + axes.joined(separator: ", ")
    let end = pick(["for 1s", "for 2500ms", "for 300ms", "until lost for 1s", "until lost"])
    let camera = pick(["", "", "frame left\n", "select person\n", "select none\n"])
    return "\(camera)follow \(subject)\(own) \(end)"
  }

  private mutating func phone() -> String {
    guard parts.contains(.phone) else { return timed() }
    return pick([
      "face happy", "face next", "face sad over 500ms",
      "face joy over 560ms easing spring", "eyes left", "eyes blink",
      "eyes follow person", "camera zoom 2x over 1s", "camera zoom by -0.5x", "camera photo",
    ])
  }

  private mutating func motion() -> String {
    let pan = "\(whole(1...40))deg \(pick(["left", "right"]))"
    let tilt = "\(whole(1...20))deg \(pick(["up", "down"]))"
    let length = pick(["", " over 1s", " over 1500ms easing smooth", " at 30deg/s"])
    var choices = parts.contains(.pan) ? ["pan to \(pan)\(length)", "pan to home"] : []
    if parts.contains(.tilt) { choices.append("tilt to \(tilt)\(length)") }
    if choices.count == 3 {
      choices += [
        "move to pose(pan: \(pan), tilt: \(tilt))\(length)", "move to home", "animate yes",
        "move through pose(pan: \(pan)), pose(tilt: \(tilt)), home over 5s",
        "pan by 9deg left over 1s; pan by 9deg right over 1s", "tracking on; wait 500ms",
      ]
    }
    return choices.isEmpty ? timed() : pick(choices)
  }

  /// A decision in the midst of a motion.
  private mutating func turning() -> String {
    guard parts.contains(.pan) else { return simple() }
    let spin = "spin pan at \(whole(5...15))deg/s \(pick(["left", "right"]))"
    let decision = pick([
      "if \(condition()) { wait 1s } else { wait 300ms }",
      "choose { wait 1s; wait 500ms }", "wait until \(condition()) for at most 1s",
    ])
    return "\(spin)\n\(decision)\nstop pan"
  }

  private mutating func choose() -> String {
    let hasWeights = random.once(in: 3)
    let options = (0..<whole(2...3)).map { number in
      let option = random.once(in: 3) ? "{\n\(block(1...2))}" : branch()
      return (hasWeights ? "\(number + 1): " : "") + option
    }
    return "choose {\n\(options.joined(separator: "\n"))\n}"
  }

  /// A branch of one statement.
  private mutating func branch() -> String { "{ \(simple()) }" }

  private mutating func record() -> String {
    guard parts.contains(.phone), !isRecording else { return simple() }
    isRecording = true
    defer { isRecording = false }
    return "camera record {\n\(block(1...2))\(timed())\n}"
  }

  private mutating func call() -> String {
    let fitting = gestures.filter { $0.parts.allSatisfy(parts.contains) }.map(\.name)
    guard !fitting.isEmpty else { return simple() }
    let reach = random.once(in: 3) ? "reach: \(whole(3...15))deg" : ""
    let pace = random.once(in: 2) ? "" : " at \(pick(["50%", "80%", "110%", "25%"]))"
    return "\(pick(fitting))(\(reach))" + (random.once(in: 2) ? " mirrored" : "") + pace
  }

  private mutating func waitFor() -> String {
    let events = ["tap", "person", "button 1", "button 2", "person lost", "shutter"]
    if random.once(in: 3) { return "wait for \(pick(events)) for at most 2s" }
    var ways = events.shuffled(using: &random).prefix(2).map { event in
      let condition = random.once(in: 3) ? " when \(condition())" : ""
      return "\(event)\(condition) {\n\(block(1...2))}"
    }
    if random.once(in: 3) { ways.append("zoom by f when f > 0 { log \"zoom \", f }") }
    if whole(0...3) > 0 { ways.append("timeout 2s {\n\(block(1...1))}") }
    return "wait for {\n\(ways.joined(separator: "\n"))\n}"
  }

  /// Branches that share the parts.
  private mutating func together() -> String { "together {\n\(branches())}" }

  private mutating func race() -> String {
    let end = pick(["wait 2s", "wait until \(condition()) for at most 3s", "wait for tap"])
    return "race {\n\(branches())\(end)\n}"
  }

  private mutating func branches() -> String {
    let outer = parts
    defer { parts = outer }
    return outer.map { part in
      parts = [part]
      return "{\n\(block(1...2))}\n"
    }.joined()
  }
}
