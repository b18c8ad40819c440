import Quantities
import Vocabulary

extension Profile {
  /// Hands each piece of the motion to `take`, in order; they fill its length.
  ///
  /// A motion of no length has no pieces. Nothing is allocated.
  public func forEachPiece(_ take: (MotionPiece) -> Void) {
    func body(_ piece: MotionPiece) {
      if piece.length > 0 { take(piece) }
    }
    switch self {
    case .hold(let position, let velocity, let length):
      body(MotionPiece(length: length, position, velocity * length))
    case .plain(let move): move.forEachCubic { body(MotionPiece(length: $0, $1)) }
    case .eased(let move): move.forEachPiece(body)
    case .change(let change): change.forEachCubic { body(MotionPiece(length: $0, $1)) }
    case .planned(let motion): motion.forEachPiece { body(MotionPiece(length: $1, $2)) }
    case .through(let plan, let axis): plan.forEachPiece(of: axis, body)
    case .stopped(let motion): motion.forEachPiece(body)
    case .warped(let motion): motion.forEachPiece(body)
    case .passing(let passage):
      for leg in passage.legs {
        leg.forEachPiece { take(MotionPiece(length: $0.length * passage.stretch, $0.formula)) }
      }
    }
  }
}

extension MotionPiece {
  /// Creates a piece of constant jerk, from `state`.
  init(length: Double, _ state: MotionState) {
    let square = length * length
    self.init(
      length: length, state.position, state.velocity * length, state.acceleration * square / 2,
      state.jerk * square * length / 6)
  }
}

extension RestToRest {
  /// Hands the length, in seconds, and the position, in degrees, of each piece to `take`, in order.
  ///
  /// The position is the coefficient of each power of the fraction of the piece's time that has
  /// passed. Pieces are the rise to full speed, what is held, and the fall, which is the rise seen
  /// from the end; some may have no length.
  @inlinable
  public func forEachCubic(_ take: (_ length: Double, _ position: SIMD4<Double>) -> Void) {
    if from == to { return take(length, SIMD4(from, 0, 0, 0)) }
    let (ramp, hold, cruise) = (phases.ramp, phases.hold, phases.cruise)
    let half = (2 * ramp + hold) / 2
    let rise = acceleration * ramp * ramp / 6
    let gain = acceleration * ramp / 2 * hold
    let bend = acceleration * hold * hold / 2
    let run = velocity * ramp
    take(ramp, SIMD4(from, 0, 0, rise))
    take(hold, SIMD4(from + rise, gain, bend, 0))
    let before = from + velocity * (half - ramp) + rise
    take(ramp, SIMD4(before, run - 3 * rise, 3 * rise, -rise))
    take(cruise, SIMD4(from + velocity * half, velocity * cruise, 0, 0))
    take(ramp, SIMD4(to - velocity * half, run, 0, -rise))
    take(hold, SIMD4(to - rise - gain - bend, gain + 2 * bend, -bend, 0))
    take(ramp, SIMD4(to - rise, 3 * rise, -3 * rise, rise))
  }
}

extension SpeedChange {
  /// Hands the length, in seconds, and the position, in degrees, of each piece to `take`, in order.
  ///
  /// As of `RestToRest.forEachCubic`: the acceleration rises, holds and falls.
  @inlinable
  public func forEachCubic(_ take: (_ length: Double, _ position: SIMD4<Double>) -> Void) {
    let hold = length - 2 * ramp
    let bend = acceleration * ramp * ramp / 6
    let middle = from + acceleration * ramp / 2
    take(ramp, SIMD4(position, from * ramp, 0, bend))
    take(
      hold,
      SIMD4(
        position + from * ramp + bend, middle * hold, acceleration * hold * hold / 2, 0))
    take(ramp, SIMD4(endPosition - to * ramp + bend, to * ramp - 3 * bend, 3 * bend, -bend))
  }
}

extension EasedMove {
  /// One piece; those with ends of their own have three, a spring has one for each swing.
  fileprivate func forEachPiece(_ body: (MotionPiece) -> Void) {
    switch law {
    case .curve(let curve):
      curve.forEachPiece { body(piece($0, degree: $1, share: $2)) }
    case .bezier(let curve): forEachPiece(of: curve, body)
    case .spring(let spring):
      for swing in 0..<spring.swings {
        let law = spring.swingLaw(swing).coefficients
        body(piece(law, degree: 5, share: 1 / Double(spring.swings)))
      }
    }
  }

  /// The first tenth, the curve itself, and the last tenth, which is known from the end.
  private func forEachPiece(of curve: CubicBezier, _ body: (MotionPiece) -> Void) {
    let (x, y) = (curve.x.part(curve.start, curve.end), curve.y.part(curve.start, curve.end))
    let time = SIMD4(0, x[1], x[2], x[3]) * length
    let position = SIMD4(from, 0, 0, 0) + (to - from) * y.lowHalf
    var tail = -1 * curve.tail.part(1, 0)
    tail[0] += 1
    body(piece(curve.head.coefficients, degree: 5, share: CubicBezier.smoothed))
    body(
      MotionPiece(
        length: time[1] + time[2] + time[3], .curve(time: time, position: position)))
    body(piece(tail, degree: 5, share: CubicBezier.smoothed))
  }

  /// The piece in which `law` is the fraction of the way, lasting `share` of the time.
  private func piece(_ law: SIMD8<Double>, degree: Int, share: Double = 1) -> MotionPiece {
    var position = (to - from) * law
    position[0] += from
    return MotionPiece(length: share * length, .polynomial(position, degree: degree))
  }
}

extension ThroughPlan {
  /// A rest, a leg alone, or two legs that overlap; a piece each.
  fileprivate func forEachPiece(of axis: Axis, _ body: (MotionPiece) -> Void) {
    var done: Int32 = 0
    for index in points.indices {
      rest(at: origin(index, axis), from: done, to: starts[index], body)
      let alone = max(starts[index], done)
      let isLast = index + 1 == points.count
      let shared = isLast ? end(index) : max(alone, min(starts[index + 1], end(index)))
      legs(index, axis, from: alone, to: shared, withNext: false, body)
      legs(index, axis, from: shared, to: end(index), withNext: !isLast, body)
      done = max(done, end(index))
    }
    rest(at: points.last?[axis] ?? from[axis], from: done, to: length, body)
  }

  private func rest(
    at position: Double, from first: Int32, to last: Int32, _ body: (MotionPiece) -> Void
  ) {
    guard first < last else { return }
    body(MotionPiece(length: Milliseconds(last - first).seconds, position, 0))
  }

  private func legs(
    _ index: Int, _ axis: Axis, from first: Int32, to last: Int32, withNext: Bool,
    _ body: (MotionPiece) -> Void
  ) {
    guard first < last else { return }
    var position = SIMD8<Double>(repeating: 0)
    position[0] = origin(index, axis)
    position += leg(index, axis, from: first, to: last)
    if withNext { position += leg(index + 1, axis, from: first, to: last) }
    let seconds = Milliseconds(last - first).seconds
    body(MotionPiece(length: seconds, .polynomial(position, degree: 5)))
  }

  /// What leg `index` adds between two instants: its curve about the first of them, in the time
  /// between.
  private func leg(
    _ index: Int, _ axis: Axis, from first: Int32, to last: Int32
  ) -> SIMD8<Double> {
    let whole = Double(lengths[index])
    let curve = delta(index, axis) * Polynomial(SIMD8(0, 0, 0, 10, -15, 6, 0, 0))
    return curve.part(Double(first - starts[index]) / whole, Double(last - starts[index]) / whole)
  }
}

extension Polynomial {
  /// The coefficients of the part between `first` and `last`, over a unit interval of its own.
  fileprivate func part(_ first: Double, _ last: Double) -> SIMD8<Double> {
    var curve = coefficients
    for lowest in 0..<5 {
      for power in stride(from: 4, through: lowest, by: -1) {
        curve[power] += first * curve[power + 1]
      }
    }
    var scale = 1.0
    for power in 0...5 {
      curve[power] *= scale
      scale *= last - first
    }
    return curve
  }
}
