import Diagnosis
import Vocabulary

extension Checker {
  /// Checks the statements of a block in a scope of their own.
  mutating func block(_ block: BlockView) {
    let mark = scope.mark
    let outer = (frame, isTopLevel)
    isTopLevel = false
    nesting.level += 1
    nesting.greatest = max(nesting.greatest, nesting.level)
    for node in block.statements { check(node.statement) }
    nesting.level -= 1
    scope.leave(to: mark)
    (frame, isTopLevel) = outer
  }

  /// Checks a statement in a block.
  mutating func check(_ statement: Statement) {
    switch statement {
    case .move(let move): check(move)
    case .ramp(let turn), .spin(let turn): check(turn)
    case .stop(let stop): check(stop)
    case .wait(let wait): check(wait)
    case .let(let naming): check(naming)
    case .for(let loop): check(loop)
    case .repeat(let loop): check(loop)
    case .forever(let loop): block(loop.body)
    case .while(let loop): check(loop)
    case .if(let choice): check(choice)
    case .call(let call): check(call)
    case .every(let every): check(every)
    case .concurrent(let concurrent): check(concurrent)
    case .waitFor(let wait): check(wait)
    case .handler(let handler): check(handler)
    case .region(let region): check(region)
    case .select(let select): check(select)
    case .log(let log): check(log)
    case .limit(let limit): check(limit)
    case .late(let late): check(late)
    case .seed(let seed): quantity(seed.value, .number, as: "a seed")
    case .face(let face): check(face)
    case .camera(let camera): check(camera)
    case .expect(let expectation): check(expectation)
    case .scene(let scene): check(scene)
    case .block(let block): self.block(block)
    case .animate, .tracking, .frame, .eyes: break
    // The parser has reported them: they stand at the top of a file.
    case .gesture, .function, .use, .test: break
    }
  }

  // MARK: - Motion

  private mutating func check(_ move: MoveStatement) {
    var given = MoveParts()
    for clause in move.clauses {
      given.insert(clause.part)
      switch clause {
      case .to(let value), .through(let value): target(value, of: move, isDistance: false)
      case .by(let value): target(value, of: move, isDistance: true)
      case .over(let value): pace(value, isLength: true, of: move)
      case .at(let value): pace(value, isLength: false, of: move)
      case .within(let value): quantity(value, .angle, as: "what follows 'within'")
      case .easing(let easing): check(easing)
      }
    }
    refuseClashes(move, given)
  }

  /// Checks the length behind `over` or the speed behind `at`, which people mix up.
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

  /// Reports clauses of a move that do not go together.
  private mutating func refuseClashes(_ move: MoveStatement, _ given: MoveParts) {
    let isPlain = given.isDisjoint(with: [.within, .easing]) && !given.contains([.over, .at])
    if isPlain, !move.isStraight { return }
    if given.contains([.over, .at]) {
      refuse([.over, .at], of: move, "both say how long it takes")
    }
    if given.contains(.within), !given.contains(.through) {
      refuse(.within, of: move, "only a path 'through' points has corners to round")
    }
    if given.contains([.through, .easing]) {
      refuse(.easing, of: move, "a path 'through' points has its own smooth pace")
    }
    if move.isStraight, move.axis != nil {
      let word = program.wordSpan(of: .straight, from: move.start)
      let whole = program.sources.withBlanksBefore(word)
      report { _ in .clash("straight", "a single axis always goes straight", at: word, [whole]) }
    }
  }

  /// Reports the last of the clauses `parts` of a move, any of which could go.
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
    let found = expression(target)
    guard let axis = move.axis else {
      return fit(target, found, to: .pose, as: "where a 'move' goes")
    }
    if found.kind == .pose, !isDistance {
      target.pick()
    } else {
      aim(target, found, .angle, axis: axis + 1, as: "where an axis goes")
    }
  }

  /// Checks an angle or speed for one axis: its dimension, and that its direction belongs there.
  mutating func aim(
    _ value: ExpressionView, _ found: Type, _ dimension: Dimension, axis: UInt8, as what: String
  ) {
    fit(value, found, to: .quantity(dimension), as: what)
    guard found.kind == .quantity, found.dimension == dimension else { return }
    if found.axis != 0, found.axis != axis {
      report { checker in
        value.directed.map {
          .wrongDirection(
            $0.directionCode, for: axis, at: checker.program.lastTokenSpan(of: value))
        } ?? .valueOfOtherAxis(found.axis, for: axis, at: checker.program.span(of: value))
      }
    }
    let isLiteral = value.number.map { tree.numbers[$0.index] != 0 } == true
    if axis == 2, isLiteral { report { .tiltWithoutDirection(at: $0.program.span(of: value)) } }
  }

  private mutating func check(_ easing: EasingView) {
    let what = easing.name == .spring ? "the bounce of 'spring'" : "a control point of 'bezier'"
    for number in easing.numbers { quantity(number, .number, as: what) }
  }

  private mutating func check(_ turn: TurnStatement) {
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
      turning = .speed
      let found = expression(target.value)
      turning = .angle
      aim(
        target.value, found, .speed, axis: target.axis + 1,
        as: turn.isRamp ? "what follows 'to'" : "what follows 'at'")
    }
    if let length = turn.length {
      quantity(length, .time, as: turn.isRamp ? "what follows 'over'" : "what follows 'for'")
    }
  }

  private mutating func check(_ stop: StopStatement) {
    if let length = stop.length { quantity(length, .time, as: "what follows 'over'") }
  }

  private mutating func check(_ wait: WaitStatement) {
    quantity(wait.length, .time, as: "a wait")
    if let greatest = wait.greatest { quantity(greatest, .time, as: "a wait") }
  }

  private mutating func check(_ limit: LimitStatement) {
    for bound in limit.bounds {
      switch bound.quantity {
      case .lower, .upper: self.bound(bound.value, of: limit)
      case .speed: quantity(bound.value, .speed, as: "what follows 'at'")
      case .acceleration:
        quantity(bound.value, .acceleration, as: "what follows 'acceleration'")
      case .jerk: quantity(bound.value, .jerk, as: "what follows 'jerk'")
      }
    }
  }

  /// Checks a bound of several axes: its direction must belong to each of them.
  private mutating func bound(_ value: ExpressionView, of limit: LimitStatement) {
    let found = expression(value)
    for axis: UInt8 in 1...3 where limit.named >> (axis - 1) & 1 == 1 {
      aim(value, found, .angle, axis: axis, as: "a bound")
    }
  }

  private mutating func check(_ late: LateStatement) {
    if let allowance = late.allowance { quantity(allowance, .time, as: "what follows 'by'") }
  }

  // MARK: - Names and flow

  mutating func check(_ naming: LetStatement) {
    declareValue(naming.label, expression(naming.value))
  }

  private mutating func check(_ loop: ForStatement) {
    var first: Type?
    for bound in [loop.lower, loop.upper, loop.step].compactMap({ $0 }) {
      let type = expression(bound)
      if first?.dimension == .number, let bare = bareBound(loop.lower, before: type) {
        report {
          .missingUnit(
            "a bound of the loop", type.dimension, bare, at: $0.program.span(of: loop.lower))
        }
        first = .quantity(type.dimension)
      } else if let first {
        fit(bound, type, to: first, as: "a bound of the loop")
      } else if type.kind == .quantity || type.kind == .broken {
        first = type.kind == .broken ? nil : .quantity(type.dimension)
      } else {
        report { .wrongOperand("for", type, at: $0.program.span(of: bound)) }
      }
    }
    if let first, first.dimension != .number, loop.step == nil {
      report { .missingStep(first.dimension, at: $0.program.span(of: loop.lower)) }
    }
    let mark = scope.mark
    let outer = (frame, isTopLevel)
    isTopLevel = false
    declareValue(loop.label, first ?? .broken)
    if let first { show(loop.label, ofAxis: first) }
    block(loop.body)
    scope.leave(to: mark)
    (frame, isTopLevel) = outer
  }

  /// The text of `bound`, if it is a bare number where the bounds have the type `type`.
  private func bareBound(_ bound: ExpressionView, before type: Type) -> String? {
    guard type.kind == .quantity, type.dimension != .number, bound.isBareNumber else { return nil }
    return program.sources.text(of: program.span(of: bound))
  }

  private mutating func check(_ loop: RepeatStatement) {
    if let name = loop.count.name, scope[name.symbol].kind == .none {
      unknown(name.symbol, at: program.span(of: name), as: .count)
    } else {
      quantity(loop.count, .number, as: "how often a block is repeated")
    }
    block(loop.body)
  }

  /// Checks a wait for an event: what the event brings is known only where it is found.
  private mutating func check(_ wait: WaitForStatement) {
    let outer = (scope.mark, frame, isTopLevel)
    isTopLevel = false
    check(wait.event)
    if let longest = wait.longest { quantity(longest, .time, as: "what follows 'at most'") }
    for branch in wait.branches {
      switch branch {
      case .found(let body): block(body)
      case .timeout(let body):
        scope.leave(to: outer.0)
        block(body)
        if wait.longest == nil {
          report { .uselessTimeout(at: $0.program.tokenSpan(at: wait.start)) }
        }
      }
    }
    scope.leave(to: outer.0)
    (frame, isTopLevel) = (outer.1, outer.2)
  }

  /// Checks an event and declares what it brings.
  mutating func check(_ event: EventView) {
    switch event.keyword {
    case .button: quantity(event.value, .number, as: "the number of a button")
    case .battery: share(event.value, as: "what follows 'below'")
    default: if let label = event.label { declareValue(label, .number) }
    }
  }

  /// Checks that `value` is a number, and not one more than 1 that lacks its `%`.
  mutating func share(_ value: ExpressionView, as what: String) {
    if let number = value.number, number.isBare, tree.numbers[number.index] > 1 {
      return report { .shareWithoutPercent(what, at: $0.program.span(of: value)) }
    }
    quantity(value, .number, as: what)
  }

  private mutating func check(_ loop: WhileStatement) {
    truth(loop.condition)
    block(loop.body)
  }

  private mutating func check(_ every: EveryStatement) {
    quantity(every.period, .time, as: "what follows 'every'")
    if let length = every.length { quantity(length, .time, as: "what follows 'for'") }
    block(every.body)
  }

  /// Checks several things at once: what the block names, all of them know.
  private mutating func check(_ concurrent: ConcurrentStatement) {
    if let delay = concurrent.delay { quantity(delay, .time, as: "what follows 'stagger'") }
    block(concurrent.body)
    guard concurrent.isRace else { return }
    let branches = concurrent.body.statements.reduce(0) { $0 + ($1.statement.isSetting ? 0 : 1) }
    if branches == 1 { report { .loneBranch(at: $0.program.tokenSpan(at: concurrent.start)) } }
  }

  private mutating func check(_ first: IfStatement) {
    var choice = first
    while true {
      truth(choice.condition)
      block(choice.body)
      switch choice.alternative {
      case .none: return
      case .block(let body): return block(body)
      case .choice(let next): choice = next
      }
    }
  }

  /// Checks that `value` is a truth; gives its type, broken if it is none.
  @discardableResult
  mutating func truth(_ value: ExpressionView) -> Type {
    let found = expression(value)
    if found.kind == .truth { return .truth }
    if found.kind != .broken { report { .notATruth(found.name, at: $0.program.span(of: value)) } }
    return .broken
  }

  // MARK: - The world, logs and tests

  private mutating func check(_ region: RegionStatement) {
    for share in [region.x, region.y, region.width, region.height] {
      self.share(share, as: "a share of the picture")
    }
  }

  private mutating func check(_ select: SelectStatement) {
    switch select.choice {
    case .none, .subject: break
    case .point(let x, let y):
      for share in [x, y] { self.share(share, as: "a share of the picture") }
    }
  }

  private mutating func check(_ face: FaceStatement) {
    switch face.change {
    case .mood, .next, .random: break
    case .restless(let least, let greatest):
      for pause in [least, greatest].compactMap({ $0 }) {
        quantity(pause, .time, as: "what follows 'every'")
      }
    }
    if let length = face.length { quantity(length, .time, as: "what follows 'over'") }
  }

  private mutating func check(_ camera: CameraStatement) {
    switch camera.change {
    case .zoomTo, .zoomBy: quantity(camera.value, .number, as: "a zoom")
    case .format, .crop: if camera.value.kind != .size { _ = expression(camera.value) }
    case .flip, .photo, .recordStart, .recordStop, .recordToggle, nil: break
    }
    if let rate = camera.rate { quantity(rate, .frequency, as: "what follows 'at'") }
    if let length = camera.length { quantity(length, .time, as: "what follows 'over'") }
  }

  private mutating func check(_ log: LogStatement) {
    for value in log.values { show(value, expression(value)) }
  }

  /// Notes that `value`, which has `type`, may be shown.
  mutating func show(_ value: ExpressionView, _ type: Type) {
    shown[value.id] = ShownValue(type, axis: axis(of: value, type))
  }

  /// Notes that what `label` names, which has `type`, may be shown.
  private mutating func show(_ label: LabelView, ofAxis type: Type) {
    shown[label.id] = ShownValue(type, axis: type.axis == 0 ? nil : type.axis - 1)
  }

  /// The axis along which `value` goes, 0 for pan; nil if nobody says.
  private func axis(of value: ExpressionView, _ type: Type) -> UInt8? {
    type.axis != 0 ? type.axis - 1 : value.member?.axis
  }

  private mutating func check(_ expect: ExpectStatement) {
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

  /// Checks the condition of an `expect`: a truth, or a comparison with a figure of the run.
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

/// The clauses that a move has.
struct MoveParts: OptionSet {
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
    case .to: .to
    case .by: .by
    case .through: .through
    case .over: .over
    case .at: .at
    case .within: .within
    case .easing: .easing
    }
  }
}
