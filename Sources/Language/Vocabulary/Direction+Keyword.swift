import Vocabulary

extension Direction {
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
}
