/// A word for a direction; it gives an angle its sign, so that nobody need remember DockKit's.
public enum Direction: UInt8, CaseIterable, Sendable {
  case left, right, up, down, clockwise, counterclockwise

  /// The word as it is written.
  public var spelling: String { String(describing: self) }

  /// What people call the direction elsewhere.
  public var otherNames: [TermEntry.OtherName] {
    let (ofPan, ofTilt) =
      ("directions of pan are 'left' and 'right'", "directions of tilt are 'up' and 'down'")
    return switch self {
    case .left: [.init("leftward leftwards port l west", ofPan)]
    case .right: [.init("rightward rightwards starboard r east", ofPan)]
    case .up: [.init("upward upwards top above u north", ofTilt)]
    case .down: [.init("downward downwards bottom below d south", ofTilt)]
    case .clockwise: [.init("cw", "directions of roll are 'clockwise' and 'counterclockwise'")]
    case .counterclockwise:
      [.init("ccw anticlockwise", "directions of roll are 'clockwise' and 'counterclockwise'")]
    }
  }

  /// The direction that is spelled `spelling`, or nil.
  public init?(spelling: String) {
    guard let direction = Direction.allCases.first(where: { $0.spelling == spelling }) else {
      return nil
    }
    self = direction
  }

  /// The axis it belongs to: 0 pan, 1 tilt, 2 roll.
  public var axis: UInt8 {
    switch self {
    case .left, .right: 0
    case .up, .down: 1
    case .clockwise, .counterclockwise: 2
    }
  }

  /// DockKit's sign: +yaw is right, +pitch is down.
  public var sign: Double {
    switch self {
    case .right, .down, .clockwise: 1
    case .left, .up, .counterclockwise: -1
    }
  }

  /// The other direction of its axis.
  public var opposite: Direction { Direction(ofAxis: axis, isNegative: sign > 0) }

  /// The directions of `axis`: 0 pan, 1 tilt, 2 roll.
  public static func of(axis: UInt8) -> [Direction] { allCases.filter { $0.axis == axis } }

  /// The direction of `axis` in which a value of DockKit's goes that is less than zero, or not.
  public init(ofAxis axis: UInt8, isNegative: Bool) {
    switch axis {
    case 0: self = isNegative ? .left : .right
    case 1: self = isNegative ? .up : .down
    default: self = isNegative ? .counterclockwise : .clockwise
    }
  }
}
