enum Suggestion {
  static func nearest(to word: String, in known: [String]) -> String? { nil }
}
