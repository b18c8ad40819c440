/// Three numbers; DockKit reads them as pitch (x), yaw (y) and roll (z).
///
/// Shaped like the type of the same name in Apple's Spatial.
public struct Vector3D: Hashable, Sendable, Codable {
  /// The first component.
  public var x: Double
  /// The second component.
  public var y: Double
  /// The third component.
  public var z: Double

  /// Creates the zero vector.
  @inlinable
  public init() { self.init(x: 0, y: 0, z: 0) }

  /// Creates a vector of its components.
  @inlinable
  public init(x: Double = 0, y: Double = 0, z: Double = 0) {
    self.x = x
    self.y = y
    self.z = z
  }

  /// The vector of three zeros.
  @inlinable public static var zero: Vector3D { Vector3D() }

  /// True if no component is infinite or not a number.
  @inlinable public var isFinite: Bool { x.isFinite && y.isFinite && z.isFinite }

  /// The length, by Pythagoras.
  @inlinable public var length: Double { dot(self).squareRoot() }

  /// The sum of the products of the components.
  @inlinable
  public func dot(_ other: Vector3D) -> Double { x * other.x + y * other.y + z * other.z }
}

extension Vector3D: AdditiveArithmetic {
  /// The sum, component by component.
  @inlinable
  public static func + (left: Vector3D, right: Vector3D) -> Vector3D {
    Vector3D(x: left.x + right.x, y: left.y + right.y, z: left.z + right.z)
  }

  /// The difference, component by component.
  @inlinable
  public static func - (left: Vector3D, right: Vector3D) -> Vector3D {
    Vector3D(x: left.x - right.x, y: left.y - right.y, z: left.z - right.z)
  }
}

extension Vector3D {
  /// The vector of the opposite direction.
  @inlinable
  public static prefix func - (vector: Vector3D) -> Vector3D { zero - vector }

  /// Every component times `factor`.
  @inlinable
  public static func * (vector: Vector3D, factor: Double) -> Vector3D {
    Vector3D(x: vector.x * factor, y: vector.y * factor, z: vector.z * factor)
  }

  /// Every component times `factor`.
  @inlinable
  public static func * (factor: Double, vector: Vector3D) -> Vector3D { vector * factor }

  /// Every component divided by `divisor`.
  @inlinable
  public static func / (vector: Vector3D, divisor: Double) -> Vector3D {
    Vector3D(x: vector.x / divisor, y: vector.y / divisor, z: vector.z / divisor)
  }
}
