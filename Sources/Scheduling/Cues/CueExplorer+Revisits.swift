import Diagnosis
import Language
import Motion
import Schedules
import Vocabulary

// Several ways may lead to one place, and the dock stands elsewhere after each. What follows has to
// be possible from all of these poses, so the places are looked at again from the outermost ones.

extension CueExplorer {
  /// The most revisits of all places together.
  private static let mostRevisits = 2 * CueSheet.limit
  /// The most statements of a way that a finding names.
  private static let mostLabels = 3

  /// The visit to `successor` of `cue`, with which the visit number `origin` begins.
  func visit(to successor: Successor, of cue: Cue, from origin: Int) -> Visit {
    var visit = Visit(
      script: successor.script, sign: successor.sign, line: successor.line,
      place: successor.place, origin: origin)
    if successor.exit.event == nil, let first = cue.conditions.first, first.choice == nil {
      visit.decision = successor.exit.condition ?? cue.conditions.count
    }
    let before = visits[origin]
    // Only the script changes counts, and nothing changes in no time.
    let stays = cue.goesOn == 0
    let kept = before.judged.filter { stays || $0.isCount }
    let read = cue.conditions.flatMap(\.variables)
    visit.judged = kept.union(read)
    // A choice does not take each option again and again.
    let choices = cue.conditions.compactMap { $0.choice?.number }
    visit.chosen = before.chosen.union(choices)
    visit.isDoubtful =
      before.isDoubtful || read.contains { kept.contains($0) }
      || choices.contains { before.chosen.contains($0) }
    return visit
  }

  /// Plans to look at the place `position`, which is known, once more, if `visit` comes to it in a
  /// state that says more than those before it.
  ///
  /// A way that comes to a place twice is a turn of a loop; how far loops lead is found out in
  /// another way.
  mutating func addRevisit(_ visit: Visit, at position: [UInt64]) {
    guard reportsRest, revisits.count < CueExplorer.mostRevisits, !leads(visit, over: position),
      admits(visit.script, at: looksAtBranches ? visit.script.taskPlaces : [position])
    else { return }
    revisits.append(visits.count)
    append(visit, at: position)
  }

  /// True if the state of `script` is new at one of `places`.
  private mutating func admits(_ script: RunningScript, at places: [[UInt64]]) -> Bool {
    var isNew = false
    for place in places where entrances[place, default: Entrances()].admit(script.start) {
      isNew = true
    }
    return isNew
  }

  /// Looks at places again, in the states that have been put aside for it, and reports what is not
  /// possible from there.
  mutating func lookAgain() {
    var next = 0
    while next < revisits.count, !isCutShort || looksAtBranches, !found.hasErrors, statements > 0,
      steps > 0
    {
      lookAgain(at: revisits[next])
      next += 1
    }
  }

  /// Looks at `script` from its beginning, each of its branches on its own: there are more ways in
  /// which the places of branches come together than a sheet has cues.
  ///
  /// - Returns: true if every place has been looked at.
  mutating func lookAtBranches(of script: RunningScript) -> Bool {
    guard reportsRest else { return true }
    looksAtBranches = true
    (visits, revisits, entrances) = ([], [], [:])
    addRevisit(Visit(script: script), at: script.position)
    lookAgain()
    return found.hasErrors
      || statements > 0 && steps > 0 && revisits.count < CueExplorer.mostRevisits
  }

  private mutating func lookAgain(at number: Int) {
    let script = visits[number].script
    var own = Diagnostics()
    guard let cue = script.cue(reporting: &own), !own.hasErrors else {
      return report(own, at: number)
    }
    var successors = cue.awaited.indices.filter { cue.awaited[$0].policy == nil }
      .compactMap { script.successor(by: $0, of: cue, reporting: &own) }
    successors += script.decisionSuccessors(of: cue, reporting: &own)
    if let again = cue.again, !own.hasErrors {
      let isWell = !looksAtBranches || checkDrift(of: script, in: again.place)
      successors += script.turnSuccessors(
        of: cue, lastTurn: isWell ? script.lastTurn(of: again) : script, reporting: &own)
    }
    if let next = script.timeSuccessor(of: cue, reporting: &own) { successors.append(next) }
    statements -= cue.spent * (1 + successors.count)
    steps -= cue.schedule.steps.count
    guard !own.hasErrors else { return report(own, at: number) }
    if looksAtBranches { lookAtHandlers(of: cue, at: number) }
    for next in successors {
      let (visit, position) = (visit(to: next, of: cue, from: number), next.script.position)
      if next.exit.event == nil, leads(visit, over: position) {
        let isWell = !looksAtBranches || checkDrift(of: next.script, from: script)
        if isWell { checkDrift(of: visit, at: position) }
      }
      addRevisit(visit, at: position)
    }
  }

  /// Looks at the handlers of `cue`, with which the visit number `number` begins, that have no cue
  /// in the sheet.
  private mutating func lookAtHandlers(of cue: Cue, at number: Int) {
    var starts = TrialStarts(visits[number].script)
    for awaited in cue.awaited where awaited.policy != nil {
      tryOut(awaited, &starts, under: cue.handlerLimits)
      guard handlers[awaited.node, default: 0] == 0, !found.hasErrors,
        let start = starts.at(awaited.start, reporting: &found),
        let alone = start.alone(awaited, reporting: &found)
      else { continue }
      handlers[awaited.node] = .max
      addRevisit(Visit(script: alone, sign: awaited.signWords), at: alone.position)
    }
  }

  /// Reports the errors of `own`, which the visit number `number` has found, with the way to it; as
  /// warnings if no show may take that way.
  private mutating func report(_ own: Diagnostics, at number: Int) {
    let isDoubtful = visits[number].isDoubtful
    for error in own.all where error.severity == .error {
      if isDoubtful, found.all.contains(where: { $0.isAlike(error) }) { continue }
      var copy = Diagnostic(
        error.code, error.message, at: error.span,
        severity: isDoubtful ? .warning : .error, label: error.label,
        labels: error.labels + way(to: number, before: error), notes: error.notes,
        fixIts: error.fixIts, motion: error.motion)
      if isDoubtful {
        copy.notes.append("that way may never be taken, but nothing in the script says so")
      }
      found.report(copy)
    }
  }

  /// The last statements that decide on the way to the visit number `number`, with what they
  /// decide.
  private func way(to number: Int, before error: Diagnostic) -> [Diagnostic.Label] {
    var labels: [Diagnostic.Label] = []
    // A branch is wrong by itself, and not because of the way to it.
    var next: Int? = looksAtBranches ? nil : number
    while let index = next, labels.count < CueExplorer.mostLabels {
      let visit = visits[index]
      if let place = visit.place, let sign = visit.sign, sign != CueSheet.again,
        place != error.span, !labels.contains(where: { $0.span == place })
      {
        labels.append(Diagnostic.Label(place, "on the way to it: \(sign)"))
      }
      next = visit.origin
    }
    return labels
  }
}

extension StateVariable {
  fileprivate var isCount: Bool { if case .count = self { true } else { false } }
}
