import Testing

@testable import Motion

struct PlanningJointTests {
  @Test(arguments: [false, true])
  func axesBeginAndEndTogether(unlimited: Bool) throws {
    var random = SplitMix64(printing: 41)
    for _ in 0..<Thorough.count(5_000, sample: 500) {
      let cases = [random.planningCase(unlimited), random.planningCase(unlimited)]
      let joint = try joint(cases)
      let least = joint.minimumLength * Double.random(in: 0...3, using: &random)
      let profiles = try joint.profiles(atLeast: least)
      let (yaw, pitch) = (try #require(profiles.yaw), try #require(profiles.pitch))
      #expect(profiles.roll == nil && yaw.length == pitch.length && yaw.length >= least)
      #expect(isClose(yaw.length, joint.shortestLength(atLeast: least), 1e-12))
      expectSound(yaw, cases[0])
      expectSound(pitch, cases[1])
    }
  }

  private func joint(_ cases: [PlanningCase], straight: Bool = false) throws -> JointTransition {
    try JointTransition(
      from: PerAxis(yaw: cases[0].start, pitch: cases[1].start, roll: nil),
      to: PerAxis(yaw: cases[0].target, pitch: cases[1].target, roll: nil),
      within: PerAxis(yaw: cases[0].limits, pitch: cases[1].limits, roll: nil),
      straight: straight)
  }

  @Test(arguments: [false, true])
  func straightMotionsKeepToTheirLine(unlimited: Bool) throws {
    var random = SplitMix64(printing: 42)
    for _ in 0..<Thorough.count(5_000, sample: 500) {
      var cases = [random.planningCase(unlimited), random.planningCase(unlimited)]
      for index in 0..<2 {
        cases[index].start = MotionState(position: cases[index].start.position)
        cases[index].target = MotionState(position: cases[index].target.position)
      }
      let ways = cases.map { $0.target.position - $0.start.position }
      // Half of them already move along the line.
      if Bool.random(using: &random) {
        let pace = zip(cases, ways).map { $0.limits.speed / abs($1) }.min() ?? 0
        let share = pace * Double.random(in: -1...1, using: &random)
        for index in 0..<2 { cases[index].start.velocity = ways[index] * share }
      }
      let joint = try joint(cases, straight: true)
      #expect(joint.isStraight)
      let profiles = try joint.profiles()
      let (yaw, pitch) = (try #require(profiles.yaw), try #require(profiles.pitch))
      expectSound(yaw, cases[0])
      expectSound(pitch, cases[1])
      for part in 1..<10 {
        let time = yaw.length * Double(part) / 10
        let gone = (
          (yaw.state(at: time).position - cases[0].start.position) / ways[0],
          (pitch.state(at: time).position - cases[1].start.position) / ways[1]
        )
        #expect(abs(gone.0 - gone.1) <= 1e-8 * (1 + abs(gone.0)))
      }
    }
  }

  @Test func withoutALineStraightMotionsOnlyEndTogether() throws {
    let bent = [
      PlanningCase(
        limits: dockLimits, start: MotionState(position: 0, velocity: 20),
        target: MotionState(position: 30)),
      PlanningCase(
        limits: dockLimits, start: MotionState(position: 0), target: MotionState(position: 10)),
    ]
    let joint = try joint(bent, straight: true)
    #expect(!joint.isStraight)
    let profiles = try joint.profiles()
    #expect(profiles.yaw?.length == profiles.pitch?.length)
  }

  @Test func anAxisThatStaysKeepsStill() throws {
    let still = PlanningCase(
      limits: dockLimits, start: MotionState(position: 7), target: MotionState(position: 7))
    let moving = PlanningCase(
      limits: dockLimits, start: MotionState(position: 0), target: MotionState(position: 30))
    for straight in [false, true] {
      let profiles = try joint([still, moving], straight: straight).profiles()
      let yaw = try #require(profiles.yaw)
      #expect(yaw.peaks.lower == 7 && yaw.peaks.upper == 7 && yaw.peaks.speed == 0)
    }
  }
}

struct PlanningVelocityTests {
  @Test(arguments: [false, true])
  func changesKeepTheLimitsAndEndAsWanted(unlimited: Bool) throws {
    var random = SplitMix64(printing: 51)
    for _ in 0..<Thorough.count(20_000, sample: 2_000) {
      let problem = random.planningCase(unlimited)
      let change = try VelocityTransition(
        from: problem.start, to: problem.target.velocity,
        acceleration: problem.target.acceleration, within: problem.limits)
      var arrival = problem
      arrival.target.position = change.endPosition
      // The speed is free on the way.
      arrival.limits.speed = .greatestFiniteMagnitude
      expectSound(change.profile, arrival)
      let wanted = change.minimumLength * Double.random(in: 1...3, using: &random)
      let length = change.shortestLength(atLeast: wanted)
      let slow = try change.profile(lasting: length)
      #expect(slow.length == length && length >= wanted)
      arrival.target.position = slow.target.position
      expectSound(slow, arrival)
    }
  }

  @Test(arguments: [false, true])
  func noQuickerStopIsPossible(unlimited: Bool) throws {
    var random = SplitMix64(printing: 52)
    for _ in 0..<Thorough.count(5_000, sample: 500) {
      let problem = random.planningCase(unlimited)
      let stop = try VelocityTransition.stop(from: problem.start, within: problem.limits)
      guard stop.minimumLength > 0 else { continue }
      let quicker = stop.minimumLength * 0.999
      #expect(throws: PlanningFailure.length(next: stop.minimumLength)) {
        try stop.profile(lasting: quicker)
      }
      // From rest to that speed at the same acceleration takes as long as `SpeedChange` says.
      guard problem.start.acceleration == 0 else { continue }
      let change = SpeedChange(
        position: problem.start.position, from: problem.start.velocity, to: 0,
        within: problem.limits)
      #expect(isClose(stop.minimumLength, change.length, 1e-12))
      #expect(abs(stop.endPosition - change.endPosition) <= 1e-9)
    }
  }

  @Test func aShortChangeBetweenAccelerationsCannotBeStretchedALittle() throws {
    let limits = AxisLimits(
      lower: -.infinity, upper: .infinity, speed: 90, acceleration: 10, jerk: 10)
    let change = try VelocityTransition(
      from: MotionState(position: 0, velocity: 0, acceleration: 5), to: 1, acceleration: 5,
      within: limits)
    let next = change.shortestLength(atLeast: 0.5)
    #expect(next > 0.7)
    #expect(throws: PlanningFailure.length(next: next)) { try change.profile(lasting: 0.5) }
    _ = try change.profile(lasting: next)
  }

  @Test func theFirstLengthAfterTheGapIsPossible() throws {
    let limits = AxisLimits(
      lower: -.infinity, upper: .infinity, speed: 64.81623326175215,
      acceleration: 148.96675474183326, jerk: 30284.434449553675)
    let change = try VelocityTransition(
      from: MotionState(
        position: -2.6526293639733076, velocity: -57.23807919052919,
        acceleration: 119.74099726136043),
      to: -56.95366833409539, acceleration: 68.08072943538939, within: limits)
    let next = change.shortestLength(atLeast: 0.007631472272176139)
    #expect(try change.profile(lasting: next).length == next)
  }

  @Test func everyFirstLengthAfterAGapIsPossible() throws {
    var random = SplitMix64(printing: 53)
    let count = Thorough.count(100_000, sample: 10_000)
    var gaps = 0
    for _ in 0..<count {
      // Close to what the accelerations alone bring about, where differences lose the most digits.
      let (a, b) = (random.magnitude(1e-3, 1), random.magnitude(1e-3, 1))
      let direct = (a + b) * abs(b - a) / 2
      let area = random.magnitude(1e-16, 1) * min(a, b) * min(a, b)
      let gain = (a * a + b * b) / 2 - area
      guard gain > direct else { continue }
      let limits = AxisLimits(
        lower: -.infinity, upper: .infinity, speed: 90, acceleration: 1, jerk: 1)
      let change = try VelocityTransition(
        from: MotionState(position: 0, velocity: 0, acceleration: a), to: gain, acceleration: b,
        within: limits)
      let next = change.shortestLength(atLeast: a + b)
      guard next > a + b else { continue }
      gaps += 1
      let profile = try change.profile(lasting: next)
      let end = profile.state(at: next.nextDown)
      #expect(abs(end.velocity - gain) <= 1e-12 && abs(end.acceleration - b) <= 1e-12)
    }
    #expect(gaps > count / 10)
  }

  @Test func aStopFromBeyondTheLimitComesBackFirst() throws {
    let stop = try VelocityTransition.stop(
      from: MotionState(position: 0, velocity: 200, acceleration: 1_500), within: dockLimits)
    #expect(stop.recovers)
    let end = stop.profile.state(at: stop.minimumLength)
    #expect(end.velocity == 0 && end.acceleration == 0 && stop.profile.peaks.jerk <= 14_400)
  }
}
