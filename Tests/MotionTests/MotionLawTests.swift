import Testing
import Vocabulary

@testable import Motion

struct MotionLawTests {
  static let curves: [CubicBezier] = [
    CubicBezier(x1: 0.42, y1: 0, x2: 0.58, y2: 1),
    CubicBezier(x1: 0.2, y1: 0, x2: 0, y2: 1),
    CubicBezier(x1: 1, y1: 0, x2: 0.3, y2: 1),
    CubicBezier(x1: 0.9, y1: 0, x2: 0.1, y2: 1),
    CubicBezier(x1: 0.05, y1: 0, x2: 0.95, y2: 1),
  ]
  static let laws: [MotionLaw] =
    EasingCurve.allCases.map(MotionLaw.curve) + curves.map { .bezier($0) }
    + [0, 0.15, 0.3, 0.5, 0.9].map { .spring(Spring(bounce: $0)) }

  /// Where the third derivative of `law` jumps.
  private static func joints(of law: MotionLaw) -> [Double] {
    switch law {
    case .curve(.linear), .bezier: [0.1, 0.9]
    case .spring(let spring): (1...spring.swings).map { Double($0) / Double(spring.swings) }
    default: []
    }
  }

  @Test(arguments: laws)
  func peaksAreThoseOfDenseSamples(law: MotionLaw) {
    let peaks = law.peaks
    var seen = Peaks(restingAt: 0)
    for index in 0...20_000 {
      let state = law.state(at: Double(index) / 20_000)
      seen.formUnion(Peaks(state))
    }
    #expect(seen.speed <= peaks.speed * (1 + 1e-12) && peaks.speed <= seen.speed * (1 + 1e-6))
    #expect(seen.acceleration <= peaks.acceleration * (1 + 1e-10))
    #expect(peaks.acceleration <= seen.acceleration * (1 + 1e-5))
    #expect(abs(seen.lower - peaks.lower) < 1e-6 && abs(seen.upper - peaks.upper) < 1e-6)
    #expect(seen.lower >= peaks.lower - 1e-12 && seen.upper <= peaks.upper + 1e-12)
    #expect(seen.jerk <= peaks.jerk * (1 + 1e-10) && peaks.jerk <= seen.jerk * (1 + 1e-2))
  }

  @Test(arguments: laws)
  func eachDerivativeIsTheSlopeOfTheOneBefore(law: MotionLaw) {
    var random = SplitMix64(printing: 21)
    let peaks = law.peaks
    for _ in 0..<1_000 {
      let u = Double.random(in: 0.001...0.999, using: &random)
      if Self.joints(of: law).contains(where: { abs(u - $0) < 1e-3 }) { continue }
      let h = 1e-6
      let (a, b, c) = (law.state(at: u - h), law.state(at: u), law.state(at: u + h))
      #expect(abs((c.position - a.position) / (2 * h) - b.velocity) <= 1e-6 * peaks.acceleration)
      let bend = (c.velocity - a.velocity) / (2 * h)
      #expect(abs(bend - b.acceleration) <= 1e-4 * (peaks.acceleration + abs(b.jerk)))
      let twist = (c.acceleration - a.acceleration) / (2 * h)
      #expect(abs(twist - b.jerk) <= 1e-3 * (peaks.acceleration + abs(b.jerk)) + 1e-4)
    }
  }

  @Test(arguments: laws)
  func itGoesFromRestToRest(law: MotionLaw) {
    for (u, position) in [(0.0, 0.0), (1, 1), (-1, 0), (2, 1)] {
      let state = law.state(at: u)
      #expect(abs(state.position - position) < 1e-15)
      #expect(abs(state.velocity) < 1e-12 && abs(state.acceleration) < 1e-9)
    }
  }

  @Test func peaksOfSpeedAreWhereTheyAreSaidToBe() {
    #expect(isClose(MotionLaw.curve(.easeIn).state(at: 3 / 5.0).velocity, 1296 / 625.0, 1e-14))
    #expect(isClose(MotionLaw.curve(.easeOut).state(at: 2 / 5.0).velocity, 1296 / 625.0, 1e-14))
    #expect(MotionLaw.curve(.easeInOut).state(at: 0.5).velocity == 2.1875)
    #expect(MotionLaw.curve(.smooth).state(at: 0.5).velocity == 1.875)
    #expect(MotionLaw.curve(.linear).state(at: 0.5).velocity == 10 / 9.0)
  }

  @Test func curvesAreThoseOfBrowsers() {
    // Values of the CSS keywords ease, ease-in and ease-in-out, to six digits.
    let ease = CubicBezier(x1: 0.25, y1: 0.1, x2: 0.25, y2: 1)
    #expect(abs(ease.state(at: 0.25).position - 0.408511) < 1e-6)
    #expect(abs(ease.state(at: 0.5).position - 0.802403) < 1e-6)
    let easeIn = CubicBezier(x1: 0.42, y1: 0, x2: 1, y2: 1)
    #expect(abs(easeIn.state(at: 0.5).position - 0.315357) < 1e-6)
    #expect(!ease.startsAtRest && ease.endsAtRest)
    #expect(easeIn.startsAtRest && !easeIn.endsAtRest)
    #expect(ease.peaks.acceleration == .infinity)
  }

  @Test func overshootIsExact() {
    var random = SplitMix64(printing: 22)
    for _ in 0..<100 {
      let curve = CubicBezier(
        x1: .random(in: 0.01...0.9, using: &random), y1: .random(in: -2...3, using: &random),
        x2: .random(in: 0.1...0.99, using: &random), y2: .random(in: -2...3, using: &random))
      var (least, greatest, fastest) = (0.0, 1.0, 0.0)
      for index in 0...6_000 {
        let state = curve.state(at: Double(index) / 6_000)
        least = min(least, state.position)
        greatest = max(greatest, state.position)
        fastest = max(fastest, abs(state.velocity))
      }
      let peaks = curve.peaks
      #expect(peaks.lower <= least + 1e-12 && peaks.lower >= least - 1e-3)
      #expect(peaks.upper >= greatest - 1e-12 && peaks.upper <= greatest + 1e-3)
      #expect(peaks.speed >= fastest * (1 - 1e-12) && peaks.speed <= fastest * 1.05)
    }
  }

  @Test(arguments: laws)
  func nothingButJerkJumps(law: MotionLaw) {
    let peaks = law.peaks
    for joint in Self.joints(of: law) where joint < 1 {
      let (a, b) = (law.state(at: joint - 1e-9), law.state(at: joint + 1e-9))
      #expect(abs(a.position - b.position) <= 3e-9 * peaks.speed)
      #expect(abs(a.velocity - b.velocity) <= 3e-9 * peaks.acceleration)
      #expect(abs(a.acceleration - b.acceleration) <= 3e-9 * peaks.jerk)
    }
  }

  @Test func curvesAreSmoothedOnlyNearTheirEnds() {
    // CSS ease-in-out: nothing changes in the middle, and little near the ends.
    let curve = CubicBezier(x1: 0.42, y1: 0, x2: 0.58, y2: 1)
    var greatest = 0.0
    for index in 0...1_000 {
      let u = Double(index) / 1_000
      let change = abs(curve.state(at: u).position - curve.y.value(at: curve.parameter(at: u)))
      if u >= 0.1, u <= 0.9 { #expect(change <= 1e-15) }
      greatest = max(greatest, change)
    }
    #expect(greatest < 0.004)
  }

  @Test func parametersSolveTheCurve() {
    var random = SplitMix64(printing: 23)
    for _ in 0..<Thorough.count(20_000, sample: 2_000) {
      let curve = CubicBezier(
        x1: .random(in: 0...1, using: &random), y1: 0, x2: .random(in: 0...1, using: &random), y2: 1
      )
      let u = Double.random(in: 0...1, using: &random)
      #expect(abs(curve.x.value(at: curve.parameter(at: u)) - u) <= 4e-15)
    }
  }

  @Test func verticalCurvesNeedInfiniteLimits() {
    let corner = CubicBezier(x1: 1, y1: 0, x2: 0, y2: 1)
    #expect(corner.peaks.speed == .infinity && corner.peaks.acceleration == .infinity)
    #expect(MotionLaw.bezier(corner).minimumLength(of: 1, within: dockLimits) == .infinity)
    for u in [0, 0.25, 0.5, 1] { #expect(corner.state(at: u).velocity.isFinite) }
    let start = CubicBezier(x1: 0, y1: 0, x2: 0.58, y2: 1)
    #expect(!start.startsAtRest && start.peaks.acceleration == .infinity)
  }

  @Test(
    arguments: [
      .plain, .curve(.linear), .curve(.easeIn), .curve(.easeOut), .curve(.easeInOut),
      .curve(.smooth), .spring(bounce: 0.3),
      .spring(bounce: 0.8), .bezier(x1: 0.42, y1: 0, x2: 0.58, y2: 1),
      .bezier(x1: 0.6, y1: 0, x2: 0.1, y2: 1),
    ] as [Easing])
  func minimumLengthsReachALimit(easing: Easing) {
    var random = SplitMix64(printing: 24)
    for _ in 0..<Thorough.count(5_000, sample: 500) {
      let limits = random.limits()
      let distance = random.magnitude(1e-9, 1e6)
      let least = easing.minimumLength(of: -distance, within: limits)
      let move = Profile.move(
        from: distance, to: 0, length: least, easing: easing, within: limits)
      #expect(isClose(move.peaks.stretch(within: limits), 1, 1e-9))
      #expect(move.end == MotionState(position: 0))
    }
    #expect(easing.minimumLength(of: 0, within: dockLimits) == 0)
  }
}
