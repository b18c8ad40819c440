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
    if step.kind == .cut { return stopped(axis, in: step, from: position, within: limits) }
    let (from, to) = (Double(step.from[axis]) / 1000, Double(step.to[axis]) / 1000)
    let length = Double(step.length) / 1000
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

  private func stopped(
    _ axis: Axis, in step: Step, from position: Double, within limits: AxisLimits
  ) -> Profile? {
    guard step.extra < cuts.count, cuts[Int(step.extra)].whole.kind != .cut else { return nil }
    let cut = cuts[Int(step.extra)]
    let whole = profile(of: axis, in: cut.whole, from: position, within: limits)
    guard let whole, cut.time >= 0, cut.time <= cut.whole.length else { return nil }
    return StoppedMotion(
      whole, after: Double(cut.time) / 1000, length: Double(step.length) / 1000, within: limits
    ).map { .stopped($0) }
  }

  /// The plan of a move through waypoints; nil if its legs are not in order.
  private func plan(of step: Step) -> ThroughPlan? {
    guard step.extra < throughs.count else { return nil }
    let through = throughs[Int(step.extra)]
    return ThroughPlan(
      from: step.from.map { Double($0) / 1000 },
      points: through.points.map { $0.map { Double($0) / 1000 } },
      starts: through.starts, lengths: through.lengths, length: step.length)
  }
}
