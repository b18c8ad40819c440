import Rehearsal
import Schedules
import Vocabulary

/// Random scripts that wait for events, read and count, and have no handlers, and events for them.
struct RandomWaits {
  private var random: SplitMix64
  private var depth = 0
  /// True if it declares a count.
  private var hasCount = false
  /// The script.
  private(set) var text = ""

  /// The script of `seed`.
  init(seed: Int) {
    random = SplitMix64(seed)
    if Bool.random(using: &random) { (text, hasCount) = ("count taps to 4\n", true) }
    for _ in 0..<Int.random(in: 1...4, using: &random) { text += statement() + "\n" }
    if Bool.random(using: &random) { text += "repeat forever {\n\(block())\n}\n" }
  }

  /// Events at random for the script of `seed`, and an end after them.
  static func happenings(seed: Int) -> [Happening] {
    var random = SplitMix64(seed &* 31 &+ 7)
    var time = 0
    var happenings: [Happening] = []
    for _ in 0..<Int.random(in: 0...14, using: &random) {
      time += Int.random(in: 0...2500, using: &random)
      let event =
        [
          WorldEvent(.tap), WorldEvent(.tap), WorldEvent(.person), WorldEvent(.person, .lost),
          WorldEvent(.battery, number: 0.15, value: 0.2), WorldEvent(.charging),
          WorldEvent(.button, .pressed, number: 1), WorldEvent(.button, .pressed, number: 2),
          WorldEvent(.zoom, value: Double(Int.random(in: 1...3, using: &random))),
        ].randomElement(using: &random) ?? WorldEvent(.tap)
      happenings.append(.event(event, at: time * 1_000_000))
    }
    return (happenings + [.exit(.timeUp, at: (time + 9000) * 1_000_000)]).inOrder
  }

  private mutating func one(of choices: [String]) -> String {
    choices.randomElement(using: &random) ?? ""
  }

  private mutating func event() -> String {
    one(of: ["tap", "tap", "person", "button 1", "button 2"])
  }

  private mutating func condition() -> String {
    var parts = ["person", "not person", "charging", "battery < 20%", "docked", "recording"]
    if hasCount { parts += ["taps >= 2", "taps == 0", "taps != 3", "2 > taps"] }
    let one = one(of: parts)
    switch Int.random(in: 0..<6, using: &random) {
    case 0: return "\(one) and \(self.one(of: parts))"
    case 1: return "\(one) or not (\(self.one(of: parts)))"
    case 2: return "(\(one) or \(self.one(of: parts))) and 1 < 2"
    default: return one
    }
  }

  /// A statement that is decided in the show.
  private mutating func decision() -> String {
    switch Int.random(in: 0..<4, using: &random) {
    case 0: return "wait until \(condition()) for at most \(one(of: ["1s", "2500ms"]))"
    case 1: return "repeat while \(condition()) {\n\(block())\nwait 300ms\n}"
    case 2: return "if \(condition()) {\n\(simple())\n} else {\n\(simple())\n}"
    default:
      return "if \(condition()) {\n\(simple())\n} else if \(condition()) {\n\(simple())\n}"
    }
  }

  private mutating func wait() -> String {
    if Int.random(in: 0..<12, using: &random) == 0 {
      return "wait for { zoom by x { tilt by x * 2deg down over 1s } }"
    }
    let limit = Bool.random(using: &random) ? one(of: ["1s", "2500ms"]) : ""
    guard Bool.random(using: &random) else {
      return "wait for \(event())" + (limit.isEmpty ? "" : " for at most \(limit)")
    }
    var ways = ["tap", "person", "button 1", "button 2"].shuffled(using: &random).prefix(2)
      .map { "\($0) { \(simple()) }" }
    if Int.random(in: 0..<3, using: &random) == 0 {
      ways.insert("\(event()) when \(condition()) { \(simple()) }", at: 0)
    }
    if Int.random(in: 0..<3, using: &random) == 0 {
      ways.insert("zoom by x when x > 1 { tilt by x * 2deg down over 1s }", at: 0)
      ways.append("zoom by x { tilt by x * 1deg up over 1s }")
    }
    if !limit.isEmpty { ways.append("timeout \(limit) { \(simple()) }") }
    return "wait for { \(ways.joined(separator: "; ")) }"
  }

  private mutating func simple() -> String {
    let angle = Int.random(in: 1...20, using: &random)
    let side = one(of: ["left", "right"])
    if hasCount, Int.random(in: 0..<4, using: &random) == 0 {
      return one(of: ["add 1 to taps", "add 3 to taps", "add -1 to taps", "set taps to 2"])
    }
    let length = one(of: ["", " over 1s", " over 1500ms easing smooth", " at 20deg/s"])
    return one(of: [
      "pan to \(angle)deg \(side)\(length)", "pan by \(angle)deg \(side)\(length)",
      "tilt to \(angle)deg \(one(of: ["up", "down"]))\(length)", "log \"a\"", "face happy",
      "wait 700ms", "animate yes", "tracking \(one(of: ["on", "off"]))", "move to home over 2s",
      "pan to random(5deg, 10deg) right over 1s", "limit pan at 60deg/s",
      "face sad over 500ms", "eyes \(side)",
    ])
  }

  private mutating func block() -> String {
    depth += 1
    defer { depth -= 1 }
    var lines = [wait()]
    for _ in 0..<Int.random(in: 0...2, using: &random) { lines.append(statement()) }
    return lines.joined(separator: "\n")
  }

  private mutating func statement() -> String {
    guard depth < 3 else { return simple() }
    switch Int.random(in: 0..<15, using: &random) {
    case 12...14: return decision()
    case 0...3: return wait()
    case 4: return "repeat \(Int.random(in: 2...3, using: &random)) {\n\(block())\n}"
    case 5: return "race {\n\(wait())\nwait 3s\n}"
    case 6: return "every 4s for 8s {\n\(simple())\n}"
    case 7: return "together {\n{\n\(simple())\n}\n{\n\(wait())\n}\n}"
    default: return simple()
    }
  }
}
