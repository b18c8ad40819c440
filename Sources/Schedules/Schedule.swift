import Hardware
import Motion
import Vocabulary

/// A compiled script: what happens when, in order of start.
///
/// Everything a player needs is here; it never looks at the source.
public struct Schedule: Equatable, Sendable {
  /// A move through waypoints.
  ///
  /// Its legs overlap, so that corners are rounded, or it passes the waypoints with a velocity.
  public struct Through: Equatable, Sendable {
    /// The waypoints after the start, in millidegrees; the last is where the move ends.
    public var points: [PerAxis<Int32>]
    /// When each leg begins, in milliseconds after the step's start; as many as `points`.
    public var starts: [Int32]
    /// How long each leg lasts, in milliseconds.
    public var lengths: [Int32]
    /// The velocity at each of `points`, in millidegrees a second; or empty.
    ///
    /// It is 0 at the last. Empty if no waypoint is passed at speed.
    public var velocities: [PerAxis<Int32>]
    /// The greatest speed of each axis, in millidegrees a second; nil for that of the limits.
    public var speed: Int32?

    /// Creates a move through `points`.
    public init(
      points: [PerAxis<Int32>], starts: [Int32], lengths: [Int32],
      velocities: [PerAxis<Int32>] = [], speed: Int32? = nil
    ) {
      self.points = points
      self.starts = starts
      self.lengths = lengths
      self.velocities = velocities
      self.speed = speed
    }
  }

  /// A motion that does not come to its end.
  public struct Cut: Equatable, Sendable {
    /// The step as it was to be.
    public var whole: Step
    /// When it is cut off, in milliseconds after its start.
    public var time: Int32

    /// Creates the cut of `whole` after `time` milliseconds.
    public init(_ whole: Step, after time: Int32) {
      (self.whole, self.time) = (whole, time)
      self.whole.lateRule = 0
    }
  }

  /// A part of a motion whose own time runs at a rate that changes.
  public struct Warp: Equatable, Sendable {
    /// A change of the rate.
    public struct Change: Equatable, Sendable {
      /// When it begins, in milliseconds after the start of the step.
      public var time: Int32
      /// How long it lasts, in milliseconds.
      public var length: Int32
      /// The rate after it, in hundredths of the rate as planned.
      public var rate: Int32

      /// Creates a change to `rate` at `time`.
      public init(at time: Int32, over length: Int32, to rate: Int32) {
        (self.time, self.length, self.rate) = (time, length, rate)
      }
    }

    /// The step as it was to be.
    public var whole: Step
    /// The motion's own time at the start, in milliseconds; the rate is 100 at first if this is 0,
    /// else 0.
    public var begin: Int32
    /// The changes, in order.
    public var changes: [Change]

    /// Creates the part of `whole` from its own time `begin` on.
    public init(_ whole: Step, from begin: Int32, changes: [Change]) {
      (self.whole, self.begin, self.changes) = (whole, begin, changes)
      self.whole.lateRule = 0
    }
  }

  /// A rectangle in the camera's picture, each number in thousandths of its side, from the upper
  /// left.
  public struct Rectangle: Equatable, Sendable {
    /// The left edge.
    public var x: Int32
    /// The upper edge.
    public var y: Int32
    /// The width.
    public var width: Int32
    /// The height.
    public var height: Int32

    /// Creates a rectangle.
    public init(x: Int32, y: Int32, width: Int32, height: Int32) {
      self.x = x
      self.y = y
      self.width = width
      self.height = height
    }
  }

  /// The limits of one axis as whole numbers: millidegrees, millidegrees a second and so on.
  public struct Limit: Equatable, Sendable {
    /// The least position; nil without end.
    public var lower: Int32?
    /// The greatest position; nil without end.
    public var upper: Int32?
    /// The greatest speed, in millidegrees a second.
    public var speed: Int32
    /// The greatest acceleration, in millidegrees a second squared.
    public var acceleration: Int32
    /// The greatest jerk, in millidegrees a second cubed.
    public var jerk: Int32

    /// Creates the limits of an axis.
    public init(lower: Int32?, upper: Int32?, speed: Int32, acceleration: Int32, jerk: Int32) {
      self.lower = lower
      self.upper = upper
      self.speed = speed
      self.acceleration = acceleration
      self.jerk = jerk
    }
  }

  /// The dock it is compiled for.
  public var model: DockModel
  /// The names of the source files; the first is the script.
  public var files: [String]
  /// The assumed pose at the start, in millidegrees.
  public var from: PerAxis<Int32> = PerAxis(all: 0)
  /// The steps, by start; steps of one instant in the order of the script.
  public var steps: ContiguousArray<Step> = []
  /// The easings that occur; the first is `.plain`.
  public var easings: [Easing] = [.plain]
  /// The manners of moves that occur; the first has nothing to say.
  public var manners: [Manner] = [Manner()]
  /// The rules for being late that occur; the first is `.stretch`.
  public var lateRules: [LateRule] = [LateRule(.stretch)]
  /// The moves through waypoints.
  public var throughs: [Through] = []
  /// The motions that are cut off.
  public var cuts: [Cut] = []
  /// The motions that slow to a stop or set out again.
  public var warps: [Warp] = []
  /// The limit sets that occur, the dock's own first; nil for an axis the dock lacks.
  public var limits: [PerAxis<Limit?>] = []
  /// The regions of interest and points that occur.
  public var rectangles: [Rectangle] = []
  /// The logged lines.
  public var texts: [String] = []
  /// The subjects that are chosen.
  public var subjects: [PhoneCall.Subject] = []
  /// What the phone is asked for.
  public var phoneCalls: [PhoneCall] = []
  /// What the script expects of its run; only tests have any.
  public var expectations: [Expectation] = []
  /// The whole length, in milliseconds.
  public var length: Int32 = 0

  /// Creates an empty schedule for `model`.
  public init(model: DockModel, files: [String]) {
    self.model = model
    self.files = files
    limits = [
      PerAxis(
        yaw: model.yaw.map { Limit($0, of: model) },
        pitch: model.pitch.map { Limit($0, of: model) },
        roll: model.roll.map { Limit($0, of: model) })
    ]
  }
}

extension Schedule.Limit {
  /// Creates the limits of `axis` of `model`.
  init(_ axis: DockModel.Axis, of model: DockModel) {
    self.init(
      lower: axis.lower.map { Int32(($0 * 1000).rounded()) },
      upper: axis.upper.map { Int32(($0 * 1000).rounded()) },
      speed: Int32((axis.speed * 1000).rounded()),
      acceleration: Int32((model.acceleration * 1000).rounded()),
      jerk: Int32((model.jerk * 1000).rounded()))
  }

  /// The limits in degrees and seconds.
  public var inDegrees: AxisLimits {
    AxisLimits(
      lower: lower.map { Double($0) / 1000 } ?? -.infinity,
      upper: upper.map { Double($0) / 1000 } ?? .infinity,
      speed: Double(speed) / 1000,
      acceleration: Double(acceleration) / 1000,
      jerk: Double(jerk) / 1000)
  }
}
