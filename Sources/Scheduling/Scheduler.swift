import Diagnosis
import Hardware
import Language
import Motion
import Quantities
import Schedules

/// The signal that evaluation cannot go on; why has been reported.
struct Halt: Error {}

/// Carries out the statements of a program in logical time, task by task.
///
/// Computing takes no time; only motions and waits do. The clock runs in nanoseconds and is shown
/// in milliseconds, so that thirds of a second add up to seconds. Whichever task is earliest
/// runs, until it has let time pass; so what happens is appended in the order of time.
struct Scheduler {
  /// The steps.
  let program: CheckedProgram
  /// For which dock, from where, within which bounds.
  var compilation: Compilation
  /// The time past which nothing may last, in nanoseconds.
  let longest: Instant
  /// The values of names and expressions.
  var evaluator: Evaluator
  /// Who runs, and who is next.
  var tasks: Tasks
  /// The steps.
  var builder: ScheduleBuilder
  /// The axes.
  var motors: Motors
  /// The phone.
  var phone = PhoneTracking()
  /// The waits and the handlers.
  var events = Events()
  /// The handlers of a test that wait for the performance of the script.
  var waitingHandlers: [HandlerStatement] = []
  /// The random numbers as the script would find them, for a test that plays it.
  var scriptRandom = SplitMix64(seed: 0)
  /// When each place of the source was carried out first in this cue, in milliseconds, by its node;
  /// nothing unless that is kept.
  var visits: [UInt32: Int32] = [:]
  /// The paused scripts, the latest last.
  var pauses: [PausedScript] = []
  /// What is wrong.
  var findings: Findings
  /// What it owes when blocks are left.
  var finals = Finals()
  /// Its choices.
  var choices: Choices
  /// In which mode the show is.
  var modes = ModeState()
  /// The place at which it stops, and true once it has.
  var goal: Goal?
  var hasReachedGoal = false
  /// What the dock and the phone are brought to before anything else.
  var beginning: MarkState?
  /// How far ahead is planned.
  var portion = Portion()
  /// The axes of motions that the cue begins with, and that take longer than planned.
  var overtime = AxisSet.none

  /// The greatest length of one time in a script, in seconds.
  private static let greatestTime = 1e6
  /// The farthest that an axis may be from home, in degrees.
  static let farthest = 1e6
  /// The least time that passes where some has to.
  static let tick = Nanoseconds(Milliseconds(1))

  init(_ program: CheckedProgram, for compilation: Compilation, reporter: Diagnostics) {
    self.program = program
    self.compilation = compilation
    findings = Findings(reporter)
    evaluator = Evaluator(
      program, seed: compilation.seed, within: Allowance(compilation.budget.evaluationSteps))
    builder = ScheduleBuilder(program, for: compilation)
    motors = Motors(at: compilation.from)
    tasks = Tasks(ScriptTask(limits: builder.degrees(ofLimits: 0), values: evaluator.stack))
    choices = Choices(seed: compilation.seed)
    longest = Instant(Milliseconds(min(compilation.budget.length, Schedule.greatestLength)))
  }

  /// Evaluates the names of the files, and begins the script or the test of the compilation.
  mutating func begin() throws(Halt) {
    for naming in program.initializers { try perform(naming) }
    if let test = compilation.test {
      try openTest(test)
    } else {
      tasks.running.frame.rest = program.script.statements
      if !program.handlers.isEmpty || !program.modes.isEmpty { branchShow() }
    }
  }

  /// Evaluates the names of the script, then begins test number `index`.
  private mutating func openTest(_ index: Int) throws(Halt) {
    scriptRandom = evaluator.random
    for node in program.script.statements {
      if case .let(let naming) = node.statement { try perform(naming) }
    }
    guard program.tests.indices.contains(index) else { return }
    // The slot of the show is kept for it.
    tasks.others.append(nil)
    tasks.running.frame.rest = program.tests[index].body.statements
  }

  /// Ends the script.
  mutating func end() throws(Halt) {
    if compilation.stop != nil, modes.isOver {
      refuseTurning("at the mark where the show is to stop", nil)
    } else {
      refuseTurning(
        "at the end of the \(program.program.isEntered ? "entry" : "script")", stopAtEnd)
    }
    giveBack()
    checkRecording()
    builder.finish(at: milliseconds)
    checkIdleMotors(until: milliseconds)
    checkLateBars()
  }

  /// The dock.
  var model: DockModel { compilation.model }

  // MARK: - The running task

  /// The time.
  @inline(__always)
  var now: Instant { tasks.running.now }

  /// The limits that hold where the task is, as an index of `builder.schedule.limits`.
  @inline(__always)
  var limitIndex: UInt32 { tasks.running.limitIndex }

  /// The limits that hold where the task is, in degrees.
  @inline(__always)
  var limits: PerAxis<AxisLimits?> { tasks.running.limits }

  /// The limits of `axis` in the present block, in degrees; nil if the dock lacks the axis.
  @inline(__always)
  func limit(of axis: Axis) -> AxisLimits? { tasks.running.limits[axis] }

  // MARK: - Time

  /// The time in whole milliseconds.
  @inline(__always)
  var milliseconds: Int32 { now.milliseconds }

  /// The whole milliseconds from now to `seconds` later, as the clock shows them.
  func length(of seconds: Double) -> Int32 { length(of: nanoseconds(to: seconds)) }

  /// The whole milliseconds from now to `length` later, as the clock shows them.
  func length(of length: Nanoseconds) -> Int32 { (now + length).milliseconds - milliseconds }

  /// Lets `length` pass; the axes in `moving` are busy, the task's others that turn keep
  /// turning.
  mutating func pass(_ length: Nanoseconds, moving: AxisSet) throws(Halt) {
    tasks.running.now += length
    if now > longest {
      throw halt(.scheduleTooLong(longest.wholeMilliseconds, at: statementSpan))
    }
    // A branch may yet be stopped before that time, so what it turns is settled when it is used.
    if tasks.running.parent >= 0 { return occupy(moving) }
    for axis in AxisSet.all.members where motors.axes[axis].velocity != 0 && !moving.contains(axis)
    {
      settle(axis)
    }
  }

  /// Advances time; turning axes keep turning.
  mutating func hold(_ length: Nanoseconds) throws(Halt) {
    if length <= .zero { return }
    if now > tasks.horizon {
      // What comes before that is for others to do.
      tasks.running.rest = length
      return
    }
    var step = Step(.wait, start: milliseconds)
    step.length = self.length(of: length)
    if step.length > 0 {
      tasks.running.lastWait = builder.schedule.steps.count
      try emit(step)
    }
    try pass(length, moving: .none)
    if tasks.running.parent >= 0 { return }
    for axis in AxisSet.all.members { checkExpiry(axis) }
  }

  /// Turns `axis`, which keeps its speed, up to the present time.
  mutating func settle(_ axis: Axis) {
    if motors.advance(axis, to: milliseconds) { checkTurning(axis) }
  }

  // MARK: - Steps

  /// Appends `step`, which begins now and comes from the current statement.
  @inline(__always)
  mutating func emit(_ step: Step) throws(Halt) { try emit(step, from: tasks.running.origin) }

  /// Appends `step`, which begins now and comes from the statement at `origin`, of the task at
  /// `owner` if that is not the running one.
  @inline(__always)
  mutating func emit(_ step: Step, from origin: UInt32, of owner: Int? = nil) throws(Halt) {
    if builder.isFull {
      throw halt(.tooManySteps(compilation.budget.scheduleSteps, at: span(ofStatement: origin)))
    }
    if !pauses.isEmpty { try keepPlaces(before: step) }
    noteSurroundings(of: owner)
    if tasks.running.late.rule != 0 || !evaluator.stack.tempos.isEmpty { noteTempo(of: step) }
    builder.append(step, from: origin, late: tasks.running.late.rule)
  }

  /// Appends a step of no length.
  mutating func world(_ kind: Step.Kind, extra: UInt32) throws(Halt) {
    var step = Step(kind, start: milliseconds)
    step.extra = extra
    try emit(step)
  }

  /// Appends the step of `action`, which takes no time.
  mutating func act(_ action: Schedule.Action) throws(Halt) {
    if finals.captured != nil {
      finals.captured?.append(Finals.Owed(action: action, origin: tasks.running.origin))
      return
    }
    try world(.action, extra: builder.add(action))
  }

  /// Takes the motors unless they are taken, to move `moved`.
  mutating func take(_ moved: AxisSet) throws(Halt) {
    if tasks.running.parent >= 0 { try claim(moved) }
    if tasks.running.late.rule != 0 { try checkLateRule() }
    if motors.areTaken { return }
    motors.take()
    try emit(Step(.take, start: milliseconds))
  }

  /// Gives the motors back if they are taken.
  mutating func giveBack() {
    guard motors.areTaken else { return }
    motors.giveBack()
    noteSurroundings()
    builder.append(
      Step(.giveBack, start: milliseconds), from: tasks.running.origin,
      late: tasks.running.late.rule)
  }

  /// Notes that the place of the source with this node is carried out, if that is kept.
  @inline(__always)
  mutating func visit(_ node: NodeID) {
    guard compilation.keepsVisits, visits[node.index] == nil else { return }
    visits[node.index] = milliseconds
  }

  /// Notes that `node` is being carried out.
  @inline(__always)
  mutating func begin(_ node: NodeView) throws(Halt) {
    guard evaluator.allowance.charge(Allowance.statement) else { throw overspent(node) }
    // A test or a scene is not played: what ends the show behind it belongs to what was.
    if node.kind != .test, node.kind != .scene { tasks.running.origin = node.start }
  }

  @inline(never)
  private mutating func overspent(_ node: NodeView) -> Halt {
    halt(
      .stepBudget(
        evaluator.allowance, at: program.program.tokenSpan(at: node.start)))
  }

  // MARK: - Values

  /// The value of `node`; a failure halts.
  @inline(__always)
  mutating func value(_ node: ExpressionView) throws(Halt) -> Double {
    let value = evaluator.value(node)
    if evaluator.failure != nil || !value.isFinite { throw failed(node) }
    return value
  }

  mutating func pose(_ node: ExpressionView) throws(Halt) -> PerAxis<Double> {
    let pose = evaluator.pose(node)
    if evaluator.failure != nil { throw failed(node) }
    return pose
  }

  /// A length of time behind `over`, `for` or `wait`, in seconds, at the pace of the call.
  mutating func time(
    _ node: ExpressionView, what: String, allowsZero: Bool = false
  ) throws(Halt) -> Double {
    let seconds = try value(node)
    if seconds < 0 || seconds == 0 && !allowsZero {
      throw notPositive(what, seconds, node, "s", allowsZero: allowsZero)
    }
    if seconds > Scheduler.greatestTime {
      throw halt(.scheduleTooLong(compilation.budget.length, at: program.program.span(of: node)))
    }
    return rendition.pace == 1 ? seconds : seconds / rendition.pace
  }

  @inline(never)
  mutating func failed(_ node: some SyntaxView) -> Halt {
    let failure =
      evaluator.failure
      ?? Evaluator.Failure(
        code: .notFinite, message: "the value is too large", node: node.view)
    return halt(evaluation(failure))
  }
}
