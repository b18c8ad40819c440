/// A stretch of motion at constant jerk, in degrees and seconds.
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
  /// The acceleration it begins with.
  public var acceleration: Double
  /// The jerk all along.
  public var jerk: Double
  /// Why it began.
  public var cause: Cause

  /// Creates a piece of motion.
  public init(
    start: Double, position: Double, speed: Double, acceleration: Double, jerk: Double = 0,
    cause: Cause
  ) {
    self.start = start
    self.position = position
    self.speed = speed
    self.acceleration = acceleration
    self.jerk = jerk
    self.cause = cause
  }

  /// The position at `time` seconds.
  public func position(at time: Double) -> Double {
    let elapsed = time - start
    return position + elapsed * (speed + elapsed * (acceleration / 2 + elapsed * jerk / 6))
  }

  /// The speed at `time` seconds.
  public func speed(at time: Double) -> Double {
    let elapsed = time - start
    return speed + elapsed * (acceleration + elapsed * jerk / 2)
  }

  /// The acceleration at `time` seconds.
  public func acceleration(at time: Double) -> Double { acceleration + (time - start) * jerk }

  /// True iff nothing moves.
  public var isRest: Bool { speed == 0 && acceleration == 0 && jerk == 0 }

  /// The times between `first` and `last` at which the speed is least or greatest: both, and where
  /// the acceleration turns.
  func speedExtremes(from first: Double, to last: Double) -> [Double] {
    let turn = start - acceleration / jerk
    return jerk != 0 && first < turn && turn < last ? [first, turn, last] : [first, last]
  }

  /// The least and the greatest position between two times.
  func extremes(from first: Double, to last: Double) -> ClosedRange<Double> {
    let a = position(at: first)
    let b = position(at: last)
    var range = min(a, b)...max(a, b)
    for turn in turns where first < turn && turn < last {
      let c = position(at: turn)
      range = min(range.lowerBound, c)...max(range.upperBound, c)
    }
    return range
  }

  /// The times at which the speed is 0, before and after the piece too.
  private var turns: [Double] {
    guard jerk != 0 else { return acceleration != 0 ? [start - speed / acceleration] : [] }
    let root = (acceleration * acceleration - 2 * jerk * speed).squareRoot()
    guard root.isFinite else { return [] }
    // Either root from the other, so that nothing cancels.
    let sum = -(acceleration + (acceleration < 0 ? -root : root))
    return sum == 0 ? [start] : [start + sum / jerk, start + 2 * speed / sum]
  }
}
