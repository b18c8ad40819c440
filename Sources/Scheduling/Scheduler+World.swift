import Diagnosis
import Hardware
import Language
import Motion
import Printing
import Schedules
import Vocabulary

extension Scheduler {
  /// Carries out `animate`.
  mutating func perform(_ animate: AnimateStatement) throws(Halt) {
    let animation = Int(animate.number)
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
  mutating func perform(_ tracking: TrackingStatement) throws(Halt) {
    let isOn = tracking.isOn
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

  mutating func perform(_ region: RegionStatement) throws(Halt) {
    let rectangle = Schedule.Rectangle(
      x: try share(region.x), y: try share(region.y), width: try share(region.width),
      height: try share(region.height))
    if rectangle.x + rectangle.width > 1000 || rectangle.y + rectangle.height > 1000 {
      throw halt(
        .outOfRange(
          "the region reaches beyond the picture", at: statementSpan,
          "x and width together, and y and height, are 100% at most"))
    }
    schedule.rectangles.append(rectangle)
    try world(.region, extra: UInt32(schedule.rectangles.count - 1))
  }

  mutating func perform(_ select: SelectStatement) throws(Halt) {
    switch select.choice {
    case .none: try world(.select, extra: Step.none)
    case .subject(let view):
      schedule.subjects.append(subject(view))
      try world(.subject, extra: UInt32(schedule.subjects.count - 1))
    case .point(let x, let y):
      schedule.rectangles.append(
        Schedule.Rectangle(x: try share(x), y: try share(y), width: 0, height: 0))
      try world(.select, extra: UInt32(schedule.rectangles.count - 1))
    }
  }

  /// A share of the picture, in thousandths.
  private mutating func share(_ node: ExpressionView) throws(Halt) -> Int32 {
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

  mutating func perform(_ log: LogStatement) throws(Halt) {
    var text = ""
    for value in log.values { text += try describe(value) }
    guard schedule.texts.count < 100_000, text.utf8.count <= 65_536 else {
      throw halt(.tooManyTexts(at: statementSpan))
    }
    schedule.texts.append(text)
    try world(.log, extra: UInt32(schedule.texts.count - 1))
  }

  private mutating func describe(_ node: ExpressionView) throws(Halt) -> String {
    switch program.shown[node.id] {
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
  mutating func perform(_ limit: LimitStatement) throws(Halt) {
    let named = AxisSet(rawValue: limit.named)
    var limits = schedule.limits[Int(limitIndex)]
    for axis in named.members {
      guard let outer = limits[axis] else {
        if isNew(.missingAxis) {
          report(
            .missingAxis(axis, model.name, at: wordSpan(of: axis), time: milliseconds))
        }
        continue
      }
      limits[axis] = try narrowed(outer, by: limit, of: axis)
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
    _ outer: Schedule.Limit, by statement: LimitStatement, of axis: Axis
  ) throws(Halt) -> Schedule.Limit {
    var limit = outer
    for bound in statement.bounds {
      let wanted = AxisTracking.millidegrees(try value(bound.value))
      switch bound.quantity {
      case .lower:
        limit.lower = max(wanted, outer.lower ?? wanted)
        if let held = outer.lower, wanted < held { beyond(bound, axis, held) }
      case .upper:
        limit.upper = min(wanted, outer.upper ?? wanted)
        if let held = outer.upper, wanted > held { beyond(bound, axis, held) }
      case .speed: try narrow(&limit.speed, to: wanted, bound, axis)
      case .acceleration: try narrow(&limit.acceleration, to: wanted, bound, axis)
      case .jerk: try narrow(&limit.jerk, to: wanted, bound, axis)
      }
    }
    if let lower = limit.lower, let upper = limit.upper, lower >= upper {
      throw halt(emptyLimit(axis, statement))
    }
    return limit
  }

  /// The report of a limit without room.
  private mutating func emptyLimit(_ axis: Axis, _ limit: LimitStatement) -> Diagnostic {
    let bounds = Array(limit.bounds)
    guard let first = bounds.firstIndex(where: { $0.quantity == .lower }),
      bounds.indices.contains(first + 1), bounds[first + 1].quantity == .upper
    else { return .emptyLimit(axis, at: statementSpan, swap: nil) }
    let (lower, upper) = (bounds[first].value, bounds[first + 1].value)
    let isSwapped = evaluator.value(lower) > evaluator.value(upper)
    return .emptyLimit(
      axis, at: span(of: lower).union(span(of: upper)),
      swap: isSwapped ? swap(lower, upper) : nil)
  }

  /// Narrows the limit of a rate to `wanted`.
  private mutating func narrow(
    _ limit: inout Int32, to wanted: Int32, _ bound: LimitBound, _ axis: Axis
  ) throws(Halt) {
    if wanted <= 0 {
      throw notPositive("a limit", Double(wanted) / 1000, bound.value, "deg/s")
    }
    let outer = limit
    limit = min(wanted, outer)
    if wanted > outer { beyond(bound, axis, outer) }
  }

  /// Warns of `bound`, beyond which `held` holds `axis` already.
  private mutating func beyond(_ bound: LimitBound, _ axis: Axis, _ held: Int32) {
    guard isNew(.limitBeyondDock) else { return }
    let number = decimal(thousandths: Int(held))
    let text =
      switch bound.quantity {
      case .lower, .upper: axis.directed(degrees: Double(held) / 1000)
      case .speed: number + "deg/s"
      case .acceleration: number + "deg/s^2"
      case .jerk: number + "deg/s^3"
      }
    report(
      .limitBeyondDock(
        axis, at: span(of: bound.value), isDock: limitIndex == 0, held: text,
        isLiteral: literal(in: bound.value) != nil))
  }

  // MARK: - Expectations

  mutating func perform(_ expect: ExpectStatement) throws(Halt) {
    let kind: Expectation.Kind
    switch expect.expectation {
    case .pose(let place, let tolerance):
      let pose = try pose(place)
      let within = try value(tolerance)
      if within < 0 {
        throw notPositive("a tolerance", within, tolerance, "deg", allowsZero: true)
      }
      let near = AxisSet.all.members.reduce(into: PerAxis<Int32?>(all: nil)) { result, axis in
        let isThere = !pose[axis].isNaN && limits[axis] != nil
        result[axis] = isThere ? AxisTracking.millidegrees(pose[axis]) : nil
      }
      kind = .pose(near: near, within: AxisTracking.millidegrees(within))
    case .always(let number, let first, let second):
      let lower = AxisTracking.millidegrees(try value(first))
      let upper = AxisTracking.millidegrees(try value(second))
      let axis = Axis(rawValue: Int(number)) ?? .yaw
      if lower > upper {
        throw halt(
          .emptyRange(at: span(of: first).union(span(of: second)), swap: swap(first, second)))
      }
      kind = .always(axis, lower: lower, upper: upper)
    case .trackingRestored: kind = .trackingRestored
    case .condition(let condition): kind = try comparison(condition)
    }
    let span = statementSpan
    schedule.expectations.append(
      Expectation(kind, time: milliseconds, start: span.start, end: span.end))
  }

  private mutating func comparison(_ node: ExpressionView) throws(Halt) -> Expectation.Kind {
    if let operation = node.binary {
      let (left, symbol, right) = (operation.left, operation.symbol, operation.right)
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
  private mutating func sides(of node: ExpressionView) throws(Halt) -> String {
    guard let operation = node.binary else { return "" }
    let (left, right) = (operation.left, operation.right)
    guard program.shown[left.id] != nil, program.shown[right.id] != nil else { return "" }
    let symbol = operation.symbol.comparison
    return "\(try describe(left)) \(symbol) \(try describe(right))"
  }

  private func figure(_ node: ExpressionView) -> Expectation.Figure? {
    switch node.form {
    case .elapsed: .elapsed
    case .peak(let peak): .peakSpeed(Axis(rawValue: Int(peak.axis)) ?? .yaw)
    case .number, .size, .string, .truth, .name, .home, .pi, .negation, .not, .binary, .apply,
      .pose, .conditional, .member, .directed, .unreadable:
      nil
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
