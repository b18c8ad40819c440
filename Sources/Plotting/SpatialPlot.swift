import Drawing
import Motion
import Printing
import Schedules

/// A picture of where the phone looks: the path of the view over pan and tilt.
package struct SpatialPlot: Sendable {
  /// What the colour and the width of the path say.
  package enum Shade: String, CaseIterable, Sendable {
    /// How fast the view moves, in degrees a second.
    case speed
    /// How much of a limit of speed, acceleration or jerk is used, in percent.
    case limit
  }

  /// What is shown, named above it.
  let title: String
  let summary: String
  let stretches: [Stretch]
  let shade: Shade

  /// Creates the picture of the path of `plot`.
  package init(of plot: TimePlot, by shade: Shade) {
    (title, stretches, self.shade) = (plot.title, plot.stretches, shade)
    summary = plot.summary
  }

  /// A part of the path: a cubic in both directions.
  struct Part {
    var pan, tilt: SIMD4<Double>
    /// How fast the view moves in the middle of it, or the share of the limits.
    var value: Double
  }

  /// The path as cubics, exact where both motions are, each short enough to have one colour.
  var parts: [[Part]] {
    stretches.map { stretch in
      let tilt = stretch.plan.pitch?.pieces ?? []
      let pan = stretch.plan.yaw ?? AxisCurve()
      if stretch.plan.yaw == nil { return tilt.flatMap { parts(pan: nil, tilt: $0) } }
      return pan.pieces.flatMap { piece -> [Part] in
        guard stretch.plan.pitch != nil else { return parts(pan: piece, tilt: nil) }
        return overlapping(piece, tilt).flatMap { other in
          parts(pan: piece.part(from: other.start, to: other.end), tilt: other)
        }
      }
    }
  }

  /// The parts of `others` that are at the times of `piece`.
  private func overlapping(_ piece: CurvePiece, _ others: [CurvePiece]) -> [CurvePiece] {
    var (low, high) = (0, others.count)
    while low < high {
      let middle = (low + high) / 2
      if others[middle].end <= piece.start { low = middle + 1 } else { high = middle }
    }
    return others[low...].prefix { $0.start < piece.end }.compactMap {
      $0.part(from: piece.start, to: piece.end)
    }
  }

  private func parts(pan: CurvePiece?, tilt: CurvePiece?) -> [Part] {
    guard [pan, tilt].contains(where: { $0?.moves ?? false }) else { return [] }
    let count = 6
    return (0..<count).map { index in
      let (first, last) = (Double(index) / Double(count), Double(index + 1) / Double(count))
      func cubic(_ piece: CurvePiece?) -> SIMD4<Double> {
        piece?.position.part(first, last).cubic ?? SIMD4(repeating: 0)
      }
      return Part(
        pan: cubic(pan), tilt: cubic(tilt), value: value(pan, tilt, at: (first + last) / 2))
    }
  }

  private func value(_ pan: CurvePiece?, _ tilt: CurvePiece?, at share: Double) -> Double {
    let pieces = [pan, tilt].compactMap(\.self)
    switch shade {
    case .speed:
      let squares = pieces.map { piece in
        let speed = piece.polynomial(of: .speed).value(at: share)
        return speed * speed
      }
      return squares.reduce(0, +).squareRoot()
    case .limit:
      let shares = pieces.flatMap { piece in
        [Quantity.speed, .acceleration, .jerk].map { quantity in
          abs(piece.polynomial(of: quantity).value(at: share)) / piece.limits.most(of: quantity)
        }
      }
      return 100 * (shares.max() ?? 0)
    }
  }

  /// The least width of its page.
  package static let leastWidth: Double = 820

  /// The picture on a page that is `width` wide at most.
  package func picture(width: Double) -> Picture {
    var page = SpatialPage(self, width: width)
    page.draw()
    return page.picture
  }
}

extension SIMD8<Double> {
  /// The polynomial as a cubic: of a higher degree, that with its values and slopes at the ends.
  fileprivate var cubic: SIMD4<Double> {
    if (4..<8).allSatisfy({ self[$0] == 0 }) { return lowHalf }
    let (from, to, rise, fall) = (value(at: 0), value(at: 1), slope(at: 0), slope(at: 1))
    return SIMD4(from, rise, 3 * (to - from) - 2 * rise - fall, 2 * (from - to) + rise + fall)
  }
}

/// A page on which the path is drawn.
private struct SpatialPage {
  let plot: SpatialPlot
  let parts: [[SpatialPlot.Part]]
  let form: PlotForm
  var picture: Picture
  let pan, tilt: ClosedRange<Double>
  let limits: PerAxis<AxisLimits?>
  /// How much of the page a degree takes.
  let scale: Double
  let left = 84.0
  let top = 78.0

  init(_ plot: SpatialPlot, width: Double) {
    self.plot = plot
    parts = plot.parts
    form = .page(width: width)
    limits = PerAxis(
      yaw: plot.stretches.lazy.compactMap { $0.plan.yaw?.limits.first?.limits }.first,
      pitch: plot.stretches.lazy.compactMap { $0.plan.pitch?.limits.first?.limits }.first, roll: nil
    )
    func range(_ values: [SIMD4<Double>], _ limits: AxisLimits?) -> ClosedRange<Double> {
      var range: ClosedRange<Double> = -10...10
      for value in values {
        let segment = Segment(start: 0, length: 1, value: value)
        range = Optional(range).union(segment.range)
      }
      if let limits, limits.lower.isFinite, limits.upper.isFinite {
        range = Optional(range).union(limits.lower...limits.upper)
      }
      let pad = (range.upperBound - range.lowerBound) * 0.06
      return range.lowerBound - pad...range.upperBound + pad
    }
    let used = range(parts.joined().map(\.pan), limits.yaw)
    tilt = range(parts.joined().map(\.tilt), limits.pitch)
    let (room, degrees) = (width - left - 32, used.upperBound - used.lowerBound)
    scale = min(room / degrees, 620 / (tilt.upperBound - tilt.lowerBound))
    // A path that is narrow stands in the middle of the whole width.
    let beside = max(0, room / scale - degrees) / 2
    pan = used.lowerBound - beside...used.upperBound + beside
    picture = Picture(
      width: width, height: 0, title: plot.title,
      description: "Where the phone looks: pan to the right, tilt upwards. " + plot.summary)
  }

  private var panWidth: Double { (pan.upperBound - pan.lowerBound) * scale }
  private var tiltHeight: Double { (tilt.upperBound - tilt.lowerBound) * scale }
  private func x(_ degrees: Double) -> Double { left + (degrees - pan.lowerBound) * scale }
  /// Up is up: the least tilt is at the top.
  private func y(_ degrees: Double) -> Double { top + (degrees - tilt.lowerBound) * scale }

  mutating func draw() {
    picture.width = max(
      SpatialPlot.leastWidth, min(picture.width, (left + panWidth + 32).rounded(.up)))
    picture.height = (top + tiltHeight + 92).rounded(.up)
    add(
      .shape(
        .rectangle(x: 0, y: 0, width: picture.width, height: picture.height), .area(.paper)))
    add(
      .text(
        Label(
          form.lettering.fit(plot.title, size: 18, room: picture.width - 32, isBold: true), x: 16,
          y: 33, size: 18, isBold: true)))
    let words = plot.summary + "  ·  the path of the view"
    add(.text(Label(words, x: 16, y: 54, size: 11, ink: .muted)))
    add(
      .shape(
        .rectangle(x: left, y: top, width: panWidth, height: tiltHeight), .area(.panel)))
    drawGrid()
    drawLimits()
    for part in parts { draw(part) }
    drawEnds()
    drawLegend()
  }

  private mutating func add(_ element: Picture.Element) { picture.elements.append(element) }

  private mutating func drawGrid() {
    let step = [5.0, 10, 15, 30, 45, 90, 180, 360].first { $0 * scale >= 62 } ?? 720
    var lines = Path()
    var labels: [Picture.Element] = []
    var value = (pan.lowerBound / step).rounded(.up) * step
    while value <= pan.upperBound {
      lines.parts += Path.line(x(value), top, x(value), top + tiltHeight).parts
      labels.append(
        .text(
          Label(
            Axis.yaw.shortPlace(value), x: x(value), y: top + tiltHeight + 16, size: 10,
            ink: .muted, anchor: .middle)))
      value += step
    }
    value = (tilt.lowerBound / step).rounded(.up) * step
    while value <= tilt.upperBound {
      lines.parts += Path.line(left, y(value), left + panWidth, y(value)).parts
      labels.append(
        .text(
          Label(
            Axis.pitch.shortPlace(value), x: left - 8, y: y(value) + 3.5, size: 10, ink: .muted,
            anchor: .end)))
      value += step
    }
    add(.shape(lines, .line(.grid)))
    picture.elements += labels
  }

  private mutating func drawLimits() {
    for (axis, limit) in [(Axis.yaw, limits.yaw), (.pitch, limits.pitch)] {
      guard let limit, limit.lower.isFinite, limit.upper.isFinite else { continue }
      let tenth = (limit.upper - limit.lower) / 10
      for (end, inner) in [(limit.lower, limit.lower + tenth), (limit.upper, limit.upper - tenth)] {
        let line: Path
        let shade: Path
        if axis == .yaw {
          line = .line(x(end), top, x(end), top + tiltHeight)
          shade = .rectangle(
            x: min(x(end), x(inner)), y: top, width: tenth * scale, height: tiltHeight)
        } else {
          line = .line(left, y(end), left + panWidth, y(end))
          shade = .rectangle(
            x: left, y: min(y(end), y(inner)), width: panWidth, height: tenth * scale)
        }
        add(.shape(shade, .area(.tight, opacity: 0.13)))
        add(.shape(line, .line(.limit, width: 1, dash: (on: 2, off: 2))))
      }
    }
  }

  // MARK: - The path

  /// The bounds of the shades: four values between five shades.
  private var bounds: [Double] {
    if plot.shade == .limit { return [25, 50, 75, 90] }
    let fastest = parts.joined().map(\.value).max() ?? 0
    let unit = [1.0, 2, 5, 10, 15, 20, 30, 40, 50, 100].first { $0 * 5 >= fastest } ?? 200
    return [unit, 2 * unit, 3 * unit, 4 * unit]
  }

  private static let inks: [Ink] = [.shade1, .shade2, .shade3, .shade4, .shade5]
  private static let widths = [1.4, 2, 2.6, 3.2, 3.8]

  private mutating func draw(_ parts: [SpatialPlot.Part]) {
    let bounds = bounds
    var paths = [Path](repeating: Path(), count: 5)
    var last: (shade: Int, end: Point)?
    for part in parts {
      let shade = bounds.firstIndex { part.value <= $0 } ?? 4
      let (p, t) = (part.pan, part.tilt)
      let start = Point(x(p[0]), y(t[0]))
      let end = Point(x(p.sum()), y(t.sum()))
      let first = Point(x(p[0] + p[1] / 3), y(t[0] + t[1] / 3))
      let second = Point(
        x(p[0] + (2 * p[1] + p[2]) / 3), y(t[0] + (2 * t[1] + t[2]) / 3))
      let goesOn = last.map {
        $0.shade == shade && abs($0.end.x - start.x) + abs($0.end.y - start.y) < 0.01
      }
      if goesOn != true { paths[shade].move(to: start) }
      paths[shade].parts.append(.cubic(first, second, end))
      last = (shade, end)
    }
    for (shade, path) in paths.enumerated() where !path.parts.isEmpty {
      var group = Picture.Group("path", note: legend(bounds)[shade])
      group.elements = [
        .shape(path, .line(SpatialPage.inks[shade], width: SpatialPage.widths[shade]))
      ]
      add(.group(group))
    }
  }

  /// Marks where the path begins and ends.
  private mutating func drawEnds() {
    guard let all = parts.first(where: { !$0.isEmpty }), let first = all.first,
      let last = parts.last(where: { !$0.isEmpty })?.last
    else {
      add(
        .text(
          Label(
            "nothing moves in this show", x: left + 12, y: top + 24, size: 11, ink: .muted)))
      return
    }
    let start = Point(x(first.pan[0]), y(first.tilt[0]))
    let end = Point(x(last.pan.sum()), y(last.tilt.sum()))
    add(.shape(.circle(start.x, start.y, radius: 4), .area(.paper, outline: .ink, width: 1.6)))
    let isSame = abs(start.x - end.x) + abs(start.y - end.y) < 8
    add(
      .text(
        Label(isSame ? "start and end" : "start", x: start.x + 8, y: start.y - 7, size: 10)))
    guard !isSame else { return }
    add(.shape(.rectangle(x: end.x - 3.5, y: end.y - 3.5, width: 7, height: 7), .area(.ink)))
    add(.text(Label("end", x: end.x + 8, y: end.y - 7, size: 10)))
  }

  private func legend(_ bounds: [Double]) -> [String] {
    let unit = plot.shade == .speed ? "°/s" : " % of a limit"
    let names = bounds.map { figure($0) }
    return ["up to \(names[0])\(unit)"]
      + zip(names, names.dropFirst()).map { "to \($1)\(unit)" } + ["above \(names[3])\(unit)"]
  }

  private mutating func drawLegend() {
    var x = left
    let base = top + tiltHeight + 46
    for (shade, words) in legend(bounds).enumerated() {
      add(
        .shape(
          .line(x, base - 4, x + 28, base - 4),
          .line(SpatialPage.inks[shade], width: SpatialPage.widths[shade])))
      add(.text(Label(words, x: x + 34, y: base, size: 10, ink: .ink)))
      x += 34 + form.lettering.width(of: words, size: 10) + 22
    }
    let ranged = limits.pitch.map { $0.lower.isFinite } ?? false
    let note =
      ranged
      ? "dashed: the range that is allowed; shaded: its last tenth on either side"
      : "the dock has no end stops"
    add(.text(Label(note, x: left, y: base + 22, size: 10, ink: .muted)))
  }
}
