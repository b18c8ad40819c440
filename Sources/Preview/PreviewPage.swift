import Diagnosis
import Drawing
import Printing

extension Preview {
  /// The page: one file of HTML that needs nothing but itself.
  ///
  /// Its content security policy allows this script and this style, by their hashes, and nothing
  /// else: no network, no picture, no frame, no form.
  package var page: TextBuffer { page(with: Preview.scripts) }

  /// The page as a server sends it: it asks that server, and nobody else, for what is new.
  package var servedPage: TextBuffer {
    page(with: Preview.scripts + [PackageResources.live_js], connecting: " connect-src 'self';")
  }

  private func page(with scripts: [[UInt8]], connecting more: String = "") -> TextBuffer {
    let style = Preview.style
    let script =
      Array("\"use strict\";\n".utf8) + scripts.map(PageCode.short).joined()
    let policy = """
      default-src 'none';\(more) style-src 'sha256-\(SHA256.base64(of: style))'; \
      script-src 'sha256-\(SHA256.base64(of: script))'; base-uri 'none'; form-action 'none'
      """
    var page = TextBuffer(capacity: style.count + script.count + 100_000)
    var rest = PackageResources.page_html[...]
    while let open = rest.firstRange(of: Array("{{".utf8)) {
      page.write(bytes: rest[..<open.lowerBound])
      rest = rest[open.upperBound...]
      guard let close = rest.firstRange(of: Array("}}".utf8)) else { break }
      switch String(decoding: rest[..<close.lowerBound], as: UTF8.self) {
      case "policy": page.write(string: policy)
      case "title": page.write(markup: title)
      case "style": page.write(bytes: style)
      case "script": page.write(bytes: script)
      case "data": page.write(bytes: json.bytes)
      default: break
      }
      rest = rest[close.upperBound...]
    }
    page.write(bytes: rest)
    return page
  }

  /// The page that a server shows while there is no preview yet: what is wrong, again and again.
  package static func waitingPage(_ found: Diagnostics, in map: SourceMap) -> TextBuffer {
    let style = Preview.style
    var page = TextBuffer(capacity: style.count + 10_000)
    page.write(
      string: """
        <!doctype html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; \
        style-src 'sha256-\(SHA256.base64(of: style))'">
        <meta http-equiv="refresh" content="1">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>errors – dock preview</title>
        <style>
        """)
    page.write(bytes: style)
    page.write(
      string: """
        </style>
        </head>
        <body>
        <header><h1>The script has errors</h1></header>
        <p class="notice">The show is here as soon as they are mended.</p>
        <main><section class="card"><pre class="messages">
        """)
    let text = render(found, in: map, style: RenderStyle(width: 100))
    page.write(escaped: String(decoding: text.bytes, as: UTF8.self))
    page.write(string: "</pre></section></main>\n</body>\n</html>\n")
    return page
  }

  /// True if `bytes` are a page that this makes.
  package static func isPage(_ bytes: [UInt8]) -> Bool {
    bytes.prefix(500).firstRange(of: Array("content=\"dock preview\"".utf8)) != nil
  }

  /// The style of all pages.
  private static var style: [UInt8] { Theme.variables + PageCode.short(PackageResources.page_css) }

  /// The parts of the script, in the order in which they stand in the page.
  static var scripts: [[UInt8]] {
    [
      PackageResources.elements_js, PackageResources.motion_js, PackageResources.world_js,
      PackageResources.face_js, PackageResources.space_js, PackageResources.picture_js,
      PackageResources.chart_js,
      PackageResources.plot_js, PackageResources.source_js, PackageResources.branches_js,
      PackageResources.player_js, PackageResources.page_js,
    ]
  }
}

extension TextBuffer {
  /// Appends `text`, harmless, as the text of an element.
  fileprivate mutating func write(markup text: String) { write(escaped: harmless(text)) }

  /// Appends `text`, which is harmless, as the text of an element.
  fileprivate mutating func write(escaped text: String) {
    for character in text {
      switch character {
      case "<": write("&lt;")
      case ">": write("&gt;")
      case "&": write("&amp;")
      default: write(string: String(character))
      }
    }
  }
}

extension Theme {
  /// The colours of plots as variables of a style sheet: light, dark where the reader's system or
  /// the page says so, and for print.
  fileprivate static var variables: [UInt8] {
    var text = TextBuffer()
    text.rules(":root", .light)
    text.write("@media (prefers-color-scheme: dark) {\n")
    text.rules(":root:not([data-theme=light])", .dark)
    text.write("}\n")
    text.rules(":root[data-theme=dark]", .dark)
    text.write("@media print {\n")
    text.rules(":root, :root[data-theme]", .light)
    text.write("}\n")
    return text.bytes
  }
}

extension TextBuffer {
  fileprivate mutating func rules(_ selector: StaticString, _ theme: Theme) {
    write(selector)
    write(" {\n")
    write(string: "  color-scheme: \(theme == .dark ? "dark" : "light");\n")
    for ink in Ink.allCases {
      let color = theme.color(of: ink)
      write(string: "  --\(ink.rawValue): #")
      for part in [color.red, color.green, color.blue] {
        write(hexadecimal: UInt32(part), digits: 2)
      }
      write(";\n")
    }
    write("}\n")
  }
}
