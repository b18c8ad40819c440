import Diagnosis

/// A change of the speeds of axes: over some time (`ramp`), or at once and then kept (`spin`).
@frozen
public struct TurnStatement: StatementView, Sendable {
  /// The node that it reads.
  public let view: NodeView

  @inlinable @inline(__always)
  init(_ view: NodeView) { self.view = view }

  /// Its role in its block.
  public static var nature: StatementNature { .action }

  /// The axes that it moves, turns or limits.
  public var axes: AxisUse { .axes(targets.reduce(0) { $0 | 1 << $1.axis }) }

  /// True of a `ramp`, false of a `spin`.
  @inlinable @inline(__always)
  public var isRamp: Bool { view.kind == .ramp }

  /// The axes and their speeds.
  @inlinable @inline(__always)
  public var targets: SpeedList { SpeedList(view.children) }

  /// How long it takes.
  @inlinable @inline(__always)
  public var length: ExpressionView? {
    view.part(isRamp ? .over : .lasting).map(ExpressionView.init)
  }
}

/// Axes and the speeds for them, in front of what else a change of speed says.
@frozen
public struct SpeedList: Sequence, IteratorProtocol {
  @usableFromInline var nodes: NodeList

  @inlinable @inline(__always)
  init(_ nodes: NodeList) { self.nodes = nodes }

  /// Takes the one that comes next.
  @inlinable @inline(__always)
  public mutating func next() -> TargetView? {
    guard let view = nodes.next(), view.kind == .target else { return nil }
    return TargetView(view)
  }
}

extension Parser {
  /// Reads a ramp.
  ///
  ///     ramp = "ramp" axis "to" aim { "," axis "to" aim } [ "over" expression ] .
  mutating func ramp() throws(Unreadable) -> NodeID {
    let node = add(.ramp, at: token.start)
    advance()
    var children = Children(of: node)
    try targets(.to, &children)
    if takeOnAnyLine(.over) {
      children.append(try expression(), as: .over, in: tree)
    }
    return node
  }

  /// Reads a spin.
  ///
  ///     spin = "spin" axis "at" aim { "," axis "at" aim } [ "for" expression ] .
  mutating func spin() throws(Unreadable) -> NodeID {
    let node = add(.spin, at: token.start)
    advance()
    var children = Children(of: node)
    try targets(.at, &children)
    if take(.for) { children.append(try expression(), as: .lasting, in: tree) }
    return node
  }

  private mutating func targets(
    _ word: Keyword, _ children: inout Children
  ) throws(Unreadable) {
    repeat {
      if !children.isEmpty { advance() }
      guard let axis = keywordHere?.axis else {
        throw fail { $0.missingAxis() }
      }
      let target = add(.target, at: token.start, detail: axis)
      advance()
      if let report = axesOfOneSpeed(behind: target, word) ?? speedBefore(word) {
        throw fail(report)
      }
      try expect(word)
      var parts = Children(of: target)
      parts.append(try aim(), as: .value, in: tree)
      children.append(target, as: .to, in: tree)
    } while at(.comma) || joinsAxes()
  }
}

extension Parser {
  /// The report of the speed that a ramp is to begin with, as in `ramp pan from 0 to 20deg/s`; nil
  /// if none stands here.
  private func speedBefore(_ word: Keyword) -> Diagnostic? {
    let rest = restOfLine()
    guard at(.word), !token.startsLine, tokenText == "from",
      let goal = rest.first(where: {
        $0.isKeyword(word)
      })
    else { return nil }
    return .superfluousWord(
      text(of: SourceSpan(token.start, lastToken(from: reading.start, before: goal).end)),
      at: token.span, whole: SourceSpan(token.start, goal.start),
      "a change of speed begins with the speed that the axis has")
  }

  /// The report of a further axis here, before the speed that it shares with the axis `first`; nil
  /// if none stands here.
  private func axesOfOneSpeed(behind first: NodeID, _ word: Keyword) -> Diagnostic? {
    guard at(.comma) || at(.and), !token.startsLine, following.keyword?.axis != nil else {
      return nil
    }
    let start = tree[first].start
    let tokens = restOfLine(from: start)
    let axes = tokens.prefix { !$0.isKeyword(word) }.filter { $0.keyword?.axis != nil }
    let bound = tokens.first { $0.isKeyword(.for) || $0.isKeyword(.over) }
    let speed = tokens.drop { !$0.isKeyword(word) }.prefix { $0.start != bound?.start }
    // One direction is none of all axes.
    let isPlain = speed.count == 2
    let shared = speed.first.flatMap { lead in
      speed.last.map { text(of: SourceSpan(lead.start, $0.end)) }
    }
    let ours = axes.map { "\(text(of: $0.span)) \(shared ?? "")" }.joined(separator: ", ")
    let whole = SourceSpan(start, speed.last?.end ?? previousEnd)
    return .expected(
      "'\(word.spelling)'", found: "'\(tokenText)'", at: token.span,
      notes: ["each axis has a speed of its own, as in 'spin pan at 5deg/s, tilt at 5deg/s'"],
      fixIts: isPlain ? [FixIt("write '\(ours)'", whole, ours)] : [])
  }
}

extension Checker {
  mutating func check(_ turn: TurnStatement) {
    var seen: UInt8 = 0
    for target in turn.targets {
      if seen & 1 << target.axis != 0 {
        report {
          .axisTwice(
            target.axis, at: $0.program.tokenSpan(at: target.start),
            whole: $0.item(target.view, of: turn))
        }
      }
      seen |= 1 << target.axis
      context.turning = .speed
      let found = expression(target.value)
      context.turning = .angle
      aim(
        target.value, found, .speed, axis: target.axis + 1,
        as: turn.isRamp ? "what follows 'to'" : "what follows 'at'")
    }
    if let length = turn.length {
      quantity(length, .time, as: turn.isRamp ? "what follows 'over'" : "what follows 'for'")
    }
  }
}
