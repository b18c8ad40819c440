import Playback
import Quantities

/// The greatest distance of a motor from its plan.
struct PathError: Equatable, CustomStringConvertible {
  /// The angle, in millidegrees; at least 1.
  let millidegrees: Int32

  init(millidegrees: Int32 = CommandList.defaultTolerance) { self.millidegrees = millidegrees }

  /// Reads an angle such as `0.1deg` or `50mdeg`, up to 360 degrees.
  init(reading argument: String) throws(RefusedValue) {
    let isFine = argument.hasSuffix("mdeg")
    guard isFine || argument.hasSuffix("deg"),
      let number = Double(argument.dropLast(isFine ? 4 : 3))
    else { throw RefusedValue("an angle here is a number with its unit, as in '0.1deg', '50mdeg'") }
    let millidegrees = isFine ? number : Millidegrees.count(in: number)
    guard millidegrees >= 1, millidegrees <= Millidegrees.count(in: 360) else {
      throw RefusedValue("an angle here lies in 1mdeg .. 360deg")
    }
    self.init(millidegrees: Int32(millidegrees))
  }

  /// The angle as the option spells it.
  var description: String { "\(Millidegrees(millidegrees).degrees)deg" }
}
