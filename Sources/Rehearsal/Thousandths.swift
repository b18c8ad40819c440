import Quantities

/// The nearest whole number of thousandths of `value`; 0 for what is no number.
public func thousandths(_ value: Double) -> Int {
  let scaled = Thousandths.count(in: value)
  return abs(scaled) < 0x1p53 ? Int(scaled + (scaled < 0 ? -0.5 : 0.5)) : 0
}
