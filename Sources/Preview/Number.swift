import Printing
import Quantities

/// A number with as many decimals as a page needs: seven, without zeros at the end.
///
/// An infinite one is `null`: there is no limit.
struct Number: JSONScalar {
  private static let scale = 1e7
  private let value: Double

  init(_ value: Double) { self.value = value }

  /// Creates the number of seconds of `nanoseconds`.
  init(nanoseconds: Int) { value = Nanoseconds(nanoseconds).seconds }

  /// Creates the number of so many units, as `units` counts them.
  init(units: Int) { value = Double(units) / Number.scale }

  /// The number in units of its last decimal, as it is written; of an infinite one, 0.
  var units: Int {
    value.isFinite ? Int((max(-1e11, min(1e11, value)) * Number.scale).rounded()) : 0
  }

  /// True if it is written as 0.
  var isZero: Bool { abs(value) * Number.scale < 0.5 }

  func writeJSON(to buffer: inout TextBuffer) {
    guard value.isFinite else { return buffer.write("null") }
    guard abs(value) < 1e11 else { return buffer.write(Int(max(-9e18, min(9e18, value)))) }
    let scaled = Int((value * Number.scale).rounded())
    if scaled < 0 { buffer.write("-") }
    let (whole, part) = scaled.magnitude.quotientAndRemainder(dividingBy: UInt(Number.scale))
    buffer.write(Int(whole))
    guard part > 0 else { return }
    var digits = part
    var count = 7
    while digits % 10 == 0 { (digits, count) = (digits / 10, count - 1) }
    buffer.write(".")
    var size = 1
    var rest = digits
    while rest >= 10 { (rest, size) = (rest / 10, size + 1) }
    for _ in size..<count { buffer.write("0") }
    buffer.write(Int(digits))
  }
}
