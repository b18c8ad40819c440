/// The ordered set of diagnostics a run has reported.
public struct Diagnostics: Sendable {
  /// The greatest number kept; further ones are counted only.
  public static let limit = 50

  /// What was reported, in the order of the text; equal ones once.
  public private(set) var all: [Diagnostic] = []
  /// How many were reported beyond `limit`.
  public private(set) var dropped = 0
  /// True if an error was reported, kept or not.
  public private(set) var hasErrors = false

  /// Creates an empty set.
  public init() {}

  /// Adds `diagnostic` unless an equal one, or another error at the same place, is there already.
  public mutating func report(_ diagnostic: Diagnostic) {
    if diagnostic.severity == .error { hasErrors = true }
    if isKnown(diagnostic) { return }
    if all.count >= Diagnostics.limit {
      dropped += 1
      guard makeRoom(for: diagnostic) else { return }
    }
    all.insert(diagnostic, at: index(where: { $0 > diagnostic.place }))
    isFull = all.count >= Diagnostics.limit && all.allSatisfy { $0.severity == .error }
  }

  /// True if no further error is kept, whatever it says.
  public private(set) var isFull = false

  /// Counts an error that is not kept; it need not be put into words.
  public mutating func count() {
    hasErrors = true
    dropped += 1
  }

  /// Counts a warning at `place` that is not kept, whatever it says, so that it need not be put
  /// into words; false, and not counted, if it may be kept, or known.
  package mutating func countsWarning(at place: UInt32) -> Bool {
    guard all.count >= Diagnostics.limit else { return false }
    let next = index(where: { $0 >= place })
    if next < all.count, all[next].place == place { return false }
    dropped += 1
    return true
  }

  /// True if an equal diagnostic, another of its severity and motion at its place, or the same
  /// message at another time is kept: a line that several ways lead to is reported once.
  private func isKnown(_ diagnostic: Diagnostic) -> Bool {
    for index in index(where: { $0 >= diagnostic.place })..<all.count {
      guard all[index].place == diagnostic.place else { return false }
      let isSamePlace = all[index].span != nil && diagnostic.span != nil
      if isSamePlace, all[index].severity == diagnostic.severity,
        all[index].motion == diagnostic.motion || all[index].saysTheSame(as: diagnostic)
      {
        return true
      }
      if all[index] == diagnostic { return true }
    }
    return false
  }

  /// The index of the first kept diagnostic whose place `isBeyond`; all after it are, too.
  private func index(where isBeyond: (UInt32) -> Bool) -> Int {
    var (low, high) = (0, all.count)
    while low < high {
      let middle = (low + high) / 2
      if isBeyond(all[middle].place) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// Drops the last warning for an error, so that errors are always shown.
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

  /// True if as many diagnostics have been reported as in `other`, of which this is the
  /// continuation.
  package func isEqual(to other: Diagnostics) -> Bool {
    all.count == other.all.count && dropped == other.dropped
  }
}

extension Diagnostic {
  /// Where in the text it stands; one that has no place comes first.
  fileprivate var place: UInt32 { span?.start ?? 0 }
}

extension Diagnostic {
  /// True if it says the same of a motion, perhaps at another time.
  fileprivate func saysTheSame(as other: Diagnostic) -> Bool {
    guard motion != nil, other.motion != nil else { return false }
    return code == other.code && message == other.message && notes == other.notes
  }
}
