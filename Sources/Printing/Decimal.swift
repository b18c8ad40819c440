import Quantities

/// `thousandths` / 1000 with no more decimals than it needs, as in `1.25`.
public func decimal(thousandths: Int) -> String {
  var buffer = TextBuffer()
  buffer.write(thousandths: thousandths)
  var text = buffer.text
  while text.last == "0" { text.removeLast() }
  if text.last == "." { text.removeLast() }
  return text
}

/// The seconds of `time` to the nearest millisecond, as in `1.25`.
public func decimal(_ time: Nanoseconds) -> String {
  decimal(thousandths: Int(time.nearestMilliseconds))
}

/// The seconds of `time`, exact to the nanosecond, as in `1.234000001`.
public func decimal(exact time: Nanoseconds) -> String {
  let (whole, rest) = time.count.magnitude.quotientAndRemainder(
    dividingBy: UInt(Nanoseconds.second))
  var digits = String(rest + UInt(Nanoseconds.second)).dropFirst()
  while digits.last == "0" { digits.removeLast() }
  return (time.count < 0 ? "-" : "") + String(whole) + (digits.isEmpty ? "" : "." + digits)
}

/// `value` with at most three decimals; from 2^53 thousandths on, which a number no longer tells
/// apart, all of its digits, and from 10^16 on with an exponent.
public func decimal(_ value: Double) -> String {
  guard abs(value) < 0x1p53 / Double(Thousandths.whole) else {
    return abs(value) < 1e16 && value == value.rounded() ? String(Int(value)) : String(value)
  }
  return decimal(thousandths: Int(Thousandths.count(in: value).rounded()))
}
