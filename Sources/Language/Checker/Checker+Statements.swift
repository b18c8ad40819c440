import Diagnosis

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
    case .seed(let seed): check(seed)
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

  // MARK: - The world, logs and tests

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
