#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The head of a person: a round body with a face on it, turned about the axis of the neck.
struct HeadPainter: Painter {
  let head: Head
  /// The half width and the half height of a face, in metres.
  static let half: (width: Float, height: Float) = (0.08, 0.1)
  /// How far it is turned, in radians; 0 looks at the dock.
  let turn: Float
  /// How far the mouth is open, from 0 to 1.
  let mouth: Float

  var box: (left: Float, right: Float, bottom: Float, top: Float) {
    (-0.1, 0.1, Head.bottom * HeadPainter.half.height, Head.top * HeadPainter.half.height)
  }

  func paint(_ x: Float, _ y: Float, pixel: Float) -> Paint {
    let v = y / HeadPainter.half.height
    let outline = Head.outline(at: v, withHair: true) * HeadPainter.half.width
    guard outline > 0 else { return .none }
    let edge = min(1, max(0, (outline - abs(x)) / pixel + 0.5))
    guard edge > 0 else { return .none }
    let across = min(max(x / outline, -1), 1)
    let longitude = asin(across) + turn
    let place = (longitude / (2 * .pi) + 0.5) * Float(Head.columns)
    let height = (v - Head.bottom) / (Head.top - Head.bottom) * Float(Head.rows - 1)
    let row = min(max(0, Int(height)), Head.rows - 2)
    let first = place.rounded(.down)
    let (a, b) = (place - first, min(max(height - Float(row), 0), 1))
    let column = Int(first) & (Head.columns - 1)
    let next = (column + 1) & (Head.columns - 1)
    let index = row * Head.columns
    let upper = mixed(head.light[index + column], head.light[index + next], a)
    let under = index + Head.columns
    let lower = mixed(head.light[under + column], head.light[under + next], a)
    let round = (1 - across * across).squareRoot()
    var light = (upper + (lower - upper) * b) * (0.66 + 0.36 * round - 0.07 * across)
    if mouth > 0, turn == 0 {
      let (s, t) = (x / 0.019, (v + 0.55) / (0.02 + 0.11 * mouth))
      light *= s * s + t * t < 1 ? 0.45 : 1
    }
    let color = head.isHair[index + column] ? head.hair : head.skin
    return Paint(
      cover: edge, light: light, blue: Float(color.blue), red: Float(color.red))
  }

  private func mixed(_ one: UInt8, _ other: UInt8, _ share: Float) -> Float {
    Float(one) + (Float(other) - Float(one)) * share
  }
}

/// The body of a person below the head, from the neck to the feet.
struct BodyPainter: Painter {
  /// How far the feet are below the middle of the face, in metres.
  let feet: Float
  /// How far the legs are apart along the way, from -1 to 1; 0 is standing.
  let stride: Float
  let skin, shirt, trousers: Pigment

  private static let hip: Float = -0.8

  var box: (left: Float, right: Float, bottom: Float, top: Float) {
    (-0.36, 0.36, -feet - 0.03, -0.06)
  }

  func paint(_ x: Float, _ y: Float, pixel: Float) -> Paint {
    var found = Paint.none
    if y < BodyPainter.hip + 0.1 { found = legs(x, y, pixel) }
    if y > BodyPainter.hip - 0.06 { found = trunk(x, y, pixel) ?? found }
    let side: Float = x < 0 ? -1 : 1
    let swing = stride * side * 0.05
    let arm = BodyPainter.limb(
      x, y, from: (side * 0.205, -0.25), to: (side * (0.27 + abs(swing)), -0.52), 0.052, 0.044)
    let forearm = BodyPainter.limb(
      x, y, from: (side * (0.27 + abs(swing)), -0.52),
      to: (side * (0.265 - swing), -0.78), 0.042, 0.034)
    let hand = BodyPainter.limb(
      x, y, from: (side * (0.265 - swing), -0.8), to: (side * (0.26 - swing), -0.86), 0.036, 0.03)
    found = found.under(cloth(hand, skin, x - side * 0.26, 0.05, pixel))
    found = found.under(cloth(min(arm, forearm), shirt, x - side * 0.25, 0.06, pixel, shade: 0.86))
    return found
  }

  /// Neck, shoulders and trunk; nil where there are none.
  private func trunk(_ x: Float, _ y: Float, _ pixel: Float) -> Paint? {
    let neck = BodyPainter.limb(x, y, from: (0, -0.05), to: (0, -0.2), 0.05, 0.062)
    var half: Float = 0
    if y < -0.155 {
      let slope = min(1, (-0.155 - y) / 0.09)
      let shoulder = 0.07 + 0.145 * (1 - (1 - slope) * (1 - slope))
      let waist = min(1, max(0, (-0.3 - y) / 0.35))
      half = shoulder - 0.05 * waist
    }
    let fall = max(BodyPainter.hip - 0.06 - y, abs(x) - half)
    var found = cloth(neck, skin, x, 0.07, pixel, shade: 0.8)
    if half > 0 { found = found.under(cloth(fall, shirt, x, 0.24, pixel)) }
    return found.cover > 0 ? found : nil
  }

  private func legs(_ x: Float, _ y: Float, _ pixel: Float) -> Paint {
    var found = Paint.none
    let foot = -feet + 0.05
    for side: Float in [-1, 1] {
      let step = stride * side
      let spread = 0.1 + 0.05 * abs(stride)
      let knee = (side * spread, (BodyPainter.hip + foot) / 2)
      let end = (side * spread * (1 + 0.1 * step), foot + max(0, step) * 0.05)
      let thigh = BodyPainter.limb(
        x, y, from: (side * 0.085, BodyPainter.hip), to: knee, 0.09, 0.068)
      let shin = BodyPainter.limb(x, y, from: knee, to: end, 0.066, 0.05)
      let shoe = BodyPainter.limb(
        x, y, from: (end.0 - side * 0.01, end.1 - 0.02), to: (end.0 + side * 0.03, end.1 - 0.02),
        0.045, 0.045)
      found = found.under(
        cloth(min(thigh, shin), trousers, x - side * 0.1, 0.09, pixel, shade: 1 - 0.1 * step))
      found = found.under(cloth(shoe, Pigment(38, 34, 34), x - side * 0.1, 0.08, pixel))
    }
    return found
  }

  /// Cloth over a round body `width` wide, where the edge is `distance` away.
  private func cloth(
    _ distance: Float, _ color: Pigment, _ x: Float, _ width: Float, _ pixel: Float,
    shade: Float = 1
  ) -> Paint {
    let cover = min(1, max(0, 0.5 - distance / pixel))
    guard cover > 0 else { return .none }
    let side = min(max(x / width, -1), 1)
    let light = Float(color.light) * shade * (1 - 0.28 * side * side - 0.1 * side)
    return Paint(cover: cover, light: light, blue: Float(color.blue), red: Float(color.red))
  }

  /// The distance to a limb between two places, with a radius at each.
  private static func limb(
    _ x: Float, _ y: Float, from a: (Float, Float), to b: (Float, Float), _ first: Float,
    _ last: Float
  ) -> Float {
    let (dx, dy) = (b.0 - a.0, b.1 - a.1)
    let (px, py) = (x - a.0, y - a.1)
    let share = min(max((px * dx + py * dy) / (dx * dx + dy * dy), 0), 1)
    let (ex, ey) = (px - share * dx, py - share * dy)
    return (ex * ex + ey * ey).squareRoot() - (first + (last - first) * share)
  }
}

/// A ball with a stripe, for every object of a scene.
struct BallPainter: Painter {
  /// Its radius, in metres.
  static let radius: Float = 0.1
  let color: Pigment

  var box: (left: Float, right: Float, bottom: Float, top: Float) {
    (-BallPainter.radius, BallPainter.radius, -BallPainter.radius, BallPainter.radius)
  }

  func paint(_ x: Float, _ y: Float, pixel: Float) -> Paint {
    let distance = (x * x + y * y).squareRoot()
    let cover = min(1, max(0, (BallPainter.radius - distance) / pixel + 0.5))
    guard cover > 0 else { return .none }
    let (a, b) = (x / BallPainter.radius, y / BallPainter.radius)
    let round = max(0, 1 - a * a - b * b).squareRoot()
    let light = Float(abs(b) < 0.22 ? 232 : color.light) * (0.45 + 0.5 * round + 0.2 * b - 0.15 * a)
    return Paint(
      cover: cover, light: light, blue: Float(color.blue), red: Float(color.red))
  }
}
