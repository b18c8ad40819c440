extension Reach {
  /// The shortest length in which the axis gets just as far as `way`, and its motion.
  ///
  /// A quickest change of velocity that misses it by `blur` will do.
  func quickest(over way: Double, blur: Double) -> (length: Double, course: Course) {
    let start = quickest
    let miss = way - distance(of: start)
    if abs(miss) <= blur { return (length(of: start), Course(self, start, side: 1)) }
    let side = miss > 0 ? 1.0 : -1.0
    let reach = miss > 0 ? self : mirrored
    let first = miss > 0 ? start : reach.quickest
    let gap = gap
    if let length = reach.firstLength(
      reaching: side * way, from: first, until: gap?.start ?? .infinity)
    {
      return (length, Course(reach, reach.phases(lasting: length), side: side))
    }
    let length = shortest(over: way, blur: blur, atLeast: gap?.end ?? .infinity)
    return (length, course(over: way, atEdge: length))
  }

  /// The shortest length, at least `length`, in which the axis can get just as far as `way`.
  ///
  /// `length` must be long enough to change the velocity.
  func shortest(over way: Double, blur: Double, atLeast length: Double) -> Double {
    guard length < .infinity else { return .infinity }
    if let gap, length > gap.start, length < gap.end {
      return shortest(over: way, blur: blur, atLeast: gap.end)
    }
    let least = mirrored
    let reach: Reach
    let side: Double
    if distance(of: phases(lasting: length)) < way - blur {
      (reach, side) = (self, 1)
    } else if least.distance(of: least.phases(lasting: length)) < -way - blur {
      (reach, side) = (least, -1)
    } else {
      return length
    }
    let end = gap.flatMap { length < $0.end ? $0 : nil }
    return reach.firstLength(
      reaching: side * way, from: reach.phases(lasting: length), until: end?.start ?? .infinity)
      ?? shortest(over: way, blur: blur, atLeast: end?.end ?? .infinity)
  }

  /// The motion of a length of which `way` is the greatest or the least distance.
  func course(over way: Double, atEdge length: Double) -> Course {
    let least = mirrored
    let (upper, lower) = (phases(lasting: length), least.phases(lasting: length))
    let isUpper =
      abs(distance(of: upper) - way) <= abs(least.distance(of: lower) + way)
    return isUpper ? Course(self, upper, side: 1) : Course(least, lower, side: -1)
  }
}
