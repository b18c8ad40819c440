import Vocabulary

extension HandlerPolicy {
  /// The policy that `keyword` names, or nil.
  ///
  /// The policies stand among the keywords in the order of their table.
  init?(_ keyword: Keyword) {
    let index = Int(keyword.rawValue) - Int(Keyword.pausing.rawValue)
    guard HandlerPolicy.written.indices.contains(index) else { return nil }
    self = HandlerPolicy.written[index]
  }
}
