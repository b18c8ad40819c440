import Motion
import Printing
import Schedules

extension Command {
  /// The change of system tracking.
  public enum Tracking: UInt32, Sendable {
    /// The motors are taken.
    case off
    /// The tracker has the motors.
    case on
    /// The state before the show.
    case restore
  }

  /// The effect of a tracking command.
  public var tracking: Tracking {
    get { Tracking(rawValue: extra) ?? .off }
    set { extra = newValue.rawValue }
  }
}

extension Command.Tracking {
  /// The word for it: `off`, `on` or `restore`.
  public var name: StaticString {
    switch self {
    case .off: "off"
    case .on: "on"
    case .restore: "restore"
    }
  }
}

extension CommandWriter {
  /// Writes what is done to tracking.
  func writeTracking(_ command: Command, to cursor: inout TextCursor) {
    cursor.write("tracking ")
    cursor.write(command.tracking.name)
  }
}

extension Performance {
  /// Takes the motors or gives them back, as `command` says.
  mutating func changeHands(_ command: Command) throws {
    if let step = show.step, schedule.steps[step].kind == .take { return try take(step) }
    let isTracking =
      switch Command.Tracking(rawValue: command.extra) {
      case .off: false
      case .on: true
      case .restore, nil: authority.trackingBefore
      }
    orders.hasChangedHands = true
    orders.speeds = PerAxis(all: 0)
    orders.following = nil
    if authority.isHeld {
      guard let handback = authority.giveBackOne(tracking: isTracking, &link) else { return }
      note(handback)
      if let pose = handback.pose {
        noteMisplacement(of: pose, at: command.time, Int(command.step))
      }
    } else {
      try authority.want(tracking: isTracking, &link)
      tell(isTracking: isTracking)
    }
  }
}
