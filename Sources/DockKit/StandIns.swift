// The few Apple types that DockKit's signatures mention and this platform lacks, no more of each
// than the signatures need. With the trait `Foundation` they are Foundation's own, so that a file
// may import both; without it, the tool needs FoundationEssentials alone, of which `UUID`, `Date`
// and `TimeInterval` are.

#if Foundation
  @_exported import Foundation
#else
  /// A point in a picture, x to the right and y downwards.
  public struct CGPoint: Hashable, Sendable, Codable {
    /// The distance from the left.
    public var x: Double
    /// The distance from the top.
    public var y: Double

    /// Creates a point.
    public init(x: Double, y: Double) {
      self.x = x
      self.y = y
    }

    /// The upper left corner.
    public static let zero = CGPoint(x: 0, y: 0)
  }

  /// The size of a rectangle.
  public struct CGSize: Hashable, Sendable, Codable {
    /// The extent from left to right.
    public var width: Double
    /// The extent from top to bottom.
    public var height: Double

    /// Creates a size.
    public init(width: Double, height: Double) {
      self.width = width
      self.height = height
    }

    /// No extent at all.
    public static let zero = CGSize(width: 0, height: 0)
  }

  /// A rectangle in a picture.
  public struct CGRect: Hashable, Sendable, Codable {
    /// The corner the size is counted from.
    public var origin: CGPoint
    /// The extent from that corner.
    public var size: CGSize

    /// Creates a rectangle of `size` at `origin`.
    public init(origin: CGPoint, size: CGSize) {
      self.origin = origin
      self.size = size
    }

    /// Creates a rectangle of its corner and its extent.
    public init(x: Double, y: Double, width: Double, height: Double) {
      self.init(origin: CGPoint(x: x, y: y), size: CGSize(width: width, height: height))
    }

    /// An empty rectangle in the upper left corner.
    public static let zero = CGRect(origin: .zero, size: .zero)

    /// The least x.
    public var minX: Double { min(origin.x, origin.x + size.width) }
    /// The greatest x.
    public var maxX: Double { max(origin.x, origin.x + size.width) }
    /// The least y.
    public var minY: Double { min(origin.y, origin.y + size.height) }
    /// The greatest y.
    public var maxY: Double { max(origin.y, origin.y + size.height) }
    /// The extent from left to right, never negative.
    public var width: Double { abs(size.width) }
    /// The extent from top to bottom, never negative.
    public var height: Double { abs(size.height) }
  }

  /// The units of an angle.
  public struct UnitAngle: Hashable, Sendable {
    /// One unit in radians.
    let radians: Double

    /// A 360th of a turn.
    public static let degrees = UnitAngle(radians: .pi / 180)
    /// The angle whose arc is as long as its radius.
    public static let radians = UnitAngle(radians: 1)
  }

  /// A number with its unit.
  public struct Measurement<UnitType: Hashable & Sendable>: Hashable, Sendable {
    /// The number.
    public var value: Double
    /// What the number counts.
    public let unit: UnitType

    /// Creates a measurement.
    public init(value: Double, unit: UnitType) {
      self.value = value
      self.unit = unit
    }
  }

  extension Measurement<UnitAngle> {
    /// The same angle counted in `unit`.
    public func converted(to unit: UnitAngle) -> Measurement {
      Measurement(value: value * self.unit.radians / unit.radians, unit: unit)
    }
  }
#endif
