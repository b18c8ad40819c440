import FoundationEssentials

/// A dock a phone stands in.
///
/// Vectors have pitch in x, yaw in y and roll in z, in radians; +pitch is down, +yaw is right.
/// Every motor command needs system tracking to be off. Two values are equal if their identifiers
/// are.
public final class DockAccessory: Sendable {
  /// The dock's name and kind.
  public let identifier: Identifier
  let driver: any DockDriver

  init(driver: any DockDriver) {
    self.identifier = driver.identifier
    self.driver = driver
  }

  /// The maker's name of the hardware.
  public var hardwareModel: String? { driver.hardwareModel }

  /// The firmware's version, major.minor.revision.
  public var firmwareVersion: String? { driver.firmwareVersion }
}

extension DockAccessory: Hashable, CustomDebugStringConvertible {
  /// True if both are the same dock.
  public static func == (left: DockAccessory, right: DockAccessory) -> Bool {
    left.identifier == right.identifier
  }

  /// Feeds the identifier to `hasher`.
  public func hash(into hasher: inout Hasher) { hasher.combine(identifier) }

  /// The identifier, for people who debug.
  public var debugDescription: String { identifier.debugDescription }
}

extension DockAccessory {
  /// The identity of a dock.
  public struct Identifier: Hashable, Sendable, CustomDebugStringConvertible {
    /// The name people see.
    public let name: String
    /// The dock's own number.
    public let uuid: UUID
    /// The kind of dock.
    public let category: Category

    /// Creates the identifier of a dock.
    package init(name: String, uuid: UUID, category: Category = .trackingStand) {
      self.name = name
      self.uuid = uuid
      self.category = category
    }

    /// The name and number, for people who debug.
    public var debugDescription: String { "\(name) \(uuid.uuidString)" }
  }

  /// A kind of dock.
  public enum Category: Hashable, Sendable, Codable, CustomDebugStringConvertible {
    /// A stand that turns after its subject.
    case trackingStand

    /// The name of the case, for people who debug.
    public var debugDescription: String { "trackingStand" }
  }

  /// Whether a phone stands in the dock.
  public enum State: Hashable, Sendable, CustomDebugStringConvertible {
    /// The phone is not in the dock.
    case undocked
    /// The phone is in the dock.
    case docked

    /// Where the phone is, for people who debug.
    public var debugDescription: String { self == .docked ? "in the dock" : "out of the dock" }
  }

  /// The event that a dock came, left or had its tracking button pressed.
  public struct StateChange: Sendable {
    /// The dock; nil if none is known.
    public let accessory: DockAccessory?
    /// Whether the phone stands in it now.
    public let state: State
    /// Whether the dock's own tracking button is on.
    public let trackingButtonEnabled: Bool

    /// Creates an event.
    package init(accessory: DockAccessory?, state: State, trackingButtonEnabled: Bool) {
      self.accessory = accessory
      self.state = state
      self.trackingButtonEnabled = trackingButtonEnabled
    }
  }

  /// The events of docks that come and go; a dock that is already there comes first.
  public struct StateChanges: AsyncSequence, Sendable {
    /// One event.
    public typealias Element = StateChange
    /// Iteration never fails.
    public typealias Failure = Never
    let stream: AsyncStream<StateChange>

    /// The events one by one.
    public func makeAsyncIterator() -> Iterator { Iterator(base: stream.makeAsyncIterator()) }

    /// Waits for events.
    public struct Iterator: AsyncIteratorProtocol {
      var base: AsyncStream<StateChange>.Iterator

      /// The next event; nil when the manager is gone.
      public mutating func next() async -> StateChange? { await base.next() }

      /// The next event; nil when the manager is gone.
      public mutating func next(isolation actor: isolated (any Actor)?) async -> StateChange? {
        await base.next(isolation: actor)
      }
    }
  }
}
