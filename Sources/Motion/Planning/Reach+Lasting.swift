extension Reach {
  /// A motion over `way` of a length greater than the shortest; nil if there is none.
  func pieces(over way: Double, lasting length: Double, blur: Double) -> Pieces? {
    let guess = max(-top, min(top, way / length))
    let cruising = steady(
      over: way, lasting: length, between: -top, and: top, from: guess,
      blur: blur / 8 + 2e-16 * top * length)
    // What rounding may do to a sum of products of these.
    let rounding = blur + 2e-14 * (abs(way) + top * length)
    if cruising.cruise >= 0, abs(cruising.distance - way) <= rounding { return cruising.pieces }
    return mixed(over: way, lasting: length, beside: cruising.velocity, blur: rounding)
  }

  /// The motion that changes to some velocity as quickly as it can, stays there, and changes again.
  ///
  /// The distance rises with that velocity; its slope is the time spent there and half of both
  /// extremes of the acceleration. Of no use if the time spent there is negative.
  private func steady(
    over way: Double, lasting length: Double, between low: Double, and high: Double,
    from guess: Double, blur: Double
  ) -> CruisingMotion {
    var (low, high, velocity) = (low, high, guess)
    var cruising = steady(at: velocity, lasting: length)
    for round in 0..<80 {
      let miss = cruising.distance - way
      guard abs(miss) > blur else { break }
      if miss > 0 { high = velocity } else { low = velocity }
      var next = velocity + cruising.step(over: -miss)
      if !(next >= low && next <= high) || (round > 12 && round % 2 == 0) {
        next = (low + high) / 2
      }
      guard next != velocity else { break }
      velocity = next
      cruising = steady(at: velocity, lasting: length)
    }
    return cruising
  }

  @inline(__always)
  private func steady(at velocity: Double, lasting length: Double) -> CruisingMotion {
    let first = velocity >= v0 + a0 * abs(a0) / 2 ? 1.0 : -1
    let last = velocity >= v1 - a1 * abs(a1) / 2 ? 1.0 : -1
    return CruisingMotion(self, sides: SIMD2(first, last), velocity: velocity, lasting: length)
  }

  /// A motion between two others of the same length, where no velocity can be kept.
  ///
  /// One holds an acceleration all along, the other gets farther, or less far, than is wanted.
  /// Motions within limits are a convex set, so every mean of the two is one as well. Nil if `way`
  /// is beyond what can be done in that length.
  private func mixed(
    over way: Double, lasting length: Double, beside velocity: Double, blur: Double
  ) -> Pieces? {
    guard let plain = VelocityShape(v0: v0, a0: a0, v1: v1, a1: a1, lasting: length) else {
      return nil
    }
    let (plainPieces, plainWay) = (plain.pieces, plain.pieces.distance)
    let side = plainWay < way ? 1.0 : -1.0
    let reach = side > 0 ? self : mirrored
    guard
      let far = reach.edge(over: side * way, lasting: length, from: side * velocity, blur: blur)
    else { return nil }
    guard far.cruise == 0 else { return far.pieces.mirrored(side) }
    let gain = side * far.distance - plainWay
    let share = gain == 0 ? 0 : (way - plainWay) / gain
    guard share <= 1 else { return far.pieces.mirrored(side) }
    return far.pieces.mirrored(side).mixed(with: plainPieces, share: share)
  }

  /// A motion without cruise that gets at least as far as `way`, or one that gets as far.
  private func edge(
    over way: Double, lasting length: Double, from velocity: Double, blur: Double
  ) -> CruisingMotion? {
    let farthest = phases(lasting: length)
    guard allows(farthest), distance(of: farthest) >= way - blur else { return nil }
    guard farthest.cruise > 0 else { return CruisingMotion(self, farthest, side: 1) }
    var (low, high) = (velocity, top)
    for _ in 0..<100 {
      let middle = (low + high) / 2
      guard middle > low, middle < high else { break }
      if steady(at: middle, lasting: length).cruise < 0 { low = middle } else { high = middle }
    }
    var cruising = steady(at: high, lasting: length)
    if cruising.distance < way {
      cruising = steady(
        over: way, lasting: length, between: high, and: top, from: (high + top) / 2, blur: blur / 8)
      return cruising.cruise > 0 ? cruising : nil
    }
    cruising.cruise = 0
    return cruising
  }
}
