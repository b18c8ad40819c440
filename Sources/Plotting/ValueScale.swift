/// Where the values of a chart are: a linear scale, and the limits.
///
/// A curve that stays far from its limits would be a flat line between them. The limit lines then
/// stand at the edges, behind a break of the scale, and their figures say how far away they are.
struct ValueScale {
  /// The values at the lower and the upper end of the linear part.
  let lower, upper: Double
  /// The upper edge and the height of the chart.
  let top, height: Double
  /// The limits; nil where there is none.
  let least, most: Double?
  /// True if the limit at the lower edge, or at the upper, is behind a break.
  let isLowerBroken, isUpperBroken: Bool

  /// The height at an edge that is kept for a limit behind a break.
  private let margin: Double

  /// Creates the scale of a chart for `values` between the limits `least` and `most`.
  ///
  /// If it `isSymmetric`, 0 is in the middle.
  init(
    values: ClosedRange<Double>, least: Double?, most: Double?, isSymmetric: Bool, top: Double,
    height: Double, margin: Double
  ) {
    (self.top, self.height, self.margin) = (top, height, margin)
    (self.least, self.most) = (least, most)
    var (low, high) = (values.lowerBound, values.upperBound)
    if isSymmetric {
      high = max(abs(low), abs(high))
      low = -high
    }
    if high - low < 1e-9 {
      let room = isSymmetric ? (most ?? 1) : 1
      (low, high) = (low - room, high + room)
    }
    let pad = (high - low) * (isSymmetric ? 0.1 : 0.12)
    (low, high) = (low - pad, high + pad)
    let span = high - low
    func isFar(_ distance: Double) -> Bool { distance > span * (isSymmetric ? 0.9 : 0.8) }
    let isFarBelow = least.map { isFar(low - $0) } ?? false
    let isFarAbove = most.map { isFar($0 - high) } ?? false
    let near = span * 0.04
    lower = isFarBelow ? low : min(low, least.map { $0 - near } ?? low)
    upper = isFarAbove ? high : max(high, most.map { $0 + near } ?? high)
    (isLowerBroken, isUpperBroken) = (isFarBelow, isFarAbove)
  }

  /// The upper edge of the linear part.
  private var linearTop: Double { top + (isUpperBroken ? margin : 0) }
  /// The height of the linear part.
  private var linearHeight: Double {
    height - (isUpperBroken ? margin : 0) - (isLowerBroken ? margin : 0)
  }

  /// How much of the page a unit takes.
  var unit: Double { linearHeight / (upper - lower) }

  /// Where `value` is.
  func y(at value: Double) -> Double { linearTop + (upper - value) * unit }

  /// Where the limit `value` is, which is one of the ends.
  func limitY(at value: Double) -> Double {
    if isUpperBroken, value > upper { return top + margin * 0.25 }
    if isLowerBroken, value < lower { return top + height - margin * 0.25 }
    return min(top + height, max(top, y(at: value)))
  }

  /// The heights at which the scale is broken.
  var breaks: [Double] {
    (isUpperBroken ? [top + margin * 0.72] : [])
      + (isLowerBroken ? [top + height - margin * 0.72] : [])
  }

  /// Where `value` is, kept within the chart.
  func bounded(_ value: Double) -> Double { min(top + height, max(top, y(at: value))) }
}
