import Diagnosis

// Calls of gestures, of functions of the script, and of those of the language.

extension Checker {
  mutating func apply(_ call: CallView) -> Type {
    let label = call.label
    let symbol = label.symbol
    let binding = scope[symbol]
    switch binding.kind {
    case .builtin:
      guard let builtin = Builtin(rawValue: UInt8(binding.index)) else { return .broken }
      label.resolve(to: .builtin(builtin))
      return apply(builtin, call)
    case .callable where context.isInScene, .value where context.isInScene,
      .none where context.isInScene:
      return unknownToScene(label, symbol)
    case .callable where !checked.callables[Int(binding.index)].isGesture:
      let callee = checked.callables[Int(binding.index)]
      arguments(of: call, for: callee)
      if stack(callee, within: Budget.evaluationHeight, at: label) {
        label.resolve(to: .declared(Int(binding.index)))
      }
      return callee.result
    case .callable:
      report { .gestureAsValue($0.text(symbol), at: $0.program.span(of: label)) }
    case .value, .reading, .count:
      let span = program.span(of: label)
      report { .notCallable($0.text(symbol), at: span, end: $0.program.span(of: call).end) }
    case .none: unknown(symbol, at: program.span(of: label), as: .function)
    }
    return .broken
  }

  private mutating func apply(_ builtin: Builtin, _ call: CallView) -> Type {
    var count = 0
    var (first, axes): (Type?, Type?) = (nil, nil)
    if let label = call.arguments.first(where: { $0.label != nil })?.label {
      let edits = call.arguments.compactMap { argument in
        argument.label.map {
          FixIt.Edit(SourceSpan(program.span(of: $0).start, argument.value.start), "")
        }
      }
      report { .labelledBuiltin(builtin.name, at: $0.program.span(of: label), edits) }
    }
    for argument in call.arguments {
      let value = argument.value
      let type = expression(value)
      let wanted = builtin.argument.map { Type.quantity($0) } ?? first
      if let wanted {
        if !type.fits(wanted) {
          fit(value, type, to: wanted, as: "an argument of '\(builtin.name)'")
        }
        if let known = axes { axes?.axis = known.commonAxis(with: type) }
      } else if type.kind == .quantity {
        first = .quantity(type.dimension)
        axes = type
      } else if type.kind != .broken {
        report { .wrongOperand(builtin.name, type, at: $0.program.span(of: value)) }
      }
      count += 1
    }
    if !builtin.arity.contains(count) {
      report { .wrongCount(builtin.name, builtin.arity, count, at: $0.program.span(of: call)) }
    }
    // What has no sign has no direction.
    if builtin != .abs, let axis = axes?.axis { first?.axis = axis }
    return builtin.result.map { .quantity($0) } ?? first ?? .broken
  }

  /// Adds the nesting of `callee` to the nesting of this place; reports a sum over `limit`, and
  /// gives false then: such a call leads nowhere.
  ///
  /// So nothing that follows calls can exhaust the stack of its thread, with any arguments.
  mutating func stack(
    _ callee: CheckedProgram.Callable, within limit: Int, at label: CalleeView
  ) -> Bool {
    let path: WritableKeyPath<Checker, (level: Int, greatest: Int)> =
      callee.isGesture ? \.nesting : \.height
    let total = self[keyPath: path].level + Int(callee.height)
    if total > limit {
      report { .callsTooDeep($0.text(callee.symbol), limit, at: $0.program.span(of: label)) }
      return false
    }
    self[keyPath: path].greatest = max(self[keyPath: path].greatest, total)
    return true
  }

  /// Checks arguments against parameters: by name, or for functions in order.
  mutating func arguments(
    of call: CallView, for callee: CheckedProgram.Callable
  ) {
    let parameters = checked.parameters[callee.parameters]
    var given: UInt64 = 0
    var position = 0
    var isRefused = false
    for argument in call.arguments {
      if let index = match(argument, parameters, position, given, callee.isGesture) {
        let parameter = parameters[parameters.startIndex + index]
        let found = expression(argument.value)
        if !found.fits(parameter.type) {
          let what = "'\(text(parameter.symbol))' of '\(text(callee.symbol))'"
          fit(argument.value, found, to: parameter.type, as: what)
        }
        given |= 1 << UInt64(index)
        if argument.isNamed { argument.resolve(toParameter: index) }
      } else {
        refuse(argument, of: call, callee, position, isFirst: !isRefused)
        isRefused = true
      }
      position += 1
    }
    if isRefused { return }
    for (index, parameter) in parameters.enumerated()
    where given >> UInt64(index) & 1 == 0 && parameter.value == nil {
      // What is wrong with the parameter has been reported.
      if parameter.type == .broken { return }
      report {
        .missingArgument(
          $0.text(parameter.symbol), parameter.type.name, of: $0.text(callee.symbol),
          isNamed: callee.isGesture, at: $0.program.span(of: call))
      }
      return
    }
  }

  /// The index of the parameter that `argument` is for; nil if there is none.
  private func match(
    _ argument: ArgumentView, _ parameters: ArraySlice<CheckedProgram.Parameter>, _ position: Int,
    _ given: UInt64, _ isNamedOnly: Bool
  ) -> Int? {
    guard let label = argument.label else {
      return isNamedOnly || position >= parameters.count ? nil : position
    }
    let symbol = label.symbol
    guard let place = parameters.firstIndex(where: { $0.symbol == symbol }) else { return nil }
    let index = place - parameters.startIndex
    return given >> UInt64(index) & 1 == 0 ? index : nil
  }

  /// Reports an argument that is for no parameter, if it is the first of its call.
  @inline(never)
  private mutating func refuse(
    _ argument: ArgumentView, of call: CallView, _ callee: CheckedProgram.Callable, _ position: Int,
    isFirst: Bool
  ) {
    let name = text(callee.symbol)
    let known = checked.parameters[callee.parameters]
    let names = known.map { text($0.symbol) }
    let span = program.span(of: argument.label?.view ?? argument.view)
    let type = expression(argument.value)
    guard isFirst else { return }
    guard let label = argument.label else {
      let given = Set(call.arguments.compactMap { $0.label.map { text($0.symbol) } })
      // The one at its position comes first of those that it fits, and those before all others.
      let places = position < names.count ? [position] + names.indices : []
      let open = places.filter { !given.contains(names[$0]) }
      let fitting = open.first { type.fits(known[known.startIndex + $0].type) }
      if let meant = (fitting ?? open.first).map({ names[$0] }) {
        var free = names.filter { !given.contains($0) && $0 != meant }[...]
        let others = call.arguments.drop { $0.id != argument.id }.dropFirst()
          .filter { $0.label == nil }
        var edits = [FixIt.Edit(SourceSpan(span.start, span.start), meant + ": ")]
        for other in others {
          guard let name = free.popFirst() else { break }
          let start = program.span(of: other.view).start
          edits.append(FixIt.Edit(SourceSpan(start, start), name + ": "))
        }
        return report(.unlabelledArgument(meant, edits, at: span))
      }
      return report {
        .tooManyArguments(name, names.count, at: span, whole: $0.items(from: argument, of: call))
      }
    }
    let parameter = text(label.symbol)
    report {
      names.contains(parameter)
        ? .duplicateArgument(parameter, at: span, whole: $0.item(argument.view, of: call))
        : .unknownParameter(parameter, name, known: names, at: span)
    }
  }

  /// The text of `first` and all items after it, with the comma before them.
  private func items(from first: ArgumentView, of call: CallView) -> SourceSpan {
    let last = call.arguments.reduce(first) { $1 }
    let start = item(first.view, of: call).start
    return SourceSpan(start, program.span(of: last).end)
  }

  /// The text of an item of a list in brackets with the comma that parts it from others.
  func item(_ node: NodeView, of list: some SyntaxView) -> SourceSpan {
    let whole = program.span(of: node)
    let before = program.leadIn(of: node, from: list.start)
    if before.word.end - before.word.start == 1, program.sources.text(of: before.word) == "," {
      return SourceSpan(before.word.start, whole.end)
    }
    guard let next = node.neighbourIfAny, next.role != .at else { return whole }
    return SourceSpan(whole.start, next.start)
  }
}
