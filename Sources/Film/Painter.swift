/// Something flat that stands upright in the room and faces the dock.
protocol Painter {
  /// The sides of the rectangle that holds it, in metres from its middle.
  var box: (left: Float, right: Float, bottom: Float, top: Float) { get }
  /// What is at a place, in metres to the right of the middle and above it; its edges are as soft
  /// as a pixel, which is `pixel` metres wide.
  func paint(_ x: Float, _ y: Float, pixel: Float) -> Paint
}

/// What a painter paints at a place.
struct Paint {
  /// How much it hides, from 0 to 1.
  var cover: Float
  /// Brightness, blue difference and red difference, from 0 to 255.
  var light: Float
  var blue: Float = 128
  var red: Float = 128

  /// Nothing.
  static let none = Paint(cover: 0, light: 0)

  /// This with `cover` of `other` in front of it.
  func under(_ other: Paint) -> Paint {
    if other.cover <= 0 { return self }
    if other.cover >= 1 || cover <= 0 { return other.cover >= 1 ? other : other.or(self) }
    let whole = other.cover + cover * (1 - other.cover)
    let share = other.cover / whole
    return Paint(
      cover: whole, light: light + (other.light - light) * share,
      blue: blue + (other.blue - blue) * share, red: red + (other.red - red) * share)
  }

  private func or(_ other: Paint) -> Paint { cover > 0 ? self : other }
}

/// A part of a picture with something in it, before it is put over the rest.
struct Layer {
  /// Where it begins; even numbers.
  let x, y: Int
  /// Its size, in pixels; even numbers.
  let width, height: Int
  private var cover: [UInt8]
  private var light: [UInt8]
  private var colorCover: [UInt8]
  private var blue: [UInt8]
  private var red: [UInt8]

  /// Draws `painter`, whose middle is at `place`, and which turns to the dock in the bearing whose
  /// sine and cosine are given; nil if nothing of it is in the picture.
  init?(
    _ painter: some Painter, at place: Vector, facing sine: Float, _ cosine: Float,
    through lens: Lens, within margin: (x: Int, y: Int)
  ) {
    let aside = Vector(x: cosine, y: 0, z: -sine)
    let away = Vector(x: sine, y: 0, z: cosine)
    let distance = place.dot(away)
    let box = painter.box
    var (low, high) = (
      (x: Float.infinity, y: Float.infinity), (x: -Float.infinity, y: -Float.infinity)
    )
    for (right, up) in [
      (box.left, box.bottom), (box.left, box.top), (box.right, box.bottom), (box.right, box.top),
    ] {
      let corner = place + aside * right + Vector(x: 0, y: up, z: 0)
      guard let pixel = lens.pixel(of: corner) else { return nil }
      low = (min(low.x, pixel.x), min(low.y, pixel.y))
      high = (max(high.x, pixel.x), max(high.y, pixel.y))
    }
    func bound(_ value: Float, _ most: Int) -> Int {
      Int(min(max(value, -1), Float(most + 1)))
    }
    let (left, top) = (
      max(0, bound(low.x, lens.width) - margin.x) & ~1,
      max(0, bound(low.y, lens.height) - margin.y) & ~1
    )
    let right = min(lens.width, bound(high.x, lens.width) + margin.x + 1)
    let bottom = min(lens.height, bound(high.y, lens.height) + margin.y + 1)
    guard right > left, bottom > top else { return nil }
    (x, y, width, height) = (left, top, (right - left + 1) & ~1, (bottom - top + 1) & ~1)
    let (count, half) = (width * height, width * height / 4)
    (cover, light) = ([UInt8](repeating: 0, count: count), [UInt8](repeating: 0, count: count))
    colorCover = [UInt8](repeating: 0, count: half)
    (blue, red) = (colorCover, colorCover)
    /// What the painter paints in a pixel.
    func paint(_ ray: Vector, size: Float) -> Paint {
      let depth = ray.dot(away)
      guard depth > 1e-3 else { return .none }
      let reach = distance / depth
      return painter.paint(
        ray.dot(aside) * reach - place.dot(aside), ray.y * reach - place.y,
        pixel: reach * size / lens.focal)
    }
    for row in 0..<height {
      for column in 0..<width {
        let found = paint(lens.ray(x + column, y + row), size: 1)
        guard found.cover > 0 else { continue }
        let index = row * width + column
        cover[index] = UInt8(min(max(found.cover * 255, 0), 255))
        light[index] = UInt8(min(max(found.cover * found.light, 0), 255))
      }
    }
    for row in 0..<height / 2 {
      for column in 0..<width / 2 {
        let found = paint(lens.ray(x / 2 + column, y / 2 + row, size: 2), size: 2)
        guard found.cover > 0 else { continue }
        let index = row * (width / 2) + column
        colorCover[index] = UInt8(min(max(found.cover * 255, 0), 255))
        blue[index] = UInt8(min(max(found.cover * found.blue, 0), 255))
        red[index] = UInt8(min(max(found.cover * found.red, 0), 255))
      }
    }
  }

  /// Blurs it as `smear` says.
  mutating func apply(_ smear: Smear) {
    guard !smear.isNone else { return }
    smear.apply(to: &cover, width: width, isEdged: false)
    smear.apply(to: &light, width: width, isEdged: false)
    let half = smear.halved
    half.apply(to: &colorCover, width: width / 2, isEdged: false)
    half.apply(to: &blue, width: width / 2, isEdged: false)
    half.apply(to: &red, width: width / 2, isEdged: false)
  }

  /// Puts it over `picture`.
  func put(over picture: inout Picture420) {
    Layer.put(
      light, cover, width: width, x: x, y: y, over: &picture.light, rows: picture.width)
    let rows = (picture.width + 1) / 2
    for (plane, part) in [(\Picture420.blue, blue), (\Picture420.red, red)] {
      Layer.put(
        part, colorCover, width: width / 2, x: x / 2, y: y / 2, over: &picture[keyPath: plane],
        rows: rows)
    }
  }

  private static func put(
    _ part: [UInt8], _ cover: [UInt8], width: Int, x: Int, y: Int, over plane: inout [UInt8],
    rows: Int
  ) {
    let height = min(part.count / max(1, width), plane.count / rows - y)
    let most = min(width, rows - x)
    for row in 0..<max(0, height) {
      for column in 0..<max(0, most) {
        let source = row * width + column
        let hidden = Int(cover[source])
        guard hidden > 0 else { continue }
        let index = (y + row) * rows + x + column
        plane[index] = UInt8(
          clamping: Int(part[source]) + (Int(plane[index]) * (255 - hidden) + 127) / 255)
      }
    }
  }
}

/// A picture in three planes, while it is drawn.
struct Picture420: Sendable {
  let width, height: Int
  var light: [UInt8]
  var blue: [UInt8]
  var red: [UInt8]

  /// Creates a black picture.
  init(width: Int, height: Int) {
    (self.width, self.height) = (width, height)
    light = [UInt8](repeating: 16, count: width * height)
    blue = [UInt8](repeating: 128, count: ((width + 1) / 2) * ((height + 1) / 2))
    red = blue
  }
}
