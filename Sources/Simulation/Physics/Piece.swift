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
    /// The system tracker turned the dock to where it looks when it sees nobody.
    case tracker
    /// The system tracker followed somebody.
    case follow
    /// The firmware dropped a velocity after its lifetime.
    case expiry
    /// The end of the range came near.
    case limit
    /// A motion was given up.
    case stop
    /// The firmware turned the dock of its own accord.
    case firmware
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

  /// True if nothing moves.
  public var isRest: Bool { speed == 0 && acceleration == 0 && jerk == 0 }

  /// Visits the times between `first` and `last` at which the speed is least or greatest: both, and
  /// where the acceleration turns.
  @inline(__always)
  func forEachSpeedExtreme(
    from first: Double, to last: Double, _ visit: (_ time: Double) -> Void
  ) {
    visit(first)
    let turn = start - acceleration / jerk
    if jerk != 0, first < turn, turn < last { visit(turn) }
    visit(last)
  }

  /// The greatest speed, without its sign, between two times.
  func peakSpeed(from first: Double, to last: Double) -> Double {
    var peak = 0.0
    forEachSpeedExtreme(from: first, to: last) { peak = max(peak, abs(speed(at: $0))) }
    return peak
  }

  /// The least and the greatest position between two times.
  func extremes(from first: Double, to last: Double) -> ClosedRange<Double> {
    let a = position(at: first)
    let b = position(at: last)
    var range = min(a, b)...max(a, b)
    func widen(at turn: Double) {
      guard first < turn, turn < last else { return }
      let c = position(at: turn)
      range = min(range.lowerBound, c)...max(range.upperBound, c)
    }
    let (turn, other) = turns
    widen(at: turn)
    widen(at: other)
    return range
  }

  /// The times at which the speed is 0, before and after the piece too; NaN or infinite for none.
  private var turns: (Double, Double) {
    guard jerk != 0 else { return (start - speed / acceleration, .nan) }
    let root = (acceleration * acceleration - 2 * jerk * speed).squareRoot()
    // Either root from the other, so that nothing cancels.
    let sum = -(acceleration + (acceleration < 0 ? -root : root))
    return sum == 0 ? (start, .nan) : (start + sum / jerk, start + 2 * speed / sum)
  }
}
