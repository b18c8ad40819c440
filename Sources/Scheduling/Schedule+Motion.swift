import Motion

extension Schedule {
  /// How `axis` moves in `step`, which must be a move, a through or a ramp of it; nil otherwise.
  ///
  /// A ramp says nothing about positions: it starts from `position` degrees. `limits` are those
  /// that hold when it starts. Nil, too, if the legs of a through are not in order.
  public func profile(
    of axis: Axis, in step: Step, from position: Double, within limits: AxisLimits
  ) -> Profile? {
    guard step.axes.contains(axis) else { return nil }
    let length = Double(plannedLength(of: step)) / 1000
    guard let whole = whole(of: axis, in: step, from: position, length, within: limits) else {
      return nil
    }
    let rest = Double(step.length) / 1000
    return rest < length ? .part(whole, length: rest) : whole
  }

  /// How long `step` was to last, in milliseconds: longer than it does if it is cut off.
  public func plannedLength(of step: Step) -> Int32 {
    switch step.kind {
    case .move, .ramp: return max(step.length, Int32(clamping: step.extra))
    case .through:
      guard step.extra < throughs.count else { return step.length }
      let through = throughs[Int(step.extra)]
      let ends = zip(through.starts, through.lengths).map { Int($0) + Int($1) }
      return Int32(clamping: max(Int(step.length), ends.max() ?? 0))
    default: return step.length
    }
  }

  private func whole(
    of axis: Axis, in step: Step, from position: Double, _ length: Double,
    within limits: AxisLimits
  ) -> Profile? {
    let (from, to) = (Double(step.from[axis]) / 1000, Double(step.to[axis]) / 1000)
    switch step.kind {
    case .move:
      let easing = step.easing < easings.count ? easings[Int(step.easing)] : .plain
      return .move(from: from, to: to, length: length, easing: easing, within: limits)
    case .ramp:
      return .speedChange(position: position, from: from, to: to, length: length, within: limits)
    case .through:
      return plan(of: step).map { .through($0, axis) }
    default:
      return nil
    }
  }

  /// The plan of a move through waypoints; nil if its legs are not in order.
  private func plan(of step: Step) -> ThroughPlan? {
    guard step.extra < throughs.count else { return nil }
    let through = throughs[Int(step.extra)]
    return ThroughPlan(
      from: step.from.map { Double($0) / 1000 },
      points: through.points.map { $0.map { Double($0) / 1000 } },
      starts: through.starts, lengths: through.lengths, length: plannedLength(of: step))
  }
}
