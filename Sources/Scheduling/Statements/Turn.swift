import Diagnosis
import Hardware
import Language
import Motion
import Quantities

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
    guard let asked else { return try change(moved, targets, atPaceOr: least) }
    try self.turn(moved, targets, least, asked, holds: !turn.isRamp)
  }

  /// Changes speed over the time asked for, or (`holds`) at once and keeps it for the rest.
  mutating func turn(
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
            wanted: length, least: least, at: span, isLiteral: isLiteral, pace: rendition.pace,
            time: milliseconds))
      }
      return try change(moved, targets, least, Nanoseconds(Milliseconds(least)))
    }
    let whole = spend(asked.seconds)
    guard holds else { return try change(moved, targets, length, whole) }
    let before = now
    try change(moved, targets, atPaceOr: least)
    try hold(whole - (now - before))
  }

  /// The signed speed of `node`, in millidegrees a second; nil if the axis cannot have it.
  private mutating func speed(_ node: ExpressionView, of axis: Axis) throws(Halt) -> Int32? {
    let written = try value(node)
    let speed = rendition.turned(written, axis) * rendition.pace
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
            literal: literalSpan(in: node), pace: rendition.pace, time: milliseconds))
      }
      return AxisTracking.millidegrees(speed > 0 ? limit : -limit)
    }
    if speed != 0, abs(speed) < model.minimumSpeed {
      if isNew(.tooSlow) {
        report(
          .tooSlow(
            axis, speed: abs(speed), slowest: model.minimumSpeed, inSteps: false,
            at: program.program.span(of: node), time: milliseconds))
      }
    }
    return AxisTracking.millidegrees(speed)
  }
}
