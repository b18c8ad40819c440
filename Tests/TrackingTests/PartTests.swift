import Testing
import Tracking

/// The filter and the assignment, each by itself; others judge them in `Tests/Soak/tracking.py`.
@Suite struct PartTests {
  @Test func aFilterFindsTheSpeed() {
    var filter = KalmanFilter(angle: 170, noise: 0.02, speed: 40, model: .person)
    for step in 1...60 {
      filter.predict(over: 0.04)
      // Over the back, where 180 is -180.
      let angle = 170 + 0.8 * Double(step)
      filter.update(with: angle > 180 ? angle - 360 : angle, noise: 0.02)
    }
    #expect(abs(filter.state.x - 218) < 1e-3 && abs(filter.state.y - 20) < 1e-2)
  }

  @Test func aSurpriseMakesTheFilterUnsure() {
    var filter = KalmanFilter(angle: 0, noise: 0.02, speed: 40, model: .person)
    for _ in 0..<30 {
      filter.predict(over: 0.033)
      filter.update(with: 0, noise: 0.02)
    }
    let calm = filter
    filter.predict(over: 0.033)
    var adapted = filter
    adapted.adapt(to: 0.3, noise: 0.02, speed: 40, over: 0.033)
    #expect(adapted == filter)
    adapted.adapt(to: 3, noise: 0.02, speed: 40, over: 0.033)
    #expect(adapted.covariance.rows.1.y > calm.covariance.rows.1.y + 1000)
  }

  @Test(arguments: [
    ([1.0, 2, 2, 1], 2, 2, [0, 1]), ([2.0, 1, 1, 2], 2, 2, [1, 0]),
    ([5.0, 1, 3], 1, 3, [1]), ([5.0, 1, 3], 3, 1, [nil, 0, nil]),
    ([.infinity, 1, .infinity, 2], 2, 2, [1, nil]), ([.nan], 1, 1, [nil]),
    ([1.0, .infinity, 1, 2], 2, 2, [0, 1]), ([], 0, 3, []), ([], 2, 0, [nil, nil]),
    ([1.0], 2, 2, [nil, nil]),
  ])
  func assignmentsAreTheCheapest(costs: [Double], rows: Int, columns: Int, expected: [Int?]) {
    #expect(Assignment.solve(costs, rows: rows, columns: columns) == expected)
  }
}
