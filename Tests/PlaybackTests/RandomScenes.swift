import Schedules

/// Scenes at random that make sense, and scripts that wait for what is in them.
struct RandomScene {
  private var random: SplitMix64
  private var lines: [String] = []
  private var isDocked = true
  private var isInForeground = true
  private var isThere = false
  /// When she came or went last: the lines of one instant are in any order.
  private var lastMoment = ""
  private var held = false
  /// True if there is a fault of the dock, besides the events of the script.
  private(set) var isRough = false

  /// The scene of `seed`, with faults or without.
  init(seed: Int, hasFaults: Bool) {
    random = SplitMix64(seed)
    if random.once(in: 3) { line("seed \(seed)") }
    if random.once(in: 2) { arrive(at: "") }
    var time = 0
    for _ in 0..<Int.random(in: 0...12, using: &random) {
      time += Int.random(in: 0...3000, using: &random)
      let moment = "at \(time)ms "
      if hasFaults, random.once(in: 3) { rough(moment) } else { calm(moment) }
    }
    lines.shuffle(using: &random)
  }

  /// The scene as the block of a script.
  var text: String { "scene {\n" + lines.map { "    \($0)\n" }.joined() + "}\n" }

  private mutating func line(_ text: String) { lines.append(text) }

  private mutating func arrive(at moment: String) {
    line(moment + "person ada at \(Int.random(in: 0...90, using: &random))deg left, 2m away")
    (isThere, lastMoment) = (true, moment)
  }

  private mutating func calm(_ moment: String) {
    switch Int.random(in: 0..<9, using: &random) {
    case 0: line(moment + "press button 1")
    case 1: line(moment + "press button 2")
    case 2: line(moment + "tap")
    case 3: line(moment + "turn zoom by \(Int.random(in: -3...3, using: &random))")
    case 4: line(moment + "battery \(Int.random(in: 0...100, using: &random))%")
    case 5: line(moment + "press shutter")
    case 6:
      line(moment + (held ? "release button 3" : "hold button 3"))
      held.toggle()
    case 7: line(moment + "press flip")
    default:
      guard moment != lastMoment else { return line(moment + "tap") }
      guard isThere else { return arrive(at: moment) }
      lastMoment = moment
      isThere = random.once(in: 2)
      line(moment + (isThere ? "ada speaks" : "ada leaves"))
    }
  }

  private mutating func rough(_ moment: String) {
    isRough = true
    switch Int.random(in: 0..<4, using: &random) {
    case 0:
      line(moment + (isDocked ? "undock" : "dock"))
      isDocked.toggle()
    case 1:
      line(moment + (isInForeground ? "background" : "foreground"))
      isInForeground.toggle()
    case 2: line(moment + "press tracking_button")
    default:
      let faults = [
        "late", "dropped", "stall", "tracking on", "endless", "flapped", "refused notSupported",
        "refused frameRateTooHigh", "refused invalidParameter", "refused noSubjectFound",
      ]
      line(moment + "fault \(faults.randomElement(using: &random) ?? "late")")
    }
  }

  /// A statement that waits for something that may be in a scene.
  static func wait(seed: Int) -> String {
    var random = SplitMix64(seed)
    let event =
      ["button 1", "button 3 released", "tap", "person", "battery below 50%", "shutter", "dock"]
      .randomElement(using: &random) ?? "tap"
    switch Int.random(in: 0..<6, using: &random) {
    case 4:
      return """
        if person or battery < 50% { pan to 9deg left over 1s } else { wait 2s }
        repeat while charging and docked { animate no }

        """
    case 5: return "wait until person or not docked for at most 5s\n"
    case 0:
      return """
        wait for {
            \(event) { pan by 20deg right over 1s }
            timeout 4s { tilt to 5deg up over 1s }
        }

        """
    case 1:
      return """
        race {
            repeat 4 { pan by 20deg left over 1s; pan by 20deg right over 1s }
            wait for \(event)
        }

        """
    case 2: return "tracking \(random.once(in: 2) ? "off" : "on")\nwait for \(event)\n"
    default: return "wait \(Int.random(in: 0...9, using: &random))s\n"
    }
  }
}
