import Diagnosis

// A fix is offered only after a trial: the statement is read again with the fix.

extension Parser {
  /// What is being read, and so what is read again when a change is tried.
  struct Reading {
    /// The form of what is read.
    enum Form {
      case statement, branch, sceneLine
    }

    /// Where it begins; beyond the text while nothing is read.
    var start = UInt32.max
    /// Its form.
    var form = Form.statement
  }

  /// `diagnostic` without the fixes that do not work; if none works, with the fixes that read the
  /// statement as plain English.
  @inline(never)
  func tried(_ diagnostic: Diagnostic) -> Diagnostic {
    if isTrial || lexer.reporter.dropped > 0 { return diagnostic }
    var diagnostic = diagnostic
    diagnostic.fixIts = diagnostic.fixIts.filter { mends($0, diagnostic) }
    if !diagnostic.fixIts.isEmpty { return diagnostic }
    return reading.form == .sceneLine ? plainSceneLine(diagnostic) : plain(diagnostic)
  }

  /// True if the parser gets further with `fixIt`, which `diagnostic` offers.
  ///
  /// With the change, the next fault on its line follows the token that follows the change
  /// and the place of the diagnostic: a fault nearer than that comes from the change. Within a
  /// trial nothing more is tried.
  func mends(_ fixIt: FixIt, _ diagnostic: Diagnostic) -> Bool {
    if isTrial { return false }
    let edits = fixIt.edits.sorted { $0.span.start < $1.span.start }
    guard let span = diagnostic.span, let first = edits.first, let last = edits.last,
      min(first.span.start, span.start) >= reading.start
    else { return true }
    if edits.contains(where: joinsWords) { return false }
    let end = max(span.end, last.span.end)
    let lineEnd = lineEnd(from: end)
    let trial = Trial(of: edits, in: self)
    let isBlock =
      diagnostic.code == .unclosedBlock && lexer.byte(Int(span.start - lexer.base)) == 0x7B
    if isBlock {
      let place = trial.place(of: span.start)
      let faults = trial.faults(upTo: trial.place(of: lineEnd), closingBlocksAt: nil)
      return !faults.contains { $0.span?.start == place }
    }
    var ahead = lookahead(from: end)
    var next = ahead.next()
    while next.joins {
      _ = ahead.next()
      next = ahead.next()
    }
    let from = trial.place(of: min(first.span.start, span.start))
    // A statement that is cut in two must have two halves, to the end of the line.
    let isCut = edits.contains { $0.replacement.hasPrefix(";") }
    let reach =
      next.end <= lineEnd && !isCut ? trial.place(of: next.end) : trial.place(of: lineEnd) + 1
    let faults = trial.faults(upTo: reach, closingBlocksAt: trial.place(of: lineEnd))
    return !faults.contains { fault in
      let place = fault.span?.start ?? 0
      return place < reach && (place >= from || fault.code == .unclosedBlock)
    }
  }

  /// True if `edit` makes one word of a word and its replacement.
  private func joinsWords(_ edit: FixIt.Edit) -> Bool {
    let (start, end) = (Int(edit.span.start - lexer.base), Int(edit.span.end - lexer.base))
    let joinsBefore = start > 0 && Lexer.continuesWord(lexer.byte(start - 1))
    guard let first = edit.replacement.utf8.first, let last = edit.replacement.utf8.last else {
      // The digits of one number may be joined.
      let isDigit = start > 0 && (0x30...0x39).contains(lexer.byte(start - 1))
      return joinsBefore && !isDigit && Lexer.continuesWord(lexer.byte(end))
    }
    return joinsBefore && Lexer.continuesWord(first)
      || Lexer.continuesWord(last) && Lexer.continuesWord(lexer.byte(end))
  }

  /// The end of the line that holds `offset`.
  private func lineEnd(from offset: UInt32) -> UInt32 {
    var end = min(Int(offset - lexer.base), lexer.bytes.count)
    while end < lexer.bytes.count, lexer.byte(end) != 0x0A { end += 1 }
    return lexer.base + UInt32(end)
  }
}

/// The text of a statement, and all after it, with a change that is tried.
private struct Trial {
  /// The bytes, with the change.
  private var bytes: [UInt8]
  private let parser: Parser
  private let edits: [FixIt.Edit]
  /// How many spaces stand before the statement, as on its line.
  private let indent: Int

  /// Makes the text with `edits`, which are in the order of the text.
  init(of edits: [FixIt.Edit], in parser: Parser) {
    (self.parser, self.edits) = (parser, edits)
    indent = parser.indentation(at: parser.reading.start)
    bytes = Array(repeating: 0x20, count: indent)
    let base = parser.lexer.base
    var place = Int(parser.reading.start - base)
    for edit in edits {
      bytes += parser.lexer.bytes[place..<max(place, Int(edit.span.start - base))]
      bytes += Array(edit.replacement.utf8)
      place = Int(edit.span.end - base)
    }
    bytes += parser.lexer.bytes[min(place, parser.lexer.bytes.count)...]
  }

  /// Where what stands at `offset` of the text stands with the change.
  func place(of offset: UInt32) -> UInt32 {
    var place = Int(offset) - Int(parser.reading.start) + indent
    for edit in edits where edit.span.start <= offset {
      place += edit.replacement.utf8.count - Int(edit.span.end - edit.span.start)
    }
    return UInt32(max(0, place))
  }

  /// The faults of the statement and of those that begin behind it before the place `end`; all
  /// blocks count as closed at the place `closingEnd`.
  func faults(upTo end: UInt32, closingBlocksAt closingEnd: UInt32?) -> [Diagnostic] {
    let tree = Tree(expecting: 0)
    defer { tree.free() }
    _ = tree.add(Node(kind: .program, start: 0))
    return bytes.withUnsafeBufferPointer { text in
      let lexer = Lexer(text, base: 0, symbols: parser.lexer.symbols, reporter: Diagnostics())
      var trial = Parser(lexer, tree: tree)
      trial.isTrial = true
      // What stands in blocks may fill the rest of the stack, not more.
      trial.nesting.greatestDepth = max(1, parser.nesting.greatestDepth - parser.nesting.depth)
      if let closingEnd { trial.trialEnd = closingEnd }
      trial.readAgain(parser.reading.form, upTo: end)
      return trial.lexer.reporter.all.filter { $0.severity == .error }
    }
  }
}

extension Parser {
  /// Reads what has the form `form`, and what follows it up to `end`.
  fileprivate mutating func readAgain(_ form: Reading.Form, upTo end: UInt32) {
    var lines = Children(of: add(.block, at: 0))
    while token.start < end, token.kind != .end, token.kind != .closeBrace {
      switch form {
      case .sceneLine: sceneLineOrSkip(&lines)
      case .statement, .branch: _ = statementOrSkip(isBranch: form == .branch)
      }
    }
  }
}
