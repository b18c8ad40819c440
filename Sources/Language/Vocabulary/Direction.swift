/// A word for a direction; it gives an angle its sign, so that nobody need remember DockKit's.
package enum Direction: UInt8, CaseIterable {
  case left, right, up, down, clockwise, counterclockwise

  /// The direction `keyword` names, or nil.
  init?(_ keyword: Keyword) {
    switch keyword {
    case .left: self = .left
    case .right: self = .right
    case .up: self = .up
    case .down: self = .down
    case .clockwise: self = .clockwise
    case .counterclockwise: self = .counterclockwise
    default: return nil
    }
  }

  /// The axis it belongs to: 0 pan, 1 tilt, 2 roll.
  var axis: UInt8 {
    switch self {
    case .left, .right: 0
    case .up, .down: 1
    case .clockwise, .counterclockwise: 2
    }
  }

  /// DockKit's sign: +yaw is right, +pitch is down.
  package var sign: Double {
    switch self {
    case .right, .down, .clockwise: 1
    case .left, .up, .counterclockwise: -1
    }
  }
}
