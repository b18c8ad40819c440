import ArgumentParser
import Rehearsal

extension Tolerance: ExpressibleByArgument {
  /// Reads a tolerance such as `5ms,50mdeg`; nil if it is not one.
  public init?(argument: String) {
    var milliseconds = 0
    var millidegrees = 0
    for part in argument.split(separator: ",", omittingEmptySubsequences: false) {
      guard let (number, unit) = split(String(part)), let count = Double(number), count >= 0,
        count <= 1_000_000
      else { return nil }
      switch unit {
      case "ms": milliseconds = Int(count)
      case "s": milliseconds = Int(count * 1000)
      case "mdeg": millidegrees = Int(count)
      case "deg": millidegrees = Int(count * 1000)
      default: return nil
      }
    }
    self.init(milliseconds: milliseconds, millidegrees: millidegrees)
  }

  /// The tolerance as an option spells it.
  public var defaultValueDescription: String { "\(milliseconds)ms,\(millidegrees)mdeg" }
}
