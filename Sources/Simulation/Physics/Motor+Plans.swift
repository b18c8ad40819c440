extension Motor {
  /// Brakes to a stop from `time` on.
  mutating func stop(at time: Double, _ cause: Piece.Cause) {
    var cursor = interrupt(at: time)
    brake(&cursor, cause)
  }

  /// Where and when the motor would come to rest if it braked at `time`.
  func restAfterBraking(at time: Double) -> Cursor {
    let now = state(at: time)
    return Cursor(
      time: now.time + abs(now.speed) / acceleration,
      position: now.position + now.speed * abs(now.speed) / (2 * acceleration), speed: 0)
  }
}

// MARK: - Velocity

extension Motor {
  /// Turns at `velocity` from `time` until `expiry`, and stops before the end of the range.
  mutating func turn(at velocity: Double, from time: Double, until expiry: Double) {
    var cursor = interrupt(at: time)
    let wanted = min(abs(velocity), bounds.speed)
    guard wanted > 0, wanted > minimumSpeed - 1e-9, expiry > time else {
      return brake(&cursor, .velocity)
    }
    let sense: Double = velocity < 0 ? -1 : 1
    let end = sense < 0 ? bounds.lower : bounds.upper
    let peak = peakSpeed(before: (end - cursor.position) * sense, from: cursor.speed * sense)
    guard peak > 0, peak >= cursor.speed * sense else { return stop(&cursor, near: end) }

    let top = min(wanted, peak) * sense
    let ramp = abs(top - cursor.speed) / acceleration
    if expiry < cursor.time + ramp {
      let change = acceleration * (expiry - cursor.time)
      accelerate(&cursor, to: cursor.speed + (top < cursor.speed ? -change : change), .velocity)
      return brake(&cursor, .expiry)
    }
    accelerate(&cursor, to: top, .velocity)
    let braking = top * top / (2 * acceleration)
    let arrival = cursor.time + max(0, (end - cursor.position) * sense - braking) / abs(top)
    let last = min(expiry, arrival)
    guard last.isFinite else { return begin(cursor, acceleration: 0, .velocity) }
    run(&cursor, to: top, for: last - cursor.time, .velocity)
    if expiry < arrival { brake(&cursor, .expiry) } else { stop(&cursor, near: end) }
  }

  /// The greatest speed from which the motor can still stop within `room` degrees, reached from
  /// `speed` at full acceleration on the way.
  ///
  /// From v²/2a - u²/2a + v²/2a = room.
  private func peakSpeed(before room: Double, from speed: Double) -> Double {
    let squared = acceleration * room + speed * speed / 2
    return squared > 0 ? squared.squareRoot() : 0
  }

  /// Brakes, and comes to rest at `end` exactly where it would but for rounding.
  private mutating func stop(_ cursor: inout Cursor, near end: Double) {
    accelerate(&cursor, to: 0, .limit)
    if abs(cursor.position - end) < 1e-6 { cursor.position = end }
    begin(cursor, acceleration: 0, .limit)
  }
}

// MARK: - Position

extension Motor {
  /// The greatest distance from rest to rest in `length` seconds at up to `speed`.
  func greatestDistance(in length: Double, at speed: Double) -> Double {
    acceleration * length > 2 * speed
      ? speed * (length - speed / acceleration)
      : acceleration * length * length / 4
  }

  /// Brakes if it moves, then turns to `goal`, and is there at `end`.
  mutating func go(
    to goal: Double, from time: Double, by end: Double, at speed: Double, _ cause: Piece.Cause
  ) {
    var cursor = interrupt(at: time)
    accelerate(&cursor, to: 0, cause)
    glide(&cursor, to: goal, for: end - cursor.time, at: speed, cause)
    begin(cursor, acceleration: 0, cause)
  }

  /// From rest to rest at `goal` in `length` seconds: full acceleration, an even speed, full
  /// braking.
  ///
  /// The even speed v solves distance = v length - v²/a, written so that it does not cancel; where
  /// there is no time for one the speed rises and falls as a triangle.
  mutating func leg(
    _ cursor: inout Cursor, to goal: Double, for length: Double, at speed: Double,
    _ cause: Piece.Cause
  ) {
    let distance = abs(goal - cursor.position)
    guard distance > Motor.rounding else {
      cursor.position = goal
      begin(cursor, acceleration: 0, cause)
      cursor.time += max(0, length)
      return
    }
    let root = max(0, length * length - 4 * distance / acceleration).squareRoot()
    let triangle = (distance * acceleration).squareRoot()
    let even = length > 0 ? min(2 * distance / (length + root), triangle, speed) : triangle
    let cruise = max(0, length - 2 * even / acceleration)
    let signed = goal < cursor.position ? -even : even
    accelerate(&cursor, to: signed, cause)
    run(&cursor, to: signed, for: cruise, cause)
    accelerate(&cursor, to: 0, cause)
    cursor.position = goal
  }
}
