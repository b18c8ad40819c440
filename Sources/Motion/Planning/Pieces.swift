/// Pieces of constant jerk, in the units in which the greatest acceleration and jerk are 1.
struct Pieces {
  /// How long each lasts.
  var lengths: SIMD8<Double>
  /// The acceleration and the jerk at the start of each.
  var accelerations: SIMD8<Double>
  var jerks: SIMD8<Double>
  /// The velocity at the start of the first.
  var velocity: Double

  init(
    lengths: SIMD8<Double>, accelerations: SIMD8<Double>, jerks: SIMD8<Double>, velocity: Double
  ) {
    self.lengths = lengths
    self.accelerations = accelerations
    self.jerks = jerks
    self.velocity = velocity
  }

  /// No pieces.
  init(velocity: Double) {
    self.init(lengths: .zero, accelerations: .zero, jerks: .zero, velocity: velocity)
  }

  /// The same pieces if `side` is 1, with left and right exchanged if it is -1.
  func mirrored(_ side: Double) -> Pieces {
    Pieces(
      lengths: lengths, accelerations: accelerations * side, jerks: jerks * side,
      velocity: velocity * side)
  }

  /// These pieces after `others`, without those that last no time; nil if they are too many.
  func preceded(by others: Pieces) -> Pieces? {
    var all = Pieces(velocity: others.velocity)
    var count = 0
    for pieces in [others, self] {
      for index in 0..<8 where pieces.lengths[index] > 0 {
        guard count < 8 else { return nil }
        all.lengths[count] = pieces.lengths[index]
        all.accelerations[count] = pieces.accelerations[index]
        all.jerks[count] = pieces.jerks[index]
        count += 1
      }
    }
    return all
  }

  /// The mean of this motion, of weight `share`, and `other` of the same length; nil if it has too
  /// many pieces.
  func mixed(with other: Pieces, share: Double) -> Pieces? {
    var all = Pieces(velocity: velocity)
    var acceleration = accelerations[0]
    var (mine, others) = (Walk(self), Walk(other))
    for index in 0..<8 {
      let time = min(mine.left, others.left)
      guard time < .infinity else { return all }
      let jerk = share * mine.jerk + (1 - share) * others.jerk
      all.lengths[index] = time
      all.accelerations[index] = acceleration
      all.jerks[index] = jerk
      acceleration += jerk * time
      mine.pass(time)
      others.pass(time)
    }
    return mine.left == .infinity || others.left == .infinity ? all : nil
  }

  /// A place in pieces that are passed one after the other.
  private struct Walk {
    let pieces: Pieces
    private var index = -1
    /// What is left of the piece; infinite after the last.
    private(set) var left = 0.0

    init(_ pieces: Pieces) {
      self.pieces = pieces
      pass(0)
    }

    var jerk: Double { index < 8 ? pieces.jerks[index] : 0 }

    /// Goes on by `time`, which must not be longer than what is left.
    mutating func pass(_ time: Double) {
      left -= time
      while left <= 1e-15 {
        index += 1
        guard index < 8 else {
          left = .infinity
          return
        }
        left = pieces.lengths[index]
      }
    }
  }
}
