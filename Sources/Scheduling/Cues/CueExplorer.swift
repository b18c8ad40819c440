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
  if marksExits, !diagnostics.hasErrors {
    explorer.sheet.markExits(from: script, within: compilation.budget)
  }
  return diagnostics.hasErrors ? nil : explorer.sheet
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
private struct CueExplorer {
  var sheet = CueSheet()
  var found: Diagnostics
  private var numbers: [[UInt64]: Int] = [:]
  private var waiting: [(script: RunningScript, sign: String?, line: UInt32)] = []

  /// The positions to which a loop comes back, as far as its turns have been compared.
  private var drifts: Set<[UInt64]> = []
  /// The cues of the handlers that have been tried out, by their nodes.
  private var handlers: [UInt32: Int] = [:]
  /// The limits under which each has been tried out once more, by nodes.
  private var triedLimits: [UInt32: [PerAxis<Schedule.Limit?>]] = [:]

  /// The cues whose onward exits are numbered after all others: the index of each, and what begins
  /// the cue that follows.
  private var postponed: [(entry: Int, script: RunningScript, sign: String, line: UInt32)] = []

  /// The numbers of the loops that exits count or begin anew, by their places.
  private var loops: [[UInt64]: Int] = [:]

  /// The statement that waited last.
  private var place: SourceSpan?

  /// True if it is reported when there are more cues than are looked at.
  var reportsRest = true
  /// True once there were more cues than are looked at.
  private var isCutShort = false
  /// How many more statements may be carried out, and steps found, by all cues together.
  private var (statements, steps): (Int, Int)

  init(_ found: Diagnostics, within budget: Budget) {
    self.found = found
    (statements, steps) = (budget.evaluationSteps, budget.scheduleSteps)
  }

  private init(_ found: Diagnostics, statements: Int, steps: Int) {
    self.found = found
    (self.statements, self.steps) = (statements, steps)
  }

  mutating func explore(_ script: RunningScript, triesOutModes: Bool = true) {
    _ = number(of: script, nil, 0)
    var index = 0
    defer {
      sheet.forgetMissing()
      sheet.numberLoops()
    }
    while index < waiting.count, !found.hasErrors {
      guard statements > 0, steps > 0 || index == 0 else { return reportRest() }
      let (script, sign, line) = waiting[index]
      index += 1
      guard var cue = script.cue(reporting: &found) else { return }
      if let again = cue.again { cue.again?.loop = number(ofLoop: again.place) }
      sheet.entries.append(CueSheet.Entry(cue: cue, sign: sign, line: line))
      let exits = exits(of: cue, script)
      sheet.entries[index - 1].exits = exits
      statements -= cue.spent * (1 + exits.count { !$0.isRepeated })
      steps -= cue.schedule.steps.count
      if index == waiting.count { numberPostponed() }
    }
    if triesOutModes { tryOutModes(of: script) }
  }

  /// Tries out the modes of `script` to which nothing has led so far: chance or a value may.
  private mutating func tryOutModes(of script: RunningScript) {
    let modes = script.start.program.modes
    guard !modes.isEmpty, !isCutShort, !found.hasErrors else { return }
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

  private mutating func exits(of cue: Cue, _ script: RunningScript) -> [CueSheet.Exit] {
    var exits: [CueSheet.Exit] = []
    var starts = TrialStarts(script)
    for (index, awaited) in cue.awaited.enumerated() {
      if awaited.policy != nil {
        if let exit = handler(index, awaited, &starts) { exits.append(exit) }
        tryOut(awaited, &starts, under: cue.handlerLimits)
        continue
      }
      // It is over as it begins: no event comes in time.
      if awaited.end == awaited.start { continue }
      let time = max(awaited.start, awaited.end == nil ? cue.schedule.length : awaited.start)
      let waits = cue.awaited.indices.filter {
        let other = cue.awaited[$0]
        return $0 == index
          || other.policy == nil && other.sign == awaited.sign && other.condition == nil
            && other.slot != awaited.slot && other.isOpen(at: time)
      }
      let next = script.next(
        after: .event(waits), at: time, from: nil, assuming: index, reporting: &found)?.script
      guard let next else { continue }
      place = script.span(of: awaited)
      let target = number(of: next, awaited.signWords, awaited.line)
      var exit = CueSheet.Exit(event: index, target: target)
      exit.anew = numbers(ofLoopsIn: script, leftIn: next)
      exits.append(exit)
    }
    exits += decisionExits(of: cue, script) + turnExits(of: cue, script)
    if let time = cue.goesOn, cue.conditions.isEmpty, cue.again == nil,
      let next = script.next(after: .time, at: time, from: nil, reporting: &found)?.script
    {
      if numbers[next.position] != nil { checkDrift(of: next) }
      var exit = CueSheet.Exit(event: nil, target: number(of: next, "time", 0))
      exit.anew = numbers(ofLoopsIn: script, leftIn: next)
      exits.append(exit)
    }
    return exits
  }

  /// The exits by the conditions of `cue`, and the one if none of them holds.
  private mutating func decisionExits(of cue: Cue, _ script: RunningScript) -> [CueSheet.Exit] {
    guard let time = cue.goesOn, !cue.conditions.isEmpty else { return [] }
    var exits: [CueSheet.Exit] = []
    for index in 0...cue.conditions.count {
      guard
        let next = script.next(
          after: .decision(index), at: time, from: nil, reporting: &found)?.script
      else { continue }
      var exit = CueSheet.Exit(
        condition: index < cue.conditions.count ? index : nil, target: 0)
      if numbers[next.position] != nil { checkDrift(of: next) }
      exit.target = number(of: next, exit.sign(in: cue), cue.conditionsLine)
      exit.anew = numbers(ofLoopsIn: script, leftIn: next)
      exits.append(exit)
    }
    return exits
  }

  /// The exits where a turn of a counted loop is over: to another one, and behind the last.
  private mutating func turnExits(of cue: Cue, _ script: RunningScript) -> [CueSheet.Exit] {
    guard let time = cue.goesOn, let again = cue.again else { return [] }
    let isWell = checkDrift(of: script, in: again.place)
    let last = isWell ? lastTurn(of: again, in: script) : script
    // Where chance decides how long a turn lasts, the last one may end at another time.
    let end = last === script ? time : last.cue(reporting: &found)?.goesOn ?? time
    var exits: [CueSheet.Exit] = []
    for (index, (script, time)) in [(script, time), (last, end)].enumerated() {
      guard
        let next = script.next(
          after: .decision(index), at: time, from: nil, reporting: &found)?.script
      else { continue }
      var exit = index == 0 ? CueSheet.Exit(againTo: 0) : CueSheet.Exit(event: nil, target: 0)
      exit.anew = numbers(ofLoopsIn: script, leftIn: next).filter { $0 != loops[again.place] }
      let sign = exit.sign(in: cue)
      // Another cue in which the loop does not begin knows better how its last turn ends.
      if index > 0, !script.start.loops.contains(where: { $0.place == again.place }) {
        postponed.append((sheet.entries.count - 1, next, sign, cue.conditionsLine))
      } else {
        exit.target = number(of: next, sign, cue.conditionsLine)
      }
      exits.append(exit)
    }
    return exits
  }

  /// The script where the last turn of the loop `again` comes to the cue that `script` begins: the
  /// axes are where the turns before it have moved them.
  private func lastTurn(of again: CountedTurn, in script: RunningScript) -> RunningScript {
    // Only if what is read decides as before does a turn lead back here.
    for holds in [false, true] {
      if let drift = Drift(of: script, holds: holds, in: again.place), drift.failure == nil {
        return drift.lastTurn
      }
    }
    return script
  }

  /// Numbers the cues to which exits lead that have been put off.
  private mutating func numberPostponed() {
    for (entry, script, sign, line) in postponed {
      guard let exit = sheet.entries[entry].exits.firstIndex(where: \.isOnward) else { continue }
      sheet.entries[entry].exits[exit].target = number(of: script, sign, line)
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
    script.loopsLeft(in: next).map { number(ofLoop: $0) }
  }

  /// Reports the loop that comes back to where `script` is if it leads out of the range of an axis.
  ///
  /// - Returns: false if it does.
  @discardableResult
  private mutating func checkDrift(of script: RunningScript, in loop: [UInt64]? = nil) -> Bool {
    guard !found.hasErrors, statements > 0, drifts.insert(script.position).inserted else {
      return true
    }
    let decides = sheet.entries.contains { !$0.cue.conditions.isEmpty }
    var sides: [(drift: Drift, finding: Diagnostic?)] = []
    for holds in decides ? [false, true] : [false] {
      guard var drift = Drift(of: script, holds: holds, in: loop) else { continue }
      sides.append((drift, drift.finding()))
      statements -= drift.spent
    }
    guard var first = sides.first(where: { $0.finding != nil }), let finding = first.finding
    else { return true }
    // Several ways round may lead to the same place.
    if found.all.contains(where: { $0.isAlike(finding) }) { return false }
    // A counted loop goes on whatever is read.
    let isSure =
      loop != nil && sides.count == 2
      && sides.allSatisfy { $0.finding?.isAlike(finding) == true && !$0.drift.isUncertain }
    if let finding = isSure ? first.drift.finding(isSure: true) : finding { found.report(finding) }
    return false
  }

  /// The exit to what handles `awaited`, number `index`; nil after an error.
  ///
  /// A handler is tried once, alone and with nothing moving, because it may be called at any point.
  private mutating func handler(
    _ index: Int, _ awaited: Awaited, _ starts: inout TrialStarts
  ) -> CueSheet.Exit? {
    if let target = handlers[awaited.node] {
      return CueSheet.Exit(event: index, target: target, isRepeated: true)
    }
    place = starts.script.span(of: awaited)
    let start = starts.at(awaited.start, reporting: &found)
    guard let alone = start?.alone(awaited, reporting: &found) else { return nil }
    let target = number(of: alone, awaited.signWords, awaited.line)
    handlers[awaited.node] = target
    return CueSheet.Exit(event: index, target: target)
  }

  /// Tries out what handles `awaited` under `limits`, which are what the script has come to state.
  private mutating func tryOut(
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

  /// Reports, once, that there are more cues than these.
  private mutating func reportRest() {
    if isCutShort { return }
    isCutShort = true
    if reportsRest { found.report(.tooManyCues(at: place)) }
  }

  /// The number of the cue that begins where `script` is.
  private mutating func number(of script: RunningScript, _ sign: String?, _ line: UInt32) -> Int {
    let position = script.position
    if let number = numbers[position] { return number }
    guard waiting.count < CueSheet.limit else {
      reportRest()
      return 0
    }
    waiting.append((script, sign, line))
    numbers[position] = waiting.count
    return waiting.count
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
  fileprivate func isAlike(_ other: Diagnostic) -> Bool { code == other.code && span == other.span }
}

/// The script at those times of a cue at which handlers are tried out; each is worked out once.
private struct TrialStarts {
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
