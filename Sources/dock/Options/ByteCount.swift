import ArgumentParser

/// A number of bytes as people write it: `1048576`, `64MiB`, `1GiB`, `10kB`.
struct ByteCount: ExpressibleByArgument, CustomStringConvertible {
  let bytes: Int

  init(_ bytes: Int) { self.bytes = bytes }

  init?(argument: String) {
    guard let (number, unit) = split(argument), let factor = ByteCount.factors[unit.lowercased()],
      let count = Int(number)
    else { return nil }
    let (bytes, overflow) = count.multipliedReportingOverflow(by: factor)
    guard !overflow, bytes > 0 else { return nil }
    self.bytes = bytes
  }

  var description: String {
    for (unit, factor) in [("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10)]
    where bytes % factor == 0 {
      return "\(bytes / factor)\(unit)"
    }
    return "\(bytes)B"
  }

  var defaultValueDescription: String { description }

  private static let kilobyte = 1000
  private static let factors = [
    "": 1, "b": 1, "kb": kilobyte, "kib": 1 << 10, "mb": kilobyte * kilobyte, "mib": 1 << 20,
    "gb": kilobyte * kilobyte * kilobyte, "gib": 1 << 30,
  ]
}

/// Splits `text` into the number it begins with and the unit that follows; nil without a number.
func split(_ text: String) -> (number: Substring, unit: Substring)? {
  let number = text.prefix { $0.isASCII && ($0.isNumber || $0 == "." || $0 == "-" || $0 == "+") }
  return number.isEmpty ? nil : (number, text[number.endIndex...])
}
