/// A motion whose own time runs at a rate that changes: it slows to a stop along its path, or sets
/// out again from there.
///
/// The changes of rate are those of `TimeWarp`. Their composition with the motion has a degree too
/// high to be given as pieces, so over a change the pieces are polynomials of degree 5 that have
/// its position, speed and acceleration at moments close to each other.
public struct WarpedMotion: Equatable, Sendable {
  /// A change of the rate.
  public struct Change: Equatable, Sendable {
    /// When it begins, in seconds after the start.
    public let time: Double
    /// How long it lasts, in seconds.
    public let length: Double
    /// The rate after it, from 0 to 1.
    public let rate: Double

    /// Creates a change to `rate`, `time` seconds after the start, over `length` seconds.
    public init(at time: Double, over length: Double, to rate: Double) {
      (self.time, self.length, self.rate) = (time, length, rate)
    }
  }

  /// The motion as it was to be.
  public let whole: Profile
  /// Its own time at the start, in seconds; the rate is 1 at first if this is 0, else 0.
  public let begin: Double
  /// The changes, in order; none begins before the last has ended.
  public let changes: [Change]
  /// How long all of it lasts, in seconds.
  public let length: Double

  /// Creates the part of `whole` from its own time `begin` on that lasts `length` seconds.
  ///
  /// Nil if the changes are not in order.
  public init?(_ whole: Profile, from begin: Double, changes: [Change], length: Double) {
    var time = 0.0
    for change in changes {
      guard change.time >= time - 1e-9, change.length >= 0 else { return nil }
      time = change.time + change.length
    }
    guard begin >= 0, length >= 0, length.isFinite else { return nil }
    (self.whole, self.begin, self.changes, self.length) = (whole, begin, changes, length)
  }

  /// The first `seconds` of it.
  func first(_ seconds: Double) -> WarpedMotion {
    WarpedMotion(whole, from: begin, changes: changes, length: seconds) ?? self
  }

  /// The warp that holds at `time` seconds after the start, and when it began.
  private func warp(at time: Double) -> (warp: TimeWarp, start: Double) {
    var warp = TimeWarp(start: begin, from: begin == 0 ? 1 : 0, to: begin == 0 ? 1 : 0, length: 0)
    var start = 0.0
    for change in changes where time > change.time {
      let state = warp.ownTime(at: change.time - start)
      warp = TimeWarp(
        start: state.position, from: state.velocity, to: change.rate, length: change.length)
      start = change.time
    }
    return (warp, start)
  }

  /// The motion's own time, in seconds, and its derivatives `time` seconds after the start.
  public func ownTime(at time: Double) -> MotionState {
    let (warp, start) = warp(at: time)
    return warp.ownTime(at: time - start)
  }

  /// The state `time` seconds after the start.
  public func state(at time: Double) -> MotionState {
    let (warp, start) = warp(at: time)
    return warp.state(of: whole, at: time - start)
  }

  /// Bounds of the extremes: those of the whole motion and of the changes.
  public var peaks: Peaks {
    var peaks = whole.peaks
    forEachChange { piece in
      guard case .polynomial(let coefficients, _) = piece.formula else { return }
      peaks.formUnion(LegPiece(span: piece.length, position: Polynomial(coefficients)).peaks)
    }
    return peaks
  }

  /// Hands the pieces of the changes alone to `body`.
  private func forEachChange(_ body: (MotionPiece) -> Void) {
    for change in changes { forEachPiece(of: change, body) }
  }

  // MARK: - Pieces

  /// Hands its pieces to `body`, in order.
  func forEachPiece(_ body: (MotionPiece) -> Void) {
    var time = 0.0
    for change in changes {
      forEachPiece(from: time, to: min(change.time, length), body)
      forEachPiece(of: change, body)
      time = change.time + change.length
    }
    forEachPiece(from: time, to: length, body)
  }

  /// Hands those between two times at an even rate to `body`.
  private func forEachPiece(
    from first: Double, to last: Double, _ body: (MotionPiece) -> Void
  ) {
    guard last > first else { return }
    // The rate in between is that at its middle: at its start a change may just have ended.
    let rate = ownTime(at: (first + last) / 2).velocity
    let start = ownTime(at: first).position
    guard rate > 0 else {
      return body(MotionPiece(length: last - first, whole.state(at: start).position, 0))
    }
    let end = start + rate * (last - first)
    var offset = 0.0
    whole.forEachPiece { piece in
      let (from, to) = (max(start, offset) - offset, min(end, offset + piece.length) - offset)
      if to - from > 1e-12 { body(piece.part(from: from, to: to, rate: rate)) }
      offset += piece.length
    }
    let rest = end - max(start, offset)
    guard rest > 1e-12 else { return }
    let state = whole.state(at: max(start, offset))
    body(MotionPiece(length: rest / rate, state.position, state.velocity * rest))
  }

  /// Hands those of `change` to `body`: between neighbours of its moments one each.
  private func forEachPiece(of change: Change, _ body: (MotionPiece) -> Void) {
    let end = min(change.time + change.length, length)
    guard end > change.time else { return }
    let jumps = whole.peaks.jerk == .infinity
    var (time, last) = (change.time, state(at: change.time))
    for moment in moments(of: change, until: end) {
      let next = state(at: moment)
      var (from, to) = (last, next)
      if jumps {
        // What the acceleration is inside the piece, not beyond its ends.
        let inset = 1e-6 * (moment - time)
        from.acceleration = state(at: time + inset).acceleration
        to.acceleration = state(at: moment - inset).acceleration
      }
      body(MotionPiece(length: moment - time, from: from, to: to))
      (time, last) = (moment, next)
    }
  }

  /// How many pieces a change has at least.
  private static let parts = 16.0
  /// The least time between two moments, in seconds.
  private static let least = 0.001

  /// Where the pieces of `change` end: where those of the motion do, and at more moments between.
  private func moments(of change: Change, until end: Double) -> [Double] {
    var bounds: [Double] = []
    let (first, last) = (ownTime(at: change.time).position, ownTime(at: end).position)
    var offset = 0.0
    whole.forEachPiece { piece in
      offset += piece.length
      if offset > first, offset < last { bounds.append(moment(of: offset, change.time, end)) }
    }
    bounds.append(end)
    var moments: [Double] = []
    var time = change.time
    for bound in bounds where bound - time >= WarpedMotion.least || bound == end {
      let count = max(1, ((bound - time) / change.length * WarpedMotion.parts).rounded())
      for number in 1...Int(count) {
        moments.append(
          number == Int(count) ? bound : time + (bound - time) * Double(number) / count)
      }
      time = bound
    }
    return moments
  }

  /// When between two times the motion's own time is `own`, by halving.
  private func moment(of own: Double, _ first: Double, _ last: Double) -> Double {
    var (low, high) = (first, last)
    for _ in 0..<50 {
      let middle = (low + high) / 2
      if ownTime(at: middle).position < own { low = middle } else { high = middle }
    }
    return (low + high) / 2
  }
}

extension MotionPiece {
  /// Creates the polynomial of degree 5 from one state to another in `length` seconds.
  fileprivate init(length: Double, from start: MotionState, to end: MotionState) {
    let square = length * length
    let (c0, c1, c2) = (start.position, start.velocity * length, start.acceleration * square / 2)
    let way = end.position - c0 - c1 - c2
    let gain = end.velocity * length - c1 - 2 * c2
    let bend = end.acceleration * square - 2 * c2
    let position = SIMD8(
      c0, c1, c2, 10 * way - 4 * gain + bend / 2, -15 * way + 7 * gain - bend,
      6 * way - 3 * gain + bend / 2, 0, 0)
    self.init(length: length, .polynomial(position, degree: 5))
  }

  /// The part between two times, in seconds after its start, at `rate` times its pace.
  fileprivate func part(from first: Double, to last: Double, rate: Double) -> MotionPiece {
    let seconds = (last - first) / rate
    switch formula {
    case .polynomial(let coefficients, let degree):
      let (from, to) = (first / length, last / length)
      return MotionPiece(
        length: seconds,
        .polynomial(MotionPiece.part(coefficients, from, to, degree), degree: degree))
    case .curve(let time, let position):
      let (from, to) = (
        MotionPiece.parameter(at: first, of: time), MotionPiece.parameter(at: last, of: time)
      )
      var clock = MotionPiece.part(time, from, to) / rate
      clock[0] = 0
      return MotionPiece(
        length: seconds, .curve(time: clock, position: MotionPiece.part(position, from, to)))
    }
  }

  private static func part(
    _ coefficients: SIMD4<Double>, _ from: Double, _ to: Double
  ) -> SIMD4<Double> {
    part(SIMD8(lowHalf: coefficients, highHalf: SIMD4(repeating: 0)), from, to, 3).lowHalf
  }

  /// The coefficients of the part between two parameters, over a unit interval of its own.
  private static func part(
    _ coefficients: SIMD8<Double>, _ from: Double, _ to: Double, _ degree: Int
  ) -> SIMD8<Double> {
    var part = coefficients
    let top = max(0, min(7, degree))
    for lowest in 0..<top {
      for power in stride(from: top - 1, through: lowest, by: -1) {
        part[power] += from * part[power + 1]
      }
    }
    var scale = 1.0
    for power in 0...top {
      part[power] *= scale
      scale *= to - from
    }
    return part
  }
}
