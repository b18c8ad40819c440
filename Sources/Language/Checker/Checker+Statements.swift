import Diagnosis

extension Checker {
  /// Checks the statements of a block in a scope of their own.
  mutating func block(_ node: UInt32) {
    let mark = scope.mark
    let outer = (frame, isTopLevel)
    isTopLevel = false
    nesting.level += 1
    nesting.greatest = max(nesting.greatest, nesting.level)
    var child = node == 0 ? 0 : tree[node].payload
    while child != 0 {
      statement(child)
      child = tree[child].next
    }
    nesting.level -= 1
    scope.leave(to: mark)
    (frame, isTopLevel) = outer
  }

  mutating func statement(_ node: UInt32) {
    switch tree[node].kind {
    case .axisMove: move(node, axis: tree[node].detail + 1)
    case .poseMove: move(node, axis: 0)
    case .ramp, .spin: turn(node)
    case .stop: children(of: node, "what follows 'over'", .time)
    case .wait: children(of: node, "a wait", .time)
    case .letting: letting(node)
    case .counting: counting(node)
    case .repeating: repeating(node)
    case .choosing: choosing(node)
    case .call: gestureCall(node)
    case .region, .select: world(node)
    case .log: log(node)
    case .limit: limit(node)
    case .lateness: children(of: node, "what follows 'by'", .time)
    case .seed: children(of: node, "a seed", .number)
    case .expect: expectation(node)
    case .tracking, .frame, .animate: break
    case .gesture, .function, .use, .test: break
    case .handler: handler(node)
    case .waitFor: waitFor(node)
    case .together, .race, .stagger: concurrent(node)
    case .every: every(node)
    case .forever: block(tree[node].payload)
    case .whilst: whilst(node)
    case .block: block(node)
    case .face, .camera: phone(node)
    case .eyes: break
    case .scene: scene(node)
    default: break
    }
  }

  /// Checks that every child of `node` is of `dimension`.
  mutating func children(of node: UInt32, _ what: String, _ dimension: Dimension) {
    var child = tree[node].payload
    while child != 0 {
      quantity(child, dimension, as: what)
      child = tree[child].next
    }
  }

  // MARK: - Motion

  private mutating func move(_ node: UInt32, axis: UInt8) {
    var child = tree[node].payload
    var roles: UInt64 = 0
    while child != 0 {
      let role = tree[child].role
      roles |= 1 << UInt64(role.rawValue)
      switch role {
      case .to, .by, .through: target(child, axis: axis)
      case .over, .at: pace(child, of: node)
      case .within: quantity(child, .angle, as: "what follows 'within'")
      case .easing: easing(child)
      default: break
      }
      child = tree[child].next
    }
    refuseClashes(node, axis, roles)
  }

  /// Checks the length behind `over` or the speed behind `at`, which people mix up.
  private mutating func pace(_ node: UInt32, of move: UInt32) {
    let isLength = tree[node].role == .over
    let wanted: Dimension = isLength ? .time : .speed
    let place = tree[node]
    if place.kind == .number, place.detail == wanted.code { return }
    let found = expression(node)
    let what = isLength ? "what follows 'over'" : "what follows 'at'"
    guard found.kind == .quantity, found.dimension == (isLength ? .speed : .time) else {
      return fit(node, found, to: .quantity(wanted), as: what)
    }
    let word = program.leadIn(of: node, from: tree[move].start).word
    report {
      .wrongPace(
        what, wanted: .quantity(wanted), found: found, at: $0.program.span(of: node), word: word,
        other: isLength ? "at" : "over")
    }
  }

  /// Reports clauses of a move that do not go together.
  private mutating func refuseClashes(_ node: UInt32, _ axis: UInt8, _ roles: UInt64) {
    func has(_ role: Node.Role) -> Bool { roles >> UInt64(role.rawValue) & 1 == 1 }
    let isPlain = !has(.within) && !has(.easing) && !(has(.over) && has(.at))
    if isPlain, tree[node].flags & Node.straight == 0 { return }
    if has(.over), has(.at) {
      refuse([.over, .at], of: node, "both say how long it takes")
    }
    if has(.within), !has(.through) {
      refuse([.within], of: node, "only a path 'through' points has corners to round")
    }
    if has(.through), has(.easing) {
      refuse([.easing], of: node, "a path 'through' points has its own smooth pace")
    }
    if tree[node].flags & Node.straight != 0, axis > 0 {
      let word = program.wordSpan(of: .straight, from: tree[node].start)
      let whole = program.sources.withBlanksBefore(word)
      report { _ in .clash("straight", "a single axis always goes straight", at: word, [whole]) }
    }
  }

  /// Reports the last of the clauses `roles` of a move, any of which could go.
  private mutating func refuse(_ roles: [Node.Role], of node: UInt32, _ why: String) {
    var clauses: [(word: SourceSpan, whole: SourceSpan)] = []
    program.forEachChild(of: node) { child in
      guard roles.contains(tree[child].role) else { return }
      let before = program.leadIn(of: child, from: tree[node].start)
      let end = program.span(of: child).end
      clauses.append((before.word, SourceSpan(before.end, end)))
    }
    guard let last = clauses.last else { return }
    let name = program.sources.text(of: last.word)
    let others = clauses.dropLast().map { Diagnostic.Label($0.word, "does not go with this") }
    report { _ in .clash(name, why, at: last.word, clauses.reversed().map(\.whole), labels: others)
    }
  }

  private mutating func target(_ node: UInt32, axis: UInt8) {
    let found = expression(node)
    if axis == 0 {
      fit(node, found, to: .pose, as: "where a 'move' goes")
    } else if found.kind == .pose, tree[node].role != .by {
      pick(axis, of: node)
    } else {
      aim(node, found, .angle, axis: axis, as: "where an axis goes")
    }
  }

  /// Makes of the pose `node` its part for one axis: 'pan to home' is 'pan to home.pan'.
  private func pick(_ axis: UInt8, of node: UInt32) {
    var whole = tree[node]
    (whole.role, whole.next) = (.none, 0)
    let pose = tree.add(whole)
    tree[node].kind = .member
    tree[node].detail = axis - 1
    tree[node].payload = pose
  }

  /// Checks an angle or speed for one axis: its dimension, and that its direction belongs there.
  mutating func aim(
    _ node: UInt32, _ found: Type, _ dimension: Dimension, axis: UInt8, as what: String
  ) {
    fit(node, found, to: .quantity(dimension), as: what)
    guard found.kind == .quantity, found.dimension == dimension else { return }
    if found.axis != 0, found.axis != axis {
      report {
        $0.tree[node].kind == .directed
          ? .wrongDirection(
            $0.tree[node].detail, for: axis, at: $0.program.lastTokenSpan(of: node))
          : .valueOfOtherAxis(found.axis, for: axis, at: $0.program.span(of: node))
      }
    }
    let isLiteral = tree[node].kind == .number && tree.numbers[Int(tree[node].payload)] != 0
    if axis == 2, isLiteral { report { .tiltWithoutDirection(at: $0.program.span(of: node)) } }
  }

  private mutating func easing(_ node: UInt32) {
    let isSpring = tree[node].detail == 5
    children(of: node, isSpring ? "the bounce of 'spring'" : "a control point of 'bezier'", .number)
  }

  private mutating func turn(_ node: UInt32) {
    var child = tree[node].payload
    var seen: UInt8 = 0
    let isRamp = tree[node].kind == .ramp
    while child != 0 {
      if tree[child].kind == .target {
        let axis = tree[child].detail
        let value = tree[child].payload
        if seen & 1 << axis != 0 {
          report {
            .axisTwice(
              axis, at: $0.program.tokenSpan(at: $0.tree[child].start),
              whole: $0.item(child, of: node))
          }
        }
        seen |= 1 << axis
        turning = .speed
        let found = expression(value)
        turning = .angle
        aim(
          value, found, .speed, axis: axis + 1,
          as: isRamp ? "what follows 'to'" : "what follows 'at'")
      } else {
        quantity(child, .time, as: isRamp ? "what follows 'over'" : "what follows 'for'")
      }
      child = tree[child].next
    }
  }

  private mutating func limit(_ node: UInt32) {
    let axes = tree[node].detail
    var child = tree[node].payload
    while child != 0 {
      switch tree[child].role {
      case .lower, .upper:
        bound(child, of: axes)
      case .at: quantity(child, .speed, as: "what follows 'at'")
      case .acceleration: quantity(child, .acceleration, as: "what follows 'acceleration'")
      default: quantity(child, .jerk, as: "what follows 'jerk'")
      }
      child = tree[child].next
    }
  }

  /// Checks a bound of several axes: its direction must belong to each of them.
  private mutating func bound(_ node: UInt32, of axes: UInt8) {
    let found = expression(node)
    for axis: UInt8 in 1...3 where axes >> (axis - 1) & 1 == 1 {
      aim(node, found, .angle, axis: axis, as: "a bound")
    }
  }

  // MARK: - Names and flow

  private mutating func letting(_ node: UInt32) {
    let label = tree[node].payload
    let value = tree[label].next
    declareValue(label, expression(value))
  }

  private mutating func counting(_ node: UInt32) {
    let label = tree[node].payload
    var child = tree[label].next
    var first: Type?
    var body: UInt32 = 0
    var hasStep = false
    while child != 0 {
      if tree[child].role == .step { hasStep = true }
      if tree[child].role == .body {
        body = child
      } else {
        let type = expression(child)
        if first?.dimension == .number, let bare = bareBound(tree[label].next, before: type) {
          report {
            .missingUnit(
              "a bound of the loop", type.dimension, bare,
              at: $0.program.span(of: $0.tree[label].next))
          }
          first = .quantity(type.dimension)
        } else if let first {
          fit(child, type, to: first, as: "a bound of the loop")
        } else if type.kind == .quantity || type.kind == .broken {
          first = type.kind == .broken ? nil : .quantity(type.dimension)
        } else {
          report { .wrongOperand("for", type, at: $0.program.span(of: child)) }
        }
      }
      child = tree[child].next
    }
    if let first, first.dimension != .number, !hasStep {
      report { .missingStep(first.dimension, at: $0.program.span(of: $0.tree[label].next)) }
    }
    let mark = scope.mark
    let outer = (frame, isTopLevel)
    isTopLevel = false
    declareValue(label, first ?? .broken)
    if let first { show(label, first) }
    block(body)
    scope.leave(to: mark)
    (frame, isTopLevel) = outer
  }

  /// The text of the bound `node`, if it is a bare number where the bounds have the type `type`.
  private func bareBound(_ node: UInt32, before type: Type) -> String? {
    guard type.kind == .quantity, type.dimension != .number, tree[node].kind == .number,
      tree[node].flags & Node.bare != 0
    else { return nil }
    return program.sources.text(of: program.span(of: node))
  }

  private mutating func repeating(_ node: UInt32) {
    let count = tree[node].payload
    if tree[count].kind == .name, scope[tree[count].payload].kind == .none {
      unknown(tree[count].payload, at: program.span(of: count), as: .count)
    } else {
      quantity(count, .number, as: "how often a block is repeated")
    }
    block(tree[count].next)
  }

  /// Checks a wait for an event: what the event brings is known only where it is found.
  private mutating func waitFor(_ node: UInt32) {
    let outer = (scope.mark, frame, isTopLevel)
    isTopLevel = false
    var child = tree[node].payload
    var lasting: UInt32 = 0
    while child != 0 {
      switch tree[child].role {
      case .lasting:
        lasting = child
        quantity(child, .time, as: "what follows 'at most'")
      case .body: block(child)
      case .alternative:
        scope.leave(to: outer.0)
        block(child)
        if lasting == 0 {
          report { .uselessTimeout(at: $0.program.tokenSpan(at: $0.tree[node].start)) }
        }
      default: event(child)
      }
      child = tree[child].next
    }
    scope.leave(to: outer.0)
    (frame, isTopLevel) = (outer.1, outer.2)
  }

  /// Checks an event and declares what it brings.
  mutating func event(_ node: UInt32) {
    let child = tree[node].payload
    switch Keyword(rawValue: tree[node].detail) {
    case .button: quantity(child, .number, as: "the number of a button")
    case .battery: share(child, as: "what follows 'below'")
    case .zoom: declareValue(child, .number)
    default: break
    }
  }

  /// Checks that `node` is a number, and not one more than 1 that lacks its `%`.
  mutating func share(_ node: UInt32, as what: String) {
    let place = tree[node]
    if place.kind == .number, place.flags & Node.bare != 0, tree.numbers[Int(place.payload)] > 1 {
      return report { .shareWithoutPercent(what, at: $0.program.span(of: node)) }
    }
    quantity(node, .number, as: what)
  }

  private mutating func whilst(_ node: UInt32) {
    let condition = tree[node].payload
    truth(condition)
    block(tree[condition].next)
  }

  private mutating func every(_ node: UInt32) {
    var child = tree[node].payload
    while child != 0 {
      switch tree[child].role {
      case .body: block(child)
      case .lasting: quantity(child, .time, as: "what follows 'for'")
      default: quantity(child, .time, as: "what follows 'every'")
      }
      child = tree[child].next
    }
  }

  /// Checks several things at once: what the block names, all of them know.
  private mutating func concurrent(_ node: UInt32) {
    var body = tree[node].payload
    if tree[node].kind == .stagger {
      quantity(body, .time, as: "what follows 'stagger'")
      body = tree[body].next
    }
    block(body)
    guard tree[node].kind == .race, body != 0 else { return }
    var branches = 0
    program.forEachChild(of: body) { child in
      if !tree[child].kind.isSetting { branches += 1 }
    }
    if branches == 1 { report { .loneBranch(at: $0.program.tokenSpan(at: $0.tree[node].start)) } }
  }

  private mutating func choosing(_ first: UInt32) {
    var node = first
    while true {
      let condition = tree[node].payload
      truth(condition)
      let body = tree[condition].next
      block(body)
      let alternative = body == 0 ? 0 : tree[body].next
      if alternative == 0 { return }
      if tree[alternative].kind == .block {
        block(alternative)
        return
      }
      node = alternative
    }
  }

  /// Checks that `node` is a truth; gives its type, broken if it is none.
  @discardableResult
  mutating func truth(_ node: UInt32) -> Type {
    let found = expression(node)
    if found.kind == .truth { return .truth }
    if found.kind != .broken { report { .notATruth(found.name, at: $0.program.span(of: node)) } }
    return .broken
  }

  // MARK: - The world, logs and tests

  private mutating func world(_ node: UInt32) {
    if tree[node].kind == .select, tree[node].detail == 2 { return }
    var child = tree[node].payload
    while child != 0 {
      share(child, as: "a share of the picture")
      child = tree[child].next
    }
  }

  /// Checks a change of the face or the camera.
  private mutating func phone(_ node: UInt32) {
    var child = tree[node].payload
    while child != 0 {
      switch tree[child].role {
      case .over: quantity(child, .time, as: "what follows 'over'")
      case .lower, .upper: quantity(child, .time, as: "what follows 'every'")
      case .at: quantity(child, .frequency, as: "what follows 'at'")
      case .width: if tree[child].kind != .size { _ = expression(child) }
      default: quantity(child, .number, as: "a zoom")
      }
      child = tree[child].next
    }
  }

  private mutating func log(_ node: UInt32) {
    var child = tree[node].payload
    while child != 0 {
      show(child, expression(child))
      child = tree[child].next
    }
  }

  /// Notes that the value of `node`, which has `type`, may be shown.
  mutating func show(_ node: UInt32, _ type: Type) {
    shown[node] = ShownValue(type, axis: axis(of: node, type))
  }

  /// The axis along which the value of `node` goes, 0 for pan; nil if nobody says.
  private func axis(of node: UInt32, _ type: Type) -> UInt8? {
    if type.axis != 0 { return type.axis - 1 }
    return tree[node].kind == .member ? tree[node].detail : nil
  }

  private mutating func expectation(_ node: UInt32) {
    guard isInTest else {
      if !hasExpected {
        report { .expectOutsideTest(at: $0.program.tokenSpan(at: $0.tree[node].start)) }
      }
      hasExpected = true
      return
    }
    let first = tree[node].payload
    switch tree[node].detail {
    case 1:
      fit(first, expression(first), to: .pose, as: "what follows 'near'")
      quantity(tree[first].next, .angle, as: "what follows 'within'")
    case 2:
      let axis = tree[node].flags + 1
      aim(first, expression(first), .angle, axis: axis, as: "a bound")
      let upper = tree[first].next
      aim(upper, expression(upper), .angle, axis: axis, as: "a bound")
    case 3: break
    case _ where tree[first].kind == .home || tree[first].kind == .pose:
      _ = expression(first)
      report { .poseAsCondition(at: $0.program.span(of: first)) }
    default: figure(first)
    }
  }

  /// Checks the condition of an `expect`: a truth, or a comparison with a figure of the run.
  private mutating func figure(_ node: UInt32) {
    guard tree[node].kind == .binary, let symbol = Operator(rawValue: tree[node].detail),
      symbol.precedence == 3
    else {
      truth(node)
      return
    }
    let left = tree[node].payload
    let right = tree[left].next
    for (figure, value) in [(left, right), (right, left)] {
      if tree[figure].kind == .elapsed {
        quantity(value, .time, as: "what 'elapsed' is compared with")
        return
      }
      if tree[figure].kind == .peak {
        quantity(value, .speed, as: "what 'peak' is compared with")
        return
      }
    }
    truth(node)
  }
}
