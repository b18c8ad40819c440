import Synchronization

/// Gives access to docks and to the setting of system tracking.
public class DockAccessoryManager: @unchecked Sendable {
  /// The manager that apps use.
  ///
  /// On this platform nothing docks by itself: it has the dock that a simulator puts there.
  public static let shared = DockAccessoryManager()

  private struct Docks {
    var accessory: DockAccessory?
    /// The setting while there is no dock; nil until the app makes one.
    var setting: Bool?
    var observers: [AsyncStream<DockAccessory.StateChange>.Continuation] = []

    mutating func announce(_ change: DockAccessory.StateChange) {
      observers.removeAll { observer in
        if case .terminated = observer.yield(change) { true } else { false }
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
    let (accessory, setting) = docks.withLock { ($0.accessory, $0.setting) }
    return accessory?.driver.isSystemTrackingEnabled ?? setting ?? true
  }

  /// Gives the motors to the system tracker or takes them from it; works without a dock, too.
  ///
  /// A motion under way when tracking goes on is cancelled; limits set by the app are forgotten.
  /// A dock that comes later gets the setting.
  public nonisolated(nonsending) func setSystemTrackingEnabled(
    _ isEnabled: Bool
  ) async throws {
    // The dock may tell of a change before it answers, so the lock is not held meanwhile.
    try docks.withLock { $0.accessory }?.driver.setSystemTrackingEnabled(isEnabled)
    docks.withLock { $0.setting = isEnabled }
  }

  /// The events of docks; a dock that is already there comes first.
  public var accessoryStateChanges: DockAccessory.StateChanges {
    get throws {
      let (stream, continuation) = AsyncStream.makeStream(of: DockAccessory.StateChange.self)
      let accessory = docks.withLock { docks in
        docks.observers.append(continuation)
        return docks.accessory
      }
      if let accessory, accessory.driver.isDocked { continuation.yield(.docked(accessory)) }
      return DockAccessory.StateChanges(stream: stream)
    }
  }
}

extension DockAccessoryManager {
  /// Puts the phone into the dock of `driver`, after it has left any other.
  ///
  /// That dock gets the setting of system tracking if the app has made one, and the manager hears
  /// of what happens to it.
  @discardableResult
  package func attach(_ driver: some DockDriver) -> DockAccessory {
    detach()
    let accessory = DockAccessory(driver: driver)
    if let setting = docks.withLock({ $0.setting }), setting != driver.isSystemTrackingEnabled {
      try? driver.setSystemTrackingEnabled(setting)
    }
    let news: DockAccessory.StateChange? = driver.isDocked ? .docked(accessory) : nil
    docks.withLock { docks in
      docks.accessory = accessory
      if let news { docks.announce(news) }
    }
    driver.tellStateChanges { [weak self, weak accessory] state, isButtonOn in
      guard let self, let accessory else { return }
      docks.withLock { docks in
        guard docks.accessory === accessory else { return }
        docks.announce(
          DockAccessory.StateChange(
            accessory: accessory, state: state, trackingButtonEnabled: isButtonOn))
      }
    }
    return accessory
  }

  /// Takes the phone out of its dock; the setting of system tracking stays.
  package func detach() {
    if let accessory = docks.withLock({ $0.accessory }) { detach(accessory) }
  }

  /// As `detach()`, if the phone's dock is `accessory`; the app has made no setting afterwards.
  package func remove(_ accessory: DockAccessory) {
    guard docks.withLock({ $0.accessory === accessory }) else { return }
    detach(accessory)
    docks.withLock { $0.setting = nil }
  }

  private func detach(_ accessory: DockAccessory) {
    guard docks.withLock({ $0.accessory === accessory }) else { return }
    let (isTracking, isDocked) = (
      accessory.driver.isSystemTrackingEnabled, accessory.driver.isDocked
    )
    docks.withLock { docks in
      guard docks.accessory === accessory else { return }
      (docks.accessory, docks.setting) = (nil, isTracking)
      guard isDocked else { return }
      docks.announce(
        DockAccessory.StateChange(
          accessory: accessory, state: .undocked, trackingButtonEnabled: false))
    }
  }
}

extension DockAccessory.StateChange {
  /// The event that the phone is in the dock of `accessory`.
  fileprivate static func docked(_ accessory: DockAccessory) -> DockAccessory.StateChange {
    DockAccessory.StateChange(
      accessory: accessory, state: .docked,
      trackingButtonEnabled: accessory.driver.isTrackingButtonEnabled)
  }
}
