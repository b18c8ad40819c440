import DockKit
import Hardware
import Motion
import Scheduling

/// A schedule being carried out, command by command.
///
/// It is a value: a copy, put on another dock with the same past, goes its own way.
package struct Performance {
  let schedule: Schedule
  var accessory: DockAccessory
  var authority: Authority
  var pace: Pace
  var report: (PlaybackEvent) -> Void
  /// The phone on the dock, if it takes part.
  var phone: (any Phone)?
  /// What is being carried out.
  var passage: Passage
  /// What is gone on with after a region that was planned again, and from which step on.
  var rest: (passage: Passage, step: Int)?
  /// The motion that is to be waited for.
  var pending: AwaitedMotion?
  /// The speeds last commanded, in degrees a second.
  var speeds = PerAxis<Double>(all: 0)
  /// The index of the step being carried out, and its time, in the schedule.
  var step: Int?
  var time: Int32 = 0
  /// The time when the clock was last looked at, in nanoseconds of the pace.
  private(set) var now = 0
  /// By how much everything is late by now, in nanoseconds.
  private(set) var delay = 0
  /// True if the motors changed hands since the last command, which takes its own time.
  var hasChangedHands = false
  /// When the last calls that the dock counts were made.
  private var countedCalls: [Int] = []
  /// How far the plan has been followed, and what it comes to.
  var planned = 0
  var plan: PlanState
  /// Whether system tracking is on, as far as has been told.
  private var isTracking: Bool
  var record = Record()
  /// How it ended; nil while it goes on.
  var ending: Outcome.Ending?

  /// What is to be told in the end.
  struct Record {
    /// When the show began, in nanoseconds of the pace; nil before the motors change hands.
    var start: Int?
    /// When it was over, before the motors were given back for good.
    var end: Int?
    var stretches: [Outcome.Stretch] = []
    /// The pose at the beginning, in degrees.
    var firstPose: PerAxis<Double>?
    /// The pose last heard of, in degrees.
    var lastPose: PerAxis<Double>?
    var isStopConfirmed = true
    var peakSpeed = PerAxis<Double>(all: 0)
  }

  /// Creates the performance of `schedule`, which begins now; see `play`.
  package init<C: Clock>(
    of schedule: Schedule, on accessory: DockAccessory, manager: DockAccessoryManager, clock: C,
    within tolerance: Int32 = CommandList.defaultTolerance, journal: (any Journal)? = nil,
    phone: (any Phone)? = nil, reporting report: @escaping (PlaybackEvent) -> Void = { _ in }
  ) where C.Duration == Duration {
    passage = Passage(schedule, within: tolerance)
    self.schedule = schedule
    self.accessory = accessory
    pace = Pace(clock)
    authority = Authority(on: accessory, of: manager, pace: pace, journal: journal)
    self.report = report
    self.phone = phone
    plan = PlanState(before: schedule)
    isTracking = authority.trackingBefore
  }

  /// Carries out the next command; answers false once there is nothing left but to end.
  package nonisolated(nonsending) mutating func advance() async -> Bool {
    guard ending == nil else { return false }
    do {
      if try await performNext() { return true }
      // The show is over when it is due to be, not when the motors are handed over.
      hasChangedHands = false
      try await reach(schedule.length)
      record.end = due(schedule.length)
      ending = .done
    } catch {
      ending = ending(for: error)
    }
    return false
  }

  /// Gives the motors back for good and tells how it went.
  package nonisolated(nonsending) mutating func end() async -> Outcome {
    record.end = record.end ?? pace.now
    note(await authority.end(inHurry: ending == .killed))
    return outcome(ending ?? .cancelled)
  }

  private func ending(for error: any Error) -> Outcome.Ending {
    if error is CancellationError { return .cancelled }
    if let interruption = error as? Interruption {
      return interruption.level == .kill ? .killed : .cancelled
    }
    let failure = Outcome.Failure(error, at: time, step: step)
    tell(.refused(failure))
    return .failed(failure)
  }
}

// MARK: - Time

extension Performance {
  /// When the time `milliseconds` of the schedule is due, in nanoseconds of the pace.
  func due(_ milliseconds: Int32) -> Int { delay + Int(milliseconds) * millisecond }

  /// Waits until `time` of the passage, telling of the steps that begin on the way, and of those of
  /// that time up to number `last`.
  nonisolated(nonsending) mutating func reach(_ time: Int32, _ last: Int = .max) async throws {
    while passage.nextStep < passage.schedule.steps.count {
      let step = passage.schedule.steps[passage.nextStep]
      guard step.start < time || step.start == time && passage.nextStep <= last else { break }
      try await arrive(at: step.start)
      tell(.began(step: passage.number(ofStep: passage.nextStep), step))
      passage.nextStep += 1
    }
    try await arrive(at: time)
  }

  private nonisolated(nonsending) mutating func arrive(at time: Int32) async throws {
    if let motion = pending, motion.end <= time { try await finish(motion) }
    self.time = passage.sourceTime(time)
    if hasChangedHands {
      hasChangedHands = false
      look()
      noteHandover(until: due(time))
    }
    try await wait(until: due(time))
    admitLateness(since: time)
  }

  /// Puts off what follows if it is now much later than `time` of the passage.
  mutating func noteLateness(since time: Int32) {
    look()
    admitLateness(since: time)
  }

  /// As `noteLateness`, for those who have just looked at the clock.
  private mutating func admitLateness(since time: Int32) {
    let late = now - due(time)
    if late > tolerance { stretch(by: late, .late) }
  }

  /// How late a command may be, in nanoseconds, before what follows is put off, too.
  ///
  /// Below it the next wait makes up for it, and nothing drifts; beyond it, to keep to the plan
  /// would mean to hurry.
  private var tolerance: Int { max(1, schedule.model.streamPeriod) * millisecond }

  /// Takes account of the time it took to take or give back the motors, which is over after `due`.
  private mutating func noteHandover(until due: Int) {
    let late = max(0, now - due)
    if record.start == nil, time == 0 {
      // Before anything has moved the show does not get longer: it begins later.
      record.start = late
      delay += late
    } else if late > 0 {
      stretch(by: late, .handover)
    }
    record.start = record.start ?? 0
  }

  /// Makes everything from here on later by `length` nanoseconds.
  mutating func stretch(by length: Int, _ reason: Outcome.Stretch.Reason) {
    delay += length
    note(Outcome.Stretch(reason: reason, time: time, length: length))
  }

  /// Makes everything from here on later by `length` nanoseconds, which is on record already.
  mutating func postpone(by length: Int) { delay += length }

  mutating func note(_ stretch: Outcome.Stretch) {
    record.stretches.append(stretch)
    tell(.stretched(stretch))
  }

  /// Waits until `due`; while the motors are held, looks now and then whether they still are.
  ///
  /// What makes the show longer meanwhile makes the wait longer, too.
  nonisolated(nonsending) mutating func wait(until due: Int) async throws {
    let watch = 500 * millisecond
    var due = due
    while due - now > watch, authority.isHeld {
      let before = delay
      try await sleep(until: now + watch)
      try await keepMotors()
      try await checkMotors(before: due)
      due += delay - before
    }
    let before = delay
    try await sleep(until: due)
    if delay > before { try await sleep(until: due + delay - before) }
  }

  /// Sleeps until `time`, unless it is interrupted; a hold is over when this returns.
  nonisolated(nonsending) mutating func sleep(until time: Int) async throws {
    do {
      try await pace.sleep(until: time)
      look()
    } catch let interruption as Interruption where interruption.level == .hold {
      try await hold(interruption)
    }
  }

  /// Looks at the clock.
  mutating func look() { now = pace.now }

  /// Waits, if the dock would not take another counted call yet; the show gets longer by that.
  nonisolated(nonsending) mutating func awaitCallRate() async throws {
    let most = max(1, schedule.model.callsPerSecond)
    if countedCalls.count >= most {
      let free = countedCalls.removeFirst() + 1000 * millisecond
      look()
      if now < free {
        let late = free - now
        try await wait(until: free)
        stretch(by: late, .callRate)
      }
    }
    look()
    countedCalls.append(now)
  }

  func tell(_ kind: PlaybackEvent.Kind) { report(PlaybackEvent(time: now, kind: kind)) }

  /// Tells whether system tracking is on, if that is news.
  mutating func tell(isTracking: Bool) {
    guard isTracking != self.isTracking else { return }
    self.isTracking = isTracking
    tell(.tracking(isTracking))
  }
}

// MARK: - The end

extension Performance {
  /// Takes note of how the motors were given back.
  mutating func note(_ handback: Handback) {
    look()
    record.lastPose = handback.pose ?? record.lastPose
    tell(isTracking: handback.isTracking)
    guard let isStopped = handback.isStopConfirmed else { return }
    record.isStopConfirmed = isStopped
    tell(.gaveBack(handback))
  }

  /// Everything there is to say of a show that ended by `ending`.
  func outcome(_ ending: Outcome.Ending) -> Outcome {
    let start = record.start ?? 0
    var displacement: PerAxis<Double>?
    if let first = record.firstPose, let last = record.lastPose {
      displacement = PerAxis(
        yaw: last.yaw - first.yaw, pitch: last.pitch - first.pitch, roll: last.roll - first.roll)
    }
    return Outcome(
      ending: ending, isStopConfirmed: record.isStopConfirmed,
      trackingBefore: authority.trackingBefore, trackingAfter: isTracking,
      reclaims: authority.reclaims, plannedLength: schedule.length, start: start,
      length: (record.end ?? now) - start, stretches: record.stretches,
      peakSpeed: record.peakSpeed, displacement: displacement)
  }
}
