/// A stretch of motion at constant acceleration, in degrees and seconds.
///
/// It lasts until the next piece of its axis begins; the last one goes on for ever.
public struct Piece: Hashable, Sendable {
  /// Why a motor began to do something else.
  public enum Cause: UInt8, Hashable, Sendable {
    /// The world began.
    case start
    /// An angular velocity was commanded.
    case velocity
    /// An orientation was commanded.
    case orientation
    /// A built-in animation was commanded.
    case animation
    /// The system tracker turned the dock.
    case tracker
    /// A velocity had lived as long as the firmware lets it.
    case expiry
    /// The end of the range came near.
    case limit
    /// A motion was given up.
    case stop
  }

  /// When it begins, in seconds.
  public var start: Double
  /// The position it begins at.
  public var position: Double
  /// The speed it begins with.
  public var speed: Double
  /// The acceleration all along.
  public var acceleration: Double
  /// Why it began.
  public var cause: Cause

  /// Creates a piece of motion.
  public init(
    start: Double, position: Double, speed: Double, acceleration: Double, cause: Cause
  ) {
    self.start = start
    self.position = position
    self.speed = speed
    self.acceleration = acceleration
    self.cause = cause
  }

  /// The position at `time` seconds.
  public func position(at time: Double) -> Double {
    let elapsed = time - start
    return position + elapsed * (speed + elapsed * acceleration / 2)
  }

  /// The speed at `time` seconds.
  public func speed(at time: Double) -> Double { speed + (time - start) * acceleration }

  /// True iff nothing moves.
  public var isRest: Bool { speed == 0 && acceleration == 0 }

  /// The least and the greatest position between two times.
  func extremes(from first: Double, to last: Double) -> ClosedRange<Double> {
    let a = position(at: first)
    let b = position(at: last)
    guard acceleration != 0 else { return min(a, b)...max(a, b) }
    let turn = start - speed / acceleration
    guard first < turn, turn < last else { return min(a, b)...max(a, b) }
    let c = position(at: turn)
    return min(a, b, c)...max(a, b, c)
  }
}
