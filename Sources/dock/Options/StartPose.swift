import ArgumentParser
import Motion
import Quantities
import Vocabulary

/// A pose as an option gives it: `pan 10deg right, tilt 5deg up`, `home`, or as scripts write it:
/// `pose(pan: 10deg right, tilt: 5deg up)`.
///
/// Without a direction the sign is DockKit's: right and down are positive.
struct StartPose: ExpressibleByArgument {
  /// The pose in millidegrees.
  private(set) var millidegrees = PerAxis<Int32>(all: 0)

  /// The home pose.
  init() {}

  init?(argument: String) {
    guard argument != "home" else { return }
    var given: [Axis] = []
    for part in StartPose.parts(of: argument).split(
      separator: ",", omittingEmptySubsequences: false)
    {
      guard let (axis, angle) = StartPose.read(part), !given.contains(axis) else { return nil }
      given.append(axis)
      millidegrees[axis] = angle
    }
  }

  var defaultValueDescription: String { "home" }

  /// The parts of a pose as scripts write it, in the words of the option.
  private static func parts(of argument: String) -> String {
    guard argument.hasPrefix("pose("), argument.hasSuffix(")") else { return argument }
    return String(argument.dropFirst(5).dropLast().map { $0 == ":" ? " " : $0 })
  }

  private static func read(_ part: Substring) -> (Axis, Int32)? {
    let words = part.split(separator: " ")
    guard words.count == 2 || words.count == 3, let axis = axis(named: words[0]),
      let (number, unit) = split(String(words[1])), unit == "deg", let degrees = Double(number),
      let sign = words.count == 3 ? sign(of: words[2], on: axis) : 1
    else { return nil }
    let angle = Millidegrees.count(in: degrees * sign).rounded()
    return abs(angle) <= Millidegrees.count(in: 36_000) ? (axis, Int32(angle)) : nil
  }

  private static func axis(named word: Substring) -> Axis? {
    switch word {
    case "pan", "yaw": .yaw
    case "tilt", "pitch": .pitch
    case "roll": .roll
    default: nil
    }
  }

  private static func sign(of word: Substring, on axis: Axis) -> Double? {
    guard let direction = Direction(spelling: String(word)) else { return nil }
    return Int(direction.axis) == axis.rawValue ? direction.sign : nil
  }
}
