#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A rotation as three turns about fixed axes, done one after another.
///
/// Shaped like the type of the same name in Apple's Spatial.
public struct EulerAngles: Hashable, Sendable {
  /// Which turn comes first.
  public enum Order: Hashable, Sendable {
    /// About x, then y, then z.
    case xyz
    /// About z, then x, then y.
    case zxy
  }

  /// The turn about x.
  public var x: Angle2D
  /// The turn about y.
  public var y: Angle2D
  /// The turn about z.
  public var z: Angle2D
  /// Which turn comes first.
  public var order: Order

  /// Creates the angles of three turns.
  public init(x: Angle2D, y: Angle2D, z: Angle2D, order: Order) {
    self.x = x
    self.y = y
    self.z = z
    self.order = order
  }

  /// The angles in radians; Apple's gives a `simd_double3`, which is the same type.
  public var angles: SIMD3<Double> { SIMD3(x.radians, y.radians, z.radians) }
}

/// A rotation in space, without a memory of full turns.
///
/// Shaped like the type of the same name in Apple's Spatial. DockKit takes a dock's pose out of one
/// as Euler angles in the order xyz: x is pitch, y is yaw and z is roll.
public struct Rotation3D: Hashable, Sendable {
  /// The unit quaternion, imaginary parts first.
  private var vector: SIMD4<Double>

  /// Creates the rotation that turns nothing.
  public init() { vector = SIMD4(0, 0, 0, 1) }

  /// Creates the rotation of three turns.
  public init(eulerAngles: EulerAngles) {
    let x = Rotation3D.turn(eulerAngles.x, SIMD4(1, 0, 0, 0))
    let y = Rotation3D.turn(eulerAngles.y, SIMD4(0, 1, 0, 0))
    let z = Rotation3D.turn(eulerAngles.z, SIMD4(0, 0, 1, 0))
    vector =
      switch eulerAngles.order {
      case .xyz: Rotation3D.product(z, Rotation3D.product(y, x))
      case .zxy: Rotation3D.product(y, Rotation3D.product(x, z))
      }
  }

  /// The rotation that turns nothing.
  public static let identity = Rotation3D()

  /// The three turns, in `order`, that make this rotation.
  ///
  /// The middle turn lies in -90° ... 90°, the others in -180° ... 180°; where the middle one is a
  /// right angle the split between the others is not unique, and the last one is zero.
  public func eulerAngles(order: EulerAngles.Order) -> EulerAngles {
    let m = matrix
    switch order {
    case .xyz:
      let (x, y, z) = Rotation3D.angles(
        sine: -m.2.x, first: (m.2.y, m.2.z), last: (m.1.x, m.0.x), locked: (-m.1.z, m.1.y))
      return EulerAngles(x: x, y: y, z: z, order: order)
    case .zxy:
      let (z, x, y) = Rotation3D.angles(
        sine: -m.1.z, first: (m.1.x, m.1.y), last: (m.0.z, m.2.z), locked: (-m.0.y, m.0.x))
      return EulerAngles(x: x, y: y, z: z, order: order)
    }
  }
}

extension Rotation3D {
  private static func turn(_ angle: Angle2D, _ axis: SIMD4<Double>) -> SIMD4<Double> {
    axis * sin(angle.radians / 2) + SIMD4(0, 0, 0, cos(angle.radians / 2))
  }

  /// Hamilton's product: first `b`, then `a`.
  private static func product(_ a: SIMD4<Double>, _ b: SIMD4<Double>) -> SIMD4<Double> {
    SIMD4(
      a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
      a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
      a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
      a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z)
  }

  /// The rotation matrix, row by row.
  private var matrix: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>) {
    let q = vector
    return (
      SIMD3(
        1 - 2 * (q.y * q.y + q.z * q.z), 2 * (q.x * q.y - q.z * q.w), 2 * (q.x * q.z + q.y * q.w)),
      SIMD3(
        2 * (q.x * q.y + q.z * q.w), 1 - 2 * (q.x * q.x + q.z * q.z), 2 * (q.y * q.z - q.x * q.w)),
      SIMD3(
        2 * (q.x * q.z - q.y * q.w), 2 * (q.y * q.z + q.x * q.w), 1 - 2 * (q.x * q.x + q.y * q.y))
    )
  }

  /// First, middle and last turn from the sine of the middle one and the (sine, cosine) of the
  /// others.
  private static func angles(
    sine: Double, first: (Double, Double), last: (Double, Double), locked: (Double, Double)
  ) -> (Angle2D, Angle2D, Angle2D) {
    let middle = Angle2D(radians: asin(min(max(sine, -1), 1)))
    if abs(sine) > 1 - 1e-12 {
      return (Angle2D(radians: atan2(locked.0, locked.1)), middle, .zero)
    }
    return (
      Angle2D(radians: atan2(first.0, first.1)), middle, Angle2D(radians: atan2(last.0, last.1))
    )
  }
}
