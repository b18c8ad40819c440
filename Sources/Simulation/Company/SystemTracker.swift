import Camera
import DockKit

/// What turns the dock while system tracking is on and somebody is seen.
///
/// It is not this target's own: what judges a motion is not what planned it. A value, so that a
/// world that is copied has a tracker of its own.
public protocol SystemTracker: Sendable {
  /// Looks at `picture`, and says what the dock is to do until the next one.
  mutating func follow(_ picture: Picture) -> Following
}

/// A picture as the system tracker gets it.
public struct Picture: Sendable {
  /// When it was taken, in seconds.
  public let taken: Double
  /// When it is looked at, in seconds; motors obey from then on.
  public let arrived: Double
  /// Where the dock was when it was taken, in degrees.
  public let pose: DockPose
  /// What the phone sees.
  public let view: CameraView
  /// What the detector has found.
  public let found: [Seen]
  /// Where the subjects are to be in the region of interest.
  public let framing: DockAccessory.FramingMode
  /// The part of the picture that matters.
  public let region: UnitRect
  /// The numbers of the subjects that are to be followed; nobody has been chosen if it is empty.
  public let selection: [Int]
  /// True if only somebody who speaks is to be followed.
  public let followsSpeakers: Bool
}

/// What the system tracker is doing.
public struct Following: Equatable, Sendable {
  /// What a tracker may be doing.
  public enum Phase: Equatable, Sendable {
    /// It has seen nobody, and does not turn the dock.
    case idle
    /// It follows somebody.
    case follows
    /// It has lost its subject, and waits.
    case waits
    /// It looks where its subject was going.
    case searches
    /// It turns back to where it began.
    case returns
  }

  /// What it is doing.
  public var phase: Phase
  /// The numbers of the subjects that it follows, as far as it has seen who they are.
  public var subjects: [Int]
  /// The speeds at the end of the time until the next picture, in degrees a second.
  public var speeds: AxisVector

  /// Creates what a tracker is doing.
  public init(_ phase: Phase, subjects: [Int] = [], speeds: AxisVector = .zero) {
    (self.phase, self.subjects, self.speeds) = (phase, subjects, speeds)
  }
}
