import Testing

@testable import Motion

struct RestToRestTests {
  /// The length of the quickest speed change by `v` and the way to it, found without `RestToRest`.
  private func rise(to v: Double, _ limits: AxisLimits) -> Double {
    let (a, j) = (limits.acceleration, limits.jerk)
    return v * j > a * a ? v / a + a / j : 2 * (v / j).squareRoot()
  }

  /// The length of a move that peaks at speed `v`; nil if it would go too far.
  private func length(of distance: Double, peak v: Double, _ limits: AxisLimits) -> Double? {
    let rise = rise(to: v, limits)
    let cruise = distance / v - rise
    return cruise >= -1e-12 * rise ? 2 * rise + max(0, cruise) : nil
  }

  @Test func noAlternativeIsShorterAndOneIsAsShort() {
    var random = SplitMix64(printing: 1)
    for _ in 0..<Thorough.count(20_000, sample: 2_000) {
      let limits = random.limits()
      let distance = random.magnitude(1e-9, 1e6)
      let ours = RestToRest.minimumLength(of: distance, within: limits)
      var (feasible, tooFast) = (0.0, limits.speed)
      var shortest = Double.infinity
      if length(of: distance, peak: tooFast, limits) != nil { feasible = tooFast }
      for _ in 0..<80 where feasible < tooFast {
        let v = (feasible + tooFast) / 2
        if let other = length(of: distance, peak: v, limits) {
          shortest = min(shortest, other)
          feasible = v
        } else {
          tooFast = v
        }
      }
      let best = length(of: distance, peak: feasible, limits) ?? .infinity
      #expect(shortest >= ours * (1 - 1e-11))
      #expect(isClose(best, ours, 1e-9), "\(distance) \(limits)")
    }
  }

  @Test func limitsHoldAndOneOfThemIsReached() {
    var random = SplitMix64(printing: 2)
    for _ in 0..<Thorough.count(100_000, sample: 10_000) {
      let limits = random.limits()
      let move = RestToRest(from: 0, to: random.magnitude(1e-9, 1e6), within: limits)
      let use = move.peaks.stretch(within: limits)
      if !isClose(use, 1, 1e-9) {
        Issue.record("\(move) uses \(use) of \(limits)")
        return
      }
    }
  }

  @Test func stretchingDividesPeaksAndKeepsTheEnd() {
    var random = SplitMix64(printing: 3)
    for _ in 0..<2_000 {
      let limits = random.limits()
      let from = Double.random(in: -180...180, using: &random)
      let to = from + random.magnitude(1e-6, 1e4) * (Bool.random(using: &random) ? 1 : -1)
      let quickest = RestToRest(from: from, to: to, within: limits)
      let k = Double.random(in: 1...10, using: &random)
      let slow = RestToRest(from: from, to: to, length: quickest.length * k, within: limits)
      #expect(isClose(slow.peaks.speed * k, quickest.peaks.speed, 1e-12))
      #expect(isClose(slow.peaks.acceleration * k * k, quickest.peaks.acceleration, 1e-12))
      #expect(isClose(slow.peaks.jerk * k * k * k, quickest.peaks.jerk, 1e-12))
      #expect(slow.state(at: slow.length) == MotionState(position: to))
      #expect(slow.state(at: -1) == MotionState(position: from))
      let again = quickest.lasting(quickest.length * k)
      #expect(again == slow)
      for _ in 0..<10 {
        let time = quickest.length * Double.random(in: 0...1, using: &random)
        let (a, b) = (quickest.state(at: time), slow.state(at: time * k))
        #expect(abs(a.position - b.position) <= 1e-9 * abs(to - from) + 1e-12)
      }
    }
  }

  @Test func integratingTheJerkArrivesAndAgreesWithTheState() {
    var random = SplitMix64(printing: 4)
    for _ in 0..<1_000 {
      // Not wider: a sum of steps loses what a ramp is shorter than the whole.
      let limits = AxisLimits(
        lower: 0, upper: 0, speed: random.magnitude(1, 1e3),
        acceleration: random.magnitude(10, 1e4), jerk: random.magnitude(1e2, 1e6))
      let distance = random.magnitude(1e-9, 1e3)
      let move = RestToRest(from: 0, to: distance, within: limits)
      let (ramp, hold) = (move.phases.ramp, move.phases.hold)
      let peaks = move.peaks
      var now = MotionState(position: 0)
      var seen = Peaks(restingAt: 0)
      var clock = 0.0
      // A step must not straddle a jump of the jerk: pieces differ in length by many orders.
      for piece in [ramp, hold, ramp, move.phases.cruise, ramp, hold, ramp] where piece > 0 {
        let dt = piece / 20
        for step in 0..<20 {
          let jerk = move.state(at: clock + (Double(step) + 0.5) * dt).jerk
          now.position += dt * (now.velocity + dt * (now.acceleration / 2 + dt * jerk / 6))
          now.velocity += dt * (now.acceleration + dt * jerk / 2)
          now.acceleration += dt * jerk
          let state = move.state(at: clock + Double(step + 1) * dt)
          #expect(abs(now.position - state.position) <= 1e-7 * distance)
          #expect(abs(now.velocity - state.velocity) <= 1e-7 * peaks.speed)
          #expect(abs(now.acceleration - state.acceleration) <= 1e-6 * peaks.acceleration)
          seen.formUnion(Peaks(state))
        }
        clock += piece
      }
      #expect(isClose(now.position, distance, 1e-7))
      #expect(isClose(seen.speed, peaks.speed, 1e-9))
      #expect(isClose(seen.acceleration, peaks.acceleration, 1e-6))
      #expect(isClose(seen.jerk, peaks.jerk, 1e-12))
      #expect(seen.lower >= 0 && seen.upper <= distance)
    }
  }

  @Test func statesAreContinuousAtEveryPiece() {
    var random = SplitMix64(printing: 5)
    for _ in 0..<Thorough.count(5_000, sample: 500) {
      let move = RestToRest(from: 0, to: random.magnitude(1e-9, 1e6), within: random.limits())
      let (ramp, hold) = (move.phases.ramp, move.phases.hold)
      let peaks = move.peaks
      for joint in [ramp, ramp + hold, 2 * ramp + hold, move.length / 2] {
        for time in [joint, move.length - joint] {
          let step = move.length * 1e-9
          let (a, b) = (move.state(at: time - step), move.state(at: time + step))
          #expect(abs(a.position - b.position) <= 3 * step * peaks.speed + 1e-12 * move.to)
          #expect(
            abs(a.velocity - b.velocity) <= 3 * step * peaks.acceleration + 1e-9 * peaks.speed)
          #expect(
            abs(a.acceleration - b.acceleration)
              <= 3 * step * peaks.jerk + 1e-9 * peaks.acceleration)
        }
      }
    }
  }

  @Test func theResultDoesNotDependOnUnits() {
    var random = SplitMix64(printing: 6)
    for _ in 0..<Thorough.count(5_000, sample: 500) {
      let limits = random.limits()
      let distance = random.magnitude(1e-9, 1e6)
      let unit = random.magnitude(1e-40, 1e40)
      var scaled = limits
      scaled.speed *= unit
      scaled.acceleration *= unit
      scaled.jerk *= unit
      #expect(
        isClose(
          RestToRest.minimumLength(of: distance, within: limits),
          RestToRest.minimumLength(of: distance * unit, within: scaled), 1e-9))
    }
  }

  @Test func knownLengths() {
    // 90 deg at 90 deg/s, 720 deg/s², 14400 deg/s³: 1 s of way, 0.125 s to speed, 0.05 s to
    // acceleration.
    #expect(isClose(RestToRest.minimumLength(of: 90, within: dockLimits), 1.175, 1e-14))
    // 3.6 deg is the least way on which full acceleration is reached: 4 ramps of 0.05 s.
    #expect(isClose(RestToRest.minimumLength(of: 3.6, within: dockLimits), 0.2, 1e-14))
    #expect(isClose(RestToRest.minimumLength(of: -0.0036, within: dockLimits), 0.02, 1e-14))
  }

  @Test(arguments: [0, -0.0, 1, -1, 1e-300, 1e300, .infinity, .nan] as [Double])
  func degenerateInputNeverTraps(value: Double) {
    for speed in [0, -1, 1, .infinity, .nan] as [Double] {
      for length in [nil, 0, -1, 1, .infinity, .nan] as [Double?] {
        let limits = AxisLimits(
          lower: 0, upper: 0, speed: speed, acceleration: speed, jerk: value)
        let move = RestToRest(from: 0, to: value, length: length, within: limits)
        for time in [-1, 0, 0.5, 2, .infinity, .nan] { _ = move.state(at: time) }
        _ = move.peaks
      }
    }
    #expect(RestToRest(from: 5, to: 5, within: dockLimits).length == 0)
    #expect(
      RestToRest(from: 5, to: 5, length: 2, within: dockLimits).peaks == Peaks(restingAt: 5))
  }

  @Test func infiniteLimitsDoNotLimit() {
    let limits = AxisLimits(
      lower: 0, upper: 0, speed: 10, acceleration: .infinity, jerk: .infinity)
    #expect(isClose(RestToRest.minimumLength(of: 20, within: limits), 2, 1e-12))
    let none = AxisLimits(lower: 0, upper: 0, speed: 0, acceleration: 1, jerk: 1)
    #expect(RestToRest.minimumLength(of: 20, within: none) == .infinity)
    #expect(RestToRest.minimumLength(of: 0, within: none) == 0)
  }
}
