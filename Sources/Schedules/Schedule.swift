import Hardware
import Motion
import Quantities
import Vocabulary

/// A compiled script: what happens when, in order of start.
///
/// Everything a player needs is here; it never looks at the source.
public struct Schedule: Equatable, Sendable {
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

  /// The greatest length of any schedule, in milliseconds, some 277 hours: two times of a schedule
  /// can be added and subtracted in 32 bits.
  public static let greatestLength = 1_000_000_000

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
  /// The actions of steps that turn no motor.
  public internal(set) var actions: [Action] = []
  /// How many of `actions` leave a line of text.
  package internal(set) var noteCount = 0
  /// How many bytes those lines have, as far as they are known.
  package internal(set) var noteBytes = 0
  /// The expectations of the script; only tests have any.
  public var expectations: [Expectation] = []
  /// The whole length, in milliseconds.
  public var length: Int32 = 0
  /// When each place of the source is first carried out, in milliseconds, by the number of its
  /// node; empty unless that was kept.
  package var visits: [UInt32: Int32] = [:]
  /// Why its steps are there, if that was kept; nil if not.
  package var provenance: Provenance?

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
      lower: axis.lower.map { Int32(Millidegrees.count(in: $0).rounded()) },
      upper: axis.upper.map { Int32(Millidegrees.count(in: $0).rounded()) },
      speed: Int32(Millidegrees.count(in: axis.speed).rounded()),
      acceleration: Int32(Millidegrees.count(in: model.acceleration).rounded()),
      jerk: Int32(Millidegrees.count(in: model.jerk).rounded()))
  }

  /// The limits in degrees and seconds.
  public var inDegrees: AxisLimits {
    AxisLimits(
      lower: lower.map { Millidegrees($0).degrees } ?? -.infinity,
      upper: upper.map { Millidegrees($0).degrees } ?? .infinity,
      speed: Millidegrees(speed).degrees,
      acceleration: Millidegrees(acceleration).degrees,
      jerk: Millidegrees(jerk).degrees)
  }
}
