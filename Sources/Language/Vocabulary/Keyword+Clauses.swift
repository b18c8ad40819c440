extension Keyword {
  /// The words that lead in clauses.
  static let clauses: [Keyword] = [
    .to, .by, .through, .over, .at, .easing, .within, .straight, .for,
  ]

  /// The words that lead in the clauses of the statement it begins.
  package var clauses: [Keyword] {
    switch self {
    case .pan, .tilt, .roll, .yaw, .pitch, .move:
      [.to, .by, .through, .over, .at, .easing, .straight, .within]
    case .ramp: [.over]
    case .spin: [.for]
    case .stop: [.over]
    case .limit: [.to, .at, .acceleration, .jerk]
    case .tempo: [.meter]
    case .count, .add, .set: [.to]
    case .face: [.over, .easing]
    case .camera: [.over, .at]
    default: []
    }
  }

  /// True if the values of the statement it begins may have directions.
  var takesDirection: Bool {
    switch self {
    case .pan, .tilt, .roll, .yaw, .pitch, .move, .ramp, .spin, .limit, .let: true
    default: false
    }
  }

  /// The clause among `clauses` that says the same in another statement.
  func counterpart(in clauses: [Keyword]) -> Keyword? {
    let times: [Keyword] = [.over, .for, .in]
    return times.contains(self) ? clauses.first(where: times.contains) : nil
  }

  /// True if the statement is correct with this word before the token in its place.
  var mayBeInserted: Bool {
    switch self {
    case .at, .to, .within, .in, .speed, .by, .below, .most, .every, .near: true
    default: false
    }
  }
}
