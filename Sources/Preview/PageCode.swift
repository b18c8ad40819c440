/// The code of the page as a page holds it.
enum PageCode {
  /// `code` without the space at the start of lines, lines of comment, and empty lines.
  ///
  /// That is the same code as long as no text in it goes over a line. A comment is on lines of its
  /// own: it begins with `//`, or with `/*` and goes on to the line that ends with `*/`.
  static func short(_ code: [UInt8]) -> [UInt8] {
    var short: [UInt8] = []
    short.reserveCapacity(code.count)
    var isComment = false
    for line in code.split(separator: 0x0A) {
      let words = line.drop { $0 == 0x20 }
      if !isComment, words.starts(with: "/*".utf8) { isComment = true }
      if isComment {
        isComment = !words.reversed().starts(with: "/*".utf8)
      } else if !words.isEmpty, !words.starts(with: "//".utf8) {
        short += words
        short.append(0x0A)
      }
    }
    return short
  }
}
