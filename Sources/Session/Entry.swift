import Language

/// An entry: one statement or a whole script.
struct Entry: Sendable {
  let bytes: [UInt8]
  let outline: Outline
  /// The marks between which it is played; nil for its beginning and its end.
  var (start, stop): (String?, String?)
  /// Lines of comment that were entered directly before it.
  private let heading: [UInt8]

  init(_ bytes: [UInt8], below heading: [UInt8] = []) {
    self.bytes = bytes
    self.heading = heading
    outline = Outline(of: bytes)
  }

  /// True if it is empty.
  var isBlank: Bool {
    outline.statements.isEmpty && outline.ending == .whole
      && bytes.split(separator: 0x0A).allSatisfy { line in
        let first = line.first { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D }
        return first == nil || first == 0x23
      }
  }

  /// Its first line, without the spaces around it, and `…` if there are more.
  var title: String {
    let lines = bytes.split(separator: 0x0A).filter { !$0.isBlank }
    let first = lines.first.map { $0.drop(while: \.isBlank) } ?? []
    let end = first.lastIndex { !$0.isBlank }.map { $0 + 1 } ?? first.startIndex
    return String(decoding: first[..<end], as: UTF8.self) + (lines.count > 1 ? " …" : "")
  }

  /// True if it has only declarations and settings.
  var isDeclarative: Bool { outline.statements.allSatisfy(\.isRemembered) }

  /// The declarations to remember; random values in them begin with `seed`, `offer` gives the
  /// declarations of a file, and `time` when what follows an entry begins.
  func declarations(
    seed: UInt64, offer: (String) -> [Declaration] = { _ in [] },
    time: (Entry) -> Int = { _ in 0 }
  ) -> [Declaration] {
    outline.statements.indices.filter { outline.statements[$0].isRemembered }.map { index in
      let statement = outline.statements[index]
      let range = withComment(statement.range)
      let above = index == 0 ? heading : []
      return Declaration(
        statement, text: above + bytes[range],
        from: above.count + statement.range.lowerBound - range.lowerBound,
        comment: plain(above + bytes[range.lowerBound..<statement.range.lowerBound]), seed: seed,
        offered: statement.usesAll.map(offer) ?? [],
        firstBar: isTempo(statement)
          ? time(Entry(Array(bytes[..<statement.range.lowerBound]))) : nil)
    }
  }

  private func isTempo(_ statement: Outline.Statement) -> Bool {
    statement.kind == .limit && begins(statement, with: .tempo)
  }

  /// The comment for what follows it, if it is one: its own below `former`, unless an empty line
  /// separates them.
  func heading(below former: [UInt8]) -> [UInt8] {
    bytes[...].isBlank ? [] : former + bytes + [0x0A]
  }

  /// Its statements other than declarations, as a script does them; limits are included.
  ///
  /// What is done finally is done at the end of the entry, so the entry is a block of its own.
  var actions: [UInt8] {
    let isBlock =
      outline.statements.contains { begins($0, with: .finally) }
      && outline.statements.allSatisfy { $0.kind != .limit && !begins($0, with: .mark) }
    guard isBlock else { return written }
    let lines = written.split(separator: 0x0A, omittingEmptySubsequences: false)
    let body = lines.map { $0.isBlank ? [] : Array("    ".utf8) + $0 }.joined(separator: [0x0A])
    return Array("repeat 1 {\n".utf8) + body + Array("\n}".utf8)
  }

  /// The number with which its last `seed` begins the random numbers anew; nil without one, and of
  /// one that is calculated.
  var seed: UInt64? {
    guard let statement = outline.statements.last(where: { begins($0, with: .seed) }) else {
      return nil
    }
    let number = bytes[statement.range].dropFirst(Keyword.seed.spelling.utf8.count)
    return UInt64(String(decoding: number.drop(while: \.isBlank), as: UTF8.self))
  }

  private func begins(_ statement: Outline.Statement, with word: Keyword) -> Bool {
    bytes[statement.range].starts(with: word.spelling.utf8)
  }

  /// Its statements other than declarations, as they were written; limits are included.
  private var written: [UInt8] {
    var (text, place): ([UInt8], Int) = ([], 0)
    for statement in outline.statements where !statement.isAction {
      let range = withComment(statement.range)
      text += bytes[place..<max(place, range.lowerBound)]
      place = endOfSeparator(after: range.upperBound)
    }
    text += bytes[min(place, bytes.count)...]
    let lines = text.split(separator: 0x0A, omittingEmptySubsequences: false)
    let first = lines.firstIndex { !$0.isBlank } ?? lines.endIndex
    let last = lines.lastIndex { !$0.isBlank } ?? first
    if first == lines.endIndex { return [] }
    let above = outline.statements.first?.isRemembered == false ? heading : []
    return above + lines[first...last].joined(separator: [0x0A])
  }

  /// The words of it that may be names.
  var words: Set<String> { Outline.words(in: bytes) }

  /// `range` with the lines of comment right above it.
  private func withComment(_ range: Range<Int>) -> Range<Int> {
    var start = range.lowerBound
    while let line = lineEnding(before: start), line.first(where: { !$0.isBlank }) == 0x23 {
      start = line.startIndex
    }
    return start..<range.upperBound
  }

  /// The line that ends right before `place`, if nothing but spaces stands between.
  private func lineEnding(before place: Int) -> ArraySlice<UInt8>? {
    var end = place
    while end > 0, bytes[end - 1] == 0x20 || bytes[end - 1] == 0x09 { end -= 1 }
    guard end > 0, bytes[end - 1] == 0x0A else { return nil }
    let start = bytes[..<(end - 1)].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    return bytes[start..<(end - 1)]
  }

  /// Where the text goes on after a statement that ends at `place`: after its semicolon, or after
  /// the comment on its line.
  private func endOfSeparator(after place: Int) -> Int {
    var end = place
    while end < bytes.count, bytes[end].isBlank, bytes[end] != 0x0A { end += 1 }
    guard end < bytes.count else { return end }
    if bytes[end] == 0x23 { return bytes[end...].firstIndex(of: 0x0A) ?? bytes.count }
    guard bytes[end] == 0x3B else { return place }
    return bytes[(end + 1)...].firstIndex { $0 != 0x20 && $0 != 0x09 } ?? bytes.count
  }

  private func plain(_ comment: [UInt8]) -> String {
    comment.split(separator: 0x0A).map { line in
      String(decoding: line.drop { $0.isBlank || $0 == 0x23 }, as: UTF8.self)
    }.filter { !$0.isEmpty }.joined(separator: " ")
  }
}

extension Outline.Statement {
  /// True if it is part of the actions of an entry; a scene is not.
  fileprivate var isAction: Bool {
    switch kind {
    case .action, .limit, .test: true
    case .value, .gesture, .function, .use, .handler, .scene: false
    }
  }

  /// The name of the file of which it uses everything; nil if it does not.
  fileprivate var usesAll: String? {
    kind == .use && names.count == 1 ? names.first.map { String($0.dropFirst().dropLast()) } : nil
  }
}

extension UInt8 {
  /// True if it is a space of any kind.
  var isBlank: Bool { self == 0x20 || self == 0x09 || self == 0x0D || self == 0x0A }
}

extension ArraySlice<UInt8> {
  /// True if nothing but spaces is in it.
  var isBlank: Bool { allSatisfy(\.isBlank) }
}
