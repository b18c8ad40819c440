import Diagnosis
import Hardware
import Language
import Motion
import Schedules
import Vocabulary

// A script is played from one of its marks, as it is there if nothing came before.

/// How a script stands at one of its marks, which the dock and the phone are brought to first.
struct MarkState {
  /// The mark.
  let mark: MarkStatement
  /// Where the axes are if nobody has been there to be followed, in millidegrees; nil of those that
  /// the dock lacks.
  let pose: PerAxis<Int32?>
  /// True if the script has the motors there.
  let holdsMotors: Bool
  /// What the phone has been asked for, as far as it matters.
  let calls: [PhoneCall]
}

extension CheckedProgram {
  /// The marks between the statements of the script, in their order.
  package var marks: [(name: String, mark: MarkStatement)] {
    script.statements.compactMap { node in
      guard case .mark(let mark) = node.statement else { return nil }
      return (program.tree.strings[mark.name.index], mark)
    }
  }
}

/// Runs a checked program up to `mark`, as if nothing came, and returns the cue that begins there.
///
/// A wait ends by its timeout, else by its first event. The dock goes first to where it is then.
///
/// - Returns: the cue, or nil if there was an error, or the script does not come there at rest.
package func cue(
  of program: CheckedProgram, from mark: MarkStatement, for compilation: Compilation,
  reporting diagnostics: inout Diagnostics
) -> Cue? {
  RunningScript(program, for: compilation, reporting: &diagnostics)?
    .advanced(to: mark, reporting: &diagnostics)?.cue(reporting: &diagnostics)
}

extension RunningScript {
  /// The script where it comes to `mark`; nil after an error, or if it does not come there.
  func advanced(
    to mark: MarkStatement, reporting diagnostics: inout Diagnostics
  ) -> RunningScript? {
    var (script, calls): (RunningScript, [PhoneCall]) = (self, [])
    for _ in 0..<CueSheet.limit {
      var scheduler = script.start.snapshot()
      scheduler.findings.reporter = diagnostics
      scheduler.goal = mark.id
      do throws(Halt) { try scheduler.unpause() } catch {
        diagnostics = scheduler.findings.reporter
        return nil
      }
      calls += scheduler.builder.schedule.calls
      if scheduler.hasReachedGoal {
        return script.beginning(scheduler, at: mark, calls, reporting: &diagnostics)
      }
      guard scheduler.tasks.isPaused, let cue = script.cue(reporting: &diagnostics),
        let (occurrence, time) = cue.quietExit,
        let next = script.next(
          after: occurrence, at: time, from: nil, assuming: cue.firstWait,
          reporting: &diagnostics)?.script
      else { return nil }
      script = next
    }
    return nil
  }

  /// The script of `scheduler`, which has come to `mark` after `calls` to the phone, as it begins
  /// there; nil if it is in the midst of a motion.
  private func beginning(
    _ scheduler: Scheduler, at mark: MarkStatement, _ calls: [PhoneCall],
    reporting diagnostics: inout Diagnostics
  ) -> RunningScript? {
    var scheduler = scheduler
    defer { diagnostics = scheduler.findings.reporter }
    guard !scheduler.motors.isAnyTurning, scheduler.motors.following == nil else {
      scheduler.findings.report(.turningAtMark(at: scheduler.span(ofStatement: mark.start)))
      return nil
    }
    let axes = scheduler.motors.axes
    var pose = PerAxis<Int32?>(all: nil)
    for axis in AxisSet.all.members where scheduler.builder.limits(0)[axis] != nil {
      pose[axis] = axes[axis].millidegrees
    }
    let state = MarkState(
      mark: mark, pose: pose, holdsMotors: scheduler.motors.areTaken,
      calls: calls.lasting + (scheduler.phone.recording == nil ? [] : [.record(.start)]))
    do throws(Halt) {
      try scheduler.beginCue(at: scheduler.milliseconds)
    } catch {
      return nil
    }
    let limits = scheduler.motors.heldLimits
    scheduler.motors = Motors(
      at: scheduler.compilation.from, tracking: scheduler.motors.wantedTracking)
    scheduler.motors.heldLimits = limits
    for axis in AxisSet.all.members {
      scheduler.builder.assume(axis, at: scheduler.compilation.from[axis])
    }
    (scheduler.goal, scheduler.hasReachedGoal) = (nil, false)
    (scheduler.phone.face, scheduler.phone.zoom) = (.init(), .init())
    scheduler.phone.sounds = []
    scheduler.beginning = state
    return RunningScript(scheduler)
  }
}

extension Scheduler {
  /// Stops at `mark` if that is where the script is played from; ends the script if it is played
  /// no further.
  mutating func perform(_ mark: MarkStatement) throws(Halt) {
    try leave(.mark, named: mark.name)
    if mark.id == compilation.stop { tasks.running.frame.rest = NodeList() }
    guard mark.id == goal else { return }
    hasReachedGoal = true
    rest()
    tasks.enqueue(tasks.running.slot)
    tasks.pause()
  }

  /// Brings the phone and the dock to `state`; the running task is the script itself.
  mutating func begin(in state: MarkState) throws(Halt) {
    tasks.running.origin = state.mark.start
    for call in state.calls { try emit(call) }
    for entry in finals.entries { try arm(entry) }
    var step = Step(.move, start: milliseconds)
    var duration = MoveDuration()
    for axis in AxisSet.all.members {
      guard let target = state.pose[axis], let limit = limit(of: axis),
        target != motors.axes[axis].millidegrees
      else { continue }
      step.axes.insert(AxisSet(axis))
      step.assumed.insert(AxisSet(axis))
      (step.from[axis], step.to[axis]) = (motors.axes[axis].millidegrees, target)
      duration.add(axis, of: step, at: 0, .plain, within: limit)
    }
    if !step.axes.isEmpty || state.holdsMotors { try take(step.axes) }
    if !step.axes.isEmpty {
      step.length = duration.shortestLength(atLeast: 0) ?? 0
      try emit(step)
      let length = Int64(step.length) * 1_000_000
      try pass(length, moving: step.axes)
      for axis in step.axes.members {
        motors.arrive(axis, at: Double(step.to[axis]) / 1000, isAbsolute: true)
      }
      evaluator.stack.shiftTempos(by: length)
      tasks.others[0]?.values.shiftTempos(by: length)
    }
    if !state.holdsMotors { giveBack() }
    try leave(.mark, named: state.mark.name)
  }
}

extension Cue {
  /// The first wait that an event ends.
  fileprivate var firstWait: Int? { awaited.indices.first { awaited[$0].policy == nil } }

  /// How it goes on if nothing comes: by itself, else by its first wait; nil if it does not.
  fileprivate var quietExit: (occurrence: Occurrence, time: Int32)? {
    if let goesOn { return (.time, goesOn) }
    guard let firstWait else { return nil }
    return (.event([firstWait]), max(awaited[firstWait].start, schedule.length))
  }
}

extension Schedule {
  /// The calls to the phone, without the time that they take.
  fileprivate var calls: [PhoneCall] {
    steps.compactMap { step in
      guard step.start >= 0, case .phone(let call)? = action(of: step) else { return nil }
      return call.lasting(0)
    }
  }
}

extension [PhoneCall] {
  /// Those that leave the phone as all of them do, but for what they record.
  fileprivate var lasting: [PhoneCall] {
    var (faces, eyes, zooms, flips): ([PhoneCall], PhoneCall?, [PhoneCall], Int) = ([], nil, [], 0)
    var (format, crop): (PhoneCall?, PhoneCall?) = (nil, nil)
    for call in self {
      switch call {
      case .face, .restlessFace: faces = [call]
      case .nextFace, .sameFace, .holdFace: faces.append(call)
      case .look, .follow: eyes = call
      case .zoom: zooms = [call]
      case .zoomBy, .holdZoom: zooms.append(call)
      case .flip: flips += 1
      case .format: format = call
      case .crop: crop = call
      case .blink, .photo, .record, .sound, .endSound: break
      }
    }
    let rest = [flips % 2 == 1 ? .flip : nil, format, crop, eyes].compactMap { $0 }
    return rest + faces + zooms
  }
}

extension Diagnostic {
  fileprivate static func turningAtMark(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .axisTurning, "the show cannot begin at this mark: an axis is turning there", at: span,
      notes: ["put the mark where the dock is at rest, or begin at an earlier one"])
  }
}
