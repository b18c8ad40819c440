import Foundation

/// A page that people read, cut into its parts.
struct Page: CustomStringConvertible {
  /// A fenced piece of a page.
  struct Fence: CustomStringConvertible {
    /// Where it stands, as in `Grammar.md:12`.
    let place: String
    /// The words after the opening fence: its kind, then its marks.
    let words: [String]
    let lines: [String]
    /// The lines of the page it takes, without its fences.
    let range: Range<Int>

    /// The file it is to be written to, if it names one.
    var fileName: String? { kind == "dock" ? words.first { $0.hasSuffix(".dock") } : nil }
    var kind: String { words.first ?? "" }
    var text: String { lines.map { $0 + "\n" }.joined() }
    var description: String { place }
  }

  let name: String
  let lines: [String]
  var description: String { name }

  static var grammar: Page { Page("Grammar.md") }
  static var reference: Page { Page("Documentation/Reference.md") }
  static var testing: Page { Page("Documentation/Testing.md") }
  /// The pages that explain the language.
  static var language: [Page] { [grammar, reference, testing] }
  static var readme: Page { Page("README.md") }

  init(_ name: String) {
    self.name = name
    lines = Project.lines(of: name)
  }

  /// Every fenced piece, in order.
  var fences: [Fence] {
    var found: [Fence] = []
    var open: (line: Int, words: [String])?
    for (index, line) in lines.enumerated() where line.hasPrefix("```") {
      guard let opening = open else {
        open = (index, line.dropFirst(3).split(separator: " ").map(String.init))
        continue
      }
      found.append(
        Fence(
          place: "\(name):\(opening.line + 1)", words: opening.words,
          lines: Array(lines[(opening.line + 1)..<index]), range: (opening.line + 1)..<index))
      open = nil
    }
    return found
  }

  /// The fenced pieces of one kind.
  func fences(_ kind: String) -> [Fence] { fences.filter { $0.kind == kind } }

  /// The page with other lines in the places given, which stand in order.
  func replacing(_ changes: [(Range<Int>, [String])]) -> String {
    var lines = lines
    for (range, new) in changes.reversed() { lines.replaceSubrange(range, with: new) }
    return lines.joined(separator: "\n")
  }

  /// The rows of the first table below the heading called `heading`, without the table's own head.
  func rows(below heading: String) -> [Row] {
    let title = lines.drop { !($0.hasPrefix("#") && $0.drop { $0 == "#" } == " " + heading) }
    let table = title.dropFirst().prefix { !$0.hasPrefix("#") }
      .drop { !$0.hasPrefix("|") }.prefix { $0.hasPrefix("|") }
    return table.dropFirst(2).map { Row($0) }
  }

  /// One row of a table.
  struct Row {
    let cells: [String]

    init(_ line: String) {
      cells = line.split(separator: "|", omittingEmptySubsequences: false).dropFirst().dropLast()
        .map { $0.trimmingCharacters(in: .whitespaces) }
    }

    /// The words of a cell that stand in backticks.
    func words(_ cell: Int) -> [String] {
      guard cells.indices.contains(cell) else { return [] }
      let parts = cells[cell].split(separator: "`", omittingEmptySubsequences: false)
      return parts.indices.filter { $0 % 2 == 1 }.map { String(parts[$0]) }
    }
  }

  /// The words in backticks in the first column of the table below `heading`.
  func words(below heading: String, column: Int = 0) -> [String] {
    rows(below: heading).flatMap { $0.words(column) }
  }
}
