/// A move through or near waypoints that does not stop at them.
///
/// A superposition of minimum-jerk legs from rest to rest that overlap in time (after Flash and
/// Henis, "Arm trajectory modifications during reaching towards visual targets", 1991): q(t) = q0 +
/// sum of delta_i s((t - start_i) / length_i). At most two legs overlap at any instant, and no
/// overlap is longer than half of a leg.
///
/// Where one leg ends just as the next begins, the axes may instead pass the waypoint between them
/// with a velocity: both legs are then the polynomials of degree 5 with that velocity, and no
/// acceleration, at the waypoint.
public struct ThroughPlan: Equatable, Sendable {
  /// Where it begins, in degrees.
  public let from: PerAxis<Double>
  /// The waypoints, in degrees, each different from the one before; the last is where it ends.
  public let points: [PerAxis<Double>]
  /// When each leg begins, in milliseconds after the start; ascending.
  public let starts: [Int32]
  /// How long each leg lasts, in milliseconds; positive.
  public let lengths: [Int32]
  /// The velocity at each waypoint, in degrees a second; or empty.
  ///
  /// It is 0 at the last. Empty if no waypoint is passed at speed.
  public let velocities: [PerAxis<Double>]
  /// How long the whole lasts, in milliseconds; at least to the end of the last leg.
  public let length: Int32

  /// Creates a plan of the legs given; nil if they are not those of a plan.
  ///
  /// There must be as many `starts` and `lengths` as `points`, and as many `velocities` or none. A
  /// leg must end before the next but one begins, and just as the next begins where it ends with a
  /// velocity. Repeated points are allowed here. Without `length` it ends with the last leg.
  public init?(
    from: PerAxis<Double>, points: [PerAxis<Double>], starts: [Int32], lengths: [Int32],
    velocities: [PerAxis<Double>] = [], length: Int32? = nil
  ) {
    guard points.count == starts.count, points.count == lengths.count else { return nil }
    guard velocities.isEmpty || velocities.count == points.count else { return nil }
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
    self.init(
      from: from, points: points, starts: starts, lengths: lengths, velocities: velocities,
      spanning: length)
    for index in velocities.indices where velocities[index] != PerAxis(all: 0) {
      guard index + 1 < points.count, starts[index + 1] == end(index) else { return nil }
    }
  }

  /// Creates a plan of legs known to be in order.
  init(
    from: PerAxis<Double>, points: [PerAxis<Double>], starts: [Int32], lengths: [Int32],
    velocities: [PerAxis<Double>] = [], spanning length: Int32
  ) {
    self.from = from
    self.points = points
    self.starts = starts
    self.lengths = lengths
    self.velocities = velocities
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

  /// The way of leg `index` on `axis` over its unit of time; nil if it goes from rest to rest.
  func passage(_ index: Int, _ axis: Axis) -> Polynomial? {
    guard !velocities.isEmpty else { return nil }
    let start = index == 0 ? 0 : velocities[index - 1][axis]
    let end = velocities[index][axis]
    guard start != 0 || end != 0 else { return nil }
    let length = Double(lengths[index]) / 1000
    return Polynomial(
      way: delta(index, axis), startingAt: start * length, endingAt: end * length)
  }

  /// When leg `index` ends, in milliseconds.
  func end(_ index: Int) -> Int32 { starts[index] + lengths[index] }

  /// The state of `axis` at `time` seconds after the start; at rest before the start and after the
  /// end.
  ///
  /// Takes logarithmic time in the number of waypoints.
  public func state(_ axis: Axis, at time: Double) -> MotionState {
    guard let leg = leg(at: time) else { return MotionState(position: from[axis]) }
    if leg > 0, time < Double(end(leg - 1)) / 1000 {
      var state = MotionState(position: origin(leg - 1, axis))
      add(leg - 1, axis, at: time, to: &state)
      add(leg, axis, at: time, to: &state)
      return state
    }
    guard time < Double(end(leg)) / 1000 else { return MotionState(position: points[leg][axis]) }
    var state = MotionState(position: origin(leg, axis))
    add(leg, axis, at: time, to: &state)
    return state
  }

  /// The last leg that has begun at `time` seconds; nil if none has.
  private func leg(at time: Double) -> Int? {
    var (low, high) = (0, starts.count)
    while low < high {
      let middle = (low + high) / 2
      if Double(starts[middle]) / 1000 <= time { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? nil : low - 1
  }

  private func add(_ leg: Int, _ axis: Axis, at time: Double, to state: inout MotionState) {
    let length = Double(lengths[leg]) / 1000
    let u = (time - Double(starts[leg]) / 1000) / length
    if let passage = passage(leg, axis) {
      let passing = passage.state(at: u, rate: 1 / length)
      state.position += passing.position
      state.velocity += passing.velocity
      state.acceleration += passing.acceleration
      state.jerk += passing.jerk
      return
    }
    let unit = TimeLaw.smooth(u)
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
    var piece = LegPiece(span: span / 1000, origin: origin(index, axis))
    add(index, axis, from: first, to: &piece)
    if withNext { add(index + 1, axis, from: first, to: &piece) }
    return piece.peaks
  }

  /// Adds what leg `index` does in the time of `piece`, which begins at `first` milliseconds.
  private func add(_ index: Int, _ axis: Axis, from first: Int32, to piece: inout LegPiece) {
    let length = Double(lengths[index])
    let phase = Double(first - starts[index]) / length
    let share = piece.span * 1000 / length
    if let passage = passage(index, axis) {
      piece.add(passage.part(from: phase, share: share))
    } else {
      piece.add(delta: delta(index, axis), phase: phase, share: share)
    }
  }
}
