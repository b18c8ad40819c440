import Hardware

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The skin, the hair and the features of a head, over its longitude and its height.
///
/// Brightness is arranged as detectors of faces expect it: eyes are darker than the forehead, the
/// cheeks and the bridge of the nose, and the mouth is darker than what is around it.
struct Head: Sendable {
  static let columns = 512
  static let rows = 288
  /// The lowest and the highest place, in halves of the height of a face above its middle.
  static let bottom: Float = -1.15
  static let top: Float = 1.42

  let light: [UInt8]
  /// 0 is skin, 255 is hair, between them lips.
  let isHair: [Bool]
  let skin, hair: Pigment

  /// Creates the head of the person of this number.
  init(number: Int) {
    var random = SplitMix64(seed: UInt64(bitPattern: Int64(number)) &* 77 &+ 5)
    let tone = 0.72 + 0.28 * random.unit()
    skin = Pigment(Int(226 * tone), Int(178 * tone), Int(148 * tone))
    let hairs = [(52, 38, 28), (84, 58, 36), (28, 26, 26), (122, 92, 54), (92, 88, 84)]
    let chosen = hairs[random.index(below: hairs.count)]
    hair = Pigment(chosen.0, chosen.1, chosen.2)
    let fringe = Float(0.62 + 0.14 * random.unit())
    var light: [UInt8] = []
    var isHair: [Bool] = []
    light.reserveCapacity(Head.columns * Head.rows)
    isHair.reserveCapacity(Head.columns * Head.rows)
    let strands = Mottle(seed: UInt32(truncatingIfNeeded: number &+ 99))
    for row in 0..<Head.rows {
      let v = Head.bottom + (Head.top - Head.bottom) * Float(row) / Float(Head.rows - 1)
      for column in 0..<Head.columns {
        let longitude = (Float(column) / Float(Head.columns) - 0.5) * 2 * .pi
        let u = sin(longitude)
        let isAhead = abs(longitude) < .pi / 2
        let isCovered = Head.isCovered(u, v, isAhead: isAhead, fringe: fringe)
        let value: Float =
          isCovered
          ? Float(hair.light) * (1 + 0.22 * strands.value(longitude * 14, v * 2.4))
          : Float(skin.light) + (isAhead ? Head.features(u, v) : -10)
        light.append(UInt8(min(max(value, 0), 255)))
        isHair.append(isCovered)
      }
    }
    (self.light, self.isHair) = (light, isHair)
  }

  /// True where there is hair: above the forehead, on the temples, and behind.
  private static func isCovered(_ u: Float, _ v: Float, isAhead: Bool, fringe: Float) -> Bool {
    guard isAhead else { return v > -0.72 }
    let hairline = fringe + 0.16 * (1 - u * u)
    return v > hairline || abs(u) > 0.9 && v > -0.05
  }

  /// How much brighter the front of a head is than its skin, at a place in halves of its width and
  /// height.
  private static func features(_ u: Float, _ v: Float) -> Float {
    /// A round spot that fades out towards its edge.
    func spot(_ x: Float, _ y: Float, _ width: Float, _ height: Float) -> Float {
      let (a, b) = ((u - x) / width, (v - y) / height)
      let rest = 1 - a * a - b * b
      return rest > 0 ? rest * rest : 0
    }
    /// An ellipse with an edge a tenth of it wide.
    func disc(_ x: Float, _ y: Float, _ width: Float, _ height: Float) -> Float {
      let (a, b) = ((u - x) / width, (v - y) / height)
      return min(max((1.1 - (a * a + b * b).squareRoot()) * 5, 0), 1)
    }
    var value = 12 * spot(0, 0.52, 0.7, 0.4)
    for side: Float in [-1, 1] {
      value += 16 * spot(0.52 * side, -0.22, 0.4, 0.36)
      value -= 62 * spot(0.4 * side, 0.15, 0.36, 0.27)
      value -= 66 * disc(0.41 * side, 0.34, 0.23, 0.05)
      value -= 22 * spot(0.15 * side, -0.1, 0.13, 0.34)
    }
    value += 30 * spot(0, 0.05, 0.15, 0.5)
    value += 16 * spot(0, -0.16, 0.12, 0.14)
    value -= 52 * spot(0, -0.3, 0.26, 0.09)
    value -= 20 * spot(0, -0.42, 0.1, 0.12)
    value -= 52 * disc(0, -0.53, 0.3, 0.05) + 34 * spot(0, -0.53, 0.44, 0.16)
    value -= 22 * spot(0, -0.7, 0.26, 0.09)
    value -= 26 * max(0, -0.78 - v) / 0.3
    for side: Float in [-1, 1] {
      let white = disc(0.4 * side, 0.13, 0.16, 0.068)
      let iris = disc(0.4 * side, 0.13, 0.075, 0.075)
      let lid = disc(0.4 * side, 0.195, 0.18, 0.024)
      value += (26 - value) * white
      value += (-118 - value) * min(iris, white + 0.4)
      value += (-96 - value) * lid
    }
    return value
  }

  /// The widest place of the outline at each height, as a share of half of the width of the face.
  static func outline(at v: Float, withHair: Bool) -> Float {
    if v > 0.25 {
      let rise = (v - 0.25) / (withHair ? 1.13 : 0.98)
      return rise < 1 ? (1 - rise * rise).squareRoot() * (withHair ? 1.1 : 1.02) : 0
    }
    let fall = (0.25 - v) / 1.28
    return fall < 1 ? (1 - fall * fall * fall).squareRoot() * 1.02 : 0
  }
}
