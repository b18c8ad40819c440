/// Random shows with handlers.
enum HandlerScript {
  private static let policies = ["pausing", "replacing", "queued", "ignoring"]

  /// A script that handles the buttons 1 and 2, one of them twice.
  static func make(_ random: inout SplitMix64) -> String {
    var text = ""
    for number in [1, 2, Int.random(in: 1...2, using: &random)] {
      let policy = policies.randomElement(using: &random) ?? "pausing"
      text += "on button \(number) \(policy) { \(statements(2, &random)) }\n"
    }
    switch Int.random(in: 0..<4, using: &random) {
    case 0:
      text += "together {\n{ \(moves("pan", 4, &random)) }\n{ \(moves("tilt", 4, &random)) }\n}"
    case 1: text += "repeat 3 { \(moves("pan", 2, &random)) }\nmove to home"
    case 2: text += "every 30s for 60s { \(moves("tilt", 2, &random)) }"
    default: text += statements(5, &random)
    }
    return text + "\nstop\n"
  }

  /// The button and the time, in milliseconds.
  static func calls(_ random: inout SplitMix64) -> [(time: Int32, button: Int)] {
    var time: Int32 = 0
    return (0..<Int.random(in: 1...5, using: &random)).map { _ in
      time += Int32.random(in: 1...4000, using: &random)
      return (time, Int(Double.random(in: 1..<3, using: &random)))
    }
  }

  /// A show that changes the zoom and the face while it moves, and the same with waits instead.
  static func changes(_ random: inout SplitMix64) -> (changes: String, waits: String) {
    var lines = [["on button 1 pausing { tilt by 5deg down over 1s }"]]
    lines.append(["on button 2 pausing { wait 300ms; tilt by 2deg up }", "together {"])
    lines.append(["{ \(moves("pan", 3, &random)) }"])
    var plain = lines
    for kind in ["camera zoom by 0.5x", "face next"] {
      let lengths = (0..<3).map { _ in Int.random(in: 1...4000, using: &random) }
      func branch(_ word: (Int) -> String) -> [String] {
        ["{ \(lengths.map { "\(word($0)); log \"\(kind)\"" }.joined(separator: "; ")) }"]
      }
      lines.append(branch { "\(kind) over \($0)ms" })
      plain.append(branch { "wait \($0)ms" })
    }
    func text(_ lines: [[String]]) -> String { lines.joined().joined(separator: "\n") + "\n}" }
    return (text(lines), text(plain))
  }

  private static func statements(_ count: Int, _ random: inout SplitMix64) -> String {
    (0..<count).map { _ in statement(&random) }.joined(separator: "; ")
  }

  private static func statement(_ random: inout SplitMix64) -> String {
    func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
    switch number(0...7) {
    case 0: return "wait \(number(0...900))ms"
    case 1: return "animate yes"
    case 2:
      return "move to pose(pan: \(number(-90...90))deg right, tilt: \(number(-30...30))deg down)"
        + (number(0...1) == 0 ? "" : " straight") + " over \(number(3...7))s"
    case 3: return "spin pan at \(number(-30...30))deg/s right for \(number(1...3))s; stop"
    case 4: return moves("tilt", 1, &random)
    case 5: return "pan through \(number(10...50))deg left, \(number(10...50))deg right over 9s"
    case 6:
      return "race { pan by \(number(-30...30))deg right over 3s; wait \(number(0...2000))ms }"
    default: return moves("pan", 1, &random)
    }
  }

  private static func moves(_ axis: String, _ count: Int, _ random: inout SplitMix64) -> String {
    let easings = ["", " easing smooth", " easing ease_in_out", " easing bezier(0.3, 0, 0.6, 1)"]
    return (0..<count).map { _ in
      let range = axis == "pan" ? -90...90 : -30...30
      let (target, over) = (
        Int.random(in: range, using: &random), Int.random(in: 2500...6000, using: &random)
      )
      let word = axis == "pan" ? "right" : "down"
      guard Int.random(in: 0..<3, using: &random) > 0 else {
        return "\(axis) to \(target)deg \(word)"
      }
      let easing = easings.randomElement(using: &random) ?? ""
      return "\(axis) to \(target)deg \(word) over \(over * 2)ms\(easing)"
    }.joined(separator: "; ")
  }
}
