import Language
import Motion
import Schedules

// A turn of a counted loop that has come to a decision ends with a cue: so each turn is the same
// cues, and only how many there are is counted, by whoever plays them.

extension ScriptTask.Frame {
  /// How many turns the loop has, without those that have not ended a cue.
  var turnsInCues: Double { turns - turn + cuts }

  /// True if the end of this turn ends the cue where nothing else goes on: the loop is counted, and
  /// another turn could follow one that decides as this one.
  var mayEndCue: Bool { kind == .repeating && hasDecided && turnsInCues > 1 }
}

extension Scheduler {
  /// True if the turns of the innermost loop, which is a counted one, are all alike: nothing goes
  /// on but the running task, or others in counted loops, if the turn has led back to where it
  /// began.
  ///
  /// Beside one that has only so long to go, no turn of a loop is like another. Beside another loop
  /// a turn that leads elsewhere has to be known by its number: how many the other takes in the
  /// meantime is open.
  var countsTurns: Bool {
    let ledBack = leadsBack
    return tasks.others.allSatisfy { other in
      guard let other, other.slot != tasks.running.slot, !other.hasEnded, !other.isFrozen,
        other.fork == nil
      else { return true }
      if let index = other.handler, events.handlers[index].phase == .called { return true }
      if other.frame.mayEndCue || other.outer.contains(where: \.mayEndCue) { return ledBack }
      return other.wait.map { $0.end == nil } ?? false
    }
  }

  /// True if the axes that the running task has moved are where they were when this turn of the
  /// innermost loop began.
  private var leadsBack: Bool {
    guard let pose = tasks.running.frame.pose else { return true }
    return motors.owned(by: tasks.running.slot).members
      .allSatisfy { motors.axes[$0].millidegrees == AxisTracking.millidegrees(pose[$0]) }
  }

  /// Ends the cue where a turn of the innermost loop is over, which is a counted one.
  mutating func askForCountedTurn() {
    guard let node = tasks.running.frame.node else { return }
    let frame = tasks.running.frame
    let times = Int(min(frame.turnsInCues, Double(CountedTurn.mostTimes)))
    var again = CountedTurn(times: times)
    again.place = tasks.running.loops.last?.place ?? []
    again.isLast = frame.turn + 1 >= frame.turns
    tasks.running.decision = PendingDecision(
      statement: node.statement, node: node.id, conditions: [], again: again)
    endPortion(.decision)
  }

  /// Begins another turn of the innermost loop, or ends it, as it has turns left.
  mutating func answerByCount() throws(Halt) {
    try answer(pendingDecision?.again?.isLast == true ? 1 : 0)
  }

  /// Begins another turn of the innermost loop if there is one `again`, else ends it.
  mutating func decide(again: Bool) throws(Halt) {
    guard again else { return close() }
    tasks.running.frame.turn += 1
    tasks.running.frame.cuts += 1
    tasks.running.frame.hasDecided = false
    try turn()
  }

  /// The counted loops in progress.
  var loops: [CountedLoop] {
    tasks.others.flatMap { task in task.map { $0.hasEnded ? [] : $0.loops } ?? [] }
  }
}

/// A counted loop in progress.
struct CountedLoop: Equatable {
  /// Where it stands in the script: the task, and the blocks around it.
  let place: [UInt64]
  /// Which of all counted loops that have begun it is.
  let number: Int
  /// How many turns come after this one.
  let turnsLeft: Int
}

extension ScriptTask {
  /// Its counted loops, from outside to inside.
  var loops: [CountedLoop] {
    var place = path.map { UInt64($0) } + [.max]
    var loops: [CountedLoop] = []
    for frame in outer + [frame] {
      place.append(UInt64(frame.node?.id.index ?? 0))
      guard frame.kind == .repeating else { continue }
      let left = max(0, min(frame.turns - frame.turn - 1, Double(CountedTurn.mostTimes)))
      loops.append(CountedLoop(place: place, number: frame.number, turnsLeft: Int(left)))
    }
    return loops
  }

  /// What of the turn of `frame`, which is none of an open loop, decides what comes.
  ///
  /// Turns that end a cue are all alike; the others are counted, if it is asked for `exactly`.
  func position(ofTurn frame: Frame, exactly: Bool) -> UInt64 {
    guard frame.kind == .repeating else { return frame.turn.bitPattern }
    let counted = exactly ? frame.turn - frame.cuts : 0
    return counted.bitPattern << 1 | (frame.hasDecided ? 1 : 0)
  }
}

extension RunningScript {
  /// The places of the counted loops that are in progress here, and are not in `other`, or have
  /// begun at another time there.
  func loops(notIn other: RunningScript) -> [[UInt64]] {
    let known = Set(other.start.loops.map(\.number))
    return start.loops.filter { !known.contains($0.number) }.map(\.place)
  }
}
