import Testing

@testable import Motion

struct SpeedChangeTests {
  private func random(_ random: inout SplitMix64) -> (SpeedChange, AxisLimits, Double) {
    let limits = random.limits()
    let from = random.magnitude(1e-6, 1e4) * (Bool.random(using: &random) ? 1 : -1)
    let to = random.magnitude(1e-6, 1e4) * (Bool.random(using: &random) ? 1 : -1)
    let least = SpeedChange.minimumLength(of: to - from, within: limits)
    let k = Bool.random(using: &random) ? 1 : Double.random(in: 1...5, using: &random)
    return (
      SpeedChange(position: 3, from: from, to: to, length: least * k, within: limits), limits, k
    )
  }

  @Test func limitsHoldAndOneIsReached() {
    var source = SplitMix64(printing: 11)
    for _ in 0..<Thorough.count(20_000, sample: 2_000) {
      let (change, limits, k) = random(&source)
      let peaks = change.peaks
      let use = max(
        peaks.acceleration * k / limits.acceleration, peaks.jerk * k * k / limits.jerk)
      #expect(isClose(use, 1, 1e-9), "\(change)")
    }
  }

  @Test func integratingTheJerkGainsTheMeanSpeedTimesTheLength() {
    var source = SplitMix64(printing: 12)
    for _ in 0..<1_000 {
      let (change, _, _) = random(&source)
      let peaks = change.peaks
      let scale = peaks.speed * change.length
      var now = MotionState(position: change.position, velocity: change.from)
      var seen = Peaks(now)
      var clock = 0.0
      for piece in [change.ramp, change.length - 2 * change.ramp, change.ramp] where piece > 0 {
        let dt = piece / 50
        for step in 0..<50 {
          let jerk = change.state(at: clock + (Double(step) + 0.5) * dt).jerk
          now.position += dt * (now.velocity + dt * (now.acceleration / 2 + dt * jerk / 6))
          now.velocity += dt * (now.acceleration + dt * jerk / 2)
          now.acceleration += dt * jerk
          now.jerk = jerk
          let state = change.state(at: clock + Double(step + 1) * dt)
          #expect(abs(now.position - state.position) <= 1e-9 * scale + 1e-12)
          #expect(abs(now.velocity - state.velocity) <= 1e-9 * peaks.speed)
          seen.formUnion(Peaks(now))
        }
        clock += piece
      }
      #expect(abs(now.position - change.endPosition) <= 1e-9 * scale + 1e-12)
      #expect(change.state(at: change.length).position == change.endPosition)
      #expect(isClose(seen.speed, peaks.speed, 1e-9))
      #expect(isClose(seen.acceleration, peaks.acceleration, 1e-9))
      #expect(isClose(seen.jerk, peaks.jerk, 1e-9))
      let blur = 1e-9 * scale + 1e-12
      #expect(seen.lower >= peaks.lower - blur && seen.lower <= peaks.lower + 1e-2 * scale + blur)
      #expect(seen.upper <= peaks.upper + blur && seen.upper >= peaks.upper - 1e-2 * scale - blur)
    }
  }

  @Test func velocityPassesZeroAtTheReversal() {
    var source = SplitMix64(printing: 13)
    for _ in 0..<Thorough.count(5_000, sample: 500) {
      let (change, _, _) = random(&source)
      guard change.from * change.to < 0 else { continue }
      let velocity = change.state(at: change.reversal).velocity
      #expect(abs(velocity) <= 1e-9 * max(abs(change.from), abs(change.to)))
    }
  }

  @Test func itKeepsTheNewVelocity() {
    let change = SpeedChange(position: 1, from: 0, to: 20, length: 2, within: dockLimits)
    #expect(change.state(at: 3) == MotionState(position: 41, velocity: 20))
    #expect(change.state(at: -1) == MotionState(position: 1))
    // 90 deg/s at 720 deg/s² is 0.125 s, and 0.05 s more for the jerk.
    #expect(isClose(SpeedChange.minimumLength(of: -90, within: dockLimits), 0.175, 1e-14))
  }

  @Test(arguments: [0, 1, -1, 1e-300, 1e300, .infinity, .nan] as [Double])
  func degenerateInputNeverTraps(value: Double) {
    for limit in [0, -1, 1, .infinity, .nan] as [Double] {
      for length in [nil, 0, -1, 1, .infinity, .nan] as [Double?] {
        let limits = AxisLimits(
          lower: 0, upper: 0, speed: limit, acceleration: limit, jerk: value)
        let change = SpeedChange(
          position: 0, from: -1, to: value, length: length, within: limits)
        for time in [-1, 0, 0.5, 2, .infinity, .nan] { _ = change.state(at: time) }
        _ = change.peaks
      }
    }
    let none = SpeedChange(position: 4, from: 7, to: 7, within: dockLimits)
    #expect(none.length == 0 && none.peaks.acceleration == 0 && none.peaks.jerk == 0)
  }
}
