/// A picture as pixels, on any machine the same.
package struct Raster: Equatable, Sendable {
  /// The width and the height, in pixels.
  package let width, height: Int
  /// The red, green and blue of each pixel, row by row.
  package private(set) var pixels: [UInt8]

  /// The most pixels that a picture may have.
  package static let mostPixels = 64_000_000

  /// Creates a picture of `pixels`, three bytes each, row by row; nil if they are not as many.
  package init?(width: Int, height: Int, pixels: [UInt8]) {
    guard width > 0, height > 0, pixels.count == 3 * width * height else { return nil }
    (self.width, self.height, self.pixels) = (width, height, pixels)
  }

  /// Draws `picture` with `scale` pixels for each of its lengths, fewer if it is too large.
  package init(_ picture: Picture, _ theme: Theme, isDark: Bool = false, scale: Double = 1) {
    let area = max(1, picture.width * picture.height)
    let most = (Double(Raster.mostPixels) / area).squareRoot()
    let scale = min(scale, most)
    width = max(1, Int((picture.width * scale).rounded(.up)))
    height = max(1, Int((picture.height * scale).rounded(.up)))
    let paper = theme.color(of: .paper, isDark: isDark)
    pixels = [UInt8](repeating: paper.red, count: width * height * 3)
    if paper.red != paper.green || paper.red != paper.blue {
      for index in stride(from: 0, to: pixels.count, by: 3) {
        (pixels[index + 1], pixels[index + 2]) = (paper.green, paper.blue)
      }
    }
    let painter = Painter(scale: scale, hasColors: theme.hasColors) {
      theme.color(of: $0, isDark: isDark)
    }
    for element in picture.elements { painter.draw(element, on: &self) }
  }

  /// Puts `color` over the pixel at `index`, hiding `share` of it, from 0 to 1.
  fileprivate mutating func blend(_ color: Color, at index: Int, _ share: Double) {
    let alpha = Int(share * 255 + 0.5)
    func mix(_ place: Int, _ part: UInt8) {
      let old = Int(pixels[place])
      pixels[place] = UInt8(clamping: old + ((Int(part) - old) * alpha + 127) / 255)
    }
    mix(3 * index, color.red)
    mix(3 * index + 1, color.green)
    mix(3 * index + 2, color.blue)
  }

  /// Fills what `coverage` covers.
  fileprivate mutating func fill(_ coverage: Coverage, _ color: Color, opacity: Double) {
    for row in 0..<coverage.height {
      var sum = 0.0
      let (from, base) = (row * coverage.stride, (coverage.y + row) * width + coverage.x)
      for column in 0..<coverage.width {
        sum += coverage.changes[from + column]
        let share = min(1, abs(sum)) * opacity
        if share > 0.002 { blend(color, at: base + column, share) }
      }
    }
  }
}

/// Turns shapes and text into areas of pixels.
private struct Painter {
  let scale: Double
  /// True if shapes keep colours of their own.
  let hasColors: Bool
  let color: (Ink) -> Color

  func draw(_ element: Picture.Element, on raster: inout Raster) {
    switch element {
    case .shape(let path, let style): draw(path, style, on: &raster)
    case .text(let label): draw(label, on: &raster)
    case .group(let group): for element in group.elements { draw(element, on: &raster) }
    }
  }

  private func draw(_ path: Path, _ style: Style, on raster: inout Raster) {
    let lines = path.polygons(step: 0.75 / scale).map { polygon in
      (points: polygon.points.map { Point($0.x * scale, $0.y * scale) }, polygon.isClosed)
    }
    if let fill = style.fill {
      let color = (hasColors ? style.tint : nil) ?? color(fill)
      paint(lines.map(\.points), color, opacity: style.opacity, on: &raster)
    }
    guard let stroke = style.stroke else { return }
    let open = lines.map { $0.1 ? $0.points + $0.points.prefix(1) : $0.points }
    let dashed = style.dash.map { dash in
      open.flatMap { Painter.dashes(of: $0, on: dash.on * scale, off: dash.off * scale) }
    }
    paint(
      (dashed ?? open).flatMap { Painter.outline(of: $0, width: max(1, style.width * scale)) },
      color(stroke), opacity: 1, on: &raster)
  }

  private func draw(_ label: Label, on raster: inout Raster) {
    let glyphs = label.text.unicodeScalars.map(StrokeFont.glyph)
    // Letters are as wide as the page takes them to be.
    let unit = label.size * 0.72 / StrokeFont.capital
    let natural = glyphs.reduce(0) { $0 + $1.advance } * unit
    let room = Lettering.page.width(of: label.text, size: label.size, isBold: label.isBold)
    let squeeze = natural > 0 ? min(1.15, room / natural) : 1
    let width = natural * squeeze
    var x = label.x - (label.anchor == .start ? 0 : label.anchor == .end ? width : width / 2)
    var strokes: [[Point]] = []
    for glyph in glyphs {
      for stroke in glyph.strokes where !stroke.isEmpty {
        let points = stroke.map {
          Point((x + $0.x * unit * squeeze) * scale, (label.y + $0.y * unit) * scale)
        }
        let weight = max(1, label.size * (label.isBold ? 0.13 : 0.085) * scale)
        strokes += Painter.outline(of: points, width: weight)
      }
      x += glyph.advance * unit * squeeze
    }
    paint(strokes, color(label.ink), opacity: 1, on: &raster)
  }

  private func paint(
    _ polygons: [[Point]], _ color: Color, opacity: Double, on raster: inout Raster
  ) {
    guard var coverage = Coverage(of: polygons, within: raster) else { return }
    for polygon in polygons { coverage.add(polygon) }
    raster.fill(coverage, color, opacity: opacity)
  }

  /// The areas that a pen `width` wide covers along `points`; all turn the same way.
  private static func outline(of points: [Point], width: Double) -> [[Point]] {
    var areas: [[Point]] = []
    let half = width / 2
    for (a, b) in zip(points, points.dropFirst()) {
      let (dx, dy) = (b.x - a.x, b.y - a.y)
      let length = (dx * dx + dy * dy).squareRoot()
      guard length > 0 else { continue }
      let (nx, ny) = (-dy / length * half, dx / length * half)
      areas.append([
        Point(a.x + nx, a.y + ny), Point(b.x + nx, b.y + ny), Point(b.x - nx, b.y - ny),
        Point(a.x - nx, a.y - ny),
      ])
    }
    guard width > 1.2, points.count > 2 else { return areas }
    for point in points.dropFirst().dropLast() {
      areas.append(corner.map { Point(point.x + $0.x * half, point.y + $0.y * half) })
    }
    return areas
  }

  /// Eight corners of a circle of radius 1, the other way round than angles grow.
  private static let corner: [Point] = {
    let d = 0.5.squareRoot()
    return [
      Point(1, 0), Point(d, -d), Point(0, -1), Point(-d, -d), Point(-1, 0), Point(-d, d),
      Point(0, 1), Point(d, d),
    ]
  }()

  /// The dashes of a line.
  private static func dashes(of points: [Point], on: Double, off: Double) -> [[Point]] {
    var (dashes, isOn, left) = ([[Point]](), true, max(0.1, on))
    var current = points.prefix(1).map(\.self)
    for (a, b) in zip(points, points.dropFirst()) {
      let length = ((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y)).squareRoot()
      var done = 0.0
      while length - done > left {
        done += left
        let place = a.toward(b, done / length)
        if isOn { dashes.append(current + [place]) }
        current = [place]
        isOn.toggle()
        left = max(0.1, isOn ? on : off)
      }
      left -= length - done
      current.append(b)
    }
    if isOn, current.count > 1 { dashes.append(current) }
    return dashes
  }
}

/// How much of each pixel of a part of a picture polygons cover.
///
/// Each edge adds its signed area to the pixels that it crosses, as a change against the pixel on
/// the left; the sum along a row is the coverage. It is exact for straight lines, as in `font-rs`.
private struct Coverage {
  /// The upper left pixel.
  let x, y: Int
  let width, height, stride: Int
  var changes: [Double]

  /// Creates an empty coverage where `polygons` are in `raster`; nil if that is nowhere.
  init?(of polygons: [[Point]], within raster: Raster) {
    var (left, top, right, bottom) = (
      Double.infinity, Double.infinity, -Double.infinity, -Double.infinity
    )
    for point in polygons.joined() {
      (left, right) = (min(left, point.x), max(right, point.x))
      (top, bottom) = (min(top, point.y), max(bottom, point.y))
    }
    left = max(0, left.rounded(.down))
    top = max(0, top.rounded(.down))
    right = min(Double(raster.width), right.rounded(.up))
    bottom = min(Double(raster.height), bottom.rounded(.up))
    guard left < right, top < bottom else { return nil }
    (x, y) = (Int(left), Int(top))
    (width, height) = (Int(right - left), Int(bottom - top))
    stride = width + 2
    changes = [Double](repeating: 0, count: stride * height)
  }

  mutating func add(_ polygon: [Point]) {
    guard let last = polygon.last else { return }
    var from = last
    for to in polygon {
      addEdge(from, to)
      from = to
    }
  }

  private mutating func addEdge(_ a: Point, _ b: Point) {
    guard a.y != b.y else { return }
    let direction = a.y < b.y ? 1.0 : -1
    let (upper, lower) = a.y < b.y ? (a, b) : (b, a)
    let slope = (lower.x - upper.x) / (lower.y - upper.y)
    let (top, bottom) = (upper.y - Double(y), lower.y - Double(y))
    let left = upper.x - Double(x)
    let first = max(0, Int(max(0, top)))
    let end = min(height, Int(min(Double(height), bottom.rounded(.up))))
    guard first < end else { return }
    for row in first..<end {
      let (from, to) = (max(Double(row), top), min(Double(row + 1), bottom))
      guard to > from else { continue }
      let x0 = left + (from - top) * slope
      let x1 = left + (to - top) * slope
      addPart(row, bounded(min(x0, x1)), bounded(max(x0, x1)), (to - from) * direction)
    }
  }

  private func bounded(_ x: Double) -> Double { min(Double(width), max(0, x)) }

  /// Adds the part of an edge in a row, between two places, `d` high.
  private mutating func addPart(_ row: Int, _ x0: Double, _ x1: Double, _ d: Double) {
    let start = row * stride
    let (first, last) = (Int(x0), Int(x1.rounded(.up)))
    if last <= first + 1 {
      let middle = (x0 + x1) / 2 - Double(first)
      changes[start + first] += d * (1 - middle)
      changes[start + first + 1] += d * middle
      return
    }
    // The share of the part that is left of each pixel's right edge grows by what the edge covers.
    var covered = 0.0
    let span = x1 - x0
    for column in first..<last {
      let (from, to) = (max(x0, Double(column)), min(x1, Double(column + 1)))
      let share = (to - from) / span
      // Within the pixel, the mean distance to its right edge.
      let area = covered + share * (Double(column + 1) - (from + to) / 2)
      changes[start + column] += d * (area - before)
      before = area
      covered += share
    }
    changes[start + last] += d * (1 - before)
    before = 0
  }

  /// The coverage of the pixel on the left, while a part is added.
  private var before = 0.0
}
