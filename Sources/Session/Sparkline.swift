import Motion
import Rehearsal
import Schedules

/// A curve drawn in one line of blocks, the least value lowest.
struct Sparkline {
  static let width = 48
  private static let blocks = Array("▁▂▃▄▅▆▇█")

  let text: String
  private let first: Double
  private let last: Double
  private let range: ClosedRange<Double>

  /// Draws `values`, all of which lie in `range`.
  init(_ values: [Double], between range: ClosedRange<Double>) {
    let least = range.lowerBound
    let span = range.upperBound - least
    text = String(
      values.map { value in
        // A change of less than a thousandth of a degree is no motion.
        let level = span > 0.001 ? (value - least) / span * 7.999 : 0
        return Sparkline.blocks[min(7, max(0, Int(level)))]
      })
    (first, last) = (values.first ?? 0, values.last ?? 0)
    self.range = range
  }

  /// The start, the end and the range of `axis`.
  func words(of axis: Axis) -> String {
    func word(_ degrees: Double) -> String { axis.directed(thousandths(degrees), "deg") }
    if range.upperBound - range.lowerBound <= 0.001 { return "stays at \(word(first))" }
    let ends = "\(word(first)) to \(word(last))"
    let isPlain =
      abs(min(first, last) - range.lowerBound) < 0.0005
      && abs(max(first, last) - range.upperBound) < 0.0005
    return isPlain
      ? ends : "\(ends), between \(word(range.lowerBound)) and \(word(range.upperBound))"
  }
}
