import Diagnosis

extension Checker {
  /// Checks that `node` is a quantity of `dimension`.
  @inline(__always)
  mutating func quantity(_ node: UInt32, _ dimension: Dimension, as what: String) {
    let place = tree[node]
    if place.kind == .number, place.detail == dimension.code { return }
    fit(node, expression(node), to: .quantity(dimension), as: what)
  }

  /// Reports `node` unless its type `found` is what is wanted.
  mutating func fit(_ node: UInt32, _ found: Type, to wanted: Type, as what: String) {
    if !found.fits(wanted) { misfit(node, found, wanted, what) }
  }

  @inline(never)
  private mutating func misfit(_ node: UInt32, _ found: Type, _ wanted: Type, _ what: String) {
    let span = program.span(of: node)
    let isBare = tree[node].kind == .number && tree[node].flags & Node.bare != 0
    let isNegatedBare =
      tree[node].kind == .negation && tree[tree[node].payload].flags & Node.bare != 0
      && tree[tree[node].payload].kind == .number
    if wanted.kind == .quantity, found == .number, isBare || isNegatedBare {
      report { .missingUnit(what, wanted.dimension, $0.program.sources.text(of: span), at: span) }
    } else {
      let fixIts = rewritten(node, found, as: wanted).map {
        [FixIt("write '\($0.text)'", $0.span, $0.text)]
      }
      report { _ in
        .wrongDimension(what, wanted: wanted, found: found, at: span, fixIts: fixIts ?? [])
      }
    }
  }

  /// The number `node` with the unit that makes an angle a speed or a speed an angle.
  private func rewritten(
    _ node: UInt32, _ found: Type, as wanted: Type
  ) -> (text: String, span: SourceSpan)? {
    if tree[node].kind == .directed { return rewritten(tree[node].payload, found, as: wanted) }
    guard tree[node].kind == .number, wanted.kind == .quantity, found.dimension.angle == 1,
      wanted.dimension.angle == 1
    else { return nil }
    let span = program.span(of: node)
    let angle = program.sources.text(of: span).prefix { $0 != "/" }
    return (String(angle) + String(wanted.dimension.unit.drop { $0 != "/" }), span)
  }

  /// The type of the expression `node`, whose names are resolved on the way.
  mutating func expression(_ node: UInt32) -> Type {
    let place = tree[node]
    switch place.kind {
    case .number: return .quantity(Dimension(code: place.detail))
    case .string: return .text
    case .truth: return .truth
    case .home: return .pose
    case .pi: return .number
    case .name: return name(node)
    default: break
    }
    height.level += 1
    height.greatest = max(height.greatest, height.level)
    defer { height.level -= 1 }
    return compound(node, place)
  }

  /// The type of an expression with operands.
  private mutating func compound(_ node: UInt32, _ place: Node) -> Type {
    switch place.kind {
    case .negation: return negation(node)
    case .not: return truth(place.payload)
    case .binary: return binary(node)
    case .apply: return apply(node)
    case .pose: return pose(node)
    case .conditional: return conditional(node)
    case .member:
      fit(place.payload, expression(place.payload), to: .pose, as: "what '.' picks an axis from")
      return .quantity(.angle, axis: place.detail + 1)
    case .directed: return directed(node)
    case .elapsed, .peak:
      report { .figureOutsideExpect(at: $0.program.tokenSpan(at: place.start)) }
      return .broken
    case .size:
      report { .sizeAsValue(at: $0.program.span(of: node)) }
      return .broken
    default: return .broken
    }
  }

  private mutating func name(_ node: UInt32) -> Type {
    let symbol = tree[node].payload
    let binding = scope[symbol]
    switch binding.kind {
    case .value where isInScene, .callable where isInScene, .none where isInScene:
      return unknownToScene(node, symbol)
    case .value:
      tree[node].detail = binding.storage.rawValue
      tree[node].flags = binding.type.kind.rawValue
      tree[node].payload = binding.payload
      return binding.type
    case .callable where callables[Int(binding.payload)].isGesture:
      report { .gestureAsValue($0.text(symbol), at: $0.program.span(of: node)) }
    case .callable, .builtin:
      report { .notAValue($0.text(symbol), at: $0.program.span(of: node)) }
    case .none:
      unknown(symbol, at: program.span(of: node), as: .value)
    }
    return .broken
  }

  private mutating func negation(_ node: UInt32) -> Type {
    let operand = tree[node].payload
    let type = expression(operand)
    if type.kind == .quantity || type.kind == .broken { return type }
    report { .wrongOperand("-", type, at: $0.program.span(of: operand)) }
    return .broken
  }

  private mutating func directed(_ node: UInt32) -> Type {
    let value = tree[node].payload
    let type = expression(value)
    guard let direction = Direction(rawValue: tree[node].detail), type.kind != .broken else {
      return .broken
    }
    let isTurn = type.kind == .quantity && type.dimension.angle == 1
    guard isTurn else {
      let isBare = tree[value].kind == .number && tree[value].flags & Node.bare != 0
      let span = program.span(of: value)
      report {
        isBare && type == .number
          ? .missingUnit(
            "what a direction follows", $0.turning, $0.program.sources.text(of: span), at: span)
          : $0.directionOfTruth(node)
            ?? .directionOfNothing(type.name, at: $0.program.lastTokenSpan(of: node))
      }
      return .broken
    }
    if type.axis != 0 {
      let place = program.lastTokenSpan(of: node)
      report { .directionTwice(at: place, whole: $0.program.sources.withBlanksBefore(place)) }
      return .broken
    }
    warnOfSign(value, before: direction, in: node)
    return .quantity(type.dimension, axis: direction.axis + 1)
  }

  /// Warns where `value`, which stands before `direction` in `node`, has a sign of its own that is
  /// easily overlooked.
  private mutating func warnOfSign(
    _ value: UInt32, before direction: Direction, in node: UInt32
  ) {
    let place = tree[value]
    let sums = [Operator.plus.rawValue, Operator.minus.rawValue]
    let isSum = place.kind == .binary && sums.contains(place.detail)
    let isMinus = place.kind == .negation && tree[place.payload].kind != .negation
    guard isMinus || isSum else { return }
    let word = program.lastTokenSpan(of: node)
    let end = program.sources.withBlanksBefore(word).start
    let (span, isBracketed) = program.sources.brackets(around: SourceSpan(place.start, end))
    if isBracketed { return }
    let minus = program.tokenSpan(at: span.start)
    if isSum {
      report { _ in .sumAndDirection(direction, at: span) }
    } else if program.sources.text(of: minus) == "-" {
      report { _ in .minusAndDirection(direction.opposite, minus: minus, at: span, word: word) }
    }
  }

  /// The report of the direction of `node` behind a comparison, whose right side it belongs to; nil
  /// if it stands behind something else.
  private func directionOfTruth(_ node: UInt32) -> Diagnostic? {
    let value = tree[node].payload
    var operand = value
    while tree[operand].kind == .binary,
      Operator(rawValue: tree[operand].detail)?.isCondition == true
    {
      operand = tree[tree[operand].payload].next
    }
    if operand == value { return nil }
    let direction = program.lastTokenSpan(of: node)
    let span = SourceSpan(program.span(of: operand).start, direction.end)
    return .bracketsMissing(
      "'\(program.sources.text(of: direction))'", at: direction,
      .brackets(around: span, program.sources.text(of: span)))
  }

  private mutating func conditional(_ node: UInt32) -> Type {
    let condition = tree[node].payload
    truth(condition)
    let yes = tree[condition].next
    let first = expression(yes)
    let no = tree[yes].next
    let second = expression(no)
    if first.kind == .broken { return second }
    fit(no, second, to: first, as: "what follows 'else'")
    if first.kind == .text {
      report { .wrongOperand("if … then … else", first, at: $0.program.span(of: node)) }
      return .broken
    }
    return first.axis == second.axis ? first : Type(kind: first.kind, dimension: first.dimension)
  }

  private mutating func pose(_ node: UInt32) -> Type {
    var target = tree[node].payload
    while target != 0 {
      let value = tree[target].payload
      aim(value, expression(value), .angle, axis: tree[target].detail + 1, as: "an axis of a pose")
      target = tree[target].next
    }
    return .pose
  }

  // MARK: - Operators

  private mutating func binary(_ node: UInt32) -> Type {
    let left = tree[node].payload
    let right = tree[left].next
    guard let symbol = Operator(rawValue: tree[node].detail) else { return .broken }
    switch symbol {
    case .and, .or:
      let first = truth(left)
      return truth(right).kind == .broken ? .broken : first
    default: break
    }
    let first = expression(left)
    let second = expression(right)
    if first.kind == .broken || second.kind == .broken {
      return symbol.precedence == 3 ? .truth : .broken
    }
    return combine(symbol, first, second, node, left, right)
  }

  private mutating func combine(
    _ symbol: Operator, _ first: Type, _ second: Type, _ node: UInt32, _ left: UInt32,
    _ right: UInt32
  ) -> Type {
    if symbol == .equal || symbol == .notEqual, first.kind == .truth, second.kind == .truth {
      return .truth
    }
    for (type, operand) in [(first, left), (second, right)] where type.kind != .quantity {
      report { .wrongOperand(symbol.symbol, type, at: $0.program.span(of: operand)) }
      return .broken
    }
    let axis = first.axis == second.axis ? first.axis : 0
    switch symbol {
    case .times, .divide:
      let dimension =
        symbol == .times
        ? first.dimension.multiplied(by: second.dimension)
        : first.dimension.divided(by: second.dimension)
      guard let dimension else {
        report { .namelessResult(symbol.symbol, at: $0.program.span(of: node)) }
        return .broken
      }
      let kept =
        second.dimension == .number
        ? first.axis : symbol == .times && first.dimension == .number ? second.axis : 0
      return .quantity(dimension, axis: kept)
    default:
      guard first.dimension == second.dimension else {
        report { $0.mismatch(symbol, first, second, node, left, right) }
        return symbol.precedence == 3 ? .truth : .broken
      }
      guard symbol.precedence == 3 else { return .quantity(first.dimension, axis: axis) }
      if isInTest { for side in [left, right] { show(side, first) } }
      return .truth
    }
  }

  private func mismatch(
    _ symbol: Operator, _ first: Type, _ second: Type, _ node: UInt32, _ left: UInt32,
    _ right: UInt32
  ) -> Diagnostic {
    for (operand, other) in [(left, second), (right, first)]
    where tree[operand].kind == .number && tree[operand].flags & Node.bare != 0 {
      let span = program.span(of: operand)
      return .missingUnit(
        "the other side of '\(symbol.symbol)'", other.dimension,
        program.sources.text(of: span), at: span)
    }
    return .incompatible(
      symbol.symbol, first.name, second.name, isComparison: symbol.precedence == 3,
      at: program.span(of: node))
  }
}
