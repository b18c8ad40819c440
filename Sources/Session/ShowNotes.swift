import Hardware
import Playback
import Plotting
import Printing
import Quantities
import Reasons
import Rehearsal
import Schedules
import Vocabulary

/// The notes of a show.
struct ShowNotes: Sendable {
  /// A call of a handler.
  struct Call: Sendable {
    let handler: EventHandler
    /// When, in nanoseconds of the show.
    let time: Int
  }

  /// The handlers that may be called, by their lines, as in `Step.line`.
  private let handlers: [UInt32: EventHandler]
  /// The lines of its log, in order.
  private(set) var lines: [String] = []
  /// The state of tracking that it sets from now on; nil if it sets none.
  private(set) var tracking: Bool?
  private(set) var calls: [Call] = []
  /// The values of the counts that it has changed.
  private(set) var counts: [String: Int] = [:]
  /// What the performance told of that a picture shows, or an answer to why.
  private(set) var told: [PlaybackEvent] = []
  /// The events it met, without those that the dock sends of its own accord.
  private var events: [WorldEvent] = []
  private let model: DockModel

  init(_ cue: Cue, calling handlers: [UInt32: EventHandler]) {
    self.handlers = handlers
    model = cue.schedule.model
    calls = cue.handlings.compactMap { handlers[$0.line] }.map { Call(handler: $0, time: 0) }
    look(at: cue.schedule)
  }

  /// Records `event`; returns the line for it, if there is one.
  @discardableResult
  mutating func note(_ event: PlaybackEvent) -> String? {
    if TimePlot.draws(event) || RunStory.tells(of: event) { told.append(event) }
    switch event.kind {
    case .note(let note) where note.kind == .choose: return say("choose \(note.text)")
    case .note(let note): return say("\(note.kind.rawValue.padded(to: 6))\(note.text)")
    case .cue(let schedule, _): look(at: schedule)
    case .event(let what, let lines, _):
      for line in lines { call(line, for: what, at: event.time) }
      return meet(what, at: event.time)
    case .counted(let name, let value):
      counts[name] = value
      return say("count \(name) is \(value)")
    default: break
    }
    return nil
  }

  /// The number of its events that are not in `heard`, and the events in `heard` that it did not
  /// get.
  func met(without heard: [WorldEvent]) -> (count: Int, unmet: [WorldEvent]) {
    var unmet = heard
    let others = events.filter { event in
      guard let index = unmet.firstIndex(of: event) else { return true }
      unmet.remove(at: index)
      return false
    }
    return (others.count, unmet)
  }

  /// Records that `event` was handled at `line`; a wait at that line is not a handler.
  private mutating func call(_ line: UInt32, for event: WorldEvent, at time: Int) {
    guard let handler = handlers[line], handler.kind == event.kind else { return }
    calls.append(Call(handler: handler, time: time))
  }

  private mutating func meet(_ event: WorldEvent, at time: Int) -> String {
    let sent = events.last.map { model.events(sentAfter: $0.kind) } ?? []
    if !sent.contains(event.kind) { events.append(event) }
    return say("event \(event.description), at \(decimal(Nanoseconds(time)))s")
  }

  private mutating func say(_ line: String) -> String {
    lines.append(line)
    return line
  }

  /// Each cue sets tracking again, if the script has set it.
  private mutating func look(at schedule: Schedule) {
    tracking = schedule.steps.last { $0.kind == .tracking }.map(\.wantsTracking)
  }
}
