import Diagnosis
import Hardware
import Language
import Motion
import Schedules
import Vocabulary

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Expressions to values.
///
/// The checker has seen to names and dimensions, so a value is a bare `Double` in base units
/// (degrees, seconds, metres; a truth is 0 or 1, a text the index of its literal) and a frame is a
/// run of them (see `ValueStack`). What can still go wrong (a division by zero, a root of a
/// negative number) is kept in `failure`, which every use of a value checks.
struct Evaluator {
  /// The failure and its place.
  struct Failure {
    var code: DiagnosticCode
    var message: String
    var node: NodeView
    /// True if a pose lacks the axis that is asked for.
    var isMember = false
  }

  let program: CheckedProgram
  let numbers: UnsafeMutablePointer<Double>
  var random: SplitMix64
  var failure: Failure?
  /// The values of the files, which every task sees.
  private var shared: ValueBlock
  /// Where they begin; for as long as `shared` is there.
  private var globals: UnsafeMutablePointer<Double>
  /// The values of the task that runs.
  var stack: ValueStack
  /// The remaining budget.
  var allowance: Allowance

  init(_ program: CheckedProgram, seed: UInt64, within allowance: Allowance) {
    self.allowance = allowance
    self.program = program
    numbers = program.program.tree.numbers
    random = SplitMix64(seed: seed)
    shared = ValueBlock(program.globals + 1)
    globals = shared.memory
    stack = ValueStack(frame: program.frame, room: 1024)
  }

  /// The bits of the files' values.
  var sharedValues: [UInt64] { shared.bits(program.globals) }

  /// The same with memory of its own for the values of the files; it shares the stack.
  func snapshot() -> Evaluator {
    var copy = self
    copy.shared = ValueBlock(shared.capacity, shared)
    copy.globals = copy.shared.memory
    return copy
  }

  // MARK: - Frames

  @inline(__always)
  private func address(_ place: Place) -> UnsafeMutablePointer<Double> {
    (place.isGlobal ? globals : stack.memory + stack.base) + Int(place.index)
  }

  /// Stores `value` under the name of `label`.
  @inline(__always)
  mutating func store(_ value: Double, at label: LabelView) {
    address(label.place).pointee = value
  }

  /// Evaluates `expression` and stores it, a pose or a single value, under the name of `label`.
  mutating func store(_ expression: ExpressionView, at label: LabelView) {
    let place = label.place
    if place.isPose {
      let pose = pose(expression)
      store(pose, at: address(place))
    } else {
      let value = value(expression)
      if !value.isFinite { fail(.notFinite, "the value is too large", expression) }
      address(place).pointee = value
    }
  }

  private func store(_ pose: PerAxis<Double>, at address: UnsafeMutablePointer<Double>) {
    address[0] = pose.yaw
    address[1] = pose.pitch
    address[2] = pose.roll
  }

  /// Opens a frame for `callee` with the arguments of `call`; nil if calls are too deep.
  ///
  /// Defaults are evaluated in the new frame, arguments in the old one. Close it with `leave`.
  mutating func enter(_ callee: CheckedProgram.Callable, _ call: CallView) -> Int? {
    guard stack.depth < 256 else {
      fail(.nestingTooDeep, "more than 256 calls inside each other", call)
      return nil
    }
    let inner = stack.open(Int(callee.frame))
    let first = callee.parameters.lowerBound
    var given: UInt64 = 0
    var position = 0
    for argument in call.arguments {
      let index = argument.isNamed ? argument.parameter : position
      pass(argument.value, program.parameters[first + index], to: inner)
      given |= 1 << UInt64(index)
      position += 1
    }
    let outer = stack.enter(inner)
    for index in callee.parameters where given >> UInt64(index - first) & 1 == 0 {
      guard let value = program.parameters[index].value else { continue }
      pass(value, program.parameters[index], to: inner)
    }
    return outer
  }

  /// Closes the frame of the running body and returns to the one at `outer`.
  mutating func leave(to outer: Int) { stack.leave(to: outer) }

  private mutating func pass(
    _ expression: ExpressionView, _ parameter: CheckedProgram.Parameter, to frame: Int
  ) {
    if parameter.isPose {
      let pose = pose(expression)
      store(pose, at: stack.memory + frame + Int(parameter.slot))
    } else {
      let value = value(expression)
      stack.memory[frame + Int(parameter.slot)] = value
    }
  }

  mutating func fail(_ code: DiagnosticCode, _ message: String, _ node: some SyntaxView) {
    if failure == nil { failure = Failure(code: code, message: message, node: node.view) }
  }

  // MARK: - Values

  /// The value of `node`, which is no pose; leaves are read without a call.
  @inline(__always)
  mutating func value(_ node: ExpressionView) -> Double {
    if let number = node.number { return numbers[number.index] }
    if let name = node.name { return address(name.place).pointee }
    return compound(node)
  }

  /// The value of `node`, which is no leaf.
  ///
  /// The commonest kinds are met here and the rest elsewhere, which keeps the recursion light.
  @inline(never)
  private mutating func compound(_ node: ExpressionView) -> Double {
    guard allowance.charge(1) else { return overspent(node) }
    if let binary = node.binary { return value(of: binary) }
    if let call = node.apply { return value(of: call) }
    return other(node)
  }

  /// Ends the evaluation: whatever is still in progress gets no further than its next operator.
  @inline(never)
  private mutating func overspent(_ node: some SyntaxView) -> Double {
    fail(.stepBudget, "too much computing", node)
    return 0
  }

  @inline(never)
  private mutating func other(_ node: ExpressionView) -> Double {
    switch node.form {
    case .directed(let directed): return (directed.direction?.sign ?? 1) * value(directed.value)
    case .negation(let operand): return -value(operand)
    case .not(let operand): return 1 - value(operand)
    case .within(let range): return holds(range) ? 1 : 0
    case .truth(let truth): return truth.isTrue ? 1 : 0
    case .string(let string): return Double(string.index)
    case .pi: return .pi
    case .beats(let beats): return length(of: beats)
    case .conditional(let choice): return value(branch(choice))
    case .member(let member): return part(of: member.pose, member.axis, at: node)
    case .number, .name, .subject, .binary, .apply, .size, .home, .elapsed, .peak, .pose,
      .unreadable:
      return 0
    }
  }

  /// True if a value lies in its `range`.
  private mutating func holds(_ range: WithinView) -> Bool {
    let (value, first, second) = (value(range.value), value(range.first), value(range.second))
    return range.isNear ? abs(value - first) <= second : first <= value && value <= second
  }

  /// The length of `beats` at the tempo in force, in seconds.
  private mutating func length(of beats: BeatsView) -> Double {
    guard let tempo = stack.tempo else {
      fail(.beatWithoutTempo, "a beat has no length here: there is no tempo", beats)
      return 0
    }
    return numbers[beats.count.index] * (beats.areBars ? tempo.meter : 1) * tempo.beat
  }

  /// The branch of a conditional that its condition chooses.
  private mutating func branch(_ choice: ConditionalView) -> ExpressionView {
    value(choice.condition) != 0 ? choice.consequence : choice.alternative
  }

  @inline(__always)
  private mutating func value(of node: BinaryView) -> Double {
    // Read before the operands, which the compiler cannot know to leave the tree as it is.
    let (symbol, right) = (node.symbol, node.right)
    let left = value(node.left)
    switch symbol {
    case .plus: return left + value(right)
    case .minus: return left - value(right)
    case .times: return left * value(right)
    case .divide: return left / divisor(of: node)
    default: return rare(node, left)
    }
  }

  @inline(never)
  private mutating func rare(_ node: BinaryView, _ left: Double) -> Double {
    switch node.symbol {
    case .remainder: Evaluator.remainder(left, divisor(of: node))
    case .and: left == 0 ? 0 : value(node.right)
    case .or: left != 0 ? 1 : value(node.right)
    default: compare(node.symbol, left, value(node.right))
    }
  }

  /// The value by which `division` divides.
  @inline(__always)
  private mutating func divisor(of division: BinaryView) -> Double {
    let value = value(division.right)
    if value != 0 { return value }
    return refuseZero(division)
  }

  @inline(never)
  private mutating func refuseZero(_ division: BinaryView) -> Double {
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

  /// The part of the pose `target` for the axis number `axis`, where only that is meant.
  mutating func part(of target: ExpressionView, _ axis: UInt8) -> Double {
    guard allowance.charge(1) else { return overspent(target) }
    return part(of: target, axis, at: target)
  }

  /// The part of `pose` for the axis number `axis`, which `node` asks for.
  private mutating func part(
    of pose: ExpressionView, _ axis: UInt8, at node: ExpressionView
  ) -> Double {
    let whole = self.pose(pose)
    let part = axis == 0 ? whole.yaw : axis == 1 ? whole.pitch : whole.roll
    if !part.isNaN { return part }
    fail(.outOfRange, "the pose does not say where that axis is", node)
    failure?.isMember = true
    return 0
  }

  @inline(__always)
  private mutating func value(of call: CallView) -> Double {
    switch call.label.callee {
    case .builtin(let builtin): apply(builtin, call)
    case .declared(let index): self.call(index, call)
    }
  }

  /// The value of the function number `index`, which `call` calls.
  @inline(never)
  private mutating func call(_ index: Int, _ call: CallView) -> Double {
    let callee = program.callables[index]
    guard let outer = enter(callee, call) else { return 0 }
    let result = value(callee.expression)
    leave(to: outer)
    return result
  }

  // MARK: - Poses

  /// The pose of `node`, in degrees; NaN on an axis it does not name.
  mutating func pose(_ node: ExpressionView) -> PerAxis<Double> {
    guard allowance.charge(1) else { return PerAxis(all: overspent(node)) }
    switch node.form {
    case .home: return PerAxis(all: 0)
    case .name(let name):
      let address = address(name.place)
      return PerAxis(yaw: address[0], pitch: address[1], roll: address[2])
    case .pose(let pose): return build(pose)
    case .conditional(let choice): return pose(branch(choice))
    case .apply(let call):
      let callee = program.callables[call.label.index]
      guard let outer = enter(callee, call) else { return PerAxis(all: .nan) }
      let result = pose(callee.expression)
      leave(to: outer)
      return result
    case .number, .beats, .size, .string, .truth, .pi, .elapsed, .peak, .negation, .not, .binary,
      .within, .subject, .member, .directed, .unreadable:
      return PerAxis(all: .nan)
    }
  }

  private mutating func build(_ written: PoseView) -> PerAxis<Double> {
    var pose = PerAxis<Double>(all: .nan)
    for target in written.targets {
      let value = value(target.value)
      if !value.isFinite { fail(.notFinite, "the angle is too large", target.value) }
      if let axis = Axis(rawValue: Int(target.axis)) { pose[axis] = value }
    }
    return pose
  }
}

// MARK: - Functions

extension Evaluator {
  @inline(__always)
  fileprivate mutating func apply(_ builtin: Builtin, _ call: CallView) -> Double {
    var rest = call.operands
    guard let operand = rest.next() else { return 0 }
    let first = value(operand)
    switch builtin {
    case .sin: return sine(first * (.pi / 180))
    case .cos: return cosine(first * (.pi / 180))
    case .abs: return abs(first)
    default: return rare(builtin, first, rest, call)
    }
  }

  @inline(never)
  private mutating func rare(
    _ builtin: Builtin, _ first: Double, _ rest: ExpressionList, _ node: CallView
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
    default: return several(builtin, first, rest, node)
    }
  }

  private mutating func several(
    _ builtin: Builtin, _ first: Double, _ rest: ExpressionList, _ node: CallView
  ) -> Double {
    var result = first
    var second: Double?
    for operand in rest {
      guard allowance.charge(1) else { return overspent(node) }
      let value = value(operand)
      switch builtin {
      case .min: result = Swift.min(result, value)
      case .max: result = Swift.max(result, value)
      default:
        if let low = second { result = Swift.min(Swift.max(first, low), value) }
        second = value
      }
    }
    return builtin == .random ? first + (second.map { $0 - first } ?? 0) * random.unit() : result
  }

  private mutating func defined(_ value: Double, _ builtin: Builtin, _ node: CallView) -> Double {
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
