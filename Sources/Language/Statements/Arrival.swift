import Diagnosis
import Vocabulary

/// The place of a person or an object, from a time on.
@frozen
public struct ArrivalView: SyntaxView, Sendable {
  /// The node that it reads.
  public let view: NodeView

  @inlinable @inline(__always)
  init(_ view: NodeView) { self.view = view }

  /// The time of the arrival; nil for the beginning.
  @inlinable @inline(__always)
  public var time: ExpressionView? { view.part(.at).map(ExpressionView.init) }

  /// True of a person, false of an object.
  @inlinable @inline(__always)
  public var isPerson: Bool { view.detail == 0 }

  /// The name that it declares.
  @inlinable @inline(__always)
  public var label: LabelView { LabelView(view.required(.label)) }

  /// The place.
  @inlinable @inline(__always)
  public var place: PlaceView { PlaceView(view.required(.to)) }
}

/// A place, as seen from the dock at home.
@frozen
public struct PlaceView: SyntaxView, Sendable {
  /// The node that it reads.
  public let view: NodeView

  @inlinable @inline(__always)
  init(_ view: NodeView) { self.view = view }

  /// Its parts, in the order in which they are written.
  package var parts: [Part] {
    view.children.map { part in
      guard part.role == .value else { return .distance(ExpressionView(part)) }
      let isUpright = DirectedView(part).direction.map { $0 == .up || $0 == .down } ?? false
      return isUpright ? .height(ExpressionView(part)) : .side(ExpressionView(part))
    }
  }

  package enum Part {
    /// The angle to the side, the angle up or down, and the distance.
    case side(ExpressionView), height(ExpressionView), distance(ExpressionView)
  }
}

extension Parser {
  /// Reads where somebody or something is to be seen, from `time` on.
  ///
  ///     arrival = ( "person" | "object" ) name "at" place .
  mutating func arrival(at time: NodeID) throws(Unreadable) -> NodeID {
    let node = add(.arrival, at: token.start, detail: token.isKeyword(.object) ? 1 : 0)
    advance()
    var children = Children(of: node)
    if time != .none { children.append(time, as: .at, in: tree) }
    guard !at(.at), !isAtEnd else { throw fail { $0.missingNameOfArrival() } }
    if let report = deedBehindWord(tree[node].start) { throw fail(report) }
    children.append(try label("a name"), as: .label, in: tree)
    guard take(.at) else { throw fail { $0.missingPlace() } }
    children.append(try location(), as: .to, in: tree)
    return node
  }

  /// Reads a place, as seen from the dock at home.
  ///
  ///     place = part { "," part } .
  ///     part  = expression ( "left" | "right" | "up" | "down" | "away" ) .
  mutating func location() throws(Unreadable) -> NodeID {
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

  /// The report of what somebody does, behind the word 'person' or 'object' at `start`, as in
  /// `person lost` and `person ada speaks`; nil if no such word stands here.
  private func deedBehindWord(_ start: UInt32) -> Diagnostic? {
    let hasName = at(.word) && following.kind == .word && !following.startsLine
    let deed = hasName ? following : token
    guard deed.kind == .word, !deed.startsLine, let keyword = deed.keyword else { return nil }
    let ours: Keyword
    switch keyword {
    case .lost: ours = .leaves
    case .speaking: ours = .speaks
    case .speaks, .walks, .sits, .stands, .looks, .leaves: ours = keyword
    default: return nil
    }
    let name = hasName ? tokenText : onlyArrival
    let sample = "\(name ?? "ada") \(ours.spelling)"
    let whole = SourceSpan(start, deed.end)
    return .expected(
      hasName ? "'at'" : "a name", found: "'\(text(of: deed.span))'", at: deed.span,
      notes: ["a scene says who does it, without 'person', as in '\(sample)'"],
      fixIts: name == nil ? [] : [FixIt("write '\(sample)'", whole, sample)])
  }

  /// The name of the only person of the scene above this place; nil if there are none or several,
  /// or several scenes.
  private var onlyArrival: String? {
    let hasOther = tree.views.contains { $0.kind == .scene && !$0.isLeaf }
    // An arrival that could not be read may lack its name.
    let people = tree.views.filter { $0.kind == .arrival && ArrivalView($0).isPerson }
    let names = Set(people.compactMap { $0.part(.label).map { LabelView($0).symbol } })
    guard !hasOther, names.count == 1, let symbol = names.first else { return nil }
    return tree.word(of: symbol, in: lexer.symbols)
  }

  /// The report of somebody who comes without a name.
  private func missingNameOfArrival() -> Diagnostic {
    .expected(
      "a name", found: describeToken(), at: place, notes: ["as in 'person ada at 20deg right'"])
  }

  /// The report of somebody who comes without a place.
  private func missingPlace() -> Diagnostic {
    var report = missing(.at)
    report.notes = ["a place follows 'at', as in 'person ada at 20deg right'"]
    return report
  }

  /// The report of a part of a place that does not say in which direction it is.
  private func missingPlaceWord() -> Diagnostic {
    var report = unknownWord(
      "a direction, or 'away'", [Keyword.left, .right, .up, .down, .away].map(\.spelling),
      .direction)
    if report.fixIts.isEmpty { report.notes.append("straight ahead is '0deg left'") }
    return report
  }

  /// The report of a second part of a place for the axis `axis`, or a second distance.
  private func placeTwice(_ axis: Keyword, _ part: NodeID) -> Diagnostic {
    let span = SourceSpan(tree[part].start, previousEnd)
    return .placeTwice(axis, at: span, whole: SourceSpan(lexer.startOfList(before: span), span.end))
  }
}

extension Checker {
  mutating func check(_ place: PlaceView) {
    for part in place.parts {
      switch part {
      case .distance(let distance): quantity(distance, .length, as: "how far away it is")
      case .side(let angle), .height(let angle):
        let found = expression(angle)
        fit(angle, found, to: .quantity(.angle), as: "where it is")
        if found.axis == 3 {
          report { .rollingPlace(at: $0.program.lastTokenSpan(of: angle)) }
        }
      }
    }
  }
}

extension Diagnostic {
  fileprivate static func placeTwice(
    _ axis: Keyword, at span: SourceSpan, whole: SourceSpan
  ) -> Diagnostic {
    let what =
      switch axis {
      case .pan: "left or right"
      case .tilt: "up or down"
      case .away: "how far away it is"
      default: "a turn"
      }
    return Diagnostic(
      .duplicateClause, "the place says twice \(what)", at: span, label: "the second",
      fixIts: [FixIt("remove the second", whole, "")])
  }

  fileprivate static func rollingPlace(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .wrongDirection, "a place lies 'left' or 'right', 'up' or 'down'", at: span,
      label: "this is a direction of roll",
      notes: ["a place is seen from the dock: an angle to the side, and an angle up or down"])
  }
}

extension Lexer {
  /// The place after the last thing before the comma that leads in `span`.
  fileprivate func startOfList(before span: SourceSpan) -> UInt32 {
    let before = bytes[..<Int(span.start - base)]
    let blanks = before.reversed().prefix { $0 <= 0x20 || $0 == 0x2C }.count
    return span.start - UInt32(blanks)
  }
}
