import Vocabulary

extension HandlerPolicy {
  /// The policy that `keyword` names, or nil.
  init?(_ keyword: Keyword) {
    switch keyword {
    case .pausing: self = .pausing
    case .replacing: self = .replacing
    case .queued: self = .queued
    case .ignoring: self = .ignoring
    default: return nil
    }
  }
}
