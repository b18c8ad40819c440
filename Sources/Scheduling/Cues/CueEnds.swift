import Diagnosis
import Motion
import Quantities
import Schedules

// Where a script waits for the world: its tasks rest, and the cue ends when none has anything
// left to do.

extension Scheduler {
  /// Goes on from where all tasks rest.
  mutating func unpause(until time: Instant = .never) throws(Halt) {
    tasks.unpause(until: time)
    try resumeNext()
    try runTasks()
  }

  /// True if the innermost loop, which may never end, is all that goes on.
  ///
  /// Then each of its turns is a cue.
  var mayPause: Bool {
    tasks.others.allSatisfy { other in
      guard let other, !other.hasEnded, !other.isFrozen, other.fork == nil else { return true }
      if let index = other.handler, events.handlers[index].phase == .called { return true }
      if let wait = other.wait { return wait.end == nil }
      return other.isOpen
    }
  }

  /// Ends a cue: the time until the next one is unknown, so the motors are given back.
  mutating func endCue() throws(Halt) {
    if tasks.isQuiet {
      tasks.running.now = tasks.others.reduce(tasks.lastEnd) { max($0, $1?.lastChange ?? .start) }
      if motors.areTaken, motors.following == nil {
        refuseTurning("when the motors are given back", nil, waits: lastWait)
        try keepPlaces(before: Step(.giveBack, start: milliseconds))
        giveBack()
        motors.forget()
      }
    } else if let next = tasks.next {
      tasks.running.now = next.now
    }
    builder.finish(at: milliseconds)
    checkIdleMotors(until: max(milliseconds, tasks.isQuiet ? goesOn ?? .max : 0))
    checkLateBars()
  }

  /// The statement that has begun to wait last; nil if none waits.
  private var lastWait: SourceSpan? {
    let waiting = tasks.others.compactMap { $0 }.filter { $0.lastChange != nil }
    let last = waiting.max { ($0.lastChange ?? .start) < ($1.lastChange ?? .start) }
    return last.map { span(ofStatement: $0.origin) }
  }

  /// When the cue goes on by itself, in milliseconds; nil if it does not.
  var goesOn: Int32? {
    tasks.next.map { $0.now.milliseconds }
  }
}

extension ScriptTask {
  /// When it began to wait; nil if it does not, or stands still.
  fileprivate var lastChange: Instant? { isFrozen ? nil : wait?.since }

  /// True if it is in a loop that may never end.
  var isOpen: Bool { frame.isOpen || outer.contains(where: \.isOpen) }
}

extension ScriptTask.Frame {
  /// True if it is a loop that may never end.
  var isOpen: Bool {
    kind == .forever || kind == .whilst || kind == .every && first == .infinity
  }
}
