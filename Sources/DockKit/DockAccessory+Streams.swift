extension DockAccessory {
  /// Something pressed or turned on the dock.
  public enum AccessoryEvent: Hashable, Sendable {
    /// A button of the maker's numbering went down or up.
    case button(id: Int, pressed: Bool)
    /// The shutter was pressed.
    case cameraShutter
    /// The other camera is wanted.
    case cameraFlip
    /// The picture is to be so many times as large.
    case cameraZoom(factor: Double)
  }

  /// A battery of the dock.
  public struct BatteryState: Hashable, Sendable {
    /// Which battery.
    public let name: String
    /// The charge, from 0 to 1.
    public let batteryLevel: Double
    /// True if it will not last long.
    public let lowBattery: Bool
    /// Whether it charges.
    public let chargeState: BatteryChargeState

    /// Creates the state of a battery.
    package init(
      name: String, batteryLevel: Double, lowBattery: Bool, chargeState: BatteryChargeState
    ) {
      self.name = name
      self.batteryLevel = batteryLevel
      self.lowBattery = lowBattery
      self.chargeState = chargeState
    }
  }

  /// Whether a battery charges.
  public enum BatteryChargeState: Hashable, Sendable {
    /// It could, and does not.
    case notCharging
    /// It does.
    case charging
    /// It cannot.
    case notChargeable
  }

  /// What is pressed and turned on the dock, as it happens.
  public struct AccessoryEvents: AsyncSequence, Sendable {
    /// One event.
    public typealias Element = AccessoryEvent
    /// Iteration never fails.
    public typealias Failure = Never

    /// The events one by one.
    public func makeAsyncIterator() -> Iterator { Iterator() }

    /// Waits for events.
    public struct Iterator: AsyncIteratorProtocol {
      /// The next event; nil when the dock has left.
      public mutating func next() async -> AccessoryEvent? { nil }
    }
  }

  /// The states of the dock's batteries, one element a battery.
  public struct BatteryStates: AsyncSequence, Sendable {
    /// One state.
    public typealias Element = BatteryState
    /// Iteration never fails.
    public typealias Failure = Never

    /// The states one by one.
    public func makeAsyncIterator() -> Iterator { Iterator() }

    /// Waits for states.
    public struct Iterator: AsyncIteratorProtocol {
      /// The next state; nil when the dock has left.
      public mutating func next() async -> BatteryState? { nil }
    }
  }

  /// What the system tracker sees, ten times a second.
  public struct TrackingStates: AsyncSequence, Sendable {
    /// What is seen at one time.
    public typealias Element = TrackingState
    /// Iteration never fails.
    public typealias Failure = Never
    let driver: any DockDriver

    /// What is seen, time by time, from now on.
    public func makeAsyncIterator() -> Iterator { Iterator(driver: driver) }

    /// Waits for the tracker.
    public struct Iterator: AsyncIteratorProtocol {
      let driver: any DockDriver
      var last = -1

      /// What is seen next; nil when the dock has left.
      public mutating func next() async -> TrackingState? { await next(isolation: nil) }

      /// What is seen next, waited for where the caller runs; nil when the dock has left.
      public mutating func next(isolation actor: isolated (any Actor)?) async -> TrackingState? {
        guard let next = await driver.nextTrackingState(after: last) else { return nil }
        last = next.number
        return next.state
      }
    }
  }

  /// What is pressed on the dock; not alive yet, the getter throws `notSupported`.
  public var accessoryEvents: AccessoryEvents {
    get throws { throw DockKitError.notSupported }
  }

  /// The states of the batteries; not alive yet, the getter throws `notSupported`.
  public var batteryStates: BatteryStates {
    get throws { throw DockKitError.notSupported }
  }

  /// What the system tracker sees; the getter throws `notConnected`.
  public var trackingStates: TrackingStates {
    get throws {
      try driver.checkTrackingStates()
      return TrackingStates(driver: driver)
    }
  }
}
