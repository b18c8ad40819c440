/// A smooth change of the rate at which a motion is carried out: a pause, slow motion, or the way
/// back.
///
/// The motion keeps its path. Its own time s(t) runs at a rate that goes from one value to another
/// as 3x² - 2x³ over the length of the warp, so that the speed of every axis changes without a
/// step, and its acceleration without a jump. By the chain rule an axis has the speed v s', the
/// acceleration a s'² + v s'' and the jerk j s'³ + 3 a s' s'' + v s'''.
public struct TimeWarp: Equatable, Sendable {
  /// When it begins, in seconds of the motion's own time.
  public let start: Double
  /// The rate before; 1 is as planned, 0 stands still.
  public let from: Double
  /// The rate after.
  public let to: Double
  /// How long it lasts, in seconds of the clock.
  public let length: Double

  /// Creates the warp from rate `from` to rate `to` in `length` seconds, from `start` on.
  ///
  /// Lengths below 0 are taken for 0, rates are clamped to 0...1: a motion that keeps its limits
  /// keeps them at any even rate of these.
  public init(start: Double, from: Double, to: Double, length: Double) {
    self.start = start
    self.from = from > 0 ? min(from, 1) : 0
    self.to = to > 0 ? min(to, 1) : 0
    self.length = length > 0 ? length : 0
  }

  /// How far the motion gets, in seconds of its own time.
  public var ownLength: Double { length * (from + to) / 2 }

  /// The motion's own time, in seconds, and its derivatives `time` seconds after the warp begins.
  ///
  /// Position stands for the time, velocity for the rate. Before and after, the rate is even.
  public func ownTime(at time: Double) -> MotionState {
    guard time > 0 else { return MotionState(position: start + from * time, velocity: from) }
    guard time < length else {
      return MotionState(position: start + ownLength + to * (time - length), velocity: to)
    }
    let x = time / length
    let change = to - from
    return MotionState(
      position: start + length * (from * x + change * x * x * x * (1 - x / 2)),
      velocity: from + change * x * x * (3 - 2 * x),
      acceleration: change / length * 6 * x * (1 - x),
      jerk: change / (length * length) * 6 * (1 - 2 * x))
  }

  /// The state of an axis that moves by `profile`, `time` seconds after the warp begins.
  public func state(of profile: Profile, at time: Double) -> MotionState {
    let own = ownTime(at: time)
    let state = profile.state(at: own.position)
    let (rate, bend) = (own.velocity, own.acceleration)
    return MotionState(
      position: state.position, velocity: state.velocity * rate,
      acceleration: state.acceleration * rate * rate + state.velocity * bend,
      jerk: state.jerk * rate * rate * rate + 3 * state.acceleration * rate * bend
        + state.velocity * own.jerk)
  }
}

extension TimeWarp {
  /// The shortest length, in seconds, of a warp that keeps `limits` whenever it begins in a motion
  /// with these `peaks`; infinite if there is none.
  ///
  /// The greatest terms of the chain rule, which need not meet at one moment, are added: |s''| is
  /// at most 1.5 and |s'''| at most 6 times the change of rate, over the length and its square. The
  /// limit of jerk is then a quadratic inequality in the length; where it is infinite, that of the
  /// acceleration alone counts.
  public static func shortestLength(
    from: Double, to: Double, peaks: Peaks, within limits: AxisLimits
  ) -> Double {
    let (from, to) = (max(0, min(1, from)), max(0, min(1, to)))
    let (rate, change) = (max(from, to), abs(to - from))
    guard change > 0, peaks.speed > 0 || peaks.acceleration > 0 else { return 0 }
    let room = limits.acceleration - peaks.acceleration * rate * rate
    guard peaks.speed * rate <= limits.speed * (1 + 1e-12), room > 0 else { return .infinity }
    let length = 1.5 * peaks.speed * change / room
    if limits.jerk == .infinity { return length }
    let spare = limits.jerk - peaks.jerk * rate * rate * rate
    guard spare > 0 else { return .infinity }
    let bend = 4.5 * peaks.acceleration * rate * change
    let root = (bend * bend + 24 * spare * peaks.speed * change).squareRoot()
    return max(length, (bend + root) / (2 * spare))
  }

  /// A motion that is in progress.
  public struct Movement: Sendable {
    /// The motion of one axis.
    public var profile: Profile
    /// The limits of the axis.
    public var limits: AxisLimits
    /// The motion's own time, in seconds.
    public var elapsed: Double

    /// Creates a motion of one axis that is at `elapsed` seconds of its own time.
    public init(_ profile: Profile, _ limits: AxisLimits, at elapsed: Double) {
      (self.profile, self.limits, self.elapsed) = (profile, limits, elapsed)
    }
  }

  /// How much own time passes before the warp from rate `from` to rate `to` that keeps all limits
  /// and is over first, and how long it lasts, in seconds; nil if rate or limits allow none.
  ///
  /// A motion that is at a limit has no room for a warp, one that is almost there has room for a
  /// long one only: then it goes on at its rate until it has, at the latest until it ends. One that
  /// stands still cannot wait; to a rate of a half or less there is a warp from any place, and from
  /// there to a greater one. At each start tried, the length is that of `shortestLength` for the
  /// stretch of the motion that the warp itself covers.
  public static func soonest(
    from: Double, to: Double, in movements: [Movement]
  ) -> (delay: Double, length: Double)? {
    guard from.isFinite, to.isFinite, movements.allSatisfy({ $0.elapsed.isFinite }) else {
      return nil
    }
    let end = movements.reduce(0) { max($0, $1.profile.length - $1.elapsed) }
    guard end.isFinite else { return nil }
    let step = max(0.001, end / 512)
    var (delay, over) = (0.0, Double.infinity)
    var best: (delay: Double, length: Double)?
    while true {
      if let length = length(from: from, to: to, after: delay, in: movements),
        from == 0 || delay / from + length < over
      {
        (best, over) = ((delay, length), delay / from + length)
      }
      // A motion that stands still does not get anywhere by waiting.
      guard from > 0, delay < end, delay / from < over else { return best }
      delay = min(end, delay + step)
    }
  }

  private static func length(
    from: Double, to: Double, after delay: Double, in movements: [Movement]
  ) -> Double? {
    var length = 0.0
    // A longer warp covers more of the motion, which may ask for a longer one still.
    for _ in 0..<32 {
      let covered = TimeWarp(start: 0, from: from, to: to, length: length).ownLength
      var needed = 0.0
      for movement in movements {
        let end = movement.profile.length
        // Once it has had the time to end it has, however its time is rounded.
        let start =
          delay < end - movement.elapsed ? movement.elapsed + delay : max(end, movement.elapsed)
        let peaks = movement.profile.peaks(from: start, to: start + covered)
        needed = max(
          needed, shortestLength(from: from, to: to, peaks: peaks, within: movement.limits))
      }
      guard needed < .infinity else { return nil }
      if needed <= length { return length }
      // A little more than is needed, so that it soon is enough.
      length = needed * (length == 0 ? 1 : 1.01)
    }
    return nil
  }
}
