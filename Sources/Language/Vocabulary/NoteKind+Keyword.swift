import Vocabulary

extension Keyword {
  /// True if the statement that it begins leaves a line of text and does nothing else.
  var isNote: Bool { NoteKind(rawValue: spelling) != nil }
}
