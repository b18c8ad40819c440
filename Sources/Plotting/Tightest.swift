import Motion
import Printing
import Quantities
import Schedules

/// The place where an axis comes nearest to a limit of its rates.
struct Tightest: Equatable, Sendable {
  /// The share of the limit that is used, from 0 to about 1.
  var share: Double
  /// What is limited.
  var quantity: Quantity
  /// The value there, in degrees and seconds.
  var value: Double
  /// The limit.
  var limit: Double
  /// The number of the stretch.
  var stretch: Int
  /// When, in seconds of the stretch.
  var time: Double
  /// The step; nil if none is known.
  var step: Stretch.StepName?

  /// The place in words.
  var words: String {
    let source = step.map { $0.source.isEmpty ? "" : " (\($0.source))" } ?? ""
    return "\(percent) of the \(quantity.word) limit at \(clock(time))"
      + (step.map { ", by \($0.words)\(source)" } ?? "")
  }

  /// The share as a percentage; never 100 % of a limit that is not reached.
  var percent: String {
    let rounded = (share * 100).rounded()
    if rounded == 0 { return "under 1 %" }
    return "\(Int(max(0, min(9999, share < 0.9999 ? min(rounded, 99) : rounded)))) %"
  }
}

extension TimePlot {
  /// Where `axis` comes nearest to a limit: when, in seconds, the quantity and its value there, and
  /// the place in words; nil if it never moves.
  package func nearest(to axis: Axis) -> (
    time: Double, quantity: String, value: Double, percent: String, words: String
  )? {
    tightest(of: axis).map {
      ($0.time, $0.quantity.word, $0.value, $0.percent, $0.words)
    }
  }

  /// Where `axis` comes nearest to a limit; nil if it never moves.
  func tightest(of axis: Axis, _ quantities: [Quantity] = [.speed, .acceleration, .jerk])
    -> Tightest?
  {
    var tightest: Tightest?
    for (index, stretch) in stretches.enumerated() {
      for quantity in quantities {
        for segment in stretch.plan[axis]?.segments(of: quantity, within: 1e-3) ?? [] {
          for turn in segment.turns {
            let value = segment.value(at: turn)
            let share = abs(value) / segment.limit
            // A first place stays; rounding does not move it.
            guard share > 1e-9, share > (tightest?.share ?? 0) * (1 + 1e-9) else { continue }
            tightest = Tightest(
              share: share, quantity: quantity, value: value, limit: segment.limit, stretch: index,
              time: segment.start + turn * segment.length,
              step: segment.step.flatMap { stretch.steps[safe: $0] })
          }
        }
      }
    }
    return tightest
  }
}

extension Quantity {
  /// Its name.
  var word: String {
    switch self {
    case .position: "position"
    case .speed: "speed"
    case .acceleration: "acceleration"
    case .jerk: "jerk"
    }
  }

  /// The unit of its values, as plots write it.
  var plotUnit: String {
    switch self {
    case .position: "°"
    case .speed: "°/s"
    case .acceleration: "°/s²"
    case .jerk: "°/s³"
    }
  }
}

/// `value` with three digits that count, as far as they are behind the point.
func figure(_ value: Double) -> String {
  let size = abs(value)
  let scale = size >= 100 ? 1.0 : size >= 10 ? 10 : size >= 1 ? 100 : Double(Thousandths.whole)
  return decimal((value * scale).rounded() / scale)
}

/// `time`, in seconds, as a time axis has it, to the second from a minute on: `2.5 s`, `1:30`.
func clock(_ time: Double) -> String {
  time < 60 ? "\(figure(time)) s" : Timeline.name(of: time, tick: 1)
}
