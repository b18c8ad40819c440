import Diagnosis

// Handlers: which axes they and the rest of the script use.

extension Checker {
  /// Checks a handler: what its event brings is known to its condition and its block alone.
  mutating func handler(_ node: UInt32) {
    let outer = (scope.mark, frame, isTopLevel)
    isTopLevel = false
    var handler = CheckedProgram.Handler(node: node, event: tree[node].payload)
    program.forEachChild(of: node) { child in
      switch tree[child].role {
      case .when: handler.condition = child
      case .step: handler.period = child
      case .body: handler.body = child
      default: break
      }
    }
    let found = reporter
    if handler.period != 0 {
      quantity(handler.period, .time, as: "what follows 'at most every'")
    }
    event(handler.event)
    if handler.condition != 0 { truth(handler.condition) }
    handler.isBroken = !reporter.isEqual(to: found)
    block(handler.body)
    scope.leave(to: outer.0)
    (frame, isTopLevel) = (outer.1, outer.2)
    handlers.append(handler)
  }

  /// Finds the axes of each handler, once all is checked, and holds it to naming its policy.
  ///
  /// What will yet be entered at a prompt may use any axis.
  mutating func checkPolicies() {
    guard !handlers.isEmpty else { return }
    var usage = AxisUsage(tree, callables)
    var own: [UInt8] = []
    for index in handlers.indices {
      handlers[index].axes = usage.axes(of: handlers[index].body)
      own.append(handlers[index].axes)
    }
    let script = program.isEntered ? .max : usage.axesOfStatements(in: program.files[0])
    for (index, handler) in handlers.enumerated() where handler.axes != 0 {
      if handler.isForSafety(in: tree) {
        report { .movingSafetyHandler(at: $0.wordSpan(of: handler)) }
        continue
      }
      var others = script
      for other in own.indices where other != index { others |= own[other] }
      let shared = handler.axes & others
      guard shared != 0, tree[handler.node].detail == 0, handler.body != 0, !handler.isBroken
      else { continue }
      report {
        .handlerWithoutPolicy(
          Checker.axisName(UInt8(shared.trailingZeroBitCount)), at: $0.wordSpan(of: handler),
          isEntered: $0.program.isEntered, before: $0.tree[handler.body].start)
      }
    }
  }

  private func wordSpan(of handler: CheckedProgram.Handler) -> SourceSpan {
    program.tokenSpan(at: tree[handler.node].start)
  }

  private static func axisName(_ axis: UInt8) -> String { ["pan", "tilt", "roll"][Int(axis % 3)] }
}

extension CheckedProgram.Handler {
  /// True iff its event takes the dock away: nothing may move then.
  fileprivate func isForSafety(in tree: Tree) -> Bool {
    let event = Keyword(rawValue: tree[event].detail)
    return event == .undock || event == .error
  }
}

/// Which axes statements move, turn or limit, those of the gestures they call included.
private struct AxisUsage {
  private static let all: UInt8 = 0b111

  private let tree: Tree
  private let callables: [CheckedProgram.Callable]
  private var known: [UInt32: UInt8] = [:]

  init(_ tree: Tree, _ callables: [CheckedProgram.Callable]) {
    (self.tree, self.callables) = (tree, callables)
  }

  /// The axes of the statement or block `node`, as bits.
  mutating func axes(of node: UInt32) -> UInt8 {
    let place = tree[node]
    switch place.kind {
    case _ where node == 0: return 0
    case .axisMove: return 1 << place.detail
    case .poseMove: return union(node) { usage, child in usage.pose(child) }
    case .ramp, .spin:
      return union(node) { usage, child in usage.target(child) }
    case .stop, .limit: return place.detail == 0 ? AxisUsage.all : place.detail
    case .animate: return AxisUsage.all
    case .tracking: return place.detail == 1 ? AxisUsage.all : 0
    case .call: return call(tree[place.payload].payload)
    case .block, .repeating, .counting, .choosing, .forever, .whilst, .every, .together, .race,
      .stagger, .waitFor:
      return union(node) { usage, child in usage.axes(of: child) }
    default: return 0
    }
  }

  /// The axes of the statements of `file` outside its handlers.
  mutating func axesOfStatements(in file: UInt32) -> UInt8 {
    union(file) { usage, child in usage.axes(of: child) }
  }

  private mutating func union(
    _ node: UInt32, _ axes: (inout AxisUsage, UInt32) -> UInt8
  ) -> UInt8 {
    var (union, child) = (UInt8(0), tree[node].payload)
    while child != 0 {
      union |= axes(&self, child)
      child = tree[child].next
    }
    return union
  }

  private mutating func call(_ index: UInt32) -> UInt8 {
    if let axes = known[index] { return axes }
    guard Int(index) < callables.count else { return 0 }
    // A circle of calls has been reported; it ends here.
    known[index] = 0
    let axes = axes(of: callables[Int(index)].body)
    known[index] = axes
    return axes
  }

  /// The axis of a speed to turn at.
  private func target(_ node: UInt32) -> UInt8 {
    tree[node].kind == .target ? 1 << tree[node].detail : 0
  }

  /// The axes of a pose that is written out; all of any other.
  private func pose(_ node: UInt32) -> UInt8 {
    guard [.to, .by, .through].contains(tree[node].role) else { return 0 }
    guard tree[node].kind == .pose else { return AxisUsage.all }
    var (axes, part) = (UInt8(0), tree[node].payload)
    while part != 0 {
      axes |= 1 << tree[part].detail
      part = tree[part].next
    }
    return axes
  }
}
