import Diagnosis
import Motion
import Printing
import Quantities

/// Verifies a cue sheet that was read: each cue by itself, and with its entrances.
///
/// The axes are in each cue where the cue before leaves them, and as fast; what was in progress
/// goes on; and motors that are held stay held. What text does not say of a cue is worked out, too.
struct CueSheetVerification {
  private(set) var cues: [ReadCue]
  private(set) var found = Diagnostics()
  private let sources: SourceMap
  private let offersEdits: Bool
  /// How things are when each cue begins; nil as long as nothing leads to it.
  private var entrances: [Entrance?]
  private var waiting: [Int] = [0]
  /// What leads to the cues with these indices, but is never taken, or only an example.
  private var examples: ArraySlice<(target: Int, entrance: Entrance)> = []
  /// Those of them that the cues do not begin with.
  private var misfits: ArraySlice<(target: Int, entrance: Entrance)> = []
  /// The offset that stands for a step that goes on from cue to cue, by its words.
  private var origins: [[UInt8]: UInt32] = [:]
  /// What the first steps of the current cue lead to, by how many they are.
  private var states: [Int: Verification] = [:]
  /// True if all exits are exact: then each cue must fit all that leads to it.
  private let isExact: Bool
  /// The indices of the cues whose loop has no other turn left.
  private let spentTurns: Set<Int>

  /// Creates the verification of `file`, whose offsets are those of `sources`; `offersEdits` as for
  /// `Schedule.isSafe`.
  init(_ file: ReadFile, in sources: SourceMap, offersEdits: Bool) {
    (cues, self.sources, self.offersEdits) = (file.cues, sources, offersEdits)
    spentTurns = CueSheet.spentTurns(in: file.cues.map(\.entry))
    entrances = Array(repeating: nil, count: file.cues.count)
    isExact =
      file.version >= 2
      && file.cues.allSatisfy { read in
        read.entry.cue.awaited.allSatisfy { $0.policy == nil }
          && read.entry.exits.allSatisfy(\.isExact)
      }
  }

  mutating func run() {
    guard areTargetsThere(), takesTime(), let first = cues.first else { return }
    entrances[0] = Entrance(first.entry.cue.schedule)
    var next = 0
    while next < waiting.count || goOnToExample(), !found.hasErrors {
      verify(waiting[next])
      next += 1
    }
    guard !found.hasErrors else { return }
    for index in cues.indices where entrances[index] == nil {
      report("no exit leads to cue \(index + 1)", at: cues[index].origin, "remove it")
    }
  }

  /// True if every cue that an exit names is there.
  private mutating func areTargetsThere() -> Bool {
    for exit in cues.flatMap(\.entry.exits) where exit.target > cues.count {
      report(
        "there is no cue \(exit.target)", at: exit.origin,
        "the last is cue \(cues.count); write 'a cue not shown' where one is left out")
    }
    let loops = Set(cues.compactMap(\.entry.cue.again?.loop))
    for exit in cues.flatMap(\.entry.exits) {
      for loop in exit.anew where !loops.contains(loop) {
        report(
          "there is no loop \(loop)", at: exit.origin,
          "a loop is a line such as 'again 3 times in loop 1: cue 2'")
      }
    }
    return !found.hasErrors
  }

  /// True if no cues lead to each other for ever without time.
  private mutating func takesTime() -> Bool {
    guard let index = CueSheet.timelessCycle(in: cues.map(\.entry)) else { return true }
    report(
      "cue \(index + 1) comes back to itself in no time", at: cues[index].origin,
      "let a cue on the way take time, or wait for an event")
    return false
  }

  private mutating func report(
    _ message: String, at origin: UInt32, _ note: String,
    _ code: DiagnosticCode = .malformedSchedule
  ) {
    let line = sources.file(at: origin).line(at: origin)
    let span = SourceSpan(line.start, line.start + UInt32(line.bytes.count))
    found.report(Diagnostic(code, message, at: span, notes: [note]))
  }

  // MARK: - One cue

  private mutating func verify(_ index: Int) {
    guard var entrance = entrances[index] else { return }
    entrance.adopt(cues[index], onlyAssumed: isExact)
    entrances[index] = entrance
    begin(index, as: entrance)
    guard isConnected(index, to: entrance) else { return }
    let schedule = cues[index].entry.cue.schedule
    let opening = opening(of: index, entrance)
    states = [:]
    let isSafe = schedule.isSafe(
      schedule.findings(from: opening), in: sources, offersEdits: offersEdits, reporting: &found)
    guard isSafe else { return }
    let exits = cues[index].entry.exits
    for exit in exits where exit.target > 0 {
      guard var next = self.entrance(by: exit, of: index, opening) else { return }
      let isTaken = entrance.isReached && !(exit.isAgain && spentTurns.contains(index))
      next.isReached = isTaken
      // Of a sheet that is not exact no exit is marked if it has handlers.
      let fits = isExact || next.fits(cues[exit.target - 1].entry.cue.schedule)
      if !isTaken || !exit.isExact || !fits {
        examples.append((exit.target - 1, next))
      } else {
        lead(to: exit.target - 1, next, by: exit, of: index)
      }
    }
  }

  /// Goes on to a cue to which only exits lead that are examples, or never taken; false if there is
  /// none.
  ///
  /// Of several that lead to one cue, the first that fits it is taken; misfits come last, and are
  /// reported.
  private mutating func goOnToExample() -> Bool {
    while true {
      let isMisfit = examples.isEmpty
      guard let (target, entrance) = isMisfit ? misfits.popFirst() : examples.popFirst()
      else { return false }
      guard entrances[target] == nil else { continue }
      guard isMisfit || entrance.fits(cues[target].entry.cue.schedule) else {
        misfits.append((target, entrance))
        continue
      }
      entrances[target] = entrance
      waiting.append(target)
      return true
    }
  }

  /// Works out what text does not say of the cue with the index `index`.
  private mutating func begin(_ index: Int, as entrance: Entrance) {
    let given = cues[index].given
    var cue = cues[index].entry.cue
    cue.holdsMotors = entrance.opening.isTaken
    // Else the first steps of the axes say where these begin, as in a text.
    cue.schedule.from = (isExact ? given?.from : nil) ?? entrance.from
    cue.schedule.length = cue.quiet
    if let given, given.length != cue.schedule.length {
      if isExact || given.length < 0 {
        report(
          "nothing is left to do in cue \(index + 1) at \(cue.schedule.length) ms, "
            + "not at \(given.length)", at: cues[index].origin,
          "a cue has nothing left to do once its last step has ended and its last wait has begun")
      }
      cue.schedule.length = given.length
    }
    cue.turning = entrance.opening.turning
    cue.limits = cue.schedule.number(ofLimits: entrance.limits)
    cues[index].entry.cue = cue
    cues[index].entry.line = entrance.line
  }

  /// How the verification of the cue with the index `index` begins.
  private func opening(of index: Int, _ entrance: Entrance) -> Verification.Opening {
    var opening = entrance.opening
    opening.limits = cues[index].entry.cue.limits
    let cue = cues[index].entry.cue
    // An axis that follows a subject goes on until something comes.
    let wasFollowing = Axis.allCases.contains { opening.axes[$0].isFollowing }
    let isFollowing = cue.schedule.isFollowingAtEnd ?? wasFollowing
    opening.goesOn = cue.goesOn != nil || !cue.isLast && isFollowing
    return opening
  }

  /// True if the cue goes on with what is in progress when it begins, and nothing in it comes too
  /// late.
  private mutating func isConnected(_ index: Int, to entrance: Entrance) -> Bool {
    let (cue, origin) = (cues[index].entry.cue, cues[index].origin)
    if let given = cues[index].given {
      if given.holdsMotors != cue.holdsMotors {
        report(
          "the motors are \(cue.holdsMotors ? "" : "not ")held when cue \(index + 1) begins",
          at: origin, "'holds_motors' says otherwise", .unsafeSchedule)
      }
      for axis in entrance.known.members
      where isExact && cue.holdsMotors && abs(Int(given.from[axis]) - Int(entrance.from[axis])) > 1
      {
        report(
          "\(axis.name) is at \(entrance.from[axis]) when cue \(index + 1) begins, "
            + "not at \(given.from[axis])", at: origin,
          "positions are millidegrees; a cue begins where the one before it ended",
          .unsafeSchedule)
      }
    }
    let steps = cue.schedule.steps
    if isExact || steps.contains(where: { $0.start < 0 }) {
      guard let kept = entrance.carried(by: cue.schedule) else {
        report(
          "cue \(index + 1) does not begin with what is under way then", at: origin,
          "a motion that goes on has the same line, and began that long before 0",
          .unsafeSchedule)
        return false
      }
      for (place, origin) in kept where isExact {
        cues[index].entry.cue.schedule.steps[place].origin = origin
      }
    }
    if let goesOn = cue.goesOn, let late = steps.first(where: { $0.start > goesOn }) {
      report(
        "the step begins after the cue has gone on", at: late.origin,
        "cue \(index + 1) goes on at \(goesOn) ms")
    }
    return !found.hasErrors
  }

  // MARK: - What leads to a cue

  /// How things are where `exit` of the cue with the index `index` leads on; nil after an error.
  private mutating func entrance(
    by exit: CueSheet.Exit, of index: Int, _ opening: Verification.Opening
  ) -> Entrance? {
    let cue = cues[index].entry.cue
    guard let event = exit.event else {
      let time = cue.goesOn ?? cue.schedule.length
      return leave(index, at: time, opening, line: exit.line(in: cue))
    }
    let awaited = cue.awaited[event]
    if awaited.policy != nil {
      var alone = Entrance(cues[0].entry.cue.schedule)
      alone.line = exit.line(in: cue)
      return alone
    }
    let time = max(awaited.start, awaited.end == nil ? cue.schedule.length : awaited.start)
    let next = leave(index, at: time, opening, line: exit.line(in: cue))
    // Where no turn leads, an exit is never taken, and nothing has found out whether it is exact.
    guard isExact, entrances[index]?.isReached == true else { return next }
    let isOver = cue.schedule.steps.allSatisfy { $0.end <= awaited.start }
    // The tracker keeps axes that follow a subject, whenever the event comes.
    let isFollowing = Axis.allCases.contains { next.opening.axes[$0].isFollowing }
    // An event can come at one instant only before a cue that goes on at once.
    let isInstant = (awaited.end ?? cue.goesOn) == awaited.start
    if next.opening.isTaken && !isFollowing && !isInstant || !isOver {
      report(
        "what follows an event that comes meanwhile is not the same each time", at: exit.origin,
        "write 'like cue \(exit.target)', and run the script instead")
      return nil
    }
    let rivals = cue.exits(of: cues[index].entry.exits, with: awaited)
    guard awaited.condition != nil || rivals.allSatisfy({ $0.target == exit.target }) else {
      report(
        "'\(awaited.description)' leads to more than one cue", at: exit.origin,
        "an event ends every wait for it, so all of them lead to the same cue")
      return nil
    }
    return next
  }

  /// How things are `time` milliseconds after the beginning of the cue with the index `index`.
  private mutating func leave(
    _ index: Int, at time: Int32, _ opening: Verification.Opening, line: UInt32
  ) -> Entrance {
    var schedule = cues[index].entry.cue.schedule
    let steps = schedule.steps
    schedule.steps = ContiguousArray(steps.prefix { $0.start <= time })
    let end = states[schedule.steps.count] ?? schedule.state(from: opening)
    states[schedule.steps.count] = end
    var entrance = Entrance(after: end, at: Int(time))
    entrance.line = line
    entrance.known = schedule.known(since: entrances[index]?.known ?? .none)
    entrance.limits = schedule.limits[end.limitIndex]
    var underWay: [Int] = []
    for axis in AxisSet.all.members {
      let last = schedule.steps.indices.last {
        let step = schedule.steps[$0]
        return step.kind == .animate || schedule.axes(turnedBy: step).contains(axis)
      }
      guard let last, schedule.steps[last].end > time else { continue }
      let step = schedule.steps[last]
      if !underWay.contains(last) { underWay.append(last) }
      var before = schedule
      before.steps = ContiguousArray(schedule.steps.prefix(last))
      entrance.resume(axis, step, after: before.state(from: opening), at: Int(time))
    }
    let writer = StepWriter(schedule)
    for last in underWay.sorted() {
      let step = schedule.steps[last]
      let key = writer.line(of: step, from: 0)
      let origin = origins[key] ?? step.origin
      origins[key] = origin
      cues[index].entry.cue.schedule.steps[last].origin = origin
      var carried = step
      carried.start -= time
      let whole = schedule.whole(of: carried)
      entrance.carried.append(
        Carried(
          words: writer.line(ofCarried: carried, from: carried.start),
          whole: whole.map { writer.line(ofCarried: $0, from: carried.start) },
          start: carried.start, origin: origin))
    }
    return entrance
  }

  /// Takes note that `exit` of the cue with the index `index` leads to the cue with the index
  /// `next`, which begins as `entrance` says.
  private mutating func lead(
    to next: Int, _ entrance: Entrance, by exit: CueSheet.Exit, of index: Int
  ) {
    guard let known = entrances[next] else {
      entrances[next] = entrance
      return waiting.append(next)
    }
    guard isExact, let difference = known.difference(from: entrance) else { return }
    report(
      "cue \(next + 1) does not fit what leads to it: \(difference)", at: exit.origin,
      "all exits to a cue must leave the dock at the same place and speed, with the same limits",
      .unsafeSchedule)
  }
}

/// A step in progress when a cue begins.
private struct Carried {
  /// Its line, with times counted from there.
  let words: [UInt8]
  /// The line of all of it, if it has not begun to be cut off.
  let whole: [UInt8]?
  /// When it begins, in milliseconds from there; 0 if it has just begun.
  let start: Int32
  /// What stands for it.
  let origin: UInt32
}

extension StepWriter {
  /// The line of `step`, which is in progress when a cue begins, as if it began at `start`
  /// milliseconds.
  ///
  /// Two moves by one distance, or to one place, from two places are the same: where the axes are
  /// is compared beside.
  fileprivate func line(ofCarried step: Step, from start: Int32) -> [UInt8] {
    var step = step
    if step.kind == .move {
      for axis in step.axes.members {
        let way = Int(step.to[axis]) - Int(step.from[axis])
        if step.isRelative { step.to[axis] = Int32(clamping: way) }
        step.from[axis] = 0
      }
    }
    return line(of: step, from: start)
  }
}

/// How things are when a cue begins.
private struct Entrance {
  var opening: Verification.Opening
  /// The limits that hold.
  var limits: PerAxis<Schedule.Limit?>
  /// Where the axes are, in millidegrees; one that a step moves to a place, as that step has it.
  var from: PerAxis<Int32>
  /// The axes that an absolute move has brought to where they are.
  var known = AxisSet.none
  /// False if no show comes to it.
  var isReached = true
  /// The steps in progress.
  var carried: [Carried] = []
  /// The line of the statement that waits for the sign.
  var line: UInt32 = 0

  /// The beginning of a script, or of a handler alone.
  init(_ schedule: Schedule) {
    opening = Verification.Opening(schedule)
    (limits, from) = (schedule.limits[0], schedule.from)
  }

  /// What the verification `end` of the steps so far leaves at `time` milliseconds.
  init(after end: Verification, at time: Int) {
    var end = end
    opening = Verification.Opening(end.schedule)
    opening.isTaken = end.isTaken
    limits = end.schedule.limits[0]
    from = end.schedule.from
    for axis in AxisSet.all.members {
      end.pass(axis, until: time)
      var state = end.axes[axis]
      state.slack = 0.001
      state.turnedBy = nil
      if !state.isFollowing { state.time = max(0, state.time - time) }
      opening.axes[axis] = state
      from[axis] = Int32(
        max(-2e9, min(2e9, Millidegrees.count(in: state.moment.position).rounded())))
    }
  }

  /// Makes `axis` what it was when `step` began, which is in progress at `time` milliseconds.
  ///
  /// `before` is what was before that step.
  mutating func resume(_ axis: Axis, _ step: Step, after before: Verification, at time: Int) {
    var before = before
    before.pass(axis, until: Int(step.start))
    var state = before.axes[axis]
    state.slack = 0.001
    state.turnedBy = nil
    state.hasMoved = true
    state.time = Int(step.start) - time
    if step.axes.contains(axis), step.kind != .ramp {
      state.moment.position = Millidegrees(step.from[axis]).degrees
      from[axis] = step.from[axis]
    }
    opening.axes[axis] = state
  }

  /// Puts the axes to where `cue` has them when it begins, as far as it says so, but for those that
  /// a step moves which began before; `onlyAssumed`, those of which nobody knows where they are.
  ///
  /// What leads to a cue by an exit that is not exact, or by another one than the cue was written
  /// for, may have left them elsewhere.
  mutating func adopt(_ cue: ReadCue, onlyAssumed: Bool) {
    let schedule = cue.entry.cue.schedule
    for axis in Axis.allCases {
      let state = opening.axes[axis]
      let first = schedule.steps.first { schedule.axes(turnedBy: $0).contains(axis) }
      let isAssumed = !known.contains(axis) && first?.assumed.contains(axis) == true
      guard isAssumed || !onlyAssumed, !state.isFollowing, first.map({ $0.start >= 0 }) ?? true,
        let start = schedule.beginning(of: axis, turningAt: opening.turning[axis])
          ?? cue.given?.from[axis], start != from[axis]
      else { continue }
      from[axis] = start
      opening.axes[axis].moment = AxisSample(
        position: Millidegrees(start).degrees, velocity: state.moment.velocity)
    }
  }

  /// True if `schedule` begins with the steps in progress, and a move of them began at the same
  /// place.
  func fits(_ schedule: Schedule) -> Bool {
    guard carried(by: schedule) != nil else { return false }
    return Axis.allCases.allSatisfy { axis in
      let first = schedule.steps.first { schedule.axes(turnedBy: $0).contains(axis) }
      guard let first, first.start < 0, first.kind != .ramp, first.axes.contains(axis) else {
        return true
      }
      return abs(Int(first.from[axis]) - Int(from[axis])) <= 1
    }
  }

  /// The places of the steps of `schedule` that were in progress before, and what stands for them;
  /// nil if it does not begin with all of them.
  ///
  /// The cue may cut them off, or do it sooner than was planned, and leave out one that has just
  /// begun. An axis that takes its time to stay where it is waits.
  func carried(by schedule: Schedule) -> [(place: Int, origin: UInt32)]? {
    let (steps, writer) = (schedule.steps, StepWriter(schedule))
    var kept: [(place: Int, origin: UInt32)] = []
    var place = 0
    for begun in carried {
      while place < steps.count, steps[place].kind == .wait, steps[place].start < 0 { place += 1 }
      let next = place < steps.count ? steps[place] : nil
      let forms = [next, next.flatMap(schedule.whole)].compactMap { $0 }
        .map { writer.line(ofCarried: $0, from: $0.start) }
      if forms.contains(begun.words) || begun.whole.map(forms.contains) == true {
        kept.append((place, begun.origin))
        place += 1
      } else if begun.start < 0 {
        return nil
      }
    }
    return steps.dropFirst(place).allSatisfy { $0.start >= 0 || $0.kind == .wait } ? kept : nil
  }

  /// What is different in `other`, as a message says it; nil if a cue can begin with both.
  ///
  /// Where the motors are not held, nobody knows where the dock stands anyway.
  func difference(from other: Entrance) -> String? {
    guard opening.isTaken == other.opening.isTaken else { return "the motors are not always held" }
    guard limits == other.limits else { return "other limits hold" }
    guard carried.map(\.words) == other.carried.map(\.words) else {
      return "something else is under way"
    }
    guard opening.isTaken else { return nil }
    for axis in Axis.allCases {
      let isAnywhere = !known.contains(axis) && !other.known.contains(axis)
      guard isAnywhere || abs(Int(from[axis]) - Int(other.from[axis])) <= 1 else {
        return "\(axis.name) is at \(from[axis]), or at \(other.from[axis])"
      }
      guard opening.turning[axis] == other.opening.turning[axis] else {
        let speeds = (opening.turning[axis], other.opening.turning[axis])
        return "\(axis.name) turns at \(speeds.0), or at \(speeds.1)"
      }
    }
    return nil
  }
}

extension Schedule {
  /// The axes that are where an absolute move has brought them after all steps, if those of `known`
  /// were before.
  fileprivate func known(since known: AxisSet) -> AxisSet {
    var known = known
    for step in steps {
      if step.kind == .giveBack { known = .none }
      if case .follow(let following)? = action(of: step) { known.subtract(following.axes) }
      if subject(of: step) != nil || holdBehind(step) != nil {
        known.subtract(step.axes)
      } else if step.kind == .cut {
        // It does not come to its place, so it is as well known as where it began.
        known.subtract(step.assumed)
      } else if step.kind == .move, !step.isRelative {
        known.insert(step.axes)
      }
    }
    return known
  }

  /// The verification of all steps, to see what they lead to; the axes are as `opening` has them.
  fileprivate func state(from opening: Verification.Opening) -> Verification {
    var opening = opening
    opening.goesOn = true
    var verification = Verification(self, from: opening)
    verification.run()
    return verification
  }

  /// Where `axis`, which turns at `velocity` millidegrees a second, begins, by the first step that
  /// says where it is then, in millidegrees; nil if none does.
  fileprivate func beginning(of axis: Axis, turningAt velocity: Int32) -> Int32? {
    var (way, velocity, time) = (0.0, Double(velocity), Int32(0))
    for step in steps where axes(turnedBy: step).contains(axis) {
      way += Milliseconds.seconds(in: velocity * Double(step.start - time))
      guard step.kind == .ramp else {
        guard step.axes.contains(axis) else { return nil }
        return Int32(max(-2e9, min(2e9, (Double(step.from[axis]) - way).rounded())))
      }
      let mean = (Double(step.from[axis]) + Double(step.to[axis])) / 2
      way += Milliseconds.seconds(in: mean * Double(step.length))
      (velocity, time) = (Double(step.to[axis]), step.end)
    }
    return nil
  }
}

extension Cue {
  /// Those of `exits` to which an event may lead that leads by `awaited`, too.
  fileprivate func exits(of exits: [CueSheet.Exit], with awaited: Awaited) -> [CueSheet.Exit] {
    exits.filter { exit in
      guard let other = exit.event.map({ self.awaited[$0] }) else { return false }
      // Where a condition decides, the first that fits leads on.
      return other.condition == nil && other.mayCome(with: awaited)
        && other.start < awaited.end ?? .max && awaited.start < other.end ?? .max
    }
  }
}

extension Schedule {
  /// The motion that `step` cuts off in the cue in which it stands, and not before it; nil if it
  /// cuts off none.
  fileprivate func whole(of step: Step) -> Step? {
    guard let cut = cut(of: step), step.start + cut.time >= 0 else { return nil }
    var whole = cut.whole
    (whole.line, whole.lateRule) = (step.line, step.lateRule)
    return whole
  }
}
