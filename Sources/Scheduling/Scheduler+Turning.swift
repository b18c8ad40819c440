import Diagnosis
import Hardware
import Language
import Motion
import Schedules

extension Scheduler {
  /// Carries out `ramp`, by which the axes change speed together and keep it, and `spin`: the
  /// quickest change to a speed, kept for the rest of the time.
  mutating func perform(_ turn: TurnStatement) throws(Halt) {
    var targets = PerAxis<Int32>(all: 0)
    var moved = AxisSet.none
    var asked: (seconds: Double, node: ExpressionView)?
    for target in turn.targets {
      guard let axis = Axis(rawValue: Int(target.axis)) else { continue }
      if let speed = try speed(target.value, of: axis) {
        targets[axis] = speed
        moved.insert(AxisSet(axis))
      }
    }
    if let length = turn.length { asked = (try time(length, what: "the length"), length) }
    if moved.isEmpty { return }
    try take(moved)
    let least = try quickest(moved, targets)
    guard let asked else { return try change(moved, targets, least, Int64(least) * 1_000_000) }
    try self.turn(moved, targets, least, asked, holds: !turn.isRamp)
  }

  /// Changes speed over the time asked for, or (`holds`) at once and keeps it for the rest.
  private mutating func turn(
    _ moved: AxisSet, _ targets: PerAxis<Int32>, _ least: Int32,
    _ asked: (seconds: Double, node: ExpressionView), holds: Bool
  ) throws(Halt) {
    let length = length(of: asked.seconds)
    if length < least {
      let span = program.program.span(of: asked.node)
      let isLiteral = asked.node.kind == .number
      if isNew(.tooFast) {
        report(
          .tooShort(
            wanted: length, least: least, at: span, isLiteral: isLiteral, time: milliseconds))
      }
      return try change(moved, targets, least, Int64(least) * 1_000_000)
    }
    let whole = Scheduler.nanoseconds(asked.seconds)
    guard holds else { return try change(moved, targets, length, whole) }
    try change(moved, targets, least, Int64(least) * 1_000_000)
    try hold(whole - Int64(least) * 1_000_000)
  }

  /// The signed speed of `node`, in millidegrees a second; nil if the axis cannot have it.
  private mutating func speed(_ node: ExpressionView, of axis: Axis) throws(Halt) -> Int32? {
    let speed = try value(node)
    guard let limit = limit(of: axis)?.speed else {
      if isNew(.missingAxis) {
        report(.missingAxis(axis, model.name, at: wordSpan(of: axis), time: milliseconds))
      }
      return nil
    }
    if abs(speed) > limit * (1 + 1e-9) {
      if isNew(.tooFast) {
        report(
          .tooFast(
            axis, speed: abs(speed), limit: limit, at: span(of: node),
            literal: literalSpan(in: node), time: milliseconds))
      }
      return AxisTracking.millidegrees(speed > 0 ? limit : -limit)
    }
    if speed != 0, abs(speed) < model.minimumSpeed {
      if isNew(.tooSlow) {
        report(
          .tooSlow(
            axis, speed: abs(speed), least: model.minimumSpeed, at: program.program.span(of: node),
            time: milliseconds))
      }
    }
    return AxisTracking.millidegrees(speed)
  }

  /// The shortest time in which `moved` reach `targets`, in milliseconds.
  private mutating func quickest(_ moved: AxisSet, _ targets: PerAxis<Int32>) throws(Halt) -> Int32
  {
    var shortest = 0.0
    for axis in moved.members {
      guard let limit = limit(of: axis) else { continue }
      let change = Double(targets[axis] - axes[axis].velocity) / 1000
      shortest = max(shortest, SpeedChange.minimumLength(of: change, within: limit))
    }
    guard let least = Milliseconds.covering(shortest) else {
      throw halt(.scheduleTooLong(compilation.budget.length, at: statementSpan))
    }
    return least
  }

  /// Changes the speeds of `moved` to `targets` in `length` milliseconds.
  private mutating func change(
    _ moved: AxisSet, _ targets: PerAxis<Int32>, _ length: Int32, _ nanoseconds: Int64
  ) throws(Halt) {
    var step = Step(.ramp, start: milliseconds)
    step.length = length
    for axis in moved.members {
      if axes[axis].velocity == targets[axis] { continue }
      step.axes.insert(AxisSet(axis))
      step.from[axis] = axes[axis].velocity
      step.to[axis] = targets[axis]
    }
    if step.axes.isEmpty { return try hold(nanoseconds) }
    try emit(step)
    let seconds = Double(length) / 1000
    let changed = step.axes
    try pass(nanoseconds, moving: changed)
    for axis in changed.members {
      checkExpiry(axis)
      reach(axis, step, seconds)
    }
  }

  /// Carries `axis` over the change of speed `step`.
  private mutating func reach(_ axis: Axis, _ step: Step, _ seconds: Double) {
    let (from, to) = (Double(step.from[axis]) / 1000, Double(step.to[axis]) / 1000)
    let end = axes[axis].position + (from + to) / 2 * seconds
    if from * to < 0, let limit = limit(of: axis) {
      let change = SpeedChange(
        position: axes[axis].position, from: from, to: to, length: seconds, within: limit)
      checkReach(axis, change.peaks)
    } else {
      checkReach(axis, end)
    }
    axes[axis].go(to: end, turning: step.to[axis], by: origin, at: step.end)
  }

  /// Carries out `stop`.
  mutating func perform(_ stop: StopStatement) throws(Halt) {
    let named = AxisSet(rawValue: stop.named)
    let wanted = named.isEmpty ? AxisSet.all : named
    let turning = AxisSet.all.members.filter {
      wanted.contains($0) && axes[$0].velocity != 0 && (!named.isEmpty || isFree($0))
    }
    let moved = turning.reduce(AxisSet.none) { $0.union(AxisSet($1)) }
    var asked: (seconds: Double, node: ExpressionView)?
    if let length = stop.length { asked = (try time(length, what: "the length"), length) }
    if moved.isEmpty {
      if let asked { try hold(Scheduler.nanoseconds(asked.seconds)) }
      return
    }
    try take(moved)
    let least = try quickest(moved, PerAxis(all: 0))
    guard let asked else {
      return try change(moved, PerAxis(all: 0), least, Int64(least) * 1_000_000)
    }
    try turn(moved, PerAxis(all: 0), least, asked, holds: false)
  }

  /// Brings those of `moved` that turn to rest, as quickly as can be.
  mutating func brake(_ moved: AxisSet) throws(Halt) {
    var turning = AxisSet.none
    for axis in moved.members where axes[axis].velocity != 0 {
      turning.insert(AxisSet(axis))
    }
    if turning.isEmpty { return }
    let least = try quickest(turning, PerAxis(all: 0))
    try change(turning, PerAxis(all: 0), least, Int64(least) * 1_000_000)
  }

  /// Carries out `wait`.
  mutating func perform(_ wait: WaitStatement) throws(Halt) {
    let first = wait.length
    var seconds = try time(first, what: "a wait", allowsZero: true)
    if let second = wait.greatest {
      let most = try time(second, what: "a wait", allowsZero: true)
      if most < seconds {
        throw halt(
          .emptyRange(at: span(of: first).union(span(of: second)), swap: swap(first, second)))
      }
      seconds += (most - seconds) * evaluator.random.unit()
    }
    try hold(Scheduler.nanoseconds(seconds))
  }

  /// Lets time pass; what turns keeps turning.
  mutating func hold(_ nanoseconds: Int64) throws(Halt) {
    if nanoseconds <= 0 { return }
    if now > horizon {
      // What comes before that is for others to do.
      strand.rest = nanoseconds
      return
    }
    var step = Step(.wait, start: milliseconds)
    step.length = Scheduler.milliseconds(now + nanoseconds) - milliseconds
    if step.length > 0 {
      strand.lastWait = schedule.steps.count
      try emit(step)
    }
    try pass(nanoseconds, moving: .none)
    if strand.parent >= 0 { return }
    for axis in AxisSet.all.members { checkExpiry(axis) }
  }
}
