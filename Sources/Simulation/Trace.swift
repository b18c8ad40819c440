import DockKit
import Hardware
import Quantities
import Vocabulary

/// Everything that happened to a dock, in order.
public struct Trace: Equatable, Sendable {
  /// A call of the accessory, in degrees.
  public enum Call: Equatable, Sendable {
    /// System tracking on or off.
    case setSystemTracking(Bool)
    /// Speeds, in degrees a second.
    case setAngularVelocity(AxisVector)
    /// A pose, in degrees, in so many nanoseconds.
    case setOrientation(AxisVector, duration: Int, relative: Bool)
    /// A built-in animation.
    case animate(DockAccessory.Animation)
    /// Limits of the app's own.
    indirect case setLimits(BoundsByAxis)
    /// A framing mode.
    case setFramingMode(DockAccessory.FramingMode)
    /// A region of interest.
    case setRegionOfInterest(CGRect)
    /// A subject at a point.
    case selectSubject(CGPoint)
    /// No subject of the app's own.
    case selectNoSubject
    /// The subjects of these names.
    case selectSubjects([String])
    /// What an app has found in a picture: so many subjects.
    case track(Int)
    /// The motion in progress is given up.
    case cancel

    /// True if it makes the motors turn.
    var turns: Bool {
      switch self {
      case .setAngularVelocity(let velocity): velocity != .zero
      case .setOrientation, .animate, .track: true
      default: false
      }
    }

    /// True if only who has the motors may call it.
    public var needsMotors: Bool {
      switch self {
      case .setAngularVelocity, .setOrientation, .animate, .setLimits, .track: true
      case .setSystemTracking, .setFramingMode, .setRegionOfInterest, .selectSubject,
        .selectNoSubject, .selectSubjects, .cancel:
        false
      }
    }
  }

  /// Something that happened at an instant.
  public struct Event: Equatable, Sendable {
    /// What can happen.
    public enum Kind: Equatable, Sendable {
      /// A call, and why it was refused if it was.
      case call(Call, DockKitError?)
      /// System tracking went on or off.
      case tracking(Bool)
      /// The phone was put into the dock or taken out.
      case docked(Bool)
      /// The app came to the screen or left it.
      case foreground(Bool)
      /// Something went wrong, as it was meant to.
      case fault(Fault.Kind)
      /// The system tracker began to do something else, with the subjects of these names.
      case tracker(Following.Phase, [String])
      /// The face, the eyes or the camera of the phone changed, or a sound began or was ended.
      case phone(PhoneCall)
      /// The firmware did what nobody would expect.
      case quirk(Quirk)
      /// The script left a line of text.
      case note(Note)
    }

    /// When, in nanoseconds.
    public let time: Int
    /// What.
    public var kind: Kind

    /// Creates an event.
    public init(time: Int, _ kind: Kind) {
      self.time = time
      self.kind = kind
    }
  }

  /// True if the system tracker had the motors when the world began.
  public let beganTracking: Bool
  /// The motion of each axis the dock has, in the order yaw, pitch, roll.
  public let axes: [AxisMotion]
  /// The other events, in order.
  public let events: [Event]
  /// When the trace was taken, in nanoseconds.
  public let end: Int

  /// Creates a trace.
  public init(beganTracking: Bool, axes: [AxisMotion], events: [Event], end: Int) {
    self.beganTracking = beganTracking
    self.axes = axes
    self.events = events
    self.end = end
  }

  /// The motion of `axis`, or nil if the dock lacks it.
  public func motion(of axis: DockAxis) -> AxisMotion? { axes.first { $0.axis == axis } }

  /// True if the system tracker has the motors at the end.
  public var endsTracking: Bool {
    for event in events.reversed() {
      if case .tracking(let isOn) = event.kind { return isOn }
    }
    return beganTracking
  }

  /// The phone after each change of it, with the time in nanoseconds.
  package var phoneStates: [(time: Int, state: PhoneState)] {
    var phone = PhoneState()
    return events.compactMap { event in
      guard case .phone(let call) = event.kind else { return nil }
      _ = phone.perform(call, at: event.time)
      return (event.time, phone)
    }
  }

  // What comes after the end is not known; it is taken to be as it is at the end.

  /// The position of `axis` at `milliseconds`, in degrees; nil if the dock lacks it.
  public func position(of axis: DockAxis, at milliseconds: Int) -> Double? {
    motion(of: axis)?.position(at: seconds(milliseconds))
  }

  /// The speed of `axis` at `milliseconds`, in degrees a second; nil if the dock lacks it.
  public func speed(of axis: DockAxis, at milliseconds: Int) -> Double? {
    motion(of: axis)?.speed(at: seconds(milliseconds))
  }

  /// The greatest speed of `axis` in a range of milliseconds, in degrees a second, without its
  /// sign.
  public func peakSpeed(of axis: DockAxis, in range: ClosedRange<Int>) -> Double? {
    motion(of: axis)?.peakSpeed(from: seconds(range.lowerBound), to: seconds(range.upperBound))
  }

  /// The least and greatest position of `axis` in a range of milliseconds, in degrees.
  public func extremes(of axis: DockAxis, in range: ClosedRange<Int>) -> ClosedRange<Double>? {
    motion(of: axis)?.extremes(from: seconds(range.lowerBound), to: seconds(range.upperBound))
  }

  /// True if any axis moves at `milliseconds`.
  public func isMoving(at milliseconds: Int) -> Bool {
    axes.contains { abs($0.speed(at: seconds(milliseconds))) > 1e-6 }
  }

  private func seconds(_ milliseconds: Int) -> Double {
    min(Milliseconds(milliseconds).seconds, Nanoseconds(end).seconds)
  }
}
