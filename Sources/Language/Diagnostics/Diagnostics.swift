/// The ordered set of diagnostics a run has reported.
public struct Diagnostics: Sendable {
  /// The greatest number kept; further ones are counted only.
  public static let limit = 50

  /// What was reported, in the order of the text; equal ones once.
  public private(set) var all: [Diagnostic] = []
  /// How many were reported beyond `limit`.
  public private(set) var dropped = 0
  /// True iff an error was reported, kept or not.
  public private(set) var hasErrors = false

  /// Creates an empty set.
  public init() {}

  /// Adds `diagnostic` unless an equal one, or another error at the same place, is there already.
  public mutating func report(_ diagnostic: Diagnostic) {
    if diagnostic.severity == .error { hasErrors = true }
    let sameStart = all.contains {
      $0.span != nil && $0.span?.start == diagnostic.span?.start
        && $0.severity == diagnostic.severity && $0.motion == diagnostic.motion
    }
    if sameStart || all.contains(diagnostic) { return }
    if all.count >= Diagnostics.limit {
      dropped += 1
      guard makeRoom(for: diagnostic) else { return }
    }
    let place = diagnostic.span?.start ?? 0
    let index = all.firstIndex { ($0.span?.start ?? 0) > place } ?? all.count
    all.insert(diagnostic, at: index)
  }

  /// Gives up the last warning for an error, so that what stops the line is always shown.
  private mutating func makeRoom(for diagnostic: Diagnostic) -> Bool {
    guard diagnostic.severity == .error,
      let last = all.lastIndex(where: { $0.severity == .warning })
    else { return false }
    all.remove(at: last)
    return true
  }

  /// The number of kept diagnostics of `severity`.
  public func count(of severity: Diagnostic.Severity) -> Int {
    all.count { $0.severity == severity }
  }

  /// True iff as much has been reported here as in `other`, of which this is the continuation.
  func isEqual(to other: Diagnostics) -> Bool {
    all.count == other.all.count && dropped == other.dropped
  }
}
