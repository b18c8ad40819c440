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

  /// The other direction of its axis.
  var opposite: Direction {
    switch self {
    case .left: .right
    case .right: .left
    case .up: .down
    case .down: .up
    case .clockwise: .counterclockwise
    case .counterclockwise: .clockwise
    }
  }

  /// The direction of `axis` in which a value of DockKit's goes that is less than zero, or not.
  package init(ofAxis axis: UInt8, isNegative: Bool) {
    switch axis {
    case 0: self = isNegative ? .left : .right
    case 1: self = isNegative ? .up : .down
    default: self = isNegative ? .counterclockwise : .clockwise
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
