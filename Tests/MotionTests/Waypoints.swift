@testable import Motion

/// The pose with `yaw` and `pitch` degrees.
func point(_ yaw: Double, _ pitch: Double) -> PerAxis<Double> {
  PerAxis(yaw: yaw, pitch: pitch, roll: 0)
}

/// One to eight waypoints, at most 200 degrees from home.
func randomPoints(_ random: inout SplitMix64) -> [PerAxis<Double>] {
  let reach = random.magnitude(0.1, 200)
  return (0..<Int.random(in: 1...8, using: &random)).map { _ in
    point(
      .random(in: -reach...reach, using: &random),
      Bool.random(using: &random) ? 0 : .random(in: -reach...reach, using: &random))
  }
}
