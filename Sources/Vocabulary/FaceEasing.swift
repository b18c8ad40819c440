/// How a face spends the time of a change to another mood.
public enum FaceEasing: String, CaseIterable, Sendable {
  /// It begins and ends gently.
  case gentle
  /// It swings past the mood and back, as a spring of damping fraction 0.7 does.
  case spring
}
