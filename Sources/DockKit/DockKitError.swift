import FoundationEssentials

/// The errors of calls to a dock, in the order of Apple's codes.
public enum DockKitError: Error, Hashable, Sendable {
  /// The operation is not supported (code 0).
  case notSupported
  /// There is no dock, or it has left (code 1).
  case notConnected
  /// This dock lacks the feature or the axis (code 2).
  case notSupportedByDevice
  /// An argument is out of its range (code 3).
  case invalidParameter
  /// There is nothing to follow at the given place (code 4).
  case noSubjectFound
  /// Observations are too rare: less than 10 a second (code 5).
  case frameRateTooLow
  /// The person has not let the app use the camera (code 6).
  case cameraTCCMissing
  /// Calls are too frequent: above 30 observations, or 2 animations and orientations, a second
  /// (code 7).
  case frameRateTooHigh
}

extension DockKitError: LocalizedError {
  /// One English sentence.
  public var errorDescription: String? {
    switch self {
    case .notSupported: "The operation is not supported."
    case .notConnected: "No dock is connected."
    case .notSupportedByDevice: "This dock cannot do it."
    case .invalidParameter: "An argument is out of its range."
    case .noSubjectFound: "There is nothing to follow there."
    case .frameRateTooLow: "Calls come too seldom."
    case .cameraTCCMissing: "The camera may not be used."
    case .frameRateTooHigh: "Calls come too often."
    }
  }
}
