import Motion
import Schedules
import Testing
import Vocabulary

/// The extremes of random pieces and motions, against looking at many instants.
@Suite struct VerifSampleTests {
  private func piece(_ random: inout SplitMix64) -> MotionPiece {
    let degree = Int.random(in: 1...7, using: &random)
    var powers = SIMD8<Double>(repeating: 0)
    for power in 0...degree { powers[power] = Double.random(in: -50...50, using: &random) }
    let length = Double.random(in: 0.01...20, using: &random)
    return MotionPiece(length: length, .polynomial(powers, degree: degree))
  }

  private func derivative(_ piece: MotionPiece, _ order: Int, at w: Double) -> Double {
    guard case .polynomial(let powers, let degree) = piece.formula else { return .nan }
    var (sum, rate) = (0.0, 1.0)
    for _ in 0..<order { rate /= piece.length }
    for power in stride(from: degree, through: order, by: -1) {
      var factor = 1.0
      for step in 0..<order { factor *= Double(power - step) }
      var term = powers[power] * factor
      for _ in 0..<(power - order) { term *= w }
      sum += term
    }
    return sum * rate
  }

  /// The greatest value of `figure` on the unit interval: the best of many, and then of its
  /// neighbours, ever closer.
  private func greatest(_ figure: (Double) -> Double) -> Double {
    var (best, width) = (0.0, 1 / 400.0)
    for index in 0...400 where figure(Double(index) / 400) > figure(best) {
      best = Double(index) / 400
    }
    for _ in 0..<12 {
      let center = best
      for index in -10...10 {
        let place = min(1, max(0, center + Double(index) * width / 5))
        if figure(place) > figure(best) { best = place }
      }
      width /= 4
    }
    return figure(best)
  }

  @Test(arguments: 0..<Thorough.count(20, sample: 4))
  func noInstantOfAPieceIsBeyondItsExtremes(block: Int) {
    for seed in block * 100..<block * 100 + 100 {
      var random = SplitMix64(seed)
      let piece = piece(&random)
      let extremes = Extremes(of: piece)
      let found = [
        (extremes.upper, greatest { derivative(piece, 0, at: $0) }),
        (-extremes.lower, greatest { -derivative(piece, 0, at: $0) }),
        (extremes.speed, greatest { abs(derivative(piece, 1, at: $0)) }),
        (extremes.acceleration, greatest { abs(derivative(piece, 2, at: $0)) }),
        (extremes.jerk, greatest { abs(derivative(piece, 3, at: $0)) }),
      ]
      for (quantity, (exact, sampled)) in found.enumerated() {
        let scale = 1e-9 * max(1, abs(exact))
        #expect(sampled <= exact + scale && sampled >= exact - scale, "\(seed), \(quantity)")
      }
    }
  }

  private func motion(_ random: inout SplitMix64) -> Profile {
    let limits = AxisLimits(
      lower: -1e9, upper: 1e9, speed: Double.random(in: 1...300, using: &random),
      acceleration: Double.random(in: 10...2000, using: &random),
      jerk: Double.random(in: 100...50_000, using: &random))
    let from = Double.random(in: -400...400, using: &random)
    let to = random.once(in: 10) ? from : Double.random(in: -400...400, using: &random)
    let length = random.once(in: 2) ? nil : Double.random(in: 0.01...30, using: &random)
    func share() -> Double { Double.random(in: 0.05...0.95, using: &random) }
    func overshoot() -> Double { random.once(in: 2) ? Double.random(in: 1...2, using: &random) : 1 }
    switch Int.random(in: 0..<12, using: &random) {
    case 11: return passing(within: limits, &random)
    case 9: return onward(from, to, within: limits, &random)
    case 10:
      let spring = Easing.spring(bounce: Double.random(in: 0...0.9, using: &random))
      return .move(from: from, to: to, length: length, easing: spring, within: limits)
    case 0:
      return .speedChange(
        position: from, from: to / 9, to: random.once(in: 5) ? to / 9 : share() * 50,
        length: length, within: limits)
    case 1: return .through(through(&random), .yaw)
    case 2:
      let curve = Easing.bezier(x1: share(), y1: 0, x2: share(), y2: 1)
      return .move(from: from, to: to, length: length, easing: curve, within: limits)
    case 3: return .hold(position: from, velocity: to / 9, length: length ?? 2)
    case 4...5:
      let curve = Easing.curve(EasingCurve.allCases.randomElement(using: &random) ?? .smooth)
      return .move(from: from, to: to, length: length, easing: curve, within: limits)
    default: return .move(from: from, to: to, length: length, easing: .plain, within: limits)
    }
  }

  private func onward(
    _ from: Double, _ to: Double, within limits: AxisLimits, _ random: inout SplitMix64
  ) -> Profile {
    let velocity = limits.speed * Double.random(in: -1...1, using: &random)
    for length in [0.5, 2.5, 12, 60, 300, 3000] {
      let motion = Profile.between(
        MotionState(position: from, velocity: velocity), MotionState(position: to),
        length: length, within: limits)
      if let motion { return motion }
    }
    return .hold(position: from, velocity: velocity, length: 1)
  }

  private func through(_ random: inout SplitMix64) -> ThroughPlan {
    var (starts, lengths, points) = ([Int32](), [Int32](), [PerAxis<Double>]())
    var (start, before): (Int32, Int32) = (Int32.random(in: 0...200, using: &random), 0)
    for _ in 0..<Int.random(in: 1...5, using: &random) {
      let length = Int32.random(in: 400...3000, using: &random)
      starts.append(start)
      lengths.append(length)
      points.append(PerAxis(all: Double.random(in: -90...90, using: &random)))
      // A leg begins between the middle of the one before and a little after its end.
      before = start
      start += Int32.random(in: length / 2 + 1...length + 100, using: &random)
      start = max(start, before + length / 2 + 1)
    }
    let plan = ThroughPlan(
      from: PerAxis(all: 5), points: points, starts: starts, lengths: lengths)
    return plan ?? ThroughPlan(
      from: PerAxis(all: 5), points: [points[0]], starts: [0], lengths: [1000])
      ?? motionless
  }

  /// A motion that passes its points with a velocity.
  private func passing(within limits: AxisLimits, _ random: inout SplitMix64) -> Profile {
    let count = Int.random(in: 1...5, using: &random)
    let points = (0..<count).map { _ in Double.random(in: -90...90, using: &random) }
    var velocities = (0..<count).map { _ in Double.random(in: -20...20, using: &random) }
    velocities[count - 1] = 0
    for length in [1, 5, 30, 300, 3000] as [Double] {
      let passage = ViaPointMotion(
        from: -3, points: points, velocities: velocities.map { $0 * min(1, limits.speed / 20) },
        lengths: points.map { _ in length },
        length: length * Double(count) * .random(in: 1...3, using: &random), within: limits)
      if let passage { return .passing(passage) }
    }
    return .hold(position: -3, velocity: 0, length: 1)
  }

  private var motionless: ThroughPlan {
    guard let plan = ThroughPlan(from: PerAxis(all: 0), points: [], starts: [], lengths: []) else {
      preconditionFailure("a plan without points is one")
    }
    return plan
  }

  /// The pieces are the motion: at every instant the same state, and in all the same length.
  @Test(arguments: 0..<20)
  func piecesSayWhatTheMotionDoes(block: Int) {
    for seed in block * 50..<block * 50 + 50 {
      var random = SplitMix64(seed &+ 77_000)
      let motion = motion(&random)
      var time = 0.0
      motion.forEachPiece { piece in
        #expect(piece.length > 0)
        for index in 1..<8 {
          let p = Double(index) / 8
          let (instant, position, velocity) = state(of: piece, at: p)
          let expected = motion.state(at: time + instant)
          let scale = 1e-9 * max(1, abs(position), abs(velocity))
          #expect(abs(position - expected.position) <= scale, "seed \(seed)")
          #expect(abs(velocity - expected.velocity) <= 1e3 * scale, "seed \(seed)")
        }
        time += piece.length
      }
      #expect(abs(time - motion.length) <= 1e-9 * max(1, time), "seed \(seed)")
    }
  }

  private func state(of piece: MotionPiece, at p: Double) -> (Double, Double, Double) {
    switch piece.formula {
    case .polynomial:
      return (p * piece.length, derivative(piece, 0, at: p), derivative(piece, 1, at: p))
    case .curve(let x, let y):
      func value(_ c: SIMD4<Double>) -> Double { c[0] + p * (c[1] + p * (c[2] + p * c[3])) }
      func slope(_ c: SIMD4<Double>) -> Double { c[1] + p * (2 * c[2] + p * 3 * c[3]) }
      return (value(x), value(y), slope(y) / slope(x))
    }
  }

  @Test(arguments: 0..<20)
  func noInstantOfAMotionIsBeyondItsExtremes(block: Int) throws {
    for seed in block * 50..<block * 50 + 50 {
      var random = SplitMix64(seed &+ 99_000)
      let motion = motion(&random)
      guard let extremes = Extremes(of: motion) else { continue }
      var (speed, acceleration, jerk) = (0.0, 0.0, 0.0)
      for index in 0..<1000 {
        let state = motion.state(at: motion.length * Double(index) / 1000)
        let slack = 1e-9 * max(1, abs(state.position))
        #expect(state.position <= extremes.upper + slack, "seed \(seed)")
        #expect(state.position >= extremes.lower - slack, "seed \(seed)")
        speed = max(speed, abs(state.velocity))
        acceleration = max(acceleration, abs(state.acceleration))
        jerk = max(jerk, abs(state.jerk))
      }
      #expect(speed <= extremes.speed * (1 + 1e-9) + 1e-9, "seed \(seed): \(motion)")
      #expect(acceleration <= extremes.acceleration * (1 + 1e-9) + 1e-6, "seed \(seed)")
      // A thousand instants come close to the peak, if not upon it.
      #expect(speed >= extremes.speed * 0.95, "seed \(seed)")
      if extremes.jerk > 0 { #expect(jerk <= extremes.jerk * (1 + 1e-6) + 1e-3, "seed \(seed)") }
    }
  }
}
