import DockKit
import Hardware
import Motion
import Scheduling
import Spatial

/// A schedule being carried out.
struct Performance {
  let schedule: Schedule
  let accessory: DockAccessory
  let authority: Authority
  let pace: Pace
  let report: (PlaybackEvent) -> Void
  /// When the show began, in nanoseconds of the pace.
  private(set) var start = 0
  /// By how much everything is late by now, `start` included.
  private(set) var delay = 0
  /// When it was over, before the motors were given back for good.
  private var end: Int?
  private(set) var stretches: [Outcome.Stretch] = []
  /// The motion that is to be waited for.
  var pending: AwaitedMotion?
  /// True if the motors changed hands since the last command, which takes its own time.
  private var hasChangedHands = false
  /// The index of the next step to be told of.
  private var nextStep = 0
  /// The step being carried out, and its time.
  private(set) var step: Int?
  var time: Int32 = 0
  /// When the last calls that the dock counts were made.
  private var countedCalls: [Int] = []
  /// The pose at the beginning, in degrees.
  var firstPose: PerAxis<Double>?
  /// The pose last heard of, in degrees.
  var lastPose: PerAxis<Double>?
  var isStopConfirmed = true
  var peakSpeed = PerAxis<Double>(all: 0)

  init(
    of schedule: Schedule, on accessory: DockAccessory, authority: Authority, pace: Pace,
    report: @escaping (PlaybackEvent) -> Void
  ) {
    self.schedule = schedule
    self.accessory = accessory
    self.authority = authority
    self.pace = pace
    self.report = report
  }

  /// Carries out `commands`, which are those of the schedule.
  nonisolated(nonsending) mutating func run(_ commands: CommandList) async -> Outcome.Ending {
    defer { end = end ?? pace.now }
    do {
      try await perform(Passage(commands))
      // The show is over when it is due to be, not when the motors are handed over.
      hasChangedHands = false
      try await reach(schedule.length)
      end = due(schedule.length)
      return .done
    } catch is CancellationError {
      return .cancelled
    } catch {
      let failure = Outcome.Failure(error, at: time, step: step)
      tell(.refused(failure))
      return .failed(failure)
    }
  }
}

// MARK: - Time

extension Performance {
  /// When the time `milliseconds` of the schedule is due, in nanoseconds of the pace.
  func due(_ milliseconds: Int32) -> Int { delay + Int(milliseconds) * millisecond }

  /// Waits until `time` of the schedule, telling of the steps that begin on the way.
  nonisolated(nonsending) mutating func reach(_ time: Int32) async throws {
    while nextStep < schedule.steps.count, schedule.steps[nextStep].start <= time {
      let step = schedule.steps[nextStep]
      try await arrive(at: step.start)
      tell(.began(step: nextStep, step))
      nextStep += 1
    }
    try await arrive(at: time)
  }

  private nonisolated(nonsending) mutating func arrive(at time: Int32) async throws {
    if let motion = pending, motion.end <= time { try await finish(motion) }
    self.time = time
    let late = pace.now - due(time)
    if late < 0 { return try await wait(until: due(time)) }
    try Task.checkCancellation()
    guard hasChangedHands else { return }
    hasChangedHands = false
    if late > 0 { stretch(by: late, .handover) }
  }

  /// Makes everything from here on later by `length` nanoseconds.
  mutating func stretch(by length: Int, _ reason: Outcome.Stretch.Reason) {
    delay += length
    if reason == .handover && time == 0 && stretches.isEmpty {
      // Before anything has moved it is not the show that gets longer: it begins later.
      start += length
      return
    }
    let stretch = Outcome.Stretch(reason: reason, time: time, length: length)
    stretches.append(stretch)
    tell(.stretched(stretch))
  }

  /// Waits until `due`; while the motors are held, looks now and then whether they still are.
  nonisolated(nonsending) mutating func wait(until due: Int) async throws {
    let watch = 500 * millisecond
    while due - pace.now > watch, authority.isHeld {
      try await pace.sleep(until: pace.now + watch)
      try await keepMotors()
    }
    try await pace.sleep(until: due)
  }

  /// Waits, if the dock would not take another counted call yet; the show gets longer by that.
  nonisolated(nonsending) mutating func awaitCallRate() async throws {
    let most = max(1, schedule.model.callsPerSecond)
    if countedCalls.count >= most {
      let free = countedCalls.removeFirst() + 1000 * millisecond
      let now = pace.now
      if now < free {
        try await pace.sleep(until: free)
        stretch(by: free - now, .callRate)
      }
    }
    countedCalls.append(pace.now)
  }

  func tell(_ kind: PlaybackEvent.Kind) { report(PlaybackEvent(time: pace.now, kind: kind)) }
}

// MARK: - Commands

extension Performance {
  /// Carries out the commands of `passage`, one after the other.
  nonisolated(nonsending) mutating func perform(_ passage: Passage) async throws {
    var index = passage.range.lowerBound
    while index < passage.range.upperBound {
      let command = passage.list.commands[index]
      try await reach(command.time)
      step = passage.step(of: command)
      index += 1
      if command.kind == .velocity {
        try await turn(command)
      } else if command.kind == .tracking {
        try await changeHands(command)
      } else {
        try await call(command, of: passage.list)
      }
      tell(.sent(command))
    }
  }

  private nonisolated(nonsending) mutating func turn(_ command: Command) async throws {
    try await keepMotors()
    pending = nil
    let speeds = command.vector.map { Double($0) / 1000 }
    try await authority.setAngularVelocity(Vector3D(degrees: speeds))
    peakSpeed.formGreatest(speeds)
  }

  private nonisolated(nonsending) mutating func changeHands(_ command: Command) async throws {
    if let step, schedule.steps.indices.contains(step), schedule.steps[step].kind == .take {
      return try await take()
    }
    let isTracking =
      switch Command.Tracking(rawValue: command.extra) {
      case .off: false
      case .on: true
      case .restore, nil: authority.trackingBefore
      }
    hasChangedHands = true
    if authority.isHeld {
      guard let handback = await authority.giveBack(to: isTracking) else { return }
      note(handback)
    } else {
      try await authority.setTracking(isTracking)
      tell(.tracking(isTracking))
    }
  }

  private nonisolated(nonsending) mutating func take() async throws {
    hasChangedHands = true
    try await authority.take()
    tell(.tracking(false))
    let soon = pace.now + 1000 * millisecond
    let pose = await accessory.reading(atRestBy: soon, on: pace)?.pose
    lastPose = pose
    firstPose = firstPose ?? pose
  }

  /// Takes note of how the motors were given back.
  mutating func note(_ handback: Handback) {
    lastPose = handback.pose ?? lastPose
    isStopConfirmed = handback.isStopConfirmed ?? isStopConfirmed
    tell(.tracking(handback.isTracking))
    tell(.gaveBack(handback))
  }

  private nonisolated(nonsending) mutating func call(
    _ command: Command, of list: CommandList
  ) async throws {
    switch command.kind {
    case .orientation: try await orient(command)
    case .animate: try await animate(command)
    case .limits:
      try await keepMotors()
      try authority.setLimits(DockAccessory.Limits(list.limits[Int(command.extra)]))
    case .frame:
      guard let mode = DockAccessory.FramingMode(index: command.extra) else { return }
      try await accessory.setFramingMode(mode)
    case .region:
      try await accessory.setRegionOfInterest(CGRect(list.rectangles[Int(command.extra)]))
    case .select: try await select(command, of: list)
    case .log: tell(.log(list.texts[Int(command.extra)]))
    case .velocity, .tracking: break
    }
  }

  /// Selects a subject; that there is none to select is told, and the show goes on.
  private nonisolated(nonsending) func select(
    _ command: Command, of list: CommandList
  ) async throws {
    guard command.extra != Step.none else { return try await accessory.selectSubjects([]) }
    let place = list.rectangles[Int(command.extra)]
    do {
      try await accessory.selectSubject(at: CGRect(place).origin)
    } catch DockKitError.noSubjectFound {
      tell(.refused(Outcome.Failure(DockKitError.noSubjectFound, at: time, step: step)))
    }
  }
}

// MARK: - The end

extension Performance {
  /// Everything there is to say, once the motors have been given back for good.
  func outcome(_ ending: Outcome.Ending, _ handback: Handback) -> Outcome {
    let last = handback.pose ?? lastPose
    var displacement: PerAxis<Double>?
    if let first = firstPose, let last {
      displacement = PerAxis(
        yaw: last.yaw - first.yaw, pitch: last.pitch - first.pitch, roll: last.roll - first.roll)
    }
    return Outcome(
      ending: ending, isStopConfirmed: handback.isStopConfirmed ?? isStopConfirmed,
      trackingBefore: authority.trackingBefore, trackingAfter: handback.isTracking,
      reclaims: authority.reclaims, plannedLength: schedule.length, start: start,
      length: (end ?? pace.now) - start, stretches: stretches, peakSpeed: peakSpeed,
      displacement: displacement)
  }
}
