extension PerAxis where Value == AxisLimits? {
  /// These limits reduced so that quickest moves by `deltas` degrees follow one straight line.
  ///
  /// On a line all axes share one law s(t) from 0 to 1, whose limits are the least of limit/|delta|
  /// over the axes. An axis that may do just |delta| times that much moves by that very law. The
  /// ends of the range are kept, as are the limits of an axis that stays.
  public func straight(along deltas: PerAxis<Double>) -> PerAxis<AxisLimits?> {
    guard let path = path(along: deltas) else { return self }
    var straight = self
    for axis in Axis.allCases where deltas[axis] != 0 {
      let way = abs(deltas[axis])
      straight[axis]?.speed = path.speed * way
      straight[axis]?.acceleration = path.acceleration * way
      straight[axis]?.jerk = path.jerk * way
    }
    return straight
  }

  /// The limits of the fraction of the way along `deltas`; nil if nothing moves.
  private func path(along deltas: PerAxis<Double>) -> AxisLimits? {
    var path: AxisLimits?
    for axis in Axis.allCases where deltas[axis] != 0 {
      guard let limits = self[axis] else { continue }
      let way = abs(deltas[axis])
      path = AxisLimits(
        lower: 0, upper: 1,
        speed: min(path?.speed ?? .infinity, limits.speed / way),
        acceleration: min(path?.acceleration ?? .infinity, limits.acceleration / way),
        jerk: min(path?.jerk ?? .infinity, limits.jerk / way))
    }
    return path
  }
}
