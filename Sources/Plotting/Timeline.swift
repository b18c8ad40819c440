import Drawing
import Printing

/// The time axis of a plot: stretches of time side by side, at one scale.
struct Timeline {
  /// The place of a stretch.
  struct Span {
    /// The time at its left edge, in seconds.
    var start: Double
    /// How long it lasts, in seconds.
    var length: Double
    /// Its left edge.
    var x: Double
    /// Its width.
    var width: Double
    /// How wide a second is.
    var scale: Double

    /// Where `time`, in seconds, is.
    func x(at time: Double) -> Double { x + (time - start) * scale }

    /// Where `time` is, kept within the stretch.
    func bounded(_ time: Double) -> Double { min(x + width, max(x, x(at: time))) }
  }

  let spans: [Span]
  let form: PlotForm

  /// The space between two stretches.
  static func gap(in form: PlotForm) -> Double { form.isCells ? 2 * Lettering.cell : 18 }

  /// Places stretches of these lengths, in seconds, each at least `PlotForm.leastCue` wide.
  init(_ lengths: [Double], in form: PlotForm) {
    self.form = form
    let gap = Timeline.gap(in: form)
    let room = form.plotWidth - gap * Double(max(0, lengths.count - 1))
    let least = lengths.count > 1 ? min(form.leastCue, room / Double(lengths.count)) : 0
    var scale = 0.0
    // The short ones take their least width; the others share what is left.
    var long = lengths.filter { $0 > 0 }.sorted()
    var rest = room - least * Double(lengths.count - long.count)
    while !long.isEmpty {
      scale = rest / long.reduce(0, +)
      guard long[0] * scale < least else { break }
      long.removeFirst()
      rest -= least
    }
    if scale == 0, let greatest = lengths.max(), greatest > 0 { scale = least / greatest }
    var x = form.left
    spans = lengths.map { length in
      let width = lengths.count == 1 ? room : max(least, length * scale)
      defer { x += width + gap }
      return Span(start: 0, length: length, x: x, width: width, scale: scale)
    }
  }

  /// The seconds from mark to mark, so that marks are no closer than the form allows.
  var tick: Double {
    let scale = spans.map(\.scale).max() ?? 0
    guard scale > 0 else { return 1 }
    let least = form.tick / scale
    var unit = 0.001
    while unit < 1 {
      for factor in [1.0, 2, 5] where unit * factor >= least { return unit * factor }
      unit *= 10
    }
    let whole = [1.0, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14400, 43200]
    return whole.first { $0 >= least } ?? 86400 * (least / 86400).rounded(.up)
  }

  /// `time`, a mark, as people write it: `2.5 s`, `1:30`, `2:00:00`.
  static func name(of time: Double, tick: Double) -> String {
    let seconds = Int(time.rounded())
    if tick < 1 || seconds < 60 && tick < 60 { return decimal(time) + " s" }
    func two(_ value: Int) -> String { (value < 10 ? "0" : "") + String(value) }
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
    if hours > 0 { return "\(hours):\(two(minutes)):\(two(seconds % 60))" }
    return "\(minutes):\(two(seconds % 60))"
  }

  /// The marks of `span`: their places and names.
  func marks(of span: Span) -> [(x: Double, name: String)] {
    let tick = tick
    var marks: [(x: Double, name: String)] = []
    var index = 0
    while Double(index) * tick <= span.length + 1e-9, index < 2000 {
      let time = Double(index) * tick
      marks.append((span.x(at: time), Timeline.name(of: time, tick: tick)))
      index += 1
    }
    return marks
  }
}
