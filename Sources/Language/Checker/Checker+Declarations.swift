extension Checker {
  /// Checks a gesture or a function in a frame of its own.
  mutating func check(_ callable: CallableStatement) {
    let symbol = callable.label.symbol
    let outer = (frame, frameTop, current, isTopLevel, nesting)
    (frame, frameTop, current, isTopLevel) = (0, 0, symbol, false)
    let mark = scope.mark
    let parameters = self.parameters(of: callable)
    (height, nesting) = ((0, 0), (0, 0))
    let isGesture = callable.isGesture
    var result = Type.broken
    if isGesture { block(callable.block) } else { result = expression(callable.expression) }
    scope.leave(to: mark)
    let index = UInt32(callables.count)
    callables.append(
      CheckedProgram.Callable(
        block: callable.block, expression: callable.expression,
        firstParameter: UInt32(parameters.lowerBound),
        parameterCount: UInt8(parameters.count), isGesture: isGesture, result: result,
        height: UInt16(isGesture ? nesting.greatest : height.greatest), frame: UInt32(frameTop),
        symbol: symbol))
    (frame, frameTop, current, isTopLevel, nesting) = outer
    declare(callable.label, Binding(kind: .callable, type: result, index: index))
  }

  private mutating func parameters(of callable: CallableStatement) -> Range<Int> {
    let first = parameters.count
    for declared in callable.parameters {
      let parameter = parameter(declared)
      if parameters.count - first < CheckedProgram.greatestParameterCount {
        parameters.append(parameter)
      } else {
        report(.tooManyParameters(at: program.span(of: declared.label)))
      }
    }
    return first..<parameters.count
  }

  private mutating func parameter(_ declared: ParameterView) -> CheckedProgram.Parameter {
    let label = declared.label
    let symbol = label.symbol
    let value = declared.value
    var type = Type.broken
    if declared.typeNumber > 0 {
      let index = declared.typeNumber - 1
      if index < Type.named.count { type = Type.named[index].type }
      if let value { defaultValue(value, of: symbol, type) }
    } else if let value {
      type = expression(value)
    } else {
      report(.parameterNeedsType(text(symbol), at: program.span(of: label)))
    }
    declareValue(label, type)
    return CheckedProgram.Parameter(
      slot: label.place.index, value: value, symbol: symbol, type: type)
  }

  private mutating func defaultValue(_ value: ExpressionView, of symbol: Symbol, _ type: Type) {
    let found = expression(value)
    if !found.fits(type) {
      fit(value, found, to: type, as: "the default of '\(text(symbol))'")
    }
  }

  mutating func check(_ test: TestStatement, isScript: Bool) {
    let outer = (frame, frameTop)
    (frame, frameTop) = (0, 0)
    isTopLevel = false
    isInTest = true
    testScene = nil
    block(test.body)
    isInTest = false
    if isScript {
      tests.append(
        CheckedProgram.Test(
          name: tree.strings[test.name.index], body: test.body,
          span: program.span(of: test.name), scene: testScene))
    }
    (frame, frameTop) = (outer.0, max(outer.1, frameTop))
  }
}
