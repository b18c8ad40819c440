import DockKit
import Motion
import Schedules
import Spatial
import Synchronization

/// The counted lease on the motors of a dock.
///
/// Who takes it has the motors to himself: system tracking is off, and goes off again if somebody
/// switches it on meanwhile. Giving it back is the one thing that always happens: it is bounded in
/// time, can be done twice, and cancellation does not reach it.
final class Authority: Sendable {
  struct State {
    /// How many scopes hold the lease.
    var holders = 0
    /// True while the motors are given back only for a pause.
    var isLent = false
    /// True iff the journal says what is to be restored.
    var isJournaled = false
    /// The limits before it was taken; nil if the dock did not say.
    var limitsBefore: DockAccessory.Limits?
    /// The limits of the show's own.
    var limits: DockAccessory.Limits?
    /// True unless the last thing the motors were told is to stand.
    var mayMove = false
    /// How often system tracking had to be switched off again.
    var reclaims = 0
    /// What the show has made of system tracking for as long as nobody holds the lease.
    var wanted: Bool
    /// True iff the phone was out of the dock when somebody last looked.
    var wasGone = false
  }

  /// True iff system tracking was on when the show began.
  let trackingBefore: Bool
  let accessory: DockAccessory
  let manager: DockAccessoryManager
  let pace: Pace
  let journal: (any Journal)?
  let state: Mutex<State>

  /// Creates the lease, not taken yet.
  init(
    on accessory: DockAccessory, of manager: DockAccessoryManager, pace: Pace,
    journal: (any Journal)? = nil
  ) {
    self.accessory = accessory
    self.manager = manager
    self.pace = pace
    self.journal = journal
    trackingBefore = manager.isSystemTrackingEnabled
    state = Mutex(State(wanted: trackingBefore))
  }

  /// Creates the lease that somebody held who left `entry` behind.
  init(
    abandonedBy entry: JournalEntry, on accessory: DockAccessory,
    of manager: DockAccessoryManager, pace: Pace
  ) {
    self.accessory = accessory
    self.manager = manager
    self.pace = pace
    journal = nil
    trackingBefore = entry.isTracking
    let limits = entry.accessoryLimits
    state = Mutex(
      State(
        holders: 1, limitsBefore: limits, limits: limits, mayMove: true, wanted: trackingBefore))
  }

  private init(
    asOf other: Authority, on accessory: DockAccessory, of manager: DockAccessoryManager,
    pace: Pace, journal: (any Journal)?
  ) {
    self.accessory = accessory
    self.manager = manager
    self.pace = pace
    self.journal = journal
    trackingBefore = other.trackingBefore
    state = Mutex(other.state.withLock { $0 })
  }

  /// A lease of its own that has come as far as this one; it has no journal.
  var copy: Authority { copy(on: accessory, of: manager, pace: pace) }

  /// As `copy`, on a dock that has the same past, with a journal in which the same is written.
  func copy(
    on accessory: DockAccessory, of manager: DockAccessoryManager, pace: Pace,
    journal: (any Journal)? = nil
  ) -> Authority {
    Authority(asOf: self, on: accessory, of: manager, pace: pace, journal: journal)
  }

  /// What is held, and what has been done with it.
  struct Lease: Equatable {
    fileprivate let holders: Int
    fileprivate let isLent: Bool
    fileprivate let limits: DockAccessory.Limits?
    fileprivate let mayMove: Bool
  }

  /// What is held now.
  var lease: Lease {
    state.withLock {
      Lease(
        holders: $0.holders, isLent: $0.isLent, limits: $0.limits, mayMove: $0.mayMove)
    }
  }

  /// True iff somebody holds the lease.
  var isHeld: Bool { state.withLock { $0.holders > 0 } }

  /// How often system tracking had to be switched off again.
  var reclaims: Int { state.withLock { $0.reclaims } }

  /// Takes the motors: saves the limits, writes the journal and switches system tracking off.
  ///
  /// Throws what the dock and the journal throw; the lease counts as taken even then, and is to be
  /// given back.
  nonisolated(nonsending) func take() async throws {
    let isFirst = state.withLock { state in
      state.holders += 1
      return state.holders == 1
    }
    guard isFirst else { return }
    let limits = try? accessory.limits
    state.withLock { $0.limitsBefore = limits }
    try writeJournal(limits)
    try await setTracking(false)
  }

  /// Notes what is to be restored, once and before anything is changed.
  private func writeJournal(_ limits: DockAccessory.Limits?) throws {
    guard let journal, !state.withLock({ $0.isJournaled }) else { return }
    try journal.write(JournalEntry(isTracking: trackingBefore, limits))
    state.withLock { $0.isJournaled = true }
  }

  /// Switches system tracking off again if somebody has switched it on; answers whether.
  ///
  /// Limits are set again, too: they last only as long as tracking is off. Throws `notConnected` if
  /// the phone was taken out of the dock.
  nonisolated(nonsending) func reclaim() async throws -> Bool {
    if isGone { throw DockKitError.notConnected }
    guard manager.isSystemTrackingEnabled else { return false }
    state.withLock { $0.reclaims += 1 }
    try await takeAgain()
    return true
  }

  /// Takes the motors that were lent or lost, and sets the limits again.
  nonisolated(nonsending) func takeAgain() async throws {
    let limits = state.withLock { state in
      state.isLent = false
      return state.limits
    }
    try await setTracking(false)
    if let limits { try accessory.setLimits(limits) }
  }

  /// Makes system tracking `isTracking` for as long as nobody holds the lease.
  ///
  /// Throws as `setTracking` does.
  nonisolated(nonsending) func want(tracking isTracking: Bool) async throws {
    state.withLock { $0.wanted = isTracking }
    try await makeTrackingWanted()
  }

  /// Makes system tracking what is wanted; motors that the tracker had last stand before it has
  /// them again.
  private nonisolated(nonsending) func makeTrackingWanted() async throws {
    let (wanted, mayMove) = state.withLock { ($0.wanted, $0.mayMove) }
    guard wanted, mayMove, !manager.isSystemTrackingEnabled else {
      return try await setTracking(wanted)
    }
    let handback = await handBack(to: true, wasHeld: false)
    guard handback.isTracking else { throw DockKitError.notSupported }
  }

  /// True iff somebody has to see to it that the dock is as the show wants it: while the lease is
  /// held, and while tracking is to be off, which a phone that is put back does not remember.
  var needsWatch: Bool { state.withLock { $0.holders > 0 || !$0.wanted } }

  /// Looks whether the phone was put back, and if so makes system tracking again what the show has
  /// made of it; does nothing while the lease is held, for then `reclaim` sees to it.
  nonisolated(nonsending) func followDock() async {
    let isGone = isGone
    let isBack = state.withLock { state in
      defer { state.wasGone = isGone }
      return state.wasGone && !isGone && state.holders == 0
    }
    if isBack { await reapply() }
  }

  /// Makes system tracking what the show wants it to be while nobody holds the lease, as after the
  /// app was away; if the dock refuses, that is tried again when it is next looked at.
  nonisolated(nonsending) func reapply() async {
    do {
      try await makeTrackingWanted()
    } catch {
      state.withLock { $0.wasGone = true }
    }
  }

  /// True iff the phone is not in the dock.
  var isGone: Bool {
    do {
      _ = try accessory.motionStates
      return false
    } catch {
      return error as? DockKitError == .notConnected
    }
  }

  /// Switches system tracking and waits until the manager says so, which may take a while.
  ///
  /// Motors that the tracker had may still turn when it is off.
  ///
  /// Throws what the manager throws, and `notSupported` if it never says so, or not by `last`.
  nonisolated(nonsending) func setTracking(_ isOn: Bool, by last: Int = .max) async throws {
    guard manager.isSystemTrackingEnabled != isOn else { return }
    if !isOn { state.withLock { $0.mayMove = true } }
    for _ in 0..<3 {
      try await manager.setSystemTrackingEnabled(isOn)
      let deadline = min(last, pace.now + 200 * millisecond)
      while manager.isSystemTrackingEnabled != isOn, pace.now < deadline {
        try await pace.sleep(until: min(deadline, pace.now + 50 * millisecond))
      }
      if manager.isSystemTrackingEnabled == isOn { return }
      if pace.now >= last { break }
    }
    throw DockKitError.notSupported
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
