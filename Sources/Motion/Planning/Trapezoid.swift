/// The motions of a problem without a limit of jerk: the acceleration jumps, and the speed over
/// time is a trapezoid.
///
/// Three pieces of constant acceleration: to a velocity, on at that velocity, and from it to the
/// end, the first and the last with the greatest acceleration. For every length the distance rises
/// with the velocity in the middle, by the time spent there, from the least to the greatest that
/// can be had. So one quadratic equation gives the quickest motion, and one that of any length. The
/// accelerations at both ends are of no account.
///
/// In the units in which the greatest acceleration and a second are 1.
struct Trapezoid {
  private let start: Double
  private let end: Double
  private let top: Double
  private let way: Double
  private let blur: Double
  /// The way of the quickest change from one velocity to the other.
  private let direct: Double

  /// Creates the motions of `problem`, after its recovery.
  init(_ problem: Problem) {
    (start, end, top) = (problem.reach.v0, problem.reach.v1, problem.reach.top)
    way = problem.way
    direct = (start + end) / 2 * abs(end - start)
    blur = problem.blur + 4e-16 * (start * start + end * end)
  }

  /// What happens between two velocities: the one in the middle, and how long it is held.
  private struct Shape {
    let velocity: Double
    let hold: Double
  }

  /// The quickest motion.
  ///
  /// Without a limit of speed the velocity in the middle is the peak of a triangle. It lies beyond
  /// both ends, and its square is that of the farther end and what is missing of the way.
  private var quickest: Shape {
    let missing = way - direct
    guard abs(missing) > blur else { return Shape(velocity: end, hold: 0) }
    let side = missing > 0 ? 1.0 : -1.0
    let farther = max(side * start, side * end)
    let square = abs(missing) + farther * farther
    return Shape(
      velocity: side * min(top, square.magnitudeRoot), hold: max(0, square - top * top) / top)
  }

  /// The motion that lasts `length`; nil if there is none.
  private func shape(lasting length: Double) -> Shape? {
    let (low, high) = (min(start, end), max(start, end))
    // How long any velocity between those at the ends can be held.
    let hold = length - (high - low)
    let missing = way - direct
    guard hold > 0 else { return nil }
    if missing >= low * hold, missing <= high * hold {
      return Shape(velocity: missing / hold, hold: hold)
    }
    // One beyond them by u is held for 2u less: u² - hold u + rest = 0.
    let side = missing > high * hold ? 1.0 : -1.0
    let edge = side > 0 ? high : low
    let rest = side * (missing - edge * hold)
    let square = hold * hold - 4 * rest
    let trace =
      1e-13 * hold * hold + 1e-14 * (abs(way) + abs(direct) + abs(edge) * hold) + 4 * blur
    guard square >= -trace else { return nil }
    let held = max(0, square).magnitudeRoot
    let velocity = edge + side * 2 * rest / (hold + held)
    guard abs(velocity) <= top * (1 + 1e-12) else { return nil }
    return Shape(velocity: velocity, hold: held)
  }

  private func pieces(_ shape: Shape) -> Pieces {
    let (rise, fall) = (shape.velocity - start, end - shape.velocity)
    return Pieces(
      lengths: SIMD8(abs(rise), shape.hold, abs(fall), 0, 0, 0, 0, 0),
      accelerations: SIMD8(rise.side, 0, fall.side, 0, 0, 0, 0, 0), jerks: .zero,
      velocity: start)
  }

  // MARK: - The same interface as that of `Reach`

  // Nothing of it is inlined, so that motions with a limit of jerk are planned as fast as if there
  // were no others.

  /// The length of the quickest motion.
  @inline(never)
  var minimumLength: Double {
    let shape = quickest
    return abs(shape.velocity - start) + shape.hold + abs(end - shape.velocity)
  }

  /// The least possible length that is at least `length`, which is more than the shortest.
  ///
  /// An axis that is to pass its target at speed has too little way to lose time by being slow, and
  /// may have to turn round for it.
  @inline(never)
  func shortestLength(atLeast length: Double) -> Double {
    guard start * end > 0 else { return length }
    let side = start > 0 ? 1.0 : -1.0
    let square = (start * start + end * end) / 2 - side * way
    guard side * (way - direct) >= -blur, square > 0 else { return length }
    let (middle, half) = (abs(start + end), 2 * square.magnitudeRoot)
    return length > middle - half && length < middle + half ? middle + half : length
  }

  /// The quickest motion.
  @inline(never)
  var pieces: Pieces { pieces(quickest) }

  /// The motion that lasts `length`, more than the shortest; nil if there is none.
  @inline(never)
  func pieces(lasting length: Double) -> Pieces? { shape(lasting: length).map { pieces($0) } }
}

extension Double {
  /// 1, -1, or 0 where there is nothing.
  fileprivate var side: Double { self == 0 ? 0 : self > 0 ? 1 : -1 }
}
