import Diagnosis

/// What is done when the rest of the block is left, in whatever way.
@frozen
public struct FinallyStatement: StatementView, Sendable {
  /// The node that it reads.
  public let view: NodeView

  @inlinable @inline(__always)
  init(_ view: NodeView) { self.view = view }

  /// Its role in its block.
  public static var nature: StatementNature { .setting }

  /// The axes that it moves, turns or limits.
  public var axes: AxisUse { .none }

  /// What is done.
  @inlinable @inline(__always)
  public var body: BlockView { BlockView(view.first) }
}

extension Parser {
  /// Reads what is done when the block is left.
  ///
  ///     finally = "finally" block .
  mutating func finally() throws(Unreadable) -> NodeID {
    let start = token.start
    advance()
    return holding(.finally, at: start, try block(), as: .body)
  }

  /// The report of a `try` before a block, as other languages have it; nil if `word` is none.
  func tryBlock(_ word: Token) -> Diagnostic? {
    guard ["try", "do", "begin"].contains(text(of: word.span).lowercased()),
      token.kind == .openBrace, !token.startsLine
    else { return nil }
    var ahead = lookahead(from: token.start)
    var (depth, next, close) = (0, token, token.start)
    repeat {
      next = ahead.next()
      if next.kind == .openBrace { depth += 1 }
      if next.kind == .closeBrace { depth -= 1 }
      close = next.start
    } while depth > 0 && next.kind != .end
    guard depth == 0 else { return nil }
    next = ahead.next()
    guard text(of: next.span) == "finally" else {
      let first = following
      guard text(of: word.span).lowercased() == "try" else { return nil }
      let isWhole = (next.startsLine || next.kind != .word) && first.kind != .closeBrace
      let removal = FixIt(
        "remove 'try'",
        [
          FixIt.Edit(SourceSpan(word.start, first.start), ""),
          FixIt.Edit(withBlanks(around: SourceSpan(close, close + 1)), ""),
        ])
      return Diagnostic(
        .foreignWord, "no statement begins with 'try'", at: word.span,
        notes: ["no error can be caught: the dock is given back, and 'finally' is done before"],
        fixIts: isWhole ? [removal] : [])
    }
    let open = ahead.next()
    guard open.kind == .openBrace else { return nil }
    var last = open
    depth = 1
    while depth > 0, last.kind != .end {
      last = ahead.next()
      if last.kind == .openBrace { depth += 1 }
      if last.kind == .closeBrace { depth -= 1 }
    }
    guard depth == 0 else { return nil }
    let ours = text(of: SourceSpan(next.start, last.end))
    return Diagnostic(
      .foreignWord, "no statement begins with '\(text(of: word.span))'", at: word.span,
      label: "'finally' stands at the beginning of its block",
      notes: ["what it holds is done when the block is left in any way"],
      fixIts: [
        FixIt(
          "write 'finally' above the rest",
          [
            FixIt.Edit(SourceSpan(word.start, token.end), "\(ours);"),
            FixIt.Edit(SourceSpan(close, last.end), ""),
          ])
      ])
  }
}

extension Checker {
  mutating func check(_ finally: FinallyStatement) {
    block(finally.body)
    for node in finally.body.statements { checkOwed(node.statement) }
    if isAtEnd(finally) { report { $0.finallyAtEnd(finally) } }
  }

  /// Checks a statement that is to be done when a block is left: it must take no time, and move
  /// nothing.
  private mutating func checkOwed(_ statement: Statement) {
    let view = statement.view
    if view is LogStatement || view is EyesStatement || view is CountChangeStatement { return }
    if let face = view as? FaceStatement {
      if let length = face.length { report { $0.slow(face, length) } }
    } else if let camera = view as? CameraStatement, camera.body == nil {
      if let length = camera.length { report { $0.slow(camera, length) } }
    } else {
      report { $0.notInFinally(view.view, fix: view is WaitStatement ? "remove the wait" : nil) }
    }
  }

  /// True if behind `finally` its block does nothing; false of what is entered at a prompt, which
  /// goes on, and if something could not be read.
  private func isAtEnd(_ finally: FinallyStatement) -> Bool {
    guard !program.isEntered, !reporter.hasErrors else { return false }
    var rest = finally.following
    while let node = rest {
      let view = node.statement.view
      if type(of: view).nature == .action, view.outlineKind != .scene { return false }
      rest = view.following
    }
    return true
  }

  private func notInFinally(_ node: NodeView, fix: String?) -> Diagnostic {
    let whole = program.span(of: node)
    return Diagnostic(
      .notInFinally, "a 'finally' cannot hold this", at: program.tokenSpan(at: node.start),
      notes: [
        "it holds 'log', 'add', 'set', and 'face', 'eyes' and 'camera' without 'over': "
          + "a show that has been stopped moves no more"
      ],
      fixIts: fix.map { [FixIt($0, whole, "")] } ?? [])
  }

  /// The report of a change in a `finally` that takes `length`.
  private func slow(_ statement: some StatementView, _ length: ExpressionView) -> Diagnostic {
    let value = program.span(of: length)
    let before = program.sources.text(of: SourceSpan(statement.start, value.start))
    let words = before.split(separator: " ", omittingEmptySubsequences: false)
    let end = statement.start + UInt32(before.utf8.count)
    var start = end
    if let last = words.lastIndex(of: "over") {
      start -= UInt32(words[last...].joined(separator: " ").utf8.count)
      if last > 0 { start -= 1 }
    }
    return Diagnostic(
      .notInFinally, "a change in a 'finally' takes no time", at: value,
      notes: ["the block is left at once, and what is done then must not wait"],
      fixIts: start < end ? [FixIt("remove it", SourceSpan(start, value.end), "")] : [])
  }

  private func finallyAtEnd(_ finally: FinallyStatement) -> Diagnostic {
    let word = program.tokenSpan(at: finally.start)
    let whole = SourceSpan(finally.start, program.closingBrace(of: finally.body) + 1)
    var fixIts: [FixIt] = []
    let rest = context.isTopLevel ? program.statements(ofFile: 0).statements : context.siblings
    let first = rest?.first { type(of: $0.statement.view).nature == .action }
    if let first, first.start < finally.start, !hasNames(from: first, to: finally) {
      let text = program.sources.text(of: whole)
      let between = program.sources.text(of: SourceSpan(first.start, finally.start))
      let gap = between.contains("\n") ? "\n" + indentation(of: first.start) : "; "
      fixIts = [
        FixIt(
          "move it above the first statement",
          [
            FixIt.Edit(SourceSpan(first.start, first.start), text + gap),
            FixIt.Edit(whole, ""),
          ])
      ]
    }
    return Diagnostic(
      .finallyAtEnd, "nothing of its block stands below this 'finally', so it changes nothing",
      at: word,
      notes: [
        "what it holds is done here, as without the word: put it above what may be left early"
      ],
      fixIts: fixIts)
  }

  /// True if `first` or a statement behind it, up to `finally`, names a value.
  private func hasNames(from first: NodeView, to finally: FinallyStatement) -> Bool {
    var node = first
    while node.start < finally.start {
      let view = node.statement.view
      if type(of: view).nature == .naming { return true }
      guard let next = view.following else { break }
      node = next
    }
    return false
  }

  /// The blanks between the beginning of the line and `offset`; none if there is something else.
  private func indentation(of offset: UInt32) -> String {
    let file = program.sources.file(at: offset)
    let before = file.bytes.prefix(Int(offset - file.base)).reversed().prefix { $0 != 0x0A }
    return before.allSatisfy { $0 == 0x20 } ? String(repeating: " ", count: before.count) : ""
  }
}
