import Schedules

/// The computation of the next cue, while the motors continue with their last command.
struct Decision: Sendable {
  /// The first that the event has come for, or whose time is over; nil if the script goes on by
  /// itself.
  let awaited: Awaited?
  /// The script, stopped there.
  let rest: any Continuation

  /// The look at what comes of `occurrence` in `cue`, which `rest` continues.
  init(_ occurrence: Occurrence, of cue: Cue, _ rest: any Continuation) {
    self.rest = rest
    switch occurrence {
    case .event(let indices, _): awaited = indices.first.map { cue.awaited[$0] }
    case .decision, .located: awaited = nil
    case .time: awaited = cue.awaited.first { $0.policy == nil && $0.end == cue.goesOn }
    }
  }

  /// Why the script cannot go on if this has not been worked out in time.
  var overdue: CueFailure { rest.overdue(awaited) }
}
