/// A picture of a wall: brightness and colour, so many points a metre.
struct Surface: Sendable {
  let width, height: Int
  /// Points a metre.
  let density: Float
  var light: [UInt8]
  var blue: [UInt8]
  var red: [UInt8]

  /// Creates a surface of sides in metres, all of one colour.
  init(_ width: Float, _ height: Float, density: Float, _ color: Pigment) {
    self.density = density
    // One point more on each side, so that every place on the surface is between four points.
    self.width = Int((width * density).rounded(.up)) + 2
    self.height = Int((height * density).rounded(.up)) + 2
    let count = self.width * self.height
    light = [UInt8](repeating: color.light, count: count)
    blue = [UInt8](repeating: color.blue, count: count)
    red = [UInt8](repeating: color.red, count: count)
  }

  /// Paints the rectangle from (`x`, `y`), both in metres.
  mutating func fill(
    _ x: Float, _ y: Float, _ width: Float, _ height: Float, _ color: Pigment
  ) {
    for row in rows(y, height) {
      for column in columns(x, width) { set(row * self.width + column, color) }
    }
  }

  /// Paints the ellipse in the rectangle from (`x`, `y`), both in metres.
  mutating func fillEllipse(
    _ x: Float, _ y: Float, _ width: Float, _ height: Float, _ color: Pigment
  ) {
    for row in rows(y, height) {
      for column in columns(x, width) {
        let across = (Float(column) / density - x) / width * 2 - 1
        let down = (Float(row) / density - y) / height * 2 - 1
        if across * across + down * down <= 1 { set(row * self.width + column, color) }
      }
    }
  }

  /// Paints a frame `edge` metres wide along the inside of a rectangle.
  mutating func frame(
    _ x: Float, _ y: Float, _ width: Float, _ height: Float, edge: Float, _ color: Pigment
  ) {
    fill(x, y, width, edge, color)
    fill(x, y + height - edge, width, edge, color)
    fill(x, y, edge, height, color)
    fill(x + width - edge, y, edge, height, color)
  }

  /// Changes the brightness of each point by what `change` says of its place, in metres.
  mutating func shade(_ change: (_ x: Float, _ y: Float) -> Float) {
    for row in 0..<height {
      for column in 0..<width {
        let index = row * width + column
        let light = Float(light[index]) * change(Float(column) / density, Float(row) / density)
        self.light[index] = UInt8(min(max(light.rounded(), 0), 255))
      }
    }
  }

  private mutating func set(_ index: Int, _ color: Pigment) {
    (light[index], blue[index], red[index]) = (color.light, color.blue, color.red)
  }

  private func rows(_ y: Float, _ height: Float) -> Range<Int> { range(y, height, self.height) }

  private func columns(_ x: Float, _ width: Float) -> Range<Int> { range(x, width, self.width) }

  private func range(_ from: Float, _ length: Float, _ most: Int) -> Range<Int> {
    let first = min(max(0, Int((from * density).rounded())), most)
    return first..<max(first, min(most, Int(((from + length) * density).rounded())))
  }
}

/// A colour as a frame holds it: brightness, blue difference and red difference.
struct Pigment: Equatable, Sendable {
  let light, blue, red: UInt8

  /// Creates the colour of red, green and blue, from 0 to 255, as ITU-R BT.601 says.
  init(_ red: Int, _ green: Int, _ blue: Int) {
    light = UInt8(clamping: (19_595 * red + 38_470 * green + 7471 * blue + 32_768) >> 16)
    self.blue = UInt8(
      clamping: 128 + (-11_059 * red - 21_709 * green + 32_768 * blue + 32_768) >> 16)
    self.red = UInt8(
      clamping: 128 + (32_768 * red - 27_439 * green - 5329 * blue + 32_768) >> 16)
  }
}

/// Smooth random numbers over a plane, from -1 to 1, the same everywhere.
struct Mottle: Sendable {
  let seed: UInt32

  /// The number at a place, in units of the size of its spots.
  func value(_ x: Float, _ y: Float) -> Float {
    let (column, row) = (x.rounded(.down), y.rounded(.down))
    let (i, j) = (Int32(column), Int32(row))
    let (a, b) = (eased(x - column), eased(y - row))
    let upper = corner(i, j) + (corner(i &+ 1, j) - corner(i, j)) * a
    let lower = corner(i, j &+ 1) + (corner(i &+ 1, j &+ 1) - corner(i, j &+ 1)) * a
    return upper + (lower - upper) * b
  }

  private func eased(_ share: Float) -> Float { share * share * (3 - 2 * share) }

  private func corner(_ x: Int32, _ y: Int32) -> Float {
    var word = UInt32(bitPattern: x) &* 0x9E37_79B1 ^ UInt32(bitPattern: y) &* 0x85EB_CA77 ^ seed
    word = (word ^ word >> 15) &* 0x2C1B_3C6D
    word = (word ^ word >> 12) &* 0x297A_2D39
    word ^= word >> 15
    return Float(word >> 8) / 0x80_0000 - 1
  }
}
