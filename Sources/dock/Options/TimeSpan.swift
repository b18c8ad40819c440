import ArgumentParser
import Quantities

/// A length of time as scripts write it, and hours: `500ms`, `90s`, `1.5min`, `24h`.
struct TimeSpan: ExpressibleByArgument, CustomStringConvertible {
  let milliseconds: Int

  init(milliseconds: Int) { self.milliseconds = milliseconds }

  init?(argument: String) {
    guard let (number, unit) = split(argument), let count = Double(number),
      let factor = TimeSpan.factors.first(where: { $0.unit == unit })?.milliseconds
    else { return nil }
    // A schedule counts its milliseconds in 32 bits.
    let milliseconds = count * factor
    guard milliseconds >= 1, milliseconds <= Double(Int32.max) else { return nil }
    self.milliseconds = Int(milliseconds)
  }

  var description: String {
    for (unit, factor) in TimeSpan.factors where milliseconds % Int(factor) == 0 {
      return "\(milliseconds / Int(factor))\(unit)"
    }
    return "\(milliseconds)ms"
  }

  var defaultValueDescription: String { description }

  private static let factors: [(unit: String, milliseconds: Double)] = [
    ("h", Milliseconds.count(in: 3600)), ("min", Milliseconds.count(in: 60)),
    ("s", Milliseconds.count(in: 1)), ("ms", 1),
  ]
}
