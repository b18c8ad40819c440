import ArgumentParser
import Playback
import Quantities

/// The greatest distance of a motor from its plan.
struct PathError: ExpressibleByArgument {
  /// The angle, in millidegrees; at least 1.
  let millidegrees: Int32

  init(millidegrees: Int32 = CommandList.defaultTolerance) { self.millidegrees = millidegrees }

  /// Reads an angle such as `0.1deg` or `50mdeg`, up to 360 degrees; nil if it is not one.
  init?(argument: String) {
    let isFine = argument.hasSuffix("mdeg")
    guard isFine || argument.hasSuffix("deg"),
      let number = Double(argument.dropLast(isFine ? 4 : 3))
    else { return nil }
    let millidegrees = isFine ? number : Millidegrees.count(in: number)
    guard millidegrees >= 1, millidegrees <= Millidegrees.count(in: 360) else { return nil }
    self.init(millidegrees: Int32(millidegrees))
  }

  /// The angle as the option spells it.
  var defaultValueDescription: String { "\(Millidegrees(millidegrees).degrees)deg" }
}
