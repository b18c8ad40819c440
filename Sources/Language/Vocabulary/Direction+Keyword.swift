import Vocabulary

extension Direction {
  /// The direction that `keyword` names, or nil.
  ///
  /// The directions stand among the keywords in the order of their table.
  init?(_ keyword: Keyword) {
    self.init(rawValue: keyword.rawValue &- Keyword.left.rawValue)
  }
}
