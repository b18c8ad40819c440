import Diagnosis
import Vocabulary

/// What the camera does.
@frozen
public struct CameraStatement: StatementView, Sendable {
  /// The node that it reads.
  public let view: NodeView

  @inlinable @inline(__always)
  init(_ view: NodeView) { self.view = view }

  /// Its role in its block.
  public static var nature: StatementNature { .action }

  /// The axes that it moves, turns or limits.
  public var axes: AxisUse { body == nil ? .none : .blocks }

  /// What the camera does.
  package var change: CameraChange? { CameraChange(rawValue: view.detail) }

  /// The factor of a zoom, or the size of a format or a crop.
  @inlinable @inline(__always)
  public var value: ExpressionView { ExpressionView(view.first) }

  /// The pictures a second of a format.
  @inlinable @inline(__always)
  public var rate: ExpressionView? { view.part(.at).map(ExpressionView.init) }

  /// The block of a recording that lasts as long as one.
  public var body: BlockView? {
    change == .recordBlock ? view.part(.body).map(BlockView.init) : nil
  }

  /// How long a zoom takes.
  @inlinable @inline(__always)
  public var length: ExpressionView? { view.part(.over).map(ExpressionView.init) }
}

extension Parser {
  /// Reads what the camera does.
  ///
  ///     camera = "camera" ( "flip" | "photo" | "record" ( block | "start" | "stop" | "toggle" )
  ///            | "zoom" [ "to" | "by" ] expression [ "over" expression ]
  ///            | "format" size [ "at" expression ] | "crop" size ) .
  mutating func camera() throws(Unreadable) -> NodeID {
    let node = add(.camera, at: token.start)
    advance()
    var children = Children(of: node)
    let change = try cameraChange()
    tree[node].detail = change.rawValue
    switch change {
    case .flip, .photo, .recordStart, .recordStop, .recordToggle: break
    case .recordBlock: children.append(try block(), as: .body, in: tree)
    case .zoomTo, .zoomBy:
      if let report = factorInOtherWords() { throw fail(report) }
      children.append(try expression(), as: .value, in: tree)
      if takeOnAnyLine(.over) { children.append(try expression(), as: .over, in: tree) }
    case .format, .crop:
      guard at(.size), !token.startsLine else { throw fail(missingSize()) }
      children.append(try expression(), as: .width, in: tree)
      if change == .format, take(.at) { children.append(try expression(), as: .at, in: tree) }
    }
    return node
  }

  private mutating func cameraChange() throws(Unreadable) -> CameraChange {
    guard let word = termHere(CameraWord.self) else {
      let isRate = at(.word) && ["fps", "framerate", "rate"].contains(tokenText.lowercased())
      if !token.startsLine, isRate || token.kind == .number && token.dimension == .frequency {
        throw fail { $0.rateWithoutFormat() }
      }
      throw fail(unknownWord("what the camera does", CameraWord.spellings, .camera))
    }
    advance()
    switch word {
    case .flip: return .flip
    case .photo: return .photo
    case .format: return .format
    case .crop: return .crop
    case .zoom:
      if take(.by) { return .zoomBy }
      let isPhrase = at(.in) || at(.word) && !token.startsLine && tokenText == "out"
      if !take(.to), isPhrase { throw fail { $0.missingFactor() } }
      return .zoomTo
    case .record:
      if at(.openBrace) { return .recordBlock }
      if at(.start), following.kind == .openBrace, !following.startsLine {
        let word = SourceSpan(token.start, following.start)
        throw fail(
          .superfluousWord(
            tokenText, at: token.span, whole: word, "a recording with a block begins with it"))
      }
      if take(.start) { return .recordStart }
      if take(.stop) { return .recordStop }
      if take(.toggle) { return .recordToggle }
      throw fail { $0.missingRecording() }
    }
  }

  /// The report of a factor that does not stand here.
  private func missingFactor() -> Diagnostic {
    let factor = following
    let isGiven = !at(.end) && !token.startsLine && factor.kind == .number && !factor.startsLine
    return .expected(
      "a factor", found: describeToken(), at: place,
      notes: isGiven ? ["as in 'camera zoom to 2x', and 'camera zoom by -0.5x' zooms out"] : [],
      fixIts: isGiven && at(.in) ? [FixIt("write 'to'", token.span, "to")] : [])
  }

  /// The report of a factor whose 'x' stands elsewhere, as in `2 x` and `x2`; nil if none does.
  private func factorInOtherWords() -> Diagnostic? {
    let next = following
    if token.kind == .number, token.isBare, !token.startsLine, text(of: next.span) == "x",
      !next.startsLine, nextEnds(behind: next) || following(next).isKeyword(.over)
    {
      let whole = SourceSpan(token.start, next.end)
      return .spaceBeforeUnit(tokenText + "x", at: whole)
    }
    let number = tokenText.dropFirst()
    guard at(.word), !token.startsLine, tokenText.first == "x", Int(number) != nil,
      !isDeclaredAsValue(token.symbol)
    else { return nil }
    return .expected(
      "a factor", found: "'\(tokenText)'", at: token.span, notes: ["as in 'camera zoom to 2x'"],
      fixIts: [FixIt("write '\(number)x'", token.span, "\(number)x")])
  }

  /// The report of a rate without a format, as in `camera fps 30`.
  private func rateWithoutFormat() -> Diagnostic {
    let number = token.kind == .number ? token : following
    let isRate = number.isBare || number.dimension == .frequency
    let hasRate = number.kind == .number && !number.startsLine && isRate
    let rate = hasRate ? text(of: number.span) + (number.isBare ? "fps" : "") : "30fps"
    let ours = "format 1280x720 at \(rate)"
    let whole = SourceSpan(token.start, hasRate ? number.end : token.end)
    return .expected(
      "what the camera does", found: describeToken(), at: token.span,
      notes: ["a rate follows the size of the pictures, as in 'camera \(ours)'"],
      fixIts: [FixIt("write '\(ours)', for example", whole, ours)])
  }

  /// The report of what does not follow what the camera does; nil if nothing is known of it.
  func trailingCamera(after start: UInt32) -> Diagnostic? {
    let last = lastToken(from: start)
    if token.kind == .number, last.isKeyword(.photo) {
      return .severalPhotos(tokenText, at: token.span)
    }
    let isWord = token.kind == .word && token.keyword?.beginsStatement != true && !at(.else)
    return isWord && last.isKeyword(.flip) ? trailingFlip() : nil
  }

  /// The report of words after 'camera flip', which takes none.
  private func trailingFlip() -> Diagnostic {
    let end = restOfLine().last?.end ?? token.end
    var report = Diagnostic.trailing(tokenText, at: token.span, fixIts: [])
    report.notes = ["'camera flip' always changes to the other camera"]
    report.fixIts = [FixIt("remove it", SourceSpan(previousEnd, end), "")]
    return report
  }

  /// The report of a size that does not stand here.
  private func missingSize() -> Diagnostic {
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
  private func missingRecording() -> Diagnostic {
    let report = unknownWord(
      "'start', 'stop' or 'toggle'", ["start", "stop", "toggle"], .recording, isListed: true)
    var changed = report
    let end = SourceSpan(previousEnd, previousEnd)
    let time = token.isKeyword(.for) ? following : token
    if isAtEnd {
      changed.fixIts = [FixIt("write 'start'", end, " start")]
    } else if time.kind == .number, time.dimension == .time {
      let length = text(of: time.span)
      let ours = " { wait \(length) }"
      changed.notes = ["a recording lasts as long as its block"]
      var ahead = lookahead(from: time.end)
      if ahead.next().kind == .openBrace {
        changed.notes[0] += ": write 'wait \(length)' in the block, or end it with a 'race'"
      } else {
        changed.fixIts = [
          FixIt("write '\(ours.dropFirst())'", SourceSpan(previousEnd, time.end), ours)
        ]
      }
    }
    return changed
  }
}

extension Checker {
  mutating func check(_ camera: CameraStatement) {
    switch camera.change {
    case .zoomTo, .zoomBy: quantity(camera.value, .number, as: "a zoom")
    case .format, .crop: if camera.value.kind != .size { _ = expression(camera.value) }
    case .recordStart: pending.recordings.append(camera)
    case .recordBlock: if let body = camera.body { block(body) }
    case .flip, .photo, .recordStop, .recordToggle, nil: break
    }
    if let rate = camera.rate { quantity(rate, .frequency, as: "what follows 'at'") }
    if let length = camera.length { quantity(length, .time, as: "what follows 'over'") }
  }
}

// MARK: - Recordings

extension Checker {
  /// Warns of each recording that one block begins and ends, and that a block of its own would end
  /// in any case.
  mutating func checkRecordings() {
    guard !reporter.hasErrors, !program.isEntered else { return }
    let branches = Set(pending.concurrents.flatMap { $0.body.statements.map(\.id) })
    for start in pending.recordings where !branches.contains(start.id) {
      if let stop = end(of: start) { report { $0.recordingInOneBlock(start, stop) } }
    }
  }

  /// The statement of the block of `start` that ends the recording which that begins; nil if there
  /// is none, if names or settings between them reach beyond it, or if what stands between them
  /// cannot stand in a block.
  private func end(of start: CameraStatement) -> CameraStatement? {
    var (next, hasSettings) = (start.following, false)
    while let node = next {
      let statement = node.statement
      if case .camera(let camera) = statement {
        switch camera.change {
        case .recordStop: return hasSettings && camera.following != nil ? nil : camera
        case .recordStart, .recordToggle, .recordBlock: return nil
        case .flip, .photo, .zoomTo, .zoomBy, .format, .crop, nil: break
        }
      }
      if statement.standsAtTop { return nil }
      if statement.isSetting { hasSettings = true }
      next = node.neighbourIfAny
    }
    return nil
  }

  private func recordingInOneBlock(
    _ start: CameraStatement, _ stop: CameraStatement
  ) -> Diagnostic {
    let (first, last) = (
      program.statementSpan(at: start.start), program.statementSpan(at: stop.start)
    )
    let rest = program.sources.text(of: SourceSpan(first.end, last.start)).utf8
    let blanks = rest.prefix { $0 == 0x20 }.count
    let hasSemicolon = rest.dropFirst(blanks).first == 0x3B
    let whole = SourceSpan(first.start, first.end + UInt32(hasSemicolon ? blanks + 1 : 0))
    return Diagnostic(
      .recordingInOneBlock, "this recording has no block of its own", at: first,
      labels: [Diagnostic.Label(last, "ends here")],
      notes: ["a recording with a block also ends if the block is left early"],
      fixIts: [
        FixIt(
          "write 'camera record { … }'",
          [FixIt.Edit(whole, "camera record {"), FixIt.Edit(last, "}")])
      ])
  }
}

extension Diagnostic {
  /// Reports a number behind 'camera photo', which takes one.
  static func severalPhotos(_ found: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .trailingText, "the statement ends before '\(found)'", at: span,
      notes: ["it takes one photo: 'repeat 3 { camera photo; wait 1s }' takes three"])
  }
}
