import Diagnosis
import Vocabulary

/// A motion of one axis or several to a place, over a distance or through places.
@frozen
public struct MoveStatement: StatementView, Sendable {
  /// The node that it reads.
  public let view: NodeView

  @inlinable @inline(__always)
  init(_ view: NodeView) { self.view = view }

  /// Its role in its block.
  public static var nature: StatementNature { .action }

  /// The number of its axis, 0 for pan; nil if its places are poses.
  @inlinable @inline(__always)
  public var axis: UInt8? { view.kind == .axisMove ? view.detail : nil }

  /// True if it keeps to the straight line.
  @inlinable @inline(__always)
  public var isStraight: Bool { view.flags & Node.straight != 0 }

  /// Its clauses, in the order in which they are written.
  @inlinable @inline(__always)
  public var clauses: MoveClauses { MoveClauses(view.children) }

  /// The axes that it moves: those of poses that are written out, all if one is not.
  public var axes: AxisUse {
    if let axis { return .axes(1 << axis) }
    var axes: UInt8 = 0
    for clause in clauses {
      switch clause {
      case .toSubject: axes |= AxisUse.view
      case .to(let pose), .by(let pose), .through(let pose):
        guard let pose = pose.pose else { return .axes(AxisUse.all) }
        for target in pose.targets { axes |= 1 << target.axis }
      case .over, .at, .within, .easing: break
      }
    }
    return .axes(axes)
  }
}

/// A clause of a move.
@frozen
public enum MoveClause {
  case to(ExpressionView), by(ExpressionView), through(ExpressionView)
  /// To where somebody or something is when the move begins.
  case toSubject(SubjectView)
  case over(ExpressionView), at(ExpressionView), within(ExpressionView), easing(EasingView)

  /// The node of what it says.
  var view: NodeView {
    switch self {
    case .to(let value), .by(let value), .through(let value), .over(let value), .at(let value),
      .within(let value):
      value.view
    case .easing(let easing): easing.view
    case .toSubject(let subject): subject.view
    }
  }
}

extension MoveStatement {
  /// True if it turns to where somebody or something is.
  var turnsToSubject: Bool {
    clauses.contains { if case .toSubject = $0 { true } else { false } }
  }
}

/// The clauses of a move.
@frozen
public struct MoveClauses: Sequence, IteratorProtocol {
  @usableFromInline var nodes: NodeList

  @inlinable @inline(__always)
  init(_ nodes: NodeList) { self.nodes = nodes }

  /// Takes the one that comes next.
  @inlinable @inline(__always)
  public mutating func next() -> MoveClause? {
    while let view = nodes.next() {
      switch view.role {
      case .to where view.kind == .subject: return .toSubject(SubjectView(view))
      case .to: return .to(ExpressionView(view))
      case .by: return .by(ExpressionView(view))
      case .through: return .through(ExpressionView(view))
      case .over: return .over(ExpressionView(view))
      case .at: return .at(ExpressionView(view))
      case .within: return .within(ExpressionView(view))
      case .easing: return .easing(EasingView(view))
      // The parser gives a move no other parts.
      default: break
      }
    }
    return nil
  }
}

extension Parser {
  /// Reads what follows `pan`, `tilt`, `roll` or `move`.
  ///
  ///     motion = ( axis | "move" ) clause { clause } .
  ///     axis   = "pan" | "tilt" | "roll" | "yaw" | "pitch" .
  ///     clause = "to" ( aim | subject ) | "by" aim | "through" aim { "," aim }
  ///            | "over" expression | "at" expression | "easing" easing | "straight"
  ///            | "within" expression .
  mutating func moves(_ node: NodeID) throws(Unreadable) -> NodeID {
    var children = Children(of: node)
    var seen: UInt64 = 0
    while let keyword = token.keyword {
      switch keyword {
      case .to: try clause(keyword, .to, &seen, &children, aim: true)
      case .by: try clause(keyword, .by, &seen, &children, aim: true)
      case .over: try clause(keyword, .over, &seen, &children)
      case .at: try clause(keyword, .at, &seen, &children)
      case .within: try clause(keyword, .within, &seen, &children)
      case .through: try through(&seen, &children)
      case .easing:
        let word = token
        advance()
        children.append(try easing(), as: .easing, in: tree)
        if once(keyword, &seen) { throw refuseAgain(word) }
      case .straight:
        let word = token
        advance()
        tree[node].flags |= Node.straight
        if once(keyword, &seen) { throw refuseAgain(word) }
      default: return try ended(node, seen)
      }
    }
    return try ended(node, seen)
  }

  private mutating func through(
    _ seen: inout UInt64, _ children: inout Children
  ) throws(Unreadable) {
    let word = token
    repeat {
      advance()
      children.append(try aim(), as: .through, in: tree)
    } while at(.comma)
    let hadTarget = seen & Parser.targets != 0
    if once(.through, &seen) { throw refuseAgain(word) }
    if hadTarget { throw refuseAgain(word, isOther: true) }
  }

  private mutating func ended(_ node: NodeID, _ seen: UInt64) throws(Unreadable) -> NodeID {
    if seen & Parser.targets != 0 { return node }
    throw fail { $0.missingTarget(isMove: $0.tree[node].kind == .poseMove) }
  }

  /// The bits of `to`, `by` and `through`, of which a move has one.
  @inline(__always)
  private static var targets: UInt64 { 0b111 }

  /// Marks `keyword` as seen; true if it was seen before.
  @inline(__always)
  private func once(_ keyword: Keyword, _ seen: inout UInt64) -> Bool {
    let bit = UInt64(1) << UInt64(keyword.rawValue &- Keyword.to.rawValue)
    defer { seen |= bit }
    return seen & bit != 0
  }

  @inline(__always)
  private mutating func clause(
    _ keyword: Keyword, _ role: Node.Role, _ seen: inout UInt64, _ children: inout Children,
    aim isAim: Bool = false
  ) throws(Unreadable) {
    let (start, startsLine) = (token.start, token.startsLine)
    let hadTarget = isAim && seen & Parser.targets != 0
    let isAgain = once(keyword, &seen)
    advance()
    let isOfSubject = isAim && (at(.person) || at(.object))
    let isAngle = isOfSubject && isAtAngleOfSubject
    let isSubject = isOfSubject && !isAngle
    // It is read as a value, to be refused with what to write.
    context.readsWorld = isAngle
    defer { context.readsWorld = false }
    if isSubject, role == .by {
      report(.distanceToSubject(tokenText, at: SourceSpan(start, start + 2)))
    }
    let target = isSubject ? try subject() : isAim ? try aim() : try expression()
    children.append(target, as: isSubject ? .to : role, in: tree)
    if isAgain || hadTarget {
      throw refuseAgain(keyword, at: start, startsLine: startsLine, isOther: !isAgain)
    }
  }

  /// The report of where a move is to begin, as in `pan from 30deg left to 30deg right`; nil if
  /// nothing says so here.
  private func moveBetween() -> Diagnostic? {
    let rest = restOfLine()
    guard at(.word), !token.startsLine, tokenText == "from",
      let goal = rest.first(where: {
        $0.isKeyword(.to)
      }), rest.count > 2, goal.start > rest[1].start, let last = rest.last
    else { return nil }
    let axis = text(of: SourceSpan(reading.start, previousEnd))
    let end = lastToken(from: reading.start, before: goal).end
    let place = text(of: SourceSpan(rest[1].start, end))
    let ours = "\(axis) to \(place); \(axis) \(text(of: SourceSpan(goal.start, last.end)))"
    return .expected(
      "'to', 'by' or 'through'", found: "'from'", at: token.span,
      notes: ["a move begins where the dock stands"],
      fixIts: reading.form == .statement
        ? [FixIt("write '\(ours)'", SourceSpan(reading.start, last.end), ours)] : [])
  }

  /// The report of a move without a target.
  private func missingTarget(isMove: Bool) -> Diagnostic {
    if let keyword = keywordHere, Direction(keyword) != nil, !isMove {
      return directionBefore(["to ", "by "])
    }
    if isMove, !token.startsLine, !at(.pose), let report = moveInOtherWords() { return report }
    if let target = assignedTarget {
      return .missingTarget(at: token.span, isMove: isMove, fixIts: target)
    }
    if !isMove, let report = moveBetween() { return report }
    let here = SourceSpan(token.start, token.start)
    let words = ["to", "by", "through"]
    if token.kind == .word, !token.startsLine, token.keyword?.isReserved != true,
      let meant = Suggestion.best(for: tokenText, in: .clause, among: words),
      words.contains(meant.replacement)
    {
      return .misspeltTarget(tokenText, meant, at: token.span)
    }
    let isPlain =
      at(.openParen) && !token.followsSpace || PlainToken(token, in: lexer).isFiller
      || at(.word) && token.keyword == nil && following.kind != .openParen
        && !isDeclaredAsValue(token.symbol) && lexer.reporter.dropped == 0
    if !isMove, token.isBare, following.isKeyword(.over) || following.startsLine {
      let number = tokenText
      return .missingTarget(
        at: place, isMove: isMove,
        fixIts: [("to", "a place"), ("by", "a distance")].map { word, meaning in
          let ours = "\(word) \(number)deg"
          return FixIt("write '\(ours)' for \(meaning)", token.span, ours)
        })
    }
    let isSubject = at(.person) || at(.object)
    let isAlone = following.startsLine || [.end, .closeBrace, .semicolon].contains(following.kind)
    // No place and no distance, unless something makes one of it, as in '2s * 10deg/s'.
    let isOther = token.kind == .number && !token.isBare && token.dimension != .angle && isAlone
    return .missingTarget(
      at: place, isMove: isMove, time: isOther && token.dimension == .time ? tokenText : nil,
      fixIts: !startsExpression || isPlain || isOther
        ? []
        : isMove || at(.home) || isSubject
          ? [FixIt("write 'to '", here, "to ")]
          : [
            FixIt("write 'to ' for a place", here, "to "),
            FixIt("write 'by ' for a distance", here, "by "),
          ])
  }

  /// The change that makes a target of what is assigned here, as in 'pan = 30deg'.
  private var assignedTarget: [FixIt]? {
    guard !token.startsLine else { return nil }
    let next = following
    switch (token.kind, next.kind) {
    case (.assign, _), (.colon, _):
      return [FixIt("write 'to'", SourceSpan(previousEnd, next.start), " to ")]
    case (.plus, .assign):
      return [FixIt("write 'by'", SourceSpan(previousEnd, next.end), " by")]
    case (.minus, .assign):
      return [FixIt("write 'by -'", SourceSpan(previousEnd, next.end), " by -")]
    default: return nil
    }
  }
}

extension Checker {
  mutating func check(_ move: MoveStatement) {
    if reportsMode(move) { return }
    var given = MoveParts()
    for clause in move.clauses {
      given.insert(clause.part)
      switch clause {
      case .to(let value), .through(let value): target(value, of: move, isDistance: false)
      case .toSubject(let subject): check(subject, whichIsFacedBy: move)
      case .by(let value): target(value, of: move, isDistance: true)
      case .over(let value): pace(value, isLength: true, of: move)
      case .at(let value): pace(value, isLength: false, of: move)
      case .within(let value) where durationBehindWithin(of: move) != nil:
        report { $0.within(value, asDurationOf: move) }
      case .within(let value): quantity(value, .angle, as: "what follows 'within'")
      case .easing(let easing): check(easing)
      }
    }
    refuseClashes(move, given)
  }

  /// Checks the length after `over` or the speed after `at`, which people mix up.
  private mutating func pace(_ value: ExpressionView, isLength: Bool, of move: MoveStatement) {
    let wanted: Dimension = isLength ? .time : .speed
    if let number = value.number, number.dimensionCode == wanted.code { return }
    let found = expression(value)
    let what = isLength ? "what follows 'over'" : "what follows 'at'"
    guard found.kind == .quantity, found.dimension == (isLength ? .speed : .time) else {
      return fit(value, found, to: .quantity(wanted), as: what)
    }
    let word = program.leadIn(of: value, from: move.start).word
    report {
      .wrongPace(
        what, wanted: .quantity(wanted), found: found, at: $0.program.span(of: value), word: word,
        other: isLength ? "at" : "over")
    }
  }

  /// The time behind the 'within' of a plain `move`, which is meant to be its duration; nil if none
  /// stands there.
  private func durationBehindWithin(of move: MoveStatement) -> ExpressionView? {
    let given = move.clauses.reduce(MoveParts()) { $0.union($1.part) }
    guard given.isDisjoint(with: [.over, .at, .through]) else { return nil }
    for case .within(let value) in move.clauses
    where value.number?.dimensionCode == Dimension.time.code {
      return value
    }
    return nil
  }

  private func within(
    _ duration: ExpressionView, asDurationOf move: MoveStatement
  ) -> Diagnostic {
    let word = program.leadIn(of: duration, from: move.start).word
    return Diagnostic(
      .clauseNotAllowed, "'within' does not belong here", at: word,
      notes: ["'over' is the duration; only a path 'through' points has corners to round"],
      fixIts: [FixIt("write 'over'", word, "over")])
  }

  /// Reports clauses of a move that do not go together.
  private mutating func refuseClashes(_ move: MoveStatement, _ given: MoveParts) {
    let isPlain = given.isDisjoint(with: [.within, .easing]) && !given.contains([.over, .at])
    if isPlain, !move.isStraight { return }
    if given.contains([.over, .at]) {
      refuse([.over, .at], of: move, "both say how long it takes")
    }
    if given.contains(.within), !given.contains(.through), durationBehindWithin(of: move) == nil {
      refuse(.within, of: move, "only a path 'through' points has corners to round")
    }
    if given.contains([.through, .easing]) {
      refuse(.easing, of: move, "a path 'through' points has its own smooth pace")
    }
    if move.isStraight, move.axis != nil {
      refuseStraight(move, "a single axis always goes straight")
    } else if move.isStraight, given.contains(.through) {
      refuseStraight(move, "a path 'through' points goes in smooth curves between them")
    }
  }

  /// Reports `straight` in `move`, which does not go with it because of `why`.
  private mutating func refuseStraight(_ move: MoveStatement, _ why: String) {
    let word = program.wordSpan(of: .straight, from: move.start)
    let whole = program.sources.withBlanksBefore(word)
    report { _ in .clash("straight", why, at: word, [whole]) }
  }

  /// Reports the last of the clauses `parts` of a move, any of which can be removed.
  private mutating func refuse(_ parts: MoveParts, of move: MoveStatement, _ why: String) {
    var clauses: [(word: SourceSpan, whole: SourceSpan)] = []
    for clause in move.clauses where !parts.isDisjoint(with: clause.part) {
      let before = program.leadIn(of: clause.view, from: move.start)
      let end = program.span(of: clause.view).end
      clauses.append((before.word, SourceSpan(before.end, end)))
    }
    guard let last = clauses.last else { return }
    let name = program.sources.text(of: last.word)
    let others = clauses.dropLast().map { Diagnostic.Label($0.word, "does not go with this") }
    report { _ in .clash(name, why, at: last.word, clauses.reversed().map(\.whole), labels: others)
    }
  }

  /// Checks where a move goes; of a pose one axis takes its part: 'pan to home' is
  /// 'pan to home.pan'.
  private mutating func target(
    _ target: ExpressionView, of move: MoveStatement, isDistance: Bool
  ) {
    if reportsSubjectAsValue(target, of: move) { return }
    let found = expression(target)
    guard let axis = move.axis else {
      if found.kind == .quantity, found.dimension == .angle, found.axis != 0 {
        let word = Checker.axisName(found.axis - 1)
        return report { checker in
          .wrongDimension(
            "where a 'move' goes", wanted: .pose, found: found,
            at: checker.program.span(of: target),
            fixIts: [FixIt("write '\(word)'", checker.program.tokenSpan(at: move.start), word)])
        }
      }
      return fit(target, found, to: .pose, as: "where a 'move' goes")
    }
    if found.kind == .pose, !isDistance {
      target.pick()
    } else {
      aim(target, found, .angle, axis: axis + 1, as: "where an axis goes")
    }
  }
}

extension Checker {
  /// Reports the angle of a subject where a place is due, alone or with a way added to it; false if
  /// `target` is none.
  private mutating func reportsSubjectAsValue(
    _ target: ExpressionView, of move: MoveStatement
  ) -> Bool {
    let sum = (target.directed?.value ?? target).binary
    let isSum = sum.map { [.plus, .minus].contains($0.symbol) } ?? false
    guard let place = isSum ? sum?.left : target, let member = place.member,
      let variable = variable(of: place), checked.readings[place.id] == nil
    else { return false }
    let (whole, subject) = (program.span(of: target), program.span(of: member.pose))
    let statement = program.statementSpan(at: move.start)
    var edits = [FixIt.Edit(whole, program.sources.text(of: subject))]
    if let sum, isSum {
      let way = SourceSpan(program.span(of: sum.right).start, whole.end)
      let sign = sum.symbol == .minus ? "-" : ""
      let word = program.sources.text(of: program.tokenSpan(at: move.start))
      let end = SourceSpan(statement.end, statement.end)
      edits.append(FixIt.Edit(end, "; \(word) by \(sign)\(program.sources.text(of: way))"))
    }
    report { _ in .angleAsPlace(variable, isSum: isSum, at: whole, edits) }
    return true
  }

  /// Checks that `move` can turn the view of the camera to `subject`.
  private mutating func check(_ subject: SubjectView, whichIsFacedBy move: MoveStatement) {
    note(subject)
    if let axis = move.axis, AxisUse.view & 1 << axis == 0 {
      report { .rollToSubject(at: $0.program.statementSpan(at: move.start)) }
    }
    if move.isStraight, move.axis == nil {
      refuseStraight(move, "how far each axis goes is known only in the show")
    }
  }
}

/// The clauses that a move has.
private struct MoveParts: OptionSet {
  let rawValue: UInt8

  static let to = MoveParts(rawValue: 1)
  static let by = MoveParts(rawValue: 2)
  static let through = MoveParts(rawValue: 4)
  static let over = MoveParts(rawValue: 8)
  static let at = MoveParts(rawValue: 16)
  static let within = MoveParts(rawValue: 32)
  static let easing = MoveParts(rawValue: 64)
}

extension MoveClause {
  /// Which of the clauses of a move it is.
  fileprivate var part: MoveParts {
    switch self {
    case .to, .toSubject: .to
    case .by: .by
    case .through: .through
    case .over: .over
    case .at: .at
    case .within: .within
    case .easing: .easing
    }
  }
}

extension Diagnostic {
  /// Reports a second target of a move; `whole` is that clause with the spaces before it.
  static func severalTargets(at span: SourceSpan, whole: SourceSpan) -> Diagnostic {
    Diagnostic(
      .duplicateClause, "a move has one of 'to', 'by' and 'through'", at: span,
      label: "the second target",
      notes: ["'to' names where it ends, 'by' how far it goes, 'through' the points it passes"],
      fixIts: [FixIt("remove it", whole, "")])
  }

  fileprivate static func distanceToSubject(
    _ subject: String, at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      .readingAsValue, "'\(subject)' is a place to go to, not a distance", at: span,
      fixIts: [FixIt("write 'to'", span, "to")])
  }

  fileprivate static func angleAsPlace(
    _ variable: StateVariable, isSum: Bool, at span: SourceSpan, _ edits: [FixIt.Edit]
  ) -> Diagnostic {
    let subject = edits[0].replacement
    return Diagnostic(
      .readingAsValue, "'\(variable.name)' is known only in the show", at: span,
      notes: [
        isSum
          ? "'to \(subject)' goes there, and a 'by' behind it goes on from there"
          : "'to \(subject)' goes there"
      ],
      fixIts: [FixIt("write 'to \(subject)'" + (isSum ? ", and 'by' behind it" : ""), edits)])
  }

  fileprivate static func rollToSubject(at span: SourceSpan) -> Diagnostic {
    let axis = SourceSpan(span.start, span.start + 4)
    return Diagnostic(
      .expectedToken, "expected 'pan' or 'tilt': to roll brings nobody into the picture", at: axis,
      fixIts: [FixIt("write 'pan'", axis, "pan")])
  }

  static func missingTarget(
    at span: SourceSpan, isMove: Bool, time: String? = nil, fixIts: [FixIt]
  ) -> Diagnostic {
    Diagnostic(
      .missingClause, "where to? expected 'to', 'by' or 'through'", at: span,
      notes: [
        isMove ? "as in 'move to home'" : "'to 30deg' is a place, 'by 30deg' a distance from here"
      ] + (time.map { ["how long it takes stands behind that, as 'over \($0)'"] } ?? []),
      fixIts: fixIts)
  }

  fileprivate static func misspeltTarget(
    _ word: String, _ meant: Suggestion, at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      meant.explanation == nil ? .expectedToken : .foreignWord,
      "expected 'to', 'by' or 'through', found '\(word)'", at: span,
      label: "did you mean '\(meant.replacement)'?",
      notes: meant.explanation.map { [$0] } ?? [],
      fixIts: [FixIt("write '\(meant.replacement)'", span, meant.replacement)])
  }
}
