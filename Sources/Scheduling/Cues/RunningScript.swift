import Diagnosis
import Language
import Motion
import Quantities
import Schedules

/// A script stopped where a cue begins.
///
/// It keeps the scheduler as it was then. For each event, the cue is run again from there up to the
/// time of the event: so nothing has to be undone, and every run is the same.
final class RunningScript: Continuation, @unchecked Sendable {
  /// All tasks rest; never changed.
  let start: Scheduler
  let holdsMotors: Bool
  /// The moves that its cue goes on with, and that take longer than planned.
  private let delays: [Cue.Delay]
  /// By how much longer motions of its cue take.
  private let overtime: [Overtime]

  init(_ start: Scheduler, delays: [Cue.Delay] = [], overtime: [Overtime] = []) {
    (self.start, self.delays, self.overtime) = (start, delays, overtime)
    holdsMotors = start.motors.areTaken
  }

  /// The script, or the test of `compilation`, before it begins, or where it is to begin; it is
  /// planned `portion` steps at a time.
  convenience init?(
    _ program: CheckedProgram, for compilation: Compilation, portion: Int = .max,
    reporting diagnostics: inout Diagnostics
  ) {
    var scheduler = Scheduler(program, for: compilation, reporter: diagnostics)
    scheduler.goal = Goal(program, compilation)
    do throws(Halt) {
      try scheduler.begin()
    } catch {
      diagnostics = scheduler.findings.reporter
      return nil
    }
    scheduler.rest()
    scheduler.tasks.enqueue(scheduler.tasks.running.slot)
    scheduler.tasks.pause()
    if let goal = scheduler.goal {
      let script = RunningScript(scheduler).advanced(to: goal, reporting: &diagnostics)
      guard let start = script?.start else { return nil }
      scheduler = start
    }
    scheduler.portion.size = portion
    self.init(scheduler)
  }

  /// The cue that begins here; nil after an error.
  func cue(reporting diagnostics: inout Diagnostics) -> Cue? {
    var scheduler = start.snapshot()
    scheduler.findings.reporter = diagnostics
    defer { diagnostics = scheduler.findings.reporter }
    scheduler.findings.delays = delays
    var opening = scheduler.opening
    do throws(Halt) {
      try scheduler.unpause()
      let keepsMotors = !scheduler.tasks.isQuiet || scheduler.motors.following != nil
      opening.goesOn = scheduler.tasks.isPaused && keepsMotors
      if scheduler.tasks.isPaused { try scheduler.endCue() } else { try scheduler.end() }
      if !scheduler.findings.reporter.hasErrors { scheduler.verify(from: opening) }
    } catch {
      return nil
    }
    let isOver = !scheduler.tasks.isPaused
    let isAwaiting = !scheduler.events.awaited.allSatisfy { $0.policy == nil && $0.isOverAtOnce }
    let handlings = scheduler.events.handlings + scheduler.underWay
    scheduler.builder.keep(
      scheduler.events.awaited, handlings, limits: opening.limits,
      destinations: scheduler.program.destinationsOfHandlers)
    var schedule = scheduler.builder.schedule
    schedule.visits = scheduler.visits
    var cue = Cue(
      schedule: schedule, holdsMotors: holdsMotors,
      awaited: scheduler.events.awaited,
      goesOn: isOver ? nil : scheduler.goesOn, isLast: isOver,
      rest: isOver && !isAwaiting ? nil : self)
    cue.continues = scheduler.portion.end == .size
    cue.endsForTest = cue.goesOn != nil && scheduler.tasks.onlyTimerIsReady
    if let decision = scheduler.pendingDecision {
      (cue.conditions, cue.again) = (decision.conditions, decision.again)
      cue.conditionsLine = scheduler.builder.line(of: program(decision.node).start)
    }
    if let turn = scheduler.pendingTurn {
      cue.subject = turn.subject
      cue.conditionsLine = scheduler.builder.line(of: turn.move.start)
    }
    cue.isEntered = scheduler.program.program.isEntered
    cue.handlings = handlings
    cue.delays = scheduler.findings.delays
    cue.spent = scheduler.evaluator.allowance.spent
    (cue.turning, cue.limits) = (opening.turning, opening.limits)
    for axis in AxisSet.all.members where holdsMotors && start.motors.axes[axis].certainty == .known
    {
      cue.unknown.subtract(AxisSet(axis))
    }
    cue.handlerLimits = scheduler.builder.limits(scheduler.events.scriptLimits)
    return cue
  }

  /// The consequence of an occurrence; see `Consequence`.
  struct Next {
    /// The script where the cue begins that follows; nil if none does.
    var script: RunningScript?
    var taken: [Int] = []
    var dropped: [Int] = []
    /// The statement that decides; nil if nothing does.
    var decider: NodeID?
  }

  /// What comes of `occurrence` at `time` milliseconds, where the condition of what is awaited as
  /// number `assumed` is taken to hold, when the script is checked or when it `isPlayed`; nil after
  /// an error.
  func next(
    after occurrence: Occurrence, at time: Int32, from pose: PerAxis<Double>?,
    assuming assumed: Int? = nil, isPlayed: Bool = false, reporting diagnostics: inout Diagnostics
  ) -> Next? {
    var scheduler = start.snapshot()
    scheduler.findings.isRun = isPlayed
    // What was dropped when this cue began is told of in it.
    scheduler.events.handlings = []
    scheduler.findings.reporter = diagnostics
    defer { diagnostics = scheduler.findings.reporter }
    do throws(Halt) {
      let isTime = occurrence.isTime
      // All that happens up to that millisecond has happened.
      try scheduler.unpause(until: isTime ? .never : Instant(endOf: Milliseconds(time)))
      guard scheduler.tasks.isPaused else {
        guard scheduler.events.isCall(occurrence) else { throw Halt() }
        return Next()
      }
      scheduler.tasks.stopTime = .never
      if scheduler.tasks.isQuiet { try scheduler.endCue() }
      let delays = scheduler.prolong(by: overtime, after: time)
      scheduler.visits = [:]
      let decider = scheduler.pendingDecision?.node
      let (taken, dropped) = try scheduler.meet(occurrence, at: time, assuming: assumed)
      guard isTime || !taken.isEmpty else {
        return Next(dropped: dropped)
      }
      let leadsToMode = isTime && scheduler.portion.end == .mode
      try scheduler.beginCue(at: time)
      if leadsToMode { try scheduler.goOnFromTrial() }
      if !scheduler.motors.areTaken, let pose { scheduler.look(at: pose) }
      return Next(
        script: RunningScript(scheduler, delays: delays), taken: taken, dropped: dropped,
        decider: decider)
    } catch {
      return nil
    }
  }

  /// The script at some time of a cue, where its handlers are tried out.
  struct TrialStart {
    fileprivate let scheduler: Scheduler

    /// The script as it is when mode `number` begins, with nothing before it; nil after an error.
    func entering(_ number: Int, reporting diagnostics: inout Diagnostics) -> RunningScript? {
      var alone = scheduler.snapshot()
      alone.findings.reporter = diagnostics
      defer { diagnostics = alone.findings.reporter }
      do throws(Halt) {
        alone.allowDecision()
        try alone.enterAlone(number)
      } catch {
        return nil
      }
      return RunningScript(alone)
    }

    /// The handler that `awaited` calls for, alone and with nothing moving, under the limits that
    /// hold then; nil after an error.
    func alone(
      _ awaited: Awaited, reporting diagnostics: inout Diagnostics
    ) -> RunningScript? {
      var alone = scheduler.snapshot()
      alone.findings.reporter = diagnostics
      defer { diagnostics = alone.findings.reporter }
      do throws(Halt) {
        alone.allowDecision()
        try alone.callAlone(awaited.slot)
      } catch {
        return nil
      }
      return RunningScript(alone)
    }
  }

  /// The script at `time` milliseconds of the cue, or when the cue is over; nil after an error.
  func trialStart(at time: Int32?, reporting diagnostics: inout Diagnostics) -> TrialStart? {
    var scheduler = start.snapshot()
    scheduler.findings.reporter = diagnostics
    defer { diagnostics = scheduler.findings.reporter }
    do throws(Halt) {
      try scheduler.unpause(until: time.map { Instant(endOf: Milliseconds($0)) } ?? .never)
    } catch {
      return nil
    }
    if !scheduler.tasks.isPaused {
      scheduler.rest()
      scheduler.tasks.pause()
    }
    scheduler.tasks.stopTime = .never
    return TrialStart(scheduler: scheduler)
  }

  func consequence(
    of occurrence: Occurrence, at time: Int32, from pose: PerAxis<Double>?
  ) throws(CueFailure) -> Consequence {
    var found = Diagnostics()
    guard
      let next = next(
        after: occurrence, at: time, from: pose, isPlayed: true, reporting: &found)
    else {
      throw failure(found)
    }
    guard let script = next.script else { return Consequence(dropped: next.dropped) }
    guard let cue = script.cue(reporting: &found), !found.hasErrors else { throw failure(found) }
    return Consequence(cue: cue, taken: next.taken, dropped: next.dropped)
  }

  func prolonged(by overtime: [Overtime]) -> any Continuation {
    RunningScript(start, delays: delays, overtime: overtime)
  }

  func cancel() { start.evaluator.allowance.cancel() }

  func overdue(_ awaited: Awaited?) -> CueFailure {
    var found = Diagnostics()
    found.report(.overdueDecision(at: awaited.map(span)))
    return failure(found)
  }

  private func failure(_ found: Diagnostics) -> CueFailure {
    guard let error = found.all.first(where: { $0.severity == .error }) else {
      return CueFailure(message: "nothing waits for that", line: 0)
    }
    var lines = start.builder.lines
    let place = error.span.map { lines.place(of: $0.start) }
    return CueFailure(
      message: error.message, line: place.map { Step.line($0.line, inFile: $0.file) } ?? 0,
      diagnostic: error)
  }

  /// The node with the number `id`.
  func program(_ id: NodeID) -> NodeView { start.program.program.tree.view(id) }

  /// The text of the statement that waits for `awaited`.
  func span(of awaited: Awaited) -> SourceSpan { span(of: NodeID(awaited.node)) }

  /// The text of the statement `node`.
  func span(of node: NodeID) -> SourceSpan {
    start.program.program.statementSpan(at: program(node).start)
  }

  /// Where the script is, as far as it decides what comes: two of the same position go on alike.
  var position: [UInt64] { start.position }

  /// The places of its tasks, each with what the tasks beside it do: see `Scheduler`.
  var taskPlaces: [[UInt64]] { start.taskPlaces }

  /// All that decides what comes: two of the same state go on the same way.
  var state: ScriptState { ScriptState(of: start, at: position) }
}

extension Scheduler {
  /// See `RunningScript.position`.
  fileprivate var position: [UInt64] {
    var position: [UInt64] = [motors.areTaken ? 1 : 0, UInt64(motors.heldLimits)]
    // A cue has yet to begin where the axes come to rest that the tracker has turned.
    position.append(motors.restsAt.map { UInt64(max(0, $0)) + 1 } ?? 0)
    for case let task? in tasks.others where !task.hasEnded {
      let handler = task.handler.map { events.handlers[$0].handler.statement.id.index }
      position += task.position + [UInt64(handler ?? 0)]
    }
    // Of those that hold, where they stand and what the player calls them.
    for final in finals.entries {
      let number = UInt64(UInt32(bitPattern: final.number ?? 0))
      position += [number << 32 | UInt64(final.origin), UInt64(final.slot + 1)]
    }
    if events.hasSpentExit { position.append(2) }
    return beginning == nil ? position : position + [1]
  }
}

extension Scheduler {
  /// Of each line of execution, the place to which it has come, without times, and whether each of
  /// those beside it has ended, waits, or has something to do.
  ///
  /// Branches share nothing that moves where one of them waits for the world. So it makes no
  /// difference to one of them at which place another one waits, or moves.
  fileprivate var taskPlaces: [[UInt64]] {
    let lines = tasks.others.compactMap { $0 }.filter { $0.fork == nil && !$0.hasEnded }
    return lines.map { line in
      var place: [UInt64] = [motors.areTaken ? 1 : 0]
      var above: [Int] = []
      var next: ScriptTask? = line
      while let task = next {
        place += task.position(exactly: false)
        above.append(task.slot)
        next = task.parent >= 0 ? tasks.others[task.parent] : nil
      }
      for case let other? in tasks.others where !above.contains(other.slot) {
        place += [UInt64(other.slot), other.activity]
      }
      return place
    }
  }
}

extension ScriptTask {
  /// What it does, roughly.
  fileprivate var activity: UInt64 {
    if hasEnded { return 0 }
    return wait.map { $0.end == nil ? 1 : 2 } ?? 3
  }

  fileprivate var position: [UInt64] { position(exactly: true) }

  /// Where it is, with how long it still waits or rests if `exactly` that is asked.
  fileprivate func position(exactly: Bool) -> [UInt64] {
    let beginning = UInt64(first?.id.index ?? 0)
    var position = [UInt64(slot), beginning]
    position.append(UInt64(following?.axes.rawValue ?? 0))
    position.append(UInt64(turn?.move.id.index ?? 0))
    position.append(decision.map { UInt64($0.node.index) << 1 | ($0.isTurn ? 1 : 0) } ?? 0)
    let end = wait.map { $0.end?.milliseconds ?? 0 } ?? -1
    let present = wait == nil && fork == nil ? now : .start
    for time in [present.milliseconds, rest.nearestMilliseconds, end] where exactly {
      position.append(UInt64(bitPattern: Int64(time)))
    }
    for frame in outer + [frame] {
      let next = UInt64(frame.rest.position)
      let node = UInt64(frame.node?.id.index ?? 0)
      position += [UInt64(frame.kind.rawValue) << 32 | next, node]
      if exactly, frame.kind == .every, frame.first < .infinity {
        position.append(UInt64(bitPattern: Int64(frame.since.milliseconds)))
      }
      // The present is 0: of a loop that may never end, whether its turn has taken time.
      let isUnderWay = frame.since < min(.start, present)
      let hasPassed = frame.hasMetEvent || isUnderWay
      position.append(
        frame.isOpen ? hasPassed ? 1 : 0 : self.position(ofTurn: frame, exactly: exactly))
    }
    return position
  }
}
