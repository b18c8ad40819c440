import FoundationEssentials

extension DockAccessory {
  /// Where in the picture a subject is kept.
  public enum FramingMode: Hashable, Sendable, Codable {
    /// The system chooses.
    case automatic
    /// The middle.
    case center
    /// The left third.
    case left
    /// The right third.
    case right
  }

  /// The present framing mode.
  public var framingMode: FramingMode { driver.framingMode }

  /// Changes where in the picture a subject is kept; throws `notConnected`.
  public nonisolated(nonsending) func setFramingMode(_ mode: FramingMode) async throws {
    try driver.setFramingMode(mode)
  }

  /// The region of interest in the picture, in units of its sides, from the upper left.
  public var regionOfInterest: CGRect { driver.regionOfInterest }

  /// Changes the region of interest.
  ///
  /// Throws `notConnected`, and `invalidParameter` if `region` is empty or leaves the picture.
  public nonisolated(nonsending) func setRegionOfInterest(_ region: CGRect) async throws {
    try driver.setRegionOfInterest(region)
  }

  /// Follows what is seen at `unitPoint`, in units of the picture's sides, from the upper left.
  ///
  /// Throws `notConnected`, `invalidParameter` outside the picture, `noSubjectFound` if nobody is
  /// there.
  public nonisolated(nonsending) func selectSubject(at unitPoint: CGPoint) async throws {
    try driver.selectSubject(at: unitPoint)
  }

  /// Follows the subjects of these identifiers; an empty list returns the choice to the system.
  ///
  /// Identifiers come from `trackingStates`. Throws `notConnected`, and `noSubjectFound` for an
  /// identifier of nobody who is there.
  public nonisolated(nonsending) func selectSubjects(_ ids: [UUID]) async throws {
    try driver.selectSubjects(ids)
  }
}
