/// A motion of seven pieces: to a velocity, on at that velocity, and from it to the end.
///
/// In the units in which the greatest acceleration and jerk are 1.
struct Course {
  /// The change from the start to the velocity in the middle; to be mirrored if its side is -1.
  var first: Bend
  var firstSide: Double
  /// The change from the end to the velocity in the middle, in reversed time.
  var last: Bend
  var lastSide: Double
  /// How long the velocity in the middle is held.
  var cruise: Double
  /// The jerk; if it is less than 1, all else is in the units in which it is 1.
  var jerk = 1.0

  init(first: Bend, firstSide: Double, last: Bend, lastSide: Double, cruise: Double) {
    self.first = first
    self.firstSide = firstSide
    self.last = last
    self.lastSide = lastSide
    self.cruise = cruise
  }

  /// The motion of `reach` by `phases`; to be mirrored if `side` is -1.
  init(_ reach: Reach, _ phases: Reach.Phases, side: Double) {
    self.init(
      first: Bend(
        velocity: reach.v0, acceleration: reach.a0, tip: phases.tip, hold: phases.tipHold),
      firstSide: side,
      last: Bend(
        velocity: reach.v1, acceleration: -reach.a1, tip: phases.dip, hold: phases.dipHold),
      lastSide: side, cruise: phases.cruise)
  }

  /// The pieces, in the order in which they happen; some may last no time.
  var pieces: Pieces {
    let (tip, dip) = (firstSide * first.tip, -lastSide * last.tip)
    // Where the acceleration keeps its sign it does not pause at zero.
    let pauses = first.tip >= 0 && last.tip >= 0
    return Pieces(
      lengths: SIMD8(
        max(0, first.tip - first.acceleration), first.hold,
        pauses ? first.tip : first.tip + last.tip, cruise, pauses ? last.tip : 0, last.hold,
        max(0, last.tip - last.acceleration), 0) * (1 / jerk),
      accelerations: SIMD8(
        firstSide * first.acceleration, tip, tip, 0, 0, dip, dip, -lastSide * last.acceleration),
      jerks: SIMD8(firstSide, 0, -firstSide, 0, -lastSide, 0, lastSide, 0) * jerk,
      velocity: firstSide * first.velocity / jerk)
  }
}

/// Pieces of constant jerk, in the units in which the greatest acceleration and jerk are 1.
struct Pieces {
  /// How long each lasts.
  var lengths: SIMD8<Double>
  /// The acceleration and the jerk at the start of each.
  var accelerations: SIMD8<Double>
  var jerks: SIMD8<Double>
  /// The velocity at the start of the first.
  var velocity: Double

  /// These pieces after `others`; those that last no time are left out if there would be too many.
  func preceded(by others: Pieces) -> Pieces {
    var all = Pieces(lengths: .zero, accelerations: .zero, jerks: .zero, velocity: others.velocity)
    var count = 0
    for pieces in [others, self] {
      for index in 0..<8 where pieces.lengths[index] > 0 && count < 8 {
        all.lengths[count] = pieces.lengths[index]
        all.accelerations[count] = pieces.accelerations[index]
        all.jerks[count] = pieces.jerks[index]
        count += 1
      }
    }
    return all
  }
}

extension JerkProfile {
  /// The motion by `pieces` from `position`, in degrees, to `target`.
  init(
    _ pieces: Pieces, from position: Double, to target: MotionState, in units: Units,
    lasting length: Double
  ) {
    let (lengths, jerks, accelerations) = (pieces.lengths, pieces.jerks, pieces.accelerations)
    let gains = lengths * (accelerations + lengths * jerks * 0.5)
    let v0 = pieces.velocity
    let v1 = v0 + gains[0]
    let v2 = v1 + gains[1]
    let v3 = v2 + gains[2]
    let v4 = v3 + gains[3]
    let v5 = v4 + gains[4]
    let v6 = v5 + gains[5]
    let velocities = SIMD8(v0, v1, v2, v3, v4, v5, v6, v6 + gains[6])
    let ways =
      units.position * lengths
      * (velocities + lengths * (accelerations * 0.5 + lengths * (jerks * (1 / 6.0))))
    let p1 = position + ways[0]
    let p2 = p1 + ways[1]
    let p3 = p2 + ways[2]
    let p4 = p3 + ways[3]
    let p5 = p4 + ways[4]
    let p6 = p5 + ways[5]
    positions = SIMD8(position, p1, p2, p3, p4, p5, p6, p6 + ways[6])
    let times = lengths * units.time
    let t2 = times[0] + times[1]
    let t3 = t2 + times[2]
    let t4 = t3 + times[3]
    let t5 = t4 + times[4]
    let t6 = t5 + times[5]
    let t7 = t6 + times[6]
    starts = SIMD8(0, times[0], t2, t3, t4, t5, t6, t7)
    self.length = length
    self.lengths = times
    self.velocities = velocities * units.velocity
    self.accelerations = accelerations * units.acceleration
    self.jerks = jerks * units.jerk
    self.target = target
  }
}
