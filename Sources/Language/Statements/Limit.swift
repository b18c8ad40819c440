import Diagnosis
import Vocabulary

/// Makes limits narrower until the end of the block.
@frozen
public struct LimitStatement: StatementView, Sendable {
  /// The node that it reads.
  public let view: NodeView

  @inlinable @inline(__always)
  init(_ view: NodeView) { self.view = view }

  /// Its role in its block.
  public static var nature: StatementNature { .setting }

  /// The axes that it moves, turns or limits.
  public var axes: AxisUse { .axes(named == 0 ? AxisUse.all : named) }

  /// What it is in an outline of the text.
  public var outlineKind: Outline.Kind { .limit }

  /// The axes that it names, as bits: pan 1, tilt 2, roll 4.
  @inlinable @inline(__always)
  public var named: UInt8 { view.detail }

  /// What it says of them, in the order in which it is written.
  @inlinable @inline(__always)
  public var bounds: LimitBounds { LimitBounds(view.children) }
}

/// What a `limit` says: a bound of position, of speed, of acceleration or of jerk.
@frozen
public struct LimitBound {
  /// What is limited.
  @frozen
  public enum Quantity {
    case lower, upper, speed, acceleration, jerk
  }

  /// The quantity that it limits.
  public let quantity: Quantity
  /// The value of the bound.
  public let value: ExpressionView

  @inlinable
  init(_ quantity: Quantity, _ value: ExpressionView) {
    (self.quantity, self.value) = (quantity, value)
  }
}

/// The bounds of a `limit`.
@frozen
public struct LimitBounds: Sequence, IteratorProtocol {
  @usableFromInline var nodes: NodeList

  @inlinable @inline(__always)
  init(_ nodes: NodeList) { self.nodes = nodes }

  /// Takes the one that comes next.
  @inlinable
  public mutating func next() -> LimitBound? {
    guard let view = nodes.next() else { return nil }
    let value = ExpressionView(view)
    switch view.role {
    case .lower: return LimitBound(.lower, value)
    case .upper: return LimitBound(.upper, value)
    case .at: return LimitBound(.speed, value)
    case .acceleration: return LimitBound(.acceleration, value)
    // The only other bound that the parser makes.
    default: return LimitBound(.jerk, value)
    }
  }
}

extension Parser {
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

  /// The report of a limit that names no axis.
  private func limitWithoutAxis(from start: UInt32) -> Diagnostic {
    var report = missingAxis()
    let limits = limitFixes(from: start)
    if !limits.isEmpty { report.fixIts = limits }
    if report.fixIts.isEmpty || !limits.isEmpty {
      report.label = ""
      report.notes = ["a limit names its axes, as in 'limit pan, tilt at 30deg/s'"]
    }
    return report
  }

  /// The report of a limit whose range has one end.
  private func missingEndOfLimit(from start: UInt32) -> Diagnostic {
    let limits = limitFixes(from: start)
    let fixIts = limits.isEmpty ? missing(.range, "'..'").fixIts : limits
    return .expected(
      "'..'", found: describeToken(), at: place,
      notes: [
        limits.isEmpty
          ? "a limit of a place has two ends, as in 'to 60deg left .. 60deg right'"
          : "a speed follows 'at'"
      ], fixIts: fixIts)
  }

  /// The report of a limit that bounds nothing.
  private func missingLimit(from start: UInt32) -> Diagnostic {
    let limits = limitFixes(from: start)
    if !limits.isEmpty { return .missingLimit(at: place, fixIts: limits) }
    let here = SourceSpan(token.start, token.start)
    let isRange = startsExpression
    if let range = rangeInWords ?? rangeBehindWithin {
      return .missingLimit(at: place, fixIts: [range])
    }
    return .missingLimit(at: place, fixIts: isRange ? [FixIt("write 'to '", here, "to ")] : [])
  }

  /// The change of 'from … to …' here, and of 'between … and …', to a range.
  private var rangeInWords: FixIt? {
    guard at(.word), !token.startsLine, ["from", "between"].contains(tokenText) else { return nil }
    let rest = restOfLine()
    guard let joint = rest.first(where: { $0.isKeyword(.to) || $0.isKeyword(.and) }) else {
      return nil
    }
    return FixIt("write 'to … .. …'", [FixIt.Edit(token.span, "to"), FixIt.Edit(joint.span, "..")])
  }

  /// The change of 'within' here, with a range or with one angle for both sides, to a range.
  private var rangeBehindWithin: FixIt? {
    guard at(.within), !token.startsLine else { return nil }
    let angle = following
    guard angle.kind == .number, angle.dimension == .angle else { return nil }
    let rest = restOfLine()
    if rest.contains(where: { $0.kind == .range }) { return FixIt("write 'to'", token.span, "to") }
    guard rest.count == 2, angle.value > 0, let axis = lastToken(from: reading.start).keyword?.axis
    else { return nil }
    let ends = Direction.of(axis: axis).map { "\(text(of: angle.span)) \($0.spelling)" }
    let ours = "to \(ends.joined(separator: " .. "))"
    return FixIt("write '\(ours)'", SourceSpan(token.start, angle.end), ours)
  }

  /// The report of a bound without a limit, as in 'jerk unlimited', which follows `word`.
  private func missingBound(of word: Token) -> Diagnostic? {
    let none: Set<String> = [
      "any", "none", "no", "unlimited", "infinite", "infinity", "inf", "off", "max", "unbounded",
    ]
    guard at(.word), !token.startsLine, none.contains(tokenText.lowercased()),
      !isDeclaredAsValue(token.symbol)
    else { return nil }
    let start = lastToken(from: reading.start, before: word).end
    return Diagnostic(
      .expectedExpression, "expected a value, found '\(tokenText)'", at: token.span,
      notes: ["a limit only narrows; without '\(text(of: word.span))' the dock's limit applies"],
      fixIts: [
        FixIt(
          "remove '\(text(of: SourceSpan(word.start, token.end)))'",
          SourceSpan(start, token.end), "")
      ])
  }

  /// The change that makes a limit of the statement at `start`, which has axes, speeds and
  /// accelerations in another order or with other words between them.
  private func limitFixes(from start: UInt32) -> [FixIt] {
    var ahead = lookahead(from: start)
    _ = ahead.next()
    var (axes, bounds): ([String], [Keyword: String]) = ([], [:])
    var end = start
    while true {
      let token = ahead.next()
      if token.startsLine || [.end, .semicolon, .closeBrace].contains(token.kind) { break }
      let word = text(of: token.span)
      switch token.kind {
      case .number:
        guard let bound = Parser.bounds[token.dimension.code], bounds[bound] == nil else {
          return []
        }
        bounds[bound] = word
      case .word where token.keyword?.axis != nil: axes.append(word)
      case .comma, .colon, .assign, .lessOrEqual, .less: break
      case .word where Parser.limitWords.contains(word.lowercased()): break
      default: return []
      }
      end = token.end
    }
    guard !bounds.isEmpty else { return [] }
    var ours = "limit " + (axes.isEmpty ? "pan, tilt" : axes.joined(separator: ", "))
    for bound in [Keyword.at, .acceleration, .jerk] {
      if let value = bounds[bound] { ours += " \(bound.spelling) \(value)" }
    }
    return [FixIt("write '\(ours)'", SourceSpan(start, end), ours)]
  }

  /// The words that lead in the bounds, by the dimension of what follows them.
  private static let bounds: [UInt8: Keyword] = [
    Dimension.speed.code: .at, Dimension.acceleration.code: .acceleration,
    Dimension.jerk.code: .jerk,
  ]

  /// Words of limits that name no axis and no number.
  private static let limitWords = ForeignWords.allAxes.union([
    "speed", "velocity", "acceleration", "accel", "jerk", "max", "maximum", "min", "top", "peak",
    "at", "to", "of", "and", "most", "with", "under", "below", "the", "rate", "greatest", "vel",
  ])
}

extension Checker {
  mutating func check(_ limit: LimitStatement) {
    // One report is enough for the directions of both ends.
    var isDirected = false
    for bound in limit.bounds {
      switch bound.quantity {
      case .lower: isDirected = !self.bound(bound.value, of: limit)
      case .upper:
        if !isDirected { _ = self.bound(bound.value, of: limit) }
      case .speed: quantity(bound.value, .speed, as: "what follows 'at'")
      case .acceleration:
        quantity(bound.value, .acceleration, as: "what follows 'acceleration'")
      case .jerk: quantity(bound.value, .jerk, as: "what follows 'jerk'")
      }
    }
  }

  /// Checks a bound; gives false if it is that of several axes, and has a direction.
  private mutating func bound(_ value: ExpressionView, of limit: LimitStatement) -> Bool {
    let found = expression(value)
    if found.axis != 0, limit.named.nonzeroBitCount > 1 {
      report { .directionOfSeveral(at: $0.program.span(of: value)) }
      return false
    }
    let isShared = limit.named.nonzeroBitCount > 1
    for axis: UInt8 in 1...3 where limit.named >> (axis - 1) & 1 == 1 {
      aim(value, found, .angle, axis: axis, as: "a bound", isBound: true, isShared: isShared)
    }
    return true
  }
}

extension Diagnostic {
  fileprivate static func directionOfSeveral(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .wrongDirection, "a bound of several axes has no direction", at: span,
      notes: ["each axis has directions of its own: write one 'limit' for each"])
  }

  fileprivate static func missingLimit(at span: SourceSpan, fixIts: [FixIt]) -> Diagnostic {
    Diagnostic(
      .missingClause, "what is the limit? expected 'to', 'at', 'acceleration' or 'jerk'", at: span,
      notes: ["as in 'limit pan to 60deg left .. 60deg right at 45deg/s'"], fixIts: fixIts)
  }
}
