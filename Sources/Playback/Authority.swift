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
  private let accessory: DockAccessory
  private let manager: DockAccessoryManager
  private let pace: Pace
  private let journal: (any Journal)?
  private let state: Mutex<State>

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

  /// Makes system tracking what is wanted; the dock may turn on where the tracker had it.
  private nonisolated(nonsending) func makeTrackingWanted() async throws {
    let isTracked = manager.isSystemTrackingEnabled
    let wanted = state.withLock { state in
      state.mayMove = state.mayMove || isTracked && !state.wanted
      return state.wanted
    }
    try await setTracking(wanted)
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
  private var isGone: Bool {
    do {
      _ = try accessory.motionStates
      return false
    } catch {
      return error as? DockKitError == .notConnected
    }
  }

  /// Switches system tracking and waits until the manager says so, which may take a while.
  ///
  /// Throws what the manager throws, and `notSupported` if it never says so, or not by `last`.
  nonisolated(nonsending) func setTracking(_ isOn: Bool, by last: Int = .max) async throws {
    guard manager.isSystemTrackingEnabled != isOn else { return }
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
    guard isLast else { return nil }
    state.withLock { $0.wanted = isTracking }
    let handback = await handBack(to: isTracking, wasHeld: true)
    state.withLock { $0.limits = nil }
    return handback
  }

  /// Gives the motors back for a pause, after which `takeAgain` takes them.
  nonisolated(nonsending) func lend() async -> Handback {
    let handback = await handBack(to: trackingBefore, wasHeld: true)
    state.withLock { $0.isLent = true }
    return handback
  }

  /// Gives up every hold and makes system tracking what it was before the show; can be done twice.
  ///
  /// In a hurry the motors are told to stand, and whether they do is not waited for. The journal is
  /// cleared only when nothing is left to be restored.
  nonisolated(nonsending) func end(inHurry: Bool = false) async -> Handback {
    let wasHeld = state.withLock { state in
      defer { state.holders = 0 }
      return state.holders > 0 && !state.isLent
    }
    let handback = await handBack(to: trackingBefore, wasHeld: wasHeld, inHurry: inHurry)
    if handback.isComplete { journal?.clear() }
    return handback
  }

  private nonisolated(nonsending) func handBack(
    to isTracking: Bool, wasHeld: Bool, inHurry: Bool = false
  ) async -> Handback {
    let deadline = pace.now + Authority.patience
    let handback = await bounded(by: .wall(.nanoseconds(Authority.patience))) { [self] in
      var handback = Handback(wantsTracking: isTracking, isTracking: isTracking)
      await giveBack(to: isTracking, wasHeld: wasHeld, inHurry: inHurry, by: deadline, &handback)
      if wasHeld || !isTracking, isGone {
        // Whatever it was told before it left, it forgets until it is back.
        await awaitDock(by: deadline)
        await giveBack(to: isTracking, wasHeld: wasHeld, inHurry: inHurry, by: deadline, &handback)
      }
      handback.isTracking = manager.isSystemTrackingEnabled
      handback.isGone = isGone
      return handback
    }
    if let handback { return handback }
    var failed = Handback(
      wantsTracking: isTracking, isTracking: manager.isSystemTrackingEnabled)
    failed.isStopConfirmed = wasHeld ? false : nil
    failed.timedOut = true
    return failed
  }

  private nonisolated(nonsending) func giveBack(
    to isTracking: Bool, wasHeld: Bool, inHurry: Bool, by deadline: Int, _ handback: inout Handback
  ) async {
    // The tracker may be turning the dock, which is to stand if nobody tracks any more.
    let mayTurn = state.withLock { $0.mayMove } || manager.isSystemTrackingEnabled
    if wasHeld || !isTracking && mayTurn {
      await stop(inHurry: inHurry, &handback)
      await restoreLimits(&handback, by: deadline)
    }
    await insist(by: deadline, &handback) {
      try await self.setTracking(isTracking, by: deadline)
    }
  }

  /// Waits for a dock that has left, and takes no calls, while there is time to give it back after.
  private nonisolated(nonsending) func awaitDock(by deadline: Int) async {
    let last = deadline - 600 * millisecond
    while isGone, pace.now < last {
      guard await waits(until: pace.now + 50 * millisecond) else { return }
    }
  }

  /// Makes the motors stand and waits until the dock says they do.
  private nonisolated(nonsending) func stop(inHurry: Bool, _ handback: inout Handback) async {
    let deadline = pace.now + Authority.patienceForRest
    handback.isStopConfirmed = false
    while true {
      if state.withLock({ $0.mayMove }) || manager.isSystemTrackingEnabled {
        await insist(by: deadline, &handback) {
          try await self.setTracking(false, by: deadline)
          try await self.setAngularVelocity(.zero)
        }
      }
      if inHurry { return }
      let soon = min(deadline, pace.now + 500 * millisecond)
      var reading = await accessory.reading(atRestBy: soon, on: pace)
      if reading == nil, pace.now < soon, await waits(until: pace.now) {
        reading = await accessory.reading(atRestBy: soon, on: pace)
      }
      handback.pose = reading?.pose ?? handback.pose
      handback.isStopConfirmed = reading?.isAtRest ?? false
      if let trouble = reading?.trouble { handback.errors.append(String(describing: trouble)) }
      guard let reading, !reading.isAtRest, pace.now < deadline else { return }
      // The command may have been lost on its way: say it again.
      state.withLock { $0.mayMove = true }
    }
  }

  /// Waits until `time`; false if somebody wants nothing to be waited for.
  ///
  /// Who only wants the show to end may end the wait, but the show is over already.
  private nonisolated(nonsending) func waits(until time: Int) async -> Bool {
    do {
      try await pace.sleep(until: time)
      return true
    } catch let interruption as Interruption {
      return interruption.level < .kill
    } catch {
      return false
    }
  }

  /// Brings back the limits there were, if the show has set its own, and sees that they are.
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
      guard try self.accessory.limits.isNear(before) else { throw DockKitError.notSupported }
    }
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

extension DockAccessory.Limits {
  /// True iff both are the same but for rounding.
  fileprivate func isNear(_ other: DockAccessory.Limits) -> Bool {
    let pairs = [(yaw, other.yaw), (pitch, other.pitch), (roll, other.roll)]
    return pairs.allSatisfy { one, other in
      guard let one, let other else { return other == nil }
      return isNear(one.positionRange.lowerBound, other.positionRange.lowerBound)
        && isNear(one.positionRange.upperBound, other.positionRange.upperBound)
        && isNear(one.maximumSpeed, other.maximumSpeed)
    }
  }

  private func isNear(_ one: Double, _ other: Double) -> Bool {
    one == other || abs(one - other) < 1e-9
  }
}
