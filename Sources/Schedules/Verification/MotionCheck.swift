import Motion

/// Follows a motion of one axis piece by piece.
struct MotionCheck {
  /// A violation of a rule in a motion, and its time.
  struct Breach {
    let quantity: Quantity
    /// When, in seconds after the motion begins.
    let time: Double
    /// The extreme value of the quantity, or its value after a jump.
    let value: Double
    /// Its value before a jump; nil where the value is beyond a limit.
    let before: Double?
  }

  private let limits: AxisLimits
  private let bounds: Bounds
  /// Where the motion has come to.
  private(set) var moment: AxisSample
  /// True if nothing has been found.
  private(set) var isClean = true

  /// Creates a check of a motion that begins at `moment`.
  init(from moment: AxisSample, limits: AxisLimits, bounds: Bounds) {
    self.limits = limits
    self.bounds = bounds
    self.moment = moment
  }

  /// Follows one piece: it starts as the one before ended, and stays within the bounds.
  mutating func follow(_ piece: MotionPiece) {
    if case .polynomial(let position, let degree) = piece.formula, degree <= 3 {
      return follow(piece.length, position.lowHalf)
    }
    if AxisSample(startOf: piece).differs(from: moment, within: limits) != nil { isClean = false }
    if !bounds.contain(piece) { isClean = false }
    moment = AxisSample(endOf: piece)
  }

  /// Follows one piece of constant jerk; one of no length is none.
  mutating func follow(_ length: Double, _ position: SIMD4<Double>) {
    guard length > 0 else { return }
    let rate = 1 / length
    let jump = AxisSample(startOf: position, rate: rate).differs(from: moment, within: limits)
    if jump != nil || !bounds.contain(position, lasting: length) { isClean = false }
    moment = AxisSample(endOf: position, rate: rate)
  }
}

extension MotionCheck {
  /// What is wrong with a motion that begins at `moment`: the first jump, the first excursion, and,
  /// of the rates beyond their limits, the one that slows it most.
  static func breaches(
    of profile: Profile, from start: AxisSample, limits: AxisLimits, bounds: Bounds
  ) -> [Breach] {
    var found = jump(in: profile, from: start, limits: limits).map { [$0] } ?? []
    if let excursion = excess(.position, of: profile, bounds.lower, bounds.upper) {
      found.append(excursion)
    }
    guard let extremes = Extremes(of: profile) else { return found }
    let binding = extremes.stretch(within: limits).by
    let (lower, upper) = bounds.range(of: binding)
    if let rate = excess(binding, of: profile, lower, upper) { found.append(rate) }
    return found
  }

  private static func jump(
    in profile: Profile, from start: AxisSample, limits: AxisLimits
  ) -> Breach? {
    var (moment, time, found) = (start, 0.0, Breach?.none)
    profile.forEachPiece { piece in
      let next = AxisSample(startOf: piece)
      if found == nil, let quantity = next.differs(from: moment, within: limits) {
        found = Breach(
          quantity: quantity, time: time, value: next[quantity], before: moment[quantity])
      }
      moment = AxisSample(endOf: piece)
      time += piece.length
    }
    return found
  }

  /// The extreme value of `quantity`, and when it is first below `lower` or above `upper`; nil if
  /// it never is.
  static func excess(
    _ quantity: Quantity, of profile: Profile, _ lower: Double, _ upper: Double
  ) -> Breach? {
    var (time, first) = (0.0, Double?.none)
    var (least, greatest) = (Double.infinity, -Double.infinity)
    profile.forEachPiece { piece in
      let graph = Graph(quantity, of: piece)
      let range = graph.range
      (least, greatest) = (min(least, range.lower), max(greatest, range.upper))
      if first == nil { first = graph.leaves(lower, upper).map { time + piece.time(at: $0) } }
      time += piece.length
    }
    guard let first else { return nil }
    let value = lower - least > greatest - upper ? least : greatest
    let isRate = quantity != .position
    return Breach(quantity: quantity, time: first, value: isRate ? abs(value) : value, before: nil)
  }
}

extension MotionPiece {
  /// The seconds after its start at which the parameter of its formula is `p`.
  fileprivate func time(at p: Double) -> Double {
    guard case .curve(let time, _) = formula else { return p * length }
    return UnitPolynomial(time).value(at: p)
  }
}
