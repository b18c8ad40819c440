/// A point of a picture whose width and height are 1; the origin is the upper left corner.
public struct UnitPoint: Equatable, Sendable {
  /// The distance from the left edge, as a share of the width.
  public var x: Double
  /// The distance from the upper edge, as a share of the height.
  public var y: Double

  /// Creates a point of shares of the width and the height.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// The middle of the picture.
  public static let middle = UnitPoint(x: 0.5, y: 0.5)
}

/// A rectangle of a picture whose width and height are 1; the origin is the upper left corner.
public struct UnitRect: Equatable, Sendable {
  /// The left edge, as a share of the width.
  public var x: Double
  /// The upper edge, as a share of the height.
  public var y: Double
  /// The width, as a share of the picture's.
  public var width: Double
  /// The height, as a share of the picture's.
  public var height: Double

  /// Creates a rectangle of shares of the width and the height.
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// The whole picture.
  public static let whole = UnitRect(x: 0, y: 0, width: 1, height: 1)

  /// The middle of the rectangle.
  public var middle: UnitPoint { UnitPoint(x: x + width / 2, y: y + height / 2) }

  /// True if the four numbers are finite.
  public var isFinite: Bool { (x + y + width + height).isFinite }

  /// True if `point` is inside or on the edge.
  public func contains(_ point: UnitPoint) -> Bool {
    point.x >= x && point.x <= x + width && point.y >= y && point.y <= y + height
  }

  /// The part of this rectangle that is in `other`; nil if they share no area.
  public func intersection(_ other: UnitRect) -> UnitRect? {
    let (left, top) = (max(x, other.x), max(y, other.y))
    let right = min(x + width, other.x + other.width)
    let bottom = min(y + height, other.y + other.height)
    guard right > left, bottom > top else { return nil }
    return UnitRect(x: left, y: top, width: right - left, height: bottom - top)
  }
}

/// The two origins that DockKit uses, and the turn of the phone.
///
/// Nothing else in the project converts between them.
extension UnitRect {
  /// Creates the rectangle of one whose origin is the lower left corner of the picture.
  ///
  /// Vision and `DockAccessory.Observation` have that origin. `TrackedPerson.rect`, the region of
  /// interest and the point of `selectSubject(at:)` have the upper left one, as this type does.
  public init(lowerLeft rect: UnitRect) {
    self = rect.lowerLeft
  }

  /// The same rectangle, measured from the lower left corner of the picture.
  public var lowerLeft: UnitRect {
    UnitRect(x: x, y: 1 - y - height, width: width, height: height)
  }

  /// The rectangle as a person sees it, from one in the picture of the dock.
  ///
  /// The picture of the dock turns with the phone; the sample of Apple converts in the same way.
  public func upright(_ orientation: PhoneOrientation) -> UnitRect {
    switch orientation {
    case .portrait: self
    case .portraitUpsideDown:
      UnitRect(x: 1 - x - width, y: 1 - y - height, width: width, height: height)
    case .landscapeRight: UnitRect(x: 1 - y - height, y: x, width: height, height: width)
    case .landscapeLeft: UnitRect(x: y, y: 1 - x - width, width: height, height: width)
    }
  }

  /// The rectangle in the picture of the dock, from one as a person sees it.
  public func turned(_ orientation: PhoneOrientation) -> UnitRect {
    upright(orientation.inverse)
  }
}

extension UnitPoint {
  /// The same point, measured from the lower left corner of the picture, or back from there.
  public var lowerLeft: UnitPoint { UnitPoint(x: x, y: 1 - y) }

  /// The point as a person sees it, from one in the picture of the dock.
  public func upright(_ orientation: PhoneOrientation) -> UnitPoint {
    let rect = UnitRect(x: x, y: y, width: 0, height: 0).upright(orientation)
    return UnitPoint(x: rect.x, y: rect.y)
  }

  /// The point in the picture of the dock, from one as a person sees it.
  public func turned(_ orientation: PhoneOrientation) -> UnitPoint {
    upright(orientation.inverse)
  }
}

/// How the phone is turned about the axis of its lens.
public enum PhoneOrientation: CaseIterable, Sendable {
  /// Portrait.
  case portrait
  /// Portrait, upside down.
  case portraitUpsideDown
  /// On its side, as DockKit's `landscapeRight`.
  case landscapeRight
  /// On its side, as DockKit's `landscapeLeft`.
  case landscapeLeft

  /// Creates the orientation at which a camera's picture has to be rotated by `angle` degrees to be
  /// upright, as `AVCaptureDevice.RotationCoordinator` says; nil if that is no quarter of a turn.
  ///
  /// The sensor of the front camera is upright in `landscapeLeft`, that of the back camera in
  /// `landscapeRight`.
  public init?(videoRotation angle: Double, isFront: Bool) {
    switch angle.truncatingRemainder(dividingBy: 360) {
    case 0: self = isFront ? .landscapeLeft : .landscapeRight
    case 90, -270: self = .portrait
    case 180, -180: self = isFront ? .landscapeRight : .landscapeLeft
    case 270, -90: self = .portraitUpsideDown
    default: return nil
    }
  }

  /// True if the picture is wider than high.
  public var isWide: Bool { self == .landscapeRight || self == .landscapeLeft }

  /// The orientation that turns back.
  var inverse: PhoneOrientation {
    switch self {
    case .portrait, .portraitUpsideDown: self
    case .landscapeRight: .landscapeLeft
    case .landscapeLeft: .landscapeRight
    }
  }
}
