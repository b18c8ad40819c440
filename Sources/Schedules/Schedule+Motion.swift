import Motion
import Quantities

extension Schedule {
  /// How `axis` moves in `step`, which must be a motion of it; nil otherwise.
  ///
  /// A ramp says nothing about positions: it starts from `position` degrees. `limits` are those
  /// that hold when it starts. Nil, too, if the legs of a through are not in order, or if a move
  /// cannot go on from its velocity in its time.
  public func profile(
    of axis: Axis, in step: Step, from position: Double, within limits: AxisLimits
  ) -> Profile? {
    guard step.axes.contains(axis) else { return nil }
    if step.kind == .warp { return warped(axis, in: step, within: limits) }
    if step.kind == .cut { return stopped(axis, in: step, from: position, within: limits) }
    let (from, to) = (Millidegrees(step.from[axis]).degrees, Millidegrees(step.to[axis]).degrees)
    let length = Milliseconds(step.length).seconds
    switch step.kind {
    case .move: return move(of: axis, in: step, within: limits)
    case .ramp:
      return .speedChange(position: position, from: from, to: to, length: length, within: limits)
    case .through: return through(axis, step, within: limits)
    default:
      return nil
    }
  }

  /// How fast `axis` turned when `step` began, in millidegrees a second.
  package func velocity(of axis: Axis, before step: Step) -> Int32 {
    switch step.kind {
    case .ramp: return step.from[axis]
    case .move: return manner(of: step).velocities[axis]
    case .cut: return cut(of: step).map { velocity(of: axis, before: $0.whole) } ?? 0
    case .warp:
      guard let warp = warp(of: step), warp.begin == 0 else { return 0 }
      return velocity(of: axis, before: warp.whole)
    case .take, .giveBack, .through, .wait, .animate, .limit, .tracking, .action: return 0
    }
  }
}
