import Diagnosis
import Vocabulary

// What happens around the dock: a block of a script, or a file of its own.

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
    guard at(.openBrace) else { throw fail { $0.missingBlock() } }
    try enter(open)
    advance()
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

  /// True if the statement at hand stands no further right than the line of the brace at `open`,
  /// so that the one that closes it is missing.
  private func isBehindScene(_ open: SourceSpan) -> Bool {
    token.startsLine && !token.isKeyword(.seed) && token.keyword?.beginsStatement == true
      && indentation(at: token.start) <= indentation(at: open.start)
  }

  mutating func sceneLineOrSkip(_ lines: inout Children) {
    if take(.semicolon) { return }
    let (start, outer, whole) = (token.start, depth, reading)
    reading = Reading(start: start, form: .sceneLine)
    defer { reading = whole }
    do throws(Unreadable) {
      lines.append(try sceneLine(), as: .none, in: tree)
      try endStatement(from: start)
    } catch {
      depth = outer
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
      if isArrival, token.kind == .word { lost.symbols.insert(token.symbol) }
    } while token.kind != .end && !token.startsLine
  }

  /// Skips the rest of the line that began at `start`: up to the next, a semicolon, or the end.
  private mutating func skipSceneLine(from start: UInt32) {
    parens = 0
    var braces = 0
    while !at(.end) {
      if braces == 0, token.start != start, token.startsLine || at(.closeBrace) { return }
      if braces == 0, take(.semicolon) { return }
      if at(.openBrace) { braces += 1 }
      if at(.closeBrace) { braces -= 1 }
      advance()
    }
  }

  /// Reads a line of a scene.
  ///
  ///     scene-line = "seed" expression | arrival | "at" expression ( happening | arrival ) .
  private mutating func sceneLine() throws(Unreadable) -> NodeID {
    switch token.keyword {
    case .seed: return try seed()
    case .person, .object: return try arrival(at: .none)
    case .at:
      advance()
      let time = try expression()
      if at(.person) || at(.object) { return try arrival(at: time) }
      return try happening(at: time)
    default: throw fail { $0.unknownSceneLine() }
    }
  }

  /// Reads where somebody or something is to be seen, from `time` on.
  ///
  ///     arrival = ( "person" | "object" ) name "at" place .
  private mutating func arrival(at time: NodeID) throws(Unreadable) -> NodeID {
    let node = add(.arrival, at: token.start, detail: token.isKeyword(.object) ? 1 : 0)
    advance()
    var children = Children(of: node)
    if time != .none { children.append(time, as: .at, in: tree) }
    guard !at(.at) else { throw fail { $0.missingNameOfArrival() } }
    children.append(try label("a name"), as: .label, in: tree)
    guard take(.at) else { throw fail { $0.missingPlace() } }
    children.append(try location(), as: .to, in: tree)
    return node
  }

  /// Reads a place, as seen from the dock at home.
  ///
  ///     place = part { "," part } .
  ///     part  = expression ( "left" | "right" | "up" | "down" | "away" ) .
  private mutating func location() throws(Unreadable) -> NodeID {
    let node = add(.place, at: token.start)
    var children = Children(of: node)
    var seen: [Keyword] = []
    repeat {
      if at(.comma) { advance() }
      let part = try aim()
      let isAngle = tree[part].kind == .directed
      if !isAngle, !at(.away) { throw fail { $0.missingPlaceWord() } }
      let word = isAngle ? Parser.axis(of: tree[part].detail) : .away
      children.append(part, as: isAngle ? .value : .away, in: tree)
      if !isAngle { advance() }
      if seen.contains(word) { throw fail { $0.placeTwice(word, part) } }
      seen.append(word)
    } while at(.comma)
    return node
  }

  /// The word for the axis of a direction, of which a place has one.
  private static func axis(of direction: UInt8) -> Keyword {
    switch Direction(rawValue: direction)?.axis {
    case 0: .pan
    case 1: .tilt
    default: .roll
    }
  }

  /// Reads what happens at `time`.
  ///
  ///     happening = "press" pressed
  ///               | "hold" button [ "for" expression ] | "release" button
  ///               | "turn" "zoom" "by" expression | "battery" expression | "charging"
  ///               | "tap" | "long_press" | "long" "press" | "dock" | "undock"
  ///               | "background" | "foreground" | "error" | "fault" fault | name deed .
  ///     pressed   = button | "shutter" | "flip" | "tracking_button" | "tracking" "button" .
  ///     button    = "button" expression .
  private mutating func happening(at time: NodeID) throws(Unreadable) -> NodeID {
    if let subject = subjectHere { return try deed(of: subject, at: time) }
    guard let keyword = keywordHere, Keyword.happenings.contains(keyword) else {
      throw fail { $0.unknownHappening() }
    }
    let node = add(.happening, at: token.start, detail: keyword.rawValue)
    advance()
    var children = Children(of: node)
    children.append(time, as: .at, in: tree)
    switch keyword {
    case .press: try pressed(node, &children)
    case .hold, .release:
      try expect(.button)
      children.append(try numberOfButton(), as: .value, in: tree)
      if keyword == .hold, take(.for) {
        children.append(try expression(), as: .lasting, in: tree)
      }
    case .turn:
      try expect(.zoom)
      try expect(.by)
      children.append(try expression(), as: .value, in: tree)
    case .battery: children.append(try expression(), as: .value, in: tree)
    case .long:
      try expect(.press)
      tree[node].detail = Keyword.long_press.rawValue
    case .fault: try fault(node)
    default: break
    }
    return node
  }

  private mutating func pressed(_ node: NodeID, _ children: inout Children) throws(Unreadable) {
    switch keywordHere {
    case .button:
      advance()
      children.append(try numberOfButton(), as: .value, in: tree)
      return
    case .tracking:
      advance()
      try expect(.button)
      tree[node].detail = Keyword.tracking_button.rawValue
    case .shutter, .flip, .tracking_button:
      tree[node].detail = token.keyword?.rawValue ?? 0
      advance()
    default: throw fail { $0.unknownPress() }
    }
  }

  private mutating func numberOfButton() throws(Unreadable) -> NodeID {
    if isAtEnd { throw fail { $0.missingButton() } }
    return try numberOfEvent()
  }

  /// Reads what goes wrong with the dock.
  ///
  ///     fault = "late" | "dropped" | "refused" word | "stall" | "tracking" "on" | "endless"
  ///           | "undocked" | "flapped" .
  private mutating func fault(_ node: NodeID) throws(Unreadable) {
    let word = at(.word) && !token.startsLine ? tokenText : ""
    guard let fault = SceneFault.allCases.first(where: { $0.word == word }) else {
      throw fail { $0.unknownFault() }
    }
    advance()
    tree[node].flags = fault.rawValue
    if fault == .tracking { try expect(.on) }
    guard fault == .refused else { return }
    let name = at(.word) && !token.startsLine ? tokenText : ""
    guard let number = SceneFault.refusals.firstIndex(of: name) else {
      throw fail { $0.unknownRefusal() }
    }
    tree[node].flags |= UInt8(truncatingIfNeeded: number) << 4
    advance()
  }

  /// The name at hand, if a deed follows or it cannot be anything else.
  private var subjectHere: Token? {
    guard at(.word), !token.startsLine, token.keyword?.isReserved != true else { return nil }
    let next = following
    if next.startsLine { return nil }
    if next.keyword.map(Keyword.deeds.contains) == true { return token }
    let isOther = token.keyword.map(Keyword.happenings.contains) ?? isNearHappening
    return isOther || next.kind != .word ? nil : token
  }

  /// Reads what `subject` does at `time`.
  ///
  ///     deed = "speaks" | "walks" "to" place "over" expression | "looks" [ "away" ] | "leaves" .
  private mutating func deed(of subject: Token, at time: NodeID) throws(Unreadable) -> NodeID {
    let node = add(.happening, at: subject.start)
    var children = Children(of: node)
    children.append(time, as: .at, in: tree)
    children.append(
      add(.label, at: subject.start, holding: subject.symbol), as: .label, in: tree)
    advance()
    guard let keyword = keywordHere, Keyword.deeds.contains(keyword) else {
      throw fail { $0.unknownDeed(of: subject) }
    }
    tree[node].detail = keyword.rawValue
    advance()
    if keyword == .looks, take(.away) { tree[node].flags = 1 }
    guard keyword == .walks else { return node }
    try expect(.to)
    children.append(try location(), as: .to, in: tree)
    try expect(.over)
    children.append(try expression(), as: .over, in: tree)
    return node
  }
}

extension Keyword {
  /// The words that begin what may happen in a scene, but for names.
  static let happenings: [Keyword] = [
    .press, .hold, .release, .turn, .battery, .charging, .tap, .long_press, .long, .dock, .undock,
    .background, .foreground, .error, .fault,
  ]

  /// What somebody in a scene may do.
  package static let deeds: [Keyword] = [.speaks, .walks, .looks, .leaves]
}
