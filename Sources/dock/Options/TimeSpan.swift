import ArgumentParser
import Quantities
import Schedules

/// A length of time as scripts write it, and hours: `500ms`, `90s`, `1.5min`, `24h`.
struct TimeSpan: ExpressibleByArgument, CustomStringConvertible {
  let milliseconds: Int

  init(milliseconds: Int) { self.milliseconds = milliseconds }

  init?(argument: String) { try? self.init(reading: argument) }

  init(reading argument: String) throws(RefusedValue) {
    let milliseconds =
      Double(try TimeSpan.nanoseconds(argument)) / Nanoseconds.count(inMilliseconds: 1)
    guard milliseconds >= 1, milliseconds <= Double(Schedule.greatestLength) else {
      throw RefusedValue("a time here lies in 1ms .. 277h")
    }
    self.milliseconds = Int(milliseconds)
  }

  /// The nanoseconds of `text`, such as `1.5s`, `2min` or `1234.000001ms`.
  fileprivate static func nanoseconds(_ text: String) throws(RefusedValue) -> Double {
    guard let (number, unit) = split(text), let count = Double(number) else {
      throw RefusedValue("a time is a number with its unit, as in '500ms', '4.2s', '2min', '1h'")
    }
    if unit == "ns" { return count }
    guard let factor = factors.first(where: { $0.unit == unit })?.milliseconds else {
      throw RefusedValue(
        unit.isEmpty
          ? "the unit is missing: '\(number)s'?"
          : "'\(unit)' is no unit of time; there are 'ms', 's', 'min' and 'h'")
    }
    return Nanoseconds.count(inMilliseconds: count * factor)
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

/// Why the value of an option is refused.
struct RefusedValue: Error, CustomStringConvertible {
  /// The reason, as a clause without a full stop.
  let description: String

  init(_ description: String) { self.description = description }
}

/// The nanoseconds of a moment such as `1.5s`, `2min` or `1234.000001ms`, at most a day.
func nanoseconds(_ text: String) throws(RefusedValue) -> Int {
  let time = try TimeSpan.nanoseconds(text).rounded()
  guard (0...86_400e9).contains(time) else {
    throw RefusedValue("a moment lies in 0s .. 24h")
  }
  return Int(time)
}
