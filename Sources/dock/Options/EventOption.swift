import ArgumentParser
import Diagnosis
import Language
import Rehearsal
import Schedules
import Vocabulary

/// An event as an option gives it: the event as scripts or scenes write it, `@`, and a time, or a
/// line of a scene.
struct EventOption: ExpressibleByArgument {
  /// The events, with their times.
  let happenings: [Happening]

  init?(argument: String) {
    if argument.hasPrefix("at ") {
      guard let happenings = EventOption.happenings(of: argument) else { return nil }
      self.happenings = happenings
      return
    }
    let parts = argument.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    let when = parts[1].drop { $0 == " " }
    guard let time = nanoseconds(String(when)) else { return nil }
    if let event = WorldEvent(words: parts[0].split(separator: " ")) {
      happenings = [.event(event, at: time)]
    } else {
      guard let happenings = EventOption.happenings(of: "at \(when) \(parts[0])") else {
        return nil
      }
      self.happenings = happenings
    }
  }

  /// The events of the scene `text`; nil if it is not a scene.
  private static func happenings(of text: String) -> [Happening]? {
    let file = LoadedFile(identity: "--event", name: "--event", bytes: Array(text.utf8))
    let script = Script(scene: file)
    var found = script.diagnostics
    guard let scene = script.scene(reporting: &found), !found.hasErrors else { return nil }
    return scene.happenings
  }
}

extension WorldEvent {
  /// Creates the event of `words`: `button 1`, `button 2 released`, `zoom -1.5`, `battery 18%`,
  /// `person lost`; nil if they are none.
  fileprivate init?(words: [Substring]) {
    guard let first = words.first, let kind = EventKind(rawValue: String(first)) else {
      return nil
    }
    let second = words.count > 1 ? words[1] : ""
    let phases = words.dropFirst(kind.operand == .number ? 2 : 1)
    switch kind.operand {
    case .number:
      guard let number = Double(second), number >= 1, number == number.rounded(.down) else {
        return nil
      }
      guard let phase = WorldEvent.phase(phases, kind.phases) else { return nil }
      self.init(kind, phase == .any ? .pressed : phase, number: number)
    case .name:
      guard words.count == 2, let value = Double(second), value.isFinite else { return nil }
      self.init(kind, value: value)
    case .share:
      guard words.count == 2, second.last == "%", let share = Double(second.dropLast()),
        (0...100).contains(share)
      else { return nil }
      self.init(kind, number: share / 100)
    case .phase, .nothing:
      guard let phase = WorldEvent.phase(phases, kind.phases) else { return nil }
      self.init(kind, phase)
    }
  }

  /// The phase in `words`, `any` if there are no words; nil if they are something else.
  private static func phase(
    _ words: ArraySlice<Substring>, _ known: [EventPhase]
  ) -> EventPhase? {
    guard let word = words.first else { return .any }
    return words.count == 1 ? known.first { $0.rawValue == word } : nil
  }
}
