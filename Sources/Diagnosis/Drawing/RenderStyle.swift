import Printing

/// How diagnostics are drawn for people.
public struct RenderStyle: Sendable {
  /// Whether the text carries ANSI colours.
  public let color: Bool
  /// The columns of the terminal; nil where there is none.
  public let width: Int?

  /// Creates a style; without a width, source lines are cut at 140 columns.
  public init(color: Bool = false, width: Int? = nil) {
    self.color = color
    self.width = width
  }

  /// The columns that a source line may fill beside a gutter of `gutter` columns.
  func room(beside gutter: Int) -> Int { max(40, width ?? 140) - gutter }
}

/// What a run of text in a diagnostic is, which decides its colour.
enum Ink {
  case plain, error, warning, strong, frame, addition

  /// The parameters of "select graphic rendition" (ECMA-48, 8.3.117); nil leaves the text as it is.
  var parameters: StaticString? {
    switch self {
    case .plain: nil
    case .error: "1;31"
    case .warning: "1;33"
    case .strong: "1"
    case .frame: "1;34"
    case .addition: "32"
    }
  }
}

/// The page that a diagnostic is drawn on: sanitised text in inks, beside a gutter of line numbers.
struct Canvas {
  private(set) var text = TextBuffer()
  private let color: Bool
  /// The digits of the greatest line number on show.
  var digits = 1

  init(color: Bool) { self.color = color }

  /// The columns that the gutter takes, its bar and the spaces around included.
  var gutter: Int { digits + 3 }

  mutating func write(_ run: String, _ ink: Ink = .plain) {
    guard !run.isEmpty else { return }
    let parameters = color ? ink.parameters : nil
    if let parameters {
      text.write("\u{1B}[")
      text.write(parameters)
      text.write("m")
    }
    text.write(sanitizedLine: run)
    if parameters != nil { text.write("\u{1B}[0m") }
  }

  /// Writes the lines of `run`, all but the first indented by `indent`.
  mutating func write(lines run: String, indent: Int, _ ink: Ink = .plain) {
    for (index, line) in run.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      if index > 0 {
        endLine()
        write(spaces: indent)
      }
      write(String(line), ink)
    }
  }

  mutating func write(spaces count: Int) { text.write(spaces: count) }

  mutating func endLine() { text.write("\n") }

  /// Begins a line of source text, as in `12 | `, or one that holds marks.
  mutating func beginLine(_ number: Int? = nil, bar: String = "|", _ ink: Ink = .frame) {
    let label = number.map(String.init) ?? ""
    write(spaces: digits - label.utf8.count)
    write(label, ink)
    write(spaces: 1)
    write(bar, ink)
  }

  /// Begins a line that says where something is, as in ` --> `.
  mutating func beginPlace(_ arrow: String) {
    write(spaces: digits)
    write(arrow, .frame)
    write(spaces: 1)
  }

  /// Begins a fact about the diagnostic, as in `  = note: `, and returns its indentation.
  mutating func beginFact(_ kind: String) -> Int {
    write(spaces: digits + 1)
    write("=", .frame)
    write(spaces: 1)
    write("\(kind):", .strong)
    write(spaces: 1)
    return digits + kind.utf8.count + 5
  }
}
