import Drawing
import Foundation
import Printing
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// Pictures as SVG: well formed, harmless, the same every time.
@Suite struct SVGTests {
  /// Text that tries to be markup, to end what it stands in, or to do something to a terminal.
  static let hostile = [
    "</text><script>alert(1)</script>", "a\"b'c<d>e&f", "]]>", "<!--", "\u{1B}[31mred",
    "\u{0}\u{7}\u{9F}", "\u{202E}evil", "\u{FFFE}\u{FFFF}", "line\nbreak\ttab", "שלום עולם",
    "&lt;already&gt;", "{}</style>", String(repeating: "x", count: 10_000),
  ]

  private static func picture(of text: String) -> Picture {
    var picture = Picture(width: 100, height: 50, title: text, description: text)
    var group = Picture.Group(text, note: text, source: text, facts: [.init("fact", text)])
    group.elements = [.text(Label(text, x: 1, y: 2, size: 10))]
    picture.elements = [.group(group)]
    return picture
  }

  @Test(arguments: hostile)
  func textIsNeverMarkup(text: String) throws {
    let bytes = Self.picture(of: text).svg().bytes
    let reader = Reader()
    let parser = XMLParser(data: Data(bytes))
    parser.delegate = reader
    #expect(parser.parse(), "\(String(decoding: bytes, as: UTF8.self))")
    #expect(reader.names == ["svg", "title", "desc", "style", "g", "title", "text"])
    #expect(!bytes.contains { $0 < 0x20 && $0 != 0x0A || $0 == 0x7F })
  }

  @Test func readersSeeTheText() {
    let reader = Reader()
    let parser = XMLParser(data: Data(Self.picture(of: "a<b & \"c\"").svg().bytes))
    parser.delegate = reader
    _ = parser.parse()
    #expect(reader.texts["text"] == "a<b & \"c\"")
    #expect(reader.texts["desc"] == "a<b & \"c\"")
    #expect(reader.attributes["data-fact"] == "a<b & \"c\"")
  }

  @Test func numbersAreShortAndFinite() {
    var picture = Picture(width: 10, height: 10, title: "", description: "")
    picture.elements = [
      .shape(.line(0.1 + 0.2, -1e-9, .infinity, .nan), .line(.ink)),
      .shape(.line(1, 1e300, 1.23456, 2), .line(.ink)),
    ]
    let text = picture.svg().text
    #expect(text.contains("d=\"M0.3 0L0 0\""))
    #expect(text.contains("d=\"M1 1000000000000L1.235 2\""))
  }

  @Test func onlyAutoAsksTheReader() {
    let picture = Self.picture(of: "x")
    for theme in Theme.allCases {
      #expect(picture.svg(theme).text.contains("prefers-color-scheme") == (theme == .auto))
    }
    let light = picture.svg(.light).text
    #expect(light != picture.svg(.dark).text)
  }

  /// Text and the lines of curves and limits can be read on the page, by the measure of the Web
  /// Content Accessibility Guidelines: 4.5 for text, 3 for graphics.
  @Test(arguments: Theme.allCases)
  func contrastIsEnough(theme: Theme) {
    for isDark in theme == .auto ? [false, true] : [false] {
      let paper = theme.color(of: .panel, isDark: isDark)
      for ink in [Ink.ink, .muted, .limit, .event] {
        let contrast = theme.color(of: ink, isDark: isDark).contrast(to: paper)
        #expect(contrast >= 4.5, "\(theme) \(ink): \(contrast)")
      }
      for ink in [Ink.pan, .tilt, .roll, .phone, .script, .change] {
        let contrast = theme.color(of: ink, isDark: isDark).contrast(to: paper)
        #expect(contrast >= 3, "\(theme) \(ink): \(contrast)")
      }
    }
  }
}

extension Color {
  fileprivate var luminance: Double {
    func linear(_ part: UInt8) -> Double {
      let share = Double(part) / 255
      return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }

  fileprivate func contrast(to other: Color) -> Double {
    let (one, two) = (luminance, other.luminance)
    return (max(one, two) + 0.05) / (min(one, two) + 0.05)
  }
}

/// Collects the elements of a file.
private final class Reader: NSObject, XMLParserDelegate {
  var names: [String] = []
  var texts: [String: String] = [:]
  var attributes: [String: String] = [:]
  private var open: [String] = []

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    names.append(name)
    open.append(name)
    self.attributes.merge(attributes) { $1 }
  }

  func parser(
    _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
  ) {
    open.removeLast()
  }

  func parser(_ parser: XMLParser, foundCharacters text: String) {
    texts[open.last ?? "", default: ""] += text
  }
}
