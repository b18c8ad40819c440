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
  public var axes: AxisUse { .none }

  /// What the camera does.
  package var change: CameraChange? { CameraChange(rawValue: view.detail) }

  /// The factor of a zoom, or the size of a format or a crop.
  @inlinable @inline(__always)
  public var value: ExpressionView { ExpressionView(view.first) }

  /// The pictures a second of a format.
  @inlinable @inline(__always)
  public var rate: ExpressionView? { view.part(.at).map(ExpressionView.init) }

  /// How long a zoom takes.
  @inlinable @inline(__always)
  public var length: ExpressionView? { view.part(.over).map(ExpressionView.init) }
}

extension Parser {
  /// Reads what the camera does.
  ///
  ///     camera = "camera" ( "flip" | "photo" | "record" ( "start" | "stop" | "toggle" )
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
    case .zoomTo, .zoomBy:
      children.append(try expression(), as: .value, in: tree)
      if take(.over) { children.append(try expression(), as: .over, in: tree) }
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
      if take(.start) { return .recordStart }
      if take(.stop) { return .recordStop }
      if take(.toggle) { return .recordToggle }
      throw fail { $0.missingRecording() }
    }
  }

  /// The report of a factor that does not stand here.
  private func missingFactor() -> Diagnostic {
    .expected("a factor", found: describeToken(), at: place)
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

  /// The report of words after 'camera flip', which takes none.
  func trailingFlip() -> Diagnostic {
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
      let ours = " start; wait \(length); camera record stop"
      changed.notes = ["one statement begins a recording, and another one ends it"]
      changed.fixIts = [
        FixIt("write '\(ours.dropFirst())'", SourceSpan(previousEnd, time.end), ours)
      ]
    }
    return changed
  }
}

extension Checker {
  mutating func check(_ camera: CameraStatement) {
    switch camera.change {
    case .zoomTo, .zoomBy: quantity(camera.value, .number, as: "a zoom")
    case .format, .crop: if camera.value.kind != .size { _ = expression(camera.value) }
    case .flip, .photo, .recordStart, .recordStop, .recordToggle, nil: break
    }
    if let rate = camera.rate { quantity(rate, .frequency, as: "what follows 'at'") }
    if let length = camera.length { quantity(length, .time, as: "what follows 'over'") }
  }
}
