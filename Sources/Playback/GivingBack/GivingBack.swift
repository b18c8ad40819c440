import DockKit
import Motion
import Quantities
import Spatial

/// Giving back the motors: the next action, from the results so far.
///
/// It goes from phase to phase, and back to the first if system tracking is switched on from
/// outside: the tracker may have turned the motors, and they must be stopped again. A refused call
/// is tried again, a call without an answer in time fails its own attempt, and neither prevents the
/// later phases.
struct GivingBack {
  /// Why the motors are given back.
  enum Reason: Equatable {
    /// The position of the show, and the wanted state of system tracking.
    case now(tracking: Bool)
    /// The show is held, and takes them again.
    case whilePaused
    /// The show is over; in a hurry, whether the motors stand is not waited for.
    case atEnd(inHurry: Bool = false)

    /// True if the show, which would go on after it, has still to obey an interruption of `level`.
    func mustStillObey(_ level: Interruption.Level) -> Bool {
      switch self {
      case .now: true
      case .whilePaused: level > .hold
      case .atEnd: false
      }
    }
  }

  /// How far it has come.
  enum Phase {
    /// The motors are stopped, with system tracking off.
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

  /// The awaited result.
  private enum Activity {
    /// Nothing: all phases begin.
    case beginning
    /// Nothing: the phase begins.
    case entering
    /// System tracking is switched as the phase wants it.
    case switching(TrackingSwitch)
    /// The motors are stopped.
    case telling
    /// The dock is asked, until so many nanoseconds, how it stands.
    case asking(until: Int, isRepeated: Bool)
    /// A request to end the show may have ended the question.
    case listening(until: Int)
    /// The limits are set.
    case setting
    /// The limits are read back.
    case readingBack
    /// Something that was refused is left alone for a while.
    case pausing
    /// A dock that has left is waited for.
    case awaitingDock
  }

  /// True if the motors were held.
  let wasHeld: Bool
  /// True unless the last command to the motors was to stop.
  private(set) var mayMove: Bool
  /// True if nobody looks after the dock later.
  private let isForGood: Bool
  /// True if it is for good, and nobody knows yet whether the motors stand that were given back
  /// before.
  private let isInDoubt: Bool
  /// The last order to switch system tracking, if the dock has not followed it yet.
  private(set) var ordered: Bool?
  /// The order before that, which holds if the dock refuses the last one.
  private var orderedBefore: Bool?
  /// How it has gone so far.
  private(set) var handback: Handback
  private(set) var phase = Phase.done
  /// True if whether the motors stand is not waited for.
  private var inHurry: Bool
  /// The limits of the show's own, and those before.
  private let limits: (own: DockAccessory.Limits?, before: DockAccessory.Limits?)
  private var activity = Activity.beginning
  /// The deadline of everything, in nanoseconds of the performance.
  private var deadline: Int
  /// The deadline if somebody meddles.
  private let lastDeadline: Int
  /// Until when it is waited for the motors to stand.
  private var restDeadline: Int
  /// The time at which the last motion has surely begun, in nanoseconds of the performance.
  private let reactionEnd: Int
  /// True once the dock has followed the order to end system tracking: who is on then, meddles.
  private var hasEndedTracking = false
  /// True if nothing was stopped, because system tracking was on and is to stay on.
  private var reliesOnTracker = false
  /// How often the phase has failed.
  private var failures = 0
  /// True if a call of the phase was not answered in time.
  private var isUnanswered = false
  /// True once motors that stand at a limit of the show's own were told to stand again.
  private var hasInsisted = false
  /// The number of repeated stops after interference from outside.
  private var repeats = 0
  /// True if the phone was out of the dock at some time since it was begun.
  private var hasMissedDock = false
  /// True once a dock that has left was waited for.
  private var hasAwaitedDock = false
  /// How many calls were answered after they had been given up, as far as that has been met.
  private var lateAnswers: Int?

  /// The most that giving back takes, in nanoseconds, if nobody meddles.
  static let patience = 2 * Nanoseconds.second
  /// What is left of it, at least, when tracking is switched on from outside, and the most that it
  /// takes then.
  private static let patienceWhenRobbed = (left: 700 * millisecond, most: 3 * Nanoseconds.second)
  /// The most of it that is spent on waiting for the motors to stand.
  private static let patienceForRest = 1400 * millisecond
  /// The longest assumed delay between a command and its motion.
  ///
  /// A dock that stands before that may still begin to turn. It is two reports of a dock that
  /// reports ten times a second.
  private static let reactionTime = 200 * millisecond
  /// How long an answer to one call is waited for.
  private static let patienceForAnswer = 500 * millisecond
  /// The time reserved at the end for switching system tracking.
  private static let timeForTracking = 300 * millisecond
  /// How long something that has failed is not tried again.
  private static let pause = 50 * millisecond
  /// How often a phase is tried.
  private static let mostFailures = 4
  /// The greatest number of repeated stops.
  private static let mostRepeats = 8

  /// Creates what is begun at `now`, for `reason`, by who has `authority`.
  init(_ reason: Reason, of authority: Authority, at now: Int) {
    var wantsTracking = authority.trackingBefore
    switch reason {
    case .now(let isTracking): (wantsTracking, inHurry) = (isTracking, false)
    case .whilePaused: inHurry = false
    case .atEnd(let isHurried): inHurry = isHurried
    }
    isForGood = if case .atEnd = reason { true } else { false }
    wasHeld = authority.isHeld && !(isForGood && authority.isLent)
    isInDoubt = isForGood && !inHurry && authority.isStopInDoubt
    (mayMove, ordered) = (authority.mayMove, authority.ordered)
    limits = (authority.limits, authority.limitsBefore)
    deadline = now + GivingBack.patience
    lastDeadline = now + GivingBack.patienceWhenRobbed.most
    restDeadline = now
    reactionEnd = authority.lastMove.map { $0 + GivingBack.reactionTime } ?? now
    handback = Handback(wantsTracking: wantsTracking, isTracking: wantsTracking)
  }

  /// The next action, after the last one ended with `input` and `sight` is the state of the dock;
  /// nil at the end.
  mutating func next(after input: Input?, _ sight: Sight) -> Action? {
    if case .interrupted(.kill) = input { inHurry = true }
    if !sight.isDocked { hasMissedDock = true }
    let isOvertaken = isOvertaken(by: sight)
    if !isOvertaken, let input, let action = goOn(after: input, sight) { return action }
    while true {
      switch activity {
      case .beginning: begin(sight)
      case .entering where phase == .done:
        guard !hasAwaitedDock, wasHeld || !handback.wantsTracking, hasMissedDock else {
          (handback.isTracking, handback.isGone) = (sight.isTracking, !sight.isDocked)
          return nil
        }
        // A dock that left forgets its last commands until it is back.
        (hasAwaitedDock, activity) = (true, .awaitingDock)
      case .entering:
        if mayTurnAgain(sight), beginAgain(sight) { continue }
        if let action = enter(sight) { return action }
      case .switching(var change):
        if phase == .switchingTracking, mayTurnAgain(sight), beginAgain(sight) { continue }
        if let action = advance(&change, sight) { return action }
      case .awaitingDock:
        guard !sight.isDocked, sight.now < deadline - 600 * millisecond else {
          activity = .beginning
          continue
        }
        return .wait(until: sight.now + GivingBack.pause)
      case .telling, .asking, .listening, .setting, .readingBack, .pausing: activity = .entering
      }
    }
  }
}

// MARK: - Phases

extension GivingBack {
  /// Begins with the first phase; unless the motors are to stand, all that is left is to switch
  /// tracking.
  private mutating func begin(_ sight: Sight) {
    // The tracker may be turning the dock, which must stop if tracking ends. If tracking is on and
    // should be on, nothing else turns the dock; but one that was gone when it was to stop is told
    // now.
    let isBack = isInDoubt && sight.isDocked
    let mayTurn = isBack || (sight.isTracking ? !handback.wantsTracking : mayMove)
    let stops = wasHeld || mayTurn
    reliesOnTracker = !stops && sight.isTracking
    awaitRest(sight)
    enter(stops ? .stopping : .switchingTracking)
  }

  /// Begins anew to count how long the motors may take to stand.
  private mutating func awaitRest(_ sight: Sight) {
    restDeadline = min(
      sight.now + GivingBack.patienceForRest, deadline - TrackingSwitch.patience)
  }

  private mutating func enter(_ phase: Phase) {
    (self.phase, failures, isUnanswered, activity) = (phase, 0, false, .entering)
    if phase == .stopping { handback.isStopConfirmed = false }
  }

  /// Goes on to the next phase.
  private mutating func leavePhase() {
    switch phase {
    case .stopping: enter(inHurry ? .restoringLimits : .confirming)
    case .confirming: enter(.restoringLimits)
    case .restoringLimits: enter(.switchingTracking)
    case .switchingTracking, .done: enter(.done)
    }
  }

  /// Begins the phase; returns what it waits for, or nil if that is for `next` to say.
  private mutating func enter(_ sight: Sight) -> Action? {
    switch phase {
    case .stopping:
      guard mayMove || sight.isTracking else {
        leavePhase()
        return nil
      }
      if sight.isTracking { mayMove = true }
      activity = .switching(TrackingSwitch(to: false, by: restDeadline, overriding: ordered))
      return nil
    case .confirming where inHurry || sight.now >= restDeadline:
      leavePhase()
      return nil
    case .confirming where sight.now < min(reactionEnd, restDeadline):
      activity = .pausing
      return .wait(until: min(reactionEnd, restDeadline))
    case .confirming:
      return ask(sight)
    case .restoringLimits:
      handback.areLimitsRestored = limits.own == nil
      guard limits.own != nil, let before = limits.before else {
        leavePhase()
        return nil
      }
      activity = .setting
      return call(.limits(before), sight)
    case .switchingTracking:
      if !handback.wantsTracking, sight.isTracking { mayMove = true }
      activity = .switching(
        TrackingSwitch(
          to: handback.wantsTracking, by: deadline, overriding: ordered, forGood: isForGood))
      return nil
    case .done: return nil
    }
  }

  /// Asks the dock how it stands, not for so long that a lost command could not be repeated.
  private mutating func ask(_ sight: Sight) -> Action {
    let soon = min(restDeadline, sight.now + 500 * millisecond)
    activity = .asking(until: soon, isRepeated: false)
    return .read(atRestBy: soon)
  }

  /// Goes on with switching tracking, which in the first phase comes before the motors are told.
  private mutating func advance(_ change: inout TrackingSwitch, _ sight: Sight) -> Action? {
    let step = change.next(sight)
    activity = .switching(change)
    switch step {
    case .call:
      (orderedBefore, ordered) = (ordered, change.isOn)
      return call(.tracking(change.isOn), sight)
    case .wait(let time): return .wait(until: time)
    case .failed: return fail(for: DockKitError.notSupported, sight)
    case .done where phase == .stopping:
      hasEndedTracking = true
      (mayMove, ordered, activity) = (true, nil, .telling)
      return call(.velocity(.zero), sight)
    case .done:
      ordered = nil
      leavePhase()
      return nil
    }
  }

  /// The call, with a limit that leaves time for the later phases.
  private func call(_ call: DockCall, _ sight: Sight) -> Action {
    let last =
      switch phase {
      case .stopping: restDeadline
      case .switchingTracking: deadline
      default: deadline - GivingBack.timeForTracking
      }
    return .call(call, within: max(0, min(GivingBack.patienceForAnswer, last - sight.now)))
  }
}

// MARK: - What has happened

extension GivingBack {
  /// Deals with `input`; returns what to do next, or nil if that is for `next` to say.
  private mutating func goOn(after input: Input, _ sight: Sight) -> Action? {
    switch activity {
    case .switching:
      if case .refused = input { ordered = orderedBefore }
      return input.failure(OverdueDecision()).flatMap { fail(for: $0, input, sight) }
    case .telling:
      if let error = input.failure(UnansweredCall()) { return fail(for: error, input, sight) }
      mayMove = false
      leavePhase()
    case .asking(let soon, let isRepeated):
      var reading: Reading?
      if case .answered(.reading(let found)) = input { reading = found }
      if reading == nil, sight.now < soon, !isRepeated {
        activity = .listening(until: soon)
        return .wait(until: sight.now)
      }
      // It may say so seldom.
      if reading == nil, sight.isDocked, soon <= sight.now, sight.now < restDeadline {
        return ask(sight)
      }
      return conclude(reading, sight)
    case .listening(let soon):
      guard isPatient(after: input), sight.now < soon else { return conclude(nil, sight) }
      activity = .asking(until: soon, isRepeated: true)
      return .read(atRestBy: soon)
    case .setting:
      if let error = input.failure(UnansweredCall()) { return fail(for: error, input, sight) }
      activity = .readingBack
      return call(.readLimits, sight)
    case .readingBack:
      if let error = input.failure(UnansweredCall()) { return fail(for: error, input, sight) }
      guard case .answered(.limits(let found)) = input, let before = limits.before,
        found.isNear(before)
      else { return fail(for: DockKitError.notSupported, sight) }
      handback.areLimitsRestored = true
      leavePhase()
    case .pausing: activity = .entering
    case .awaitingDock: if !isPatient(after: input) { activity = .beginning }
    case .beginning, .entering: break
    }
    return nil
  }

  /// True unless the process must end at once.
  ///
  /// An interruption only ends a wait: the show obeys it after the motors are given back.
  private func isPatient(after input: Input) -> Bool {
    switch input {
    case .interrupted(let level): level < .kill
    case .refused, .unanswered: false
    case .reached, .event, .resumed, .answered: true
    }
  }

  /// Records the last `reading` of motors that should stand; nil if the dock is silent.
  ///
  /// A motion that is in progress may be too slow to be noticed yet. Motors that stand at a limit
  /// of the show may have lost the command to stop: they would turn further without the limit.
  private mutating func conclude(_ reading: Reading?, _ sight: Sight) -> Action? {
    let isAtRest = reading?.isAtRest ?? false
    handback.pose = reading?.pose ?? handback.pose
    let stands = isAtRest && !sight.isInMotion
    let insists = stands && !hasInsisted && isAtOwnLimit(reading)
    if insists { hasInsisted = true }
    handback.isStopConfirmed = stands
    if let trouble = reading?.trouble { handback.errors.append(String(describing: trouble)) }
    guard reading != nil, !stands || insists, sight.now < restDeadline else {
      leavePhase()
      return nil
    }
    // The command may have been lost on its way: say it again.
    mayMove = true
    enter(.stopping)
    guard isAtRest, !insists else { return nil }
    activity = .pausing
    return .wait(until: sight.now + GivingBack.pause)
  }

  /// True if an axis is where a limit of the show's own ends.
  private func isAtOwnLimit(_ reading: Reading?) -> Bool {
    guard let own = limits.own, let pose = reading?.pose else { return false }
    return [(own.yaw, pose.yaw), (own.pitch, pose.pitch), (own.roll, pose.roll)]
      .contains { limit, angle in
        guard let range = limit?.positionRange else { return false }
        let place = angle * .pi / 180
        return min(abs(place - range.lowerBound), abs(place - range.upperBound)) < 1e-3
      }
  }

  /// As `fail`, of a call that may not have been answered at all.
  private mutating func fail(
    for error: any Error, _ input: Input, _ sight: Sight
  ) -> Action? {
    if case .unanswered = input { isUnanswered = true }
    return fail(for: error, sight)
  }

  /// Records that the phase has failed with `error`, and tries it again after a pause if that can
  /// help.
  private mutating func fail(for error: any Error, _ sight: Sight) -> Action? {
    handback.errors.append(String(describing: error))
    failures += 1
    let last = phase == .stopping ? restDeadline : deadline
    guard failures < GivingBack.mostFailures, sight.now + GivingBack.pause < last else {
      if isUnanswered { handback.timedOut = true }
      leavePhase()
      return nil
    }
    // What the tracker turns is stopped at once.
    guard !isRobbed(sight) else {
      activity = .entering
      return nil
    }
    activity = .pausing
    return .wait(until: sight.now + GivingBack.pause)
  }

  /// True if system tracking was switched on from outside in a phase where it should be off.
  private func isRobbed(_ sight: Sight) -> Bool { excludesTracking && sight.isTracking }

  /// True if the tracker turns the motors though it should not, or has let go of them: it has
  /// followed an order from before, and they brake by themselves.
  private func mayTurnAgain(_ sight: Sight) -> Bool {
    isRobbed(sight) || phase == .switchingTracking && reliesOnTracker && !sight.isTracking
  }

  /// True if system tracking should be off in this phase.
  private var excludesTracking: Bool {
    switch phase {
    case .confirming, .restoringLimits: true
    case .switchingTracking: !handback.wantsTracking
    case .stopping, .done: false
    }
  }

  /// Begins again, because the motors were or may have been turned from outside; false if that was
  /// done too often.
  private mutating func beginAgain(_ sight: Sight) -> Bool {
    (mayMove, reliesOnTracker) = (true, false)
    guard repeats < GivingBack.mostRepeats else { return false }
    repeats += 1
    if hasEndedTracking, isRobbed(sight) {
      let time = sight.now + GivingBack.patienceWhenRobbed.left
      deadline = max(deadline, min(time, lastDeadline))
    }
    hasEndedTracking = false
    awaitRest(sight)
    enter(.stopping)
    return true
  }

  /// True if it begins again because an abandoned call was answered later: it may have moved the
  /// motors after the stop.
  private mutating func isOvertaken(by sight: Sight) -> Bool {
    let known = lateAnswers ?? sight.lateAnswers
    lateAnswers = sight.lateAnswers
    guard known != sight.lateAnswers, phase != .done else { return false }
    return beginAgain(sight)
  }
}

extension DockAccessory.Limits {
  /// True if both are the same but for rounding.
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
