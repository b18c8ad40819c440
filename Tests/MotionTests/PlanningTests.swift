import Testing

@testable import Motion

struct PlanningTests {
  @Test(arguments: [oracle, unlimitedOracle])
  func lengthsAreThoseOfTheOracle(table: String) throws {
    var group: [[Double]] = []
    var count = 0
    for line in table.split(separator: "\n") {
      group.append(line.split(separator: " ").compactMap { Double($0) })
      guard group.count == Int(group[0][0]) else { continue }
      let length = group[0][10]
      let found = try quickest(group)
      #expect(isClose(found, length, 1e-12), "\(group) takes \(found)")
      group = []
      count += 1
    }
    #expect(count > 150)
  }

  private func quickest(_ rows: [[Double]]) throws -> Double {
    if rows.count == 1 { return try PlanningCase(rows[0]).transition().profile.length }
    let cases = rows.map { PlanningCase($0) }
    let joint = try JointTransition(
      from: PerAxis(yaw: cases[0].start, pitch: cases[1].start, roll: cases[2].start),
      to: PerAxis(yaw: cases[0].target, pitch: cases[1].target, roll: cases[2].target),
      within: PerAxis(yaw: cases[0].limits, pitch: cases[1].limits, roll: cases[2].limits))
    let profiles = try joint.profiles()
    for axis in Axis.allCases {
      let profile = try #require(profiles[axis])
      expectSound(profile, cases[axis.rawValue])
      #expect(isClose(profile.length, joint.minimumLength, 1e-13))
    }
    return joint.minimumLength
  }

  @Test(arguments: [false, true])
  func quickestMotionsKeepTheLimitsAndArrive(unlimited: Bool) throws {
    var random = SplitMix64(printing: 31)
    for _ in 0..<Thorough.count(20_000, sample: 2_000) {
      let problem = random.planningCase(unlimited)
      let transition = try problem.transition()
      let profile = transition.profile
      #expect(profile.length == transition.minimumLength)
      expectSound(profile, problem)
    }
  }

  @Test(arguments: [false, true])
  func motionsOfEveryLengthKeepTheLimitsAndArrive(unlimited: Bool) throws {
    var random = SplitMix64(printing: 32)
    for _ in 0..<Thorough.count(20_000, sample: 2_000) {
      let problem = random.planningCase(unlimited)
      let transition = try problem.transition()
      let wanted = transition.minimumLength * Double.random(in: 1...4, using: &random)
      let length = transition.shortestLength(atLeast: wanted)
      #expect(length >= wanted)
      let profile = try transition.profile(lasting: length)
      #expect(profile.length == length)
      expectSound(profile, problem)
    }
  }

  @Test func lengthsThatAreNotPossibleNameTheNext() throws {
    // Passing the target at speed, one is there at once or after a turn.
    let problem = PlanningCase(
      limits: dockLimits, start: MotionState(position: 0, velocity: 40),
      target: MotionState(position: 4, velocity: 40))
    let transition = try problem.transition()
    #expect(isClose(transition.minimumLength, 0.0914, 0.01))
    let next = transition.shortestLength(atLeast: 0.2)
    #expect(next > 0.21)
    #expect(throws: PlanningFailure.length(next: next)) {
      try transition.profile(lasting: 0.2)
    }
    #expect(throws: PlanningFailure.length(next: transition.minimumLength)) {
      try transition.profile(lasting: 0.05)
    }
    expectSound(try transition.profile(lasting: next), problem)
    expectSound(try transition.profile(lasting: next + 1), problem)
  }

  @Test(arguments: [false, true])
  func leftAndRightAreAlike(unlimited: Bool) throws {
    var random = SplitMix64(printing: 33)
    for _ in 0..<Thorough.count(5_000, sample: 500) {
      let problem = random.planningCase(unlimited)
      let (one, other) = (try problem.transition(), try problem.mirrored.transition())
      #expect(isClose(one.minimumLength, other.minimumLength, 1e-12))
    }
  }

  @Test(arguments: [false, true])
  func planningDoesNotDependOnUnits(unlimited: Bool) throws {
    var random = SplitMix64(printing: 34)
    for _ in 0..<Thorough.count(5_000, sample: 500) {
      let problem = random.planningCase(unlimited)
      let unit = random.magnitude(1e-30, 1e30)
      let (one, other) = (try problem.transition(), try problem.scaled(by: unit).transition())
      #expect(isClose(one.minimumLength, other.minimumLength, 1e-9))
    }
  }

  @Test(arguments: [false, true])
  func restToRestAgreesWithTheClosedForm(unlimited: Bool) throws {
    var random = SplitMix64(printing: 35)
    for _ in 0..<Thorough.count(5_000, sample: 500) {
      var problem = random.planningCase(unlimited)
      problem.start = MotionState(position: problem.start.position)
      problem.target = MotionState(position: problem.target.position)
      let move = RestToRest(
        from: problem.start.position, to: problem.target.position, within: problem.limits)
      #expect(isClose(try problem.transition().minimumLength, move.length, 1e-11))
    }
  }

  @Test(arguments: [false, true])
  func aStartOutsideTheLimitsComesBackAtOnce(unlimited: Bool) throws {
    var random = SplitMix64(printing: 36)
    for _ in 0..<Thorough.count(20_000, sample: 2_000) {
      var problem = random.planningCase(unlimited)
      let (v, a) = (problem.limits.speed, problem.limits.acceleration)
      problem.start.velocity = v * Double.random(in: -3...3, using: &random)
      problem.start.acceleration = a * Double.random(in: -3...3, using: &random)
      let transition = try problem.transition()
      let profile = transition.profile
      var was = MotionState(position: 0)
      var inside = !transition.recovers
      profile.forEachPiece { _, length, state in
        let end = state.after(length)
        if inside {
          #expect(abs(end.velocity) <= v * (1 + 1e-9))
          #expect(abs(end.acceleration) <= a * (1 + 1e-9))
        }
        inside =
          inside || abs(end.velocity) <= v * (1 + 1e-9) && abs(end.acceleration) <= a * (1 + 1e-9)
        #expect(abs(state.jerk) <= problem.limits.jerk * (1 + 1e-9))
        was = end
      }
      #expect(inside)
      #expect(isNear(was, problem.target, problem), "\(problem) \(was)")
    }
  }

  @Test(
    arguments: [0, -1, .nan, .infinity, -.infinity, 1e300, -1e300, .leastNonzeroMagnitude]
      as [Double])
  func oddNumbersFailAndNeverTrap(value: Double) {
    for place in 0..<9 {
      var numbers: [Double] = [1, 90, 720, 14_400, 0, 10, -20, 30, 5, 3]
      numbers[place + 1] = value
      let problem = PlanningCase(numbers)
      do {
        let transition = try problem.transition()
        for length in [0, -1, 1, 1e9, 1e300, .infinity, .nan] as [Double] {
          _ = transition.shortestLength(atLeast: length)
          let profile = try? transition.profile(lasting: length)
          for time in [-1, 0, 0.5, .infinity, .nan] { _ = profile?.state(at: time) }
          _ = profile?.peaks
        }
        #expect(place > 2 || value > 0)
        #expect(value.isFinite || place == 2)
      } catch {
        #expect(error is PlanningFailure)
      }
    }
  }

  @Test(arguments: [false, true])
  func aTargetAtRestIsReachedWithoutLeavingTheWay(unlimited: Bool) throws {
    var random = SplitMix64(printing: 38)
    for _ in 0..<Thorough.count(5_000, sample: 500) {
      var problem = random.planningCase(unlimited)
      problem.start = MotionState(position: problem.start.position)
      problem.target = MotionState(position: problem.target.position)
      let (from, to) = (problem.start.position, problem.target.position)
      let peaks = try problem.transition().profile.peaks
      #expect(peaks.lower >= min(from, to) - 1e-9 && peaks.upper <= max(from, to) + 1e-9)
    }
  }

  /// The farthest motions turn round to cruise the other way; being there takes no time at all.
  @Test(arguments: [false, true])
  func anAxisThatPassesItsTargetAtFullSpeedIsThere(unlimited: Bool) throws {
    var random = SplitMix64(printing: 39)
    for _ in 0..<1_000 {
      var problem = random.planningCase(unlimited)
      for velocity in [problem.limits.speed, -problem.limits.speed] {
        problem.start = MotionState(position: 0, velocity: velocity)
        problem.target = problem.start
        #expect(try problem.transition().minimumLength == 0)
      }
    }
  }

  @Test(arguments: [false, true])
  func theQuickestMotionIsThatOfTheTransition(unlimited: Bool) throws {
    var random = SplitMix64(printing: 40)
    for _ in 0..<Thorough.count(10_000, sample: 1_000) {
      var problem = random.planningCase(unlimited)
      // One in four begins too fast.
      if Int.random(in: 0..<4, using: &random) == 0 { problem.start.velocity *= 3 }
      let motion = try JerkProfile(
        from: problem.start, to: problem.target, within: problem.limits)
      let profile = try problem.transition().profile
      #expect(isClose(motion.length, profile.length, 1e-12))
      let reach = abs(problem.start.position) + abs(problem.target.position)
      let bound: Double = 1e-9 * (1 + reach)
      for share in [0.0, 0.1, 0.3, 0.5, 0.7, 0.9, 1] {
        let time = share * profile.length
        let distance = motion.state(at: time).position - profile.state(at: time).position
        #expect(abs(distance) <= bound)
      }
    }
  }

  @Test(arguments: [0.001, -0.001, 1e-6, 360_000, -360_000, 3.6e6])
  func theShortestAndTheLongestMoves(way: Double) throws {
    for start in [0.0, 180, -1e5] {
      let problem = PlanningCase(
        limits: dockLimits, start: MotionState(position: start),
        target: MotionState(position: start + way))
      let profile = try problem.transition().profile
      expectSound(profile, problem)
      let (v, a, j) = (dockLimits.speed, dockLimits.acceleration, dockLimits.jerk)
      let distance = abs(problem.target.position - start)
      let length =
        distance > 100 ? distance / v + v / a + a / j : 4 * (distance / j / 2).cubeRoot
      #expect(isClose(profile.length, length, 1e-9))
      var moving = problem
      moving.start.velocity = -40
      expectSound(try moving.transition().profile, moving)
    }
  }

  @Test func targetsThatNothingLeadsToAreRefused() {
    for (velocity, acceleration) in [(91, 0), (0, 721), (89, -500), (-89, 500)]
      as [(Double, Double)]
    {
      #expect(throws: PlanningFailure.unreachable) {
        try Transition(
          from: MotionState(position: 0),
          to: MotionState(position: 9, velocity: velocity, acceleration: acceleration),
          within: dockLimits)
      }
    }
  }
}

/// A problem of one axis.
struct PlanningCase {
  var limits: AxisLimits
  var start: MotionState
  var target: MotionState

  init(limits: AxisLimits, start: MotionState, target: MotionState) {
    (self.limits, self.start, self.target) = (limits, start, target)
  }

  /// A row of the oracle.
  init(_ numbers: [Double]) {
    limits = AxisLimits(
      lower: -.infinity, upper: .infinity, speed: numbers[1], acceleration: numbers[2],
      jerk: numbers[3])
    start = MotionState(position: numbers[4], velocity: numbers[5], acceleration: numbers[6])
    target = MotionState(position: numbers[7], velocity: numbers[8], acceleration: numbers[9])
  }

  func transition() throws -> Transition {
    try Transition(from: start, to: target, within: limits)
  }

  var mirrored: PlanningCase {
    PlanningCase(limits: limits, start: start.scaled(by: -1), target: target.scaled(by: -1))
  }

  func scaled(by factor: Double) -> PlanningCase {
    var limits = limits
    limits.speed *= factor
    limits.acceleration *= factor
    limits.jerk *= factor
    return PlanningCase(
      limits: limits, start: start.scaled(by: factor), target: target.scaled(by: factor))
  }
}

extension MotionState {
  fileprivate func scaled(by factor: Double) -> MotionState {
    MotionState(
      position: position * factor, velocity: velocity * factor,
      acceleration: acceleration * factor)
  }
}

extension SplitMix64 {
  /// A problem with any states within limits, that of the jerk infinite if `unlimited`; at times
  /// a state at rest or a tiny way.
  mutating func planningCase(_ unlimited: Bool = false) -> PlanningCase {
    let limits = AxisLimits(
      lower: -.infinity, upper: .infinity, speed: magnitude(5, 180),
      acceleration: magnitude(20, 2_000), jerk: unlimited ? .infinity : magnitude(100, 50_000))
    let reach = magnitude(1e-3, 1e4)
    let start = state(limits, reach, sign: 1)
    return PlanningCase(
      limits: limits, start: start, target: state(limits, reach, sign: -1))
  }

  /// `sign` is 1 if the acceleration leads on from here, -1 if it led here.
  private mutating func state(_ limits: AxisLimits, _ reach: Double, sign: Double) -> MotionState {
    var state = MotionState(position: reach * Double.random(in: -1...1, using: &self))
    if UInt8.random(in: 0..<4, using: &self) == 0 { return state }
    state.velocity = limits.speed * Double.random(in: -1...1, using: &self)
    if UInt8.random(in: 0..<4, using: &self) == 0 { return state }
    let share = Double.random(in: -1...1, using: &self)
    let room = share * sign > 0 ? limits.speed - state.velocity : limits.speed + state.velocity
    let most = min(limits.acceleration, (1.99 * limits.jerk * room).squareRoot())
    state.acceleration = share * most
    return state
  }
}

/// True if `state` is the target of `problem` but for rounding.
///
/// Without a limit of jerk the acceleration may jump to that of the target.
func isNear(_ state: MotionState, _ target: MotionState, _ problem: PlanningCase) -> Bool {
  abs(state.position - target.position) <= 1e-8
    && abs(state.velocity - target.velocity) <= 1e-9 * problem.limits.speed
    && (problem.limits.jerk == .infinity
      || abs(state.acceleration - target.acceleration) <= 1e-9 * problem.limits.acceleration)
}

/// Follows `profile` piece by piece: it begins and ends as wanted, no joint jumps, no limit breaks.
func expectSound(_ profile: JerkProfile, _ problem: PlanningCase) {
  let limits = problem.limits
  var now = problem.start
  var (clock, fastest, hardest, sharpest) = (0.0, 0.0, 0.0, 0.0)
  profile.forEachPiece { start, length, state in
    #expect(isNear(now, state, problem) && abs(start - clock) <= 1e-12 * (1 + profile.length))
    let turn = state.jerk == 0 ? 0 : min(length, max(0, -state.acceleration / state.jerk))
    for time in [0, turn, length] {
      let moment = state.after(time)
      fastest = max(fastest, abs(moment.velocity))
      hardest = max(hardest, abs(moment.acceleration))
    }
    sharpest = max(sharpest, abs(state.jerk))
    let middle = profile.state(at: start + length / 2)
    #expect(isNear(middle, state.after(length / 2), problem))
    now = state.after(length)
    clock += length
  }
  #expect(isNear(now, problem.target, problem), "\(problem)")
  #expect(isNear(profile.state(at: profile.length), problem.target, problem))
  #expect(fastest <= limits.speed * (1 + 1e-9), "\(problem)")
  #expect(hardest <= limits.acceleration * (1 + 1e-9), "\(problem)")
  #expect(sharpest <= limits.jerk * (1 + 1e-9), "\(problem)")
  #expect(isClose(profile.peaks.speed, max(fastest, abs(problem.target.velocity)), 1e-9))
  if limits.jerk == .infinity { sharpest = hardest > 0 ? .infinity : 0 }
  #expect(profile.peaks.jerk == sharpest || isClose(profile.peaks.jerk, sharpest, 1e-12))
}
