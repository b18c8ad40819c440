import Motion

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
    let (from, to) = (Double(step.from[axis]) / 1000, Double(step.to[axis]) / 1000)
    let length = Double(step.length) / 1000
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
    let index = Int(step.extra)
    return switch step.kind {
    case .ramp: step.from[axis]
    case .move: manner(of: step).velocities[axis]
    case .cut where cuts.indices.contains(index): velocity(of: axis, before: cuts[index].whole)
    case .warp where warps.indices.contains(index) && warps[index].begin == 0:
      velocity(of: axis, before: warps[index].whole)
    default: 0
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

  private func warped(_ axis: Axis, in step: Step, within limits: AxisLimits) -> Profile? {
    guard step.extra < warps.count else { return nil }
    let warp = warps[Int(step.extra)]
    guard warp.whole.kind == .move || warp.whole.kind == .through,
      let whole = profile(of: axis, in: warp.whole, from: 0, within: limits)
    else { return nil }
    let changes = warp.changes.map {
      WarpedMotion.Change(
        at: Double($0.time) / 1000, over: Double($0.length) / 1000, to: Double($0.rate) / 100)
    }
    return WarpedMotion(
      whole, from: Double(warp.begin) / 1000, changes: changes,
      length: Double(step.length) / 1000
    ).map { .warped($0) }
  }

  /// How `axis` moves in `step`, through or near waypoints; nil if its legs are not in order.
  private func through(_ axis: Axis, _ step: Step, within limits: AxisLimits) -> Profile? {
    guard step.extra < throughs.count else { return nil }
    let through = throughs[Int(step.extra)]
    let points = through.points.map { $0.map { Double($0) / 1000 } }
    guard through.velocities.isEmpty else {
      guard through.isInOrder else { return nil }
      let passage = Passage(
        from: Double(step.from[axis]) / 1000, points: points.map { $0[axis] },
        velocities: through.velocities.map { Double($0[axis]) / 1000 },
        lengths: through.lengths.map { Double($0) / 1000 }, length: Double(step.length) / 1000,
        within: limits)
      return passage.map { .passing($0) }
    }
    let plan = ThroughPlan(
      from: step.from.map { Double($0) / 1000 }, points: points, starts: through.starts,
      lengths: through.lengths, length: step.length)
    return plan.map { .through($0, axis) }
  }
}

extension Schedule.Through {
  /// True if each leg begins as the one before ends, and the first at once.
  fileprivate var isInOrder: Bool {
    guard starts.count == points.count, lengths.count == points.count else { return false }
    var end: Int64 = 0
    for (start, length) in zip(starts, lengths) {
      guard Int64(start) == end else { return false }
      end += Int64(length)
    }
    return true
  }
}
