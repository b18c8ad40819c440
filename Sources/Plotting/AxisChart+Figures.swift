import Drawing
import Motion
import Schedules

// What stands beside a chart: the values of its scale, and its figures.

extension AxisChart {
  /// A value beside the chart.
  struct Mark {
    var value, y: Double
    var text: String
    var isLimit: Bool
  }

  /// The values beside the chart: the limits, then round ones between them, none over another.
  var marks: [Mark] {
    var marks: [Mark] = []
    let least = form.isCells ? form.lane : form.small + 1
    func add(_ value: Double, _ y: Double, isLimit: Bool) {
      guard marks.allSatisfy({ abs($0.y - y) >= least }) else { return }
      let size = value * axis.orientation
      let text =
        quantity == .position && !isError
        ? axis.shortPlace(size) : figure(abs(size) < 1e-9 ? 0 : abs(size))
      marks.append(Mark(value: value, y: y, text: text, isLimit: isLimit))
    }
    for limit in [scale.most, scale.least].compactMap(\.self) {
      add(limit, scale.limitY(at: limit), isLimit: true)
    }
    if scale.lower < 0, scale.upper > 0 { add(0, scale.y(at: 0), isLimit: false) }
    // Far from a limit, the greatest value says how far.
    if let peak, quantity != .position, scale.isUpperBroken || scale.isLowerBroken {
      add(peak, scale.y(at: peak), isLimit: false)
    }
    let ends = marks
    var best = marks
    for step in roundSteps(for: scale.upper - scale.lower, count: height / (form.small * 2.4))
    where step * scale.unit >= least {
      marks = ends
      var value = (scale.lower / step).rounded(.up) * step
      while value <= scale.upper {
        add(value, scale.y(at: value), isLimit: false)
        value += step
      }
      if marks.count > best.count { best = marks }
      // One value alone is no scale; nor are limits behind a break.
      if best.count(where: { (scale.lower...scale.upper).contains($0.value) }) > 1 { break }
    }
    return best
  }

  /// Steps from mark to mark that are easy to read: the one that makes at most `count` marks, and
  /// the next two.
  private func roundSteps(for span: Double, count: Double) -> ArraySlice<Double> {
    let least = span / max(1, count)
    var unit = 1e-6
    while unit * 10 < least { unit *= 10 }
    let steps = [10, 5, 2, 1, 0.5, 0.2].map { $0 * unit }
    return steps[((steps.lastIndex { $0 >= least }) ?? 0)...].prefix(3)
  }

  mutating func drawMark(_ mark: Mark) {
    let x = form.left - (form.isCells ? Lettering.cell : 7)
    let y =
      form.isCells
      ? (min(mark.y, top + height - 1) / form.lane).rounded(.down) * form.lane + 12
      : min(top + height - 1, max(top + 7, mark.y + form.small * 0.35))
    elements.append(
      .text(
        Label(
          mark.text, x: x, y: y, size: form.small, ink: mark.isLimit ? .limit : .muted,
          anchor: .end)))
  }

  /// The range of the values of `curves`; nil if there are none.
  private static func range(of curves: [[Segment]]) -> ClosedRange<Double>? {
    curves.joined().reduce(nil) { $0.union($1.range) }
  }

  /// The greatest value of both curves, with its sign; nil if there is none.
  private var peak: Double? {
    AxisChart.range(of: plan + other).map {
      abs($0.lowerBound) > abs($0.upperBound) ? $0.lowerBound : $0.upperBound
    }
  }

  /// What is said beside the chart: the greatest value, and its share of the limit.
  var figures: [String] {
    guard quantity != .position, !isError, let names = page.plot.names else { return planFigures }
    let range = AxisChart.range(of: other)
    let done = range.map { max(abs($0.lowerBound), abs($0.upperBound)) }
    var lines = planFigures
    if !lines.isEmpty, done != nil { lines[0] = "\(names.shortPlan): \(lines[0])" }
    // The acceleration of a motor jumps: its jerk is no number.
    guard let done, done > 0 || quantity != .jerk else { return lines }
    return lines + ["\(names.shortOther): peak \(figure(done))"]
  }

  private var planFigures: [String] {
    guard let range = AxisChart.range(of: plan) else { return [] }
    if !isError, let words = page.plot.unknownWords(of: axis),
      page.plot.tightest(of: axis) == nil
    {
      return [words]
    }
    if quantity == .position, !isError {
      let ends = [range.lowerBound, range.upperBound].map { axis.shortPlace($0 * axis.orientation) }
      let words = ends[0] == ends[1] ? [ends[0]] : ["\(ends[0])", "to \(ends[1])"]
      return scale.least == nil && scale.most == nil ? words + ["turns without end"] : words
    }
    let peak = max(abs(range.lowerBound), abs(range.upperBound))
    if isError { return ["at most \(figure(peak))°"] }
    let first = "peak \(figure(peak))"
    guard let most = scale.most, let tightest = page.plot.tightest(of: axis, [quantity]) else {
      return [first]
    }
    // Of a limit that holds for a while, the share is not that of the peak.
    let share = "\(tightest.percent) of \(figure(tightest.limit))"
    return [first, most == tightest.limit ? share : "up to \(share)"]
  }
}
