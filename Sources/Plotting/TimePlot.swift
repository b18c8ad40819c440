import Drawing
import Hardware
import Motion
import Printing
import Schedules

/// A picture of a show over time: lanes and curves on one time axis.
package struct TimePlot: Equatable, Sendable {
  /// What is shown, named above it.
  package var title: String
  /// What the title leaves out, in a line.
  package var summary: String
  /// The stretches of time, from left to right.
  package var stretches: [Stretch]
  /// How many cues are left out before and after those that are shown.
  var cuesLeftOut = 0
  /// The axes to show; all that move if empty.
  package var axes = AxisSet.none
  /// What `Stretch.plan` and `Stretch.other` are called; nil if there is nothing beside the plan.
  var names: Names?

  /// What two motions in one plot are called, and how the second is drawn.
  struct Names: Equatable, Sendable {
    var plan, other, difference: String
    /// What they are called beside a figure.
    var shortPlan, shortOther: String
    var otherInk: Ink
    /// 1 if the difference is the other motion minus the plan, -1 if it is the plan minus it.
    var sign = 1.0
  }

  package static func == (one: TimePlot, other: TimePlot) -> Bool {
    one.title == other.title && one.stretches == other.stretches
      && one.summary == other.summary && one.axes == other.axes
      && one.names == other.names
  }

  /// The most cues on a page.
  package static let mostCues = 16

  /// Creates the plot of what `sheet` plans, from cue `first` on, counted from 1; no more than
  /// `most` cues.
  package init(of sheet: CueSheet, from first: Int = 1, atMost most: Int = TimePlot.mostCues) {
    let from = max(0, min(first - 1, sheet.entries.count))
    let shown = Array(sheet.entries[from...].prefix(max(1, most)))
    let schedule = sheet.entries.first?.cue.schedule
    title = schedule?.files.first ?? ""
    stretches = shown.enumerated().map { index, entry in
      var targets: [Int: String] = [:]
      for exit in entry.exits where exit.target > 0 {
        let key = exit.event ?? exit.condition.map { -2 - $0 } ?? (exit.isAgain ? -2 : -1)
        targets[key] = (exit.isExact ? "" : "like ") + "cue \(exit.target)"
      }
      let number = from + index + 1
      let sign = entry.sign ?? (number == 1 ? "start" : nil)
      let title = sheet.entries.count == 1 ? "" : "\(number)" + (sign.map { "  \($0)" } ?? "")
      return Stretch(of: entry.cue, targets: targets, title: title)
    }
    cuesLeftOut = sheet.entries.count - shown.count
    let steps = sheet.entries.reduce(0) { $0 + $1.cue.schedule.steps.count }
    var parts = [schedule?.model.name ?? ""]
    if sheet.entries.count == 1 {
      parts.append(decimal(stretches.first?.length ?? 0) + " s")
    } else {
      parts.append("\(sheet.entries.count) cues")
    }
    parts.append(steps == 1 ? "1 step" : "\(steps) steps")
    if cuesLeftOut > 0 {
      parts.append("cues \(from + 1) to \(from + shown.count) of \(sheet.entries.count)")
    }
    summary = parts.joined(separator: "  ·  ")
  }

  /// The width of its page, unless somebody wants another: many cues take more.
  package var pageWidth: Double { Double(max(1100, min(2640, 240 + 150 * stretches.count))) }

  /// The picture in `form`.
  package func picture(in form: PlotForm) -> Picture {
    var page = PlotPage(self, in: form)
    page.draw()
    return page.picture
  }

  /// The axes that are drawn.
  package var drawn: [Axis] { drawnAxes }

  /// The axes that are drawn: those asked for, or those that move, or all there are.
  var drawnAxes: [Axis] {
    let there = Axis.allCases.filter { axis in stretches.contains { $0.plan[axis] != nil } }
    if !axes.isEmpty { return there.filter(axes.contains) }
    let moving = there.filter { axis in
      stretches.contains {
        $0.plan[axis]?.moves ?? false || $0.other[axis]?.moves ?? false
      }
    }
    return moving
  }
}

/// A page on which a plot is drawn, from top to bottom.
struct PlotPage {
  let plot: TimePlot
  let form: PlotForm
  let timeline: Timeline
  var picture: Picture
  /// How far down the page is drawn.
  var y = 0.0
  /// How many stretches of curves were too narrow to be drawn each.
  var merged = 0
  /// The upper edges of what marks of time go through, and their heights.
  var tracks: [(top: Double, height: Double)] = []

  init(_ plot: TimePlot, in form: PlotForm) {
    (self.plot, self.form) = (plot, form)
    timeline = Timeline(plot.stretches.map(\.length), in: form)
    picture = Picture(
      width: form.width, height: 0, title: plot.title, description: plot.spoken)
  }

  /// Draws all of it.
  mutating func draw() {
    drawHead()
    let isEmpty =
      plot.drawnAxes.isEmpty && plot.stretches.allSatisfy { $0.lanes.allSatisfy(\.bars.isEmpty) }
    if !isEmpty { drawTimeMarks() }
    drawLanes()
    for axis in plot.drawnAxes { draw(axis) }
    if isEmpty {
      y += form.gap
      text("nothing happens in this show", x: form.left, size: form.text, ink: .muted)
      y += form.lane
    }
    if !plot.drawnAxes.isEmpty {
      drawTimes()
      y += form.lane
    }
    drawFoot()
    y += form.isCells ? 0 : form.gap
    picture.height = y.rounded(.up)
    drawBackground()
  }

  // MARK: - Head and foot

  private mutating func drawHead() {
    let side = form.isCells ? 0 : 16.0
    if !form.isCells { y = 14 }
    let title = form.lettering.fit(
      plot.title, size: form.title, room: form.width - 2 * side, isBold: true)
    picture.elements.append(
      .text(Label(title, x: side, y: baseline(form.title), size: form.title, isBold: true)))
    y += form.isCells ? form.lane : form.title * 1.35
    text(plot.summary, x: side, size: form.text, ink: .muted)
    y += form.lane
    guard let names = plot.names else { return }
    var x = side
    for (name, isOther) in [(names.plan, false), (names.other, true)] {
      let line = Path.line(x, y + form.lane / 2, x + 22, y + form.lane / 2)
      picture.elements.append(
        .shape(line, isOther ? PlotPage.otherStyle(names.otherInk) : .line(.ink, width: 1.8)))
      text(name, x: x + 32, size: form.text, ink: .ink)
      x += 32 + form.lettering.width(of: name, size: form.text) + 32
    }
    y += form.lane
  }

  private mutating func drawFoot() {
    var notes: [String] = []
    if picture.elements.contains(anyGroup: "tight") {
      notes.append("shaded: less than a tenth is left to a limit")
    }
    if merged > 0 {
      notes.append(
        "\(merged) stretches narrower than half a pixel are drawn as their least and greatest value"
      )
    }
    if plot.cuesLeftOut > 0 { notes.append("\(plot.cuesLeftOut) cues are not shown: see --cue") }
    guard !notes.isEmpty else { return }
    y += form.isCells ? 0 : 6
    for note in notes {
      text(note, x: form.isCells ? 0 : form.left, size: form.small, ink: .muted)
      y += form.isCells ? form.lane : form.lane * 0.8
    }
  }

  // MARK: - Time

  private mutating func drawTimeMarks() {
    if plot.stretches.count > 1 {
      for (stretch, span) in zip(plot.stretches, timeline.spans) {
        let title = form.lettering.fit(
          stretch.title, size: form.text, room: span.width, isBold: true)
        picture.elements.append(
          .group(
            group(
              "cue", note: "cue \(stretch.title)",
              elements: [
                .text(
                  Label(
                    title, x: span.x, y: baseline(form.text), size: form.text, ink: .event,
                    isBold: true))
              ])))
      }
      y += form.lane
    }
    drawTimes()
    y += form.isCells ? form.lane : form.lane * 0.95
  }

  /// Writes the times of the marks, as far as there is room.
  private mutating func drawTimes() {
    var free = -Double.infinity
    for (index, span) in timeline.spans.enumerated() {
      let next = index + 1 < timeline.spans.count ? timeline.spans[index + 1].x - 14 : .infinity
      for mark in timeline.marks(of: span) {
        let half = form.lettering.width(of: mark.name, size: form.small) / 2
        guard mark.x - half > free, mark.x == span.x || mark.x + half < next else { continue }
        free = mark.x + half + 4
        picture.elements.append(
          .text(
            Label(
              mark.name, x: mark.x, y: baseline(form.small), size: form.small, ink: .muted,
              anchor: .middle)))
      }
    }
  }

  /// Puts the page, the surfaces of the tracks and the marks of time behind everything.
  private mutating func drawBackground() {
    var back: [Picture.Element] = [
      .shape(
        .rectangle(x: 0, y: 0, width: form.width, height: picture.height), .area(.paper))
    ]
    for track in tracks {
      for span in timeline.spans {
        back.append(
          .shape(
            .rectangle(x: span.x, y: track.top, width: span.width, height: track.height),
            .area(.panel)))
      }
    }
    var marks = Path()
    for track in tracks {
      for span in timeline.spans {
        for mark in timeline.marks(of: span) {
          marks.parts.append(.move(Point(mark.x, track.top)))
          marks.parts.append(.line(Point(mark.x, track.top + track.height)))
        }
      }
    }
    if !form.isCells { back.append(.shape(marks, .line(.grid))) }
    picture.elements = back + picture.elements
  }

  // MARK: - Parts

  /// Where the baseline of text is that begins at `y`, in a lane.
  func baseline(_ size: Double) -> Double { baseline(size, in: y, form.lane) }

  /// Where the baseline of text is in the middle of `height` below `top`.
  func baseline(_ size: Double, in top: Double, _ height: Double) -> Double {
    form.isCells
      ? (top / form.lane).rounded(.down) * form.lane + 12 : top + height / 2 + size * 0.35
  }

  /// Writes a line at `x`, in the lane at `y`.
  mutating func text(_ text: String, x: Double, size: Double, ink: Ink, isBold: Bool = false) {
    let line = form.lettering.fit(text, size: size, room: form.width - x - 4)
    picture.elements.append(
      .text(Label(line, x: x, y: baseline(size), size: size, ink: ink, isBold: isBold)))
  }

  func group(
    _ name: String, note: String = "", source: String = "", facts: [Picture.Fact] = [],
    elements: [Picture.Element]
  ) -> Picture.Group {
    var group = Picture.Group(name, note: note, source: source, facts: facts)
    group.elements = elements
    return group
  }

  /// How the line of what was done, or of the new schedule, is drawn.
  static func otherStyle(_ ink: Ink, width: Double = 1.8) -> Style {
    .line(ink, width: width, dash: (on: 5, off: 3))
  }
}

extension [Picture.Element] {
  /// True if there is a group called `name`, at any depth.
  fileprivate func contains(anyGroup name: String) -> Bool {
    contains { element in
      guard case .group(let group) = element else { return false }
      return group.name == name || group.elements.contains(anyGroup: name)
    }
  }
}

extension TimePlot {
  /// What the plot shows, in sentences.
  var spoken: String {
    var sentences = [summary.replacing("  ·  ", with: ", ") + "."]
    for axis in drawnAxes {
      guard let tightest = tightest(of: axis) else { continue }
      sentences.append("\(axis.scriptName): \(tightest.words).")
    }
    return sentences.joined(separator: " ")
  }
}
