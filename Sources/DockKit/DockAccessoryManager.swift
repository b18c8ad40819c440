import Synchronization

/// Gives access to docks and to the setting of system tracking.
public final class DockAccessoryManager: Sendable {
  /// The manager that apps use.
  ///
  /// On this platform nothing docks by itself, so it stays empty unless a driver is attached.
  public static let shared = DockAccessoryManager()

  private struct Docks {
    var accessory: DockAccessory?
    var isSystemTrackingEnabled = true
    var observers: [AsyncStream<DockAccessory.StateChange>.Continuation] = []

    mutating func announce(_ state: DockAccessory.State, of accessory: DockAccessory) {
      observers.removeAll { observer in
        if case .terminated = observer.yield(.news(state, of: accessory)) { true } else { false }
      }
    }
  }

  private let docks = Mutex(Docks())

  /// Creates a separate manager, so that rehearsals do not share one.
  package init() {}

  deinit {
    docks.withLock { docks in docks.observers.forEach { $0.finish() } }
  }

  /// True if the system tracker has the motors, or would have if there were a dock.
  public var isSystemTrackingEnabled: Bool {
    docks.withLock { $0.accessory?.driver.isSystemTrackingEnabled ?? $0.isSystemTrackingEnabled }
  }

  /// Gives the motors to the system tracker or takes them from it; works without a dock, too.
  ///
  /// A motion under way when tracking goes on is cancelled; limits set by the app are forgotten.
  public nonisolated(nonsending) func setSystemTrackingEnabled(
    _ isEnabled: Bool
  ) async throws {
    try docks.withLock { docks throws(DockKitError) in
      try docks.accessory?.driver.setSystemTrackingEnabled(isEnabled)
      docks.isSystemTrackingEnabled = isEnabled
    }
  }

  /// The events of docks; a dock that is already there comes first.
  public var accessoryStateChanges: DockAccessory.StateChanges {
    get throws {
      let (stream, continuation) = AsyncStream.makeStream(of: DockAccessory.StateChange.self)
      docks.withLock { docks in
        docks.observers.append(continuation)
        if let accessory = docks.accessory { continuation.yield(.news(.docked, of: accessory)) }
      }
      return DockAccessory.StateChanges(stream: stream)
    }
  }
}

extension DockAccessoryManager {
  /// Puts the phone into the dock of `driver`.
  @discardableResult
  package func attach(_ driver: some DockDriver) -> DockAccessory {
    let accessory = DockAccessory(driver: driver)
    docks.withLock { docks in
      docks.accessory = accessory
      docks.isSystemTrackingEnabled = driver.isSystemTrackingEnabled
      docks.announce(.docked, of: accessory)
    }
    return accessory
  }

  /// Takes the phone out of its dock; the setting of system tracking stays.
  package func detach() {
    docks.withLock { docks in
      guard let accessory = docks.accessory else { return }
      docks.isSystemTrackingEnabled = accessory.driver.isSystemTrackingEnabled
      docks.accessory = nil
      docks.announce(.undocked, of: accessory)
    }
  }
}

extension DockAccessory.StateChange {
  /// The event that `accessory` came or left; a dock that came takes commands.
  fileprivate static func news(
    _ state: DockAccessory.State, of accessory: DockAccessory
  ) -> DockAccessory.StateChange {
    DockAccessory.StateChange(
      accessory: accessory, state: state, trackingButtonEnabled: state == .docked)
  }
}
