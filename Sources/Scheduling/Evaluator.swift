import Diagnosis
import Hardware
import Language
import Motion
import Schedules

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

// What the checker left in the nodes. These stand here, and not beside `Node`, so that they are
// inlined.
extension Node {
  /// True iff a checked name or label holds a pose, which takes three places in its frame.
  @inline(__always)
  var holdsPose: Bool {
    if case .pose = unsafeBitCast(flags, to: Type.Kind.self) { true } else { false }
  }

  /// True iff a checked name or label lives among the values of the files.
  @inline(__always)
  var isGlobal: Bool {
    if case .global = unsafeBitCast(detail, to: CheckedProgram.Storage.self) { true } else { false }
  }

  /// The operator of a `binary` node.
  @inline(__always)
  var symbol: Operator { unsafeBitCast(detail, to: Operator.self) }

  /// The function that a checked label names.
  @inline(__always)
  var builtin: Builtin { unsafeBitCast(UInt8(truncatingIfNeeded: payload), to: Builtin.self) }
}

/// Expressions to values.
///
/// The checker has seen to names and dimensions, so a value is a bare `Double` in base units
/// (degrees, seconds, metres; a truth is 0 or 1, a text the index of its literal) and a frame is a
/// run of them (see `ValueStack`). What can still go wrong (a division by zero, a root of a
/// negative number) is kept in `failure`; whoever uses a value looks there.
struct Evaluator {
  /// What went wrong, and where.
  struct Failure {
    var code: DiagnosticCode
    var message: String
    var node: UInt32
  }

  let program: CheckedProgram
  let nodes: UnsafeMutablePointer<Node>
  let numbers: UnsafeMutablePointer<Double>
  var random: SplitMix64
  var failure: Failure?
  /// The values of the files, which every strand sees.
  private var globals: UnsafeMutablePointer<Double>
  /// The values of the strand that runs.
  var stack: ValueStack
  /// What may still be evaluated.
  var allowance: Allowance

  init(_ program: CheckedProgram, seed: UInt64, within allowance: Allowance) {
    self.allowance = allowance
    self.program = program
    nodes = program.program.tree.nodes
    numbers = program.program.tree.numbers
    random = SplitMix64(seed: seed)
    globals = .allocate(capacity: program.globals + 1)
    globals.initialize(repeating: 0, count: program.globals + 1)
    stack = ValueStack(frame: program.frame, room: 1024)
  }

  /// The bits of the files' values.
  var sharedValues: [UInt64] {
    UnsafeBufferPointer(start: globals, count: program.globals).map(\.bitPattern)
  }

  /// Gives the memory of the files' values back; the evaluator is of no use afterwards.
  func end() { globals.deallocate() }

  /// Gets memory of its own for the files' values.
  mutating func detach() {
    let copy = UnsafeMutablePointer<Double>.allocate(capacity: program.globals + 1)
    copy.initialize(from: globals, count: program.globals + 1)
    globals = copy
  }

  // MARK: - Frames

  @inline(__always)
  private func address(_ place: Node) -> UnsafeMutablePointer<Double> {
    (place.isGlobal ? globals : stack.memory + stack.base) + Int(place.payload)
  }

  /// Stores `value` at the checked label `node`.
  @inline(__always)
  mutating func store(_ value: Double, at node: UInt32) {
    address(nodes[Int(node)]).pointee = value
  }

  /// Evaluates `expression` and stores it, a pose or a single value, at the checked label `node`.
  mutating func store(_ expression: UInt32, at node: UInt32) {
    if nodes[Int(node)].holdsPose {
      let pose = pose(expression)
      store(pose, at: address(nodes[Int(node)]))
    } else {
      let value = value(expression)
      if !value.isFinite { fail(.notFinite, "the value is too large", expression) }
      address(nodes[Int(node)]).pointee = value
    }
  }

  private func store(_ pose: PerAxis<Double>, at address: UnsafeMutablePointer<Double>) {
    address[0] = pose.yaw
    address[1] = pose.pitch
    address[2] = pose.roll
  }

  /// Opens a frame for `callee` with the arguments of the call `node`; false if calls are too deep.
  ///
  /// Defaults are evaluated in the new frame, arguments in the old one. Close it with `leave`.
  mutating func enter(_ callee: CheckedProgram.Callable, _ node: UInt32) -> Int? {
    guard stack.depth < 256 else {
      fail(.nestingTooDeep, "more than 256 calls inside each other", node)
      return nil
    }
    let inner = stack.open(Int(callee.frame))
    let first = callee.parameters.lowerBound
    var given: UInt64 = 0
    var position = 0
    var argument = nodes[Int(nodes[Int(node)].payload)].next
    while argument != 0 {
      let place = nodes[Int(argument)]
      let isNamed = place.kind == .argument
      let index = isNamed ? Int(place.detail) : position
      let expression = isNamed ? nodes[Int(place.payload)].next : argument
      pass(expression, program.parameters[first + index], to: inner)
      given |= 1 << UInt64(index)
      position += 1
      argument = place.next
    }
    let outer = stack.enter(inner)
    for index in callee.parameters where given >> UInt64(index - first) & 1 == 0 {
      pass(program.parameters[index].value, program.parameters[index], to: inner)
    }
    return outer
  }

  /// Closes the frame of the running body and returns to the one at `outer`.
  mutating func leave(to outer: Int) { stack.leave(to: outer) }

  private mutating func pass(
    _ expression: UInt32, _ parameter: CheckedProgram.Parameter, to frame: Int
  ) {
    if parameter.isPose {
      let pose = pose(expression)
      store(pose, at: stack.memory + frame + Int(parameter.slot))
    } else {
      let value = value(expression)
      stack.memory[frame + Int(parameter.slot)] = value
    }
  }

  mutating func fail(_ code: DiagnosticCode, _ message: String, _ node: UInt32) {
    if failure == nil { failure = Failure(code: code, message: message, node: node) }
  }

  // MARK: - Values

  /// The value of `node`, which is no pose; leaves are read without a call.
  @inline(__always)
  mutating func value(_ node: UInt32) -> Double {
    let place = nodes[Int(node)]
    switch place.kind {
    case .number: return numbers[Int(place.payload)]
    case .name: return address(place).pointee
    default: return compound(node)
    }
  }

  /// The value of `node`, which is no leaf.
  ///
  /// The commonest kinds are met here and the rest elsewhere, which keeps the recursion light.
  @inline(never)
  private mutating func compound(_ node: UInt32) -> Double {
    guard allowance.charge(1) else { return overspent(node) }
    let place = nodes[Int(node)]
    switch place.kind {
    case .binary: return binary(place, node)
    case .apply: return apply(place, node)
    default: return other(node)
    }
  }

  /// Ends the evaluation: whatever is still under way gets no further than its next operator.
  @inline(never)
  private mutating func overspent(_ node: UInt32) -> Double {
    fail(.stepBudget, "too much computing", node)
    return 0
  }

  @inline(never)
  private mutating func other(_ node: UInt32) -> Double {
    let place = nodes[Int(node)]
    switch place.kind {
    case .directed:
      let sign = Direction(rawValue: place.detail)?.sign ?? 1
      return sign * value(place.payload)
    case .negation: return -value(place.payload)
    case .not: return 1 - value(place.payload)
    case .truth: return Double(place.detail)
    case .string: return Double(place.payload)
    case .pi: return .pi
    case .conditional: return value(branch(place))
    case .member: return member(place, node)
    default: return 0
    }
  }

  /// The branch of a conditional that its condition chooses.
  private mutating func branch(_ place: Node) -> UInt32 {
    let yes = nodes[Int(place.payload)].next
    return value(place.payload) != 0 ? yes : nodes[Int(yes)].next
  }

  @inline(__always)
  private mutating func binary(_ place: Node, _ node: UInt32) -> Double {
    let left = value(place.payload)
    let next = nodes[Int(place.payload)].next
    switch place.symbol {
    case .plus: return left + value(next)
    case .minus: return left - value(next)
    case .times: return left * value(next)
    case .divide: return left / divisor(next, node)
    default: return rare(place.symbol, left, next, node)
    }
  }

  @inline(never)
  private mutating func rare(
    _ symbol: Operator, _ left: Double, _ next: UInt32, _ node: UInt32
  ) -> Double {
    switch symbol {
    case .remainder: Evaluator.remainder(left, divisor(next, node))
    case .and: left == 0 ? 0 : value(next)
    case .or: left != 0 ? 1 : value(next)
    default: compare(symbol, left, value(next))
    }
  }

  /// The value of `node`, by which something is divided.
  @inline(__always)
  private mutating func divisor(_ node: UInt32, _ division: UInt32) -> Double {
    let value = value(node)
    if value != 0 { return value }
    return refuseZero(division)
  }

  @inline(never)
  private mutating func refuseZero(_ division: UInt32) -> Double {
    fail(.divisionByZero, "a division by zero", division)
    return 1
  }

  private func compare(_ symbol: Operator, _ left: Double, _ right: Double) -> Double {
    switch symbol {
    case .equal: return left == right ? 1 : 0
    case .notEqual: return left != right ? 1 : 0
    case .less: return left < right ? 1 : 0
    case .lessOrEqual: return left <= right ? 1 : 0
    case .greater: return left > right ? 1 : 0
    default: return left >= right ? 1 : 0
    }
  }

  /// What is left of `left` after whole multiples of `right`, with the sign of `right`.
  private static func remainder(_ left: Double, _ right: Double) -> Double {
    let rest = fmod(left, right)
    return rest != 0 && (rest < 0) != (right < 0) ? rest + right : rest
  }

  private mutating func member(_ place: Node, _ node: UInt32) -> Double {
    let whole = pose(place.payload)
    let part = place.detail == 0 ? whole.yaw : place.detail == 1 ? whole.pitch : whole.roll
    if part.isNaN {
      fail(.outOfRange, "the pose does not say where that axis is", node)
      return 0
    }
    return part
  }

  @inline(__always)
  private mutating func apply(_ place: Node, _ node: UInt32) -> Double {
    let label = nodes[Int(place.payload)]
    return label.detail == 1 ? apply(label.builtin, label.next, node) : call(label, node)
  }

  /// The value of the function that `label` names.
  @inline(never)
  private mutating func call(_ label: Node, _ node: UInt32) -> Double {
    let callee = program.callables[Int(label.payload)]
    guard let outer = enter(callee, node) else { return 0 }
    let result = value(callee.body)
    leave(to: outer)
    return result
  }

  // MARK: - Poses

  /// The pose of `node`, in degrees; NaN on an axis it does not name.
  mutating func pose(_ node: UInt32) -> PerAxis<Double> {
    guard allowance.charge(1) else { return PerAxis(all: overspent(node)) }
    let place = nodes[Int(node)]
    switch place.kind {
    case .home: return PerAxis(all: 0)
    case .name:
      let address = address(place)
      return PerAxis(yaw: address[0], pitch: address[1], roll: address[2])
    case .pose: return build(place)
    case .conditional: return pose(branch(place))
    case .apply:
      let callee = program.callables[Int(nodes[Int(place.payload)].payload)]
      guard let outer = enter(callee, node) else { return PerAxis(all: .nan) }
      let result = pose(callee.body)
      leave(to: outer)
      return result
    default: return PerAxis(all: .nan)
    }
  }

  private mutating func build(_ place: Node) -> PerAxis<Double> {
    var pose = PerAxis<Double>(all: .nan)
    var target = place.payload
    while target != 0 {
      let part = nodes[Int(target)]
      let value = value(part.payload)
      if !value.isFinite { fail(.notFinite, "the angle is too large", part.payload) }
      if let axis = Axis(rawValue: Int(part.detail)) { pose[axis] = value }
      target = part.next
    }
    return pose
  }
}

// MARK: - Functions

extension Evaluator {
  @inline(__always)
  fileprivate mutating func apply(
    _ builtin: Builtin, _ argument: UInt32, _ node: UInt32
  ) -> Double {
    let first = value(argument)
    switch builtin {
    case .sin: return sine(first * (.pi / 180))
    case .cos: return cosine(first * (.pi / 180))
    case .abs: return abs(first)
    default: return rare(builtin, first, argument, node)
    }
  }

  @inline(never)
  private mutating func rare(
    _ builtin: Builtin, _ first: Double, _ argument: UInt32, _ node: UInt32
  ) -> Double {
    switch builtin {
    case .tan: return tan(first * (.pi / 180))
    case .asin: return defined(asin(first) * (180 / .pi), builtin, node)
    case .acos: return defined(acos(first) * (180 / .pi), builtin, node)
    case .atan: return atan(first) * (180 / .pi)
    case .sqrt: return defined(first.squareRoot(), builtin, node)
    case .floor: return first.rounded(.down)
    case .ceil: return first.rounded(.up)
    case .round: return first.rounded()
    case .sign: return first > 0 ? 1 : first < 0 ? -1 : 0
    default: return several(builtin, first, nodes[Int(argument)].next, node)
    }
  }

  private mutating func several(
    _ builtin: Builtin, _ first: Double, _ rest: UInt32, _ node: UInt32
  ) -> Double {
    var result = first
    var argument = rest
    var second: Double?
    while argument != 0 {
      guard allowance.charge(1) else { return overspent(node) }
      let value = value(argument)
      switch builtin {
      case .min: result = Swift.min(result, value)
      case .max: result = Swift.max(result, value)
      default:
        if let low = second { result = Swift.min(Swift.max(first, low), value) }
        second = value
      }
      argument = nodes[Int(argument)].next
    }
    return builtin == .random ? first + (second.map { $0 - first } ?? 0) * random.unit() : result
  }

  private mutating func defined(_ value: Double, _ builtin: Builtin, _ node: UInt32) -> Double {
    if !value.isNaN { return value }
    let domain = builtin == .sqrt ? "of zero or more" : "from -1 to 1"
    fail(.outOfRange, "'\(builtin.name)' takes a number \(domain)", node)
    return 0
  }
}

@inline(__always)
private func sine(_ x: Double) -> Double { sin(x) }
@inline(__always)
private func cosine(_ x: Double) -> Double { cos(x) }
