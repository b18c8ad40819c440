import ArgumentParser
import Playback

/// The greatest distance of a motor from its plan.
struct PathError: ExpressibleByArgument {
  /// The angle, in millidegrees; at least 1.
  let millidegrees: Int32

  init(millidegrees: Int32 = CommandList.defaultTolerance) { self.millidegrees = millidegrees }

  /// Reads an angle such as `0.1deg` or `50mdeg`, up to 360 degrees; nil if it is not one.
  init?(argument: String) {
    let (text, unit) =
      argument.hasSuffix("mdeg")
      ? (argument.dropLast(4), 1.0)
      : argument.hasSuffix("deg") ? (argument.dropLast(3), 1000) : ("", 0)
    guard let number = Double(text) else { return nil }
    let millidegrees = number * unit
    guard millidegrees >= 1, millidegrees <= 360_000 else { return nil }
    self.init(millidegrees: Int32(millidegrees))
  }

  /// The angle as the option spells it.
  var defaultValueDescription: String { "\(Double(millidegrees) / 1000)deg" }
}
