import Diagnosis
import Vocabulary

extension Checker {
  /// Checks that `node` is a quantity of `dimension`.
  @inline(__always)
  mutating func quantity(_ node: ExpressionView, _ dimension: Dimension, as what: String) {
    if let number = node.number, number.dimensionCode == dimension.code { return }
    fit(node, expression(node), to: .quantity(dimension), as: what)
  }

  /// Reports `node` unless its type `found` is the expected one.
  mutating func fit(_ node: ExpressionView, _ found: Type, to wanted: Type, as what: String) {
    if !found.fits(wanted) { misfit(node, found, wanted, what) }
  }

  @inline(never)
  private mutating func misfit(
    _ node: ExpressionView, _ found: Type, _ wanted: Type, _ what: String
  ) {
    let span = program.span(of: node)
    let isBare = node.isBareNumber || node.negated?.isBareNumber == true
    if wanted.kind == .quantity, found == .number, isBare {
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
    _ node: ExpressionView, _ found: Type, as wanted: Type
  ) -> (text: String, span: SourceSpan)? {
    if let directed = node.directed { return rewritten(directed.value, found, as: wanted) }
    if let part = fraction(node, of: wanted) { return (part, program.span(of: node)) }
    if node.kind == .number, wanted == .quantity(.time), found == .quantity(.length) {
      // A minute, which is written so elsewhere.
      let span = program.span(of: node)
      let text = program.sources.text(of: span)
      return text.dropLast().allSatisfy(\.isNumber) ? (text + "in", span) : nil
    }
    guard node.kind == .number, wanted.kind == .quantity, found.dimension.angle == 1,
      wanted.dimension.angle == 1
    else { return nil }
    let span = program.span(of: node)
    let angle = program.sources.text(of: span).prefix { $0 != "/" }
    return (String(angle) + String(wanted.dimension.unit.drop { $0 != "/" }), span)
  }

  /// The share `node` of one unit, such as `1/2beat`, in words that mean it; nil if it is none.
  private func fraction(_ node: ExpressionView, of wanted: Type) -> String? {
    guard let division = node.binary, division.symbol == .divide, division.left.isBareNumber,
      wanted.kind == .quantity
    else { return nil }
    let dimension =
      division.right.kind == .beats
      ? .time : division.right.number.map { Dimension(code: $0.dimensionCode) }
    let amount = program.sources.text(of: program.span(of: division.right))
    let unit = amount.drop { $0.isNumber || $0 == "." }
    guard dimension == wanted.dimension, !unit.isEmpty, unit.allSatisfy(\.isLetter) else {
      return nil
    }
    let share = program.sources.text(of: program.span(of: node)).dropLast(unit.count)
    return "\(share) * 1\(unit)"
  }

  /// The type of the expression `node`, whose names are resolved on the way.
  mutating func expression(_ node: ExpressionView) -> Type {
    if let number = node.number { return .quantity(Dimension(code: number.dimensionCode)) }
    if let name = node.name { return type(of: name) }
    switch node.form {
    case .beats: return .quantity(.time)
    case .string: return .text
    case .truth: return .truth
    case .home: return .pose
    case .pi: return .number
    case .subject, .member:
      if let variable = variable(of: node) { return reading(node, variable) }
    case .number, .name, .size, .elapsed, .peak, .negation, .not, .binary, .within, .apply, .pose,
      .conditional, .directed, .unreadable:
      break
    }
    height.level += 1
    height.greatest = max(height.greatest, height.level)
    defer { height.level -= 1 }
    guard context.allowsReadings else { return compound(node) }
    if node.isJoint { return noting(node) { $0.compound(node) } }
    if reportsRemainder(node) { return .broken }
    return withoutReadings { $0.compound(node) }
  }

  /// The type of an expression with operands.
  private mutating func compound(_ node: ExpressionView) -> Type {
    switch node.form {
    case .negation(let operand): return negation(operand)
    case .not(let operand): return truth(operand)
    case .binary(let operation): return binary(operation)
    case .within(let range): return within(range)
    case .apply(let call): return apply(call)
    case .pose(let pose): return check(pose)
    case .conditional(let choice): return conditional(choice)
    case .member(let member) where member.axis == MemberView.looking:
      report { .lookingOfNobody(at: $0.program.span(of: node)) }
      return .broken
    case .member(let member):
      fit(member.pose, expression(member.pose), to: .pose, as: "what '.' picks an axis from")
      return .quantity(.angle, axis: member.axis + 1)
    case .directed(let directed): return check(directed)
    case .elapsed, .peak:
      report {
        .strayFigure(isExpected: $0.context.isExpecting, at: $0.program.tokenSpan(at: node.start))
      }
      return .broken
    case .size:
      report { .sizeAsValue(at: $0.program.span(of: node)) }
      return .broken
    case .number, .beats, .string, .truth, .name, .subject, .home, .pi, .unreadable: return .broken
    }
  }

  private mutating func type(of name: NameView) -> Type {
    let symbol = name.symbol
    let binding = scope[symbol]
    switch binding.kind {
    case .value where context.isInScene, .callable where context.isInScene,
      .none where context.isInScene:
      return unknownToScene(name, symbol)
    case .reading:
      if let word = ReadingWord(number: binding.index) { return reading(name, .world(word)) }
    case .count:
      return reading(name, .count(text(symbol)))
    case .value:
      name.resolve(to: binding.place)
      return binding.type
    case .callable where checked.callables[Int(binding.index)].isGesture:
      report { .gestureAsValue($0.text(symbol), at: $0.program.span(of: name)) }
    case .callable, .builtin:
      // What has been given that name is not the function.
      if lost.contains(symbol) { return .broken }
      report { .notAValue($0.text(symbol), at: $0.program.span(of: name)) }
    case .none:
      unknown(symbol, at: program.span(of: name), as: .value)
    }
    return .broken
  }

  private mutating func negation(_ operand: ExpressionView) -> Type {
    let type = expression(operand)
    if type.kind == .quantity || type.kind == .broken { return type }
    report { .wrongOperand("-", type, at: $0.program.span(of: operand)) }
    return .broken
  }

  private mutating func check(_ node: DirectedView) -> Type {
    let value = node.value
    let type = expression(value)
    guard let direction = node.direction, type.kind != .broken else {
      return .broken
    }
    let isTurn = type.kind == .quantity && type.dimension.angle == 1
    guard isTurn else {
      let span = program.span(of: value)
      report {
        value.isBareNumber && type == .number
          ? .missingUnit(
            "what a direction follows", $0.context.turning, $0.program.sources.text(of: span),
            at: span)
          : .directionOfNothing(type.name, at: $0.program.lastTokenSpan(of: node))
      }
      return .broken
    }
    if type.axis != 0 {
      let place = program.lastTokenSpan(of: node)
      let brackets = bracketsAroundLast(of: value, with: place)
      report {
        .directionTwice(
          at: place, whole: $0.program.sources.withBlanksBefore(place), brackets: brackets)
      }
      return .broken
    }
    warnOfSign(value, before: direction, in: node)
    return .quantity(type.dimension, axis: direction.axis + 1)
  }

  /// The change that gives the direction at `word` to the last part of the sum `value` alone, if
  /// that is a number and stands right before it; nil otherwise.
  private func bracketsAroundLast(of value: ExpressionView, with word: SourceSpan) -> FixIt? {
    guard let sum = value.binary, [.plus, .minus].contains(sum.symbol), sum.right.number != nil
    else { return nil }
    let part = program.span(of: sum.right)
    guard program.sources.withBlanksBefore(word).start == part.end else { return nil }
    let directed = SourceSpan(part.start, word.end)
    return .brackets(around: directed, program.sources.text(of: directed))
  }

  /// Warns where `value`, which stands before `direction` in `node`, has a sign of its own that is
  /// easily overlooked.
  private mutating func warnOfSign(
    _ value: ExpressionView, before direction: Direction, in node: DirectedView
  ) {
    let isSum = value.binary.map { [.plus, .minus].contains($0.symbol) } ?? false
    let isMinus = value.negated.map { $0.kind != .negation } ?? false
    guard isMinus || isSum else { return }
    let word = program.lastTokenSpan(of: node)
    let end = program.sources.withBlanksBefore(word).start
    let (span, isBracketed) = program.sources.brackets(around: SourceSpan(value.start, end))
    if isBracketed { return }
    let minus = program.tokenSpan(at: span.start)
    if isSum {
      if reporter.countsWarning(at: span.start) { return }
      report { _ in .sumAndDirection(direction, at: span) }
    } else if program.sources.text(of: minus) == "-" {
      report { _ in .minusAndDirection(direction.opposite, minus: minus, at: span, word: word) }
    }
  }

  private mutating func conditional(_ node: ConditionalView) -> Type {
    truth(node.condition)
    let first = expression(node.consequence)
    let second = expression(node.alternative)
    if first.kind == .broken { return second }
    fit(node.alternative, second, to: first, as: "what follows 'else'")
    if first.kind == .text {
      report { .wrongOperand("if … then … else", first, at: $0.program.span(of: node)) }
      return .broken
    }
    return Type(
      kind: first.kind, dimension: first.dimension, axis: first.commonAxis(with: second))
  }

  private mutating func check(_ pose: PoseView) -> Type {
    for target in pose.targets {
      let found = expression(target.value)
      aim(target.value, found, .angle, axis: target.axis + 1, as: "an axis of a pose")
    }
    return .pose
  }

  // MARK: - Operators

  private mutating func binary(_ node: BinaryView) -> Type {
    let symbol = node.symbol
    switch symbol {
    case .and, .or:
      let first = truth(node.left)
      let second = expression(node.right)
      if reportsComparisonCutShort(node, second) { return .broken }
      return truth(node.right, second).kind == .broken ? .broken : first
    default: break
    }
    // What is compared with a reading; afterwards the names are resolved.
    let isRead = symbol.precedence == 3 && context.allowsReadings
    let known = isRead ? (knownNumber(node.left), knownNumber(node.right)) : nil
    let first = expression(node.left)
    let second = expression(node.right)
    if first.kind == .broken || second.kind == .broken {
      return symbol.precedence == 3 ? .truth : .broken
    }
    let isComparison = symbol.precedence == 3
    if isComparison, reportsShareWithoutPercent([node.left, node.right]) { return .truth }
    if context.hasRead, first.dimension == second.dimension, let known {
      checkBound(of: node, known)
    }
    return combine(symbol, first, second, node)
  }

  private mutating func combine(
    _ symbol: Operator, _ first: Type, _ second: Type, _ node: BinaryView
  ) -> Type {
    if symbol == .equal || symbol == .notEqual, first.kind == .truth, second.kind == .truth {
      return .truth
    }
    for (type, operand) in [(first, node.left), (second, node.right)] where type.kind != .quantity {
      report { .wrongOperand(symbol.symbol, type, at: $0.program.span(of: operand)) }
      return .broken
    }
    let axis = first.commonAxis(with: second)
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
      return .quantity(dimension, axis: dimension.angle == 1 ? axis : 0)
    default:
      guard first.dimension == second.dimension else {
        report { $0.mismatch(symbol, first, second, node) }
        return symbol.precedence == 3 ? .truth : .broken
      }
      guard symbol.precedence == 3 else {
        if first.axis != 0, second.axis != 0, axis == 0 {
          report { .sumOfAxes(first.axis, second.axis, at: $0.program.span(of: node.right)) }
          return .broken
        }
        return .quantity(first.dimension, axis: axis)
      }
      checkAxes([(node.left, first), (node.right, second)])
      if context.isInTest { for side in [node.left, node.right] { show(side, first) } }
      return .truth
    }
  }

  /// Reports the numbers of more than 1 without their `%` among the `sides` of a comparison with a
  /// share which is read; false if there are none.
  private mutating func reportsShareWithoutPercent(_ sides: [ExpressionView]) -> Bool {
    let reading = sides.compactMap { checked.readings[$0.id] }.first { $0.unit == .share }
    guard let reading else { return false }
    let wrong = sides.filter { side in
      side.number.map { $0.isBare && tree.numbers[$0.index] > 1 } ?? false
    }
    for side in wrong { share(side, as: "what '\(reading.name)' is compared with") }
    return !wrong.isEmpty
  }

  /// The type of a comparison with a range.
  private mutating func within(_ node: WithinView) -> Type {
    let word = (node.isNear ? Keyword.near : .within).spelling
    let operands = [node.value, node.first, node.second]
    let known = context.allowsReadings ? (knownNumber(node.first), knownNumber(node.second)) : nil
    let sides = operands.map { ($0, expression($0)) }
    guard sides.allSatisfy({ $0.1.kind != .broken }) else { return .truth }
    if reportsShareWithoutPercent(operands) { return .truth }
    for (operand, type) in sides where type.kind != .quantity {
      report { .wrongOperand(word, type, at: $0.program.span(of: operand)) }
      return .broken
    }
    for (operand, type) in sides.dropFirst() where type.dimension != sides[0].1.dimension {
      fit(operand, type, to: .quantity(sides[0].1.dimension), as: "what '\(word)' compares with")
      return .truth
    }
    checkAxes(node.isNear ? Array(sides.prefix(2)) : sides)
    if context.hasRead, let known { checkBound(of: node, known) }
    return .truth
  }

  /// Checks that the `sides` of a comparison with an angle that is read are angles of its axis.
  private mutating func checkAxes(_ sides: [(operand: ExpressionView, type: Type)]) {
    guard
      let angle = sides.first(where: { checked.readings[$0.operand.id] != nil && $0.type.axis != 0 }
      )
    else { return }
    for (operand, type) in sides where operand.id != angle.operand.id {
      if checked.readings[operand.id] != nil, type.axis != 0, type.axis != angle.type.axis {
        report { .anglesOfTwoAxes(at: $0.program.span(of: operand)) }
        continue
      }
      aim(operand, type, .angle, axis: angle.type.axis, as: "what an angle is compared with")
    }
  }

  private func mismatch(
    _ symbol: Operator, _ first: Type, _ second: Type, _ node: BinaryView
  ) -> Diagnostic {
    for (operand, other) in [(node.left, second), (node.right, first)] where operand.isBareNumber {
      let span = program.span(of: operand)
      return .missingUnit(
        "the other side of '\(symbol.symbol)'", other.dimension,
        program.sources.text(of: span), at: span)
    }
    return .incompatible(
      symbol.symbol, first.name, second.name, isComparison: symbol.precedence == 3,
      at: program.span(of: node))
  }

  /// Checks an angle or speed for one axis: its dimension, and that its direction belongs there.
  ///
  /// What is for other axes, too, so that it `isShared`, has no direction.
  mutating func aim(
    _ value: ExpressionView, _ found: Type, _ dimension: Dimension, axis: UInt8, as what: String,
    isBound: Bool = false, isShared: Bool = false
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
    if axis == 2, isLiteral, !isShared {
      report { .tiltWithoutDirection(at: $0.program.span(of: value), isBound: isBound) }
    }
  }

  /// Checks that `value` is a truth; gives its type, broken if it is none.
  @discardableResult
  mutating func truth(_ value: ExpressionView) -> Type {
    truth(value, expression(value))
  }

  /// Checks that `value`, of which the type is `found`, is a truth.
  private mutating func truth(_ value: ExpressionView, _ found: Type) -> Type {
    if found.kind == .truth { return .truth }
    let isShare = checked.readings[value.id]?.unit == .share
    let example = isShare ? "50%" : found.bound
    if found.kind != .broken {
      report { .notATruth(found.name, example, at: $0.program.span(of: value)) }
    }
    return .broken
  }

  /// Reports the value to the right of `node`, whose type is `found`, if it seems to be compared
  /// with what stands left of the comparison before it, as in `n == 3 or 4`; false if it is not.
  private mutating func reportsComparisonCutShort(_ node: BinaryView, _ found: Type) -> Bool {
    var left = node.left
    while let joint = left.binary, joint.symbol == node.symbol { left = joint.left }
    guard found.kind == .quantity, let comparison = left.binary,
      comparison.symbol.precedence == 3
    else { return false }
    // What differs from one of two values, or is one of two; what is greater may mean many things.
    let isWhole = comparison.symbol == (node.symbol == .or ? .equal : .notEqual)
    let other = comparison.right.number.map(\.dimensionCode)
    let fits = other == nil || other == found.dimension.code
    let (first, second) = (program.span(of: comparison.left), program.span(of: node.right))
    let texts = [first, second].map(program.sources.text)
    let whole = "\(texts[0]) \(comparison.symbol.symbol) \(texts[1])"
    report {
      .comparisonCutShort(
        found.name, isWhole && fits && texts[0] != texts[1] ? whole : nil,
        at: $0.program.span(of: node.right))
    }
    return true
  }

  /// Checks that `value` is a number, and not one more than 1 that lacks its `%`.
  mutating func share(_ value: ExpressionView, as what: String) {
    if let number = value.number, number.isBare, tree.numbers[number.index] > 1 {
      return report { .shareWithoutPercent(what, at: $0.program.span(of: value)) }
    }
    quantity(value, .number, as: what)
  }

  /// Notes that `value`, which has `type`, may be shown.
  mutating func show(_ value: ExpressionView, _ type: Type) {
    let isRate = type.kind == .quantity && type.dimension == .frequency
    checked.shown[value.id] = ShownValue(
      type, axis: axis(of: value, type), rate: isRate ? unit(ofRate: value) : nil)
  }

  /// The unit in which the rate `value` is written, if it is a number.
  private func unit(ofRate value: ExpressionView) -> String? {
    guard value.number != nil else { return nil }
    let written = program.sources.text(of: program.span(of: value))
    return [Unit.fps, .bpm].map(\.symbol).first(where: written.hasSuffix)
  }

  /// The axis of `value`, 0 for pan; nil if it is not known.
  private func axis(of value: ExpressionView, _ type: Type) -> UInt8? {
    type.axis != 0 ? type.axis - 1 : type == .number ? nil : value.member?.axis
  }
}

extension ExpressionView {
  /// True if it joins or compares truths and numbers, which may be readings.
  fileprivate var isJoint: Bool {
    switch form {
    case .not, .within: true
    case .binary(let operation): operation.symbol.isCondition
    default: false
    }
  }
}
