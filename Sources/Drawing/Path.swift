/// A place on a page.
package struct Point: Equatable, Sendable {
  /// The distance from the left edge.
  package var x: Double
  /// The distance from the upper edge.
  package var y: Double

  /// Creates a place.
  package init(_ x: Double, _ y: Double) { (self.x, self.y) = (x, y) }

  /// The place at `share` of the way to `other`.
  package func toward(_ other: Point, _ share: Double) -> Point {
    Point(x + (other.x - x) * share, y + (other.y - y) * share)
  }
}

/// Lines and curves, one after the other.
package struct Path: Equatable, Sendable {
  /// A part of a path; it begins where the part before it ends.
  package enum Part: Equatable, Sendable {
    /// A new line begins at a place.
    case move(Point)
    /// A straight line to a place.
    case line(Point)
    /// A parabola to a place, by its control point.
    case quad(Point, Point)
    /// A cubic to a place, by its two control points.
    case cubic(Point, Point, Point)
    /// A straight line to where the present line began.
    case close
  }

  /// The parts.
  package var parts: [Part] = []

  /// Creates an empty path.
  package init() {}

  /// Begins a new line at `point`.
  package mutating func move(to point: Point) { parts.append(.move(point)) }

  /// Goes straight to `point`.
  package mutating func line(to point: Point) { parts.append(.line(point)) }

  /// The path with `place` for each of its places; a map that keeps straight lines straight keeps
  /// the curves, too.
  package func mapped(_ place: (Point) -> Point) -> Path {
    var path = Path()
    path.parts = parts.map { part in
      switch part {
      case .move(let point): .move(place(point))
      case .line(let point): .line(place(point))
      case .quad(let control, let point): .quad(place(control), place(point))
      case .cubic(let first, let second, let point):
        .cubic(place(first), place(second), place(point))
      case .close: .close
      }
    }
    return path
  }

  /// The straight line between two places.
  package static func line(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) -> Path {
    var path = Path()
    path.move(to: Point(x1, y1))
    path.line(to: Point(x2, y2))
    return path
  }

  /// The lines from place to place, back to the first if it `isClosed`.
  package static func polygon(_ points: [Point], isClosed: Bool = true) -> Path {
    var path = Path()
    for (index, point) in points.enumerated() {
      path.parts.append(index == 0 ? .move(point) : .line(point))
    }
    if isClosed { path.parts.append(.close) }
    return path
  }

  /// A rectangle, with round corners of `radius`.
  package static func rectangle(
    x: Double, y: Double, width: Double, height: Double, radius: Double = 0
  ) -> Path {
    let r = min(radius, min(width, height) / 2)
    let (right, bottom) = (x + width, y + height)
    guard r > 0 else {
      return polygon([Point(x, y), Point(right, y), Point(right, bottom), Point(x, bottom)])
    }
    var path = Path()
    path.parts = [
      .move(Point(x + r, y)), .line(Point(right - r, y)),
      .quad(Point(right, y), Point(right, y + r)), .line(Point(right, bottom - r)),
      .quad(Point(right, bottom), Point(right - r, bottom)), .line(Point(x + r, bottom)),
      .quad(Point(x, bottom), Point(x, bottom - r)), .line(Point(x, y + r)),
      .quad(Point(x, y), Point(x + r, y)), .close,
    ]
    return path
  }

  /// A circle about a place, to within a thousandth of its radius.
  package static func circle(_ x: Double, _ y: Double, radius r: Double) -> Path {
    let c = 0.5523 * r
    var path = Path()
    path.parts = [
      .move(Point(x + r, y)),
      .cubic(Point(x + r, y + c), Point(x + c, y + r), Point(x, y + r)),
      .cubic(Point(x - c, y + r), Point(x - r, y + c), Point(x - r, y)),
      .cubic(Point(x - r, y - c), Point(x - c, y - r), Point(x, y - r)),
      .cubic(Point(x + c, y - r), Point(x + r, y - c), Point(x + r, y)), .close,
    ]
    return path
  }

  /// The path as polygons, each with `true` if it is closed; curves become so many straight lines
  /// that each is about `step` long.
  func polygons(step: Double) -> [(points: [Point], isClosed: Bool)] {
    var all: [(points: [Point], isClosed: Bool)] = []
    var current: [Point] = []
    func end(_ isClosed: Bool) {
      if current.count > 1 { all.append((current, isClosed)) }
      current = isClosed ? Array(current.prefix(1)) : []
    }
    for part in parts {
      switch part {
      case .move(let point):
        end(false)
        current = [point]
      case .line(let point): current.append(point)
      case .quad(let control, let point):
        let from = current.last ?? control
        Path.flatten(
          from, from.toward(control, 2.0 / 3), point.toward(control, 2.0 / 3), point, step,
          &current)
      case .cubic(let first, let second, let point):
        Path.flatten(current.last ?? first, first, second, point, step, &current)
      case .close: end(true)
      }
    }
    end(false)
    return all
  }

  private static func flatten(
    _ a: Point, _ b: Point, _ c: Point, _ d: Point, _ step: Double, _ points: inout [Point]
  ) {
    let way =
      abs(b.x - a.x) + abs(b.y - a.y) + abs(c.x - b.x) + abs(c.y - b.y)
      + abs(d.x - c.x) + abs(d.y - c.y)
    let count = max(1, min(200, Int(min(way / step, 200)) + 1))
    for index in 1...count {
      let u = Double(index) / Double(count)
      let (ab, bc, cd) = (a.toward(b, u), b.toward(c, u), c.toward(d, u))
      points.append(ab.toward(bc, u).toward(bc.toward(cd, u), u))
    }
  }
}
