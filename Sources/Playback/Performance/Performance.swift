import Hardware
import Motion
import Quantities
import Schedules

/// A show being carried out: cue after cue, command by command.
///
/// It is a value: a copy, put on another dock with the same past, goes its own way.
package struct Performance {
  /// The way to who carries it out.
  var link: Link
  var authority: Authority
  /// How far a motor may be from the plan at any time, in millidegrees.
  let precision: Int32
  /// How many cues may follow each other without an event.
  private let mostCues: Int
  /// Where in the show it is.
  var show: ShowPosition
  /// The time and the lateness.
  var timing = Timing()
  /// The last commands to the motors.
  var orders = Orders()
  /// The reports so far, and those for the end.
  var record: Record
  /// What conditions read of the world, and the counts of the show.
  var world = WorldState()
  /// What is owed if the show ends now.
  var debts = Debts()
  /// How it ended; nil while it goes on.
  var ending: Outcome.Ending?

  /// The reports for the end.
  struct Record {
    /// The last reported state of system tracking.
    var isTracking: Bool
    /// How many commands have been carried out.
    var sent = 0
    /// How many cues have begun; those that only continue another are not counted.
    var cues = 1
    /// How long the show is planned to last, in milliseconds, if that is more than the cue at hand.
    var wholeLength: Int32?
    /// By how much the moves of the cues before this one took longer than planned because of where
    /// they began, in milliseconds.
    var delay = 0
    /// When the show began, in nanoseconds of the performance; nil before the motors change hands.
    var start: Int?
    /// When it was over, before the motors were given back for good.
    var end: Int?
    var stretches: [Outcome.Stretch] = []
    /// How many steps were left out because they were late.
    var skipped = 0
    /// The pose at the beginning, in degrees.
    var firstPose: PerAxis<Double>?
    /// How far the dock stood last from where it should, in degrees; nil if it did not.
    var misplacement: PerAxis<Double>?
    /// The pose last heard of, in degrees.
    var lastPose: PerAxis<Double>?
    var isStopConfirmed = true
    var peakSpeed = PerAxis<Double>(all: 0)
    /// How far a motor may have been from the plan, in millidegrees.
    var tolerance: Int32 = 0
    /// When the recording of the camera that runs now began, in milliseconds of the show; nil if
    /// none does.
    var recording: Int32?
    /// The same of one that ran when the show was over, and has been stopped.
    var stoppedRecording: Int32?
    /// The sounds that the phone plays; some may be over.
    var sounds: [Sounding] = []
    /// The last changes of the face and of the zoom; they may be over.
    var changes: [PhoneChange] = []
    /// The results of the calls of handlers.
    var calls = HandlerCalls()
    /// After how many cues without an event it was ended; nil if it was not.
    var cuesWithoutEvent: Int?
  }

  /// The events of the current cue.
  var schedule: Schedule { show.cue.schedule }

  /// Creates the performance of `cue` and what follows it, which `driver` carries out from now on;
  /// see `play`.
  package init(
    of cue: Cue, by driver: any Driver, atMost count: Int = .max,
    within tolerance: Int32 = CommandList.defaultTolerance
  ) {
    (precision, mostCues) = (tolerance, max(1, count))
    show = ShowPosition(at: cue, within: tolerance)
    link = Link(driver)
    authority = Authority(isTracking: link.sight.isTracking)
    record = Record(isTracking: authority.trackingBefore)
    record.tolerance = show.execution.commands.tolerance
    record.calls.meet(cue)
    record.wholeLength = cue.wholeLength
    world = cue.world
    world.isDocked = link.sight.isDocked
  }

  /// Carries out the next command; answers false once there is nothing left but to end.
  package mutating func advance() -> Bool {
    guard ending == nil else { return false }
    guard show.cuesWithoutEvent < mostCues else {
      record.cuesWithoutEvent = show.cuesWithoutEvent
      ending = .cancelled
      return false
    }
    do {
      if try performNext() { return true }
      if try finishCue() { return true }
      record.end = due(schedule.length)
      ending = .done
    } catch {
      ending = ending(for: error)
    }
    return false
  }

  /// Gives the motors back for good and tells how it went.
  package mutating func end() -> Outcome {
    record.end = record.end ?? link.now
    note(authority.giveBack(.atEnd(inHurry: ending == .killed), &link))
    payDebts()
    return outcome(ending ?? .cancelled)
  }

  private mutating func ending(for error: any Error) -> Outcome.Ending {
    if let interruption = error as? Interruption {
      return interruption.level == .kill ? .killed : .cancelled
    }
    let isOverdue = error is OverdueDecision
    let failure = failure(for: isOverdue ? show.decision?.overdue ?? .overdue(line: 0) : error)
    tell(.refused(failure))
    return .failed(failure)
  }
}

// MARK: - Time

extension Performance {
  /// When the time `milliseconds` of the schedule is expected, in nanoseconds of the performance.
  func due(_ milliseconds: Int32) -> Int { timing.due(milliseconds) }

  /// The time `milliseconds` of the cue's schedule, counted from the beginning of the show.
  func showTime(_ milliseconds: Int32) -> Int32 { show.showTime(milliseconds) }

  /// Waits until `time` of the execution, telling of the steps that begin on the way, and of those
  /// of that time up to number `last`; answers false if before that something leads on to another
  /// cue.
  mutating func reach(
    _ time: Int32, _ last: Int = .max
  ) throws -> Bool {
    while let next = nextStop(before: time, last) {
      guard try arrive(at: next, show.execution.nextStep) else { return false }
      // A step that keeps its time may have been reported already.
      if nextStop(before: time, last) == next { tellStop() }
    }
    return try arrive(at: time, last == .max ? show.execution.nextStep - 1 : last)
  }

  /// When the next step begins, or the next wait for an event: before `time` of the execution, or
  /// then, of the steps up to number `last`; nil if none does.
  func nextStop(before time: Int32, _ last: Int) -> Int32? {
    let (index, steps) = (show.execution.nextStep, show.execution.schedule.steps)
    let step = index < steps.count ? steps[index].start : .max
    let isStep = step < time || step == time && index <= last
    let wait = show.untold.first.map { show.execution.time(ofSource: $0.start) } ?? .max
    let isWait = wait < min(step, time) || wait == time && last == .max && !isStep
    return isWait ? wait : isStep ? step : nil
  }

  /// Tells of the next step, or of the next wait for an event, whichever begins first.
  private mutating func tellStop() {
    let (index, steps) = (show.execution.nextStep, show.execution.schedule.steps)
    let step = index < steps.count ? steps[index].start : .max
    if let wait = show.untold.first,
      index >= steps.count || show.execution.time(ofSource: wait.start) < step
    {
      show.untold.removeFirst()
      // A state may hold when the wait for it begins, as behind a pause.
      if wait.state != nil { show.hasNews = true }
      return tell(.awaits(wait))
    }
    show.execution.nextStep += 1
    show.execution.skipTold(show.ahead)
    let number = show.execution.number(ofStep: index)
    if let late = lateness(ofSkipped: index) {
      show.execution.skipped.append(index)
      record.skipped += 1
      tell(.skipped(step: number, told(index), late: late))
    } else {
      noteCourse(of: steps[index])
      tellSubject(of: steps[index])
      tell(.began(step: number, told(index)))
    }
  }

  /// Step `index` of the execution as it is told: what it refers to is in the schedule of the cue.
  func told(_ index: Int) -> Step {
    var step = show.execution.schedule.steps[index]
    if let number = show.execution.number(ofStep: index), schedule.steps[number].kind == step.kind {
      step.extra = schedule.steps[number].extra
    }
    return step
  }

  /// Waits until `time` of the execution, at which its step number `index` is carried out.
  private mutating func arrive(
    at time: Int32, _ index: Int
  ) throws -> Bool {
    if let motion = orders.pending, motion.end <= time {
      guard try finish(motion) else { return false }
    }
    let before = show.time
    show.time = show.execution.sourceTime(time)
    if orders.hasChangedHands {
      orders.hasChangedHands = false
      look()
      noteHandover(until: due(time))
    }
    if timing.lateness > 0 { recover(since: before, until: time) }
    guard try waitForSign(until: due(time)) else { return false }
    try admitLateness(since: time, of: index, wasTurning: isTurning)
    return true
  }

  /// Waits until `due`; while the motors are held, looks now and then whether they still are, and
  /// otherwise whether tracking is what the show has made it, however short each wait is.
  ///
  /// What makes the show longer meanwhile makes the wait longer, too.
  mutating func wait(until due: Int) throws {
    _ = try wait(until: due, endsWithSigns: false)
  }

  /// As `wait`, but answers false if before `due` something leads on to another cue.
  mutating func waitForSign(until due: Int) throws -> Bool {
    try wait(until: due, endsWithSigns: true)
  }

  private mutating func wait(
    until due: Int, endsWithSigns: Bool
  ) throws -> Bool {
    let watch = 500 * millisecond
    var due = due
    while true {
      if endsWithSigns, try readSigns(before: due) { return false }
      // What an error leads to at once comes first.
      if orders.isAlarmed, timing.now < due { try checkMotors() }
      // An open end is not slept through in pieces: whatever puts the phone back is an event.
      // Nor are the motors looked after for ever where nothing around the dock changes any more.
      let isOpen = due >= openEnd
      let needsWatch =
        authority.isHeld && !(isOpen && orders.following != nil && isStillAround)
        || authority.needsWatch && !isOpen
      let nextWatch = timing.watched + watch
      let isWatched = nextWatch < due && needsWatch
      let look = endsWithSigns ? nextLook.flatMap { $0 < due ? $0 : nil } : nil
      let goal = min(isWatched ? max(nextWatch, timing.now) : due, look ?? .max)
      let before = timing.delay
      try sleepInTime(until: goal, endsWithSigns: endsWithSigns)
      if !authority.isHeld {
        if authority.needsWatch { authority.followDock(&link) }
        timing.watched = timing.now
      } else if needsWatch, isWatched && timing.now >= goal || !link.sight.isDocked {
        try keepMotors()
        try checkMotors(before: due)
      }
      if let look, timing.now >= look { show.hasNews = true }
      due += timing.delay - before
      if goal == due, timing.now >= due { return try !endsWithSigns || !readSigns(before: due) }
    }
  }

  /// Sleeps until `time`, unless it is interrupted; a hold is over when this returns.
  ///
  /// Signs of the world end the sleep, too, if it `endsWithSigns`.
  mutating func sleep(
    until time: Int, endsWithSigns: Bool = false
  ) throws {
    do {
      if orders.following != nil || show.awaitsTracker {
        try steer(until: time, endsWithSigns: endsWithSigns)
      } else if endsWithSigns {
        _ = try link.sleepUnlessTold(until: time)
      } else {
        try link.sleep(until: time)
      }
      look()
      if timing.now - time > longestGap, authority.isHeld { try meetGap(since: time) }
    } catch let interruption as Interruption where interruption.level == .hold {
      try hold()
    }
  }

  /// Looks at the clock.
  mutating func look() { timing.now = link.now }

  /// Waits, if the dock would not take another counted call yet; the show gets longer by that.
  mutating func awaitCallRate() throws {
    let most = max(1, schedule.model.callsPerSecond)
    if orders.countedCalls.count >= most {
      let free = orders.countedCalls.removeFirst() + Nanoseconds.second
      look()
      if timing.now < free {
        let late = free - timing.now
        try wait(until: free)
        stretch(by: late, .callRate)
      }
    }
    look()
    orders.countedCalls.append(timing.now)
  }

  /// The step being carried out.
  var currentStep: Step? { show.step.map { schedule.steps[$0] } }

  func tell(_ kind: PlaybackEvent.Kind) {
    link.driver.tell(PlaybackEvent(time: timing.now, kind: kind))
  }

  /// Tells whether system tracking is on, if that is news.
  mutating func tell(isTracking: Bool) {
    guard isTracking != self.record.isTracking else { return }
    self.record.isTracking = isTracking
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

  /// When the cue is over if no move takes longer than planned because of where it begins, in
  /// milliseconds of the show.
  private var plannedEnd: Int32 {
    let delay = record.delay + show.cue.delays.reduce(0) { $0 + Int($1.length) }
    return Int32(clamping: Int(showTime(schedule.length)) - delay)
  }

  /// Everything there is to say of a show that ended by `ending`.
  func outcome(_ ending: Outcome.Ending) -> Outcome {
    let start = record.start ?? 0
    var displacement: PerAxis<Double>?
    if let first = record.firstPose, let last = record.lastPose {
      displacement = PerAxis(
        yaw: last.yaw - first.yaw, pitch: last.pitch - first.pitch, roll: last.roll - first.roll)
    }
    let calls = calls(endingBy: ending)
    return Outcome(
      ending: ending, isStopConfirmed: record.isStopConfirmed,
      trackingBefore: authority.trackingBefore, trackingAfter: record.isTracking,
      reclaims: authority.reclaims,
      plannedLength: record.wholeLength ?? plannedEnd, start: start,
      length: (record.end ?? timing.now) - start, stretches: record.stretches,
      skipped: record.skipped,
      peakSpeed: record.peakSpeed, displacement: displacement, misplacement: record.misplacement,
      tolerance: record.tolerance,
      cues: record.cues, cuesWithoutEvent: record.cuesWithoutEvent, handlers: calls.tallies,
      preemption: calls.preemption, recording: record.recording,
      stoppedRecording: record.stoppedRecording)
  }
}
