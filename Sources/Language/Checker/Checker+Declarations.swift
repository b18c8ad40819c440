extension Checker {
  /// Checks a gesture or a function in a frame of its own.
  mutating func callable(_ node: UInt32) {
    let label = tree[node].payload
    let symbol = tree[label].payload
    later[symbol] = nil
    let outer = (frame, frameTop, current, isTopLevel)
    (frame, frameTop, current, isTopLevel) = (0, 0, symbol, false)
    let mark = scope.mark
    let parameters = self.parameters(after: label)
    let body = bodyChild(of: node)
    let isGesture = tree[node].kind == .gesture
    var result = Type.broken
    if isGesture { block(body) } else { result = expression(body) }
    scope.leave(to: mark)
    let index = UInt32(callables.count)
    callables.append(
      CheckedProgram.Callable(
        node: node, body: body, parameters: parameters, frame: frameTop,
        isGesture: isGesture, result: result, symbol: symbol))
    (frame, frameTop, current, isTopLevel) = outer
    declare(label, Binding(kind: .callable, type: result, payload: index))
  }

  /// The body among the children of `node`; 0 if it was unreadable.
  func bodyChild(of node: UInt32) -> UInt32 {
    var child = tree[node].payload
    while child != 0, tree[child].role != .body { child = tree[child].next }
    return child
  }

  private mutating func parameters(after label: UInt32) -> [CheckedProgram.Parameter] {
    var parameters: [CheckedProgram.Parameter] = []
    var child = tree[label].next
    while child != 0, tree[child].kind == .parameter {
      parameters.append(parameter(child))
      child = tree[child].next
    }
    return parameters
  }

  private mutating func parameter(_ node: UInt32) -> CheckedProgram.Parameter {
    let label = tree[node].payload
    let symbol = tree[label].payload
    var declared: Type?
    var value: UInt32 = 0
    var child = tree[label].next
    while child != 0 {
      if tree[child].role == .type { declared = type(child) } else { value = child }
      child = tree[child].next
    }
    var type = declared ?? .broken
    if value != 0 {
      let found = expression(value)
      if let declared {
        if !found.fits(declared) {
          fit(value, found, to: declared, as: "the default of '\(text(symbol))'")
        }
      } else {
        type = found
      }
    } else if declared == nil {
      report(.parameterNeedsType(text(symbol), at: program.span(of: label)))
    }
    declareValue(label, type)
    return CheckedProgram.Parameter(
      slot: tree[label].payload, width: type.width, value: value, symbol: symbol, type: type)
  }

  private mutating func type(_ node: UInt32) -> Type {
    let word = text(tree[node].payload)
    if let known = Type.named.first(where: { $0.word == word }) { return known.type }
    report(.unknownType(word, at: program.span(of: node)))
    return .broken
  }

  mutating func test(_ node: UInt32, isScript: Bool) {
    let label = tree[node].payload
    let outer = (frame, frameTop)
    (frame, frameTop) = (0, 0)
    isTopLevel = false
    isInTest = true
    block(bodyChild(of: node))
    isInTest = false
    if isScript {
      tests.append(
        CheckedProgram.Test(
          name: tree.strings[Int(tree[label].payload)], body: bodyChild(of: node),
          span: program.span(of: label)))
    }
    (frame, frameTop) = (outer.0, max(outer.1, frameTop))
  }
}
