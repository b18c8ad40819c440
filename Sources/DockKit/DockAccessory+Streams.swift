extension DockAccessory {
  /// Something pressed or turned on the dock.
  public enum AccessoryEvent: Hashable, Sendable {
    /// A button of the maker's numbering went down or up.
    case button(id: Int, pressed: Bool)
    /// The shutter was pressed.
    case cameraShutter
    /// The button for the other camera was pressed.
    case cameraFlip
    /// The zoom wheel was turned; `factor` multiplies the size of the picture.
    case cameraZoom(factor: Double)
  }

  /// A battery of the dock.
  public struct BatteryState: Hashable, Sendable {
    /// Which battery.
    public let name: String
    /// The charge, from 0 to 1.
    public let batteryLevel: Double
    /// True if the charge is low.
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
    /// It can charge and does not.
    case notCharging
    /// It charges.
    case charging
    /// It has no charger.
    case notChargeable
  }

  /// The events of the buttons and the wheel of the dock.
  public struct AccessoryEvents: AsyncSequence, Sendable {
    /// One event.
    public typealias Element = AccessoryEvent
    /// Iteration never fails.
    public typealias Failure = Never

    let driver: any DockDriver
    let start: Int

    /// The events since this value was got, one by one.
    public func makeAsyncIterator() -> Iterator { Iterator(driver: driver, last: start) }

    /// Waits for events.
    public struct Iterator: AsyncIteratorProtocol {
      let driver: any DockDriver
      var last: Int

      /// The next event; nil when the dock has left.
      public mutating func next() async -> AccessoryEvent? { await next(isolation: nil) }

      /// The next event, awaited where the caller runs; nil when the dock has left.
      public mutating func next(isolation actor: isolated (any Actor)?) async -> AccessoryEvent? {
        guard let next = await driver.nextAccessoryEvent(after: last) else { return nil }
        last = next.number
        return next.event
      }
    }
  }

  /// The states of the dock's batteries: each element is one battery's.
  public struct BatteryStates: AsyncSequence, Sendable {
    /// One state.
    public typealias Element = BatteryState
    /// Iteration never fails.
    public typealias Failure = Never

    let driver: any DockDriver
    let start: Int

    /// The states since this value was got, one by one.
    public func makeAsyncIterator() -> Iterator { Iterator(driver: driver, last: start) }

    /// Waits for states.
    public struct Iterator: AsyncIteratorProtocol {
      let driver: any DockDriver
      var last: Int

      /// The next state; nil when the dock has left.
      public mutating func next() async -> BatteryState? { await next(isolation: nil) }

      /// The next state, awaited where the caller runs; nil when the dock has left.
      public mutating func next(isolation actor: isolated (any Actor)?) async -> BatteryState? {
        guard let next = await driver.nextBatteryState(after: last) else { return nil }
        last = next.number
        return next.state
      }
    }
  }

  /// The tracking states of the system tracker, ten a second.
  public struct TrackingStates: AsyncSequence, Sendable {
    /// The subjects at one time.
    public typealias Element = TrackingState
    /// Iteration never fails.
    public typealias Failure = Never
    let driver: any DockDriver

    /// The tracking states from now on, one by one.
    public func makeAsyncIterator() -> Iterator { Iterator(driver: driver) }

    /// Waits for the tracker.
    public struct Iterator: AsyncIteratorProtocol {
      let driver: any DockDriver
      var last = -1

      /// The next tracking state; nil when the dock has left.
      public mutating func next() async -> TrackingState? { await next(isolation: nil) }

      /// The next tracking state, awaited where the caller runs; nil when the dock has left.
      public mutating func next(isolation actor: isolated (any Actor)?) async -> TrackingState? {
        guard let next = await driver.nextTrackingState(after: last) else { return nil }
        last = next.number
        return next.state
      }
    }
  }

  /// The events of the dock from now on; the getter throws `notConnected`.
  public var accessoryEvents: AccessoryEvents {
    get throws { AccessoryEvents(driver: driver, start: try driver.checkAccessoryEvents()) }
  }

  /// The present state of the batteries and every later one; the getter throws `notConnected`.
  public var batteryStates: BatteryStates {
    get throws { BatteryStates(driver: driver, start: try driver.checkBatteryStates()) }
  }

  /// What the system tracker sees; the getter throws `notConnected`.
  public var trackingStates: TrackingStates {
    get throws {
      try driver.checkTrackingStates()
      return TrackingStates(driver: driver)
    }
  }
}
