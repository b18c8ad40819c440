extension Reach {
  /// A motion over `way` of a length greater than the shortest; nil if there is none.
  func course(over way: Double, lasting length: Double, blur: Double) -> Course? {
    if let course = steady(over: way, lasting: length, blur: blur) { return course }
    let gentlest = gentlest(over: way, lasting: length, blur: blur)
    return gentlest
  }

  /// The motion that changes to some velocity as quickly as it can, stays there, and changes again.
  ///
  /// The distance rises with that velocity; its slope is the time spent there and half of both
  /// extremes of the acceleration. Nil if there is no time left to stay.
  func steady(over way: Double, lasting length: Double, blur: Double) -> Course? {
    var (low, high) = (-top, top)
    var velocity = max(low, min(high, way / length))
    var course = steady(at: velocity, lasting: length)
    for round in 0..<80 {
      let miss = course.distance - way
      if miss > 0 { high = velocity } else { low = velocity }
      let slope = course.cruise + (course.first.tip + course.last.tip) / 2
      let step = -miss / slope
      var next = velocity + step
      if !(next >= low && next <= high) || (round > 12 && round % 2 == 0) {
        next = (low + high) / 2
      }
      let isClose = abs(next - velocity) <= 1e-9 * abs(velocity) || abs(miss) <= blur / 8
      velocity = next
      course = steady(at: velocity, lasting: length)
      if isClose { break }
    }
    guard course.cruise >= 0, abs(course.distance - way) <= blur + 1e-11 * abs(way) else {
      return nil
    }
    return course
  }

  private func steady(at velocity: Double, lasting length: Double) -> Course {
    let sides = SIMD2(
      velocity >= v0 + a0 * abs(a0) / 2 ? 1.0 : -1, velocity >= v1 - a1 * abs(a1) / 2 ? 1.0 : -1)
    let first = Bend(velocity: sides[0] * v0, acceleration: sides[0] * a0, to: sides[0] * velocity)
    let last = Bend(velocity: sides[1] * v1, acceleration: -sides[1] * a1, to: sides[1] * velocity)
    return Course(
      first: first, firstSide: sides[0], last: last, lastSide: sides[1],
      cruise: length - first.length - last.length)
  }

  /// The motion with the least jerk.
  ///
  /// The less jerk there is, the less apart are the greatest and the least distance, and at the
  /// least jerk that will do one of them is `way`. Nil if no jerk will do.
  func gentlest(over way: Double, lasting length: Double, blur: Double) -> Course? {
    let blur = blur + 2e-14 * (abs(way) + top * length)
    guard var inside = lack(over: way, lasting: length, jerk: 1), inside <= blur else { return nil }
    var (low, high) = (0.0, 1.0)
    var outside: Double?
    for round in 0..<120 where inside < -blur / 8 {
      var jerk = (low + high) / 2
      if let outside, round % 3 != 2 {
        jerk = high - (high - low) * inside / (inside - outside)
      }
      guard jerk > low, jerk < high else { break }
      guard let lack = lack(over: way, lasting: length, jerk: jerk) else {
        (low, outside) = (jerk, nil)
        continue
      }
      if lack > 0 { (low, outside) = (jerk, lack) } else { (high, inside) = (jerk, lack) }
    }
    guard inside >= -blur else { return nil }
    var course = softened(to: high).course(over: way * high * high, atEdge: length * high)
    course.jerk = high
    return course
  }

  /// The same problem in the units in which `jerk`, less than 1, is 1.
  private func softened(to jerk: Double) -> Reach {
    Reach(v0: v0 * jerk, a0: a0, v1: v1 * jerk, a1: a1, top: top * jerk)
  }

  /// By how much `way` is farther than the greatest distance or less far than the least one.
  ///
  /// Negative if it is between them; nil if no motion with that jerk lasts so long.
  private func lack(over way: Double, lasting length: Double, jerk: Double) -> Double? {
    let most = softened(to: jerk)
    guard !Recovery.isOutside(most.v0, most.a0, most.top),
      !Recovery.isOutside(most.v1, -most.a1, most.top)
    else { return nil }
    let least = most.mirrored
    let (upper, lower) = (
      most.phases(lasting: length * jerk), least.phases(lasting: length * jerk)
    )
    guard most.allows(upper), least.allows(lower) else { return nil }
    let square = jerk * jerk
    return max(
      way - most.distance(of: upper) / square, -least.distance(of: lower) / square - way)
  }
}

extension Course {
  /// How far it leads.
  var distance: Double {
    firstSide * first.distance + lastSide * last.distance + cruise * firstSide * first.peak
  }
}
