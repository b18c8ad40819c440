import Quantities
import Rehearsal

extension Tolerance: CustomStringConvertible {
  /// The greatest number of any unit that an option may name.
  private static let greatest = 1e6

  private static let refusal = RefusedValue(
    "a tolerance is a time, an angle, or both with a comma, as in '5ms,50mdeg'")

  /// Reads a tolerance such as `5ms,50mdeg`.
  init(reading argument: String) throws(RefusedValue) {
    var milliseconds = 0
    var millidegrees = 0
    for part in argument.split(separator: ",", omittingEmptySubsequences: false) {
      guard let (number, unit) = split(String(part)), let count = Double(number), count >= 0,
        count <= Tolerance.greatest
      else { throw Tolerance.refusal }
      switch unit {
      case "ms": milliseconds = Int(count)
      case "s": milliseconds = Int(Milliseconds.count(in: count))
      case "mdeg": millidegrees = Int(count)
      case "deg": millidegrees = Int(Millidegrees.count(in: count))
      default: throw Tolerance.refusal
      }
    }
    self.init(milliseconds: milliseconds, millidegrees: millidegrees)
  }

  /// The tolerance as an option spells it.
  public var description: String { "\(milliseconds)ms,\(millidegrees)mdeg" }
}
