import Quantities
import Testing

@testable import Motion

struct ProfileTests {
  @Test func holdsKnowTheirWay() {
    let turn = Profile.hold(position: 10, velocity: -20, length: 1.5)
    #expect(turn.end == MotionState(position: -20, velocity: -20))
    #expect(turn.peaks.lower == -20 && turn.peaks.upper == 10 && turn.peaks.speed == 20)
  }

  @Test func movesOvershootByTheirCurve() {
    let back = Easing.bezier(x1: 0.5, y1: 0, x2: 0.5, y2: 2)
    let move = Profile.move(from: 100, to: 0, length: 1, easing: back, within: dockLimits)
    guard case .eased(let eased) = move else { return #expect(Bool(false)) }
    #expect(move.peaks.upper == 100 && move.peaks.lower < 0)
    #expect(isClose(move.peaks.lower, 100 - 100 * eased.law.peaks.upper, 1e-12))
    #expect(!back.endsAtRest && back.startsAtRest)
  }

  @Test func straightMovesStayOnTheLine() {
    var random = SplitMix64(printing: 31)
    for _ in 0..<1_000 {
      let deltas = PerAxis(
        yaw: random.magnitude(1e-3, 1e3), pitch: -random.magnitude(1e-3, 1e3), roll: 0.0)
      let limits = PerAxis<AxisLimits?>(yaw: random.limits(), pitch: random.limits(), roll: nil)
      let straight = limits.straight(along: deltas)
      guard let yaw = straight.yaw, let pitch = straight.pitch,
        let yawLimits = limits.yaw, let pitchLimits = limits.pitch
      else { return #expect(Bool(false)) }
      let length = RestToRest.minimumLength(of: deltas.yaw, within: yaw)
      #expect(
        isClose(RestToRest.minimumLength(of: deltas.pitch, within: pitch), length, 1e-9))
      let first = Profile.move(
        from: 0, to: deltas.yaw, length: length, easing: .plain, within: yaw)
      let second = Profile.move(
        from: 0, to: deltas.pitch, length: length, easing: .plain, within: pitch)
      #expect(first.peaks.stretch(within: yawLimits) <= 1 + 1e-9)
      #expect(second.peaks.stretch(within: pitchLimits) <= 1 + 1e-9)
      for step in 0...20 {
        let time = length * Double(step) / 20
        let along = first.state(at: time).position / deltas.yaw
        #expect(abs(along - second.state(at: time).position / deltas.pitch) < 1e-9)
      }
    }
  }

  @Test func straightLimitsOfNothingAreTheOnesGiven() {
    let limits = PerAxis<AxisLimits?>(yaw: dockLimits, pitch: nil, roll: nil)
    #expect(limits.straight(along: PerAxis(all: 0)) == limits)
    #expect(limits.straight(along: PerAxis(yaw: 0, pitch: 5, roll: 0)) == limits)
  }

  @Test func wholeMillisecondsCover() {
    #expect(Milliseconds.covering(0) == 0)
    #expect(Milliseconds.covering(1.2) == 1200)
    #expect(Milliseconds.covering(1.2000001) == 1201)
    #expect(Milliseconds.covering(0.1 + 0.2) == 300)
    for bad in [-1, 3e6, .infinity, .nan] { #expect(Milliseconds.covering(bad) == nil) }
  }
}
