import Schedules

/// Scripts at random: every statement that moves, in every form, within limits or not.
struct RandomProgram {
  private var random: SplitMix64
  private var text = ""
  private var depth = 0
  private var hasGesture = false

  /// The script of `seed`.
  static func make(seed: Int) -> String {
    var program = RandomProgram(seed: seed)
    if program.random.once(in: 3) { program.declareGesture() }
    program.statements(1...10)
    program.line("stop")
    return program.text
  }

  /// The block of a gesture of `seed`, without animations, which have a pace of their own.
  static func makeBody(seed: Int) -> String {
    var program = RandomProgram(seed: seed)
    program.statements(1...6)
    program.line("stop")
    let lines = program.text.split(separator: "\n")
    return lines.filter { !$0.contains("animate") }.joined(separator: "\n") + "\n"
  }

  /// A short script of `seed`, which also switches system tracking at any time.
  static func makeShort(seed: Int) -> String {
    var program = RandomProgram(seed: seed)
    for _ in 0..<Int.random(in: 1...4, using: &program.random) {
      if program.random.once(in: 4) {
        program.line("tracking \(program.pick(["on", "off"]))")
        if program.random.once(in: 2) { program.line("wait \(program.number(0.1...1))s") }
      } else {
        program.statement()
      }
    }
    if program.random.once(in: 2) { program.line("stop") }
    return program.text
  }

  private init(seed: Int) { random = SplitMix64(seed) }

  private mutating func number(_ range: ClosedRange<Double>) -> String {
    let value = Double.random(in: range, using: &random)
    return String((value * 10).rounded() / 10)
  }

  private mutating func pick(_ words: [String]) -> String {
    words.randomElement(using: &random) ?? ""
  }

  private mutating func line(_ statement: String) {
    text += String(repeating: "    ", count: depth) + statement + "\n"
  }

  private mutating func statements(_ count: ClosedRange<Int>) {
    for _ in 0..<Int.random(in: count, using: &random) { statement() }
  }

  private mutating func statement() {
    switch Int.random(in: 0..<17, using: &random) {
    case 0: line("wait \(number(0.1...3))s")
    case 1: line("animate \(pick(["yes", "no", "wakeup", "kapow"]))")
    case 2: line("tracking on\nwait \(number(0.5...3))s\ntracking off\nmove to home")
    case 3: limit()
    case 4: turning()
    case 5: through()
    case 6: block()
    case 7...8: pose()
    case 9 where hasGesture && depth < 2: line("part()\(manner())")
    case 10: list()
    case 11: beats()
    case 12: choice()
    default: axisMove()
    }
  }

  private mutating func declareGesture() {
    line("gesture part() {")
    depth += 1
    statements(1...4)
    line("stop")
    depth -= 1
    line("}")
    hasGesture = true
  }

  /// How a gesture is called.
  private mutating func manner() -> String {
    let pace = random.once(in: 2) ? "" : " at \(Int.random(in: 10...150, using: &random))%"
    return (random.once(in: 2) ? " mirrored" : "") + pace
  }

  private mutating func beats() {
    line("tempo \(Int.random(in: 40...200, using: &random))bpm meter \(pick(["2", "3", "4"]))")
    line("wait \(number(0.5...3))beats")
    axisMove()
    line("wait until next \(pick(["bar", "beat"]))")
  }

  private mutating func choice() {
    line("choose {")
    depth += 1
    axisMove()
    pose()
    line("wait \(number(0.1...2))s")
    depth -= 1
    line("}")
  }

  private mutating func list() {
    let places = (0..<Int.random(in: 2...4, using: &random)).map { _ in
      "pose(pan: \(pan()), tilt: \(tilt()))"
    }
    let name = "place\(text.count)"
    line("for \(name) in \(places.joined(separator: ", ")) { move to \(name)\(ending()) }")
  }

  private mutating func pan() -> String { "\(number(0...170))deg \(pick(["left", "right"]))" }

  private mutating func tilt() -> String { "\(number(0...25))deg \(pick(["up", "down"]))" }

  private mutating func ending() -> String {
    switch Int.random(in: 0..<6, using: &random) {
    case 0: return " over \(number(0.2...9))s"
    case 1: return " over \(number(2...9))s easing \(easing())"
    case 2: return " at \(number(2...90))deg/s"
    case 3: return " easing \(easing())"
    default: return ""
    }
  }

  private mutating func easing() -> String {
    if random.once(in: 5) {
      return "bezier(\(number(0.1...0.9)), 0, \(number(0.1...0.9)), 1)"
    }
    if random.once(in: 5) { return "spring(\(number(0...0.8)))" }
    return pick(["linear", "ease_in", "ease_out", "ease_in_out", "smooth"])
  }

  private mutating func axisMove() {
    if random.once(in: 2) {
      line("pan \(pick(["to", "by"])) \(pan())\(ending())")
    } else {
      line("tilt to \(tilt())\(ending())")
    }
  }

  private mutating func pose() {
    let straight = random.once(in: 4) ? " straight" : ""
    line("move to pose(pan: \(pan()), tilt: \(tilt()))\(ending())\(straight)")
  }

  private mutating func through() {
    let points = (0..<Int.random(in: 2...4, using: &random)).map { _ in
      "pose(pan: \(pan()), tilt: \(tilt()))"
    }
    let within = random.once(in: 2) ? "" : " within \(number(0.5...9))deg"
    let over = random.once(in: 2) ? "" : " over \(number(4...20))s"
    line("move through \(points.joined(separator: ", "))\(within)\(over)")
  }

  private mutating func turning() {
    let speed = number(1...60)
    line("ramp pan to \(speed)deg/s \(pick(["left", "right"]))")
    if random.once(in: 2) { line("wait \(number(0.1...4))s") }
    switch Int.random(in: 0..<4, using: &random) {
    case 0: line("ramp pan to \(number(1...60))deg/s \(pick(["left", "right"])) over 3s\nstop")
    case 1: axisMove()
    case 2: line("spin pan at \(speed)deg/s left, tilt at 4deg/s up for 2s\nstop over 1s")
    default: line("stop")
    }
  }

  private mutating func limit() {
    switch Int.random(in: 0..<3, using: &random) {
    case 0: line("limit pan at \(number(20...120))deg/s acceleration \(number(50...700))deg/s^2")
    case 1: line("limit tilt to \(number(20...40))deg up .. \(number(20...27))deg down")
    default: line("limit pan to 300deg left .. 300deg right jerk \(number(900...9000))deg/s^3")
    }
  }

  private mutating func block() {
    guard depth < 2 else { return }
    line("repeat \(Int.random(in: 1...3, using: &random)) {")
    depth += 1
    statements(1...4)
    if random.once(in: 2) { line("stop") }
    depth -= 1
    line("}")
  }
}
