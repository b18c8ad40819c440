import Diagnosis

// Calls of gestures, of functions of the script, and of those of the language.

extension Checker {
  mutating func apply(_ node: UInt32) -> Type {
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
