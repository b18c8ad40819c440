import ArgumentParser
import Hardware
import Motion
import Quantities
import Schedules
import Vocabulary

/// A pose as an option gives it: `pan 10deg right, tilt 5deg up`, `home`, or as scripts write it:
/// `pose(pan: 10deg right, tilt: 5deg up)`.
///
/// Without a direction the sign is DockKit's: right and down are positive.
struct StartPose: ExpressibleByArgument {
  /// The pose in millidegrees.
  private(set) var millidegrees = PerAxis<Int32>(all: 0)
  /// True if it was written, and is not the default.
  let isGiven: Bool
  /// The axes that it names.
  private var given: [Axis] = []
  /// Why it cannot be read, in a clause; nil if it can.
  private var failure: String?

  /// The home pose.
  init() { isGiven = false }

  /// A pose that is given unless it is the home pose.
  init(_ millidegrees: PerAxis<Int32>) {
    self.millidegrees = millidegrees
    isGiven = millidegrees != PerAxis(all: 0)
  }

  init(argument: String) {
    isGiven = true
    guard argument != "home" else { return }
    for part in StartPose.parts(of: argument).split(
      separator: ",", omittingEmptySubsequences: false)
    {
      do throws(Unreadable) {
        let (axis, angle) = try StartPose.read(part)
        if given.contains(axis) { throw Unreadable(why: "\(axis.scriptName) is given twice") }
        given.append(axis)
        millidegrees[axis] = angle
      } catch {
        failure = error.why
        return
      }
    }
  }

  /// Why a pose cannot be read.
  private struct Unreadable: Error {
    var why: String
  }

  /// What is wrong with it as the pose of a `model`, in a clause; nil if nothing is.
  func mistake(for model: DockModel) -> String? {
    if let failure { return failure }
    for axis in given {
      guard let motor = StartPose.motor(of: axis, in: model) else {
        return "the dock '\(model.name)' has no \(axis.scriptName)"
      }
      let degrees = Millidegrees(millidegrees[axis]).degrees
      guard let lower = motor.lower, let upper = motor.upper,
        !(lower...upper).contains(degrees)
      else { continue }
      let ends = [lower, upper].map { axis.directed(degrees: $0) }
      return
        "the dock '\(model.name)' cannot \(axis.scriptName) to \(axis.directed(degrees: degrees)): "
        + "its range is \(ends[0]) to \(ends[1])"
    }
    return nil
  }

  var defaultValueDescription: String { "home" }

  /// The parts of a pose as scripts write it, in the words of the option.
  private static func parts(of argument: String) -> String {
    guard argument.hasPrefix("pose("), argument.hasSuffix(")") else { return argument }
    return String(argument.dropFirst(5).dropLast().map { $0 == ":" ? " " : $0 })
  }

  private static func read(_ part: Substring) throws(Unreadable) -> (Axis, Int32) {
    let words = part.split(separator: " ")
    let example = "as in 'pan 10deg right, tilt 5deg up'"
    guard let first = words.first, let axis = axis(named: first) else {
      let found = words.first.map { "'\($0)'" } ?? "nothing"
      throw Unreadable(why: "expected 'pan', 'tilt' or 'roll', found \(found), \(example)")
    }
    guard words.count > 1, let (number, unit) = split(String(words[1])),
      let degrees = Double(number), unit == "deg"
    else {
      throw Unreadable(
        why: "expected an angle in degrees after '\(first)', found "
          + "\(words.count > 1 ? "'\(words[1])'" : "nothing"), \(example)")
    }
    guard words.count < 4, let sign = words.count > 2 ? sign(of: words[2], on: axis) : 1 else {
      let found = words.dropFirst(2).joined(separator: " ")
      throw Unreadable(why: "\(axis.scriptName) has no direction '\(found)', \(example)")
    }
    let angle = Millidegrees.count(in: degrees * sign).rounded()
    guard abs(angle) <= Millidegrees.count(in: 36_000) else {
      throw Unreadable(why: "\(words[1]) is more than 100 turns")
    }
    return (axis, Int32(angle))
  }

  private static func motor(of axis: Axis, in model: DockModel) -> DockModel.Axis? {
    switch axis {
    case .yaw: model.yaw
    case .pitch: model.pitch
    case .roll: model.roll
    }
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
