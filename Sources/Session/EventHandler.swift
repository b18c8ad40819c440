import Language
import Schedules
import Vocabulary

/// A handler of a session, as far as its text shows it.
struct EventHandler: Sendable {
  /// Its title, as in `on button 1`; an event has one handler.
  let title: String
  /// The kind of its event; nil if there is no such kind.
  let kind: AwaitedEvent.Kind?

  /// The handler with `parts` in `text`.
  init(_ parts: Outline.Handler, in text: [UInt8]) {
    let event = text[parts.event].split { $0.isBlank }.map { String(decoding: $0, as: UTF8.self) }
    title = (["on"] + event).joined(separator: " ")
    kind = event.first.flatMap(AwaitedEvent.Kind.init)
  }
}

/// A handler in the script of an entry.
struct PlacedHandler: Sendable {
  /// The index of its text in that script.
  enum Place: Sendable { case before, entry, amid }

  let handler: EventHandler
  let place: Place
  /// The line of its statement in that text, from 1.
  let line: Int
}

extension Entry {
  /// The handlers it declares, in order.
  var handlers: [PlacedHandler] {
    outline.statements.compactMap { statement in
      statement.handler.map {
        PlacedHandler(
          handler: EventHandler($0, in: bytes), place: .entry,
          line: bytes[..<statement.range.lowerBound].lineCount)
      }
    }
  }
}

extension ArraySlice<UInt8> {
  /// The number of the line that its end is in, from 1.
  var lineCount: Int { count { $0 == 0x0A } + 1 }
}
