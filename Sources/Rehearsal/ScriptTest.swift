import Diagnosis
import Language
import Motion
import Playback
import Printing
import Quantities
import Schedules
import Scheduling
import Simulation
import Vocabulary

/// The run of a test.
public struct TestRun: Sendable {
  /// What was found; errors if the test has failed.
  public var found: Diagnostics
  /// The places of the source that it carried out, by their nodes.
  package var visits: Set<UInt32> = []
  /// True if an axis was where it should not be, or too quick.
  fileprivate(set) var hasBreach = false
}

extension Script {
  /// Runs the test with `index` on a simulated dock; what is not as it expects is reported.
  ///
  /// A test whose dock refuses a call or moves as it must not has failed, whatever it expects.
  ///
  /// - Parameter scene: what happens around the dock; what the test itself says, if nil.
  public func runTest(
    _ index: Int, for compilation: Compilation, in scene: Scene? = nil
  ) -> Diagnostics {
    runTest(index, for: compilation, in: scene, keepsVisits: false).found
  }

  /// As `runTest`, with the places that the test carried out.
  ///
  /// If an axis was where it should not be, the test runs again, and keeps what each motion is
  /// inside of; and if it does not end, what it waits for.
  ///
  /// - Parameter alone: what is wrong with the script by itself; nil if that is not known.
  package func runTest(
    _ index: Int, for compilation: Compilation, in scene: Scene?, keepsVisits: Bool,
    alone: Diagnostics? = nil
  ) -> TestRun {
    if performs(inTest: index) {
      let found = alone ?? checkedAlone(for: compilation)
      guard !found.hasErrors else { return TestRun(found: found) }
    }
    var compilation = compilation
    compilation.keepsVisits = keepsVisits
    let run = carryOutTest(index, for: compilation, in: scene)
    if !run.hasBreach { return run }
    compilation.keepsProvenance = true
    return carryOutTest(index, for: compilation, in: scene)
  }

  /// True if the test with `index` performs the script.
  package func performs(inTest index: Int) -> Bool {
    guard let tests = program?.tests, tests.indices.contains(index) else { return false }
    return tests[index].performance != nil
  }

  /// What is wrong with the script by itself, as it is checked before any other show.
  package func checkedAlone(for compilation: Compilation) -> Diagnostics {
    var (found, compilation) = (diagnostics, compilation)
    (compilation.start, compilation.stop) = (nil, nil)
    (compilation.event, compilation.lastCalls) = (nil, [])
    _ = cueSheet(for: compilation, marksExits: false, reporting: &found)
    return found
  }

  private func carryOutTest(
    _ index: Int, for compilation: Compilation, in scene: Scene?
  ) -> TestRun {
    var run = TestRun(found: diagnostics)
    guard let program, program.tests.indices.contains(index) else { return run }
    var compilation = compilation
    (compilation.start, compilation.stop) = (nil, nil)
    (compilation.event, compilation.lastCalls) = (nil, [])
    compilation.test = index
    let own = self.scene(ofTest: index, reporting: &run.found)
    guard let cue = firstCue(for: compilation, reporting: &run.found), !run.found.hasErrors else {
      return run
    }
    var notes = TestNotes(of: cue)
    let scene = scene ?? own
    let faults = scene?.faults ?? []
    let bound = Happening.exit(.timeUp, at: Milliseconds(compilation.budget.length).nanoseconds)
    let happenings = (scene?.happenings ?? []) + [bound]
    let rehearsal = rehearse(
      cue, company: scene?.company ?? Company(), faults: faults, happenings: happenings.inOrder
    ) {
      notes.note($0)
    }
    notes.takeIn(happenings, until: rehearsal.trace.end)
    run.visits = Set(notes.visits.keys)
    let place = program.span(ofTest: index)
    let test = program.tests[index]
    for failure in rehearsal.failures(of: test, at: place, isSound: faults.isEmpty, notes, program)
    {
      run.found.report(failure)
    }
    run.hasBreach = rehearsal.exit == .silence
    guard rehearsal.outcome.ending == .done else { return run }
    for due in notes.expectations { rehearsal.hold(due, notes, program, reporting: &run) }
    for span in program.expectations(ofTest: index)
    where !notes.expectations.contains(where: { $0.expectation.start == span.start }) {
      run.found.report(
        Diagnostic(
          .expectationFailed, "a handler has replaced the test before this is judged", at: span))
    }
    return run
  }
}

extension CheckedProgram {
  /// Where the expectations stand that test number `index` comes to if nothing replaces it.
  fileprivate func expectations(ofTest index: Int) -> [SourceSpan] {
    tests[index].body.statements.compactMap { node in
      guard case .expect(let expect) = node.statement else { return nil }
      return program.statementSpan(at: expect.start)
    }
  }
}

/// What a test expects of its run, and what it comes to, cue by cue.
struct TestNotes {
  /// An expectation, in milliseconds of the show, and what had happened where it stands; nil if it
  /// stands behind all that has happened.
  struct Due {
    var expectation: Expectation
    var reached: Reached?
  }

  /// All that came due so far, and what the current cue expects.
  private(set) var expectations: [Due]
  /// How many of them are known to have been reached, from the first on.
  private var settled = 0
  /// What has happened so far.
  private var reached = Reached()
  /// The places of the source that were carried out, and when.
  private(set) var visits: [UInt32: Int32]
  /// The lines of the log, with their times in nanoseconds.
  private(set) var log: [(time: Int, text: String)] = []
  /// How often each event was told.
  private var told: [WorldEvent: Int] = [:]
  /// What conditions read, from when on, in nanoseconds.
  private(set) var states: [(time: Int, state: WorldState)] = []

  /// The steps that move axes, or let the tracker turn them, with the times at which they began, in
  /// nanoseconds.
  private var motions: [(time: Int, step: Step, axes: AxisSet, around: [Provenance.Surrounding])] =
    []
  /// Whether the system tracker has the motors, from when on, in nanoseconds.
  private var handovers: [(time: Int, isTracking: Bool)] = []
  /// What was waited for, and when, in nanoseconds.
  private var awaits: [(wait: Awaited, start: Int, end: Int)] = []
  /// The schedule of the current cue.
  private var schedule: Schedule

  init(of cue: Cue) {
    schedule = cue.schedule
    (expectations, visits) = (schedule.expectations.map { Due(expectation: $0) }, schedule.visits)
  }

  /// Takes note that all has been reached that stands before step number `index` of the cue.
  private mutating func reach(step index: Int) {
    while settled < expectations.count, expectations[settled].expectation.place <= index {
      expectations[settled].reached = expectations[settled].reached ?? reached
      settled += 1
    }
  }

  private mutating func change(at time: Int, _ change: (inout WorldState) -> Void) {
    var state = states.last?.state ?? WorldState()
    change(&state)
    states.append((time, state))
    reached.states = states.count
  }

  /// Takes in the events of `happenings` that came up to `end`, in nanoseconds, and that nobody
  /// told any more: the show was over at that instant.
  mutating func takeIn(_ happenings: [Happening], until end: Int) {
    var told = told
    let last = states.last?.time ?? 0
    for case .event(let event, let time) in happenings.inOrder where time <= end {
      if let count = told[event], count > 0 {
        told[event] = count - 1
      } else if time >= last {
        change(at: time) { $0.take(event) }
      }
    }
  }

  /// Takes in those of the next cue; what the one before it was still to come to does not come.
  mutating func note(_ event: PlaybackEvent) {
    switch event.kind {
    case .note(let note) where note.kind == .log:
      log.append((event.time, note.text))
      reached.lines = log.count
    case .note(let note) where note.kind == .mode: reached.modes += 1
    case .owed: reach(step: .max)
    case .skipped(let index?, _, _): reach(step: index)
    case .counted(let name, let value): change(at: event.time) { $0.counts[name] = value }
    case .event(let happening, let lines, _):
      told[happening, default: 0] += 1
      change(at: event.time) { $0.take(happening) }
      for index in awaits.indices where lines.contains(awaits[index].wait.line) {
        awaits[index].end = min(awaits[index].end, event.time)
      }
    case .awaits(let wait):
      let length = wait.end.map { Milliseconds($0 - wait.start).nanoseconds }
      awaits.append((wait, event.time, length.map { event.time + $0 } ?? .max))
    case .tracking(let isOn): handovers.append((event.time, isOn))
    case .began(let index, let step):
      if let index { reach(step: index) }
      if case .phone? = index.flatMap({ schedule.action(of: schedule.steps[$0]) }) {
        reached.phoneCalls += 1
      }
      let axes = step.kind == .animate ? .all : schedule.axes(turnedBy: step)
      guard !axes.isEmpty else { break }
      let around = index.flatMap { schedule.provenance?.surroundings(ofStep: $0) }
      motions.append((event.time, step, axes, around ?? []))
    case .cue(let schedule, let start):
      self.schedule = schedule
      expectations.removeAll { $0.expectation.time > start && !$0.expectation.isTimed }
      settled = expectations.prefix { $0.reached != nil }.count
      reach(step: .max)
      expectations += schedule.expectations.map { expectation in
        var expectation = expectation
        if !expectation.isTimed {
          expectation.time = Int32(clamping: Int(expectation.time) + Int(start))
        }
        return Due(expectation: expectation)
      }
      visits = visits.filter { $0.value <= start }
      visits.merge(schedule.visits.mapValues { $0 + start }) { first, _ in first }
    default: break
    }
  }

  /// What moves the axis of `breach` then, and what that is inside of, for people.
  func words(
    for breach: Judgement.Breach, since start: Int, _ program: CheckedProgram
  ) -> String {
    var text = TextBuffer()
    text.write("first at ")
    text.write(thousandths: Nanoseconds(breach.time - start).wholeMilliseconds)
    text.write("s")
    if handovers.last(where: { $0.time < breach.time })?.isTracking == true {
      text.write(", while the tracker has the motors")
      let wait = awaits.last { $0.start < breach.time && breach.time <= $0.end }?.wait
      guard let wait else { return text.text }
      text.write(string: ", in '\(wait.waitWords)' at \(program.place(of: wait.line))")
      return text.text
    }
    let motion = motions.last { $0.time < breach.time && $0.axes.contains(breach.axis) }
    guard let motion, motion.step.origin != Step.none else { return text.text }
    let statement = program.sources.text(
      of: program.program.statementSpan(at: motion.step.origin))
    var parts = ["in '\(statement)' at \(program.place(of: motion.step.line))"]
    parts += motion.around.compactMap { $0.words(in: program) }
    text.write(string: ", \(parts.joined(separator: ", "))")
    return text.text
  }
}

extension Provenance.Surrounding {
  /// What it says of a statement inside of it; nil if that goes without saying.
  fileprivate func words(in program: CheckedProgram) -> String? {
    let place = program.place(of: line)
    switch kind {
    case .handler: return "in '\(statement)' at \(place)"
    case .call: return "in \(statement), called at \(place)"
    case .turn: return "\(words) '\(statement)' at \(place)"
    case .branch, .race, .choice: return nil
    }
  }
}

extension TestNotes {
  /// What the show waits for without a limit: events and states, or if there are none, handlers of
  /// `program` that go to a mode, or if there are none, any.
  fileprivate func waits(in program: CheckedProgram) -> [Awaited] {
    let open = schedule.provenance?.awaited.filter { $0.end == nil } ?? []
    let exits = Set(program.handlers.filter(\.leadsOn).map(\.statement.id.index))
    let waits = open.filter { $0.policy == nil }
    let leading = waits.isEmpty ? open.filter { exits.contains($0.node) } : waits
    return leading.isEmpty ? open : leading
  }
}

extension Diagnostic {
  /// Reports that one of `waits` would have to come for `test` at `place` to end, which did nothing
  /// more after `length`.
  fileprivate static func endlessWait(
    for waits: [Awaited], of test: CheckedProgram.Test, after length: Nanoseconds,
    at place: SourceSpan, in program: CheckedProgram
  ) -> Diagnostic {
    let labels = waits.prefix(8).map { wait in
      let node = program.program.tree.view(NodeID(wait.node))
      return Label(
        program.program.statementSpan(at: node.start),
        "waits for '\(wait.description + wait.conditionWords)'")
    }
    let known = waits.prefix(3).map { "'\($0.description)'" } + (waits.count > 3 ? ["…"] : [])
    let performance = test.performance.map { program.program.statementSpan(at: $0.start) }
    return Diagnostic(
      performance == nil ? .expectationFailed : .endlessPerformance,
      "the test waits for what does not come: \(known.joined(separator: ", "))",
      at: performance ?? place, labels: labels,
      fixIts: program.bound(for: test, after: length, in: waits).map { [$0] } ?? [])
  }
}

extension CheckedProgram {
  /// Gives the performance of `test` an end, later than `length`; nil if there is none, or the test
  /// waits for one of `waits` itself.
  fileprivate func bound(
    for test: Test, after length: Nanoseconds, in waits: [Awaited]
  ) -> FixIt? {
    guard let performance = test.performance else { return nil }
    let body = test.body.start..<program.closingBrace(of: test.body)
    guard !waits.contains(where: { body.contains(program.tree.view(NodeID($0.node)).start) })
    else { return nil }
    let words = "for \((length.wholeSeconds / 10 + 1) * 10)s"
    let end = program.statementSpan(at: performance.start).end
    return FixIt("write '\(words)'", SourceSpan(end, end), " \(words)")
  }
}

extension CheckedProgram {
  /// A line, as in `Step.line`, for people: with its file unless that is the script.
  fileprivate func place(of line: UInt32) -> String {
    let (file, number) = (Int(line >> 24), line & UInt32(Step.greatestLine))
    guard file > 0, sources.files.indices.contains(file) else { return "line \(number)" }
    return "\(Path(sources.files[file].name).name):\(number)"
  }
}

extension RunRecord {
  /// Reports what is `due` if it does not hold.
  fileprivate func hold(
    _ due: TestNotes.Due, _ notes: TestNotes, _ program: CheckedProgram,
    reporting run: inout TestRun
  ) {
    let expectation = due.expectation
    let judgement = judge(
      expectation, outcome: outcome, trace: trace, log: notes.log, states: notes.states,
      reached: expectation.isTimed ? nil : due.reached)
    if judgement.passed { return }
    run.hasBreach = run.hasBreach || judgement.breach != nil
    run.found.report(
      Diagnostic(
        .expectationFailed, judgement.description,
        at: SourceSpan(expectation.start, expectation.end),
        labels: expectation.context,
        notes: judgement.breach.map { [notes.words(for: $0, since: outcome.start, program)] } ?? [])
    )
  }

  /// What went wrong beside all expectations, as diagnostics at `place`.
  ///
  /// A dock that is not sound, but made to go wrong, may move as it likes.
  fileprivate func failures(
    of test: CheckedProgram.Test, at place: SourceSpan, isSound: Bool, _ notes: TestNotes,
    _ program: CheckedProgram
  ) -> [Diagnostic] {
    var failures = outcome.diagnostics(at: place)
    if exit == .silence {
      failures.append(
        .endlessWait(
          for: notes.waits(in: program), of: test, after: Nanoseconds(outcome.length), at: place,
          in: program))
    } else if exit != nil {
      failures.append(
        Diagnostic(.expectationFailed, "the test does not come to an end", at: place))
    }
    guard isSound else { return failures }
    for finding in findings {
      failures.append(
        Diagnostic(
          .accessoryError, "the run broke a safety rule: \(finding.text)", at: place,
          notes: ["no script can cause this: it is a fault of the player"]))
    }
    return failures
  }
}
