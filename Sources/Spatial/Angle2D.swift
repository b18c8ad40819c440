/// An angle that remembers its turns: 370 degrees is not 10.
///
/// Shaped like the type of the same name in Apple's Spatial.
public struct Angle2D: Hashable, Sendable, Codable {
  /// The angle in radians.
  public var radians: Double

  /// Creates the angle zero.
  public init() { radians = 0 }

  /// Creates an angle of `radians`.
  public init(radians: Double) { self.radians = radians }

  /// Creates an angle of `degrees`.
  public init(degrees: Double) { radians = degrees * .pi / 180 }

  /// The angle in degrees.
  public var degrees: Double {
    get { radians * 180 / .pi }
    set { radians = newValue * .pi / 180 }
  }

  /// The angle of `radians`.
  public static func radians(_ radians: Double) -> Angle2D { Angle2D(radians: radians) }

  /// The angle of `degrees`.
  public static func degrees(_ degrees: Double) -> Angle2D { Angle2D(degrees: degrees) }

  /// The angle zero.
  public static let zero = Angle2D()
}

extension Angle2D: Comparable {
  /// True if `left` is the smaller angle, turns counted.
  public static func < (left: Angle2D, right: Angle2D) -> Bool { left.radians < right.radians }
}
