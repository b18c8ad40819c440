import DockKit
import Schedules
import Spatial

/// The counted lease on the motors of a dock.
///
/// Its holder has the motors alone: system tracking is off, and is switched off again if it is
/// switched on from outside. The lease is always given back: in bounded time, twice without harm,
/// and also when the show is ended.
///
/// It is a value: a copy has the same state and is independent.
struct Authority {
  /// How many scopes hold the lease.
  var holders = 0
  /// True while the motors are given back only for a pause.
  var isLent = false
  /// True if the journal has an entry with the state to restore.
  private var isJournaled = false
  /// The limits before it was taken; nil if the dock did not say.
  var limitsBefore: DockAccessory.Limits?
  /// The limits of the show's own.
  var limits: DockAccessory.Limits?
  /// True unless the last command to the motors was to stop.
  var mayMove = false
  /// True if it is not known that the motors stood when they were given back last.
  private(set) var isStopInDoubt = false
  /// The time of the last command to turn, in nanoseconds of the performance; nil if never.
  private(set) var lastMove: Int?
  /// The last motion that the dock carries out by itself; nil after a later velocity, or if it was
  /// cancelled.
  private var lastMotion: MotionID?
  /// How often system tracking had to be switched off again.
  private(set) var reclaims = 0
  /// The last order to switch system tracking, if the dock has not followed it yet.
  private(set) var ordered: Bool?
  /// The state of system tracking that the show has set for the time without the lease.
  var wanted: Bool
  /// True if the phone was out of the dock at the last check.
  private var wasGone = false
  /// True if system tracking was on when the show began.
  let trackingBefore: Bool

  /// Creates the lease, not taken yet, on a dock that tracks if it `isTracking`.
  init(isTracking: Bool) { (trackingBefore, wanted) = (isTracking, isTracking) }

  /// Creates the lease of a process that left `entry` behind.
  init(abandonedBy entry: JournalEntry) {
    self.init(isTracking: entry.isTracking)
    limitsBefore = entry.accessoryLimits
    (holders, limits, mayMove) = (1, limitsBefore, true)
  }

  /// The state of the lease.
  struct Lease: Equatable {
    fileprivate let holders: Int
    fileprivate let isLent: Bool
    fileprivate let limits: DockAccessory.Limits?
    fileprivate let mayMove: Bool
  }

  /// The present state.
  var lease: Lease {
    Lease(holders: holders, isLent: isLent, limits: limits, mayMove: mayMove)
  }

  /// True if the lease is held.
  var isHeld: Bool { holders > 0 }

  /// Takes the motors: saves the limits, writes the journal and switches system tracking off.
  ///
  /// Throws what the dock and the journal throw; the lease counts as taken even then, and must be
  /// given back.
  mutating func take(_ link: inout Link) throws {
    holders += 1
    guard holders == 1 else { return }
    limitsBefore = try limitsIfTold(&link)
    try writeJournal(&link)
    try setTracking(false, &link)
  }

  /// The limits of the dock; nil if it does not tell them.
  private func limitsIfTold(_ link: inout Link) throws -> DockAccessory.Limits? {
    do {
      return try link.limits()
    } catch let interruption as Interruption {
      throw interruption
    } catch {
      return nil
    }
  }

  /// Records the state to restore, once, before any change.
  private mutating func writeJournal(_ link: inout Link) throws {
    guard !isJournaled else { return }
    try link.write(JournalEntry(isTracking: trackingBefore, limitsBefore))
    isJournaled = true
  }

  /// Switches system tracking off again if it was switched on from outside; returns true if it was.
  ///
  /// Limits are set again, too: they last only as long as tracking is off. Throws `notConnected` if
  /// the phone was taken out of the dock.
  mutating func reclaim(_ link: inout Link) throws -> Bool {
    let sight = link.sight
    if !sight.isDocked { throw DockKitError.notConnected }
    guard sight.isTracking else { return false }
    reclaims += 1
    try takeAgain(&link)
    return true
  }

  /// Takes the motors that were lent or lost, and sets the limits again.
  mutating func takeAgain(_ link: inout Link) throws {
    isLent = false
    try setTracking(false, &link)
    if let limits { try link.call(.limits(limits)) }
  }

  /// Sets system tracking to `isTracking` for the time without the lease.
  ///
  /// Throws as `setTracking` does.
  mutating func want(tracking isTracking: Bool, _ link: inout Link) throws {
    wanted = isTracking
    try makeTrackingWanted(&link)
  }

  /// Makes system tracking what is wanted; motors that the tracker had last stand before it has
  /// them again.
  private mutating func makeTrackingWanted(_ link: inout Link) throws {
    guard wanted, mayMove, !link.sight.isTracking else { return try setTracking(wanted, &link) }
    let handback = giveBack(.now(tracking: true), &link)
    guard handback.isTracking else { throw DockKitError.notSupported }
  }

  /// True if the state of the dock must be watched: while the lease is held, and while tracking
  /// should be off, because a phone that is put back forgets that.
  var needsWatch: Bool { holders > 0 || !wanted }

  /// Looks whether the phone was put back, and if so makes system tracking again what the show has
  /// made of it; does nothing while the lease is held, for then `reclaim` sees to it.
  mutating func followDock(_ link: inout Link) {
    let isGone = !link.sight.isDocked
    let isBack = wasGone && !isGone && holders == 0
    wasGone = isGone
    if isBack { reapply(&link) }
  }

  /// Sets system tracking to the state that the show wants without the lease, for example after the
  /// app was away; if the dock refuses, the next check tries again.
  mutating func reapply(_ link: inout Link) {
    do {
      try makeTrackingWanted(&link)
    } catch {
      wasGone = true
      if let interruption = error as? Interruption { link.postpone(interruption.level) }
    }
  }

  /// Switches system tracking and waits until the dock says so, which may take a while.
  ///
  /// Motors that the tracker had may still turn when it is off.
  ///
  /// Throws what the dock throws, and `notSupported` if it never says so.
  private mutating func setTracking(_ isOn: Bool, _ link: inout Link) throws {
    var change = TrackingSwitch(to: isOn, overriding: ordered)
    if !isOn, link.sight.isTracking { mayMove = true }
    while true {
      switch change.next(link.sight) {
      case .call: try order(tracking: isOn, &link)
      case .wait(let time): try link.sleep(until: time)
      case .done:
        ordered = nil
        return
      case .failed: throw DockKitError.notSupported
      }
    }
  }
}

// MARK: - Motor calls

extension Authority {
  /// Orders the dock to switch system tracking; an order that it refuses is not on its way.
  private mutating func order(tracking isOn: Bool, _ link: inout Link) throws {
    let before = ordered
    ordered = isOn
    do {
      try link.call(.tracking(isOn))
    } catch let error as DockKitError {
      ordered = before
      throw error
    }
  }

  /// Turns the axes at `velocity`, in radians a second.
  mutating func setAngularVelocity(_ velocity: Vector3D, _ link: inout Link) throws {
    if velocity != .zero { (lastMove, lastMotion) = (link.now, nil) }
    mayMove = true
    try link.call(.velocity(velocity))
    if velocity == .zero { mayMove = false }
  }

  /// Turns to the pose `rotation`, in radians, in `duration`.
  mutating func setOrientation(
    _ rotation: Vector3D, duration: Duration, _ link: inout Link
  ) throws -> MotionID {
    try begin(.orientation(rotation, duration), &link)
  }

  /// Plays `motion`.
  mutating func animate(
    _ motion: DockAccessory.Animation, _ link: inout Link
  ) throws -> MotionID {
    try begin(.animation(motion), &link)
  }

  private mutating func begin(_ call: DockCall, _ link: inout Link) throws -> MotionID {
    (mayMove, lastMove, lastMotion) = (true, link.now, nil)
    let motion = try link.begin(call)
    lastMotion = motion
    return motion
  }

  /// Asks no more for the motion that was begun last: it is over, or takes so long that what the
  /// dock says about it is not believed.
  mutating func leaveMotion() { lastMotion = nil }

  /// Narrows the limits for as long as the lease is held.
  ///
  /// If the dock did not tell them when the motors were taken, what to restore is read only now.
  mutating func setLimits(_ limits: DockAccessory.Limits, _ link: inout Link) throws {
    if limitsBefore == nil, self.limits == nil {
      limitsBefore = try limitsIfTold(&link)
      isJournaled = isJournaled && limitsBefore == nil
      try writeJournal(&link)
    }
    self.limits = limits
    try link.call(.limits(limits))
  }
}

// MARK: - Giving back

extension Authority {
  /// Gives up what is held: makes the motors stand, and then system tracking what `reason` says.
  ///
  /// Takes two seconds at most, or three if system tracking is switched on from outside meanwhile,
  /// and may be done twice. When it is for good, the journal is cleared only if nothing is left to
  /// be restored.
  mutating func giveBack(_ reason: GivingBack.Reason, _ link: inout Link) -> Handback {
    let giving = GivingBack(reason, of: self, at: link.now)
    switch reason {
    case .now(let isTracking): (holders, wanted) = (0, isTracking)
    case .whilePaused: isLent = true
    case .atEnd: holders = 0
    }
    let handback = carryOut(giving, for: reason, &link)
    switch reason {
    case .now: if giving.wasHeld { limits = nil }
    case .whilePaused: break
    case .atEnd: if handback.isComplete { try? link.write(nil) }
    }
    return handback
  }

  /// Carries out all that `giving` wants.
  ///
  /// What interrupts it is kept for the show, if the show would go on.
  private mutating func carryOut(
    _ giving: GivingBack, for reason: GivingBack.Reason, _ link: inout Link
  ) -> Handback {
    var giving = giving
    var input: Input?
    while let action = giving.next(after: input, sight(&link)) {
      input = link.carryOut(action)
      if case .interrupted(let level) = input, reason.mustStillObey(level) { link.postpone(level) }
    }
    (mayMove, ordered) = (giving.mayMove, giving.ordered)
    isStopInDoubt = giving.handback.isStopConfirmed.map { !$0 } ?? isStopInDoubt
    return giving.handback
  }

  /// The state of the dock, and of the last motion.
  private func sight(_ link: inout Link) -> Sight {
    var sight = link.sight
    if let lastMotion { sight.isInMotion = link.driver.status(of: lastMotion) == .moving }
    return sight
  }

  /// Gives up one hold; the last one gives the motors back and makes system tracking `isTracking`.
  mutating func giveBackOne(tracking isTracking: Bool, _ link: inout Link) -> Handback? {
    guard holders == 1 else {
      holders -= 1
      return nil
    }
    return giveBack(.now(tracking: isTracking), &link)
  }
}

/// The steps of switching system tracking: the dock gets the command up to three times, and each
/// time its confirmation is awaited.
struct TrackingSwitch {
  /// What to do next.
  enum Step {
    /// Tell the dock.
    case call
    /// Wait until then, in nanoseconds of the performance, and look again.
    case wait(until: Int)
    /// Nothing: it is as it should be.
    case done
    /// Nothing: the dock does not do it.
    case failed
  }

  /// How long the confirmation of one command is awaited, in nanoseconds.
  static let patience = 200 * millisecond

  /// The wanted state.
  let isOn: Bool
  /// The time after which the command is not repeated, in nanoseconds of the performance.
  private let last: Int
  private var calls = 0
  /// True if an order to the contrary may still be on its way: the dock must be told, although it
  /// is as it should be.
  private var isContradicted: Bool
  /// True if the command may be lost on its way, so that the dock follows that order to the
  /// contrary: whether it does is waited for.
  private var isInDoubt: Bool
  /// The end of the wait for the last command; nil if it was sent just now.
  private var deadline: Int?

  /// Creates a switch to `isOn`, which is tried until `last` and overrides the order `ordered`,
  /// which the dock may not have followed yet.
  ///
  /// Nobody looks later if it is `forGood`.
  init(
    to isOn: Bool, by last: Int = .max, overriding ordered: Bool?, forGood isForGood: Bool = false
  ) {
    (self.isOn, self.last) = (isOn, last)
    isContradicted = ordered == !isOn
    isInDoubt = isForGood && isContradicted
  }

  /// The next action, for the state `sight` of the dock.
  mutating func next(_ sight: Sight) -> Step {
    let isAsWanted = sight.isTracking == isOn && !isContradicted
    if isAsWanted, !isInDoubt { return .done }
    if calls > 0 {
      let deadline = deadline ?? min(last, sight.now + TrackingSwitch.patience)
      self.deadline = deadline
      if sight.now < deadline { return .wait(until: min(deadline, sight.now + 50 * millisecond)) }
      if isAsWanted { return .done }
      if calls == 3 || sight.now >= last { return .failed }
    }
    calls += 1
    (deadline, isContradicted, isInDoubt) = (nil, false, isInDoubt && calls == 1)
    return .call
  }
}
