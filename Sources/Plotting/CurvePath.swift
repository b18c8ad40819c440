import Drawing

/// Cubics over time as a path: one Bézier curve each, of the least degree that is exact.
struct CurvePath {
  let span: Timeline.Span
  let scale: ValueScale
  /// True if there are so many that those which cannot be seen are drawn as what they cover.
  let isDense: Bool
  var line = Path()
  var envelope = Path()
  /// How many were drawn as what they cover.
  var merged = 0
  /// Where the last one ended; nil after a gap.
  private var last: (time: Double, value: Double)?
  /// What the narrow ones since the last wide one cover.
  private var run: (from: Double, to: Double, range: ClosedRange<Double>)?

  init(span: Timeline.Span, scale: ValueScale, isDense: Bool) {
    (self.span, self.scale, self.isDense) = (span, scale, isDense)
  }

  mutating func add(_ segment: Segment) {
    if isDense, segment.length * span.scale < 0.5 { return cover(segment) }
    end()
    let start = point(segment.start, segment.value[0])
    let meets = last.map { abs($0.time - segment.start) < 1e-6 } ?? false
    if !meets {
      line.move(to: start)
    } else if let last, abs(last.value - segment.value[0]) * scale.unit > 0.0005 {
      line.line(to: start)
    }
    addCurve(segment)
    last = (segment.end, segment.last)
  }

  private mutating func addCurve(_ segment: Segment) {
    let (c, t, h) = (segment.value, segment.start, segment.length)
    let end = point(segment.end, segment.last)
    // What is less than a ten-thousandth of a pixel is nothing.
    let small = 1e-4 / scale.unit
    if abs(c[3]) > small {
      line.parts.append(
        .cubic(
          point(t + h / 3, c[0] + c[1] / 3), point(t + 2 * h / 3, c[0] + (2 * c[1] + c[2]) / 3), end
        ))
    } else if abs(c[2]) > small {
      line.parts.append(.quad(point(t + h / 2, c[0] + c[1] / 2), end))
    } else {
      line.line(to: end)
    }
  }

  private mutating func cover(_ segment: Segment) {
    merged += 1
    let (from, to) = (span.x(at: segment.start), span.x(at: segment.end))
    if let run, from - run.to < 0.01, to - run.from <= 0.5 {
      self.run = (run.from, to, Optional(run.range).union(segment.range))
    } else {
      end()
      run = (from, to, segment.range)
    }
    last = nil
  }

  /// Draws what the narrow ones cover.
  mutating func end() {
    guard let run else { return }
    let (top, bottom) = (scale.y(at: run.range.upperBound), scale.y(at: run.range.lowerBound))
    let height = max(1, bottom - top)
    envelope.parts +=
      Path.rectangle(
        x: run.from, y: (top + bottom - height) / 2, width: max(0.5, run.to - run.from),
        height: height
      ).parts
    self.run = nil
  }

  private func point(_ time: Double, _ value: Double) -> Point {
    Point(span.x(at: time), scale.y(at: value))
  }
}
