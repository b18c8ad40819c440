import Diagnosis
import Vocabulary

// Statements that say when something happens, as scenes and other tools have them.

extension Parser {
  /// `diagnostic` with the change for a statement that begins with a time or an event, as in
  /// `at 2s { … }`, `tap { … }` and `undock for 3s`; nil if no change makes a statement of it.
  func timedStatement(_ words: [PlainToken], _ diagnostic: Diagnostic) -> Diagnostic? {
    (isInTest ? lineOfTest(words, diagnostic) : nil) ?? timedBlock(words, diagnostic)
      ?? handlerWithoutWord(words, diagnostic) ?? lineOfScene(words, diagnostic)
  }

  /// True if the current statement stands directly in a test.
  private var isInTest: Bool { nesting.testDepth > 0 && nesting.depth == nesting.testDepth }

  /// The change of a statement of a test that says what happens, or what is expected, at a time.
  private func lineOfTest(_ words: [PlainToken], _ diagnostic: Diagnostic) -> Diagnostic? {
    if let scene = lineOfScene(words, diagnostic) { return scene }
    if ["run", "start", "play", "execute", "begin"].contains(words[0].text),
      words.count == 1 || ["for", "from"].contains(words[1].text)
    {
      return answer(
        diagnostic, FixIt("write 'perform'", words[0].span, "perform"), "perform",
        "in a test 'perform' plays the script")
    }
    guard words.count > 2, words[0].text == "at", words[1].dimension == .time,
      words[1].kind == .number
    else { return nil }
    let ours = "expect at \(words[1].text)"
    let note = "in a test 'expect' says what must be so at a time"
    if words[2].text == Keyword.expect.spelling {
      let whole = SourceSpan(words[0].span.start, words[2].span.end)
      return answer(diagnostic, FixIt("write '\(ours)'", whole, ours), ours, note)
    }
    guard Parser.expected.contains(words[2].text) else { return nil }
    let here = SourceSpan(words[0].span.start, words[0].span.start)
    return answer(diagnostic, FixIt("write 'expect '", here, "expect "), ours, note)
  }

  /// The words that begin what a test expects, and no more than that at a time.
  private static let expected: Set<String> = [
    "face", "log", "pose", "always", "mode", "recording", "late",
  ]

  /// The change of a block or statement with a time before it, which becomes a wait.
  private func timedBlock(_ words: [PlainToken], _ diagnostic: Diagnostic) -> Diagnostic? {
    guard words.count > 1, ["at", "after", "in"].contains(words[0].text.lowercased()),
      words[1].kind == .number, words[1].dimension == .time, let last = words.last
    else { return nil }
    var ahead = lookahead(from: last.span.end)
    let open = ahead.next()
    let (start, wait) = (words[0].span.start, "wait \(words[1].text)")
    let isBranch = reading.form == .branch
    var edits: [FixIt.Edit]
    var isKept = false
    if words.count > 2 {
      let lead = SourceSpan(start, words[2].span.start)
      edits = [FixIt.Edit(lead, isBranch ? "{ \(wait); " : "\(wait); ")]
      if isBranch {
        if open.kind == .openBrace { return nil }
        edits.append(FixIt.Edit(SourceSpan(last.span.end, last.span.end), " }"))
      }
    } else {
      guard open.kind == .openBrace, let body = body(of: open) else { return nil }
      if isBranch {
        edits = [FixIt.Edit(SourceSpan(start, open.end), "{ \(wait);")]
      } else if body.hasNames {
        isKept = true
        edits = [FixIt.Edit(SourceSpan(start, open.start), "\(wait); repeat 1 ")]
      } else {
        edits = [FixIt.Edit(SourceSpan(start, open.end), "\(wait);"), FixIt.Edit(body.close, "")]
      }
    }
    let rest = isKept ? "repeat 1 { … }" : "…"
    let title = isBranch ? "write '{ \(wait); … }'" : "write '\(wait); \(rest)'"
    return answer(
      diagnostic, FixIt(title, edits), wait,
      "a statement begins when the one before it ends; 'wait' lets time pass")
  }

  /// The brace that closes the block after `open`, and whether the block names or limits
  /// something; nil if it is never closed.
  private func body(of open: Token) -> (close: SourceSpan, hasNames: Bool)? {
    var ahead = lookahead(from: open.end)
    var (depth, hasNames) = (1, false)
    while true {
      let next = ahead.next()
      switch next.kind {
      case .end: return nil
      case .openBrace: depth += 1
      case .closeBrace: depth -= 1
      default: break
      }
      if depth == 0 { return (next.span, hasNames) }
      let isSetting = [.let, .limit, .when].contains { next.isKeyword($0) }
      if depth == 1, isSetting { hasNames = true }
    }
  }

  /// The change of an event with a block, which becomes a handler.
  private func handlerWithoutWord(_ words: [PlainToken], _ diagnostic: Diagnostic) -> Diagnostic? {
    guard let first = words.first, let last = words.last, EventKind(rawValue: first.text) != nil
    else { return nil }
    var ahead = lookahead(from: last.span.end)
    guard ahead.next().kind == .openBrace else { return nil }
    let here = SourceSpan(first.span.start, first.span.start)
    return answer(
      diagnostic, FixIt("write 'on \(first.text)'", here, "on "), "on \(first.text)",
      "a handler of an event begins with 'on'")
  }

  /// The change of a line that only a scene has, which becomes a scene of that line.
  private func lineOfScene(_ words: [PlainToken], _ diagnostic: Diagnostic) -> Diagnostic? {
    let tokens = sceneTokens
    guard nesting.depth == 0 || isInTest, let first = tokens.first, let last = tokens.last else {
      return nil
    }
    let timed = timeInFront(of: tokens) ?? timeBehind(tokens)
    let (time, rest) = (timed.map { text(of: $0.time.span) }, timed?.rest ?? tokens)
    guard let word = rest.first.map({ text(of: $0.span) }), Parser.scenic.contains(word) else {
      return nil
    }
    let start = time ?? "0s"
    var lines = ["at \(start) \(happening(rest) ?? word)"]
    let opposites: [EventKind: EventKind] = [.undock: .dock, .background: .foreground]
    if let back = EventKind(rawValue: word).flatMap({ opposites[$0] }), rest.count > 1,
      let length = rest.last, length.kind == .number, length.dimension == .time
    {
      let end = time.map { "\($0) + " } ?? ""
      lines = ["at \(start) \(word)", "at \(end)\(text(of: length.span)) \(back.rawValue)"]
    }
    let happenings = lines.joined(separator: "; ")
    if hasScene {
      var answer = diagnostic
      answer.notes = ["it belongs into the scene, as in 'scene { …; \(happenings) }'"]
      return answer
    }
    let ours = "scene { \(happenings) }"
    let title = "write '\(ours)'" + (time == nil ? ", for example" : "")
    return answer(
      diagnostic, FixIt(title, SourceSpan(first.start, last.end), ours), "scene { … }",
      "a scene makes things happen around the dock; 'on' and 'wait for' react to them")
  }

  /// True if the block of the current statement has a scene already.
  private var hasScene: Bool {
    var ahead = lookahead(from: lexer.base)
    var blocks = [(hasScene: false, isOurs: false)]
    var next = ahead.next()
    while next.kind != .end {
      let last = blocks.count - 1
      switch next.kind {
      case .openBrace: blocks.append((false, false))
      case .closeBrace:
        if last > 0, blocks.removeLast() == (true, true) { return true }
      default: break
      }
      if next.start == reading.start { blocks[last].isOurs = true }
      if next.isKeyword(.scene) { blocks[last].hasScene = true }
      next = ahead.next()
    }
    return blocks[0] == (true, true)
  }

  /// The words that begin a line of a scene and mean nothing else in a script.
  private static let scenic = Set(
    ["press", "hold", "release", "click", "push", "turn", "long", "fault"]
      + EventKind.allCases.filter { $0 != .zoom }.map(\.rawValue))

  /// `diagnostic` with `fixIt`, if that mends it.
  private func answer(
    _ diagnostic: Diagnostic, _ fixIt: FixIt, _ meant: String, _ note: String
  ) -> Diagnostic? {
    guard mends(fixIt, diagnostic) else { return nil }
    var answer = diagnostic
    answer.label = "did you mean '\(meant)'?"
    answer.notes = [note]
    answer.fixIts = [fixIt]
    return answer
  }
}
