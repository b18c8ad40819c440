import Diagnosis

// Blocks behind the event of a wait, as others write them: each is reported with the ways that do
// the same.

extension Parser {
  /// True if a word stands here that once led in what follows a wait.
  var startsBranch: Bool { token.isKeyword(.found) || token.isKeyword(.timeout) }

  /// Reads and reports what follows the wait for the event at `event`, whose node is `way`, with
  /// the longest time at `bound`: a block, or blocks after 'found' and 'timeout'.
  mutating func blocksBehind(
    _ way: NodeID, _ event: SourceSpan, _ bound: SourceSpan?, _ wait: inout Children
  ) throws(Unreadable) {
    let open = token.span
    guard at(.openBrace) else {
      report(missingBlock())
      throw Unreadable()
    }
    let inner = following
    let name = text(of: event)
    let timeout = bound.map { "timeout \(text(of: $0))" }
    guard inner.isKeyword(.found) || inner.isKeyword(.timeout) else {
      var body = Children(behindThoseOf: way, in: tree)
      body.append(try block(), as: .body, in: tree)
      let rest = timeout.map { "; \($0)" } ?? ""
      report(
        .blockBehindWait(
          at: open,
          FixIt(
            "write 'wait for { \(name) { … } }'",
            [
              FixIt.Edit(SourceSpan(event.start, open.start), "{ \(name) "),
              FixIt.Edit(SourceSpan(previousEnd, previousEnd), "\(rest) }"),
            ])))
      return
    }
    try branches(way, event, open, timeout, &wait)
  }

  /// Reads and reports blocks after 'found' and 'timeout' in the braces that open at `open`.
  private mutating func branches(
    _ way: NodeID, _ event: SourceSpan, _ open: SourceSpan, _ timeout: String?,
    _ wait: inout Children
  ) throws(Unreadable) {
    let name = text(of: event)
    try enter(open)
    advance()
    var edits = [FixIt.Edit(SourceSpan(event.start, open.end), "{")]
    var (found, late): (Token?, Token?) = (nil, nil)
    while !at(.closeBrace), !at(.end) {
      let start = token
      guard startsBranch else {
        throw fail(.expected("'timeout'", found: describeToken(), at: token.span))
      }
      let isFound = token.isKeyword(.found)
      advance()
      if isFound {
        var body = Children(behindThoseOf: way, in: tree)
        body.append(try block(), as: .body, in: tree)
        found = start
      } else {
        wait.append(try block(), as: .alternative, in: tree)
        late = start
      }
      edits.append(FixIt.Edit(start.span, isFound ? name : timeout ?? "timeout"))
      let end = previousEnd
      let isSeparate = token.startsLine || at(.semicolon) || at(.closeBrace)
      _ = take(.semicolon)
      if !isSeparate { edits.append(FixIt.Edit(SourceSpan(end, end), ";")) }
    }
    leave()
    let end = previousEnd
    guard take(.closeBrace) else { throw unclosed(open) }
    if found == nil { edits[0] = FixIt.Edit(edits[0].span, "{ \(name);") }
    if late == nil, let timeout {
      edits.append(FixIt.Edit(SourceSpan(end, end), "; \(timeout)"))
    }
    if let late, timeout == nil {
      report(.uselessTimeout(at: late.span))
      return
    }
    guard let first = found ?? late else { return }
    report(
      .oldBranches(at: first.span, FixIt("write 'wait for { \(name) { … } … }'", edits)))
  }
}

extension Diagnostic {
  fileprivate static func blockBehindWait(at span: SourceSpan, _ fixIt: FixIt) -> Diagnostic {
    Diagnostic(
      .trailingText, "the statement ends before '{'", at: span,
      notes: ["a block belongs to an event in braces"], fixIts: [fixIt])
  }

  fileprivate static func oldBranches(at span: SourceSpan, _ fixIt: FixIt) -> Diagnostic {
    Diagnostic(
      .foreignWord, "what is done is written behind its event", at: span,
      notes: ["each way stands in the braces of 'wait for': its event, and a block"],
      fixIts: [fixIt])
  }

  fileprivate static func uselessTimeout(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .missingClause, "this waits without a limit, so its 'timeout' never happens", at: span,
      notes: ["say how long it waits, as in 'wait for { person; timeout 5s { face sad } }'"])
  }
}
