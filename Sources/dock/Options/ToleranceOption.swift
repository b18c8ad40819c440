import ArgumentParser
import Quantities
import Rehearsal

extension Tolerance: ExpressibleByArgument {
  /// The greatest number of any unit that an option may name.
  private static let greatest = 1e6

  /// Reads a tolerance such as `5ms,50mdeg`; nil if it is not one.
  public init?(argument: String) {
    var milliseconds = 0
    var millidegrees = 0
    for part in argument.split(separator: ",", omittingEmptySubsequences: false) {
      guard let (number, unit) = split(String(part)), let count = Double(number), count >= 0,
        count <= Tolerance.greatest
      else { return nil }
      switch unit {
      case "ms": milliseconds = Int(count)
      case "s": milliseconds = Int(Milliseconds.count(in: count))
      case "mdeg": millidegrees = Int(count)
      case "deg": millidegrees = Int(Millidegrees.count(in: count))
      default: return nil
      }
    }
    self.init(milliseconds: milliseconds, millidegrees: millidegrees)
  }

  /// The tolerance as an option spells it.
  public var defaultValueDescription: String { "\(milliseconds)ms,\(millidegrees)mdeg" }
}
