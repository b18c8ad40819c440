import Motion

/// How giving back the motors went.
public struct Handback: Equatable, Sendable {
  /// True if the dock reported that nothing moves; nil if it was not asked, because the motors were
  /// not held.
  public internal(set) var isStopConfirmed: Bool?
  /// True if limits of the show's own, if there were any, are gone.
  public internal(set) var areLimitsRestored = false
  /// True if system tracking was to be on.
  public let wantsTracking: Bool
  /// True if system tracking is on, as read back.
  public internal(set) var isTracking: Bool
  /// The pose last reported, in degrees; nil if the dock does not say.
  public internal(set) var pose: PerAxis<Double>?
  /// The names of the errors met on the way, which did not keep the rest from being done.
  public internal(set) var errors: [String] = []
  /// True if something was given up because the dock did not answer in time.
  public internal(set) var timedOut = false

  /// True if the phone was not in the dock in the end.
  public internal(set) var isGone = false

  /// True if nothing is left to be restored.
  ///
  /// System tracking that was off does not stay off: when the phone is back in the dock it is on.
  public var isComplete: Bool {
    isStopConfirmed != false && isTracking == wantsTracking && !timedOut
      && !(isGone && !wantsTracking)
      && (areLimitsRestored || isTracking || isStopConfirmed == nil)
  }
}
