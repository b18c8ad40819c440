extension Reach {
  /// The shortest length in which the axis gets just as far as `way`, and its motion.
  ///
  /// A quickest change of velocity that misses it by `blur` will do.
  @inline(__always)
  func quickest(over way: Double, blur: Double) -> Extreme {
    let side = Double(signOf: way, magnitudeOf: 1)
    if let cruising = facing(side).cruise(over: side * way) {
      return Extreme(length: cruising.length, phases: cruising.phases, side: side)
    }
    return uncruised(over: way, blur: blur)
  }

  /// The quickest motion, if it is plain without more that it cruises at `top`.
  ///
  /// It is if the way is long enough, and from the quickest change of velocity on none of the
  /// farthest motions is backwards, so that they get ever farther the longer they last.
  @inline(__always)
  func cruise(over way: Double) -> CruisingMotion? {
    let rises = v1 - v0 > (a0 + a1) * abs(a1 - a0) / 2
    let (velocity, acceleration) = rises ? (v1, -a1) : (v0, a0)
    // The slope is the velocity in the middle and half of tip times dip, of which the latter is at
    // most 1 and the former not negative but in the bend that is looked at: at least -1 / 16.
    guard
      min(velocity, acceleration) >= 0 || velocity - acceleration * acceleration / 2 >= 1.0 / 16
    else { return nil }
    var cruising = CruisingMotion(peakOf: self)
    let spare = way - cruising.distance
    guard spare >= 0 else { return nil }
    cruising.cruise = spare / top
    return cruising
  }

  /// The same in general.
  func uncruised(over way: Double, blur: Double) -> Extreme {
    let change = VelocityShape(v0: v0, a0: a0, v1: v1, a1: a1)
    let start = phases(of: change, side: 1)
    let miss = way - distance(of: start)
    if abs(miss) <= blur { return Extreme(length: length(of: start), phases: start, side: 1) }
    let gap = gap
    let end = gap?.start ?? .infinity
    if miss > 0 {
      if let (length, phases) = first(reaching: way, from: start, until: end) {
        return Extreme(length: length, phases: phases, side: 1)
      }
    } else {
      let least = mirrored
      let start = least.phases(of: change, side: -1)
      if let (length, phases) = least.first(reaching: -way, from: start, until: end) {
        return Extreme(length: length, phases: phases, side: -1)
      }
    }
    return shortest(over: way, blur: blur, atLeast: gap?.end ?? .infinity)
  }

  /// The shortest length, at least `length`, in which the axis can get just as far as `way`, and a
  /// motion of that length, if it is greater.
  ///
  /// `length` must be long enough to change the velocity.
  func shortest(over way: Double, blur: Double, atLeast length: Double) -> Extreme {
    let (most, least) = (phases(lasting: length), mirrored.phases(lasting: length))
    guard length < .infinity else { return Extreme(length: length, phases: most, side: 1) }
    if let gap, length > gap.start, length < gap.end {
      return shortest(over: way, blur: blur, atLeast: gap.end)
    }
    let (excess, lack) = (
      -mirrored.distance(of: least) - way, way - distance(of: most)
    )
    guard max(excess, lack) > blur else {
      return excess > lack
        ? Extreme(length: length, phases: least, side: -1)
        : Extreme(length: length, phases: most, side: 1)
    }
    let next = gap.flatMap { length < $0.end ? $0 : nil }
    let end = next?.start ?? .infinity
    let found =
      lack > blur
      ? first(reaching: way, from: most, until: end)
      : mirrored.first(reaching: -way, from: least, until: end)
    if let found {
      return Extreme(
        length: found.length, phases: found.phases, side: lack > blur ? 1 : -1)
    }
    return shortest(over: way, blur: blur, atLeast: next?.end ?? .infinity)
  }
}

/// A motion that gets as far as any of its length, or as little far if `side` is -1.
struct Extreme {
  let length: Double
  let phases: Reach.Phases
  let side: Double

  init(length: Double, phases: Reach.Phases = Reach.Phases(tip: 0, dip: 0), side: Double = 1) {
    (self.length, self.phases, self.side) = (length, phases, side)
  }

  /// The whole of it; `reach` is the problem that it solves.
  @inline(__always)
  func cruising(_ reach: Reach) -> CruisingMotion {
    CruisingMotion(reach.facing(side), phases, side: side)
  }
}
