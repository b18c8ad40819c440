import Diagnosis

/// An expectation of a test.
@frozen
public struct ExpectStatement: StatementView, Sendable {
  /// The node that it reads.
  public let view: NodeView

  @inlinable @inline(__always)
  init(_ view: NodeView) { self.view = view }

  /// Its role in its block.
  public static var nature: StatementNature { .action }

  /// The axes that it moves, turns or limits.
  public var axes: AxisUse { .none }

  /// What is expected.
  public var expectation: Expected {
    switch view.detail {
    case 1: .pose(near: ExpressionView(view.first), within: ExpressionView(view.second))
    case 2:
      .always(
        axis: view.flags, lower: ExpressionView(view.first), upper: ExpressionView(view.second))
    case 3: .trackingRestored
    default: .condition(ExpressionView(view.first))
    }
  }

  /// What may be expected.
  public enum Expected {
    case condition(ExpressionView)
    case pose(near: ExpressionView, within: ExpressionView)
    /// An axis, by its number from 0, between two bounds.
    case always(axis: UInt8, lower: ExpressionView, upper: ExpressionView)
    case trackingRestored
  }
}

extension Parser {
  /// Reads an expectation.
  ///
  ///     expect = "expect" ( "pose" "near" expression "within" expression
  ///            | "always" axis "within" aim ".." aim | "tracking" "restored" | expression ) .
  mutating func expectation() throws(Unreadable) -> NodeID {
    let node = add(.expect, at: token.start)
    advance()
    var children = Children(of: node)
    if keywordHere?.axis != nil { throw refusePoseComparison() }
    if at(.face) || at(.eyes) || at(.camera) { throw fail { $0.expectedPhone() } }
    if at(.tracking) {
      advance()
      guard take(.restored) else { throw fail { $0.missingRestored() } }
      tree[node].detail = 3
    } else if take(.always) {
      tree[node].detail = 2
      guard let axis = keywordHere?.axis else {
        throw fail(missingAxis())
      }
      tree[node].flags = axis
      advance()
      try expect(.within)
      children.append(try aim(), as: .lower, in: tree)
      try expect(.range, "'..'")
      children.append(try aim(), as: .upper, in: tree)
    } else if at(.pose), lexer.peekIsWord("near") {
      advance()
      try expect(.near)
      tree[node].detail = 1
      children.append(try expression(), as: .near, in: tree)
      guard take(.within) else { throw fail { $0.missingTolerance() } }
      children.append(try expression(), as: .within, in: tree)
    } else if at(.pose), following.kind != .openParen {
      throw refusePoseComparison()
    } else {
      children.append(try condition(), as: .condition, in: tree)
    }
    return node
  }

  /// The report of an expected state of the phone, which no test can see.
  private func expectedPhone() -> Diagnostic {
    let whole = SourceSpan(reading.start, restOfLine().last?.end ?? token.end)
    return Diagnostic(
      .expectedExpression, "a test cannot expect anything of '\(tokenText)'", at: token.span,
      notes: ["a test can expect a pose, an axis, 'elapsed', 'peak' and 'tracking restored'"],
      fixIts: [FixIt("remove the statement", whole, "")])
  }

  /// The report of an expected pose without a tolerance.
  private func missingTolerance() -> Diagnostic {
    guard token.startsLine || at(.end) || at(.closeBrace) || at(.semicolon) else {
      return missing(.within)
    }
    let here = SourceSpan(previousEnd, previousEnd)
    return .expected(
      "'within'", found: describeToken(), at: place,
      notes: ["a tolerance follows 'within', as in 'within 0.1deg'"],
      fixIts: [FixIt("write 'within 1deg', for example", here, " within 1deg")])
  }

  /// The report of an expectation of tracking that is not 'restored'.
  private func missingRestored() -> Diagnostic {
    var report = missing(.restored)
    guard report.fixIts.isEmpty else { return report }
    let isAtEnd = isAtEnd
    let span = isAtEnd ? SourceSpan(previousEnd, previousEnd) : token.span
    guard isAtEnd || at(.on) else { return report }
    report.notes = ["a test expects that tracking is again what it was before"]
    report.fixIts = [FixIt("write 'restored'", span, isAtEnd ? " restored" : "restored")]
    return report
  }

  /// Reports a comparison of the pose, or of an axis, which people expect to equal something.
  private mutating func refusePoseComparison() -> Unreadable {
    let first = token
    let tokens = restOfLine()
    let axis = first.keyword?.axis == nil ? nil : first.keyword
    var rest = tokens.dropFirst()
    let equals: Set<String> = ["==", "=", "is", "equals", "at", "near", "be", "to", "!=", "<", ">"]
    let sign = rest.first.map { text(of: $0.span) } ?? ""
    while let next = rest.first, equals.contains(text(of: next.span)) { rest = rest.dropFirst() }
    var fixIts: [FixIt] = []
    let isEqual = !["!=", "<", ">", "<=", ">=", "always", "never", "within"].contains(sign)
    if let axis, let from = rest.first(where: { $0.isKeyword(.within) }), let last = tokens.last,
      sign == "always" || sign == "within", rest.contains(where: { $0.kind == .range })
    {
      let ours = "always \(axis.spelling) \(text(of: SourceSpan(from.start, last.end)))"
      fixIts = [FixIt("write '\(ours)'", SourceSpan(first.start, last.end), ours)]
    }
    if isEqual, tokens.count < Parser.longestPhrase, let from = rest.first, let last = rest.last,
      !rest.contains(where: isLogical)
    {
      let bound = rest.first { $0.isKeyword(.within) }
      let value = rest.prefix { $0.start != bound?.start }.last ?? from
      let place = text(of: SourceSpan(from.start, value.end))
      let pose = axis.map { "pose(\($0.spelling): \(place))" } ?? place
      let within = bound.map { text(of: SourceSpan($0.start, last.end)) } ?? "within 0.1deg"
      let ours = "pose near \(pose) \(within)"
      fixIts = [FixIt("write '\(ours)'", SourceSpan(first.start, last.end), ours)]
    }
    report(
      Diagnostic(
        .expectedToken, "a place is expected with 'pose near' and a tolerance", at: first.span,
        label: axis == nil ? "is not compared" : "an axis is part of a pose",
        notes: [
          axis == nil || isEqual
            ? "as in 'expect pose near home within 0.1deg'"
            : "as in 'expect always pan within 30deg left .. 30deg right'"
        ], fixIts: fixIts))
    return Unreadable()
  }

  /// The report of a speed in the expectation at `start` that says of which axis it is, if at all,
  /// in other words than 'peak pan speed'; nil if it is none.
  func expectedSpeed(from start: UInt32) -> Diagnostic? {
    var ahead = lookahead(from: start)
    let word = ahead.next()
    var (axes, sign, value): ([Keyword], String, Token?) = ([], "<", nil)
    var (isSpeed, next, end) = (false, ahead.next(), word.end)
    while !next.startsLine, ![.end, .semicolon, .closeBrace].contains(next.kind) {
      switch next.kind {
      case .word where next.keyword?.axis != nil: axes = next.keyword.map { [$0] } ?? []
      case .word: isSpeed = isSpeed || ["speed", "velocity"].contains(text(of: next.span))
      case .number where next.dimension == .speed && value == nil: value = next
      case .less, .lessOrEqual, .greater, .greaterOrEqual: sign = text(of: next.span)
      default: return nil
      }
      end = next.end
      next = ahead.next()
    }
    guard isSpeed, let value else { return nil }
    if axes.isEmpty { axes = [.pan, .tilt] }
    return Diagnostic(
      .trailingText, "the statement ends before '\(tokenText)'", at: token.span,
      notes: ["the greatest speed of an axis is 'peak pan speed'"],
      fixIts: axes.map { axis in
        let ours = "peak \(axis.spelling) speed \(sign) \(text(of: value.span))"
        return FixIt("write '\(ours)'", SourceSpan(word.end, end), " " + ours)
      })
  }

  private func isLogical(_ token: Token) -> Bool {
    token.isKeyword(.and) || token.isKeyword(.or) || token.isKeyword(.not)
  }
}

extension Checker {
  mutating func check(_ expect: ExpectStatement) {
    guard isInTest else {
      if !hasExpected {
        report { .expectOutsideTest(at: $0.program.tokenSpan(at: expect.start)) }
      }
      hasExpected = true
      return
    }
    switch expect.expectation {
    case .pose(let near, let within):
      fit(near, expression(near), to: .pose, as: "what follows 'near'")
      quantity(within, .angle, as: "what follows 'within'")
    case .always(let axis, let lower, let upper):
      for bound in [lower, upper] {
        aim(bound, expression(bound), .angle, axis: axis + 1, as: "a bound")
      }
    case .trackingRestored: break
    case .condition(let place) where place.kind == .home || place.kind == .pose:
      _ = expression(place)
      report { .poseAsCondition(at: $0.program.span(of: place)) }
    case .condition(let condition): figure(condition)
    }
  }

  /// Checks the condition of an `expect`: a truth, or a comparison with a result of the run.
  private mutating func figure(_ condition: ExpressionView) {
    guard let comparison = condition.binary, comparison.symbol.precedence == 3 else {
      truth(condition)
      return
    }
    let (left, right) = (comparison.left, comparison.right)
    for (figure, value) in [(left, right), (right, left)] {
      if figure.kind == .elapsed {
        quantity(value, .time, as: "what 'elapsed' is compared with")
        return
      }
      if figure.kind == .peak {
        quantity(value, .speed, as: "what 'peak' is compared with")
        return
      }
    }
    truth(condition)
  }
}

extension Diagnostic {
  /// A pose as what is expected, near which the dock should be.
  fileprivate static func poseAsCondition(at span: SourceSpan) -> Diagnostic {
    let (start, end) = (SourceSpan(span.start, span.start), SourceSpan(span.end, span.end))
    return Diagnostic(
      .notATruth, "a place is expected with 'pose near' and a tolerance", at: span,
      notes: ["as in 'expect pose near home within 0.1deg'"],
      fixIts: [
        FixIt(
          "write 'pose near … within 0.1deg'",
          [FixIt.Edit(start, "pose near "), FixIt.Edit(end, " within 0.1deg")])
      ])
  }

  fileprivate static func expectOutsideTest(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .expectOutsideTest, "'expect' stands outside a test", at: span,
      notes: ["put it in 'test \"name\" { … }'"])
  }
}
