import Diagnosis
import Language
import Printing
import Quantities

extension Scheduler {
  /// Begins `every`, whose turns stand on a grid.
  mutating func perform(_ every: EveryStatement) throws(Halt) {
    let what = "the time between two iterations"
    let period = try time(every.period, what: what)
    if Nanoseconds(nearest: period) < Scheduler.tick {
      throw notPositive(what, period, every.period, "s")
    }
    var length = Double.infinity
    if let node = every.length { length = try time(node, what: "the length of a loop") }
    open(.every, every.body, of: every.view)
    tasks.running.frame.step = Nanoseconds.count(in: period)
    tasks.running.frame.first = Nanoseconds.count(in: length)
    tasks.running.frame.remainder = tasks.running.remainder
    tasks.running.frame.since = now
    tasks.running.frame.cue = tasks.cue
    try begin(every.view)
  }

  /// Waits for the end of the turn of an `every`, or begins the next one once it has come.
  mutating func closeTurn(ofGrid frame: ScriptTask.Frame) throws(Halt) {
    let turn = frame.turn + 1
    let elapsed = Double((now - frame.since).count)
    // The grid is exact, also where its period is no whole number of nanoseconds.
    let exact = min(turn * frame.step, frame.first) + frame.remainder
    let end = exact.rounded()
    if elapsed > end + 1 { throw overrun(frame, end: end, elapsed) }
    if let node = frame.node { tasks.running.origin = node.start }
    if elapsed < end {
      try hold(Nanoseconds(Int(end - elapsed)))
      if now >= tasks.horizon { try yield() }
    } else {
      tasks.running.remainder = exact - elapsed
      if turn * frame.step > frame.first - 0.5 { return close() }
      tasks.running.frame.turn = turn
      tasks.running.frame.cue = tasks.cue
      try self.turn()
      if frame.isOpen, frame.cue == tasks.cue {
        let before = Nanoseconds(Int((turn - 1) * frame.step))
        pauseTurn(since: frame.since + before)
      }
    }
  }

  /// Warns that the running task waits for an event without an end in a turn of an `every`, unless
  /// a race may end that.
  mutating func checkTurnOfWait() {
    guard !findings.isPlayed, let frame = frameOfTurn,
      case .every(let every)? = frame.node?.statement,
      isNew(.overrun)
    else { return }
    report(
      .mayOverrun(
        given: Nanoseconds.seconds(in: frame.step), at: statementSpan, every: span(of: every.period)
      ))
  }

  /// The innermost `every` in whose turn the running task is, but for the branches of a race.
  private var frameOfTurn: ScriptTask.Frame? {
    var task = tasks.running
    while true {
      let frames = task.outer + [task.frame]
      if let every = frames.last(where: { $0.kind == .every }) { return every }
      guard let outer = task.parent >= 0 ? tasks.others[task.parent] : nil, let fork = outer.fork,
        !fork.isRace
      else { return nil }
      task = outer
    }
  }

  @inline(never)
  private mutating func overrun(
    _ frame: ScriptTask.Frame, end: Double, _ elapsed: Double
  ) -> Halt {
    let begun = frame.turn * frame.step
    var place = statementSpan
    if case .every(let every)? = frame.node?.statement {
      // What has too little time in it was given more to go on, and is reported.
      let isLonger = findings.reporter.all.contains { found in
        found.code == .tooFast && found.severity == .error
          && (found.span?.start ?? 0) > every.view.start
      }
      if isLonger { return Halt() }
      place = span(of: every.period)
    }
    let isLast = end - begun < frame.step - 0.5
    return halt(
      .overrun(
        seconds: Nanoseconds.seconds(in: elapsed - begun),
        given: Nanoseconds.seconds(in: end - begun),
        whole: isLast ? Nanoseconds.seconds(in: (frame.turn + 1) * frame.step) : nil, at: place))
  }
}

extension Diagnostic {
  /// An iteration of an 'every' that takes longer than it may; `whole` is how long the loop would
  /// have to last for its last iteration to have a whole period, nil if it has.
  fileprivate static func overrun(
    seconds: Double, given: Double, whole: Double?, at span: SourceSpan
  ) -> Diagnostic {
    let (taken, given) = (decimal(seconds), decimal(given))
    return Diagnostic(
      .overrun, "an iteration takes \(taken)s, but has only \(given)s", at: span,
      notes: [
        whole.map {
          "the last iteration has what is left; 'for \(decimal($0))s' gives it a whole period"
        }
          ?? "make the period longer, or let each iteration do less"
      ])
  }

  /// The warning of a wait that may last longer than the turn of an 'every' in which it stands.
  fileprivate static func mayOverrun(given: Double, at span: SourceSpan, every: SourceSpan)
    -> Diagnostic
  {
    Diagnostic(
      .overrun, "nobody knows how long this takes, but an iteration has only \(decimal(given))s",
      at: span,
      severity: .warning, labels: [Diagnostic.Label(every, "the next iteration begins then")],
      notes: ["an iteration that takes longer ends the show: say how long it waits at most"])
  }
}
