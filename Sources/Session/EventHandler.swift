import Language
import Scheduling

/// A handler that a session has been told: which event it is for, and what it does then.
struct EventHandler {
  private let declaration: Declaration
  private let parts: Outline.Handler
  private let text: [UInt8]
  /// The words of the event.
  let words: [String]

  /// The handler that `declaration` is; nil if it is none.
  init?(_ declaration: Declaration) {
    guard let parts = declaration.handler else { return nil }
    self.declaration = declaration
    self.parts = parts
    text = Array(declaration.text.utf8)
    words = EventHandler.text(text[parts.event]).split { $0 == " " || $0 == "\n" }.map(String.init)
  }

  /// The name under which it is remembered; the same event has one handler.
  static func name(_ event: ArraySlice<UInt8>) -> String {
    "\"on " + text(event).split { $0 == " " || $0 == "\n" }.joined(separator: " ") + "\""
  }

  /// The event, as far as its words tell; `number` gives the value of an expression.
  func event(_ number: (String) -> Double?) -> AwaitedEvent? {
    guard let first = words.first, let kind = AwaitedEvent.Kind(rawValue: first) else { return nil }
    var event = AwaitedEvent(kind)
    var rest = words.dropFirst()
    if let phase = rest.last.flatMap(AwaitedEvent.Phase.init), phase != .any {
      event.phase = phase
      rest.removeLast()
    }
    if kind == .battery { rest = rest.dropFirst() }
    if kind == .button || kind == .battery {
      guard let value = number(rest.joined(separator: " ")) else { return nil }
      event.number = value
    }
    return event
  }

  /// The name under which the event's value is known; nil if it is not.
  var valueName: String? { words.count == 3 && words[0] == "zoom" ? words[2] : nil }

  /// The least time between two, as an expression; nil if there is none.
  var interval: String? { parts.interval.map { EventHandler.text(text[$0]) } }

  /// What it does, as an entry in which everything stands where it does in the handler: the rest of
  /// it is blank.
  var entry: [UInt8] { EventHandler.entry(text, parts) }

  /// What the handler with `parts` in `text` does, as an entry; the rest of the text is blank.
  static func entry(_ text: [UInt8], _ parts: Outline.Handler) -> [UInt8] {
    var shown = parts.condition.map { [$0, parts.body] } ?? []
    if parts.condition == nil, parts.body.count >= 2 {
      shown = [(parts.body.lowerBound + 1)..<(parts.body.upperBound - 1)]
    }
    var entry = text.map { $0 == 0x0A ? $0 : 0x20 }
    for range in shown { entry.replaceSubrange(range, with: text[range]) }
    if let condition = parts.condition {
      // 'when', of which nothing but a blank stands before the condition, becomes 'if'.
      var place = condition.lowerBound
      while place > 0, text[place - 1].isBlank { place -= 1 }
      if place >= 4 { entry.replaceSubrange((place - 4)..<(place - 2), with: "if".utf8) }
    }
    return entry
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes, as: UTF8.self)
  }
}
