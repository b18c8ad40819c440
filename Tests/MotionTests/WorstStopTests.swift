import Testing
import Vocabulary

@testable import Motion

struct WorstStopTests {
  /// The worst stop of many moments of `profile`.
  private func sampled(_ profile: Profile) throws -> (length: Double, angle: Double) {
    var worst = (length: 0.0, angle: 0.0)
    for index in 0...4_000 {
      let state = profile.state(at: profile.length * Double(index) / 4_000)
      guard state.velocity != 0 || state.acceleration != 0 else { continue }
      let stop = try VelocityTransition.stop(from: state, within: dockLimits)
      worst.length = max(worst.length, stop.minimumLength)
      worst.angle = max(worst.angle, abs(stop.endPosition - state.position))
    }
    return worst
  }

  @Test func itIsBeyondEveryMomentAndClose() throws {
    var random = SplitMix64(printing: 95)
    let easings: [Easing] = [
      .plain, .curve(.linear), .curve(.easeIn), .curve(.smooth), .spring(bounce: 0.5),
      .bezier(x1: 0.42, y1: 0, x2: 0.58, y2: 1),
    ]
    for _ in 0..<60 {
      let easing = easings.randomElement(using: &random) ?? .plain
      let distance = random.magnitude(0.01, 200)
      let least = easing.minimumLength(of: distance, within: dockLimits)
      let length = least * (Bool.random(using: &random) ? 1 : random.magnitude(1, 5))
      let profile = Profile.move(
        from: 0, to: distance, length: length, easing: easing, within: dockLimits)
      let (worst, seen) = (WorstStop(from: profile, within: dockLimits), try sampled(profile))
      #expect(worst.length >= seen.length && worst.length <= seen.length * 1.01 + 0.001)
      #expect(worst.angle >= seen.angle - 1e-9 && worst.angle <= seen.angle * 1.02 + 0.1)
    }
  }

  @Test func fromFullSpeedItIsThatOfTheQuickestRise() {
    // At the end of the greatest acceleration the speed still rises while the jerk takes it away.
    let move = Profile.plain(RestToRest(from: 0, to: 90, within: dockLimits))
    let worst = WorstStop(from: move, within: dockLimits)
    #expect(isClose(worst.length, 0.05 + 0.175, 0.005))
    let cruise = WorstStop(
      from: .hold(position: 0, velocity: -90, length: 9), within: dockLimits)
    #expect(isClose(cruise.length, 0.175, 1e-12) && isClose(cruise.angle, 7.875, 1e-12))
  }

  @Test func longCruisesCostNothing() {
    let far = Profile.plain(RestToRest(from: 0, to: 1e6, within: dockLimits))
    #expect(isClose(WorstStop(from: far, within: dockLimits).length, 0.225, 0.005))
  }

  @Test func limitsThatAllowNoStopAreInfinite() {
    var limits = dockLimits
    limits.acceleration = 0
    let worst = WorstStop(from: .hold(position: 0, velocity: 1, length: 1), within: limits)
    #expect(worst.length == .infinity && worst.angle == .infinity)
    #expect(
      WorstStop(from: .hold(position: 0, velocity: 0, length: 1), within: limits) == WorstStop())
  }
}
