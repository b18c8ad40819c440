/// Why there is no motion from one state to another.
public enum PlanningFailure: Error, Equatable, Sendable {
  /// A limit of speed or acceleration is not a positive finite number, or one of jerk not positive.
  case limits
  /// A number of the state at the start is not finite.
  case start
  /// A number of the state at the end is not finite.
  case target
  /// No motion within the limits goes through the state at the end: it is too fast, or its
  /// acceleration leads to or comes from a velocity beyond the limit.
  case unreachable
  /// The wanted length, in seconds, is none in which the target can be reached; `next` is the least
  /// greater one.
  case length(next: Double)
  /// The numbers are of such different sizes that they cannot be computed with.
  case range
}
