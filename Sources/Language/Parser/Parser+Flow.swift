extension Parser {
  /// Reads a name where it is declared.
  mutating func label(_ what: String) throws(Unreadable) -> UInt32 {
    guard at(.word), !token.startsLine || parens > 0 else {
      throw fail(
        .expected(
          what, found: describeToken(), at: place,
          notes: ["a name begins with a letter and has letters, digits and '_'"]))
    }
    if let keyword = token.keyword, keyword.isReserved {
      throw fail(.reservedName(keyword.spelling, at: token.span))
    }
    let node = add(.label, at: token.start, payload: token.symbol)
    advance()
    return node
  }

  /// Reads a naming.
  ///
  ///     let = "let" name "=" aim .
  mutating func letting() throws(Unreadable) -> UInt32 {
    let node = add(.letting, at: token.start)
    advance()
    var children = Children(of: node)
    children.append(try label("a name"), as: .label, in: tree)
    try expect(.assign, "'='")
    children.append(try aim(), as: .value, in: tree)
    return node
  }

  /// Reads a counted loop.
  ///
  ///     for = "for" name "in" expression ".." expression [ "by" expression ] block .
  mutating func counting() throws(Unreadable) -> UInt32 {
    let node = add(.counting, at: token.start)
    advance()
    var children = Children(of: node)
    guard at(.word), !token.startsLine else {
      throw fail(
        .expected(
          "a name", found: describeToken(), at: place,
          notes: ["a loop counts with a name, as in 'for step in 1..4 { … }'"]))
    }
    children.append(try label("a name"), as: .label, in: tree)
    try expect(.in)
    children.append(try expression(), as: .lower, in: tree)
    try expect(.range, "'..'")
    children.append(try expression(), as: .upper, in: tree)
    if take(.by) { children.append(try expression(), as: .step, in: tree) }
    children.append(try block(), as: .body, in: tree)
    return node
  }

  /// Reads a repetition.
  ///
  ///     repeat = "repeat" ( expression | "forever" | "while" expression ) block .
  mutating func repeating() throws(Unreadable) -> UInt32 {
    let start = token.start
    advance()
    if take(.forever) { return try holding(.forever, at: start, block(), as: .body) }
    let isWhile = take(.while)
    let node = add(isWhile ? .whilst : .repeating, at: start)
    var children = Children(of: node)
    children.append(isWhile ? try condition() : try expression(), as: .value, in: tree)
    children.append(try block(), as: .body, in: tree)
    return node
  }

  /// Reads a condition, in which `=` is surely meant as `==`.
  mutating func condition() throws(Unreadable) -> UInt32 {
    inCondition = true
    let value = try expression()
    inCondition = false
    return value
  }

  /// Reads a choice.
  ///
  ///     if = "if" expression block { "else" "if" expression block } [ "else" block ] .
  mutating func choosing() throws(Unreadable) -> UInt32 {
    let first = add(.choosing, at: token.start)
    var node = first
    var links = 0
    while true {
      advance()
      var children = Children(of: node)
      children.append(try condition(), as: .condition, in: tree)
      children.append(try block(hasElse: true), as: .body, in: tree)
      guard token.isKeyword(.else) else { break }
      advance()
      guard token.isKeyword(.if) else {
        children.append(try block(), as: .alternative, in: tree)
        break
      }
      links += 1
      if links > Budget.nesting { throw stop { .tooManyBranches(at: $0.token.span) } }
      let next = add(.choosing, at: token.start)
      children.append(next, as: .alternative, in: tree)
      node = next
    }
    return first
  }

  // MARK: - Concurrency and events

  /// Reads what happens at once.
  ///
  ///     concurrent = ( "together" | "race" ) branches | "stagger" expression branches
  ///                | "every" expression [ "for" expression ] block .
  mutating func concurrent(_ keyword: Keyword) throws(Unreadable) -> UInt32 {
    let start = token.start
    advance()
    let kinds: [Keyword: Node.Kind] = [.together: .together, .race: .race, .stagger: .stagger]
    let node = add(kinds[keyword] ?? .every, at: start)
    var children = Children(of: node)
    if keyword == .stagger || keyword == .every {
      children.append(try expression(), as: .value, in: tree)
    }
    if keyword == .every, take(.for) {
      children.append(try expression(), as: .lasting, in: tree)
    }
    children.append(try keyword == .every ? block() : branches(), as: .body, in: tree)
    return node
  }

  /// Reads the branches of a concurrent block.
  ///
  ///     branches = "{" { branch ( line-end | ";" ) } [ branch ] "}" .
  ///     branch   = statement | block .
  private mutating func branches() throws(Unreadable) -> UInt32 { try block(hasBranches: true) }

  /// Reads an event.
  ///
  ///     event = "button" expression [ "pressed" | "released" ] | "zoom" "by" name
  ///           | "battery" "below" expression | "person" [ "lost" | "speaking" ]
  ///           | "shutter" | "flip" | "tracking_button" | "dock" | "undock" | "charging"
  ///           | "object" | "tap" | "long_press" | "background" | "foreground" | "error" .
  mutating func event() throws(Unreadable) -> UInt32 {
    guard let keyword = keywordHere, keyword.event != nil else {
      throw fail(unknownEvent())
    }
    let node = add(.event, at: token.start, detail: keyword.rawValue)
    advance()
    var children = Children(of: node)
    switch keyword {
    case .button:
      children.append(try expression(), as: .value, in: tree)
      tree.nodes[Int(node)].flags = take(.pressed) ? 1 : take(.released) ? 2 : 0
    case .zoom:
      guard take(.by) else { throw fail { $0.missingAmount() } }
      children.append(try label("a name"), as: .label, in: tree)
    case .battery:
      guard take(.below) else { throw fail { $0.missingBelow() } }
      children.append(try expression(), as: .value, in: tree)
    case .person: tree.nodes[Int(node)].flags = take(.lost) ? 1 : take(.speaking) ? 2 : 0
    default: break
    }
    return node
  }

  mutating func waitFor(at start: UInt32) throws(Unreadable) -> UInt32 {
    let node = add(.waitFor, at: start)
    var children = Children(of: node)
    children.append(try event(), as: .none, in: tree)
    if take(.for) {
      try atMost()
      children.append(try expression(), as: .lasting, in: tree)
    }
    if at(.openBrace) && !token.startsLine || startsBranch { try branches(&children) }
    return node
  }

  private var startsBranch: Bool { token.isKeyword(.found) || token.isKeyword(.timeout) }

  /// Reads what follows when an event has come or the time is up.
  private mutating func branches(_ children: inout Children) throws(Unreadable) {
    let open = token.span
    if at(.openBrace) { advance() } else { report(missingBlock()) }
    try enter(open)
    while !at(.closeBrace), !at(.end) {
      if token.startsLine, token.keyword?.beginsStatement == true {
        _ = closed(children.parent, open)
        return
      }
      let start = token.start
      do throws(Unreadable) {
        guard startsBranch else {
          throw fail(
            .expected("'found' or 'timeout'", found: describeToken(), at: token.span))
        }
        let role: Node.Role = token.isKeyword(.found) ? .body : .alternative
        advance()
        children.append(try block(), as: role, in: tree)
        _ = take(.semicolon)
      } catch {
        recover(from: start)
      }
    }
    leave()
    if take(.closeBrace) { return }
    throw unclosed(open)
  }
}
