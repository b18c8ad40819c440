import Motion
import Testing

/// The picture of one move in README.md: as apps drive it today, and as it is planned here.
@Suite struct MotionPictureTests {
  private static let limits = AxisLimits(
    lower: -.infinity, upper: .infinity, speed: 90, acceleration: 720, jerk: 14_400)

  @Test func thePictureIsThatOfTheMotion() throws {
    let fence = try #require(Page.readme.fences("text").first { $0.words == ["text", "motion"] })
    let wanted = Self.picture
    guard fence.lines != wanted else { return }
    guard Project.updates else {
      Issue.record("\(fence) is not what the motion is: set DOCK_UPDATE_GOLDENS to write it")
      return
    }
    try Project.write(Page.readme.replacing([(fence.range, wanted)]), to: Page.readme.name)
  }

  /// A speed of 30deg/s for one second: the motor takes it up, and drops it, as hard as it can.
  private static func pulse(at time: Double) -> MotionState {
    let (speed, most) = (30.0, limits.acceleration)
    let rise = speed / most
    if time < rise {
      return MotionState(
        position: most * time * time / 2, velocity: most * time, acceleration: most)
    }
    if time < 1 {
      return MotionState(position: speed * (time - rise / 2), velocity: speed)
    }
    let left = max(0, 1 + rise - time)
    return MotionState(
      position: speed - most * left * left / 2, velocity: most * left,
      acceleration: left > 0 ? -most : 0)
  }

  private static var picture: [String] {
    let length = 1 + 30 / limits.acceleration
    let move = Profile.move(
      from: 0, to: 30, length: length, easing: .plain, within: limits)
    let peaks = move.peaks
    let figures = [
      ("position", \MotionState.position, "30deg", "30deg"),
      ("speed", \.velocity, "30deg/s", number(peaks.speed) + "deg/s"),
      ("acceleration", \.acceleration, "720deg/s²", number(peaks.acceleration) + "deg/s²"),
      ("jerk", \.jerk, "no bound", number(peaks.jerk) + "deg/s³"),
    ]
    let head = row("", "30deg/s for 1s, then 0", "", "pan by 30deg right over \(number(length))s")
    return [head]
      + figures.map { name, figure, before, after in
        let one = samples(over: length, pulse).map { $0[keyPath: figure] }
        let other = samples(over: length, move.state).map { $0[keyPath: figure] }
        let top = (one + other).reduce(0) { max($0, abs($1)) }
        let jerks = name == "jerk" ? jumps(of: samples(over: length, pulse)) : one
        let scale = name == "jerk" ? 1 : top
        return row(
          name, bars(jerks, scale), before, bars(other, name == "jerk" ? peaks.jerk : top)) + after
      }
  }

  private static let columns = 24

  private static func samples(
    over length: Double, _ state: (Double) -> MotionState
  ) -> [MotionState] {
    (0..<columns).map { state(length * (Double($0) + 0.5) / Double(columns)) }
  }

  /// 1 or -1 where the acceleration jumps, which is a jerk without bound.
  private static func jumps(of states: [MotionState]) -> [Double] {
    let before = [0] + states.map(\.acceleration)
    return zip(before, states).map { ($1.acceleration - $0) / limits.acceleration }
  }

  /// A bar for each value: the lowest one for the least, the middle for 0 if any is negative.
  private static func bars(_ values: [Double], _ top: Double) -> String {
    let blocks = Array("▁▂▃▄▅▆▇█")
    let isSigned = values.contains { $0 < 0 }
    return String(
      values.map { value in
        let height = isSigned ? (value / top + 1) / 2 : value / top
        return blocks[max(0, min(7, Int((height * 7).rounded())))]
      })
  }

  private static func row(
    _ name: String, _ before: String, _ figure: String, _ after: String
  ) -> String {
    let cells = [(name, 14), (before, columns + 2), (figure, 12), (after, columns + 2)]
    let line = cells.map { $0.0 + String(repeating: " ", count: max(0, $0.1 - $0.0.count)) }
    return name.isEmpty ? trimmed(line.joined()) : line.joined()
  }

  private static func trimmed(_ line: String) -> String {
    String(line.reversed().drop { $0 == " " }.reversed())
  }

  /// Three digits that count, as far as they are whole.
  private static func number(_ value: Double) -> String {
    let scale = value >= 100 ? 1.0 : 1000
    let rounded = (value * scale).rounded() / scale
    return scale == 1 ? String(Int(rounded)) : "\(rounded)"
  }
}
