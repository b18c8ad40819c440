import Diagnosis
import Language
import Motion
import Schedules
import Vocabulary

/// Runs a checked program in logical time, for all possible events, and returns its cues.
///
/// Each is checked before it is given. An event with a value is assumed to have the value 1.
///
/// - Parameters:
///   - program: what `check` made.
///   - compilation: for which dock, from where, within which budget.
///   - marksExits: true if exits whose cue is only an example are to be marked; a sheet that is
///     neither printed nor played needs no marks.
///   - diagnostics: where problems are reported.
/// - Returns: the cues, or nil if there was an error.
public func cueSheet(
  _ program: CheckedProgram, for compilation: Compilation, marksExits: Bool = true,
  reporting diagnostics: inout Diagnostics
) -> CueSheet? {
  guard let script = RunningScript(program, for: compilation, reporting: &diagnostics) else {
    return nil
  }
  var explorer = CueExplorer(diagnostics, within: compilation.budget)
  // A test is played with its own scene alone: what else could come need not be known.
  explorer.reportsRest = compilation.test == nil
  explorer.explore(script)
  diagnostics = explorer.found
  if !program.choices.isEmpty, !program.choosesInShow {
    checkOtherOptions(of: program, for: compilation, reporting: &diagnostics)
  }
  if marksExits, !diagnostics.hasErrors {
    if explorer.looksAtBranches { diagnostics.report(.incompleteSheet) }
    explorer.sheet.markExits(from: explorer.starts, within: compilation.budget)
    explorer.sheet.settle()
  }
  return diagnostics.hasErrors ? nil : explorer.sheet
}

/// Reports the first error that comes if `program`, whose options are taken when it is compiled,
/// takes others.
private func checkOtherOptions(
  of program: CheckedProgram, for compilation: Compilation, reporting diagnostics: inout Diagnostics
) {
  guard !diagnostics.hasErrors else { return }
  var found = Diagnostics()
  let choosing = program.choosingInShow
  guard let script = RunningScript(choosing, for: compilation, reporting: &found) else { return }
  var explorer = CueExplorer(found, within: compilation.budget)
  explorer.reportsRest = false
  explorer.explore(script)
  let error = explorer.found.all.first { $0.severity == .error }
  if let error { diagnostics.report(error) }
}

/// Runs a checked program in logical time and returns its first cue, for playing.
///
/// The others are asked of what continues it. Parameters are as for `cueSheet`.
///
/// - Parameter portion: how many steps are planned ahead; a cue with more of them goes on by itself
///   with the next ones. It ends where nothing but the script itself goes on.
/// - Returns: the cue, or nil if there was an error.
public func firstCue(
  _ program: CheckedProgram, for compilation: Compilation, portion: Int = .max,
  reporting diagnostics: inout Diagnostics
) -> Cue? {
  RunningScript(program, for: compilation, portion: portion, reporting: &diagnostics)?
    .cue(reporting: &diagnostics)
}

/// Runs a checked program in logical time and returns its first cue, planned some steps ahead.
///
/// - Parameter sheet: its cues, as `cueSheet` returns them.
/// - Returns: the cue, or nil if there was an error.
package func playedCue(
  _ program: CheckedProgram, of sheet: CueSheet, for compilation: Compilation,
  reporting diagnostics: inout Diagnostics
) -> Cue? {
  // Without decisions there is nothing to go on to, and all of it is at hand.
  guard let whole = sheet.entries.first?.cue, whole.rest != nil else {
    return sheet.entries.first?.cue
  }
  var first = firstCue(
    program, for: compilation, portion: Portion.played, reporting: &diagnostics)
  first?.schedule.files = whole.schedule.files
  if first?.continues == true { first?.wholeLength = whole.schedule.length }
  return first
}

/// Tries out everything that may lead from one cue to the next.
struct CueExplorer {
  /// A script that is looked at, where a cue begins.
  struct Visit {
    let script: RunningScript
    /// The number of its position among all positions that have been come to.
    var position = 0
    /// What begins the cue; nil of the first.
    var sign: String?
    /// The line of the statement that decides, as in `Step.line`; 0 if nothing does.
    var line: UInt32 = 0
    /// The text of that statement.
    var place: SourceSpan?
    /// The index of the visit that leads to it; nil of the first.
    var origin: Int?
    /// What is decided there, as in `Occurrence.decision`; nil if nothing is, or chance does.
    var decision: Int?
    /// What has been read on the way here that is surely still the same.
    var judged: Set<StateVariable> = []
    /// The choices that have been made on the way here.
    var chosen: Set<Int> = []
    /// True if the way here reads something twice that may not have changed in between: it may be a
    /// way that no show takes.
    var isDoubtful = false
  }

  var sheet = CueSheet()
  var found: Diagnostics
  private var numbers: [[UInt64]: Int] = [:]
  /// All that is looked at.
  var visits: [Visit] = []
  /// The visits that are the first of a place, in the order of their cues.
  private var firsts: [Int] = []
  /// Where the script is when each cue begins as the sheet shows it; they outlive `visits`.
  private(set) var starts: [RunningScript] = []
  /// The visits that come to a place in another state than those before them.
  var revisits: [Int] = []
  /// The numbers of all positions that have been come to.
  private var positions: [[UInt64]: Int] = [:]
  /// The states in which each place has been come to.
  var entrances: [[UInt64]: Entrances] = [:]
  /// True while the branches of a script are looked at each on its own.
  var looksAtBranches = false

  /// The positions to which a loop comes back, as far as its turns have been compared, each with
  /// the place of a counted one and of those in it: several may come back to one position.
  private var drifts: Set<[[UInt64]]> = []
  /// The positions to which a loop comes back that leads out of a range.
  private var astray: Set<[UInt64]> = []
  /// The warnings of such loops; what is found without them may be an error of the same statement.
  private var warnings: [Diagnostic] = []
  /// The cues of the handlers that have been tried out, by their nodes; 0 of one that has none.
  var handlers: [UInt32: Int] = [:]
  /// The limits under which each has been tried out once more, by nodes.
  private var triedLimits: [UInt32: [PerAxis<Schedule.Limit?>]] = [:]

  /// The cues whose onward exits are numbered after all others: the index of each, and what
  /// follows it.
  private var postponed: [(entry: Int, successor: Successor)] = []

  /// The numbers of the loops that exits count or begin anew, by their places.
  private var loops: [[UInt64]: Int] = [:]

  /// The statement that waited last.
  private var place: SourceSpan?

  /// True if it is reported when there are more cues than are looked at.
  var reportsRest = true
  /// True once there were more cues than a sheet has, or than the budget allows.
  private(set) var isCutShort = false
  /// The statement at which that was.
  private var cutPlace: SourceSpan?
  /// How many more statements may be carried out, and steps found, by all cues together.
  var (statements, steps): (Int, Int)

  init(_ found: Diagnostics, within budget: Budget) {
    self.found = found
    (statements, steps) = (budget.evaluationSteps, budget.scheduleSteps)
  }

  private init(_ found: Diagnostics, statements: Int, steps: Int) {
    self.found = found
    (self.statements, self.steps) = (statements, steps)
  }

  mutating func explore(_ script: RunningScript, triesOutModes: Bool = true) {
    _ = number(of: Visit(script: script))
    var index = 0
    defer {
      sheet.forgetMissing()
      sheet.numberLoops()
      for warning in warnings where !isKnown(warning) { found.report(warning) }
    }
    while index < firsts.count, !found.hasErrors {
      guard statements > 0, steps > 0 || index == 0 else {
        cutShort()
        break
      }
      let visit = visits[firsts[index]]
      index += 1
      guard var cue = visit.script.cue(reporting: &found) else { return }
      if let again = cue.again { cue.again?.loop = number(ofLoop: again.place) }
      sheet.entries.append(CueSheet.Entry(cue: cue, sign: visit.sign, line: visit.line))
      let exits = exits(of: cue, at: firsts[index - 1])
      sheet.entries[index - 1].exits = exits
      statements -= cue.spent * (1 + exits.count { !$0.isRepeated })
      steps -= cue.schedule.steps.count
      if index == firsts.count { numberPostponed() }
    }
    lookAgain()
    if isCutShort, !found.hasErrors, !lookAtBranches(of: script) { reportRest() }
    if triesOutModes { tryOutModes(of: script) }
  }

  /// Tries out the modes of `script` to which nothing has led so far: chance or a value may.
  private mutating func tryOutModes(of script: RunningScript) {
    let modes = script.start.program.modes
    guard !modes.isEmpty, !isCutShort || looksAtBranches, !found.hasErrors else { return }
    var begun = sheet.modesBegun
    let starts = script.trialStart(at: 0, reporting: &found)
    for index in modes.indices where !begun.contains(modes[index].name) && !found.hasErrors {
      guard let alone = starts?.entering(index, reporting: &found) else { return }
      var other = CueExplorer(found, statements: statements, steps: steps)
      other.reportsRest = reportsRest
      other.explore(alone, triesOutModes: false)
      (found, statements, steps) = (other.found, other.statements, other.steps)
      begun.formUnion(other.sheet.modesBegun)
    }
  }

  /// The exits of `cue`, with which the visit number `number` begins.
  private mutating func exits(of cue: Cue, at number: Int) -> [CueSheet.Exit] {
    let script = visits[number].script
    var exits: [CueSheet.Exit] = []
    var starts = TrialStarts(script)
    for (index, awaited) in cue.awaited.enumerated() {
      if awaited.policy != nil {
        if let exit = handler(index, awaited, &starts, at: number) { exits.append(exit) }
        tryOut(awaited, &starts, under: cue.handlerLimits)
      } else if let next = script.successor(by: index, of: cue, reporting: &found) {
        place = script.span(of: awaited)
        exits.append(exit(to: next, of: cue, at: number))
      }
    }
    for next in script.decisionSuccessors(of: cue, reporting: &found) {
      exits.append(exit(to: next, of: cue, at: number))
    }
    exits += turnExits(of: cue, at: number)
    if let next = script.timeSuccessor(of: cue, reporting: &found) {
      exits.append(exit(to: next, of: cue, at: number))
    }
    return exits
  }

  /// The exit to `successor` of `cue`, with which the visit number `number` begins.
  private mutating func exit(
    to successor: Successor, of cue: Cue, at number: Int
  ) -> CueSheet.Exit {
    if successor.exit.event == nil { checkLoop(to: successor, of: cue, at: number) }
    var exit = successor.exit
    exit.target = self.number(of: visit(to: successor, of: cue, from: number))
    exit.anew = numbers(ofLoopsIn: visits[number].script, leftIn: successor.script)
    return exit
  }

  /// The exits where a turn of a counted loop is over: to another one, and behind the last.
  private mutating func turnExits(of cue: Cue, at number: Int) -> [CueSheet.Exit] {
    guard cue.goesOn != nil, let again = cue.again else { return [] }
    let script = visits[number].script
    let isWell = checkDrift(of: script, in: again.place)
    let last = isWell ? script.lastTurn(of: again) : script
    let isWhole = !script.start.loops.contains { $0.place == again.place }
    return script.turnSuccessors(of: cue, lastTurn: last, reporting: &found).map { next in
      var exit = next.exit
      // Another cue in which the loop does not begin knows better how its last turn ends.
      if exit.isOnward, isWhole {
        postponed.append((sheet.entries.count - 1, next))
      } else {
        if exit.isOnward { checkLoop(to: next, of: cue, at: number) }
        exit.target = self.number(of: visit(to: next, of: cue, from: number))
      }
      exit.anew = numbers(ofLoopsIn: script, leftIn: next.script)
        .filter { $0 != loops[again.place] }
      return exit
    }
  }

  /// Numbers the cues to which exits lead that have been put off.
  private mutating func numberPostponed() {
    for (entry, next) in postponed {
      guard let exit = sheet.entries[entry].exits.firstIndex(where: \.isOnward) else { continue }
      let visit = visit(to: next, of: sheet.entries[entry].cue, from: firsts[entry])
      sheet.entries[entry].exits[exit].target = number(of: visit)
    }
    postponed = []
  }

  /// The number of the loop at `place`.
  private mutating func number(ofLoop place: [UInt64]) -> Int {
    if let number = loops[place] { return number }
    loops[place] = loops.count + 1
    return loops.count
  }

  /// The numbers of the loops that are in progress in `script`, and not, or anew, in `next`.
  private mutating func numbers(
    ofLoopsIn script: RunningScript, leftIn next: RunningScript
  ) -> [Int] {
    script.loops(notIn: next).map { number(ofLoop: $0) }
  }

  /// Checks the loop that the exit to `successor` of the last cue, with which the visit number
  /// `number` begins, closes, if it closes one.
  private mutating func checkLoop(to successor: Successor, of cue: Cue, at number: Int) {
    guard closesLoop(successor.script, from: sheet.entries.count) else { return }
    guard checkDrift(of: successor.script, from: visits[number].script) else { return }
    checkDrift(of: visit(to: successor, of: cue, from: number), at: successor.script.position)
  }

  /// True if the cue with the number `cue` is one of those that follow where `script` is, as far as
  /// is known: the exit to it is the last of a loop.
  private func closesLoop(_ script: RunningScript, from cue: Int) -> Bool {
    guard let number = numbers[script.position] else { return false }
    var (reached, waiting): (Set<Int>, [Int]) = ([number], [number])
    while let next = waiting.popLast() {
      if next == cue { return true }
      guard next > 0, next <= sheet.entries.count else { continue }
      for exit in sheet.entries[next - 1].exits where reached.insert(exit.target).inserted {
        waiting.append(exit.target)
      }
    }
    return false
  }

  /// Reports the loop that comes back to where `script` is, the counted one at the place `loop` or
  /// one that comes from `last` to there, if it leads out of the range of an axis.
  ///
  /// - Returns: false if it does.
  @discardableResult
  mutating func checkDrift(
    of script: RunningScript, in loop: [UInt64]? = nil, from last: RunningScript? = nil
  ) -> Bool {
    // Counted loops that begin in each turn go round in it.
    let inner = last.map { script.loops(notIn: $0) } ?? []
    let isNew = drifts.insert([script.position, loop ?? [], script.knownAxes] + inner).inserted
    guard isNew, !found.hasErrors, statements > 0 else { return true }
    let conditions = sheet.entries.flatMap(\.cue.conditions)
    let reads = isCutShort || conditions.contains { $0.choice == nil }
    let waits = sheet.entries.contains { $0.cue.awaited.contains { $0.policy == nil } }
    let number = positions[script.position]
    let isFixed = !reads && conditions.isEmpty && !waits && visits[0].script.draws(as: script)
    let ways = (conditions.isEmpty ? [false] : [false, true]).flatMap { holds in
      rolls.map { Decisions(holds: holds, roll: $0) }
    }
    var sides: [(drift: Drift, finding: Diagnostic?)] = []
    let turns = KnownTurns()
    func look(after earlier: RunningScript?) {
      sides = []
      for decisions in ways {
        guard
          var drift = Drift(
            of: script, after: earlier, deciding: decisions, in: loop, around: inner, reads: reads,
            knowing: turns)
        else { continue }
        sides.append((drift, drift.finding(isSure: isFixed)))
        statements -= drift.spent
      }
    }
    look(after: visits.first { $0.position == number }?.script)
    // A count may say how often the loop goes round, unless it goes too far whatever is read.
    if conditions.contains(where: \.readsCount),
      sides.count < ways.count || sides.contains(where: { $0.finding == nil })
    {
      look(after: nil)
    }
    guard var first = sides.first(where: { $0.finding != nil }), let finding = first.finding
    else {
      warnOfCables(of: sides.map(\.drift))
      return true
    }
    astray.insert(script.position)
    // Several ways round may lead to the same place.
    if isKnown(finding) || warnings.contains(where: finding.isAlike) { return false }
    // A counted loop goes on whatever is read.
    let isSure =
      loop != nil && !conditions.isEmpty && sides.count == ways.count
      && sides.allSatisfy { $0.finding?.isAlike(finding) == true && !$0.drift.isUncertain }
    if let finding = isSure ? first.drift.finding(isSure: true) : finding { report(finding) }
    return false
  }

  /// True if the same is reported of the same statement already.
  private func isKnown(_ finding: Diagnostic) -> Bool { found.all.contains(where: finding.isAlike) }

  /// Reports `finding` of a loop, at the end if it is a warning.
  private mutating func report(_ finding: Diagnostic) {
    if finding.severity == .error { found.report(finding) } else { warnings.append(finding) }
  }

  /// The options that weighted choices of the cues so far may take, by their indices.
  private var rolls: Range<Int> {
    let choices = sheet.entries.lazy.compactMap { $0.cue.conditions.first?.choice }
    return 0..<(choices.filter(\.isRolled).map(\.count).max() ?? 1)
  }

  /// Reports the loop that `visit`, which comes to `position` again, closes, if it leads out of the
  /// range of an axis when all is decided as on the way there.
  mutating func checkDrift(of visit: Visit, at position: [UInt64]) {
    guard !found.hasErrors, statements > 0, !astray.contains(position),
      let (start, decisions) = decisions(of: visit, since: position), !decisions.places.isEmpty,
      start.isElsewhere(than: visit.script)
    else { return }
    let way = decisions.places.map { $0.key + [UInt64($0.value)] }
    let key = [position, visit.script.knownAxes] + way.sorted { $0.lexicographicallyPrecedes($1) }
    guard drifts.insert(key).inserted,
      var drift = Drift(of: visit.script, deciding: decisions)
    else { return }
    let finding = drift.finding()
    statements -= drift.spent
    guard let finding else { return }
    astray.insert(position)
    if !warnings.contains(where: finding.isAlike) { report(finding) }
  }

  /// What is decided on the way to `visit` since that was at `position` before, and the script
  /// there; nil if it was not.
  private func decisions(
    of visit: Visit, since position: [UInt64]
  ) -> (start: RunningScript, decisions: Decisions)? {
    guard let number = positions[position] else { return nil }
    var (decisions, visit) = (Decisions(holds: false), visit)
    while let index = visit.origin {
      let script = visits[index].script
      if let decision = visit.decision {
        decisions.decide(decision, after: script, inLine: visit.line)
      }
      visit = visits[index]
      if visit.position == number { return (script, decisions) }
    }
    return nil
  }

  /// Reports the first of `drifts`, none of which leads out of a range, that winds up a cable.
  private mutating func warnOfCables(of drifts: [Drift]) {
    for var drift in drifts {
      let warning = drift.winding()
      statements -= drift.spent
      guard let warning, !found.all.contains(where: { $0.isAlike(warning) }) else { continue }
      return found.report(warning)
    }
  }

  /// The exit to what handles `awaited`, number `index`; nil after an error.
  ///
  /// A handler is tried once, alone and with nothing moving, because it may be called at any point.
  private mutating func handler(
    _ index: Int, _ awaited: Awaited, _ starts: inout TrialStarts, at number: Int
  ) -> CueSheet.Exit? {
    if let target = handlers[awaited.node] {
      return CueSheet.Exit(event: index, target: target, isRepeated: true)
    }
    place = starts.script.span(of: awaited)
    let start = starts.at(awaited.start, reporting: &found)
    guard let alone = start?.alone(awaited, reporting: &found) else { return nil }
    let target = self.number(
      of: Visit(script: alone, sign: awaited.signWords, line: awaited.line, place: place))
    handlers[awaited.node] = target
    return CueSheet.Exit(event: index, target: target)
  }

  /// Tries out what handles `awaited` under `limits`, which are what the script has come to state.
  mutating func tryOut(
    _ awaited: Awaited, _ starts: inout TrialStarts, under limits: PerAxis<Schedule.Limit?>
  ) {
    let tried = triedLimits[awaited.node]
    guard !found.hasErrors, tried?.contains(limits) != true else { return }
    triedLimits[awaited.node, default: []].append(limits)
    guard let start = starts.at(nil, reporting: &found),
      let cue = start.alone(awaited, reporting: &found)?.cue(reporting: &found)
    else { return }
    statements -= cue.spent
  }

  /// Notes that there are more cues than these.
  private mutating func cutShort() {
    if isCutShort { return }
    (isCutShort, cutPlace) = (true, place)
  }

  /// Reports that there are more cues than have been looked at.
  private mutating func reportRest() {
    looksAtBranches = false
    if reportsRest { found.report(.tooManyCues(at: cutPlace)) }
  }

  /// Adds `visit`, whose script is at `position`.
  mutating func append(_ visit: Visit, at position: [UInt64]) {
    var visit = visit
    visit.position = positions[position] ?? positions.count
    positions[position] = visit.position
    visits.append(visit)
  }

  /// True if the way to `visit` has been at `position`, where it is, before.
  func leads(_ visit: Visit, over position: [UInt64]) -> Bool {
    guard let number = positions[position] else { return false }
    var origin = visit.origin
    while let index = origin {
      if visits[index].position == number { return true }
      origin = visits[index].origin
    }
    return false
  }

  /// The number of the cue with which `visit` begins.
  private mutating func number(of visit: Visit) -> Int {
    let position = visit.script.position
    if let number = numbers[position] {
      addRevisit(visit, at: position)
      return number
    }
    guard firsts.count < CueSheet.limit else {
      cutShort()
      return 0
    }
    firsts.append(visits.count)
    starts.append(visit.script)
    append(visit, at: position)
    _ = entrances[position, default: Entrances()].admit(visit.script.start)
    numbers[position] = firsts.count
    return firsts.count
  }
}

extension CueSheet {
  /// Numbers the loops that an exit counts in the order of the cues, and forgets the others.
  fileprivate mutating func numberLoops() {
    var numbers: [Int: Int] = [:]
    for index in entries.indices {
      guard let loop = entries[index].cue.again?.loop else { continue }
      let number = numbers[loop] ?? numbers.count + 1
      numbers[loop] = number
      entries[index].cue.again?.loop = number
    }
    for index in entries.indices {
      for exit in entries[index].exits.indices {
        entries[index].exits[exit].anew = entries[index].exits[exit].anew
          .compactMap { numbers[$0] }.sorted()
      }
    }
  }
}

extension Diagnostic {
  /// True if `other` says the same of the same place.
  func isAlike(_ other: Diagnostic) -> Bool { code == other.code && span == other.span }
}

/// The script at those times of a cue at which handlers are tried out; each is worked out once.
struct TrialStarts {
  let script: RunningScript
  private var known: [Int32?: RunningScript.TrialStart?] = [:]

  init(_ script: RunningScript) { self.script = script }

  /// The script at `time` milliseconds, or when the cue is over; nil after an error.
  mutating func at(
    _ time: Int32?, reporting diagnostics: inout Diagnostics
  ) -> RunningScript.TrialStart? {
    if let start = known[time] { return start }
    let start = script.trialStart(at: time, reporting: &diagnostics)
    known[time] = .some(start)
    return start
  }
}

extension CueSheet {
  /// The names of the modes that begin in its cues.
  fileprivate var modesBegun: Set<String> {
    var names: Set<String> = []
    for entry in entries {
      for case .note(let note) in entry.cue.schedule.actions where note.kind == .mode {
        names.insert(note.text)
      }
    }
    return names
  }
}

extension Condition {
  /// True if it reads a count.
  var readsCount: Bool {
    variables.contains { if case .count = $0 { true } else { false } }
  }
}
