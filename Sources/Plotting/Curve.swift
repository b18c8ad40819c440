import Motion
import Schedules

/// A stretch of the motion of one axis: its position as a polynomial of degree 7 at most.
///
/// All motions are made of these. Curves are drawn from their coefficients, never from samples.
package struct CurvePiece: Equatable, Sendable {
  /// When it begins, in seconds.
  package var start: Double
  /// How long it lasts, in seconds.
  package var length: Double
  /// The position in degrees, as the coefficient of each power of the share of the time.
  package var position: SIMD8<Double>
  /// What the axis may do meanwhile.
  package var limits: AxisLimits
  /// The index of its step; nil where the axis rests or turns on.
  package var step: Int?

  /// When it ends, in seconds.
  package var end: Double { start + length }

  /// True if the axis moves.
  var moves: Bool { (1..<8).contains { position[$0] != 0 } }

  /// `quantity` over the piece: the coefficient of each power of the share of the time.
  package func polynomial(of quantity: Quantity) -> SIMD8<Double> {
    var polynomial = position
    let order = Quantity.allCases.firstIndex(of: quantity) ?? 0
    for _ in 0..<order {
      for power in 0..<7 { polynomial[power] = polynomial[power + 1] * Double(power + 1) / length }
      polynomial[7] = 0
    }
    return polynomial
  }

  /// The part of the piece from `first` to `last`, in seconds; nil if nothing of it is there.
  package func part(from first: Double, to last: Double) -> CurvePiece? {
    let (from, to) = (max(first, start), min(last, end))
    guard to > from else { return nil }
    if from == start, to == end { return self }
    var part = self
    (part.start, part.length) = (from, to - from)
    part.position = position.part((from - start) / length, (to - start) / length)
    return part
  }

  /// The pieces of `piece`, which begins at `start` seconds.
  ///
  /// A curve whose time is a cubic, too, becomes sixteen polynomials that have its position, speed
  /// and acceleration where they meet.
  static func pieces(
    of piece: MotionPiece, at start: Double, within limits: AxisLimits, step: Int?
  ) -> [CurvePiece] {
    switch piece.formula {
    case .polynomial(let position, _):
      return [
        CurvePiece(
          start: start, length: piece.length, position: position, limits: limits, step: step)
      ]
    case .curve(let time, let position):
      let states = (0...16).map { BezierState(time, position, at: Double($0) / 16) }
      return zip(states, states.dropFirst()).compactMap { one, other in
        let length = other.time - one.time
        guard length > 1e-9 else { return nil }
        return CurvePiece(
          start: start + one.time, length: length, position: one.quintic(to: other),
          limits: limits, step: step)
      }
    }
  }
}

/// A point of a curve whose time is a cubic, too.
private struct BezierState {
  let time, position, speed, acceleration: Double

  init(_ x: SIMD4<Double>, _ y: SIMD4<Double>, at p: Double) {
    func value(_ c: SIMD4<Double>) -> Double { c[0] + p * (c[1] + p * (c[2] + p * c[3])) }
    func first(_ c: SIMD4<Double>) -> Double { c[1] + p * (2 * c[2] + p * 3 * c[3]) }
    func second(_ c: SIMD4<Double>) -> Double { 2 * c[2] + 6 * c[3] * p }
    let rate = first(x)
    (time, position) = (value(x), value(y))
    speed = rate > 1e-9 ? first(y) / rate : 0
    acceleration = rate > 1e-9 ? (second(y) - speed * second(x)) / (rate * rate) : 0
  }

  /// The polynomial of degree 5 that has the values of both ends.
  func quintic(to other: BezierState) -> SIMD8<Double> {
    let h = other.time - time
    let (v0, v1) = (speed * h, other.speed * h)
    let (a0, a1) = (acceleration * h * h, other.acceleration * h * h)
    let way = other.position - position
    return SIMD8(
      position, v0, a0 / 2, 10 * way - 6 * v0 - 4 * v1 - 1.5 * a0 + 0.5 * a1,
      -15 * way + 8 * v0 + 7 * v1 + 1.5 * a0 - a1,
      6 * way - 3 * v0 - 3 * v1 - 0.5 * a0 + 0.5 * a1, 0, 0)
  }
}

extension SIMD8<Double> {
  /// The value of the polynomial at `w`.
  package func value(at w: Double) -> Double {
    var sum = 0.0
    for power in stride(from: 7, through: 0, by: -1) { sum = sum * w + self[power] }
    return sum
  }

  /// The slope of the polynomial at `w`.
  func slope(at w: Double) -> Double {
    var sum = 0.0
    for power in stride(from: 7, through: 1, by: -1) { sum = sum * w + self[power] * Double(power) }
    return sum
  }

  /// The polynomial over the part from `first` to `last`, which becomes 0 to 1.
  func part(_ first: Double, _ last: Double) -> SIMD8<Double> {
    var curve = self
    for lowest in 0..<7 {
      for power in stride(from: 6, through: lowest, by: -1) {
        curve[power] += first * curve[power + 1]
      }
    }
    var scale = 1.0
    for power in 0...7 {
      curve[power] *= scale
      scale *= last - first
    }
    return curve
  }
}

/// A stretch of a curve that is drawn as one Bézier curve: a cubic over a stretch of time.
package struct Segment: Equatable, Sendable {
  /// When it begins, in seconds.
  package var start: Double
  /// How long it lasts, in seconds.
  package var length: Double
  /// The coefficient of each power of the share of the time.
  package var value: SIMD4<Double>
  /// The index of its step; nil if it has none.
  package var step: Int?
  /// The greatest size that its quantity may have; infinite without a limit.
  var limit = Double.infinity

  /// When it ends, in seconds.
  var end: Double { start + length }
  /// The value at the end.
  var last: Double { value.sum() }

  /// The value at the share `w` of its time.
  func value(at w: Double) -> Double {
    value[0] + w * (value[1] + w * (value[2] + w * value[3]))
  }

  /// The shares of its time between which it only rises or only falls, 0 first and 1 last.
  var turns: [Double] {
    let (a, b, c) = (3 * value[3], 2 * value[2], value[1])
    var inner: [Double] = []
    let root = (b * b - 4 * a * c).squareRoot()
    if root.isFinite {
      // One root from the other, so that nothing cancels.
      let sum = -(b + (b < 0 ? -root : root)) / 2
      inner = [sum / a, c / sum].filter { $0 > 0 && $0 < 1 }.sorted()
    }
    return [0] + inner + [1]
  }

  /// The least and the greatest value.
  var range: ClosedRange<Double> {
    let values = turns.map(value(at:))
    return (values.min() ?? value[0])...(values.max() ?? value[0])
  }

  /// The stretches of time in which the value is above `bound`, or below it if that `isLower`.
  func times(beyond bound: Double, isLower: Bool) -> [ClosedRange<Double>] {
    func excess(_ w: Double) -> Double { (value(at: w) - bound) * (isLower ? -1 : 1) }
    return zip(turns, turns.dropFirst()).compactMap { first, last in
      let (isFirst, isLast) = (excess(first) > 0, excess(last) > 0)
      if !isFirst, !isLast { return nil }
      var (inside, outside) = isFirst ? (first, last) : (last, first)
      if isFirst, isLast { return start + first * length...start + last * length }
      for _ in 0..<40 {
        let middle = (inside + outside) / 2
        if excess(middle) > 0 { inside = middle } else { outside = middle }
      }
      return isFirst
        ? start + first * length...start + inside * length
        : start + inside * length...start + last * length
    }
  }
}

extension CurvePiece {
  /// `quantity` over the piece as cubics: a single, exact one up to degree 3.
  ///
  /// Beyond that there are as many as it takes to be within `tolerance`: over a stretch of h, the
  /// cubic with the values and slopes of a function at both ends is off by h⁴ / 384 times the
  /// greatest fourth derivative at most.
  func segments(of quantity: Quantity, within tolerance: Double) -> [Segment] {
    let whole = polynomial(of: quantity)
    var bend = 0.0
    for power in 4..<8 {
      let rate = Double(power * (power - 1) * (power - 2) * (power - 3))
      bend += abs(whole[power]) * rate
    }
    let limit = limits.most(of: quantity)
    guard bend > 0 else {
      return [
        Segment(start: start, length: length, value: whole.lowHalf, step: step, limit: limit)
      ]
    }
    let parts = (bend / (384 * max(tolerance, 1e-9))).squareRoot().squareRoot().rounded(.up)
    let count = max(1, min(64, Int(min(parts, 64))))
    return (0..<count).map { index in
      let (first, last) = (Double(index) / Double(count), Double(index + 1) / Double(count))
      let (from, to) = (whole.value(at: first), whole.value(at: last))
      let (rise, fall) = (
        whole.slope(at: first) / Double(count), whole.slope(at: last) / Double(count)
      )
      return Segment(
        start: start + first * length, length: length / Double(count),
        value: SIMD4(from, rise, 3 * (to - from) - 2 * rise - fall, 2 * (from - to) + rise + fall),
        step: step, limit: limit)
    }
  }
}

extension AxisLimits {
  /// The greatest size of `quantity`; infinite for a position.
  func most(of quantity: Quantity) -> Double {
    switch quantity {
    case .position: .infinity
    case .speed: speed
    case .acceleration: acceleration
    case .jerk: jerk
    }
  }
}
