/// Which axes statements move, turn or limit, and which statements decide what comes, those of the
/// gestures they call included.
struct AxisUsage {
  private let callables: [CheckedProgram.Callable]
  private var known: [Int: UInt8] = [:]
  private var deciding: [Int: UInt32?] = [:]

  /// True if a 'stop' that names no axis counts for none: it stops what its branch has turned.
  private let ignoresBareStops: Bool

  /// The conditions that only the show can decide.
  private let live: Set<NodeID>

  init(
    _ callables: [CheckedProgram.Callable], live: Set<NodeID> = [], ignoresBareStops: Bool = false
  ) {
    (self.callables, self.live, self.ignoresBareStops) = (callables, live, ignoresBareStops)
  }

  /// The axes of the statements of `block`, as bits; those of handlers are not among them.
  mutating func axes(of block: BlockView) -> UInt8 {
    var union: UInt8 = 0
    for node in block.statements { union |= axes(of: node.statement) }
    return union
  }

  /// The axes of `statement`, as bits.
  mutating func axes(of statement: Statement) -> UInt8 {
    if case .block(let block) = statement { return axes(of: block) }
    if ignoresBareStops, case .stop(let stop) = statement, stop.named == 0 { return 0 }
    let view = statement.view
    switch view.axes {
    case .none: return 0
    case .axes(let axes): return axes
    case .blocks:
      var union: UInt8 = 0
      for block in view.blocks { union |= axes(of: block) }
      return union
    case .callee(let index): return axes(ofCallee: index)
    }
  }

  private mutating func axes(ofCallee index: Int) -> UInt8 {
    if let axes = known[index] { return axes }
    guard callables.indices.contains(index) else { return 0 }
    // A circle of calls has been reported; it ends here.
    known[index] = 0
    let axes = axes(of: callables[index].block)
    known[index] = axes
    return axes
  }

  /// The place of the first of `statement` that uses one of `axes`: itself, or one of its blocks.
  mutating func place(of axes: UInt8, in statement: Statement) -> UInt32 {
    var blocks: [BlockView] = []
    if case .block(let block) = statement {
      blocks = [block]
    } else if statement.view.axes == .blocks {
      blocks = Array(statement.view.blocks)
    }
    for node in blocks.flatMap({ Array($0.statements) })
    where self.axes(of: node.statement) & axes != 0 {
      return place(of: axes, in: node.statement)
    }
    return statement.view.view.start
  }

  /// The place of the first of `statement` that waits for the world; nil if none does.
  ///
  /// What a gesture waits for is found at its call.
  mutating func decision(in statement: Statement) -> UInt32? {
    if case .waitFor(let wait) = statement { return wait.start }
    if case .waitUntil(let wait) = statement { return wait.start }
    if case .follow(let follow) = statement, follow.isUntilLost { return follow.start }
    if case .if(let choice) = statement, live.contains(choice.condition.id) { return choice.start }
    if case .while(let loop) = statement, live.contains(loop.condition.id) { return loop.start }
    if case .block(let block) = statement { return decision(in: block) }
    if case .call(let call) = statement { return decision(ofCallee: call.call.label.index, call) }
    for block in statement.view.blocks {
      if let place = decision(in: block) { return place }
    }
    return nil
  }

  private mutating func decision(ofCallee index: Int, _ call: CallStatement) -> UInt32? {
    guard callables.indices.contains(index) else { return nil }
    if deciding[index] == nil {
      // A circle of calls has been reported; it ends here.
      deciding[index] = .some(nil)
      deciding[index] = decision(in: callables[index].block)
    }
    return deciding[index]?.map { _ in call.start }
  }

  private mutating func decision(in block: BlockView) -> UInt32? {
    for node in block.statements {
      if let place = decision(in: node.statement) { return place }
    }
    return nil
  }
}
