import Diagnosis
import Language
import Schedules

// What may follow a cue: the script where each next cue begins, and what leads there.

/// A script where the cue begins that follows another one.
struct Successor {
  /// The exit that leads there; its target is not known yet.
  var exit: CueSheet.Exit
  /// The script where the cue begins.
  let script: RunningScript
  /// What begins the cue.
  let sign: String
  /// The line of the statement that decides, as in `Step.line`; 0 if nothing does.
  let line: UInt32
  /// The text of the statement that decides; nil if nothing does.
  var place: SourceSpan?
}

extension RunningScript {
  /// The successor by what is awaited as number `index` in `cue`, which begins here, and is a wait;
  /// nil if that cannot come in time, and after an error.
  func successor(
    by index: Int, of cue: Cue, reporting diagnostics: inout Diagnostics
  ) -> Successor? {
    let awaited = cue.awaited[index]
    if awaited.isOverAtOnce { return nil }
    let time = max(awaited.start, awaited.end == nil ? cue.schedule.length : awaited.start)
    let waits = cue.awaited.indices.filter {
      let other = cue.awaited[$0]
      return $0 == index
        || other.policy == nil && other.sign == awaited.sign && other.condition == nil
          && other.slot != awaited.slot && other.isOpen(at: time)
    }
    let next = next(
      after: .event(waits), at: time, from: nil, assuming: index, reporting: &diagnostics)
    return next?.script.map {
      Successor(
        exit: CueSheet.Exit(event: index, target: 0), script: $0, sign: awaited.signWords,
        line: awaited.line, place: span(of: awaited))
    }
  }

  /// The successors by the conditions of `cue`, which begins here, and the one if none of them
  /// holds.
  func decisionSuccessors(
    of cue: Cue, reporting diagnostics: inout Diagnostics
  ) -> [Successor] {
    guard let time = cue.goesOn, !cue.conditions.isEmpty else { return [] }
    var successors: [Successor] = []
    for index in 0...cue.conditions.count {
      let exit = CueSheet.Exit(condition: index < cue.conditions.count ? index : nil, target: 0)
      if let next = successor(
        by: exit, after: .decision(index), at: time, of: cue, reporting: &diagnostics)
      {
        successors.append(next)
      }
    }
    return successors
  }

  /// The successors where a turn of a counted loop is over: another turn, and what stands behind
  /// the loop, to which `last` leads, where its last turn begins.
  func turnSuccessors(
    of cue: Cue, lastTurn last: RunningScript, reporting diagnostics: inout Diagnostics
  ) -> [Successor] {
    guard let time = cue.goesOn, cue.again != nil else { return [] }
    // Where chance decides how long a turn lasts, the last one may end at another time.
    let end = last === self ? time : last.cue(reporting: &diagnostics)?.goesOn ?? time
    let again = successor(
      by: CueSheet.Exit(againTo: 0), after: .decision(0), at: time, of: cue,
      reporting: &diagnostics)
    let exit = CueSheet.Exit(event: nil, target: 0)
    var behind = last.successor(
      by: exit, after: .decision(1), at: end, of: cue, reporting: &diagnostics)
    // A last turn that has nothing left to move may be over before it comes to a cue of its own.
    if behind == nil, last !== self {
      behind = successor(
        by: exit, after: .decision(1), at: time, of: cue, reporting: &diagnostics)
    }
    return [again, behind].compactMap { $0 }
  }

  /// The successor by time alone; nil if `cue` does not go on by itself, or something is decided
  /// then, and after an error.
  func timeSuccessor(
    of cue: Cue, reporting diagnostics: inout Diagnostics
  ) -> Successor? {
    guard let time = cue.goesOn, cue.conditions.isEmpty, cue.again == nil else { return nil }
    let exit = CueSheet.Exit(event: nil, target: 0)
    return successor(by: exit, after: .time, at: time, of: cue, reporting: &diagnostics)
  }

  /// The script where the last turn of the loop `again` comes to the cue that begins here: the axes
  /// are where the turns before it have moved them.
  func lastTurn(of again: CountedTurn) -> RunningScript {
    // Only if what is read decides as before does a turn lead back here.
    for holds in [false, true] {
      let drift = Drift(of: self, deciding: Decisions(holds: holds), in: again.place)
      if let drift, drift.failure == nil {
        return drift.lastTurn
      }
    }
    return self
  }

  private func successor(
    by exit: CueSheet.Exit, after occurrence: Occurrence, at time: Int32, of cue: Cue,
    reporting diagnostics: inout Diagnostics
  ) -> Successor? {
    guard
      let next = next(after: occurrence, at: time, from: nil, reporting: &diagnostics),
      let script = next.script
    else { return nil }
    return Successor(
      exit: exit, script: script, sign: exit.sign(in: cue),
      line: exit.line(in: cue),
      place: next.decider.map(span))
  }
}
