import Motion

extension SplitMix64 {
  /// The source of `seed`, which is printed.
  init(printing seed: UInt64) {
    print("seed \(seed)")
    self.init(seed: seed)
  }

  /// A number between `low` and `high`, even on a logarithmic scale.
  mutating func magnitude(_ low: Double, _ high: Double) -> Double {
    var value = low
    // Powers by halving the exponent range: exact enough, and no need of a mathematics library.
    var (bottom, top) = (low, high)
    for _ in 0..<40 {
      value = bottom.squareRoot() * top.squareRoot()
      if Bool.random(using: &self) { bottom = value } else { top = value }
    }
    return value
  }

  /// A distance from 1e-9 to 1e6 degrees, and limits over six orders of magnitude each.
  mutating func limits() -> AxisLimits {
    AxisLimits(
      lower: -.infinity, upper: .infinity, speed: magnitude(1e-2, 1e4),
      acceleration: magnitude(1e-2, 1e5), jerk: magnitude(1e-2, 1e7))
  }
}

/// Limits like those of a real dock.
let dockLimits = AxisLimits(
  lower: -.infinity, upper: .infinity, speed: 90, acceleration: 720, jerk: 14_400)

/// True if `left` is within the fraction `tolerance` of `right`.
func isClose(_ left: Double, _ right: Double, _ tolerance: Double) -> Bool {
  abs(left - right) <= tolerance * max(abs(left), abs(right))
}

extension Peaks {
  /// The peaks of one instant.
  init(_ state: MotionState) {
    self.init(
      speed: abs(state.velocity), acceleration: abs(state.acceleration), jerk: abs(state.jerk),
      lower: state.position, upper: state.position)
  }
}
