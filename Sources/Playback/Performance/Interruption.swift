/// A performance is to end, or to pause, before its time.
public struct Interruption: Error, Sendable {
  /// The three levels of ending.
  public enum Level: Int, Comparable, Sendable {
    /// Stop, give the motors back, and resume on request.
    case hold
    /// Stop, see that the dock stands, and give the motors back.
    case stop
    /// Zero velocity, and the motors given back now, even if something is still turning.
    case kill

    /// True if `left` is the gentler one.
    public static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }
  }

  /// How urgent it is.
  let level: Level

  init(_ level: Level) { self.level = level }
}
