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
}
