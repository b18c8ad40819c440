/// A performance is to end, or to pause, before its time.
///
/// Between two waits a performance only gives commands, so interruptions come out of the clock: its
/// `sleep` throws one, at whatever time it then is. Cancellation of the task is a `stop`.
public struct Interruption: Error, Sendable {
  /// The three levels of ending.
  public enum Level: Int, Comparable, Sendable {
    /// Stop, give the motors back, and carry on when told so.
    case hold
    /// Stop, see that the dock stands, and give the motors back.
    case stop
    /// Zero velocity and the motors given back now, whatever is still turning.
    case kill

    /// True iff `left` is the gentler one.
    public static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }
  }

  /// How urgent it is.
  public let level: Level
  let resume: nonisolated(nonsending) @Sendable () async throws -> Void

  /// An end: a `stop` or a `kill`.
  public init(_ level: Level) {
    self.level = level
    resume = {}
  }

  /// A pause, which lasts until `resume` returns.
  public static func hold(
    until resume: nonisolated(nonsending) @escaping @Sendable () async throws -> Void
  ) -> Interruption {
    Interruption(level: .hold, resume: resume)
  }

  private init(
    level: Level, resume: nonisolated(nonsending) @escaping @Sendable () async throws -> Void
  ) {
    self.level = level
    self.resume = resume
  }
}
