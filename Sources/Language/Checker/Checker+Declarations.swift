extension Checker {
  /// Checks a gesture or a function in a frame of its own.
  mutating func callable(_ node: UInt32) {
    let label = tree[node].payload
    let symbol = tree[label].payload
    let outer = (frame, frameTop, current, isTopLevel, nesting)
    (frame, frameTop, current, isTopLevel) = (0, 0, symbol, false)
    let mark = scope.mark
    let parameters = self.parameters(after: label)
    (height, nesting) = ((0, 0), (0, 0))
    let body = bodyChild(of: node)
    let isGesture = tree[node].kind == .gesture
    var result = Type.broken
    if isGesture { block(body) } else { result = expression(body) }
    scope.leave(to: mark)
    let index = UInt32(callables.count)
    callables.append(
      CheckedProgram.Callable(
        node: node, body: body, firstParameter: UInt32(parameters.lowerBound),
        parameterCount: UInt8(parameters.count), isGesture: isGesture, result: result,
        height: UInt16(isGesture ? nesting.greatest : height.greatest), frame: UInt32(frameTop),
        symbol: symbol))
    (frame, frameTop, current, isTopLevel, nesting) = outer
    declare(label, Binding(kind: .callable, type: result, payload: index))
  }

  /// The body among the children of `node`; 0 if it was unreadable.
  func bodyChild(of node: UInt32) -> UInt32 {
    var child = tree[node].payload
    while child != 0, tree[child].role != .body { child = tree[child].next }
    return child
  }

  private mutating func parameters(after label: UInt32) -> Range<Int> {
    let first = parameters.count
    var child = tree[label].next
    while child != 0, tree[child].kind == .parameter {
      let parameter = parameter(child)
      if parameters.count - first < CheckedProgram.greatestParameterCount {
        parameters.append(parameter)
      } else {
        report(.tooManyParameters(at: program.span(of: tree[child].payload)))
      }
      child = tree[child].next
    }
    return first..<parameters.count
  }

  private mutating func parameter(_ node: UInt32) -> CheckedProgram.Parameter {
    let label = tree[node].payload
    let symbol = tree[label].payload
    let value = tree[label].next
    var type = Type.broken
    if tree[node].detail > 0 {
      let index = Int(tree[node].detail) - 1
      if index < Type.named.count { type = Type.named[index].type }
      if value != 0 { defaultValue(value, of: symbol, type) }
    } else if value != 0 {
      type = expression(value)
    } else {
      report(.parameterNeedsType(text(symbol), at: program.span(of: label)))
    }
    declareValue(label, type)
    return CheckedProgram.Parameter(
      slot: tree[label].payload, value: value, symbol: symbol, type: type)
  }

  private mutating func defaultValue(_ value: UInt32, of symbol: UInt32, _ type: Type) {
    let found = expression(value)
    if !found.fits(type) {
      fit(value, found, to: type, as: "the default of '\(text(symbol))'")
    }
  }

  mutating func test(_ node: UInt32, isScript: Bool) {
    let label = tree[node].payload
    let outer = (frame, frameTop)
    (frame, frameTop) = (0, 0)
    isTopLevel = false
    isInTest = true
    testScene = 0
    block(bodyChild(of: node))
    isInTest = false
    if isScript {
      tests.append(
        CheckedProgram.Test(
          name: tree.strings[Int(tree[label].payload)], body: bodyChild(of: node),
          span: program.span(of: label), scene: testScene))
    }
    (frame, frameTop) = (outer.0, max(outer.1, frameTop))
  }
}
