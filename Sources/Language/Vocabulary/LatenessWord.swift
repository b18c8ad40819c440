/// What becomes of what is late: the `detail` of a node `lateness`.
package enum LatenessWord: UInt8, CaseIterable {
  case stretch, catchUp, skip, stop

  /// The word that is spelled as `keyword`; nil if there is none.
  init?(_ keyword: Keyword) {
    switch keyword {
    case .stretch: self = .stretch
    case .catch_up: self = .catchUp
    case .skip: self = .skip
    case .stop: self = .stop
    default: return nil
    }
  }

  /// The word as it is written.
  package var spelling: String { self == .catchUp ? "catch_up" : String(describing: self) }

  /// True if it may say how much lateness it puts up with.
  var takesTime: Bool { self == .skip || self == .stop }
}
