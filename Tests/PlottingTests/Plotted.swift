import Diagnosis
import Drawing
import Foundation
import Hardware
import Language
import Motion
import Plotting
import Printing
import Rehearsal
import Schedules
import Scheduling
import Testing

/// A script, its cues, and its plot.
struct Plotted {
  let sheet: CueSheet
  let plot: TimePlot
  let svg: String
  /// The first cue, which the others follow as they are played.
  let cue: Cue

  init(_ text: String, name: String = "test.dock", model: DockModel = .stand) throws {
    let file = LoadedFile(identity: name, name: name, bytes: [UInt8](text.utf8))
    let script = Script(
      checking: file,
      sounds: { used, _ in
        let url = Plotted.root.appending(path: "Examples").appending(path: used)
        guard let data = try? Data(contentsOf: url) else {
          return .failure(.notFound(beside: []))
        }
        return SoundFile.reading([UInt8](data), name: used)
      }
    ) { used, _ in
      let url = Plotted.root.appending(path: "Examples").appending(path: used)
      guard let data = try? Data(contentsOf: url) else { return .failure(.notFound) }
      return .success(LoadedFile(identity: used, name: used, bytes: [UInt8](data)))
    }
    var found = script.diagnostics
    sheet = try #require(
      script.cueSheet(for: Compilation(for: model), reporting: &found), "\(found.all)")
    cue = try #require(
      script.firstCue(for: Compilation(for: model), isPlayed: true, reporting: &found))
    plot = TimePlot(of: sheet)
    svg = plot.picture(in: .page(width: plot.pageWidth)).svg().text
  }

  /// The root of the project, found from where this file lies.
  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The names of all examples.
  static let examples =
    ((try? FileManager.default.contentsOfDirectory(
      atPath: root.appending(path: "Examples").path)) ?? [])
    .filter { $0.hasSuffix(".dock") }.sorted()

  static func example(_ name: String) throws -> Plotted {
    let url = root.appending(path: "Examples").appending(path: name)
    return try Plotted(String(contentsOf: url, encoding: .utf8), name: name)
  }
}

/// A chart as it is read back from a file, without a look at what wrote it.
struct ReadChart {
  /// Where 0 is, and how far up a unit goes.
  let zero, unit: Double
  /// Where second 0 is and how wide a second is, of each stretch.
  let times: [(x: Double, scale: Double)]
  /// The curves of each stretch: the parts of their paths.
  let curves: [[Piece]]

  /// A Bézier curve of any degree up to 3, by its control points.
  struct Piece {
    let points: [(x: Double, y: Double)]

    /// The height where it is at `x`, its times being a linear function of its parameter.
    func y(at x: Double) -> Double? {
      guard let first = points.first?.x, let last = points.last?.x, first <= x, x <= last,
        last > first
      else { return nil }
      let u = (x - first) / (last - first)
      var values = points.map(\.y)
      while values.count > 1 {
        values = zip(values, values.dropFirst()).map { $0 + ($1 - $0) * u }
      }
      return values[0]
    }
  }

  /// Reads the chart of `quantity` of `axis`.
  init?(_ svg: String, axis: String, quantity: String, curve: String = "plan") {
    let head = "<g data-name=\"\(quantity)\" data-axis=\"\(axis)\""
    guard let start = svg.range(of: head) else { return nil }
    let rest = svg[start.upperBound...]
    let opening = rest.prefix { $0 != ">" }
    func numbers(_ name: String) -> [Double] {
      guard let range = opening.range(of: "data-\(name)=\"") else { return [] }
      return opening[range.upperBound...].prefix { $0 != "\"" }.split(separator: " ").map {
        Double($0) ?? .nan
      }
    }
    (zero, unit) = (numbers("zero")[0], numbers("zero")[1])
    let flat = numbers("time")
    times = stride(from: 0, to: flat.count, by: 2).map { (flat[$0], flat[$0 + 1]) }
    // Up to the next chart.
    let body = rest[..<(rest.range(of: "data-axis=")?.lowerBound ?? rest.endIndex)]
    curves = body.components(separatedBy: "<g data-name=\"\(curve)\">\n").dropFirst().map { group in
      let part = group.components(separatedBy: "</g>")[0]
      return part.components(separatedBy: " d=\"").dropFirst().flatMap { path in
        ReadChart.pieces(String(path.prefix { $0 != "\"" }))
      }
    }
  }

  private static func pieces(_ path: String) -> [Piece] {
    var pieces: [Piece] = []
    var here = (x: 0.0, y: 0.0)
    for match in path.matches(of: /([MLQCZ])([^MLQCZ]*)/) {
      let numbers = match.2.split(separator: " ").compactMap { Double($0) }
      let points = stride(from: 0, to: numbers.count - 1, by: 2).map {
        (x: numbers[$0], y: numbers[$0 + 1])
      }
      if match.1 != "M", match.1 != "Z" { pieces.append(Piece(points: [here] + points)) }
      here = points.last ?? here
    }
    return pieces
  }

  /// The value `time` seconds into a stretch; nil where nothing is drawn.
  ///
  /// At a jump there are two; the nearest to `value` is given.
  func value(at time: Double, in stretch: Int = 0, near value: Double) -> Double? {
    let x = times[stretch].x + time * times[stretch].scale
    let found = curves.joined().compactMap { $0.y(at: x) }.map { (zero - $0) / -unit }
    return found.min { abs($0 - value) < abs($1 - value) }
  }
}

extension Picture {
  /// The groups called `name`, at any depth.
  func groups(named name: String) -> [Group] { elements.groups(named: name) }
}

extension Picture.Group {
  /// The groups called `name` in this, at any depth.
  func groups(named name: String) -> [Picture.Group] { elements.groups(named: name) }

  /// The text in this, at any depth.
  var labels: [Label] { elements.labels }

  /// The paths in this, at any depth.
  var shapes: [Path] { elements.shapes }
}

extension [Picture.Element] {
  /// The groups called `name`, at any depth.
  func groups(named name: String) -> [Picture.Group] {
    flatMap { element -> [Picture.Group] in
      guard case .group(let group) = element else { return [] }
      return (group.name == name ? [group] : []) + group.elements.groups(named: name)
    }
  }

  /// The text, at any depth.
  var labels: [Label] {
    flatMap { element -> [Label] in
      switch element {
      case .text(let label): [label]
      case .group(let group): group.elements.labels
      case .shape: []
      }
    }
  }

  /// The paths, at any depth.
  var shapes: [Path] {
    flatMap { element -> [Path] in
      switch element {
      case .shape(let path, _): [path]
      case .group(let group): group.elements.shapes
      case .text: []
      }
    }
  }
}

extension Path {
  /// All places that it goes through or by.
  var points: [Point] {
    parts.flatMap { part -> [Point] in
      switch part {
      case .move(let point), .line(let point): [point]
      case .quad(let control, let point): [control, point]
      case .cubic(let first, let second, let point): [first, second, point]
      case .close: []
      }
    }
  }
}
