/// The numbers of one kind of dock: the limits of its motors and the behaviour of its firmware.
///
/// Degrees, seconds. Sources: Apple publishes none of these; the figures of `flow2pro` were
/// measured by its users, those of `stand` are assumed from the makers' sheets (each property says
/// which).
public struct DockModel: Sendable, Equatable {
  /// The limits of one axis.
  public struct Axis: Sendable, Equatable {
    /// The least position, in degrees; nil if the axis turns without end.
    public var lower: Double?
    /// The greatest position, in degrees; nil if the axis turns without end.
    public var upper: Double?
    /// The greatest speed, in degrees a second.
    public var speed: Double

    /// Creates an axis that reaches from `lower` to `upper` degrees at up to `speed` degrees a
    /// second.
    public init(lower: Double?, upper: Double?, speed: Double) {
      self.lower = lower
      self.upper = upper
      self.speed = speed
    }
  }

  /// The name scripts and options use.
  public var name: String
  /// The pan motor; positive is right.
  public var yaw: Axis?
  /// The tilt motor; positive is down.
  public var pitch: Axis?
  /// The roll motor; absent on every dock known so far.
  public var roll: Axis?
  /// The greatest acceleration, in degrees a second squared (assumed: no maker says).
  public var acceleration: Double
  /// The greatest jerk, in degrees a second cubed (assumed: no maker says).
  public var jerk: Double
  /// The least speed at which the motors move at all, in degrees a second (0.002 rad/s, measured).
  public var minimumSpeed: Double
  /// How long a velocity holds before the firmware drops it, in milliseconds; nil if for ever.
  public var velocityLifetime: Int?
  /// How many motion states the dock sends a second.
  public var motionStateRate: Double
  /// The step of reported positions, in degrees; 0 if they are continuous.
  public var positionTick: Double
  /// The least change an orientation call can make, in degrees; smaller ones are not carried out.
  public var deadBand: Double
  /// How many `animate` and `setOrientation` calls the dock takes in any one second (DockKit's
  /// rule).
  public var callsPerSecond: Int
  /// How long velocities of a shaped motion are held each, in milliseconds (real apps send 5 to 30
  /// a second).
  ///
  /// As a rule: a few may follow each other in a third of it, but no more in a second than this
  /// allows.
  public var streamPeriod: Int
  /// How far, in degrees, an axis that turns without end may turn to either side of where it starts
  /// before a cable to the phone is wound up; nil for a dock used without one (assumed).
  public var cable: Double?
  /// How long the four built-in animations take, in milliseconds, in the order wakeup, yes, no,
  /// kapow (assumed).
  public var animationLengths: [Int]
  /// How long after a picture the tracker of the system turns the motors, in milliseconds (assumed:
  /// Apple publishes nothing).
  public var trackingLatency = 100
  /// What its firmware does that nobody would expect, in the order of `Quirk`.
  public var quirks: [Quirk] = []

  /// A table-top stand with an endless pan and a short tilt (after Belkin's; split of the tilt
  /// assumed).
  public static let stand = DockModel(
    name: "stand",
    yaw: Axis(lower: nil, upper: nil, speed: 90),
    pitch: Axis(lower: -45, upper: 45, speed: 90),
    roll: nil,
    acceleration: 720,
    jerk: 14_400,
    minimumSpeed: 0.002 * (180 / .pi),
    velocityLifetime: nil,
    motionStateRate: 30,
    positionTick: 0,
    deadBand: 0,
    callsPerSecond: 2,
    streamPeriod: 50,
    cable: 720,
    animationLengths: [2000, 1200, 1200, 1600])

  /// A hand gimbal (after the Insta360 Flow 2 Pro, firmware 5.50.80, as measured by its users).
  public static let flow2pro = DockModel(
    name: "flow2pro",
    yaw: Axis(lower: nil, upper: nil, speed: 120),
    pitch: Axis(lower: -38.4, upper: 27.5, speed: 120),
    roll: nil,
    acceleration: 720,
    jerk: 14_400,
    minimumSpeed: 0.002 * (180 / .pi),
    velocityLifetime: 2600,
    motionStateRate: 4,
    positionTick: 0.00716,
    deadBand: 1.5,
    callsPerSecond: 2,
    streamPeriod: 50,
    animationLengths: [2000, 1200, 1200, 1600],
    quirks: [
      .buttonAuthority, .lateTrackingFlag, .cameraFirst, .repeatedDocked, .doubleShutter,
      .idleFlap, .jumpAtRedock, .pulseNoise, .staleObservations, .ignoredRoll,
    ])

  /// Every model, in the order they are listed to people.
  public static let all: [DockModel] = [.stand, .flow2pro]

  /// The model called `name`, or nil.
  public static func named(_ name: String) -> DockModel? {
    all.first { $0.name == name }
  }
}
