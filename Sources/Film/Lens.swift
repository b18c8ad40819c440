import Camera

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Three numbers, in metres or of a direction: to the right, up and ahead of a dock at home.
struct Vector: Equatable, Sendable {
  var x, y, z: Float

  static func + (left: Vector, right: Vector) -> Vector {
    Vector(x: left.x + right.x, y: left.y + right.y, z: left.z + right.z)
  }

  static func * (vector: Vector, factor: Float) -> Vector {
    Vector(x: vector.x * factor, y: vector.y * factor, z: vector.z * factor)
  }

  func dot(_ other: Vector) -> Float { x * other.x + y * other.y + z * other.z }
}

/// The rays through the pixels of a picture: `corner` and so many steps to the right and down.
///
/// The angles are computed once a picture; everything that is done for each pixel adds, multiplies,
/// divides and takes roots, which is exact on every machine.
struct Lens: Sendable {
  let width, height: Int
  /// The ray through the upper left corner of the picture.
  let corner: Vector
  /// From a pixel to its neighbours.
  let right, down: Vector
  /// Where the lens looks.
  let forward: Vector
  /// How many pixels a metre is long in the middle of the picture, one metre away.
  let focal: Float

  /// Creates the rays of `shot` in a picture of `width` times `height` pixels.
  init(of shot: Shot, width: Int, height: Int) {
    (self.width, self.height) = (width, height)
    let gaze = shot.view.gaze(at: shot.pose)
    let (e, b) = (gaze.elevation * .pi / 180, gaze.bearing * .pi / 180)
    let half = tan(shot.view.horizontalAngle * .pi / 360)
    let halfDown = tan(shot.view.verticalAngle * .pi / 360)
    let across = Vector(x: Float(cos(b)), y: 0, z: Float(-sin(b)))
    let up = Vector(
      x: Float(-sin(e) * sin(b)), y: Float(cos(e)), z: Float(-sin(e) * cos(b)))
    forward = Vector(x: Float(cos(e) * sin(b)), y: Float(sin(e)), z: Float(cos(e) * cos(b)))
    let part = shot.part
    corner =
      forward + across * Float((2 * part.x - 1) * half) + up * Float((1 - 2 * part.y) * halfDown)
    right = across * Float(2 * half * part.width / Double(width))
    down = up * Float(-2 * halfDown * part.height / Double(height))
    focal = Float(Double(width) / (2 * half * part.width))
  }

  /// The ray through the middle of the pixel at (`x`, `y`), where `size` pixels are one.
  func ray(_ x: Int, _ y: Int, size: Int = 1) -> Vector {
    let half = Float(size) / 2
    return corner + right * (Float(x * size) + half) + down * (Float(y * size) + half)
  }

  /// Where `point` is in the picture, in pixels; nil if it is not in front of the lens.
  func pixel(of point: Vector) -> (x: Float, y: Float)? {
    let depth = point.dot(forward)
    guard depth > 0.05 else { return nil }
    // `forward` and the steps are at right angles to each other.
    let (across, fall) = (point.dot(right) / depth, point.dot(down) / depth)
    let (stepX, stepY) = (right.dot(right), down.dot(down))
    return (
      (across - corner.dot(right)) / stepX, (fall - corner.dot(down)) / stepY
    )
  }
}
