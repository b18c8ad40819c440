/// How a handler meets the motion in progress.
public enum HandlerPolicy: String, Term {
  /// It moves nothing that anything else uses. Scripts write no word for it.
  case alongside
  /// The show slows down along its path to a stop, its time stands still, and when the handler is
  /// over the dock returns to that place and the show carries on.
  case pausing
  /// The show is stopped and over.
  case replacing
  /// It waits until its axes stand; then as `pausing`.
  case queued
  /// It is dropped while its axes are in use; otherwise as `pausing`.
  case ignoring

  /// The policies that scripts write, in the order of the table.
  public static let written = allCases.filter { $0 != .alongside }

  /// What the table says about the policy.
  public var entry: TermEntry { TermEntry() }
}
