import Drawing
import Motion
import Schedules

extension PlotPage {
  /// Draws the charts of `axis`, below its name.
  mutating func draw(_ axis: Axis) {
    y += form.gap
    let side = form.isCells ? 0 : 16.0
    text(axis.scriptName, x: side, size: form.isCells ? form.text : 13, ink: axis.ink, isBold: true)
    let tightest = plot.tightest(of: axis)
    let words = tightest.map { plot.words(for: $0) } ?? plot.unknownWords(of: axis) ?? "rests"
    text(words, x: form.left, size: form.text, ink: .muted)
    y += form.lane
    for (quantity, height) in zip(Quantity.allCases, form.charts) {
      var chart = AxisChart(axis, quantity, top: y, height: height, on: self)
      chart.draw(tightest)
      picture.elements.append(.group(chart.group))
      merged += chart.merged
      tracks.append((y, height))
      y += height + form.chartGap
    }
    guard plot.names != nil, !form.isCells else { return }
    var chart = AxisChart(axis, .position, top: y, height: form.charts[1], on: self, isError: true)
    guard chart.hasValues else { return }
    chart.draw(nil)
    picture.elements.append(.group(chart.group))
    tracks.append((y, form.charts[1]))
    y += form.charts[1] + form.chartGap
  }
}

extension Axis {
  /// What its curves are drawn with.
  var ink: Ink {
    switch self {
    case .yaw: .pan
    case .pitch: .tilt
    case .roll: .roll
    }
  }

  /// 1, or -1 of an axis whose values are drawn upside down: up is up.
  var orientation: Double { self == .pitch ? -1 : 1 }
}

/// One quantity of one axis over time.
struct AxisChart {
  let axis: Axis
  let quantity: Quantity
  let page: PlotPage
  let top, height: Double
  /// True if it shows how far the other motion is from the plan.
  let isError: Bool
  /// The curves of each stretch: planned, and the other; upside down where the axis is.
  let plan, other: [[Segment]]
  let scale: ValueScale
  var elements: [Picture.Element] = []
  var merged = 0

  var form: PlotForm { page.form }
  /// True if there is anything to draw.
  var hasValues: Bool { !plan.allSatisfy(\.isEmpty) || !other.allSatisfy(\.isEmpty) }

  init(
    _ axis: Axis, _ quantity: Quantity, top: Double, height: Double, on page: PlotPage,
    isError: Bool = false
  ) {
    (self.axis, self.quantity, self.page, self.isError) = (axis, quantity, page, isError)
    (self.top, self.height) = (top, height)
    let sign = axis.orientation
    func curves(_ curve: (Stretch) -> AxisCurve?) -> [[Segment]] {
      page.plot.stretches.map { stretch in
        let segments = curve(stretch)?.segments(of: quantity, within: 1e-4) ?? []
        return sign > 0 ? segments : segments.map(\.upsideDown)
      }
    }
    if isError {
      plan = curves { stretch in
        guard let done = stretch.other[axis], let plan = stretch.plan[axis] else { return nil }
        return page.plot.names?.sign == -1 ? plan.minus(done) : done.minus(plan)
      }
      other = plan.map { _ in [] }
    } else {
      plan = curves { $0.plan[axis] }
      other = curves { $0.other[axis] }
    }
    let limits = isError ? nil : page.plot.greatestLimits(of: axis)
    var (least, most) = (
      limits.map { -$0.most(of: quantity) }, limits.map { $0.most(of: quantity) }
    )
    if quantity == .position, let limits {
      let ends = [limits.lower * sign, limits.upper * sign].sorted()
      (least, most) = (ends[0], ends[1])
    }
    var range: ClosedRange<Double>?
    for segment in plan.joined() { range = range.union(segment.range) }
    for segment in other.joined() { range = range.union(segment.range) }
    scale = ValueScale(
      values: range ?? 0...0, least: least.finite, most: most.finite,
      isSymmetric: quantity != .position || isError, top: top, height: height,
      margin: page.form.isCells ? Lettering.cell : 12)
  }

  /// The chart as a group that programs can read.
  var group: Picture.Group {
    let y = "\(place(scale.y(at: 0))) \(place(-scale.unit * axis.orientation))"
    let x = page.timeline.spans.map { "\(place($0.x)) \(place($0.scale))" }
    return page.group(
      isError ? "difference" : quantity.word,
      facts: [
        Picture.Fact("axis", axis.scriptName), Picture.Fact("zero", y),
        Picture.Fact("time", x.joined(separator: " ")),
      ], elements: elements)
  }

  /// The parts of a point that places are rounded to.
  private static let precision = 1e6
  /// Where nothing is, far outside of every chart.
  private static let farAway = -1e9

  private func place(_ value: Double) -> String {
    "\((value * AxisChart.precision).rounded() / AxisChart.precision)"
  }

  mutating func draw(_ tightest: Tightest?) {
    drawFrame()
    drawUnknown()
    if !isError { drawLimits() }
    for (stretch, span) in page.timeline.spans.enumerated() {
      draw(plan[stretch], over: span, .line(axis.ink, width: 1.8), name: "plan")
      // What a motor does between two calls would hide the plan.
      let isRough = quantity == .acceleration || quantity == .jerk
      draw(
        other[stretch], over: span,
        PlotPage.otherStyle(page.plot.names?.otherInk ?? .change, width: isRough ? 0.9 : 1.8),
        name: "other")
    }
    drawPeak(tightest)
    drawNames()
  }

  // MARK: - Frame and limits

  private mutating func drawFrame() {
    for span in page.timeline.spans {
      let zero = scale.y(at: 0)
      if !form.isCells, zero > top + 1, zero < top + height - 1 {
        elements.append(
          .shape(.line(span.x, zero, span.x + span.width, zero), .line(.frame, width: 0.8)))
      }
      // Behind a break the surface is interrupted.
      for y in scale.breaks where !form.isCells {
        elements.append(
          .shape(.rectangle(x: span.x, y: y - 2.5, width: span.width, height: 5), .area(.paper)))
        elements.append(.shape(AxisChart.zigzag(span, y), .line(.frame, width: 0.8)))
      }
    }
  }

  /// The line along a break of the scale at `y`.
  private static func zigzag(_ span: Timeline.Span, _ y: Double) -> Path {
    let (tooth, depth) = (4.0, 1.5)
    var path = Path()
    path.parts.append(.move(Point(span.x, y)))
    for number in 1...max(1, Int(span.width / tooth)) {
      let side = number.isMultiple(of: 2) ? depth : -depth
      path.parts.append(.line(Point(span.x + Double(number) * tooth, y + side)))
    }
    return path
  }

  /// The times of which nothing is known: an animation is played, or the tracker has the axis.
  private mutating func drawUnknown() {
    for (index, span) in page.timeline.spans.enumerated() {
      for time in page.plot.stretches[index].plan[axis]?.unknown ?? [] {
        let (x1, x2) = (span.bounded(time.from), span.bounded(time.to))
        var elements: [Picture.Element] = [
          .shape(
            .rectangle(x: x1, y: top, width: max(0.5, x2 - x1), height: height),
            .area(.tracker, opacity: 0.16))
        ]
        let words = form.lettering.fit(time.words, size: form.small, room: x2 - x1 - 4)
        if quantity == .position, !words.isEmpty {
          let half = form.lettering.width(of: words, size: form.small) / 2 + 2
          let middle = (x1 + x2) / 2
          let y =
            form.isCells
            ? top + form.lane + 12
            : freeBase(of: index, over: span, middle - half, middle + half)
          elements.append(
            .text(
              Label(
                words, x: middle, y: y, size: form.small, ink: .muted, anchor: .middle)))
        }
        self.elements.append(
          .group(
            page.group(
              "unknown", note: time.note,
              elements: elements)))
      }
    }
  }

  /// Where words stand between `left` and `right` so that curves hide as little of them as can be:
  /// in the middle, else near the lower or the upper edge.
  private func freeBase(
    of stretch: Int, over span: Timeline.Span, _ left: Double, _ right: Double
  ) -> Double {
    let curves = [plan[stretch], other[stretch]].map { coverage(of: $0, over: span, left, right) }
    let bases = [top + height / 2 + 4, top + height - 20, top + 24]
    let zero = scale.y(at: 0)
    func hidden(_ base: Double) -> Double {
      (curves + [zero...zero]).map { overlap(of: $0, at: base) }.reduce(0, +)
    }
    return bases.min { hidden($0) < hidden($1) } ?? bases[0]
  }

  /// How much of a line of small text at `base` is hidden by a curve within `heights`.
  private func overlap(of heights: ClosedRange<Double>, at base: Double) -> Double {
    max(0, min(heights.upperBound + 1, base + 3) - max(heights.lowerBound - 1, base - form.small))
  }

  /// The lines of both limits, as they change over time, and what is near to them.
  private mutating func drawLimits() {
    for (stretch, span) in zip(page.plot.stretches, page.timeline.spans) {
      guard let changes = stretch.plan[axis]?.limits, !changes.isEmpty else { continue }
      for isUpper in [true, false] {
        var line = Path()
        for (index, change) in changes.enumerated() {
          guard let limit = bound(of: change.limits, isUpper: isUpper),
            isUpper ? limit <= scale.most ?? limit : limit >= scale.least ?? limit
          else { continue }
          let end = index + 1 < changes.count ? changes[index + 1].start : span.length
          let y = scale.limitY(at: limit)
          line.parts.append(.move(Point(span.bounded(change.start), y)))
          line.parts.append(.line(Point(span.bounded(max(end, change.start)), y)))
          if span.length == 0 { line.parts.append(.line(Point(span.x + span.width, y))) }
        }
        elements.append(.shape(line, .line(.limit, width: 1, dash: (on: 2, off: 2))))
      }
    }
    drawTight()
  }

  /// The end of the range of values on one side; nil if there is none.
  private func bound(of limits: AxisLimits, isUpper: Bool) -> Double? {
    let value: Double
    if quantity == .position {
      let ends = [limits.lower * axis.orientation, limits.upper * axis.orientation].sorted()
      value = ends[isUpper ? 1 : 0]
    } else {
      value = limits.most(of: quantity) * (isUpper ? 1 : -1)
    }
    return value.isFinite ? value : nil
  }

  /// Shades where less than a tenth is left.
  private mutating func drawTight() {
    for (index, (stretch, span)) in zip(page.plot.stretches, page.timeline.spans).enumerated() {
      guard let limits = stretch.plan[axis]?.limits.first?.limits else { continue }
      for isUpper in [true, false] {
        var path = Path()
        var last: (from: Double, to: Double, near: Double, edge: Double)?
        func end() {
          guard let shade = last else { return }
          let (y1, y2) = (scale.bounded(shade.near), scale.limitY(at: shade.edge))
          let width = max(0.5, shade.to - shade.from)
          path.parts +=
            Path.rectangle(
              x: shade.from, y: min(y1, y2), width: width, height: abs(y2 - y1)
            ).parts
        }
        for segment in plan[index] {
          guard let edge = edge(of: segment, limits, isUpper: isUpper) else { continue }
          for time in segment.times(beyond: edge.near, isLower: !isUpper) {
            let (x1, x2) = (span.bounded(time.lowerBound), span.bounded(time.upperBound))
            if let open = last, open.near == edge.near, x1 <= open.to + 0.5 {
              last?.to = max(open.to, x2)
            } else {
              end()
              last = (x1, x2, edge.near, edge.limit)
            }
          }
        }
        end()
        if !path.parts.isEmpty {
          elements.append(
            .group(
              page.group(
                "tight", note: "less than a tenth is left to the limit of \(quantity.word)",
                elements: [.shape(path, .area(.tight, opacity: 0.6))])))
        }
      }
    }
  }

  /// The limit of `segment` on one side, and from where on less than a tenth is left.
  private func edge(
    of segment: Segment, _ limits: AxisLimits, isUpper: Bool
  ) -> (near: Double, limit: Double)? {
    guard quantity == .position else {
      let limit = segment.limit * (isUpper ? 1 : -1)
      return limit.isFinite ? (0.9 * limit, limit) : nil
    }
    guard let upper = bound(of: limits, isUpper: true),
      let lower = bound(of: limits, isUpper: false)
    else { return nil }
    let tenth = (upper - lower) / 10
    return isUpper ? (upper - tenth, upper) : (lower + tenth, lower)
  }

  // MARK: - Curves

  private mutating func draw(
    _ segments: [Segment], over span: Timeline.Span, _ style: Style, name: String
  ) {
    var curve = CurvePath(span: span, scale: scale, isDense: segments.count > 2000)
    for segment in segments { curve.add(segment) }
    curve.end()
    merged += curve.merged
    guard !curve.line.parts.isEmpty || !curve.envelope.parts.isEmpty else { return }
    elements.append(
      .group(
        page.group(
          name,
          elements: [
            .shape(curve.envelope, .area(style.stroke ?? axis.ink, opacity: 0.5)),
            .shape(curve.line, style),
          ])))
  }

  // MARK: - Figures

  /// Marks the place that is nearest to a limit.
  private mutating func drawPeak(_ tightest: Tightest?) {
    guard let tightest, tightest.quantity == quantity, !isError else { return }
    let span = page.timeline.spans[tightest.stretch]
    let (x, value) = (span.bounded(tightest.time), tightest.value * axis.orientation)
    let y = scale.bounded(value)
    let note = page.plot.words(for: tightest)
    var mark: [Picture.Element] = [
      .shape(.circle(x, y, radius: 3.2), .area(.paper, outline: axis.ink, width: 1.8))
    ]
    if !form.isCells { mark += peakLabel(tightest, over: span, x: x, y: y) }
    elements.append(
      .group(
        page.group("nearest", note: note, source: tightest.step?.source ?? "", elements: mark)))
  }

  /// The share and the line of the place marked at `x` and `y`, where the curve leaves room.
  private func peakLabel(
    _ tightest: Tightest, over span: Timeline.Span, x: Double, y: Double
  ) -> [Picture.Element] {
    let line = tightest.step.flatMap { step in
      step.source.lastIndex(of: ":").map {
        " · line " + step.source[step.source.index(after: $0)...]
      }
    }
    let words = tightest.percent + (line ?? "")
    let size = form.small
    let width = form.lettering.width(of: words, size: size, isBold: true)
    var places: [(x: Double, y: Double, cost: Double)] = []
    for base in [y - 7, y + 7 + size * 0.7, y + size * 0.35] {
      for left in [x + 7, x - 7 - width] where left >= span.x && left + width <= span.x + span.width
      {
        guard base - size * 0.8 >= top, base <= top + height - 1 else { continue }
        let hidden = coverage(of: plan[tightest.stretch], over: span, left, left + width)
        let crossesLimit = [scale.most, scale.least].compactMap(\.self).contains {
          let limit = scale.limitY(at: $0)
          return limit > base - size && limit < base + 3
        }
        places.append((left, base, overlap(of: hidden, at: base) + (crossesLimit ? 5 : 0)))
      }
    }
    guard let best = places.min(by: { $0.cost < $1.cost }) else { return [] }
    // The words begin, or end, at the mark in every font, and cover what is behind them.
    let isLeft = best.x < x
    return [
      .shape(
        .rectangle(
          x: best.x - 2, y: best.y - size * 0.9, width: width + 4, height: size * 1.2, radius: 2),
        .area(.panel, opacity: 0.8)),
      .text(
        Label(
          words, x: isLeft ? x - 7 : best.x, y: best.y, size: size, ink: .ink,
          anchor: isLeft ? .end : .start, isBold: true)),
    ]
  }

  /// How high and how low `segments` go between two places.
  private func coverage(
    of segments: [Segment], over span: Timeline.Span, _ left: Double, _ right: Double
  ) -> ClosedRange<Double> {
    var range: ClosedRange<Double>?
    for segment in segments
    where span.x(at: segment.end) > left && span.x(at: segment.start) < right {
      range = range.union(segment.range)
    }
    guard let range else { return AxisChart.farAway...AxisChart.farAway }
    return scale.y(at: range.upperBound)...scale.y(at: range.lowerBound)
  }

  /// The names on the left: of the quantity, its limits and ends; the figures on the right.
  private mutating func drawNames() {
    let name = isError ? page.plot.names?.difference ?? "" : quantity.word
    label(name, x: form.isCells ? 0 : 16, y: top, ink: .ink)
    if !form.isCells {
      label(
        isError ? "°" : quantity.plotUnit, x: 16, y: top + form.small * 1.3, ink: .muted)
    }
    for mark in marks { drawMark(mark) }
    let x = form.width - form.right + (form.isCells ? 2 * Lettering.cell : 10)
    for (index, line) in figures.enumerated() {
      let size = form.isCells ? form.lane : form.small * 1.35
      label(line, x: x, y: top + Double(index) * size, ink: index == 0 ? .ink : .muted)
    }
  }

  private mutating func label(_ text: String, x: Double, y: Double, ink: Ink) {
    let line = form.lettering.fit(text, size: form.small, room: form.width - x)
    let base =
      form.isCells
      ? (y / form.lane).rounded(.down) * form.lane + 12 : y + form.small
    elements.append(.text(Label(line, x: x, y: base, size: form.small, ink: ink)))
  }
}

extension Axis {
  /// `degrees` with the word of their direction, as in `30° left`.
  func shortPlace(_ degrees: Double) -> String {
    let value = figure(abs(degrees))
    if value == "0" { return "0°" }
    let word = directed(Int(degrees < 0 ? -1 : 1), "").split(separator: " ").last ?? ""
    return "\(value)° \(word)"
  }
}

extension Segment {
  /// The segment with its values negated.
  var upsideDown: Segment {
    var segment = self
    segment.value = -value
    return segment
  }
}

extension TimePlot {
  /// Where an axis comes nearest to a limit, in words.
  func words(for tightest: Tightest) -> String {
    "\(names.map { "\($0.plan), " } ?? "")nearest to a limit: \(tightest.words)"
  }

  /// What moves `axis` where nothing is known of it, as in `animation`; nil if that never is.
  func unknownWords(of axis: Axis) -> String? {
    let times = stretches.flatMap { $0.plan[axis]?.unknown ?? [] }
    var words: [String] = []
    for time in times where !words.contains(time.words) { words.append(time.words) }
    return words.isEmpty ? nil : words.joined(separator: ", ")
  }

  /// The widest limits of `axis` at any time; nil if the dock lacks it.
  ///
  /// A cue in which the script does not have the motors has the limits of the dock, which bound
  /// nothing there.
  func greatestLimits(of axis: Axis) -> AxisLimits? {
    var greatest: AxisLimits?
    let curves = stretches.compactMap { $0.plan[axis] }
    let driven = curves.filter { !$0.pieces.isEmpty }
    for change in (driven.isEmpty ? curves : driven).flatMap(\.limits) {
      guard var most = greatest else {
        greatest = change.limits
        continue
      }
      most.lower = min(most.lower, change.limits.lower)
      most.upper = max(most.upper, change.limits.upper)
      most.speed = max(most.speed, change.limits.speed)
      most.acceleration = max(most.acceleration, change.limits.acceleration)
      most.jerk = max(most.jerk, change.limits.jerk)
      greatest = most
    }
    return greatest
  }
}

extension Double? {
  /// The value; nil if it is infinite.
  fileprivate var finite: Double? { flatMap { $0.isFinite ? $0 : nil } }
}

extension ClosedRange<Double>? {
  /// This and `other` together.
  func union(_ other: ClosedRange<Double>) -> ClosedRange<Double> {
    guard let self else { return other }
    return Swift.min(
      self.lowerBound, other.lowerBound)...Swift.max(self.upperBound, other.upperBound)
  }
}
