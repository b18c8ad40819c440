import DockKit
import Spatial
import Synchronization

/// How far giving back the motors has come.
///
/// It goes from phase to phase, and back to the first if somebody switches system tracking on
/// meanwhile: the tracker may have turned the motors, and they have to stand again.
struct GivingBack {
  enum Phase {
    /// The motors are told to stand, with system tracking off.
    case stopping
    /// The dock is asked whether they stand.
    case confirming
    /// The limits are made what they were.
    case restoringLimits
    /// System tracking is made what is wanted.
    case switchingTracking
    /// Nothing is left to do, or to try.
    case done
  }

  /// True if whether the motors stand is not waited for.
  let inHurry: Bool
  /// When everything is to be over, in nanoseconds of the pace.
  let deadline: Int
  /// Until when it is waited for the motors to stand.
  private(set) var restDeadline: Int
  /// How it has gone so far.
  var handback: Handback
  private(set) var phase = Phase.done
  /// How often the phase has failed.
  private var failures = 0
  /// How often the motors have been told to stand because somebody came in between.
  private var repeats = 0

  /// The most that giving back takes, in nanoseconds.
  static let patience = 2000 * millisecond
  /// The most of it that is spent on waiting for the motors to stand.
  private static let patienceForRest = 1400 * millisecond
  /// How long something that has failed is not tried again, in nanoseconds.
  static let pause = 50 * millisecond
  /// How often a phase is tried.
  private static let mostFailures = 4
  /// How often the motors are told to stand again.
  private static let mostRepeats = 8

  /// Creates what is begun at `now`, to make system tracking `wantsTracking` in the end.
  init(to wantsTracking: Bool, inHurry: Bool, at now: Int) {
    self.inHurry = inHurry
    deadline = now + GivingBack.patience
    restDeadline = now
    handback = Handback(wantsTracking: wantsTracking, isTracking: wantsTracking)
  }

  /// Begins at `now`; unless the motors are to stand first, all that is left is to switch tracking.
  mutating func begin(standingFirst: Bool, at now: Int) {
    restDeadline = min(now + GivingBack.patienceForRest, deadline - 2 * GivingBack.pause)
    enter(standingFirst ? .stopping : .switchingTracking)
  }

  mutating func enter(_ phase: Phase) {
    (self.phase, failures) = (phase, 0)
    if phase == .stopping { handback.isStopConfirmed = false }
  }

  /// Goes on to the next phase.
  mutating func goOn() {
    switch phase {
    case .stopping: enter(inHurry ? .restoringLimits : .confirming)
    case .confirming: enter(.restoringLimits)
    case .restoringLimits: enter(.switchingTracking)
    case .switchingTracking, .done: enter(.done)
    }
  }

  /// True if system tracking is to be off in this phase.
  var excludesTracking: Bool {
    switch phase {
    case .confirming, .restoringLimits: true
    case .switchingTracking: !handback.wantsTracking
    case .stopping, .done: false
    }
  }

  /// Begins again, because somebody has switched system tracking on; false if that was done too
  /// often already.
  mutating func beginAgain() -> Bool {
    guard repeats < GivingBack.mostRepeats else { return false }
    repeats += 1
    enter(.stopping)
    return true
  }

  /// Takes note that the phase has failed at `now`; true if it is worth trying again after a pause.
  mutating func fails(for error: any Error, at now: Int) -> Bool {
    handback.errors.append(String(describing: error))
    failures += 1
    let last = phase == .stopping ? restDeadline : deadline
    return failures < GivingBack.mostFailures && now + GivingBack.pause < last
  }
}

extension Authority {
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

  /// Makes the motors stand, if they may turn or the lease `wasHeld`, and system tracking
  /// `isTracking`; takes two seconds at most.
  nonisolated(nonsending) func handBack(
    to isTracking: Bool, wasHeld: Bool, inHurry: Bool = false
  ) async -> Handback {
    let began = pace.now
    let handback = await bounded(by: .wall(.nanoseconds(GivingBack.patience))) { [self] in
      var giving = GivingBack(to: isTracking, inHurry: inHurry, at: began)
      await giveBack(&giving, wasHeld: wasHeld)
      if wasHeld || !isTracking, isGone {
        // Whatever it was told before it left, it forgets until it is back.
        await awaitDock(by: giving.deadline)
        await giveBack(&giving, wasHeld: wasHeld)
      }
      giving.handback.isTracking = manager.isSystemTrackingEnabled
      giving.handback.isGone = isGone
      return giving.handback
    }
    if let handback { return handback }
    var failed = Handback(
      wantsTracking: isTracking, isTracking: manager.isSystemTrackingEnabled)
    failed.isStopConfirmed = wasHeld ? false : nil
    failed.timedOut = true
    return failed
  }

  /// Goes through all phases of `giving`.
  private nonisolated(nonsending) func giveBack(
    _ giving: inout GivingBack, wasHeld: Bool
  ) async {
    // The tracker may be turning the dock, which is to stand if nobody tracks any more. Where it
    // tracks already, and is to, nobody else turns anything.
    let mayTurn =
      manager.isSystemTrackingEnabled
      ? !giving.handback.wantsTracking : state.withLock { $0.mayMove }
    giving.begin(standingFirst: wasHeld || mayTurn, at: pace.now)
    while giving.phase != .done {
      if isRobbed(in: giving), giving.beginAgain() { continue }
      do {
        switch giving.phase {
        case .stopping: try await stop(by: giving.restDeadline)
        case .confirming: if await !confirmStop(&giving) { continue }
        case .restoringLimits: try restoreLimits(&giving.handback)
        case .switchingTracking:
          try await setTracking(giving.handback.wantsTracking, by: giving.deadline)
        case .done: break
        }
        giving.goOn()
      } catch {
        guard giving.fails(for: error, at: pace.now) else {
          giving.goOn()
          continue
        }
        // What the tracker turns is stopped at once.
        if !isRobbed(in: giving) { try? await pace.sleep(until: pace.now + GivingBack.pause) }
      }
    }
  }

  /// True if somebody has switched system tracking on where it is to be off.
  private func isRobbed(in giving: GivingBack) -> Bool {
    giving.excludesTracking && manager.isSystemTrackingEnabled
  }

  /// Tells the motors to stand, unless that was the last they were told.
  private nonisolated(nonsending) func stop(by deadline: Int) async throws {
    guard state.withLock({ $0.mayMove }) || manager.isSystemTrackingEnabled else { return }
    try await setTracking(false, by: deadline)
    try await setAngularVelocity(.zero)
  }

  /// Waits until the dock says that the motors stand; false if they are to be told again.
  private nonisolated(nonsending) func confirmStop(_ giving: inout GivingBack) async -> Bool {
    let soon = min(giving.restDeadline, pace.now + 500 * millisecond)
    var reading = await accessory.reading(atRestBy: soon, on: pace)
    if reading == nil, pace.now < soon, await waits(until: pace.now) {
      reading = await accessory.reading(atRestBy: soon, on: pace)
    }
    giving.handback.pose = reading?.pose ?? giving.handback.pose
    giving.handback.isStopConfirmed = reading?.isAtRest ?? false
    if let trouble = reading?.trouble {
      giving.handback.errors.append(String(describing: trouble))
    }
    guard let reading, !reading.isAtRest, pace.now < giving.restDeadline else { return true }
    // The command may have been lost on its way: say it again.
    state.withLock { $0.mayMove = true }
    giving.enter(.stopping)
    return false
  }

  /// Waits for a dock that has left, and takes no calls, while there is time to give it back after.
  private nonisolated(nonsending) func awaitDock(by deadline: Int) async {
    let last = deadline - 600 * millisecond
    while isGone, pace.now < last {
      guard await waits(until: pace.now + 50 * millisecond) else { return }
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
  ///
  /// Throws what the dock throws, and `notSupported` if they are not.
  private func restoreLimits(_ handback: inout Handback) throws {
    let (own, before) = state.withLock { ($0.limits, $0.limitsBefore) }
    handback.areLimitsRestored = own == nil
    guard own != nil, let before else { return }
    try accessory.setLimits(before)
    guard try accessory.limits.isNear(before) else { throw DockKitError.notSupported }
    handback.areLimitsRestored = true
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
