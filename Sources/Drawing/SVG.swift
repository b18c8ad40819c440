import Printing
import Quantities

extension Picture {
  /// The picture as a file of Scalable Vector Graphics 1.1, the same bytes everywhere.
  ///
  /// It needs nothing but itself: no script, no font, no network. Text that people wrote is never
  /// markup, and nothing invisible of it gets into the file.
  package func svg(_ theme: Theme = .auto) -> TextBuffer {
    var writer = SVGWriter()
    writer.write(self, theme)
    return writer.buffer
  }
}

/// Writes pictures as SVG.
private struct SVGWriter {
  var buffer = TextBuffer()
  /// True if shapes keep colours of their own.
  var hasColors = true

  mutating func write(_ picture: Picture, _ theme: Theme) {
    hasColors = theme.hasColors
    buffer.write("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
    buffer.write("<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\"")
    attribute("width", picture.width)
    attribute("height", picture.height)
    buffer.write(" viewBox=\"0 0 ")
    number(picture.width)
    buffer.write(" ")
    number(picture.height)
    buffer.write("\" fill=\"none\" font-family=\"")
    buffer.write(string: Lettering.families)
    buffer.write("\" aria-labelledby=\"title desc\">\n<title id=\"title\">")
    escaped(picture.title)
    buffer.write("</title>\n<desc id=\"desc\">")
    escaped(picture.description)
    buffer.write("</desc>\n")
    write(theme, used: picture.elements.inks)
    for element in picture.elements { write(element) }
    buffer.write("</svg>\n")
  }

  // MARK: - Colours

  private mutating func write(_ theme: Theme, used: Set<Ink>) {
    buffer.write("<style>\n")
    rules(theme, used, isDark: false)
    if theme == .auto {
      buffer.write("@media (prefers-color-scheme:dark){\n")
      rules(theme, used, isDark: true)
      buffer.write("}\n")
    }
    buffer.write("</style>\n")
  }

  private mutating func rules(_ theme: Theme, _ used: Set<Ink>, isDark: Bool) {
    for ink in Ink.allCases where used.contains(ink) {
      let color = theme.color(of: ink, isDark: isDark)
      for (letter, property) in [("f", "fill"), ("s", "stroke")] {
        buffer.write(string: ".\(letter)-\(ink.rawValue){\(property):")
        write(color)
        buffer.write("}")
      }
      buffer.write("\n")
    }
  }

  private mutating func write(_ color: Color) {
    buffer.write("#")
    for part in [color.red, color.green, color.blue] {
      buffer.write(hexadecimal: UInt32(part), digits: 2)
    }
  }

  // MARK: - Elements

  private mutating func write(_ element: Picture.Element) {
    switch element {
    case .shape(let path, let style): write(path, style)
    case .text(let label): write(label)
    case .group(let group): write(group)
    }
  }

  private mutating func write(_ group: Picture.Group) {
    buffer.write("<g")
    attribute("data-name", group.name)
    if !group.source.isEmpty { attribute("data-source", group.source) }
    for fact in group.facts { attribute("data-\(fact.name)", fact.value) }
    buffer.write(">\n")
    if !group.note.isEmpty {
      buffer.write("<title>")
      escaped(group.note)
      buffer.write("</title>\n")
    }
    for element in group.elements { write(element) }
    buffer.write("</g>\n")
  }

  private mutating func write(_ path: Path, _ style: Style) {
    guard !path.parts.isEmpty else { return }
    let tint = hasColors ? style.tint : nil
    let fill = tint == nil ? style.fill.map { "f-\($0.rawValue)" } : nil
    let classes = [fill, style.stroke.map { "s-\($0.rawValue)" }].compactMap(\.self)
    buffer.write("<path")
    if !classes.isEmpty { attribute("class", classes.joined(separator: " ")) }
    if let tint {
      buffer.write(" fill=\"")
      write(tint)
      buffer.write("\"")
    }
    if style.fill != nil, style.opacity != 1 { attribute("fill-opacity", style.opacity) }
    if style.stroke != nil {
      if style.width != 1 { attribute("stroke-width", style.width) }
      if style.width > 1 { buffer.write(" stroke-linejoin=\"round\"") }
      if let dash = style.dash {
        buffer.write(" stroke-dasharray=\"")
        number(dash.on)
        buffer.write(" ")
        number(dash.off)
        buffer.write("\"")
      }
    }
    buffer.write(" d=\"")
    for part in path.parts { write(part) }
    buffer.write("\"/>\n")
  }

  private mutating func write(_ part: Path.Part) {
    switch part {
    case .move(let point): points("M", [point])
    case .line(let point): points("L", [point])
    case .quad(let control, let point): points("Q", [control, point])
    case .cubic(let first, let second, let point): points("C", [first, second, point])
    case .close: buffer.write("Z")
    }
  }

  private mutating func points(_ letter: StaticString, _ points: [Point]) {
    buffer.write(letter)
    for (index, point) in points.enumerated() {
      if index > 0 { buffer.write(" ") }
      number(point.x)
      buffer.write(" ")
      number(point.y)
    }
  }

  private mutating func write(_ label: Label) {
    guard !label.text.isEmpty else { return }
    buffer.write(string: "<text class=\"f-\(label.ink.rawValue)\"")
    attribute("x", label.x)
    attribute("y", label.y)
    attribute("font-size", label.size)
    if label.anchor != .start { attribute("text-anchor", label.anchor.rawValue) }
    if label.isBold { buffer.write(" font-weight=\"600\"") }
    buffer.write(">")
    escaped(label.text)
    buffer.write("</text>\n")
  }

  // MARK: - Values

  private mutating func attribute(_ name: String, _ value: Double) {
    buffer.write(string: " \(name)=\"")
    number(value)
    buffer.write("\"")
  }

  private mutating func attribute(_ name: String, _ value: String) {
    buffer.write(string: " \(name)=\"")
    escaped(value)
    buffer.write("\"")
  }

  /// Writes `value` to a thousandth, without what is not needed.
  private mutating func number(_ value: Double) {
    let bounded = max(-1e12, min(1e12, value.isFinite ? value : 0))
    buffer.write(string: decimal(thousandths: Int(Thousandths.count(in: bounded).rounded())))
  }

  /// Writes `text` as one harmless line: `<` and its like as entities, what is invisible as
  /// `\u{1b}`.
  private mutating func escaped(_ text: String) {
    var line = TextBuffer()
    line.write(sanitizedLine: text)
    for scalar in line.text.unicodeScalars {
      switch scalar {
      case "<": buffer.write("&lt;")
      case ">": buffer.write("&gt;")
      case "&": buffer.write("&amp;")
      case "\"": buffer.write("&quot;")
      case "'": buffer.write("&#39;")
      // Two scalars that are no characters, which XML does not allow.
      case "\u{FFFE}", "\u{FFFF}": buffer.write(escaped: scalar)
      default: buffer.write(bytes: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      }
    }
  }
}

extension [Picture.Element] {
  /// The inks that are used.
  package var inks: Set<Ink> {
    reduce(into: []) { inks, element in
      switch element {
      case .shape(_, let style): inks.formUnion([style.fill, style.stroke].compactMap(\.self))
      case .text(let label): inks.insert(label.ink)
      case .group(let group): inks.formUnion(group.elements.inks)
      }
    }
  }
}
