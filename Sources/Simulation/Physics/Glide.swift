#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The lengths, in seconds, of the seven pieces of a motion from rest to rest: the acceleration
/// rises, stays and falls, the speed stays, and the same backwards.
///
/// How a dock's own firmware turns it is not published; it is taken to be the quickest motion of
/// limited jerk, stretched evenly to the length asked for.
struct Glide {
  /// Four times, while the acceleration changes.
  var ramp: Double
  /// Twice, while the acceleration stays.
  var hold: Double
  /// Once, while the speed stays.
  var cruise: Double

  /// The whole length.
  var length: Double { 4 * ramp + 2 * hold + cruise }
}

extension Motor {
  /// The quickest glide over `distance` degrees at up to `speed`.
  ///
  /// The peaks of a glide are the acceleration a = j ramp and the speed v = a (ramp + hold), and it
  /// covers v (2 ramp + hold + cruise).
  func glide(over distance: Double, at speed: Double) -> Glide {
    guard distance > 0 else { return Glide(ramp: 0, hold: 0, cruise: 0) }
    let ramp = min(acceleration / jerk, (speed / jerk).squareRoot())
    let hold = max(0, speed / (jerk * ramp) - ramp)
    let cruise = distance / speed - (2 * ramp + hold)
    if cruise >= 0 { return Glide(ramp: ramp, hold: hold, cruise: cruise) }
    // Full speed is not reached: (ramp + hold) (2 ramp + hold) = distance / a.
    let area = distance / (jerk * ramp)
    if area > 2 * ramp * ramp {
      let root = (ramp * ramp / 4 + area).squareRoot()
      return Glide(ramp: ramp, hold: max(0, root - 1.5 * ramp), cruise: 0)
    }
    return Glide(ramp: cubeRoot(of: distance / (2 * jerk)), hold: 0, cruise: 0)
  }

  /// From rest to rest at `goal` in `length` seconds, or as soon as it can be.
  mutating func glide(
    _ cursor: inout Cursor, to goal: Double, for length: Double, at speed: Double,
    _ cause: Piece.Cause
  ) {
    let distance = goal - cursor.position
    let quickest = glide(over: abs(distance), at: speed)
    guard abs(distance) > Motor.rounding, quickest.length.isFinite else {
      cursor.position = goal
      begin(cursor, acceleration: 0, cause)
      cursor.time += max(0, length)
      return
    }
    let stretch = max(1, length / quickest.length)
    let ramp = quickest.ramp * stretch
    let hold = quickest.hold * stretch
    let cruise = quickest.cruise * stretch
    let top = distance / (2 * ramp + hold + cruise)
    let peak = top / (ramp + hold)
    let jerk = peak / ramp
    run(&cursor, for: ramp, from: 0, jerk: jerk, cause)
    run(&cursor, for: hold, from: peak, jerk: 0, cause)
    run(&cursor, for: ramp, from: peak, jerk: -jerk, cause)
    run(&cursor, for: cruise, from: 0, jerk: 0, cause)
    run(&cursor, for: ramp, from: 0, jerk: -jerk, cause)
    run(&cursor, for: hold, from: -peak, jerk: 0, cause)
    run(&cursor, for: ramp, from: -peak, jerk: jerk, cause)
    (cursor.position, cursor.speed) = (goal, 0)
  }

  /// Continues for `length` seconds with the given acceleration at the start.
  private mutating func run(
    _ cursor: inout Cursor, for length: Double, from acceleration: Double, jerk: Double,
    _ cause: Piece.Cause
  ) {
    guard length > 0 else { return }
    begin(cursor, acceleration: acceleration, jerk: jerk, cause)
    let speed = cursor.speed + (acceleration + jerk * length / 2) * length
    cursor.position +=
      (cursor.speed + (acceleration / 2 + jerk * length / 6) * length) * length
    cursor.speed = speed
    cursor.time += length
  }

  /// The cube root of a number above 0: Newton's method, from a power of two beyond it.
  private func cubeRoot(of value: Double) -> Double {
    let third = (Double(value.exponent) / 3).rounded(.up) + 1
    var root = Double(sign: .plus, exponent: Int(third), significand: 1)
    for _ in 0..<10 { root -= (root - value / (root * root)) / 3 }
    return root
  }
}
