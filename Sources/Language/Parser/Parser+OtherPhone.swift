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
}

extension Diagnostic {
  static func blinkingSeveralTimes(_ found: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .trailingText, "the statement ends before '\(found)'", at: span,
      notes: ["'blink' closes the eyes once: 'repeat 2 { eyes blink; wait 300ms }'"])
  }
}
