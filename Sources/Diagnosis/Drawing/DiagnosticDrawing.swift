import Printing

/// Draws diagnostics one after the other on one canvas.
struct DiagnosticDrawing {
  /// A place worth marking, in the file that holds it.
  private struct Spot {
    let place: PlaceFinder.Place
    let bytes: Range<Int>
    let text: String
    let isPrimary: Bool
  }

  private var canvas: Canvas
  private let sources: SourceMap
  private let style: RenderStyle
  private var finder: PlaceFinder

  init(_ sources: SourceMap, _ style: RenderStyle) {
    self.sources = sources
    self.style = style
    canvas = Canvas(color: style.color)
    finder = PlaceFinder(sources)
  }

  /// Draws `diagnostic`, several lines.
  mutating func draw(_ diagnostic: Diagnostic) {
    let ink: Ink = diagnostic.severity == .error ? .error : .warning
    let spots = spots(of: diagnostic)
    canvas.digits = String(spots.map(\.place.location.line).max() ?? 1).utf8.count
    let heading = "\(diagnostic.severity.rawValue)[\(diagnostic.code.name)]"
    canvas.write(heading, ink)
    canvas.write(": ", .strong)
    canvas.write(lines: diagnostic.message, indent: heading.utf8.count + 2, .strong)
    canvas.endLine()
    drawSections(spots, ink)
    drawFacts(of: diagnostic, isSpaced: !spots.isEmpty)
  }

  /// Draws the count that closes a list.
  mutating func draw(summary: String) {
    canvas.write(summary, .strong)
    canvas.endLine()
  }

  /// Ends a diagnostic with an empty line.
  mutating func drawGap() { canvas.endLine() }

  /// What was drawn since the last time.
  mutating func take() -> TextBuffer {
    defer { canvas = Canvas(color: style.color) }
    return canvas.text
  }

  /// The places of a diagnostic in the order they are drawn: the file of the main one, by line.
  private mutating func spots(of diagnostic: Diagnostic) -> [Spot] {
    var spots: [Spot] = []
    if let span = diagnostic.span {
      spots += spot(span, diagnostic.label, isPrimary: true)
    }
    for label in diagnostic.labels { spots += spot(label.span, label.text, isPrimary: false) }
    let main = spots.first?.place.file ?? 0
    return spots.enumerated().sorted { one, other in
      let (a, b) = (one.element.place, other.element.place)
      return (a.file == main ? -1 : a.file, a.line.lowerBound, one.offset)
        < (b.file == main ? -1 : b.file, b.line.lowerBound, other.offset)
    }.map(\.element)
  }

  private mutating func spot(_ span: SourceSpan, _ text: String, isPrimary: Bool) -> [Spot] {
    guard let place = finder.find(span.start) else { return [] }
    let end = place.byte + Int(span.end - span.start)
    let bytes = place.byte..<max(place.byte, min(end, place.line.upperBound))
    return [Spot(place: place, bytes: bytes, text: text, isPrimary: isPrimary)]
  }

  private mutating func drawSections(_ spots: [Spot], _ ink: Ink) {
    var rest = spots[...]
    while let first = rest.first {
      let section = rest.prefix { $0.place.file == first.place.file }
      rest = rest.dropFirst(section.count)
      let head = section.first { $0.isPrimary } ?? first
      drawPlace(head.place, arrow: section.startIndex == 0 ? "--> " : "::: ")
      drawLines(section, ink)
    }
  }

  private mutating func drawPlace(_ place: PlaceFinder.Place, arrow: String) {
    canvas.beginPlace(String(arrow.dropLast()))
    let location = place.location
    canvas.write("\(sources.files[place.file].name):\(location.line):\(location.column)")
    canvas.endLine()
    canvas.beginLine()
    canvas.endLine()
  }

  private mutating func drawLines(_ section: ArraySlice<Spot>, _ ink: Ink) {
    var rest = section
    var previous: Int?
    while let first = rest.first {
      let line = rest.prefix { $0.place.line == first.place.line }
      rest = rest.dropFirst(line.count)
      let number = first.place.location.line
      if let previous, number > previous + 1 {
        canvas.write("...", .frame)
        canvas.endLine()
      }
      drawLine(line, ink)
      previous = number
    }
  }

  private mutating func drawLine(_ spots: ArraySlice<Spot>, _ ink: Ink) {
    guard let focus = spots.first(where: \.isPrimary) ?? spots.first else { return }
    let place = focus.place
    let excerpt = Excerpt(
      sources.files[place.file].bytes[place.line], focus: focus.bytes,
      room: style.room(beside: canvas.gutter))
    canvas.beginLine(place.location.line)
    if !excerpt.text.isEmpty {
      canvas.write(spaces: 1)
      canvas.write(excerpt.text)
    }
    canvas.endLine()
    let marks = spots.map {
      Marks.Mark(
        columns: excerpt.columns(of: $0.bytes), isPrimary: $0.isPrimary, text: $0.text)
    }
    Marks(marks, primary: ink).draw(on: &canvas)
  }

  private mutating func drawFacts(of diagnostic: Diagnostic, isSpaced: Bool) {
    let notes = (diagnostic.motion.map { [$0.summary] } ?? []) + diagnostic.notes
    if isSpaced, !(notes.isEmpty && diagnostic.fixIts.isEmpty) {
      canvas.beginLine()
      canvas.endLine()
    }
    for note in notes { drawFact("note", note) }
    for fixIt in diagnostic.fixIts {
      drawFact("help", fixIt.title)
      drawChange(fixIt)
    }
  }

  private mutating func drawFact(_ kind: String, _ text: String) {
    let indent = canvas.beginFact(kind)
    canvas.write(lines: text, indent: indent)
    canvas.endLine()
  }

  /// Draws the line as `fixIt` leaves it, if it changes one line and that is short.
  private mutating func drawChange(_ fixIt: FixIt) {
    guard let first = fixIt.edits.first, let place = finder.find(first.span.start) else { return }
    let source = sources.files[place.file]
    let room = style.room(beside: canvas.gutter)
    guard place.line.count <= 4 * room,
      let line = fixIt.applied(to: place.line, of: source), !line.isEmpty
    else { return }
    let excerpt = Excerpt(line[...], focus: 0..<0, room: room)
    if excerpt.isCut { return }
    canvas.beginLine(place.location.line, bar: "+", .addition)
    canvas.write(spaces: 1)
    canvas.write(excerpt.text, .addition)
    canvas.endLine()
  }
}

extension FixIt {
  /// The bytes of `line` with the edits made; nil if one reaches beyond the line or meets another.
  fileprivate func applied(to line: Range<Int>, of source: SourceFile) -> [UInt8]? {
    var result: [UInt8] = []
    var place = line.lowerBound
    for edit in edits.sorted(by: { ($0.span.start, $0.span.end) < ($1.span.start, $1.span.end) }) {
      let start = Int(edit.span.start) - Int(source.base)
      let end = Int(edit.span.end) - Int(source.base)
      guard start >= place, end <= line.upperBound, !edit.replacement.utf8.contains(0x0A) else {
        return nil
      }
      result += source.bytes[place..<start]
      result += edit.replacement.utf8
      place = end
    }
    return result + source.bytes[place..<line.upperBound]
  }
}
