import Motion

/// The farthest, fastest and hardest of a motion of one axis, in degrees and seconds.
public struct Extremes: Equatable, Sendable {
  /// The least position.
  public var lower: Double
  /// The greatest position.
  public var upper: Double
  /// The greatest speed.
  public var speed: Double
  /// The greatest size of the acceleration.
  public var acceleration: Double
  /// The greatest size of the jerk.
  public var jerk: Double

  /// The extremes of one piece, at its ends or where the next derivative is 0.
  public init(of piece: MotionPiece) {
    (lower, upper) = Graph(.position, of: piece).range
    speed = Graph(.speed, of: piece).greatest
    acceleration = Graph(.acceleration, of: piece).greatest
    jerk = Graph(.jerk, of: piece).greatest
  }

  /// The extremes of a motion; nil if it has no pieces.
  public init?(of profile: Profile) {
    var whole: Extremes?
    profile.forEachPiece { piece in
      let part = Extremes(of: piece)
      whole = whole?.union(part) ?? part
    }
    guard let whole else { return nil }
    self = whole
  }

  private func union(_ other: Extremes) -> Extremes {
    var union = self
    union.lower = min(lower, other.lower)
    union.upper = max(upper, other.upper)
    union.speed = max(speed, other.speed)
    union.acceleration = max(acceleration, other.acceleration)
    union.jerk = max(jerk, other.jerk)
    return union
  }

  /// The greatest size of `quantity`; of a position, how far from 0.
  subscript(quantity: Quantity) -> Double {
    switch quantity {
    case .position: max(-lower, upper)
    case .speed: speed
    case .acceleration: acceleration
    case .jerk: jerk
    }
  }

  /// How many times longer the motion must last for its rates to be within `limits`.
  ///
  /// Lasting k times as long divides speed by k, acceleration by k² and jerk by k³.
  func stretch(within limits: AxisLimits) -> (factor: Double, by: Quantity) {
    let factors: [(Double, Quantity)] = [
      (speed / limits.speed, .speed),
      ((acceleration / limits.acceleration).squareRoot(), .acceleration),
      (Extremes.cubeRoot(jerk / limits.jerk), .jerk),
    ]
    return factors.reduce((0, .speed)) { $1.0 > $0.0 ? ($1.0, $1.1) : $0 }
  }

  /// The cube root of a ratio, from above to within a part in 10¹⁵, by Newton's steps.
  private static func cubeRoot(_ ratio: Double) -> Double {
    guard ratio > 0, ratio < .infinity else { return ratio }
    var root = max(1, ratio)
    for _ in 0..<200 {
      let next = (2 * root + ratio / (root * root)) / 3
      if next >= root { break }
      root = next
    }
    return root
  }
}

extension Graph {
  /// The greatest size of any value.
  fileprivate var greatest: Double {
    let (lower, upper) = range
    return max(abs(lower), abs(upper))
  }
}
