import Diagnosis
import Hardware
import Language
import Motion
import Quantities
import Schedules
import Vocabulary

// A script is played from one of its marks, or a mode, as it is there if nothing came before.

/// A place at which a show begins: a mark, or the beginning of a mode.
struct Goal {
  /// The mark; nil for the beginning of the mode.
  let mark: MarkStatement?
  /// The number of the mode that stands in place of the first; nil for a mark above them.
  let mode: Int?
  /// The performance of the test that begins there; nil of the script.
  let performance: PerformStatement?

  /// The place where `compilation` begins `program`; nil if that is its beginning.
  init?(_ program: CheckedProgram, _ compilation: Compilation) {
    var (found, performance): (CheckedProgram.Mark?, PerformStatement?) = (nil, nil)
    if let start = compilation.start, program.marks.indices.contains(start) {
      found = program.marks[start]
    }
    if let test = compilation.test, program.tests.indices.contains(test) {
      performance = program.tests[test].performance
      switch performance?.origin {
      case .mark(let name):
        let text = program.program.tree.strings[name.index]
        found = program.marks.first { $0.name == text }
      case .mode(let label):
        let name = program.name(ofMode: label)
        guard let mode = program.modes.firstIndex(where: { $0.name == name }) else { return nil }
        (mark, self.mode, self.performance) = (nil, mode, performance)
        return
      case .beginning, nil: return nil
      }
    }
    guard let found else { return nil }
    (mark, mode, self.performance) = (found.statement, found.mode, performance)
  }
}

/// How a script stands at the place where it begins, to which the dock and the phone are brought
/// first.
struct MarkState {
  /// The place.
  let goal: Goal
  /// Where the axes are if nobody has been there to be followed, in millidegrees; nil of those that
  /// the dock lacks.
  let pose: PerAxis<Int32?>
  /// True if the script has the motors there.
  let holdsMotors: Bool
  /// What the phone has been asked for and what the counts are, as far as it matters.
  let actions: [Schedule.Action]
  /// What a test expects of its run that it has said before it performs the script.
  let expectations: [Expectation]
  /// True once the dock is on its way there.
  fileprivate(set) var hasSetOut = false
}

extension RunningScript {
  /// The script where it comes to `goal` if nothing comes; nil after an error.
  ///
  /// A wait ends by its timeout, else by its first event, also one beside a loop that need not end,
  /// and no condition of the show holds; choices take what they take in the whole show.
  func advanced(
    to goal: Goal, reporting diagnostics: inout Diagnostics
  ) -> RunningScript? {
    var (script, actions): (RunningScript, [Schedule.Action]) = (self, [])
    var expectations: [Expectation] = []
    var packs = Packs()
    var passed: Set<[UInt64]> = []
    for _ in 0..<Choice.mostTaken {
      var scheduler = script.start.snapshot()
      scheduler.findings.reporter = diagnostics
      do throws(Halt) { try scheduler.unpause() } catch {
        diagnostics = scheduler.findings.reporter
        return nil
      }
      actions += scheduler.builder.schedule.lastingActions
      expectations += scheduler.builder.schedule.expectations
      if scheduler.hasReachedGoal {
        if scheduler.program.choosesInShow { scheduler.choices.packs = packs }
        return script.beginning(scheduler, at: goal, actions, expectations, &diagnostics)
      }
      guard scheduler.tasks.isPaused, let cue = script.cue(reporting: &diagnostics),
        let (occurrence, time) = cue.quietExit(
          &packs, isBack: !passed.insert(script.position).inserted),
        let next = script.next(
          after: occurrence, at: time, from: nil, assuming: cue.firstWait,
          reporting: &diagnostics)?.script
      else { break }
      script = next
    }
    if !diagnostics.hasErrors { diagnostics.report(start.unreached(goal)) }
    return nil
  }

  /// The script of `scheduler`, which has come to `goal` after `actions`, as it begins there; nil
  /// if it is in the midst of a motion.
  ///
  /// A test begins where the dock stands then; a script goes there from where it is compiled for.
  private func beginning(
    _ scheduler: Scheduler, at goal: Goal, _ actions: [Schedule.Action],
    _ expectations: [Expectation], _ diagnostics: inout Diagnostics
  ) -> RunningScript? {
    var scheduler = scheduler
    defer { diagnostics = scheduler.findings.reporter }
    guard !scheduler.motors.isAnyTurning, scheduler.motors.following == nil else {
      scheduler.findings.report(.turningAtMark(at: scheduler.place(of: goal)))
      return nil
    }
    let axes = scheduler.motors.axes
    var pose = PerAxis<Int32?>(all: nil)
    for axis in AxisSet.all.members where scheduler.builder.limits(0)[axis] != nil {
      pose[axis] = axes[axis].millidegrees
      if goal.performance != nil { scheduler.compilation.from[axis] = axes[axis].millidegrees }
    }
    let recording: [Schedule.Action] =
      scheduler.phone.recording == nil ? [] : [.phone(.record(.start))]
    let state = MarkState(
      goal: goal, pose: pose, holdsMotors: scheduler.motors.areTaken,
      actions: actions.lasting + recording, expectations: expectations)
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
      // What has limited it above the mark ends with the block that has it.
      scheduler.motors.hand(axis, to: axes[axis].owner)
    }
    (scheduler.goal, scheduler.hasReachedGoal) = (nil, false)
    (scheduler.phone.face, scheduler.phone.zoom) = (.init(), .init())
    scheduler.visits = [:]
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
    if let stop = compilation.stop, mark.id == program.marks[stop].statement.id { endAtMark() }
    if mark.id == goal?.mark?.id { reachGoal() }
  }

  /// Ends the script where it is.
  private mutating func endAtMark() {
    tasks.running.frame.rest = NodeList()
    for index in tasks.running.outer.indices { tasks.running.outer[index].rest = NodeList() }
    modes.isOver = true
  }

  /// Stops where the show is to begin.
  mutating func reachGoal() {
    hasReachedGoal = true
    rest()
    tasks.enqueue(tasks.running.slot)
    tasks.pause()
  }

  /// The text of `goal`.
  fileprivate func place(of goal: Goal) -> SourceSpan {
    if let mark = goal.mark { return span(ofStatement: mark.start) }
    guard let mode = goal.mode else { return span(ofStatement: tasks.running.origin) }
    return program.program.span(of: program.modes[mode].statement.label)
  }

  /// The report that the show does not come to `goal`.
  fileprivate func unreached(_ goal: Goal) -> Diagnostic {
    let what = goal.mark == nil ? "mode" : "mark"
    guard let performance = goal.performance else {
      return .unreached("the show does not come to this \(what)", at: place(of: goal))
    }
    return .unreached(
      "the show does not come to this \(what)", at: place(of: goal),
      labels: [Diagnostic.Label(span(ofStatement: performance.start), "it is to begin there")])
  }

  /// Sends the phone and the dock to where the script begins; once they are there, begins it.
  ///
  /// The running task is the script itself.
  mutating func goToBeginning() throws(Halt) {
    guard var state = beginning else { return }
    if tasks.running.isSettingOut {
      (beginning, tasks.running.isSettingOut) = (nil, false)
      return try arrive(in: state)
    }
    state.hasSetOut = true
    (beginning, tasks.running.isSettingOut) = (state, true)
    try setOut(to: state)
  }

  private mutating func setOut(to state: MarkState) throws(Halt) {
    let goal = state.goal
    let mode = goal.mode.map { program.modes[$0] }
    tasks.running.origin = goal.mark?.start ?? mode?.statement.start ?? tasks.running.origin
    for expectation in state.expectations { builder.add(expectation) }
    for action in state.actions { try begin(with: action) }
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
      let length = Nanoseconds(Milliseconds(step.length))
      try pass(length, moving: step.axes)
      for axis in step.axes.members {
        motors.arrive(axis, at: Millidegrees(step.to[axis]).degrees, isAbsolute: true)
      }
      evaluator.stack.shiftTempos(by: length)
      tasks.others[0]?.values.shiftTempos(by: length)
    }
  }

  private mutating func arrive(in state: MarkState) throws(Halt) {
    let goal = state.goal
    if !state.holdsMotors { giveBack() }
    try goal.performance.map { performance throws(Halt) in try endShow(after: performance) }
    guard let mark = goal.mark else {
      if let number = goal.mode { try enter(number) }
      return
    }
    if let mode = goal.mode { try leave(.mode, program.modes[mode].name) }
    try leave(.mark, named: mark.name)
  }

  /// Carries out `action`, which takes no time.
  private mutating func begin(with action: Schedule.Action) throws(Halt) {
    if case .phone(let call) = action { try emit(call) } else { try act(action) }
  }
}

extension Cue {
  /// The first wait that an event ends.
  fileprivate var firstWait: Int? { awaited.indices.first { awaited[$0].policy == nil } }

  /// How it goes on if nothing comes: by itself, by the option that `packs` deal, else by its first
  /// wait, and so if the script `isBack` where it was before; nil if it does not.
  fileprivate func quietExit(
    _ packs: inout Packs, isBack: Bool
  ) -> (occurrence: Occurrence, time: Int32)? {
    if let goesOn, !isBack || firstWait == nil {
      if let choice = conditions.first?.choice { return (.decision(packs.draw(choice)), goesOn) }
      return (conditions.isEmpty ? .time : .decision(conditions.count), goesOn)
    }
    guard let firstWait else { return nil }
    return (.event([firstWait]), max(awaited[firstWait].start, schedule.length))
  }
}

extension Schedule {
  /// What it asks of the phone, without the time that this takes, of the counts and of the tracker.
  fileprivate var lastingActions: [Action] {
    steps.compactMap { step in
      guard step.start >= 0 else { return nil }
      guard let action = action(of: step), action.lasts else { return nil }
      if case .phone(let call) = action { return .phone(call.lasting(0)) }
      return action
    }
  }
}

extension [Schedule.Action] {
  /// Those that leave the phone, the counts and the tracker as all of them do, but for what they
  /// record.
  fileprivate var lasting: [Schedule.Action] {
    let tracker = [
      last { if case .frame = $0 { true } else { false } },
      last { if case .region = $0 { true } else { false } },
      last { if case .select = $0 { true } else { false } },
    ].compactMap { $0 }
    var (calls, counts): ([PhoneCall], [(change: Schedule.CountChange, value: Int)]) = ([], [])
    for case .phone(let call) in self { calls.append(call) }
    for case .count(let change) in self {
      let known = counts.firstIndex { $0.change.name == change.name }
      let value = change.value(after: known.map { counts[$0].value } ?? 0)
      if let known { counts[known].value = value } else { counts.append((change, value)) }
    }
    return tracker + calls.lasting.map { .phone($0) }
      + counts.filter { $0.value > 0 }.map { count in
        .count(
          Schedule.CountChange(
            count.change.name, count.value, isAbsolute: true, bound: count.change.bound))
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

  fileprivate static func unreached(
    _ message: String, at span: SourceSpan, labels: [Label] = []
  ) -> Diagnostic {
    Diagnostic(
      .unreachedMark, message, at: span, labels: labels,
      notes: ["a loop without an end stands before it, or the show leaves for another mode"])
  }
}
