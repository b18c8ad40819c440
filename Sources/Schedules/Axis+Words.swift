import Motion
import Printing
import Quantities
import Vocabulary

extension Int32 {
  /// So many milliseconds as scripts write them, as in `1.5s`.
  var asSeconds: String { decimal(thousandths: Int(self)) + "s" }
}

extension Axis {
  /// The name that scripts use.
  public var scriptName: String {
    switch self {
    case .yaw: "pan"
    case .pitch: "tilt"
    case .roll: "roll"
    }
  }

  /// The word for a direction of the axis, as in `right`.
  package func word(isNegative: Bool) -> String {
    Direction(ofAxis: UInt8(rawValue), isNegative: isNegative).spelling
  }

  /// `thousandths` of `unit` with the word for its direction, as in `10deg up`.
  public func directed(_ thousandths: some BinaryInteger, _ unit: String) -> String {
    let size = decimal(thousandths: Int(thousandths.magnitude)) + unit
    if thousandths == 0 { return size }
    return "\(size) \(word(isNegative: thousandths < 0))"
  }

  /// `degrees`, to a thousandth, with the word for their direction, as in `30deg left`.
  package func directed(degrees: Double) -> String {
    guard abs(degrees) < 1e15 else { return "\(degrees)deg" }
    return directed(Int(Millidegrees.count(in: degrees).rounded()), "deg")
  }
}
