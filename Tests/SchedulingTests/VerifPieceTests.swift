import Motion
import Schedules
import Testing
import Vocabulary

/// The extremes of single pieces, worked out by hand.
@Suite struct VerifPieceTests {
  private let loose = AxisLimits(
    lower: -1e9, upper: 1e9, speed: 90, acceleration: 720, jerk: 14_400)

  private func polynomial(_ coefficients: [Double], length: Double = 1) -> MotionPiece {
    var powers = SIMD8<Double>(repeating: 0)
    for (power, coefficient) in coefficients.enumerated() { powers[power] = coefficient }
    return MotionPiece(length: length, .polynomial(powers, degree: coefficients.count - 1))
  }

  private func isNear(_ value: Double, _ other: Double, _ part: Double = 1e-9) -> Bool {
    abs(value - other) <= part * max(1, abs(other))
  }

  @Test func ofAnEvenSpeed() {
    let extremes = Extremes(of: polynomial([5, -8], length: 2))
    #expect(extremes.lower == -3 && extremes.upper == 5)
    #expect(extremes.speed == 4 && extremes.acceleration == 0 && extremes.jerk == 0)
  }

  /// q = w - w²: it turns at 1/2, where it is 1/4.
  @Test func ofAParabola() {
    let extremes = Extremes(of: polynomial([0, 1, -1], length: 0.5))
    #expect(extremes.lower == 0 && extremes.upper == 0.25)
    #expect(extremes.speed == 2 && extremes.acceleration == 8 && extremes.jerk == 0)
  }

  /// q = w - 3 w² + 2 w³ turns at (3 ± √3) / 6, where it is ±√3/18; its speed turns at 1/2, where
  /// it is -1/2.
  @Test func ofACubic() {
    let extremes = Extremes(of: polynomial([0, 1, -3, 2]))
    let turn = 3.0.squareRoot() / 18
    #expect(isNear(extremes.lower, -turn) && isNear(extremes.upper, turn))
    #expect(extremes.speed == 1 && extremes.acceleration == 6 && extremes.jerk == 12)
  }

  /// A speed that turns inside, at 1/2.
  @Test func ofASpeedThatTurns() {
    let extremes = Extremes(of: polynomial([0, 0, 6, -4], length: 2))
    // q' = 12 w - 12 w², 3 at 1/2, over 2 s.
    #expect(extremes.speed == 1.5)
    #expect(extremes.acceleration == 3 && extremes.jerk == 3)
  }

  /// A curve and its peaks over the unit interval.
  struct Curve: Sendable {
    let easing: Easing
    let speed: Double
    let acceleration: Double
    let jerk: Double

    init(_ easing: Easing, _ speed: Double, _ acceleration: Double, _ jerk: Double) {
      (self.easing, self.speed, self.acceleration, self.jerk) = (easing, speed, acceleration, jerk)
    }

    static let six: Double = 6
    static let all: [Curve] = [
      Curve(.curve(.smooth), 1.875, 5.773502691896258, 60),
      Curve(.curve(.easeIn), 2.0736, 1.08 + 2.88 * six.squareRoot(), 120),
      Curve(.curve(.easeOut), 2.0736, 1.08 + 2.88 * six.squareRoot(), 120),
      Curve(.curve(.easeInOut), 2.1875, 7.513188404399293, 52.5),
      Curve(.curve(.linear), 1.1111111111111112, 16.666666666666668, 666.6666666666666),
    ]
  }

  @Test(arguments: Curve.all)
  func ofANamedCurve(_ curve: Curve) throws {
    let move = Profile.move(from: 10, to: -30, length: 2, easing: curve.easing, within: loose)
    let extremes = try #require(Extremes(of: move))
    #expect(isNear(extremes.speed, 40 * curve.speed / 2))
    #expect(isNear(extremes.acceleration, 40 * curve.acceleration / 4))
    #expect(isNear(extremes.jerk, 40 * curve.jerk / 8))
    #expect(isNear(extremes.lower, -30) && isNear(extremes.upper, 10))
  }

  /// The quickest move of 1.8° under 900°/s² and 9000°/s³ has neither hold nor cruise: r³ = d / 2j.
  @Test func ofTheQuickestMove() throws {
    let limits = AxisLimits(lower: -1, upper: 9, speed: 1000, acceleration: 1e6, jerk: 9000)
    let move = Profile.move(from: 0, to: 18, easing: .plain, within: limits)
    let extremes = try #require(Extremes(of: move))
    // r = 0.1 s: a = j r = 900, v = a r = 90.
    #expect(isNear(extremes.speed, 90) && isNear(extremes.acceleration, 900))
    #expect(isNear(extremes.jerk, 9000) && extremes.lower == 0 && isNear(extremes.upper, 18))
  }

  /// A change from 30°/s to -30°/s in 1 s passes 0 in the middle, where it has gone farthest.
  @Test func ofAChangeOfSpeed() throws {
    let limits = AxisLimits(lower: -9, upper: 99, speed: 90, acceleration: 1e4, jerk: 240)
    let change = Profile.speedChange(position: 0, from: 30, to: -30, length: 1, within: limits)
    let extremes = try #require(Extremes(of: change))
    // Two ramps of 1/2 s at jerk -240 and 240: q(1/2) = 30/2 - 240/48 = 10.
    #expect(isNear(extremes.upper, 10) && isNear(extremes.lower, 0) && extremes.speed == 30)
    #expect(isNear(extremes.acceleration, 120) && isNear(extremes.jerk, 240))
  }

  private func curve(time: SIMD4<Double>, position: SIMD4<Double>) -> Extremes {
    Extremes(of: MotionPiece(length: time.sum(), .curve(time: time, position: position)))
  }

  /// 30p² - 20p³ over 2p: a parabola of speed, 7.5 in the middle, and a constant jerk.
  @Test func ofACurveInEvenTime() {
    let extremes = curve(time: [0, 2, 0, 0], position: [0, 0, 30, -20])
    #expect(isNear(extremes.speed, 7.5) && isNear(extremes.acceleration, 15))
    #expect(isNear(extremes.jerk, 15) && extremes.lower == 0 && isNear(extremes.upper, 10))
  }

  /// p² in the time p + p² has the speed 2p / (1 + 2p), the acceleration 2 / (1 + 2p)³ and the jerk
  /// -12 / (1 + 2p)⁵.
  @Test func ofACurveInUnevenTime() {
    let extremes = curve(time: [0, 1, 1, 0], position: [0, 0, 1, 0])
    #expect(isNear(extremes.speed, 2 / 3.0) && extremes.acceleration == 2 && extremes.jerk == 12)
  }

  /// 6p² - 5p³ is 32/25 at 4/5.
  @Test func ofACurveThatOvershoots() {
    let extremes = curve(time: [0, 2, 0, 0], position: [0, 0, 60, -50])
    #expect(isNear(extremes.upper, 12.8))
  }

  /// In the time 3p - 6p² + 4p³, that of the curve with x1 = 1 and x2 = 0, it stands still at 1/2.
  @Test func ofACurveThatJumps() {
    let extremes = curve(time: [0, 3, -6, 4], position: [0, 0, 3, -2])
    #expect(extremes.speed == .infinity && extremes.acceleration == .infinity)
  }
}
