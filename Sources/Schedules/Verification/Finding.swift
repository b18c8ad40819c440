import Motion

/// A rule that a schedule breaks, where, and by how much.
public struct Finding: Equatable, Sendable {
  /// The rule.
  public enum Kind: Equatable, Sendable {
    /// A quantity goes beyond its limit: `value` beyond `limit`.
    case beyond(Quantity)
    /// A quantity changes from `limit` to `value` in no time.
    case jump(Quantity)
    /// From a place nobody knows, the axis takes `value` degrees of room where there are `limit`.
    case noRoom
    /// An endless axis has wound `value` degrees of cable where it may wind `limit`.
    case woundUp
    /// The step starts at `value` degrees while the axis is at `limit`.
    case startsElsewhere
    /// The step starts at `value` degrees a second while the axis turns at `limit`.
    case startsAtOtherSpeed
    /// The axis turns at `value` degrees a second where it must stand.
    case stillTurning
    /// Another step moves the axis until so many milliseconds.
    case stillMoving(until: Int32)
    /// The step starts before the one in front of it, which starts at so many milliseconds.
    case timeGoesBack(from: Int32)
    /// The step ends before it starts.
    case negativeLength
    /// A step ends so many milliseconds after the start, the schedule before that.
    case endsAfterTheEnd(Int32)
    /// The motors are taken while they are taken.
    case takenTwice
    /// Something moves while the motors are not taken.
    case notTaken
    /// The motors are given back while they are not taken.
    case givenBackUntaken
    /// The schedule ends with the motors taken.
    case neverGivenBack
    /// The step has no axis.
    case movesNothing
    /// The dock does not have the axis.
    case missingAxis
    /// The legs of a move through waypoints do not follow each other.
    case legsOutOfOrder
    /// No motion of this length goes on from the velocity of the axis.
    case cannotGoOn
    /// The limits of the axis leave it nothing to do.
    case limitsAllowNothing
    /// The limits of the axis are wider than those of the dock.
    case limitsTooWide
    /// The region or point is not inside the picture.
    case outsidePicture
  }

  /// The rule that is broken.
  public var kind: Kind
  /// The step that breaks it, as an index of `Schedule.steps`; nil if none is to blame.
  public var step: Int?
  /// The axis; nil where no single one is meant.
  public var axis: Axis?
  /// When it is first broken, in milliseconds.
  public var time: Int32
  /// What is beyond `limit`, in degrees and seconds; see `Kind`.
  public var value: Double?
  /// The limit.
  public var limit: Double?
  /// The shortest length of the step with which its rates are within the limits, in milliseconds;
  /// nil where no length mends it.
  public var shortest: Int32?

  /// Creates a finding.
  package init(
    _ kind: Kind, step: Int?, axis: Axis? = nil, time: Int32, value: Double? = nil,
    limit: Double? = nil
  ) {
    self.kind = kind
    self.step = step
    self.axis = axis
    self.time = time
    self.value = value
    self.limit = limit
  }

  /// True if the schedule may be played all the same.
  public var isWarning: Bool { kind == .woundUp }
}
