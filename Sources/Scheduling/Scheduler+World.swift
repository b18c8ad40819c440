import Diagnosis
import Hardware
import Language
import Motion
import Printing
import Schedules

extension Scheduler {
  /// Carries out `animate`.
  mutating func animate(_ node: UInt32) throws(Halt) {
    let animation = Int(nodes[Int(node)].detail)
    for axis in AxisSet.all.members where axes[axis].velocity != 0 {
      if isNew(.axisTurning) {
        report(
          .axisTurning(
            axis, at: statementSpan, since: program.program.statementSpan(at: axes[axis].turnedBy),
            fixIt: stop(before: origin), time: milliseconds))
      }
    }
    try take(.all)
    checkRate(isAnimation: true)
    var step = Step(.animate, start: milliseconds)
    step.extra = UInt32(animation)
    step.length = Int32(model.animationLengths[animation])
    try emit(step)
    try pass(Int64(step.length) * 1_000_000, moving: .all)
  }

  /// Carries out `tracking`: on gives the motors back at once; both say what they are given back
  /// to.
  mutating func tracking(_ node: UInt32) throws(Halt) {
    let isOn = nodes[Int(node)].detail == 1
    if isOn, strand.parent >= 0 { try claim(.all) }
    if isOn, hasMotors {
      refuseTurning("when the motors are given back", stop(before: origin))
      for axis in AxisSet.all.members { axes[axis].velocity = 0 }
    }
    wanted = isOn
    try world(.tracking, extra: isOn ? 1 : 0)
    if isOn {
      giveBack()
      for axis in AxisSet.all.members { axes[axis].forget() }
    }
  }

  /// Appends a step of no length.
  mutating func world(_ kind: Step.Kind, extra: UInt32) throws(Halt) {
    var step = Step(kind, start: milliseconds)
    step.extra = extra
    try emit(step)
  }

  mutating func region(_ node: UInt32) throws(Halt) {
    let x = nodes[Int(node)].payload
    let y = nodes[Int(x)].next
    let width = nodes[Int(y)].next
    let rectangle = Schedule.Rectangle(
      x: try share(x), y: try share(y), width: try share(width),
      height: try share(nodes[Int(width)].next))
    if rectangle.x + rectangle.width > 1000 || rectangle.y + rectangle.height > 1000 {
      throw halt(
        .outOfRange(
          "the region reaches beyond the picture", at: statementSpan,
          "x and width together, and y and height, are 100% at most"))
    }
    schedule.rectangles.append(rectangle)
    try world(.region, extra: UInt32(schedule.rectangles.count - 1))
  }

  mutating func select(_ node: UInt32) throws(Halt) {
    switch nodes[Int(node)].detail {
    case 0: return try world(.select, extra: Step.none)
    case 1: break
    default:
      schedule.subjects.append(subject(node))
      return try world(.subject, extra: UInt32(schedule.subjects.count - 1))
    }
    let x = nodes[Int(node)].payload
    schedule.rectangles.append(
      Schedule.Rectangle(x: try share(x), y: try share(nodes[Int(x)].next), width: 0, height: 0))
    try world(.select, extra: UInt32(schedule.rectangles.count - 1))
  }

  /// A share of the picture, in thousandths.
  private mutating func share(_ node: UInt32) throws(Halt) -> Int32 {
    let share = try value(node)
    guard (0...1).contains(share) else {
      throw halt(
        .outOfRange(
          "a share of the picture lies in 0% .. 100%", at: span(of: node),
          "0% is the left or upper edge, 100% the right or lower one"))
    }
    return Int32((share * 1000).rounded())
  }

  // MARK: - Logs

  mutating func log(_ node: UInt32) throws(Halt) {
    var text = ""
    var part = nodes[Int(node)].payload
    while part != 0 {
      text += try describe(part)
      part = nodes[Int(part)].next
    }
    guard schedule.texts.count < 100_000, text.utf8.count <= 65_536 else {
      throw halt(.tooManyTexts(at: statementSpan))
    }
    schedule.texts.append(text)
    try world(.log, extra: UInt32(schedule.texts.count - 1))
  }

  private mutating func describe(_ node: UInt32) throws(Halt) -> String {
    switch program.shown[node] {
    case nil:
      let index = try value(node)
      return program.program.tree.strings[Int(index)]
    case .pose: return Scheduler.words(for: try pose(node))
    case .some(let kind): return Scheduler.words(for: try value(node), kind)
    }
  }

  /// `value`, which is no pose, as `kind` says.
  static func words(for value: Double, _ kind: ShownValue) -> String {
    switch kind {
    case .truth: value != 0 ? "true" : "false"
    case .quantity(let unit, let axis?): directed(value, unit, axis)
    case .quantity(let unit, nil): decimal(value) + unit
    case .pose: decimal(value)
    }
  }

  /// The axes that `pose` names, and where they are.
  static func words(for pose: PerAxis<Double>) -> String {
    let parts = AxisSet.all.members.filter { !pose[$0].isNaN }.map {
      "\($0.scriptName) \(directed(pose[$0], "deg", UInt8($0.rawValue)))"
    }
    return parts.joined(separator: ", ")
  }

  /// `value` of `axis` as scripts write it: without a sign, and with its direction.
  private static func directed(_ value: Double, _ unit: String, _ axis: UInt8) -> String {
    let digits = decimal(abs(value))
    if digits == "0" { return digits + unit }
    return "\(digits)\(unit) \(Direction(ofAxis: axis, isNegative: value < 0))"
  }

  // MARK: - Limits

  /// Carries out `limit`: the limits named get narrower until the end of the block.
  mutating func limit(_ node: UInt32) throws(Halt) {
    let named = AxisSet(rawValue: nodes[Int(node)].detail)
    var limits = schedule.limits[Int(limitIndex)]
    for axis in named.members {
      guard let outer = limits[axis] else {
        if isNew(.missingAxis) {
          report(
            .missingAxis(axis, model.name, at: wordSpan(of: axis), time: milliseconds))
        }
        continue
      }
      limits[axis] = try narrowed(outer, by: nodes[Int(node)].payload, of: axis)
    }
    guard limits != schedule.limits[Int(limitIndex)] else { return }
    if strand.parent >= 0 { try claim(named) }
    schedule.limits.append(limits)
    try setLimits(UInt32(schedule.limits.count - 1))
    if strand.slot == Scheduler.showSlot, strand.outer.isEmpty { scriptLimits = limitIndex }
    for axis in named.members { checkStanding(axis) }
  }

  /// Makes the limits number `index` hold from now.
  mutating func setLimits(_ index: UInt32) throws(Halt) {
    let outer = limitIndex
    strand.limitIndex = index
    strand.limits = schedule.limits[Int(index)].map { $0?.inDegrees }
    try tellLimits(index, insteadOf: outer)
  }

  private mutating func narrowed(
    _ outer: Schedule.Limit, by first: UInt32, of axis: Axis
  ) throws(Halt) -> Schedule.Limit {
    var limit = outer
    var child = first
    while child != 0 {
      let role = nodes[Int(child)].role
      let wanted = AxisTracking.millidegrees(try value(child))
      switch role {
      case .lower:
        limit.lower = max(wanted, outer.lower ?? wanted)
        if let held = outer.lower, wanted < held { beyond(child, axis, held) }
      case .upper:
        limit.upper = min(wanted, outer.upper ?? wanted)
        if let held = outer.upper, wanted > held { beyond(child, axis, held) }
      default:
        if wanted <= 0 {
          throw notPositive("a limit", Double(wanted) / 1000, child, "deg/s")
        }
        narrow(&limit, outer, role, to: wanted, child, axis)
      }
      child = nodes[Int(child)].next
    }
    if let lower = limit.lower, let upper = limit.upper, lower >= upper {
      throw halt(emptyLimit(axis, first))
    }
    return limit
  }

  /// The report of a limit without room, whose parts begin with `first`.
  private mutating func emptyLimit(_ axis: Axis, _ first: UInt32) -> Diagnostic {
    var lower = first
    while lower != 0, nodes[Int(lower)].role != .lower { lower = nodes[Int(lower)].next }
    let upper = nodes[Int(lower)].next
    guard lower != 0, nodes[Int(upper)].role == .upper else {
      return .emptyLimit(axis, at: statementSpan, swap: nil)
    }
    let isSwapped = evaluator.value(lower) > evaluator.value(upper)
    return .emptyLimit(
      axis, at: span(of: lower).union(span(of: upper)),
      swap: isSwapped ? swap(lower, upper) : nil)
  }

  private mutating func narrow(
    _ limit: inout Schedule.Limit, _ outer: Schedule.Limit, _ role: Node.Role,
    to wanted: Int32, _ node: UInt32, _ axis: Axis
  ) {
    let path: WritableKeyPath<Schedule.Limit, Int32> =
      role == .at ? \.speed : role == .acceleration ? \.acceleration : \.jerk
    limit[keyPath: path] = min(wanted, outer[keyPath: path])
    if wanted > outer[keyPath: path] { beyond(node, axis, outer[keyPath: path]) }
  }

  /// Warns of the bound `node`, beyond which `held` holds `axis` already.
  private mutating func beyond(_ node: UInt32, _ axis: Axis, _ held: Int32) {
    guard isNew(.limitBeyondDock) else { return }
    let number = decimal(thousandths: Int(held))
    let text =
      switch nodes[Int(node)].role {
      case .lower, .upper: axis.directed(degrees: Double(held) / 1000)
      case .at: number + "deg/s"
      case .acceleration: number + "deg/s^2"
      default: number + "deg/s^3"
      }
    report(
      .limitBeyondDock(
        axis, at: span(of: node), isDock: limitIndex == 0, held: text,
        isLiteral: literal(in: node) != nil))
  }

  // MARK: - Expectations

  mutating func expect(_ node: UInt32) throws(Halt) {
    let first = nodes[Int(node)].payload
    let kind: Expectation.Kind
    switch nodes[Int(node)].detail {
    case 1:
      let pose = try pose(first)
      let within = try value(nodes[Int(first)].next)
      if within < 0 {
        throw notPositive("a tolerance", within, nodes[Int(first)].next, "deg", allowsZero: true)
      }
      let near = AxisSet.all.members.reduce(into: PerAxis<Int32?>(all: nil)) { result, axis in
        let isThere = !pose[axis].isNaN && limits[axis] != nil
        result[axis] = isThere ? AxisTracking.millidegrees(pose[axis]) : nil
      }
      kind = .pose(near: near, within: AxisTracking.millidegrees(within))
    case 2:
      let lower = AxisTracking.millidegrees(try value(first))
      let upper = AxisTracking.millidegrees(try value(nodes[Int(first)].next))
      let axis = Axis(rawValue: Int(nodes[Int(node)].flags)) ?? .yaw
      if lower > upper {
        let second = nodes[Int(first)].next
        throw halt(
          .emptyRange(at: span(of: first).union(span(of: second)), swap: swap(first, second)))
      }
      kind = .always(axis, lower: lower, upper: upper)
    case 3: kind = .trackingRestored
    default: kind = try comparison(first)
    }
    let span = statementSpan
    schedule.expectations.append(
      Expectation(kind, time: milliseconds, start: span.start, end: span.end))
  }

  private mutating func comparison(_ node: UInt32) throws(Halt) -> Expectation.Kind {
    let place = nodes[Int(node)]
    if place.kind == .binary, let symbol = Operator(rawValue: place.detail) {
      let left = place.payload
      let right = nodes[Int(left)].next
      if let figure = figure(left) {
        return .figure(
          figure, symbol.comparison, value: Int(try value(right) * 1000, nearest: true))
      }
      if let figure = figure(right) {
        return .figure(
          figure, symbol.mirrored.comparison, value: Int(try value(left) * 1000, nearest: true))
      }
    }
    // What is shown draws no random numbers of its own.
    let random = evaluator.random
    let sides = try sides(of: node)
    evaluator.random = random
    return .constant(try value(node) != 0, sides: sides)
  }

  /// The values that the comparison `node` compares; empty if it is none, or of no quantities.
  private mutating func sides(of node: UInt32) throws(Halt) -> String {
    guard nodes[Int(node)].kind == .binary else { return "" }
    let left = nodes[Int(node)].payload
    let right = nodes[Int(left)].next
    guard program.shown[left] != nil, program.shown[right] != nil else { return "" }
    let symbol = nodes[Int(node)].symbol.comparison
    return "\(try describe(left)) \(symbol) \(try describe(right))"
  }

  private func figure(_ node: UInt32) -> Expectation.Figure? {
    switch nodes[Int(node)].kind {
    case .elapsed: .elapsed
    case .peak: .peakSpeed(Axis(rawValue: Int(nodes[Int(node)].detail)) ?? .yaw)
    default: nil
    }
  }
}

extension Int {
  /// `value` rounded and held within 53 bits.
  fileprivate init(_ value: Double, nearest: Bool) {
    self = Int(Swift.max(-0x1p53, Swift.min(0x1p53, value.rounded())))
  }
}

extension Operator {
  /// The operator with its sides exchanged.
  fileprivate var mirrored: Operator {
    switch self {
    case .less: .greater
    case .lessOrEqual: .greaterOrEqual
    case .greater: .less
    case .greaterOrEqual: .lessOrEqual
    default: self
    }
  }

  fileprivate var comparison: Expectation.Comparison {
    switch self {
    case .notEqual: .notEqual
    case .less: .less
    case .lessOrEqual: .lessOrEqual
    case .greater: .greater
    case .greaterOrEqual: .greaterOrEqual
    default: .equal
    }
  }
}
