import Diagnosis

extension Parser {
  /// Reads where tracking is given back to.
  ///
  ///     tracking = "tracking" ( "on" | "off" ) .
  mutating func tracking() throws(Unreadable) -> NodeID {
    let start = token.start
    advance()
    let isOn = take(.on)
    if !isOn, !take(.off) {
      throw fail(unknownWord("'on' or 'off'", ["on", "off"], .power, isListed: true))
    }
    return add(.tracking, at: start, detail: isOn ? 1 : 0)
  }

  /// Reads a framing mode.
  ///
  ///     frame = "frame" ( "automatic" | "center" | "left" | "right" ) .
  mutating func frame() throws(Unreadable) -> NodeID {
    let start = token.start
    advance()
    let modes: [Keyword] = [.automatic, .center, .left, .right]
    guard let keyword = keywordHere, let index = modes.firstIndex(of: keyword) else {
      throw fail(
        unknownWord("a framing", ["automatic", "center", "left", "right"], .framing))
    }
    advance()
    return add(.frame, at: start, detail: UInt8(index))
  }

  /// Reads a region of interest.
  ///
  ///     region = "region" "x" expression "," "y" expression ","
  ///              "width" expression "," "height" expression .
  mutating func region() throws(Unreadable) -> NodeID {
    let node = add(.region, at: token.start)
    let start = token.start
    advance()
    var children = Children(of: node)
    let parts: [(Keyword, Node.Role)] = [
      (.x, .x), (.y, .y), (.width, .width), (.height, .height),
    ]
    for (index, part) in parts.enumerated() {
      guard index == 0 || take(.comma) else {
        throw fail { $0.regionInOtherWords(from: start, $0.missing(.comma, "','")) }
      }
      guard take(part.0) else {
        throw fail { $0.regionInOtherWords(from: start, $0.missing(part.0)) }
      }
      guard !at(.colon), !at(.assign) else {
        throw fail { $0.regionInOtherWords(from: start, $0.missingValue()) }
      }
      children.append(try expression(), as: part.1, in: tree)
    }
    return node
  }

  /// Reads the choice of a subject.
  ///
  ///     select = "select" ( "none" | "at" expression "," expression | subject ) .
  mutating func select() throws(Unreadable) -> NodeID {
    let node = add(.select, at: token.start)
    advance()
    var children = Children(of: node)
    if take(.none) { return node }
    if take(.at) {
      tree[node].detail = 1
      children.append(try expression(), as: .x, in: tree)
      try expect(.comma, "','")
      children.append(try expression(), as: .y, in: tree)
      return node
    }
    guard at(.person) || at(.object) else {
      throw fail { $0.unknownSubject() }
    }
    tree[node].detail = 2
    try subject(of: node)
    return node
  }

  /// Reads a line for the log.
  ///
  ///     log = "log" expression { "," expression } .
  mutating func log() throws(Unreadable) -> NodeID {
    let node = add(.log, at: token.start)
    advance()
    var children = Children(of: node)
    children.append(try aim(), as: .value, in: tree)
    while take(.comma) { children.append(try aim(), as: .value, in: tree) }
    return node
  }

  /// Reads limits.
  ///
  ///     limit = "limit" axis { "," axis } bound { bound } .
  ///     bound = "to" aim ".." aim | "at" expression | "acceleration" expression
  ///           | "jerk" expression .
  mutating func limit() throws(Unreadable) -> NodeID {
    let node = add(.limit, at: token.start)
    let start = token.start
    advance()
    guard keywordHere?.axis != nil else { throw fail { $0.limitWithoutAxis(from: start) } }
    tree[node].detail = try axes()
    var children = Children(of: node)
    var seen: [Keyword] = []
    while let keyword = token.keyword {
      let word = token
      if keyword == .to {
        advance()
        children.append(try aim(), as: .lower, in: tree)
        guard take(.range) else { throw fail { $0.missingEndOfLimit(from: start) } }
        children.append(try aim(), as: .upper, in: tree)
      } else if keyword == .at || keyword == .acceleration || keyword == .jerk {
        advance()
        if let report = missingBound(of: word) { throw fail(report) }
        let role: Node.Role = keyword == .at ? .at : keyword == .jerk ? .jerk : .acceleration
        children.append(try expression(), as: role, in: tree)
      } else {
        break
      }
      if seen.contains(keyword) { throw refuseAgain(word) }
      seen.append(keyword)
    }
    if seen.isEmpty { throw fail(missingLimit(from: start)) }
    return node
  }

  /// Reads what becomes of what is late.
  ///
  ///     lateness = "when" "late" [ "by" expression ]
  ///                ( "stretch" | "catch_up" | "skip" | "stop" ) .
  mutating func lateness() throws(Unreadable) -> NodeID {
    let node = add(.lateness, at: token.start)
    let when = token.span
    advance()
    guard take(.late) else { throw fail { $0.missingLate(behind: when) } }
    var children = Children(of: node)
    let before = previousEnd
    let hasLength = take(.by)
    if hasLength { children.append(try expression(), as: .by, in: tree) }
    guard let keyword = keywordHere, let policy = LatenessWord(keyword) else {
      let words = LatenessWord.allCases.map(\.spelling)
      throw fail(unknownWord("what is done then", words, .lateness))
    }
    if hasLength, !policy.takesTime {
      report(.lengthOfLateness(policy, at: SourceSpan(before, previousEnd)))
    }
    advance()
    tree[node].detail = policy.rawValue
    return node
  }

  /// Reads the start of the random numbers.
  ///
  ///     seed = "seed" expression .
  mutating func seed() throws(Unreadable) -> NodeID {
    let start = token.start
    advance()
    return try holding(.seed, at: start, expression())
  }
}
