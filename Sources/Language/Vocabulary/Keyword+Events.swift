import Vocabulary

extension Keyword {
  /// The words that events begin with, in the order of the grammar.
  static let events: [Keyword] = [
    .button, .zoom, .battery, .person, .shutter, .flip, .tracking_button, .dock, .undock,
    .charging, .object, .tap, .long_press, .background, .foreground, .error,
  ]

  /// An event that begins with it, as it is written behind `on`; nil if none does.
  var event: String? {
    switch self {
    case .button: "button 1"
    case .zoom: "zoom by amount"
    case .battery: "battery below 20%"
    default: Keyword.events.contains(self) ? spelling : nil
    }
  }
}

extension Keyword {
  /// The words that begin what happens in a scene.
  package static var sceneHappenings: [String] {
    [Keyword.press, .hold, .release, .turn, .battery].map(\.spelling)
      + EventKind.allCases.filter { $0.sceneForm == .alone }.map(\.rawValue)
      + [Keyword.fault, .person, .object].map(\.spelling)
  }
}
