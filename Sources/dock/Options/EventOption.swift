import Diagnosis
import Language
import Rehearsal
import Schedules
import Vocabulary

/// An event as an option gives it: the event as scripts or scenes write it, `@`, and a time, or a
/// line of a scene.
enum EventOption {
  /// What the script is told, at so many nanoseconds.
  case told(WorldEvent, at: Int)
  /// What happens, as a line of a scene.
  case line(String)

  init(reading argument: String) throws(RefusedValue) {
    if argument.hasPrefix("at ") {
      self = .line(argument)
      return
    }
    let parts = argument.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2 else {
      throw RefusedValue("write the event, '@', and a time, as in 'button 1@3s'")
    }
    let when = parts[1].drop { $0 == " " }
    let time = try nanoseconds(String(when))
    let words = parts[0].split(separator: " ")
    let event = WorldEvent(words: words)
    if event == nil, let kind = words.first.flatMap({ EventKind(rawValue: String($0)) }) {
      switch kind.operand {
      case .number:
        throw RefusedValue(
          "write '\(kind.rawValue) 1' or '\(kind.rawValue) 1 released'; "
            + "there are \(EventKind.buttons.lowerBound) to \(EventKind.buttons.upperBound)")
      case .name: throw RefusedValue("write '\(kind.rawValue)' and a number, as in 'zoom -1.5@3s'")
      case .share, .phase, .nothing: break
      }
    }
    if let event, !event.kind.changesTheWorld {
      self = .told(event, at: time)
    } else {
      self = .line("at \(when) \(parts[0])")
    }
  }
}

extension EventKind {
  /// True if it is not enough to be told of it: the phone is in the dock or not, the app on the
  /// screen or not, and the battery of the dock has some charge.
  fileprivate var changesTheWorld: Bool {
    switch self {
    case .dock, .undock, .background, .foreground, .battery, .charging: true
    default: false
    }
  }
}

extension [EventOption] {
  /// What the script is told that does not come from the world.
  var told: [Happening] {
    compactMap { option in
      if case .told(let event, let time) = option { .event(event, at: time) } else { nil }
    }
  }

  /// The scene of the lines, all together, and what is wrong with them; nil if there are none.
  func scene() -> (scene: Rehearsal.Scene?, found: Diagnostics, sources: SourceMap)? {
    let lines = compactMap { option in
      if case .line(let text) = option { text } else { nil }
    }
    guard !lines.isEmpty else { return nil }
    let text = lines.joined(separator: "\n")
    let script = Script(
      scene: LoadedFile(identity: "--event", name: "--event", bytes: [UInt8](text.utf8)))
    var found = script.diagnostics
    let scene = script.scene(reporting: &found)
    return (found.hasErrors ? nil : scene, found, script.sources)
  }
}

extension [EventOption] {
  /// What is wrong with the first line that is wrong, and how to mend it; nil if all are right.
  var mistake: String? {
    guard let (_, found, sources) = scene(),
      let error = found.all.first(where: { $0.severity == .error })
    else { return nil }
    let words = error.span.map { sources.text(of: $0) } ?? ""
    let place = words.isEmpty ? "" : " at '\(words)'"
    let help = error.fixIts.first.map { "; \($0.title)" } ?? ""
    return "'--event'\(place): \(error.message)\(help)"
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
      guard let number = Double(second),
        number == number.rounded(.down), EventKind.buttons.contains(Int(exactly: number) ?? 0)
      else {
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
