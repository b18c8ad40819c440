import Diagnosis
import Vocabulary

/// An expectation of a test.
@frozen
public struct ExpectStatement: StatementView, Sendable {
  /// The node that it reads.
  public let view: NodeView

  @inlinable @inline(__always)
  init(_ view: NodeView) { self.view = view }

  /// Its role in its block.
  public static var nature: StatementNature { .action }

  /// The axes that it moves, turns or limits.
  public var axes: AxisUse { .none }

  /// The time of the test at which it is judged; nil if that is when the run reaches it.
  @inlinable @inline(__always)
  public var time: ExpressionView? { view.part(.at).map(ExpressionView.init) }

  /// What is expected.
  package var expectation: Expected {
    switch Form(rawValue: view.detail) {
    case .pose: .pose(near: ExpressionView(view.first), within: ExpressionView(view.second))
    case .always:
      .always(
        axis: view.flags, lower: ExpressionView(view.first), upper: ExpressionView(view.second))
    case .trackingRestored: .trackingRestored
    case .face: .face(Int(view.flags))
    case .log: .log(StringView(view.first))
    case .handler:
      .handler(
        EventView(view.first), HandlerEnd(number: view.flags),
        count: ExpressionView(view.second))
    case .recording: .recording(view.flags == 0)
    case .mode: .mode(LabelView(view.first))
    case .late:
      .late(Operator(rawValue: view.flags) ?? .equal, than: ExpressionView(view.first))
    case .condition, nil: .condition(ExpressionView(view.first))
    }
  }

  /// What may be expected.
  package enum Expected {
    case condition(ExpressionView)
    case pose(near: ExpressionView, within: ExpressionView)
    /// An axis, by its number from 0, between two bounds.
    case always(axis: UInt8, lower: ExpressionView, upper: ExpressionView)
    case trackingRestored
    /// A mood, by its number.
    case face(Int)
    /// A line of the log.
    case log(StringView)
    /// How often calls of the handlers of an event ended in a way.
    case handler(EventView, HandlerEnd, count: ExpressionView)
    case recording(Bool)
    /// The mode that is in progress.
    case mode(LabelView)
    /// How far the run is behind its schedule, compared with a time.
    case late(Operator, than: ExpressionView)
  }

  /// The forms, as they stand in `detail`.
  fileprivate enum Form: UInt8 {
    case condition, pose, always, trackingRestored, face, log, handler, recording, late, mode
  }
}

extension Parser {
  /// Reads an expectation.
  ///
  ///     expect = "expect" [ "at" expression ] ( "pose" "near" expression "within" expression
  ///            | "always" axis "within" aim ".." aim | "tracking" "restored" | "face" mood
  ///            | "log" string | "mode" name | [ "not" ] "recording" | handler-end
  ///            | "late" ( "==" | "!=" | "<" | "<=" | ">" | ">=" ) expression | expression ) .
  mutating func expectation() throws(Unreadable) -> NodeID {
    let node = add(.expect, at: token.start)
    advance()
    let time = takesTime() ? try expression() : nil
    var children = Children(of: node)
    try expected(of: node, &children)
    if let time { children.append(time, as: .at, in: tree) }
    return node
  }

  /// Steps past the 'at' of a time, or reports that it is missing; false if no time stands here.
  private mutating func takesTime() -> Bool {
    if take(.at) { return true }
    guard !token.startsLine else { return false }
    let isWord = at(.word) && ["after", "by", "in", "when"].contains(tokenText)
    let time = isWord ? following : token
    guard time.kind == .number, time.dimension == .time, !time.startsLine else { return false }
    var ahead = lookahead(from: time.start)
    _ = ahead.next()
    let next = ahead.next()
    guard isWord || next.kind == .word, !next.startsLine, !isLogical(next) else { return false }
    let span = isWord ? token.span : SourceSpan(token.start, token.start)
    report(
      .expected(
        "'at'", found: "'\(tokenText)'", at: token.span,
        notes: ["the time of the test follows 'at', as in 'expect at 3s face happy'"],
        fixIts: [FixIt("write 'at'", span, isWord ? "at" : "at ")]))
    if isWord { advance() }
    return true
  }

  /// Reads what is expected.
  private mutating func expected(of node: NodeID, _ children: inout Children) throws(Unreadable) {
    if let report = speedWithoutPeak() ?? eventWithoutHandler() { throw fail(report) }
    if keywordHere?.axis != nil { throw refusePoseComparison() }
    if let report = negatedExpectation() { throw fail(report) }
    skipWordsOfRecording()
    if at(.eyes) || at(.camera) || at(.zoom) { throw fail { $0.expectedPhone() } }
    let form: ExpectStatement.Form
    if at(.tracking) {
      advance()
      guard take(.restored) else { throw fail { $0.missingRestored() } }
      form = .trackingRestored
    } else if at(.face) {
      advance()
      form = .face
      tree[node].flags = try expectedMood().number
    } else if at(.log), following.kind != .openParen {
      advance()
      skipWordBeforeLine()
      guard at(.string), !token.startsLine else { throw fail(missingString("the line in quotes")) }
      form = .log
      children.append(
        add(.string, at: token.start, holding: token.symbol + stringBase), as: .value, in: tree)
      advance()
    } else if at(.mode), isModeHere {
      advance()
      skipSignBeforeMode()
      form = .mode
      children.append(try label("the name of a mode"), as: .label, in: tree)
    } else if isHandlerHere {
      form = .handler
      tree[node].flags = try handlerEnd(&children).number
    } else if let isNot = recordingHere {
      if isNot { advance() }
      advance()
      try refuseComparedRecording()
      form = .recording
      tree[node].flags = isNot ? 1 : 0
    } else if at(.late), let symbol = comparison(following.kind) {
      advance()
      advance()
      form = .late
      tree[node].flags = symbol.rawValue
      children.append(try expression(), as: .value, in: tree)
    } else if take(.always) {
      form = .always
      guard let axis = keywordHere?.axis else {
        throw fail(missingAxis())
      }
      tree[node].flags = axis
      advance()
      guard take(.within) else { throw fail { $0.missingRange(of: axis) } }
      children.append(try aim(), as: .lower, in: tree)
      try expect(.range, "'..'")
      children.append(try aim(), as: .upper, in: tree)
    } else if at(.pose), lexer.peekIsWord("near") {
      advance()
      try expect(.near)
      form = .pose
      children.append(try expression(), as: .near, in: tree)
      guard take(.within) else { throw fail { $0.missingTolerance() } }
      children.append(try expression(), as: .within, in: tree)
    } else if at(.pose), following.kind != .openParen {
      throw refusePoseComparison()
    } else {
      form = .condition
      children.append(try condition(), as: .condition, in: tree)
    }
    tree[node].detail = form.rawValue
  }

  /// Reports words before 'recording' that others write, and steps past them.
  private mutating func skipWordsOfRecording() {
    guard at(.camera) else { return }
    var ahead = lookahead(from: following.start)
    var next = ahead.next()
    let first = token
    let isVerb = next.kind == .word && ["is", "be"].contains(text(of: next.span))
    if isVerb { next = ahead.next() }
    guard next.kind == .word, !next.startsLine, text(of: next.span) == "recording" else { return }
    let last = isVerb ? following : first
    advance()
    if isVerb { advance() }
    report(
      .superfluousWord(
        text(of: SourceSpan(first.start, last.end)), at: SourceSpan(first.start, last.end),
        whole: SourceSpan(first.start, token.start), "as in 'expect recording'"))
  }

  /// Reads the mood that is expected.
  private mutating func expectedMood() throws(Unreadable) -> Mood {
    if at(.equal) || at(.assign) || at(.word) && tokenText == "is" {
      let whole = SourceSpan(token.start, following.start)
      report(
        .superfluousWord(
          tokenText, at: token.span, whole: whole, "the mood follows, as in 'expect face happy'"))
      advance()
    }
    guard let mood = termHere(Mood.self) else {
      throw fail(unknownWord("a mood", Mood.spellings, .mood))
    }
    advance()
    return mood
  }

  /// True if an event follows the word 'handler' at hand.
  private var isHandlerHere: Bool {
    guard at(.word), tokenText == "handler" else { return false }
    let next = following
    return next.kind == .word && !next.startsLine && !isLogical(next)
  }

  /// Reads how often the handlers of an event have ended in a way.
  ///
  ///     handler-end = "handler" event ( "done" | "preempted" | "dropped" ) expression
  ///                   ( "time" | "times" ) .
  private mutating func handlerEnd(_ children: inout Children) throws(Unreadable) -> HandlerEnd {
    advance()
    if let report = buttonWithoutNumber() { throw fail(report) }
    children.append(try event(), as: .none, in: tree)
    if let report = neverCalled() { throw fail(report) }
    let word = at(.word) ? tokenText : ""
    guard let end = HandlerEnd(rawValue: word) else {
      let words = HandlerEnd.allCases.map(\.rawValue)
      throw fail(unknownWord("what has become of its calls", words, nil))
    }
    advance()
    if at(.word), !token.startsLine,
      let count = ["once": "1 time", "twice": "2 times", "never": "0 times"][tokenText]
    {
      throw fail(
        .expected(
          "a number", found: describeToken(), at: token.span,
          notes: ["as in 'expect handler tap done 1 time'"],
          fixIts: [FixIt("write '\(count)'", token.span, count)]))
    }
    if let report = comparedCalls() { throw fail(report) }
    children.append(try expression(), as: .value, in: tree)
    guard at(.time) || at(.word) && tokenText == "times" else {
      let here = SourceSpan(previousEnd, previousEnd)
      throw fail(
        .expected(
          "'times'", found: describeToken(), at: place,
          fixIts: isAtEnd ? [FixIt("write 'times'", here, " times")] : []))
    }
    advance()
    return end
  }

  /// The report of a '==' before how often handlers are called; nil if none stands here.
  private func comparedCalls() -> Diagnostic? {
    let number = following
    guard at(.equal), !token.startsLine, number.kind == .number, number.isBare else { return nil }
    let next = following(number)
    let count = text(of: number.span)
    let isCounted = next.isKeyword(.time) || next.kind == .word && text(of: next.span) == "times"
    let ours = isCounted ? count : "\(count) \(count == "1" ? "time" : "times")"
    return .expected(
      "a number", found: "'\(tokenText)'", at: token.span,
      notes: ["as in 'expect handler tap done 1 time'"],
      fixIts: [FixIt("write '\(ours)'", SourceSpan(token.start, number.end), ours)])
  }

  /// False if a recording is expected here, true if none is; nil if neither.
  private var recordingHere: Bool? {
    let isNot = at(.not)
    let word = isNot ? following : token
    guard word.kind == .word, !word.startsLine, text(of: word.span) == "recording",
      !isDeclaredAsValue(word.symbol)
    else { return nil }
    var ahead = lookahead(from: word.start)
    _ = ahead.next()
    let next = ahead.next()
    if !next.startsLine, [.equal, .assign].contains(next.kind) { return isNot }
    let isLast = next.startsLine || [.end, .semicolon, .closeBrace].contains(next.kind)
    return isLast ? isNot : nil
  }

  /// Reports that a recording is compared with 'true', which is no more than to name it.
  private mutating func refuseComparedRecording() throws(Unreadable) {
    guard at(.equal) || at(.assign) else { return }
    let (start, sign) = (previousEnd, token.start)
    advance()
    guard take(.true) else {
      throw fail(
        .expected(
          "the end of the statement", found: describeToken(), at: place,
          notes: ["write 'expect recording', or 'expect not recording'"]))
    }
    report(
      .superfluousWord(
        "== true", at: SourceSpan(sign, previousEnd), whole: SourceSpan(start, previousEnd),
        "as in 'expect recording'"))
  }

  private func comparison(_ kind: Token.Kind) -> Operator? {
    switch kind {
    case .equal: .equal
    case .notEqual: .notEqual
    case .less: .less
    case .lessOrEqual: .lessOrEqual
    case .greater: .greater
    case .greaterOrEqual: .greaterOrEqual
    default: nil
    }
  }

  /// The report of an expected state of the phone, which no test can see.
  private func expectedPhone() -> Diagnostic {
    let whole = SourceSpan(reading.start, restOfLine().last?.end ?? token.end)
    return Diagnostic(
      .expectedExpression, "a test cannot expect anything of '\(tokenText)'", at: token.span,
      notes: ["of the phone a test can expect 'face' and 'recording'"],
      fixIts: [FixIt("remove the statement", whole, "")])
  }

  /// The report of an expected pose without a tolerance.
  func missingTolerance() -> Diagnostic {
    guard token.startsLine || at(.end) || at(.closeBrace) || at(.semicolon) else {
      let isDistance = lastToken(from: reading.start).dimension == .length
      guard context.inCondition, isDistance, !at(.within) else { return missing(.within) }
      return .expected(
        "'within'", found: describeToken(), at: place,
        notes: ["no script can read how far away somebody is, only the angle: 'person.pan'"])
    }
    let here = SourceSpan(previousEnd, previousEnd)
    return .expected(
      "'within'", found: describeToken(), at: place,
      notes: ["a tolerance follows 'within', as in 'within 0.1deg'"],
      fixIts: [FixIt("write 'within 1deg', for example", here, " within 1deg")])
  }

  /// The report of an expectation of tracking that is not 'restored'.
  private func missingRestored() -> Diagnostic {
    var report = missing(.restored)
    guard report.fixIts.isEmpty else { return report }
    let isAtEnd = isAtEnd
    let span = SourceSpan(previousEnd, previousEnd)
    guard isAtEnd || at(.on) else { return report }
    report.notes = [
      "when the test is over, tracking is again what it was before; a test does not ask whether it "
        + "is on in between"
    ]
    if isAtEnd { report.fixIts = [FixIt("write 'restored'", span, " restored")] }
    return report
  }

  func isLogical(_ token: Token) -> Bool {
    token.isKeyword(.and) || token.isKeyword(.or) || token.isKeyword(.not)
  }
}

extension Checker {
  mutating func check(_ expect: ExpectStatement) {
    guard context.isInTest else {
      if !pending.hasExpected, isWellFormed {
        report { .expectOutsideTest(at: $0.program.tokenSpan(at: expect.start)) }
      }
      pending.hasExpected = true
      return
    }
    if let time = expect.time {
      quantity(time, .time, as: "what follows 'at'")
      checkTime(of: expect)
    }
    switch expect.expectation {
    case .pose(let near, let within):
      fit(near, expression(near), to: .pose, as: "what follows 'near'")
      quantity(within, .angle, as: "what follows 'within'")
    case .always(let axis, let lower, let upper):
      for bound in [lower, upper] {
        aim(bound, expression(bound), .angle, axis: axis + 1, as: "a bound", isBound: true)
      }
    case .trackingRestored, .face, .log, .recording: break
    case .mode(let label): checkName(ofMode: label)
    case .handler(let event, _, let count):
      let outer = (scope.mark, frameSize.now)
      check(event)
      scope.leave(to: outer.0)
      frameSize.now = outer.1
      quantity(count, .number, as: "how often")
    case .late(_, let time): quantity(time, .time, as: "what 'late' is compared with")
    case .condition(let place) where place.kind == .home || place.kind == .pose:
      _ = expression(place)
      report { .poseAsCondition(at: $0.program.span(of: place)) }
    case .condition(let condition): figure(condition)
    }
  }

  /// Checks what has a time: it stands in no block of the test, and is not about its end.
  private mutating func checkTime(of expect: ExpectStatement) {
    guard let time = expect.time else { return }
    if nesting.level != 1 {
      report { .timeInBlock(at: $0.program.span(of: time)) }
    }
    switch expect.expectation {
    case .trackingRestored, .handler:
      report {
        let word = $0.program.leadIn(of: time, from: expect.start).word
        let end = $0.program.span(of: time).end
        return .timeOfTheEnd(at: SourceSpan(word.start, end))
      }
    case .condition, .pose, .always, .face, .log, .mode, .recording, .late: break
    }
  }

  /// Reports the expectations with a time that stand behind a statement of `test` which takes some.
  mutating func checkTimes(of test: BlockView) {
    var first: NodeView?
    var previous: NodeView?
    for node in test.statements {
      defer { previous = node }
      let statement = node.statement
      if case .expect(let expect) = statement {
        guard let first, let previous, expect.time != nil, isWellFormed else { continue }
        report { $0.lateTime(of: expect, behind: previous, before: first) }
      } else if !statement.isSetting, !takesNoTime(statement) {
        first = first ?? node
      }
    }
  }

  /// True of what a test may say before it does anything.
  private func takesNoTime(_ statement: Statement) -> Bool {
    if case .scene = statement { return true }
    if case .handler = statement { return true }
    if case .seed = statement { return true }
    return false
  }

  /// The report of `expect`, which has a time and stands behind `previous`; it belongs before
  /// `first`.
  private func lateTime(
    of expect: ExpectStatement, behind previous: NodeView, before first: NodeView
  ) -> Diagnostic {
    let span = program.statementSpan(at: expect.start)
    let file = program.sources.file(at: first.start)
    let place = Int(first.start - file.base)
    let indent = file.bytes[..<place].reversed().prefix { $0 == 0x20 || $0 == 0x09 }
    let isFirst = place == indent.count || file.bytes[place - indent.count - 1] == 0x0A
    let joint = isFirst ? "\n" + String(decoding: indent.reversed(), as: UTF8.self) : "; "
    let isBlank = { (byte: UInt8) in [0x20, 0x09, 0x0A, 0x0D, 0x3B].contains(byte) }
    let gap = file.bytes[..<Int(expect.start - file.base)].reversed().prefix(while: isBlank)
    let start = expect.start - UInt32(gap.count)
    let text = program.sources.text(of: span)
    let edits = [
      FixIt.Edit(SourceSpan(first.start, first.start), text + joint),
      FixIt.Edit(SourceSpan(start, span.end), ""),
    ]
    return .lateTime(
      at: program.tokenSpan(at: expect.start), first: program.statementSpan(at: first.start),
      fixIts: [FixIt("write it before that", edits)])
  }

  /// Checks the condition of an `expect`: a truth, or a comparison with a result of the run.
  private mutating func figure(_ condition: ExpressionView) {
    context.isExpecting = true
    defer { context.isExpecting = false }
    guard let comparison = condition.binary, comparison.symbol.precedence == 3 else {
      liveTruth(condition)
      return
    }
    let (left, right) = (comparison.left, comparison.right)
    for (figure, value) in [(left, right), (right, left)] {
      if figure.kind == .elapsed {
        quantity(value, .time, as: "what 'elapsed' is compared with")
        return
      }
      if figure.kind == .peak {
        quantity(value, .speed, as: "what 'peak' is compared with")
        return
      }
    }
    liveTruth(condition)
  }
}

extension Diagnostic {
  /// A pose as what is expected, near which the dock should be.
  fileprivate static func poseAsCondition(at span: SourceSpan) -> Diagnostic {
    let (start, end) = (SourceSpan(span.start, span.start), SourceSpan(span.end, span.end))
    return Diagnostic(
      .notATruth, "a place is expected with 'pose near' and a tolerance", at: span,
      notes: ["as in 'expect pose near home within 0.1deg'"],
      fixIts: [
        FixIt(
          "write 'pose near … within 0.1deg'",
          [FixIt.Edit(start, "pose near "), FixIt.Edit(end, " within 0.1deg")])
      ])
  }

  fileprivate static func timeInBlock(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .lateExpectation, "an expectation with a time stands inside a block of the test", at: span,
      notes: ["it is judged at that time of the test, so it stands at the beginning of the test"])
  }

  fileprivate static func timeOfTheEnd(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .clauseNotAllowed, "this is judged when the test is over, and takes no 'at'", at: span,
      fixIts: [FixIt("remove the time", SourceSpan(span.start, span.end + 1), "")])
  }

  fileprivate static func lateTime(
    at span: SourceSpan, first: SourceSpan, fixIts: [FixIt]
  ) -> Diagnostic {
    Diagnostic(
      .lateExpectation, "an expectation with a time stands before what it is about", at: span,
      label: "too late in the test", labels: [Label(first, "the test begins here")],
      fixIts: fixIts)
  }

  fileprivate static func expectOutsideTest(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .expectOutsideTest, "'expect' stands outside a test", at: span,
      notes: ["put it in 'test \"name\" { … }'"])
  }
}
