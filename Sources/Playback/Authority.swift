import DockKit
import Motion
import Scheduling
import Spatial
import Synchronization

/// The counted lease on the motors of a dock.
///
/// Who takes it has the motors to himself: system tracking is off, and goes off again if somebody
/// switches it on meanwhile. Giving it back is the one thing that always happens: it is bounded in
/// time, can be done twice, and cancellation does not reach it.
final class Authority: Sendable {
  private struct State {
    /// How many scopes hold the lease.
    var holders = 0
    /// The limits before it was taken; nil if the dock did not say.
    var limitsBefore: DockAccessory.Limits?
    /// The limits of the show's own.
    var limits: DockAccessory.Limits?
    /// True unless the last thing the motors were told is to stand.
    var mayMove = false
    /// How often system tracking had to be switched off again.
    var reclaims = 0
  }

  /// True iff system tracking was on when the show began.
  let trackingBefore: Bool
  private let accessory: DockAccessory
  private let manager: DockAccessoryManager
  private let pace: Pace
  private let state = Mutex(State())

  /// Creates the lease, not taken yet.
  init(on accessory: DockAccessory, of manager: DockAccessoryManager, pace: Pace) {
    self.accessory = accessory
    self.manager = manager
    self.pace = pace
    trackingBefore = manager.isSystemTrackingEnabled
  }

  /// True iff somebody holds the lease.
  var isHeld: Bool { state.withLock { $0.holders > 0 } }

  /// How often system tracking had to be switched off again.
  var reclaims: Int { state.withLock { $0.reclaims } }

  /// Takes the motors: saves the limits and switches system tracking off.
  ///
  /// Throws what the dock throws; the lease counts as taken even then, and is to be given back.
  nonisolated(nonsending) func take() async throws {
    let isFirst = state.withLock { state in
      state.holders += 1
      return state.holders == 1
    }
    guard isFirst else { return }
    let limits = try? accessory.limits
    state.withLock { $0.limitsBefore = limits }
    try await setTracking(false)
  }

  /// Switches system tracking off again if somebody has switched it on; answers whether.
  ///
  /// Limits are set again, too: they last only as long as tracking is off.
  nonisolated(nonsending) func reclaim() async throws -> Bool {
    guard manager.isSystemTrackingEnabled else { return false }
    let limits = state.withLock { state in
      state.reclaims += 1
      return state.limits
    }
    try await setTracking(false)
    if let limits { try accessory.setLimits(limits) }
    return true
  }

  /// Switches system tracking and waits until the manager says so, which may take a while.
  ///
  /// Throws what the manager throws, and `notSupported` if it never says so.
  nonisolated(nonsending) func setTracking(_ isOn: Bool) async throws {
    guard manager.isSystemTrackingEnabled != isOn else { return }
    try await manager.setSystemTrackingEnabled(isOn)
    let deadline = pace.now + 600 * millisecond
    while manager.isSystemTrackingEnabled != isOn {
      guard pace.now < deadline else { throw DockKitError.notSupported }
      try await pace.sleep(until: pace.now + 50 * millisecond)
    }
  }
}

// MARK: - Motor calls

extension Authority {
  /// Turns the axes at `velocity`.
  nonisolated(nonsending) func setAngularVelocity(_ velocity: Vector3D) async throws {
    state.withLock { $0.mayMove = true }
    try await accessory.setAngularVelocity(velocity)
    if velocity == .zero { state.withLock { $0.mayMove = false } }
  }

  /// Turns to the pose `rotation` in `duration`.
  nonisolated(nonsending) func setOrientation(
    _ rotation: Vector3D, duration: Duration
  ) async throws -> Progress {
    state.withLock { $0.mayMove = true }
    return try await accessory.setOrientation(rotation, duration: duration)
  }

  /// Plays `motion`.
  nonisolated(nonsending) func animate(_ motion: DockAccessory.Animation) async throws -> Progress {
    state.withLock { $0.mayMove = true }
    return try await accessory.animate(motion: motion)
  }

  /// Narrows the limits for as long as the lease is held.
  func setLimits(_ limits: DockAccessory.Limits) throws {
    state.withLock { $0.limits = limits }
    try accessory.setLimits(limits)
  }
}

// MARK: - Giving back

extension Authority {
  /// The most that giving back takes, in nanoseconds.
  private static let patience = 2000 * millisecond
  /// The most of it that is spent on waiting for the motors to stand.
  private static let patienceForRest = 1400 * millisecond

  /// Gives up one hold; the last one makes the motors stand and system tracking `isTracking`.
  nonisolated(nonsending) func giveBack(to isTracking: Bool) async -> Handback? {
    let isLast = state.withLock { state in
      state.holders -= 1
      return state.holders == 0
    }
    return isLast ? await handBack(to: isTracking, wasHeld: true) : nil
  }

  /// Gives up every hold and makes system tracking what it was before the show; can be done twice.
  nonisolated(nonsending) func end() async -> Handback {
    let wasHeld = state.withLock { state in
      defer { state.holders = 0 }
      return state.holders > 0
    }
    return await handBack(to: trackingBefore, wasHeld: wasHeld)
  }

  private nonisolated(nonsending) func handBack(
    to isTracking: Bool, wasHeld: Bool
  ) async -> Handback {
    let deadline = pace.now + Authority.patience
    let handback = await bounded(by: .wall(.nanoseconds(Authority.patience))) { [self] in
      var handback = Handback(wantsTracking: isTracking, isTracking: isTracking)
      if wasHeld {
        await stop(&handback)
        await restoreLimits(&handback, by: deadline)
      }
      await insist(by: deadline, &handback) { try await self.setTracking(isTracking) }
      handback.isTracking = manager.isSystemTrackingEnabled
      return handback
    }
    if let handback { return handback }
    var failed = Handback(
      wantsTracking: isTracking, isTracking: manager.isSystemTrackingEnabled)
    failed.timedOut = true
    return failed
  }

  /// Makes the motors stand and waits until the dock says they do.
  private nonisolated(nonsending) func stop(_ handback: inout Handback) async {
    let deadline = pace.now + Authority.patienceForRest
    while true {
      if state.withLock({ $0.mayMove }) || manager.isSystemTrackingEnabled {
        await insist(by: deadline, &handback) {
          try await self.setTracking(false)
          try await self.setAngularVelocity(.zero)
        }
      }
      let soon = min(deadline, pace.now + 500 * millisecond)
      let reading = await accessory.reading(atRestBy: soon, on: pace)
      handback.pose = reading?.pose ?? handback.pose
      handback.isStopConfirmed = reading?.isAtRest ?? false
      guard let reading, !reading.isAtRest, pace.now < deadline else { return }
      // The command may have been lost on its way: say it again.
      state.withLock { $0.mayMove = true }
    }
  }

  /// Brings back the limits there were, if the show has set its own.
  private nonisolated(nonsending) func restoreLimits(
    _ handback: inout Handback, by deadline: Int
  ) async {
    let (own, before) = state.withLock { ($0.limits, $0.limitsBefore) }
    guard own != nil else {
      handback.areLimitsRestored = true
      return
    }
    guard let before else { return }
    handback.areLimitsRestored = await insist(by: deadline, &handback) {
      try self.accessory.setLimits(before)
    }
    state.withLock { $0.limits = nil }
  }

  /// Tries `action` until it succeeds, some times and not beyond `deadline`; answers whether it
  /// did.
  @discardableResult
  private nonisolated(nonsending) func insist(
    by deadline: Int, _ handback: inout Handback,
    _ action: nonisolated(nonsending) () async throws -> Void
  ) async -> Bool {
    for _ in 0..<4 {
      do {
        try await action()
        return true
      } catch {
        handback.errors.append(String(describing: error))
        guard pace.now + 50 * millisecond < deadline else { return false }
        try? await pace.sleep(until: pace.now + 50 * millisecond)
      }
    }
    return false
  }
}
