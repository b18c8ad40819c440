/// A number of bytes as people write it: `1048576`, `64MiB`, `1GiB`, `10kB`.
struct ByteCount: CustomStringConvertible {
  let bytes: Int

  init(_ bytes: Int) { self.bytes = bytes }

  init(reading argument: String) throws(RefusedValue) {
    guard let (number, unit) = split(argument), let factor = ByteCount.factors[unit.lowercased()],
      let count = Int(number)
    else { throw RefusedValue("a size is a whole number with its unit, as in '64MiB', '10kB'") }
    let (bytes, overflow) = count.multipliedReportingOverflow(by: factor)
    guard !overflow, bytes > 0 else { throw RefusedValue("a size is at least 1B") }
    self.bytes = bytes
  }

  var description: String {
    for (unit, factor) in [("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10)]
    where bytes % factor == 0 {
      return "\(bytes / factor)\(unit)"
    }
    return "\(bytes)B"
  }

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
