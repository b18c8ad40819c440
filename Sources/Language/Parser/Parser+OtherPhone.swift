import Diagnosis

// The face, the camera and the picture in other words.

extension Parser {
  // MARK: - The face

  /// The report of what does not follow 'random' behind 'face': the time from one face to the next.
  func trailingFace(after start: UInt32) -> Diagnostic? {
    guard lastToken(from: start).isKeyword(.random) else { return nil }
    let here = SourceSpan(token.start, token.start)
    var fixIts: [FixIt] = []
    if token.kind == .number, token.dimension == .time {
      fixIts = [FixIt("write 'every \(tokenText)'", here, "every ")]
    } else if at(.word), following.kind == .number, following.dimension == .time {
      fixIts = [FixIt("write 'every'", token.span, "every")]
    }
    if fixIts.isEmpty { return nil }
    return .trailing(tokenText, at: token.span, meant: "every", fixIts: fixIts)
  }

  /// The report of what a joint or a comma adds to a `statement` that has one word, as in
  /// `face happy, sad`: one more such statement; nil if it is anything else.
  func repeated(_ statement: Keyword?) -> Diagnostic? {
    guard let statement, [.face, .eyes, .animate, .frame].contains(statement) else { return nil }
    let next = following
    guard next.kind == .word, !next.startsLine else { return nil }
    let ours = "; \(statement.spelling) "
    let fixIt = FixIt("write '\(ours)'", SourceSpan(previousEnd, next.start), ours)
    let report = Diagnostic.trailing(tokenText, at: token.span, fixIts: [fixIt])
    return mends(fixIt, report) ? report : nil
  }

  // MARK: - The camera

  /// The report of a size that does not stand here.
  func missingSize() -> Diagnostic {
    var ahead = lookahead(from: token.start)
    var numbers: [Token] = []
    var (next, end) = (ahead.next(), token.start)
    while !next.startsLine || numbers.isEmpty, numbers.count < 2 {
      if next.kind == .number, next.isBare { numbers.append(next) }
      let isBetween = next.kind == .comma || next.kind == .times || next.kind == .openParen
      guard next.kind == .number || isBetween || ["x", "by"].contains(text(of: next.span)) else {
        break
      }
      end = next.end
      next = ahead.next()
    }
    if next.kind == .closeParen { end = next.end }
    var fixIts: [FixIt] = []
    if numbers.count == 2 {
      let size = numbers.map { text(of: $0.span) }.joined(separator: "x")
      fixIts = [FixIt("write '\(size)'", SourceSpan(token.start, end), size)]
    }
    return .expected(
      "a size", found: describeToken(), at: place,
      notes: ["a size is a width and a height in pixels, as in '1280x720'"], fixIts: fixIts)
  }

  /// The report of a film that neither begins nor ends.
  func missingRecording() -> Diagnostic {
    let report = unknownWord(
      "'start', 'stop' or 'toggle'", ["start", "stop", "toggle"], .recording, isListed: true)
    var changed = report
    let end = SourceSpan(previousEnd, previousEnd)
    let time = token.isKeyword(.for) ? following : token
    if isAtEnd {
      changed.fixIts = [FixIt("write 'start'", end, " start")]
    } else if time.kind == .number, time.dimension == .time {
      let length = text(of: time.span)
      let ours = " start; wait \(length); camera record stop"
      changed.notes = ["a film is begun and ended by two statements"]
      changed.fixIts = [
        FixIt("write '\(ours.dropFirst())'", SourceSpan(previousEnd, time.end), ours)
      ]
    }
    return changed
  }

  // MARK: - The picture

  /// The report of a subject that does not stand here; a name alone is that of a person.
  func unknownSubject() -> Diagnostic {
    var report = unknownWord(
      "'none', 'at', 'person' or 'object'", ["none", "at", "person", "object"], .subject,
      isListed: true)
    if report.fixIts.isEmpty, at(.word), !token.startsLine, token.keyword?.isReserved != true {
      let here = SourceSpan(token.start, token.start)
      report.notes = ["somebody in a scene is followed by 'select person \(tokenText)'"]
      report.fixIts = [FixIt("write 'person \(tokenText)'", here, "person ")]
    }
    return report
  }

  /// The report of a region in other words: without names or commas, with other signs, in another
  /// order, or in a word; `report` is what is said of any other.
  func regionInOtherWords(from start: UInt32, _ report: Diagnostic) -> Diagnostic {
    guard let (text, end) = region(from: start) else { return report }
    var changed = report
    changed.notes = ["as in 'region x 25%, y 0%, width 50%, height 100%'"]
    changed.fixIts = [FixIt("write 'region \(text)'", SourceSpan(start, end), "region \(text)")]
    return changed
  }

  /// The parts of the region at `start` as they are written here, and where it ends.
  private func region(from start: UInt32) -> (text: String, end: UInt32)? {
    var ahead = lookahead(from: start)
    var (next, end) = (ahead.next(), start)
    var (names, values, words): ([Int], [String], [String]) = ([], [], [])
    var isSign = false
    next = ahead.next()
    while !next.startsLine, next.kind != .end, next.kind != .semicolon, next.kind != .closeBrace {
      let word = text(of: next.span).lowercased()
      let isApart = next.start > end || names.isEmpty && values.isEmpty
      if next.kind == .word || next.kind == .number, !isApart, !isSign { return nil }
      isSign = false
      switch next.kind {
      case .number where next.dimension == .number: values.append(word)
      case .comma, .colon, .assign, .openParen, .closeParen: isSign = true
      case .word:
        if let index = Parser.regionParts.firstIndex(where: { $0.contains(word) }) {
          if names.count == values.count { names.append(index) }
        }
        words.append(word)
      default: return nil
      }
      end = next.end
      next = ahead.next()
    }
    if values.isEmpty, let region = Parser.regions.first(where: { $0.0.contains(words) }) {
      return (region.1, end)
    }
    guard values.count == 4, names.isEmpty || Set(names).count == 4 else { return nil }
    let order = names.isEmpty ? [0, 1, 2, 3] : names
    let parts = ["x", "y", "width", "height"].enumerated().map { index, name in
      "\(name) \(values[order.firstIndex(of: index) ?? index])"
    }
    return (parts.joined(separator: ", "), end)
  }

  /// What the parts of a region are called, in their order.
  private static let regionParts: [Set<String>] = [
    ["x", "left"], ["y", "top"], ["width", "w", "wide"], ["height", "h", "high"],
  ]

  /// Regions in words.
  private static let regions: [(Set<[String]>, String)] = [
    (
      [["full"], ["all"], ["whole"], ["off"], ["none"], ["reset"], ["everything"], ["default"]],
      "x 0%, y 0%, width 100%, height 100%"
    ),
    ([["left", "half"]], "x 0%, y 0%, width 50%, height 100%"),
    ([["right", "half"]], "x 50%, y 0%, width 50%, height 100%"),
    ([["upper", "half"], ["top", "half"]], "x 0%, y 0%, width 100%, height 50%"),
    ([["lower", "half"], ["bottom", "half"]], "x 0%, y 50%, width 100%, height 50%"),
  ]
}

extension Diagnostic {
  static func blinkingSeveralTimes(_ found: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .trailingText, "the statement ends before '\(found)'", at: span,
      notes: ["'blink' closes the eyes once: 'repeat 2 { eyes blink; wait 300ms }'"])
  }
}
