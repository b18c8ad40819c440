import Drawing

extension PlotPage {
  /// The most rows of a lane; what goes beyond is told in a line.
  private static let mostRows = 60

  /// Draws the lanes that have anything in them.
  mutating func drawLanes() {
    for index in Stretch.LaneName.allCases.indices
    where plot.stretches.contains(where: { !$0.lanes[index].bars.isEmpty }) {
      drawLane(index)
    }
  }

  private mutating func drawLane(_ index: Int) {
    let placed = zip(plot.stretches, timeline.spans).map { stretch, span in
      rows(of: stretch.lanes[index].bars, over: span)
    }
    let count = placed.map(\.count).max() ?? 0
    let shown = min(count, PlotPage.mostRows)
    text(
      plot.stretches[0].lanes[index].name, x: form.isCells ? 0 : 16, size: form.text, ink: .muted)
    tracks.append((y, Double(shown) * form.lane))
    for row in 0..<shown {
      for (rows, span) in zip(placed, timeline.spans) where row < rows.count {
        draw(rows[row], over: span)
      }
      y += form.lane
    }
    if count > shown {
      text("\(count - shown) more rows are not shown", x: form.left, size: form.small, ink: .muted)
      y += form.lane
    }
    if !form.isCells { y += 4 }
  }

  /// A bar, or several that are too narrow to be told apart.
  private struct Placed {
    var bar: Stretch.Bar
    var x: Double
    var width: Double
    var count = 1

    /// The right edge of what it needs: of what takes no time, its mark.
    var edge: Double { x + (bar.start == bar.end && count == 1 ? max(width, 10) : width) }
  }

  /// The most rows that bars are spread over because they are close; overlapping ones take more.
  private static let mostRowsOfPoints = 4

  /// The bars of a lane in rows in which they do not overlap; those that are too close to be told
  /// apart are drawn as one.
  private func rows(of bars: [Stretch.Bar], over span: Timeline.Span) -> [[Placed]] {
    var rows: [[Placed]] = []
    for bar in bars {
      let x = span.bounded(bar.start)
      let placed = Placed(bar: bar, x: x, width: span.bounded(bar.end) - x)
      if let row = rows.firstIndex(where: { ($0.last?.edge ?? x) <= x + 0.01 }), placed.width >= 1 {
        rows[row].append(placed)
      } else if placed.width < 1, join(placed, to: &rows) {
        continue
      } else if let row = rows.firstIndex(where: { ($0.last?.edge ?? x) <= x + 0.01 }) {
        rows[row].append(placed)
      } else {
        rows.append([placed])
      }
    }
    return rows
  }

  /// Joins `placed`, which is narrow, to a narrow one just before it; true if there is one.
  private func join(_ placed: Placed, to rows: inout [[Placed]]) -> Bool {
    let isMark = placed.bar.start == placed.bar.end
    if isMark, rows.count < PlotPage.mostRowsOfPoints { return false }
    for row in rows.indices {
      guard let last = rows[row].last, last.width < 1 || last.count > 1,
        last.x + last.width >= placed.x - (isMark ? 3 : 1), last.width < 100
      else { continue }
      var joined = last
      joined.width = max(last.width, placed.x + placed.width - last.x)
      joined.count += 1
      rows[row][rows[row].count - 1] = joined
      return true
    }
    return false
  }

  private mutating func draw(_ row: [Placed], over span: Timeline.Span) {
    for (index, placed) in row.enumerated() {
      let next = index + 1 < row.count ? row[index + 1].x : free(after: span)
      if placed.bar.start == placed.bar.end, placed.count == 1 {
        drawPoint(placed, room: next - placed.x)
      } else {
        drawBox(placed)
      }
    }
  }

  /// How far the words of the last mark in `span` may go: beside the last stretch nothing follows.
  private func free(after span: Timeline.Span) -> Double {
    let end = span.x + span.width
    return end < form.width - form.right - 1 ? end : form.width - (form.isCells ? 0 : 8)
  }

  private func note(of placed: Placed) -> String {
    if placed.count > 1 { return "\(placed.count) that are too close to be drawn each" }
    let bar = placed.bar
    let source = bar.source.isEmpty ? "" : "  (\(bar.source))"
    let until = bar.end > bar.start ? " to \(figure(bar.end))" : ""
    return "\(figure(bar.start))\(until) s: \(bar.text)\(source)"
  }

  private mutating func drawBox(_ placed: Placed) {
    let bar = placed.bar
    let inset = (form.lane - form.bar) / 2
    let (top, width) = (y + inset, max(1, placed.width))
    var elements: [Picture.Element] = []
    let gap = width > 4 && !form.isCells ? 0.5 : 0.0
    let area = Path.rectangle(
      x: placed.x + gap, y: top, width: width - 2 * gap, height: form.bar,
      radius: form.isCells ? 0 : 2.5)
    elements.append(.shape(area, .area(bar.ink, opacity: bar.isBand ? 0.32 : 0.2)))
    if width > 6, !bar.isBand, !form.isCells {
      elements.append(
        .shape(
          .rectangle(x: placed.x + gap, y: top, width: 2.5, height: form.bar), .area(bar.ink)))
    }
    if form.isCells, !bar.isBand {
      let x = (placed.x / Lettering.cell).rounded() * Lettering.cell
      let y = baseline(form.small, in: top, form.bar)
      elements.append(.text(Label("▏", x: x, y: y, size: form.small, ink: bar.ink)))
    }
    elements += words(of: placed, from: placed.x, top: top, width: width)
    picture.elements.append(
      .group(group("bar", note: note(of: placed), source: bar.source, elements: elements)))
  }

  private mutating func drawPoint(_ placed: Placed, room: Double) {
    let bar = placed.bar
    let middle = y + form.lane / 2
    let x = placed.x
    let size = form.isCells ? 6.0 : 4
    let diamond = Path.polygon([
      Point(x, middle - size), Point(x + size, middle), Point(x, middle + size),
      Point(x - size, middle),
    ])
    var elements: [Picture.Element] = [.shape(diamond, .area(bar.ink))]
    elements += words(of: placed, from: x + 1, top: y + (form.lane - form.bar) / 2, width: room - 2)
    picture.elements.append(
      .group(group("point", note: note(of: placed), source: bar.source, elements: elements)))
  }

  /// The number of the line that `bar` comes from; empty if there is none.
  private func line(of bar: Stretch.Bar) -> String {
    bar.source.lastIndex(of: ":").map { String(bar.source[bar.source.index(after: $0)...]) } ?? ""
  }

  /// The number of the line and the text of a bar, as far as they fit into `width` from `left`.
  private func words(
    of placed: Placed, from left: Double, top: Double, width: Double
  ) -> [Picture.Element] {
    let place = baseline(form.small, in: top, form.bar)
    var (x, room) = (left + (form.isCells ? Lettering.cell : 7), width - 9)
    if form.isCells { room = width - Lettering.cell }
    guard placed.count == 1 else {
      let most = "\(placed.count) close together"
      let words =
        form.lettering.width(of: most, size: form.small) <= room ? most : "\(placed.count)"
      let count = form.lettering.fit(words, size: form.small, room: room)
      return [.text(Label(count, x: x, y: place, size: form.small, ink: .ink))]
    }
    let number = line(of: placed.bar)
    let numberWidth = form.lettering.width(of: number, size: form.small)
    guard numberWidth <= room + 3 else { return [] }
    let space = form.isCells ? Lettering.cell : 5.0
    let text = form.lettering.fit(
      placed.bar.text, size: form.small, room: room - numberWidth - space)
    if text.isEmpty { x = min(x, left + 5) }
    var labels = [Label(number, x: x, y: place, size: form.small, ink: .muted)]
    if !text.isEmpty {
      if !number.isEmpty { x += numberWidth + space }
      labels.append(Label(text, x: x, y: place, size: form.small, ink: .ink))
    }
    return labels.filter { !$0.text.isEmpty }.map(Picture.Element.text)
  }
}

extension Array {
  /// The element at `index`; nil if there is none.
  subscript(safe index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}
