import Diagnosis

extension Parser {
  // MARK: - Concurrency and events

  /// Reads an event.
  ///
  ///     event = "button" expression [ "pressed" | "released" ] | "zoom" "by" name
  ///           | "battery" "below" expression | "person" [ "lost" | "speaking" ]
  ///           | "shutter" | "flip" | "tracking_button" | "dock" | "undock" | "charging"
  ///           | "object" | "tap" | "long_press" | "background" | "foreground" | "error" .
  mutating func event() throws(Unreadable) -> NodeID {
    skipFillers()
    guard let keyword = keywordHere, keyword.event != nil else {
      throw fail(unknownEvent())
    }
    let node = add(.event, at: token.start, detail: keyword.rawValue)
    advance()
    var children = Children(of: node)
    switch keyword {
    case .button:
      children.append(try numberOfEvent(), as: .value, in: tree)
      tree[node].flags = take(.pressed) ? 1 : take(.released) ? 2 : 0
    case .zoom:
      guard take(.by) else { throw fail { $0.missingAmount() } }
      children.append(try label("a name"), as: .label, in: tree)
    case .battery:
      guard take(.below) else { throw fail { $0.missingBelow() } }
      children.append(try numberOfEvent(), as: .value, in: tree)
    case .person: tree[node].flags = take(.lost) ? 1 : take(.speaking) ? 2 : 0
    default: break
    }
    return node
  }

  /// Reads the number of an event, behind which `and` and `or` join no conditions.
  mutating func numberOfEvent() throws(Unreadable) -> NodeID {
    inEvent = true
    let number = try expression()
    inEvent = false
    return number
  }
}
