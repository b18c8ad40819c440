import Schedules

/// Handlers at random: of every event, with every policy.
struct RandomHandlers {
  private var random: SplitMix64

  /// Up to three handlers, of `seed`.
  static func make(seed: Int) -> String {
    var maker = RandomHandlers(random: SplitMix64(seed))
    let stop = "when late by \(maker.whole(0...6))00ms stop\n"
    let rule = maker.random.once(in: 4) ? maker.pick([stop, "when late recover\n"]) : ""
    let count = Int.random(in: 0...3, using: &maker.random)
    return rule + (0..<count).map { _ in maker.handler() }.joined()
  }

  private mutating func handler() -> String {
    var event = pick([
      "button 1", "button 1", "button 2", "button 3 released", "tap", "tap", "shutter", "flip",
      "person", "battery below 40%", "tracking_button", "foreground", "zoom by factor", "dock",
      "undock", "error",
    ])
    // Its handlers move nothing.
    let isSafety = ["undock", "error"].contains(event)
    if event.hasSuffix("factor"), random.once(in: 2) { event += " when factor > 0" }
    switch whole(0...5) {
    case 0: event += " once"
    case 1, 2: event += " at most every \(whole(1...30))00ms"
    default: break
    }
    let policies = ["", "pausing", "pausing", "replacing", "queued", "ignoring"]
    let policy = isSafety ? "" : pick(policies)
    let count = Int.random(in: 1...3, using: &random)
    var body = (0..<count).map { _ in policy.isEmpty ? still() : moving() }
    if policy.isEmpty, random.once(in: 3) {
      body.insert("when late \(pick(["skip", "catch_up"]))", at: 0)
    }
    return "on \(event) \(policy) { \(body.joined(separator: "; ")) }\n"
  }

  mutating func pick(_ words: [String]) -> String {
    words.randomElement(using: &random) ?? ""
  }

  private mutating func whole(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &random)
  }

  /// Something that moves nothing.
  private mutating func still() -> String {
    switch whole(0...5) {
    case 0: "log \"\(whole(0...9))\""
    case 1: "face \(pick(["happy", "sad", "joy over 500ms"]))"
    case 2: "camera zoom to 1.\(whole(0...9))x over \(whole(0...9))00ms"
    case 3: "eyes \(pick(["left", "blink", "center"]))"
    case 4: "camera photo"
    default: "wait \(whole(1...20))00ms"
    }
  }

  /// Something that moves the dock, most of the time.
  private mutating func moving() -> String {
    switch whole(0...8) {
    case 0: still()
    case 1: "animate \(pick(["yes", "no", "kapow"]))"
    case 2: "pan by \(whole(1...40))deg \(pick(["left", "right"]))"
    case 3: "pan to \(whole(0...90))deg \(pick(["left", "right"])) over \(whole(2...5))s"
    case 4: "tilt to \(whole(0...20))deg \(pick(["up", "down"]))"
    case 5: "move to home over \(whole(3...6))s"
    case 6: "ramp pan to \(whole(1...30))deg/s right; wait \(whole(1...9))00ms; stop"
    case 7: "tracking on; wait \(whole(1...9))00ms"
    default: "repeat 2 { tilt by 5deg up over 1s; tilt by 5deg down over 1s }"
    }
  }
}
