import DockKit
import Quantities
import Vocabulary

/// A fault of a simulated dock, which happens once.
public struct Fault: Hashable, Sendable {
  /// The kinds of faults.
  public enum Kind: Hashable, Sendable {
    /// The call takes 300 ms to reach the dock.
    case late
    /// The dock answers the call and does nothing.
    case dropped
    /// The dock refuses the call with this error.
    case refused(DockKitError)
    /// The motors are blocked for a second, and the dock says so.
    case stall
    /// System tracking is switched on from outside just before the call.
    case tracking
    /// The motion that the call begins is never reported as finished.
    case endless
    /// The phone is taken out of the dock just before.
    case undocked
    /// The phone is taken out of the dock just before, and is put back a second later.
    case flapped
    /// The phone is put into the dock.
    case docked
    /// The app leaves the screen.
    case background
    /// The app is on the screen again.
    case foreground

    /// Every kind that goes wrong, in the order they are tried.
    public static let all: [Kind] =
      [.late, .dropped] + errors.map(Kind.refused)
      + [.stall, .tracking, .endless, .undocked, .flapped]

    /// DockKit's errors, in the order of their codes.
    private static let errors: [DockKitError] = [
      .notSupported, .notConnected, .notSupportedByDevice, .invalidParameter, .noSubjectFound,
      .frameRateTooLow, .cameraTCCMissing, .frameRateTooHigh,
    ]

    /// The word for it; of a refusal, the name of the error.
    public var name: String {
      switch self {
      case .late: FaultName.late.rawValue
      case .dropped: FaultName.dropped.rawValue
      case .refused(let error): "\(error)"
      case .stall: FaultName.stall.rawValue
      case .tracking: FaultName.tracking.rawValue
      case .endless: FaultName.endless.rawValue
      case .undocked: FaultName.undocked.rawValue
      case .flapped: FaultName.flapped.rawValue
      case .docked: "docked"
      case .background: EventKind.background.rawValue
      case .foreground: EventKind.foreground.rawValue
      }
    }

    /// The kind called `name`, or nil.
    public static func named(_ name: String) -> Kind? {
      (all + [.docked, .background, .foreground]).first { $0.name == name }
    }
  }

  /// When it strikes.
  public enum Moment: Hashable, Sendable {
    /// At the call of this number, counted from 1.
    case call(Int)
    /// At this time, in nanoseconds; what strikes calls waits for the next one.
    case time(Int)
  }

  /// What.
  public let kind: Kind
  /// When.
  public let moment: Moment

  /// Creates a fault.
  public init(_ kind: Kind, at moment: Moment) {
    self.kind = kind
    self.moment = moment
  }
}

/// The error that a dock reports for blocked motors.
public struct MotorStall: Error, CustomStringConvertible {
  /// The words for it.
  public var description: String { "the motors are blocked" }
}

// MARK: - What faults do

extension DockWorld {
  /// How a call fares.
  enum Fate {
    case carriedOut
    case lost
    case endless
  }

  /// How long a late call takes, in nanoseconds.
  static let lateness = Milliseconds(300).nanoseconds
  /// How long motors stay blocked, and a phone that comes back stays away, in nanoseconds.
  static let trouble = Nanoseconds.second

  /// Counts a call and lets the fault that is expected for it strike, if there is one.
  mutating func strike() throws(DockKitError) -> Fate {
    calls += 1
    guard let kind = waiting.next(atCall: calls, time: now) else { return .carriedOut }
    note(kind)
    switch kind {
    case .late: advance(to: now + DockWorld.lateness)
    case .dropped: return .lost
    case .refused(let error): throw error
    case .endless: return .endless
    default: happen(kind)
    }
    return .carriedOut
  }

  /// Lets a fault of the dock itself happen now.
  mutating func meetNow(_ kind: Fault.Kind) {
    note(kind)
    happen(kind)
  }

  /// A fault of the dock itself, not of a call.
  private mutating func happen(_ kind: Fault.Kind) {
    switch kind {
    case .stall:
      blockedUntil = now + DockWorld.trouble
      stall()
    case .tracking: switchTracking(true)
    case .undocked: setDocked(false)
    case .flapped:
      setDocked(false)
      returns = now + DockWorld.trouble
    case .docked: setDocked(true)
    case .background: setInForeground(false)
    case .foreground: setInForeground(true)
    case .late, .dropped, .refused, .endless: break
    }
  }

  /// The next time until `time` at which something happens by itself; nil if nothing does.
  func nextHappening(until time: Int) -> Int? {
    let next = min(
      returns ?? .max, waiting.nextTime ?? .max, expected.nextTime ?? .max,
      phone.nextChange ?? .max, nextPicture ?? .max, nextQuirk ?? .max)
    return next <= time ? next : nil
  }

  /// Lets happen what is expected now.
  mutating func happen() {
    if let returns, returns <= now {
      self.returns = nil
      setDocked(true)
    }
    changeFace()
    followHabits()
    while let kind = waiting.next(at: now) {
      note(kind)
      happen(kind)
    }
    while let input = expected.next(at: now) { receive(input) }
    takePicture()
  }

  /// True if nothing is wrong with the dock, nor about to be.
  public var isSound: Bool {
    waiting.isEmpty && !isBlocked && isDocked && isInForeground && returns == nil
      && habits.tracking == nil && !ignoresApp
      && motions.last.map { !$0.isEndless || $0.cancelled != nil } ?? true
  }

  /// True if the motors turn under no command.
  var isBlocked: Bool { now < blockedUntil }
}
