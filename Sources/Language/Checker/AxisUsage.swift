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

  /// True if a 'limit' counts for nothing: it does not move its axis.
  private let ignoresLimits: Bool

  /// True if the options of choices are taken in the show.
  private let choosesInShow: Bool

  /// True if what goes on without an end, or turns to a subject, counts for a decision, too.
  private let countsEndless: Bool

  init(
    _ callables: [CheckedProgram.Callable], live: Set<NodeID> = [], ignoresBareStops: Bool = false,
    ignoresLimits: Bool = false, choosesInShow: Bool = false, countsEndless: Bool = false
  ) {
    self.ignoresLimits = ignoresLimits
    (self.callables, self.live, self.ignoresBareStops) = (callables, live, ignoresBareStops)
    (self.choosesInShow, self.countsEndless) = (choosesInShow, countsEndless)
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
    if ignoresLimits, case .limit = statement { return 0 }
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
    if decides(statement) { return statement.view.view.start }
    if case .block(let block) = statement { return decision(in: block) }
    if case .call(let call) = statement { return decision(ofCallee: call.call.label.index, call) }
    for block in statement.view.blocks {
      if let place = decision(in: block) { return place }
    }
    return nil
  }

  /// True if what comes after `statement` is decided in the show by itself.
  private func decides(_ statement: Statement) -> Bool {
    if case .waitFor = statement { return true }
    if case .waitUntil = statement { return true }
    if case .follow(let follow) = statement { return follow.isUntilLost }
    if case .if(let choice) = statement { return live.contains(choice.condition.id) }
    if case .while(let loop) = statement { return live.contains(loop.condition.id) }
    if case .choose = statement { return choosesInShow }
    guard countsEndless else { return false }
    if case .forever = statement { return true }
    if case .every(let loop) = statement { return loop.length == nil }
    if case .move(let move) = statement { return move.turnsToSubject }
    return false
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
