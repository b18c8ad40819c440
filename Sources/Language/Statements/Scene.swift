import Diagnosis
import Vocabulary

/// What happens around the dock.
@frozen
public struct SceneStatement: StatementView, Sendable {
  /// The node that it reads.
  public let view: NodeView

  @inlinable @inline(__always)
  init(_ view: NodeView) { self.view = view }

  /// Its role in its block.
  public static var nature: StatementNature { .action }

  /// The axes that it moves, turns or limits.
  public var axes: AxisUse { .none }

  /// What it is in an outline of the text.
  public var outlineKind: Outline.Kind { .scene }

  /// Its lines.
  @inlinable @inline(__always)
  public var lines: SceneLines { SceneLines(view.first.children) }
}

/// A line of a scene.
public enum SceneLine {
  case seed(SeedStatement), arrival(ArrivalView), happening(HappeningView)

  /// The offset of its first byte in the source map.
  public var start: UInt32 {
    switch self {
    case .seed(let seed): seed.start
    case .arrival(let arrival): arrival.start
    case .happening(let happening): happening.start
    }
  }
}

/// The lines of a scene.
public struct SceneLines: Sequence, IteratorProtocol {
  @usableFromInline var nodes: NodeList

  @inlinable
  init(_ nodes: NodeList) { self.nodes = nodes }

  /// Takes the one that comes next.
  public mutating func next() -> SceneLine? {
    guard let view = nodes.next() else { return nil }
    switch view.kind {
    case .seed: return .seed(SeedStatement(view))
    case .arrival: return .arrival(ArrivalView(view))
    // The parser puts nothing else into a scene.
    default: return .happening(HappeningView(view))
    }
  }
}

extension Parser {
  /// Reads a file that is a scene.
  ///
  ///     scene-file = { scene-line ( line-end | ";" ) } .
  mutating func sceneFile() -> NodeID {
    let file = add(.file, at: lexer.base)
    let scene = add(.scene, at: lexer.base)
    let block = add(.block, at: lexer.base)
    var lines = Children(of: block)
    while token.kind != .end {
      if at(.closeBrace) {
        reading = Reading(start: lineStart(of: token.start), form: .sceneLine)
        report(.unmatchedClosing("}", at: token.span))
        advance()
      } else {
        sceneLineOrSkip(&lines)
      }
    }
    var (scenes, statements) = (Children(of: scene), Children(of: file))
    scenes.append(block, as: .body, in: tree)
    statements.append(scene, as: .none, in: tree)
    return file
  }

  /// Reads a scene.
  ///
  ///     scene = "scene" "{" { scene-line ( line-end | ";" ) } [ scene-line ] "}" .
  mutating func scene() throws(Unreadable) -> NodeID {
    let start = token.start
    advance()
    let open = token.span
    if !at(.openBrace) {
      guard beginsSceneLine else { throw fail { $0.missingBlock() } }
      report(missingBlock())
    }
    try enter(open)
    _ = take(.openBrace)
    let block = add(.block, at: open.start)
    var lines = Children(of: block)
    while !at(.closeBrace), !at(.end) {
      if isBehindScene(open) { return holding(.scene, at: start, closed(block, open), as: .body) }
      sceneLineOrSkip(&lines)
    }
    leave()
    guard take(.closeBrace) else { throw unclosed(open) }
    return holding(.scene, at: start, block, as: .body)
  }

  /// True if a line of a scene begins here.
  private var beginsSceneLine: Bool {
    token.isKeyword(.person) || token.isKeyword(.object) || token.isKeyword(.at)
  }

  /// True if the current statement stands no further right than the line of the brace at `open`,
  /// so that the one that closes it is missing.
  private func isBehindScene(_ open: SourceSpan) -> Bool {
    token.startsLine && !token.isKeyword(.seed) && token.keyword?.beginsStatement == true
      && indentation(at: token.start) <= indentation(at: open.start)
  }

  mutating func sceneLineOrSkip(_ lines: inout Children) {
    if take(.semicolon) { return }
    let (start, outer, whole) = (token.start, nesting.depth, reading)
    reading = Reading(start: start, form: .sceneLine)
    defer { reading = whole }
    do throws(Unreadable) {
      lines.append(try sceneLine(), as: .none, in: tree)
      try endStatement(from: start)
    } catch {
      nesting.depth = outer
      loseSubject(from: start)
      skipSceneLine(from: start)
    }
  }

  /// Remembers who would have come with the broken line at `start`.
  private mutating func loseSubject(from start: UInt32) {
    var ahead = lookahead(from: start)
    var token = ahead.next()
    repeat {
      let isArrival = token.isKeyword(.person) || token.isKeyword(.object)
      token = ahead.next()
      if isArrival, token.kind == .word { found.lost.symbols.insert(token.symbol) }
    } while token.kind != .end && !token.startsLine
  }

  /// Skips the rest of the line that began at `start`: up to the next, a semicolon, or the end.
  private mutating func skipSceneLine(from start: UInt32) {
    nesting.parens = 0
    var braces = 0
    while !at(.end) {
      if braces == 0, take(.semicolon) { return }
      if braces == 0, token.start != start {
        if token.startsLine || at(.closeBrace) && !goesOn() { return }
      }
      if at(.openBrace) { braces += 1 }
      if at(.closeBrace), braces > 0 { braces -= 1 }
      advance()
    }
  }

  /// Reads a line of a scene.
  ///
  ///     scene-line = "seed" expression | arrival | "at" expression ( happening | arrival ) .
  mutating func sceneLine() throws(Unreadable) -> NodeID {
    switch token.keyword {
    case .seed: return try seed()
    case .person, .object: return try arrival(at: .none)
    case .at:
      advance()
      let time = try expression()
      if at(.person) || at(.object) { return try arrival(at: time) }
      return try happening(at: time)
    default:
      // Who comes in a line that cannot be read is there.
      if following.isKeyword(.at) { found.lost.symbols.insert(token.symbol) }
      throw fail { $0.unknownSceneLine() }
    }
  }

  /// The report of a word that begins no line of a scene.
  private func unknownSceneLine() -> Diagnostic {
    if token.kind == .word, token.keyword?.beginsStatement == true {
      var report = Diagnostic.statementInScene(tokenText, at: token.span)
      if token.isKeyword(.scene), following.kind == .openBrace, nesting.depth == 0 {
        report.notes = ["the file holds the lines of its scene, without 'scene { … }' around them"]
      }
      return report
    }
    if isHappening(token) {
      var report = Diagnostic.happeningWithoutTime(tokenText, at: token.span)
      if let ordered = sceneLineInOrder { report.fixIts = [ordered] }
      return report
    }
    if token.kind == .number, token.dimension == .time, let ordered = sceneLineInOrder {
      return .expected(
        "'at' before the time", found: "'\(tokenText)'", at: token.span,
        notes: ["as in 'at 2s press button 1'"], fixIts: [ordered])
    }
    if at(.word), following.isKeyword(.at), !isNearHappening {
      let here = SourceSpan(token.start, token.start)
      return .expected(
        "a line of a scene", found: "'\(tokenText)'", at: token.span,
        notes: deedBehindTime == nil ? ["a 'person' or an 'object' comes"] : [],
        fixIts: [deedBehindTime ?? FixIt("write 'person \(tokenText)'", here, "person ")])
    }
    return .unknownWord(
      "a line of a scene", found: "'\(tokenText)'",
      suggestion(among: ["at", "person", "object", "seed"]), [],
      notes: [
        "a line begins with 'at', 'person', 'object' or 'seed', as in 'at 2s press button 1'"
      ],
      at: token.span)
  }

  /// The change of a line such as `ada at 1s leaves` here, whose time comes first; nil if none
  /// stands here.
  private var deedBehindTime: FixIt? {
    var ahead = lookahead(from: following.end)
    let (time, deed) = (ahead.next(), ahead.next())
    guard time.dimension == .time, !deed.startsLine,
      deed.keyword.map(Keyword.deeds.contains) == true
    else { return nil }
    let ours = "at \(text(of: time.span)) \(tokenText)"
    return FixIt("write '\(ours)'", SourceSpan(token.start, time.end), ours)
  }

  private func suggestion(among known: [String]) -> Suggestion? {
    guard token.kind == .word else { return nil }
    return Suggestion.best(for: tokenText, in: .happening, among: known)
  }
}

extension Checker {
  /// Checks a scene: where it stands, and what is in it.
  mutating func check(_ scene: SceneStatement) {
    place(scene)
    context.isInScene = true
    let subjects = subjects(of: scene.lines)
    for line in scene.lines { check(line, subjects) }
    context.isInScene = false
  }

  /// A scene stands at the top of a script or of a test, and is the only one there.
  private mutating func place(_ scene: SceneStatement) {
    let isOfTest = context.isInTest && nesting.level == 1
    let first = isOfTest ? testParts.scene : checked.scene
    guard isOfTest || context.isTopLevel else {
      return report { .innerScene(at: $0.program.tokenSpan(at: scene.start)) }
    }
    if let first {
      report {
        .secondScene(
          at: $0.program.tokenSpan(at: scene.start),
          first: $0.program.tokenSpan(at: first.start))
      }
    } else if isOfTest {
      testParts.scene = scene
    } else {
      checked.scene = scene
    }
  }

  /// The arrival of each subject that has a name, the first in the text.
  ///
  /// Of those who are there from the beginning, no two have one name.
  private mutating func subjects(of lines: SceneLines) -> [Symbol: ArrivalView] {
    var subjects: [Symbol: ArrivalView] = [:]
    var present: [Symbol: LabelView] = [:]
    for case .arrival(let arrival) in lines {
      let label = arrival.label
      let symbol = label.symbol
      if arrival.time == nil {
        if let first = present[symbol] {
          report {
            .thereAlready(
              $0.text(symbol), at: $0.program.span(of: label), first: $0.program.span(of: first))
          }
        }
        present[symbol] = present[symbol] ?? label
      }
      if let first = subjects[symbol], first.isPerson != arrival.isPerson {
        report {
          .otherSubject(
            $0.text(symbol), at: $0.program.span(of: label),
            first: $0.program.span(of: first.label))
        }
      }
      subjects[symbol] = subjects[symbol] ?? arrival
    }
    return subjects
  }

  private mutating func check(_ line: SceneLine, _ subjects: [Symbol: ArrivalView]) {
    switch line {
    case .seed(let seed): check(seed)
    case .arrival(let arrival):
      if let time = arrival.time { check(time: time) }
      check(arrival.place)
    case .happening(let happening): check(happening, subjects)
    }
  }

  mutating func check(time: ExpressionView) {
    quantity(time, .time, as: "when something happens")
  }
}

extension Diagnostic {
  fileprivate static func statementInScene(_ word: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .expectedToken, "'\(word)' begins a statement, and a scene has no statements", at: span,
      notes: ["a scene says what happens around the dock and when, as in 'at 2s press button 1'"])
  }

  fileprivate static func happeningWithoutTime(_ word: String, at span: SourceSpan) -> Diagnostic {
    let start = SourceSpan(span.start, span.start)
    return Diagnostic(
      .expectedToken, "expected 'at' and a time before '\(word)'", at: span,
      notes: ["times count from the beginning of the run, as in 'at 2s \(word) …'"],
      fixIts: [FixIt("write 'at 0s '", start, "at 0s ")])
  }

  fileprivate static func innerScene(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .misplacedScene, "a scene stands inside a block", at: span,
      notes: ["a scene stands at the top of a script or of a test; its times say when"])
  }

  fileprivate static func secondScene(at span: SourceSpan, first: SourceSpan) -> Diagnostic {
    Diagnostic(
      .misplacedScene, "there is already a scene", at: span, label: "the second",
      labels: [Label(first, "the first")], notes: ["write everything into one scene"])
  }

  fileprivate static func thereAlready(
    _ name: String, at span: SourceSpan, first: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      .nameTaken, "'\(name)' is there already", at: span, label: "a second one",
      labels: [Label(first, "the first")],
      notes: ["give another name, or say when, as in 'at 9s person \(name) at …'"])
  }

  fileprivate static func otherSubject(
    _ name: String, at span: SourceSpan, first: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      .nameTaken, "'\(name)' is a person and an object", at: span, label: "the other",
      labels: [Label(first, "the one")], notes: ["give another name"])
  }
}
