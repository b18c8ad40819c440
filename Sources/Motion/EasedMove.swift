/// A move between two positions by a time law.
public struct EasedMove: Equatable, Sendable {
  /// Where it begins, in degrees.
  public let from: Double
  /// Where it ends, in degrees.
  public let to: Double
  /// How long it lasts, in seconds.
  public let length: Double
  /// How it progresses.
  public let law: MotionLaw

  /// Creates the move from `from` to `to` degrees in `length` seconds.
  @inlinable
  public init(from: Double, to: Double, length: Double, law: MotionLaw) {
    self.from = from
    self.to = to
    self.length = length > 0 ? length : 0
    self.law = law
  }

  /// The state `time` seconds after the start; at rest before the start and after the end.
  @inlinable
  public func state(at time: Double) -> MotionState {
    guard time >= 0 else { return MotionState(position: from) }
    guard time < length else { return MotionState(position: to) }
    let unit = law.state(at: time / length)
    let distance = to - from
    let rate = 1 / length
    return MotionState(
      position: from + distance * unit.position,
      velocity: distance * unit.velocity * rate,
      acceleration: distance * unit.acceleration * rate * rate,
      jerk: distance * unit.jerk * rate * rate * rate)
  }

  /// The extremes, exact.
  @inlinable
  public var peaks: Peaks {
    guard from != to else { return Peaks(restingAt: from) }
    let unit = law.peaks
    let distance = to - from
    let way = abs(distance)
    let (first, second) = (from + distance * unit.lower, from + distance * unit.upper)
    return Peaks(
      speed: way * unit.speed / length,
      acceleration: way * unit.acceleration / (length * length),
      jerk: way * unit.jerk / (length * length * length),
      lower: min(from, to, first, second), upper: max(from, to, first, second))
  }
}
