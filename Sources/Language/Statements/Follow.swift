import Diagnosis

/// Lets the tracker aim at somebody or something, while the script keeps the motors.
@frozen
public struct FollowStatement: StatementView, Sendable {
  /// The node that it reads.
  public let view: NodeView

  @inlinable @inline(__always)
  init(_ view: NodeView) { self.view = view }

  /// Its role in its block.
  public static var nature: StatementNature { .action }

  /// The axes that it moves, turns or limits.
  public var axes: AxisUse { .axes(named == 0 ? AxisUse.all : named) }

  /// The axes that it names, as bits: pan 1, tilt 2, roll 4; 0 if it means those of the camera.
  public var named: UInt8 { view.detail & AxisUse.all }

  /// Whom or what it follows.
  package var subject: SubjectView { SubjectView(view) }

  /// True if it ends when the subject is lost.
  public var isUntilLost: Bool { view.detail & FollowStatement.untilLost != 0 }

  /// How long it lasts; if it is until the subject is lost, how long the subject stays lost.
  public var length: ExpressionView? { view.part(.lasting).map(ExpressionView.init) }

  /// The bit of `detail` beside those of the axes.
  static let untilLost: UInt8 = 8
  /// The bit of roll.
  static let roll: UInt8 = 4
}

extension Parser {
  /// Reads whom the dock follows, with which axes, and until when.
  ///
  ///     follow = "follow" subject [ "with" axis { "," axis } ]
  ///              ( "for" expression | "until" "lost" [ "for" expression ] ) .
  mutating func follow() throws(Unreadable) -> NodeID {
    let node = add(.follow, at: token.start)
    advance()
    var children = Children(of: node)
    do throws(Unreadable) {
      try subject(&children)
    } catch {
      if !at(.semicolon), let end = endWithoutTime() {
        report(endlessFollowing(at: end, isAtEnd: true))
      }
      throw error
    }
    if take(.with) || takeOnNextLine(.with) { tree[node].detail = try followingAxes() }
    if take(.until) || takeOnNextLine(.until) || isMissingUntil() {
      try expect(.lost)
      tree[node].detail |= FollowStatement.untilLost
      if take(.for) { children.append(try expression(), as: .lasting, in: tree) }
    } else if take(.for) || takeOnNextLine(.for) || takeInsteadOfFor() {
      children.append(try expression(), as: .lasting, in: tree)
    } else {
      throw fail { $0.endlessFollowing(at: $0.previousEnd, isAtEnd: $0.isAtEnd) }
    }
    return node
  }

  /// Reads the axes that follow: those that turn the view of a camera.
  private mutating func followingAxes() throws(Unreadable) -> UInt8 {
    let start = token.start
    let bits = try axes()
    if bits & FollowStatement.roll != 0 {
      report(.rollCannotFollow(at: SourceSpan(start, previousEnd)))
    }
    return bits
  }

  /// Reports a 'lost' without 'until' before it; false if there is none.
  private mutating func isMissingUntil() -> Bool {
    guard at(.lost), !token.startsLine else { return false }
    let here = SourceSpan(token.start, token.start)
    report(
      .expected(
        "'until'", found: "'lost'", at: token.span,
        fixIts: [FixIt("write 'until '", here, "until ")]
      ))
    return true
  }

  /// Reports a word that stands for 'for' elsewhere, and takes it; false if there is none.
  private mutating func takeInsteadOfFor() -> Bool {
    guard at(.over) || at(.in), !token.startsLine else { return false }
    report(
      .expected(
        "'for'", found: "'\(tokenText)'", at: token.span,
        fixIts: [FixIt("write 'for'", token.span, "for")]))
    advance()
    return true
  }

  /// Where the statement ends, if nothing in the rest of its line says until when it follows.
  private func endWithoutTime() -> UInt32? {
    var (ahead, end) = (lookahead(from: token.start), previousEnd)
    while true {
      let next = ahead.next()
      let isOver = next.kind == .end || next.kind == .semicolon || next.kind == .closeBrace
      if isOver || next.startsLine && end > previousEnd { return end }
      if next.isKeyword(.for) || next.isKeyword(.until) { return nil }
      end = next.end
    }
  }

  /// The report of a statement that ends at `end` and does not say until when it follows.
  private func endlessFollowing(at end: UInt32, isAtEnd: Bool) -> Diagnostic {
    let here = SourceSpan(end, end)
    return Diagnostic(
      .missingClause, "until when? expected 'for' or 'until lost'", at: isAtEnd ? here : place,
      notes: [
        "'follow person for 10s' follows for a time, 'follow person until lost' as long as "
          + "somebody is seen",
        "'tracking on' gives the motors to the system, which follows by itself",
      ], fixIts: isAtEnd ? [FixIt("write 'until lost'", here, " until lost")] : [])
  }
}

extension Checker {
  mutating func check(_ follow: FollowStatement) {
    note(follow.subject)
    if let length = follow.length { quantity(length, .time, as: "what follows 'for'") }
  }
}

extension Diagnostic {
  fileprivate static func rollCannotFollow(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .expectedToken, "expected 'pan' or 'tilt': to roll brings nobody into the picture", at: span,
      fixIts: [FixIt("write 'pan, tilt'", span, "pan, tilt")])
  }
}
