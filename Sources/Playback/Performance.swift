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
  /// What is being carried out.
  var passage: Passage
  /// The motion that is to be waited for.
  var pending: AwaitedMotion?
  /// The index of the step being carried out, and its time, in the schedule.
  private(set) var step: Int?
  var time: Int32 = 0
  /// By how much everything is late by now, in nanoseconds.
  private var delay = 0
  /// True if the motors changed hands since the last command, which takes its own time.
  private var hasChangedHands = false
  /// When the last calls that the dock counts were made.
  private var countedCalls: [Int] = []
  /// How far the plan has been followed, and what it comes to.
  private var planned = 0
  private var plan: PlanState
  var record = Record()

  /// What is to be told in the end.
  struct Record {
    /// When the show began, in nanoseconds of the pace.
    var start = 0
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

  init(
    of passage: Passage, on accessory: DockAccessory, authority: Authority, pace: Pace,
    report: @escaping (PlaybackEvent) -> Void
  ) {
    self.passage = passage
    schedule = passage.schedule
    self.accessory = accessory
    self.authority = authority
    self.pace = pace
    self.report = report
    plan = PlanState(before: schedule)
  }

  /// Carries out the schedule.
  nonisolated(nonsending) mutating func run() async -> Outcome.Ending {
    defer { record.end = record.end ?? pace.now }
    do {
      try await perform()
      // The show is over when it is due to be, not when the motors are handed over.
      hasChangedHands = false
      try await reach(schedule.length)
      record.end = due(schedule.length)
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
    if reason == .handover && time == 0 && record.stretches.isEmpty {
      // Before anything has moved it is not the show that gets longer: it begins later.
      record.start += length
      return
    }
    note(Outcome.Stretch(reason: reason, time: time, length: length))
  }

  private mutating func note(_ stretch: Outcome.Stretch) {
    record.stretches.append(stretch)
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
  /// Carries out the commands of the passage, one after the other.
  nonisolated(nonsending) mutating func perform() async throws {
    while passage.nextCommand < passage.commands.commands.count {
      let command = passage.commands.commands[passage.nextCommand]
      try await reach(command.time, Int(command.step))
      passage.nextCommand += 1
      step = passage.number(ofStep: Int(command.step))
      if command.kind == .velocity {
        try await turn(command)
      } else if command.kind == .tracking {
        try await changeHands(command)
      } else {
        try await call(command, of: passage.commands)
      }
      tell(.sent(command))
      if passage.isRegion, !authority.isHeld { return }
    }
  }

  private nonisolated(nonsending) mutating func turn(_ command: Command) async throws {
    pending = nil
    let speeds = command.vector.map { Double($0) / 1000 }
    try await withMotors { try await $0.setAngularVelocity(Vector3D(degrees: speeds)) }
    record.peakSpeed.formGreatest(speeds)
  }

  private nonisolated(nonsending) mutating func changeHands(_ command: Command) async throws {
    if let step, schedule.steps[step].kind == .take { return try await take(step) }
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

  /// Takes note of how the motors were given back.
  private mutating func note(_ handback: Handback) {
    record.lastPose = handback.pose ?? record.lastPose
    record.isStopConfirmed = handback.isStopConfirmed ?? record.isStopConfirmed
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
      let limits = try DockAccessory.Limits(list.limits[Int(command.extra)])
      try await withMotors { try $0.setLimits(limits) }
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

// MARK: - Regions

extension Performance {
  /// A difference that is no more than encoders show of a pose, in millidegrees.
  private static let tolerance: Int32 = 20

  /// Takes the motors for the region that begins with the step `index`.
  private nonisolated(nonsending) mutating func take(_ index: Int) async throws {
    hasChangedHands = true
    try await authority.take()
    tell(.tracking(false))
    let region = region(from: index)
    while planned < index {
      plan.follow(schedule.steps[planned])
      planned += 1
    }
    let isAssumed = schedule.steps[region].contains { !$0.assumed.isEmpty }
    guard isAssumed || record.firstPose == nil else { return }
    let soon = pace.now + 1000 * millisecond
    guard let reading = await accessory.reading(atRestBy: soon, on: pace) else { return }
    record.lastPose = reading.pose
    record.firstPose = record.firstPose ?? reading.pose
    let offset = offset(of: reading.pose, from: schedule.steps[index].start)
    if isAssumed, offset != PerAxis(all: 0) { try await replan(region, offset) }
  }

  /// The steps of the region that begins with the step `index`, taking and giving back included.
  private func region(from index: Int) -> ClosedRange<Int> {
    let rest = schedule.steps[index...]
    return index...(rest.firstIndex { $0.kind == .giveBack } ?? schedule.steps.count - 1)
  }

  /// How far `pose` is from the plan at `time`, in millidegrees; 0 where it is hardly more than
  /// noise.
  private func offset(of pose: PerAxis<Double>, from time: Int32) -> PerAxis<Int32> {
    var offset = PerAxis<Int32>(all: 0)
    for axis in Axis.allCases where schedule.limits.first?[axis] != nil {
      let difference = Int32(degrees: pose[axis] - plan.position(of: axis, at: time))
      if abs(difference) > Performance.tolerance { offset[axis] = difference }
    }
    return offset
  }

  /// Plans `region` again for a dock that is off by `offset`, and carries it out.
  private nonisolated(nonsending) mutating func replan(
    _ region: ClosedRange<Int>, _ offset: PerAxis<Int32>
  ) async throws {
    let replanning = Replanning(region, of: schedule, after: plan, offset: offset)
    tell(.replanned)
    for delay in replanning.delays {
      let length = Int(delay.length) * millisecond
      note(Outcome.Stretch(reason: .replanned, time: delay.time, length: length))
    }
    var whole = passage
    passage = Passage(replanning)
    try await perform()
    for delay in replanning.delays { self.delay += Int(delay.length) * millisecond }
    whole.skip(to: region.upperBound + 1)
    passage = whole
  }
}

// MARK: - The end

extension Performance {
  /// Everything there is to say, once the motors have been given back for good.
  func outcome(_ ending: Outcome.Ending, _ handback: Handback) -> Outcome {
    let last = handback.pose ?? record.lastPose
    var displacement: PerAxis<Double>?
    if let first = record.firstPose, let last {
      displacement = PerAxis(
        yaw: last.yaw - first.yaw, pitch: last.pitch - first.pitch, roll: last.roll - first.roll)
    }
    return Outcome(
      ending: ending, isStopConfirmed: handback.isStopConfirmed ?? record.isStopConfirmed,
      trackingBefore: authority.trackingBefore, trackingAfter: handback.isTracking,
      reclaims: authority.reclaims, plannedLength: schedule.length, start: record.start,
      length: (record.end ?? pace.now) - record.start, stretches: record.stretches,
      peakSpeed: record.peakSpeed, displacement: displacement)
  }
}
