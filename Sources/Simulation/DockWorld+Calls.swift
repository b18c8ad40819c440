import Camera
import DockKit
import Hardware
import Quantities

// The calls of an accessory, in degrees. Each is written into the trace, refused ones too.

extension DockWorld {
  mutating func setSystemTrackingEnabled(_ isEnabled: Bool) throws(DockKitError) {
    try record(.setSystemTracking(isEnabled)) { world in
      if !world.isDocked { world.settingMadeAway = isEnabled }
      world.order(tracking: isEnabled)
    }
  }

  mutating func setAngularVelocity(_ velocity: AxisVector) throws(DockKitError) {
    try record(.setAngularVelocity(velocity)) { world throws(DockKitError) in
      try world.checkMotors()
      try world.check(velocity)
      world.cancelMotion()
      let lifetime = world.model.velocityLifetime.map { Milliseconds($0).seconds } ?? .infinity
      world.turn(at: velocity, until: world.seconds + lifetime)
    }
  }

  mutating func setOrientation(
    _ pose: AxisVector, duration: Int, relative: Bool
  ) throws(DockKitError) -> DockMotion {
    try record(
      .setOrientation(pose, duration: duration, relative: relative),
      lost: { $0.beginNothing(for: duration) }
    ) { world throws(DockKitError) in
      try world.checkMotors()
      try world.check(pose)
      guard duration >= 0 else { throw .invalidParameter }
      try world.countCall()
      world.cancelMotion()
      let goal = relative ? world.pose(by: pose) : pose
      let end = world.turn(
        to: goal, by: world.seconds + Nanoseconds(duration).seconds, deadBand: world.model.deadBand)
      return world.begin(until: end)
    }
  }

  mutating func animate(_ animation: DockAccessory.Animation) throws(DockKitError) -> DockMotion {
    try record(.animate(animation), lost: { $0.beginNothing(for: 0) }) {
      world throws(DockKitError) in
      try world.checkMotors()
      let (gesture, number) = Gesture.of(animation)
      guard world.motors.contains(where: { $0.axis == gesture.axis }),
        world.model.animationLengths.indices.contains(number)
      else { throw .notSupportedByDevice }
      try world.countCall()
      world.cancelMotion()
      let length = Milliseconds(max(0, world.model.animationLengths[number])).seconds
      return world.begin(until: world.play(gesture, for: length))
    }
  }

  mutating func setLimits(_ limits: BoundsByAxis) throws(DockKitError) {
    try record(.setLimits(limits)) { world throws(DockKitError) in
      try world.checkMotors()
      guard limits != BoundsByAxis() else { throw .invalidParameter }
      for axis in DockAxis.allCases where limits[axis] != nil {
        guard let motor = world.motors.first(where: { $0.axis == axis }) else {
          throw .notSupportedByDevice
        }
        let narrowed = limits[axis].map(motor.maker.narrowed) ?? motor.maker
        guard narrowed.lower < narrowed.upper, narrowed.speed >= 0 else { throw .invalidParameter }
      }
      world.adopt(limits)
    }
  }

  mutating func setFramingMode(_ mode: DockAccessory.FramingMode) throws(DockKitError) {
    try record(.setFramingMode(mode)) { world throws(DockKitError) in
      try world.checkDock()
      world.framingMode = mode
    }
  }

  mutating func setRegionOfInterest(_ region: CGRect) throws(DockKitError) {
    try record(.setRegionOfInterest(region)) { world throws(DockKitError) in
      try world.checkDock()
      guard region.width > 0, region.height > 0, region.minX >= 0, region.minY >= 0,
        region.maxX <= 1 + 1e-9, region.maxY <= 1 + 1e-9
      else { throw .invalidParameter }
      world.regionOfInterest = region
    }
  }

  mutating func selectSubject(at point: CGPoint) throws(DockKitError) {
    try record(.selectSubject(point)) { world throws(DockKitError) in
      try world.checkDock()
      guard (0...1).contains(point.x), (0...1).contains(point.y) else { throw .invalidParameter }
      guard let subject = world.subject(at: UnitPoint(x: point.x, y: point.y)) else {
        throw .noSubjectFound
      }
      world.selection = [subject]
    }
  }

  /// Selects the subjects of these numbers; nil stands for somebody who is not there.
  mutating func select(_ subjects: [Int?]) throws(DockKitError) {
    let names = subjects.map { $0.map { company.subjects[$0].name } ?? "nobody" }
    let call: Trace.Call = subjects.isEmpty ? .selectNoSubject : .selectSubjects(names)
    try record(call) { world throws(DockKitError) in
      try world.checkDock()
      guard !subjects.contains(nil) else { throw .noSubjectFound }
      world.selection = subjects.compactMap { $0 }
    }
  }

  mutating func cancel(_ motion: DockMotion) {
    guard state(of: motion) == .moving else { return }
    note(.cancel)
    cancelMotion()
    brake()
  }
}

// MARK: - Preconditions

extension DockWorld {
  func checkDock() throws(DockKitError) {
    guard isConnected else { throw .notConnected }
  }

  /// Motor calls need a dock, and system tracking to be off.
  ///
  /// Apple documents the rule but no error; of the eight, `notSupported` says best that the call is
  /// right and the mode is wrong.
  func checkMotors() throws(DockKitError) {
    try checkDock()
    guard !isSystemTrackingEnabled else { throw .notSupported }
  }

  /// The greatest number of radians, or of radians a second, that a call may name.
  private static let greatestAngle = 1e6

  /// No number beyond `greatestAngle`, and none but 0 for an axis the dock lacks.
  func check(_ vector: AxisVector) throws(DockKitError) {
    let most = DockWorld.greatestAngle * 180 / Double.pi
    for axis in DockAxis.allCases {
      guard abs(vector[axis]) <= most else { throw .invalidParameter }
    }
    for axis in DockAxis.allCases where vector[axis] != 0 && !ignores(axis) {
      guard motors.contains(where: { $0.axis == axis }) else { throw .notSupportedByDevice }
    }
  }

  /// Counts an `animate` or `setOrientation` call; refused calls do not count.
  mutating func countCall() throws(DockKitError) {
    let most = max(0, model.callsPerSecond)
    if countedCalls.count >= most {
      guard let first = countedCalls.first, now - first >= Nanoseconds.second else {
        throw .frameRateTooHigh
      }
      countedCalls.removeFirst()
    }
    countedCalls.append(now)
  }
}

// MARK: - Motions

extension DockWorld {
  private func pose(by change: AxisVector) -> AxisVector {
    var pose = pose
    for motor in motors { pose[motor.axis] += change[motor.axis] }
    return pose
  }

  mutating func turn(at velocity: AxisVector, until expiry: Double) {
    let errors = pulse(velocity)
    for index in motors.indices {
      let axis = motors[index].axis
      motors[index].turn(at: velocity[axis], from: seconds, until: expiry)
      guard errors[axis] != 0 else { continue }
      // A motor that stood does not end a motion of the show: the firmware begins one of its own.
      let isAtRest = motors[index].state(at: seconds).speed == 0
      motors[index].drift(by: errors[axis], from: seconds, isAtRest ? .firmware : .velocity)
    }
    activity = .velocity(velocity, expiry: expiry)
  }

  /// Turns every axis to its goal, all arriving together at `end` or as soon after as the slowest
  /// can; answers when.
  private mutating func turn(
    to goal: AxisVector, by end: Double, deadBand: Double
  ) -> Double {
    var end = end
    var goals = goal
    var isStill = true
    for motor in motors {
      let rest = motor.restAfterBraking(at: seconds)
      let wanted = motor.bounds.clamp(goal[motor.axis])
      let distance = abs(wanted - rest.position)
      let length = motor.glide(over: distance, at: motor.bounds.speed).length
      let isTurned = canTurn(motor, by: distance, deadBand: deadBand)
      goals[motor.axis] = isTurned ? wanted : rest.position
      isStill = isStill && !isTurned
      end = max(end, isTurned ? rest.time + length : rest.time)
    }
    if isStill { end = motors.map { $0.restAfterBraking(at: seconds).time }.max() ?? seconds }
    for index in motors.indices {
      motors[index].go(
        to: goals[motors[index].axis], from: seconds, by: end, at: motors[index].bounds.speed,
        .orientation)
    }
    activity = .orientation(goal, end: end)
    return end
  }

  /// True if an orientation call would turn `motor` by `distance`: not within the dead band, and
  /// not where limits leave no speed.
  private func canTurn(_ motor: Motor, by distance: Double, deadBand: Double) -> Bool {
    distance > max(Motor.rounding, deadBand - Motor.rounding)
      && motor.bounds.speed > max(model.minimumSpeed, 1e-6) - 1e-9
  }

  /// Plays `gesture` on its axis while the others come to rest; answers when all is over.
  private mutating func play(_ gesture: Gesture, for length: Double) -> Double {
    var end = seconds
    for index in motors.indices {
      let rest = motors[index].restAfterBraking(at: seconds)
      if motors[index].axis == gesture.axis {
        motors[index].play(gesture, from: seconds, for: length)
        end = max(end, rest.time + length)
      } else {
        motors[index].stop(at: seconds, .animation)
        end = max(end, rest.time)
      }
    }
    return end
  }

  /// Limits apply to later commands and to present motions, which are planned again within them.
  private mutating func adopt(_ limits: BoundsByAxis) {
    for index in motors.indices {
      let maker = motors[index].maker
      motors[index].bounds = limits[motors[index].axis].map(maker.narrowed) ?? maker
    }
    switch activity {
    case .velocity(let velocity, let expiry): turn(at: velocity, until: expiry)
    case .orientation(let goal, let end):
      guard let last = motions.indices.last, motions[last].end > now else { return }
      motions[last].end = nanoseconds(turn(to: goal, by: end, deadBand: 0))
    case .none:
      cancelMotion()
      brake()
    }
  }

  private mutating func begin(until end: Double) -> DockMotion {
    motions.append(Motion(start: now, end: nanoseconds(end)))
    return DockMotion(number: motions.count - 1)
  }

  /// A motion of `length` nanoseconds in which nothing moves.
  private mutating func beginNothing(for length: Int) -> DockMotion {
    begin(until: seconds + Nanoseconds(max(0, length)).seconds)
  }

  private func nanoseconds(_ seconds: Double) -> Int {
    Int(min(Nanoseconds.count(in: seconds), Double(DockWorld.horizon)).rounded())
  }
}

// MARK: - Progress

extension DockWorld {
  func state(of motion: DockMotion) -> DockMotion.State {
    guard motions.indices.contains(motion.number) else { return .cancelled }
    let motion = motions[motion.number]
    if motion.cancelled != nil { return .cancelled }
    return motion.end > now || motion.isEndless ? .moving : .finished
  }

  func fraction(of motion: DockMotion) -> Double {
    guard motions.indices.contains(motion.number) else { return 0 }
    let motion = motions[motion.number]
    let passed = min(motion.cancelled ?? now, motion.end) - motion.start
    return motion.end > motion.start ? Double(passed) / Double(motion.end - motion.start) : 1
  }
}
