/// The motion of one axis exactly through waypoints: jerk-limited legs that meet at speed.
public struct ViaPointMotion: Equatable, Sendable {
  /// How long it lasts, in seconds.
  public let length: Double
  /// The motion to each waypoint, in its own time.
  let legs: [Profile]
  /// When each leg begins, in seconds of their time.
  let starts: [Double]
  /// How much slower than its legs it is, evenly over the whole.
  let stretch: Double

  /// Creates the motion from `from` through `points` degrees, passing each at its velocity in
  /// degrees a second.
  ///
  /// The legs last `lengths` seconds, and are stretched evenly to `length` seconds in all, which
  /// divides the velocities. Nil if the counts differ, or if a leg cannot last that long.
  public init?(
    from: Double, points: [Double], velocities: [Double], lengths: [Double], length: Double,
    within limits: AxisLimits
  ) {
    guard points.count == velocities.count, points.count == lengths.count else { return nil }
    var legs: [Profile] = []
    var starts: [Double] = []
    legs.reserveCapacity(points.count)
    starts.reserveCapacity(points.count)
    var (state, clock) = (MotionState(position: from), 0.0)
    for index in points.indices {
      let next = MotionState(position: points[index], velocity: velocities[index])
      guard lengths[index] > 0,
        let leg = Profile.between(state, next, length: lengths[index], within: limits)
      else { return nil }
      starts.append(clock)
      legs.append(leg)
      clock += lengths[index]
      state = next
    }
    guard state.velocity == 0, length >= clock * (1 - 1e-12) else { return nil }
    (self.legs, self.starts, self.length) = (legs, starts, length)
    stretch = clock > 0 ? length / clock : 1
  }

  /// The state `time` seconds after the start; at rest before the start and after the end.
  ///
  /// Takes logarithmic time in the number of waypoints.
  public func state(at time: Double) -> MotionState {
    guard let first = legs.first, let last = legs.last, time > 0 else {
      return MotionState(position: legs.first?.state(at: 0).position ?? 0)
    }
    guard time < length else { return MotionState(position: last.end.position) }
    let own = time / stretch
    var (low, high) = (0, starts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= own { low = middle } else { high = middle }
    }
    let leg = low == 0 ? first : legs[low]
    return leg.state(at: own - starts[low]).slowed(by: stretch)
  }

  /// The extremes, in closed form.
  public var peaks: Peaks {
    guard var peaks = legs.first?.peaks else { return Peaks(restingAt: 0) }
    for leg in legs { peaks.formUnion(leg.peaks) }
    peaks.speed /= stretch
    peaks.acceleration /= stretch * stretch
    peaks.jerk /= stretch * stretch * stretch
    return peaks
  }
}

extension MotionState {
  /// The state when time goes by `stretch` times as slowly.
  fileprivate func slowed(by stretch: Double) -> MotionState {
    MotionState(
      position: position, velocity: velocity / stretch,
      acceleration: acceleration / (stretch * stretch),
      jerk: jerk / (stretch * stretch * stretch))
  }
}
