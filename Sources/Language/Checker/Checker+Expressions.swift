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
          : .directionOfNothing(type.name, at: $0.program.lastTokenSpan(of: node))
      }
      return .broken
    }
    if type.axis != 0 {
      let place = program.lastTokenSpan(of: node)
      report { .directionTwice(at: place, whole: $0.program.sources.withBlanksBefore(place)) }
      return .broken
    }
    return .quantity(type.dimension, axis: direction.axis + 1)
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
      return symbol.precedence == 3 ? .truth : .quantity(first.dimension, axis: axis)
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

  // MARK: - Calls

  private mutating func apply(_ node: UInt32) -> Type {
    let label = tree[node].payload
    let symbol = tree[label].payload
    let binding = scope[symbol]
    switch binding.kind {
    case .builtin:
      guard let builtin = Builtin(rawValue: UInt8(binding.payload)) else { return .broken }
      tree[label].detail = 1
      tree[label].payload = binding.payload
      return apply(builtin, node, label)
    case .callable where isInScene, .value where isInScene, .none where isInScene:
      return unknownToScene(label, symbol)
    case .callable where !callables[Int(binding.payload)].isGesture:
      let callee = callables[Int(binding.payload)]
      tree[label].detail = 0
      tree[label].payload = binding.payload
      arguments(of: node, after: label, for: callee)
      stack(callee, within: Budget.evaluationHeight, at: label)
      return callee.result
    case .callable:
      report { .gestureAsValue($0.text(symbol), at: $0.program.span(of: label)) }
    case .value:
      let span = program.span(of: label)
      report { .notCallable($0.text(symbol), at: span, end: $0.program.span(of: node).end) }
    case .none: unknown(symbol, at: program.span(of: label), as: .function)
    }
    return .broken
  }

  private mutating func apply(_ builtin: Builtin, _ node: UInt32, _ label: UInt32) -> Type {
    var argument = tree[label].next
    var count = 0
    var first: Type?
    while argument != 0 {
      var value = argument
      if tree[argument].kind == .argument {
        value = tree[argument].payload
        let label = program.span(of: value)
        value = tree[value].next
        report { .labelledBuiltin(builtin.name, at: label, before: $0.tree[value].start) }
      }
      let type = expression(value)
      let wanted = builtin.argument.map { Type.quantity($0) } ?? first
      if let wanted {
        if !type.fits(wanted) {
          fit(value, type, to: wanted, as: "an argument of '\(builtin.name)'")
        }
      } else if type.kind == .quantity {
        first = .quantity(type.dimension)
      } else if type.kind != .broken {
        report { .wrongOperand(builtin.name, type, at: $0.program.span(of: value)) }
      }
      count += 1
      argument = tree[argument].next
    }
    if !builtin.arity.contains(count) {
      report { .wrongCount(builtin.name, builtin.arity, count, at: $0.program.span(of: node)) }
    }
    return builtin.result.map { .quantity($0) } ?? first ?? .broken
  }

  mutating func gestureCall(_ node: UInt32) {
    let label = tree[node].payload
    let symbol = tree[label].payload
    let binding = scope[symbol]
    switch binding.kind {
    case .callable where callables[Int(binding.payload)].isGesture:
      tree[label].payload = binding.payload
      arguments(of: node, after: label, for: callables[Int(binding.payload)])
      stack(callables[Int(binding.payload)], within: Budget.callNesting, at: label)
    case .callable, .builtin:
      report { .functionAsStatement($0.text(symbol), at: $0.program.span(of: label)) }
    case .value: report { .notCallable($0.text(symbol), at: $0.program.span(of: label), end: nil) }
    case .none: unknownGesture(node, symbol)
    }
  }

  /// Counts what `callee` puts on top of this place; more than `limit` in all is reported.
  ///
  /// So no run can exhaust the stack of the thread it is on, whatever the functions are given.
  private mutating func stack(
    _ callee: CheckedProgram.Callable, within limit: Int, at label: UInt32
  ) {
    let path: WritableKeyPath<Checker, (level: Int, greatest: Int)> =
      callee.isGesture ? \.nesting : \.height
    let total = self[keyPath: path].level + Int(callee.height)
    if total > limit {
      report { .callsTooDeep($0.text(callee.symbol), limit, at: $0.program.span(of: label)) }
    } else {
      self[keyPath: path].greatest = max(self[keyPath: path].greatest, total)
    }
  }

  /// Checks arguments against parameters: by name, or for functions in order.
  private mutating func arguments(
    of node: UInt32, after label: UInt32, for callee: CheckedProgram.Callable
  ) {
    let parameters = self.parameters[callee.parameters]
    var given: UInt64 = 0
    var argument = tree[label].next
    var position = 0
    var isRefused = false
    while argument != 0 {
      if let index = match(argument, parameters, position, given, callee.isGesture) {
        let isNamed = tree[argument].kind == .argument
        let expression = isNamed ? tree[tree[argument].payload].next : argument
        let parameter = parameters[parameters.startIndex + index]
        let found = self.expression(expression)
        if !found.fits(parameter.type) {
          let what = "'\(text(parameter.symbol))' of '\(text(callee.symbol))'"
          fit(expression, found, to: parameter.type, as: what)
        }
        given |= 1 << UInt64(index)
        if isNamed { tree[argument].detail = UInt8(truncatingIfNeeded: index) }
      } else {
        refuse(argument, of: node, callee, position, isFirst: !isRefused)
        isRefused = true
      }
      position += 1
      argument = tree[argument].next
    }
    if isRefused { return }
    for (index, parameter) in parameters.enumerated()
    where given >> UInt64(index) & 1 == 0 && parameter.value == 0 {
      report {
        .missingArgument(
          $0.text(parameter.symbol), parameter.type.name, of: $0.text(callee.symbol),
          isNamed: callee.isGesture, at: $0.program.span(of: node))
      }
      return
    }
  }

  /// The index of the parameter that `argument` is for; nil if there is none.
  private func match(
    _ argument: UInt32, _ parameters: ArraySlice<CheckedProgram.Parameter>, _ position: Int,
    _ given: UInt64, _ isNamedOnly: Bool
  ) -> Int? {
    guard tree[argument].kind == .argument else {
      return isNamedOnly || position >= parameters.count ? nil : position
    }
    let symbol = tree[tree[argument].payload].payload
    guard let place = parameters.firstIndex(where: { $0.symbol == symbol }) else { return nil }
    let index = place - parameters.startIndex
    return given >> UInt64(index) & 1 == 0 ? index : nil
  }

  /// Reports an argument that is for no parameter, if it is the first of its call.
  @inline(never)
  private mutating func refuse(
    _ argument: UInt32, of node: UInt32, _ callee: CheckedProgram.Callable, _ position: Int,
    isFirst: Bool
  ) {
    let isNamed = tree[argument].kind == .argument
    let first = isNamed ? tree[argument].payload : argument
    let name = text(callee.symbol)
    let names = parameters[callee.parameters].map { text($0.symbol) }
    let span = program.span(of: first)
    _ = expression(isNamed ? tree[first].next : first)
    guard isFirst else { return }
    guard isNamed else {
      return report {
        position < names.count
          ? .unlabelledArgument(names[position], name, at: span)
          : .tooManyArguments(
            name, names.count, at: span, whole: $0.items(from: argument, of: node))
      }
    }
    let parameter = text(tree[first].payload)
    report {
      names.contains(parameter)
        ? .duplicateArgument(parameter, at: span, whole: $0.item(argument, of: node))
        : .unknownParameter(parameter, name, known: names, at: span)
    }
  }

  /// The text of `first` and all items behind it, with the comma before them.
  private func items(from first: UInt32, of list: UInt32) -> SourceSpan {
    var last = first
    while tree[last].next != 0 { last = tree[last].next }
    let start = item(first, of: list).start
    return SourceSpan(start, program.span(of: last).end)
  }

  /// The text of an item of a list in brackets with the comma that parts it from others.
  func item(_ node: UInt32, of list: UInt32) -> SourceSpan {
    let whole = program.span(of: node)
    let before = program.leadIn(of: node, from: tree[list].start)
    if before.word.end - before.word.start == 1, program.sources.text(of: before.word) == "," {
      return SourceSpan(before.word.start, whole.end)
    }
    let next = tree[node].next
    return next == 0 ? whole : SourceSpan(whole.start, tree[next].start)
  }
}
