import Diagnosis
import Language
import Schedules
import Vocabulary

extension Scheduler {
  /// The event that `view` describes.
  mutating func event(_ view: EventView) throws(Halt) -> AwaitedEvent {
    var event = AwaitedEvent(kind: view.kind, phase: view.phase)
    if event.kind == .button || event.kind == .battery {
      let number = try value(view.value)
      let isPossible =
        event.kind == .battery
        ? (0...1).contains(number)
        : Int(exactly: number).map(EventKind.buttons.contains) ?? false
      guard isPossible else {
        throw halt(
          .outOfRange(
            event.kind == .battery
              ? "a charge is between 0% and 100%"
              : "the buttons are numbered from 1 to \(EventKind.buttons.upperBound)",
            at: span(of: view.value),
            event.kind == .battery ? "100% is a full battery" : "'button 1' is the first"))
      }
      event.number = number
    }
    return event
  }
}
