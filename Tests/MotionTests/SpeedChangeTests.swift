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
    var source = SplitMix64(seed: 11)
    for _ in 0..<20_000 {
      let (change, limits, k) = random(&source)
      let peaks = change.peaks
      let use = max(
        peaks.acceleration * k / limits.acceleration, peaks.jerk * k * k / limits.jerk)
      #expect(isClose(use, 1, 1e-9), "\(change)")
    }
  }

  @Test func positionGainedIsTheMeanSpeedTimesTheLength() {
    var source = SplitMix64(seed: 12)
    for _ in 0..<300 {
      let (change, _, _) = random(&source)
      let count = 2_000
      let dt = change.length / Double(count)
      var position = change.position
      var seen = Peaks(restingAt: position)
      for index in 0..<count {
        let state = change.state(at: (Double(index) + 0.5) * dt)
        position += state.velocity * dt
        seen.formUnion(
          Peaks(
            speed: abs(state.velocity), acceleration: abs(state.acceleration),
            jerk: abs(state.jerk), lower: state.position, upper: state.position))
      }
      let scale = max(abs(change.from), abs(change.to)) * change.length
      #expect(abs(position - change.endPosition) <= 1e-5 * scale)
      #expect(change.state(at: change.length).position == change.endPosition)
      let peaks = change.peaks
      #expect(seen.speed <= peaks.speed * (1 + 1e-12))
      #expect(seen.acceleration <= peaks.acceleration * (1 + 1e-12))
      #expect(seen.acceleration >= peaks.acceleration - peaks.jerk * dt)
      #expect(isClose(seen.jerk, peaks.jerk, 1e-12))
      #expect(seen.lower >= peaks.lower - 1e-9 * scale && seen.lower <= peaks.lower + 1e-3 * scale)
      #expect(seen.upper <= peaks.upper + 1e-9 * scale && seen.upper >= peaks.upper - 1e-3 * scale)
    }
  }

  @Test func velocityPassesZeroAtTheReversal() {
    var source = SplitMix64(seed: 13)
    for _ in 0..<5_000 {
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

  @Test(arguments: [0, 1, -1, 1e-320, 1e300, .infinity, .nan] as [Double])
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
