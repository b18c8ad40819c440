#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif
import Testing

@testable import Motion

struct SpringTests {
  @Test(arguments: [0.15, 0.2, 0.3, 0.5, 0.7, 0.9])
  func itSwingsPastByTheOvershootOfADampedOscillator(bounce: Double) {
    let spring = Spring(bounce: bounce)
    let damping = 1 - bounce
    let share = exp(-Double.pi * damping / (1 - damping * damping).squareRoot())
    #expect(isClose(spring.overshoot, share, 1e-12))
    #expect(isClose(spring.peaks.upper, 1 + share, 1e-12))
    #expect(spring.peaks.lower >= -1e-15)
    for swing in 1..<spring.swings {
      let turn = spring.state(at: Double(swing) / Double(spring.swings))
      #expect(abs(turn.position - (1 - pow(-share, Double(swing)))) < 1e-12)
      #expect(abs(turn.velocity) < 1e-10)
    }
  }

  @Test(arguments: [0.2, 0.3, 0.5, 0.8])
  func afterItsFirstSwingItIsTheFreeOscillator(bounce: Double) {
    let spring = Spring(bounce: bounce)
    let damping = 1 - bounce
    let width = (1 - damping * damping).squareRoot()
    // Up to the start of the last swing, which is made to end.
    for swing in stride(from: 1, to: Double(spring.swings - 1), by: 0.01) {
      let phase = swing * .pi
      let free = exp(-phase * damping / width) * (cos(phase) + damping / width * sin(phase))
      let state = spring.state(at: swing / Double(spring.swings))
      #expect(abs(1 - state.position - free) < 0.03 * spring.overshoot)
    }
  }

  @Test func withoutABounceItIsMinimumJerk() {
    for bounce in [0, -1, .nan, 0.1, -Double.infinity] {
      let spring = Spring(bounce: bounce)
      #expect(spring.swings == 1 && spring.overshoot == 0)
      for index in 0...100 {
        let u = Double(index) / 100
        let (state, smooth) = (spring.state(at: u), MotionLaw.smooth(u))
        #expect(abs(state.position - smooth.position) < 1e-14)
        #expect(abs(state.jerk - smooth.jerk) < 1e-11)
      }
    }
  }

  @Test func moreBounceSwingsFurtherAndLonger() {
    var before = Spring(bounce: 0)
    for step in 1...90 {
      let spring = Spring(bounce: Double(step) / 100)
      #expect(spring.overshoot >= before.overshoot && spring.swings >= before.swings)
      before = spring
    }
    #expect(before.swings == 17)
    for bounce in [0.9, 1, 7, .infinity] { #expect(Spring(bounce: bounce) == before) }
  }

  @Test func eachSwingAfterTheSecondIsACopy() {
    // What `peaks` leaves out: no swing it does not look at is greater.
    for step in 15...90 {
      let spring = Spring(bounce: Double(step) / 100)
      let peaks = spring.peaks
      for swing in 0..<spring.swings {
        let own = LegPiece(span: 1 / Double(spring.swings), position: spring.swingLaw(swing)).peaks
        #expect(own.speed <= peaks.speed && own.acceleration <= peaks.acceleration)
        #expect(own.jerk <= peaks.jerk && own.upper <= peaks.upper && own.lower >= peaks.lower)
      }
    }
  }

  @Test func exponentialsAreThoseOfTheLibrary() {
    var random = SplitMix64(printing: 61)
    for _ in 0..<Thorough.count(10_000, sample: 1_000) {
      let x = -random.magnitude(1e-9, 600)
      #expect(isClose(x.exponential, exp(x), 1e-12))
    }
    #expect((0.0).exponential == 1 && (-1e9).exponential == 0)
    #expect((-Double.infinity).exponential == 0 && Double.nan.exponential.isNaN)
  }

  @Test func oddTimesNeverTrap() {
    let spring = Spring(bounce: 0.5)
    for u in [-1, 2, .nan, .infinity, -.infinity, 1e300] as [Double] {
      _ = spring.state(at: u)
      _ = MotionLaw.spring(spring).state(at: u)
    }
  }
}
