import Quantities

/// A move near waypoints that rounds the corners instead of stopping at them.
///
/// A superposition of minimum-jerk legs from rest to rest that overlap in time (after Flash and
/// Henis, "Arm trajectory modifications during reaching towards visual targets", 1991): q(t) = q0 +
/// sum of delta_i s((t - start_i) / length_i). At most two legs overlap at any instant, and no
/// overlap is longer than half of a leg.
public struct ThroughPlan: Equatable, Sendable {
  /// Where it begins, in degrees.
  public let from: PerAxis<Double>
  /// The waypoints, in degrees, each different from the one before; the last is where it ends.
  public let points: [PerAxis<Double>]
  /// When each leg begins, in milliseconds after the start; ascending.
  public let starts: [Int32]
  /// How long each leg lasts, in milliseconds; positive.
  public let lengths: [Int32]
  /// How long the whole lasts, in milliseconds; at least to the end of the last leg.
  public let length: Int32

  /// Creates a plan of the legs given; nil if they are not those of a plan.
  ///
  /// There must be as many `starts` and `lengths` as `points`, and a leg must end before the next
  /// but one begins. Repeated points are allowed here. Without `length` it ends with the last leg.
  public init?(
    from: PerAxis<Double>, points: [PerAxis<Double>], starts: [Int32], lengths: [Int32],
    length: Int32? = nil
  ) {
    guard points.count == starts.count, points.count == lengths.count else { return nil }
    var ends: (next: Int64, last: Int64) = (0, 0)
    var previousStart: Int32 = 0
    for (start, length) in zip(starts, lengths) {
      guard length > 0, start >= previousStart, Int64(start) >= ends.next else { return nil }
      let end = Int64(start) + Int64(length)
      guard end >= ends.last, end <= Int32.max else { return nil }
      ends = (ends.last, end)
      previousStart = start
    }
    guard let length = length ?? Int32(exactly: ends.last), length >= ends.last else { return nil }
    self.init(from: from, points: points, starts: starts, lengths: lengths, spanning: length)
  }

  /// Creates a plan of legs known to be in order.
  init(
    from: PerAxis<Double>, points: [PerAxis<Double>], starts: [Int32], lengths: [Int32],
    spanning length: Int32
  ) {
    self.from = from
    self.points = points
    self.starts = starts
    self.lengths = lengths
    self.length = length
  }
}

extension ThroughPlan {
  /// Where leg `index` begins: the waypoint before it.
  func origin(_ index: Int, _ axis: Axis) -> Double {
    index == 0 ? from[axis] : points[index - 1][axis]
  }

  /// How far leg `index` goes.
  func delta(_ index: Int, _ axis: Axis) -> Double {
    points[index][axis] - origin(index, axis)
  }

  /// When leg `index` ends, in milliseconds.
  func end(_ index: Int) -> Int32 { starts[index] + lengths[index] }

  /// The state of `axis` at `time` seconds after the start; at rest before the start and after the
  /// end.
  ///
  /// Takes logarithmic time in the number of waypoints.
  public func state(_ axis: Axis, at time: Double) -> MotionState {
    guard let leg = leg(at: time) else { return MotionState(position: from[axis]) }
    if leg > 0, time < Milliseconds(end(leg - 1)).seconds {
      var state = MotionState(position: origin(leg - 1, axis))
      add(leg - 1, axis, at: time, to: &state)
      add(leg, axis, at: time, to: &state)
      return state
    }
    guard time < Milliseconds(end(leg)).seconds else {
      return MotionState(position: points[leg][axis])
    }
    var state = MotionState(position: origin(leg, axis))
    add(leg, axis, at: time, to: &state)
    return state
  }

  /// The last leg that has begun at `time` seconds; nil if none has.
  private func leg(at time: Double) -> Int? {
    var (low, high) = (0, starts.count)
    while low < high {
      let middle = (low + high) / 2
      if Milliseconds(starts[middle]).seconds <= time { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? nil : low - 1
  }

  private func add(_ leg: Int, _ axis: Axis, at time: Double, to state: inout MotionState) {
    let length = Milliseconds(lengths[leg]).seconds
    let unit = MotionLaw.smooth((time - Milliseconds(starts[leg]).seconds) / length)
    let delta = delta(leg, axis)
    let rate = 1 / length
    state.position += delta * unit.position
    state.velocity += delta * unit.velocity * rate
    state.acceleration += delta * unit.acceleration * rate * rate
    state.jerk += delta * unit.jerk * rate * rate * rate
  }
}

extension ThroughPlan {
  /// The extremes of `axis`, exact.
  ///
  /// Between the instants at which legs begin and end each position is one polynomial of degree 5;
  /// its extremes and those of its derivatives are at those instants or at roots. Takes linear
  /// time.
  public func peaks(_ axis: Axis) -> Peaks {
    var peaks = Peaks(restingAt: from[axis])
    for index in points.indices {
      let alone = index == 0 ? starts[0] : max(starts[index], end(index - 1))
      let shared = index + 1 < points.count ? min(starts[index + 1], end(index)) : end(index)
      if alone < shared {
        peaks.formUnion(piece(index, axis, from: alone, to: shared, withNext: false))
      }
      if shared < end(index) {
        peaks.formUnion(piece(index, axis, from: shared, to: end(index), withNext: true))
      }
    }
    return peaks
  }

  private func piece(
    _ index: Int, _ axis: Axis, from first: Int32, to last: Int32, withNext: Bool
  ) -> Peaks {
    let span = Double(last - first)
    var piece = LegPiece(span: Milliseconds.seconds(in: span), origin: origin(index, axis))
    piece.add(
      delta: delta(index, axis), phase: Double(first - starts[index]) / Double(lengths[index]),
      share: span / Double(lengths[index]))
    if withNext {
      piece.add(
        delta: delta(index + 1, axis),
        phase: Double(first - starts[index + 1]) / Double(lengths[index + 1]),
        share: span / Double(lengths[index + 1]))
    }
    return piece.peaks
  }
}
