import Printing

/// Prints `code` as a page: its title, the reasons, a wrong and a right script.
public func explain(_ code: DiagnosticCode) -> TextBuffer {
  var page = TextBuffer()
  page.write(string: "\(code.severity.rawValue)[\(code.name)]: \(code.title)\n\n")
  page.write(paragraph: code.explanation, width: 80)
  for (heading, script) in [("wrong", code.wrong), ("right", code.right)] {
    guard let script else { continue }
    page.write(string: "\n# \(heading)\n")
    page.write(sanitized: script)
    page.write("\n")
  }
  return page
}

extension TextBuffer {
  /// Appends the words of `text` in lines of at most `width` columns.
  fileprivate mutating func write(paragraph text: String, width: Int) {
    var column = 0
    for word in text.split(separator: " ") {
      if column > 0, column + 1 + word.count > width {
        write("\n")
        column = 0
      } else if column > 0 {
        write(" ")
        column += 1
      }
      write(string: String(word))
      column += word.count
    }
    write("\n")
  }
}
