import Diagnosis
import Language
import Motion
import Printing
import Schedules

// A script comes to one place in many states. So each exit is tried out in every state that is met:
// if what follows is not the cue that the sheet shows, it gets a cue of its own, and where that is
// not enough, the exit is marked.

extension CueSheet {
  /// Marks the exits whose cue is only an example of what may follow; `starts` are where the cues
  /// begin as the sheet shows them.
  ///
  /// What a handler does depends on all that is in progress when it is called, so a sheet with
  /// handlers gets no marks.
  mutating func markExits(from starts: [RunningScript], within budget: Budget) {
    guard !hasHandlers, straight == nil else { return }
    var states = StateExplorer(self, within: budget)
    states.explore(from: starts)
    adopt(states.sheet)
  }

  /// Takes over what was found out: all of `sheet` if its exits are exact; else, as it cannot be
  /// played anyway, only the marks.
  private mutating func adopt(_ sheet: CueSheet) {
    if sheet.entries.allSatisfy({ $0.exits.allSatisfy(\.isExact) }) {
      self = sheet
      return forgetUnreachable()
    }
    for index in entries.indices {
      for place in entries[index].exits.indices {
        let exit = sheet.entries[index].exits[place]
        let isSame = exit.target == entries[index].exits[place].target
        entries[index].exits[place].isExact = exit.isExact && isSame
      }
    }
  }
}

/// Follows every exit of a sheet in the states in which its script comes to it.
private struct StateExplorer {
  /// The most states in which one cue is looked at, and all cues together.
  private static let (statesOfCue, statesOfSheet) = (16, 4 * CueSheet.limit)
  /// The most cues that one place of the script gets.
  private static let cuesOfPlace = 8

  /// A cue in a state in which the script comes to it.
  private struct Visit {
    let script: RunningScript
    /// The index of the cue.
    let number: Int
    /// True if the last turn of a counted loop ends with the cue, false if another one does; nil if
    /// none does, and once it may have been any.
    var isLast: Bool?
    /// True if the sheet shows the cue in this state.
    let isFirst: Bool
  }

  /// A state in which a cue has been met.
  private struct Known {
    let state: ScriptState
    /// Of each counted loop in progress, if this was its last iteration: which exits of the cues
    /// that follow are taken depends on that.
    let isLast: [Bool]
    /// True if the cue had not been met in that state in another iteration.
    let isNew: Bool

    /// True if what follows has been followed if the cue is met where `script` begins, in `state`.
    func covers(_ script: RunningScript, in state: ScriptState) -> Bool {
      self.state == state && isLast == script.lastIterations
    }
  }

  var sheet: CueSheet
  private var visits: [Visit] = []
  private var known: [[Known]]
  /// Of each cue, the numbers of the others that begin at the same place of the script, below the
  /// first of them.
  private var others: [Int: [Int]] = [:]
  /// The loops that exits leave, as far as they have been followed.
  private var left: [[Int]: [[UInt64]]] = [:]
  /// The exits that have been followed.
  private var followed: Set<[Int]> = []
  private var statements: Int
  private var steps: Int

  init(_ sheet: CueSheet, within budget: Budget) {
    self.sheet = sheet
    known = Array(repeating: [], count: sheet.entries.count)
    (statements, steps) = (budget.evaluationSteps, budget.scheduleSteps)
  }

  /// Explores from the first of `starts`, and from those of the cues to which only marked exits
  /// lead.
  mutating func explore(from starts: [RunningScript]) {
    var next = 0
    for (number, script) in zip(sheet.entries.indices, starts) where known[number].isEmpty {
      visit(script, number, in: sheet.entries[number].cue)
      while next < visits.count {
        let visit = visits[next]
        next += 1
        for index in sheet.entries[visit.number].exits.indices
        where sheet.entries[visit.number].exits[index].mayBeTaken(isLast: visit.isLast) {
          follow(index, from: visit)
        }
        if next == visits.count { followLastTurns() }
      }
    }
  }

  /// Follows the exits behind loops whose last turn has not been met: their turns have come back to
  /// states that are known, so any of them may be the last.
  private mutating func followLastTurns() {
    let met = Set(visits.filter { $0.isLast == true }.map(\.number))
    for place in visits.indices where visits[place].isLast == false {
      let visit = visits[place]
      guard !met.contains(visit.number),
        let index = sheet.entries[visit.number].exits.firstIndex(where: \.isOnward)
      else { continue }
      visits[place].isLast = nil
      follow(index, from: visit)
    }
  }

  /// Follows the exit with the index `index` from `visit`.
  private mutating func follow(_ index: Int, from visit: Visit) {
    let exit = sheet.entries[visit.number].exits[index]
    guard exit.target > 0, exit.isExact else { return }
    // Where the last turn of a loop leads has been found out from the state after all turns.
    let isFirst =
      followed.insert([visit.number, index]).inserted
      && (sheet.entries[visit.number].cue.again == nil || exit.isAgain || visit.isFirst)
    if let target = follow(exit, index, of: visit.number, from: visit.script, isFirst: isFirst) {
      sheet.entries[visit.number].exits[index].target = target + 1
    } else {
      sheet.entries[visit.number].exits[index].isExact = false
    }
  }

  private mutating func visit(_ script: RunningScript, _ number: Int, in cue: Cue) {
    visits.append(
      Visit(
        script: script, number: number, isLast: cue.again?.isLast, isFirst: known[number].isEmpty))
    let (state, isLast) = (script.state, script.lastIterations)
    let isNew = !known[number].contains { $0.state == state }
    known[number].append(Known(state: state, isLast: isLast, isNew: isNew))
  }

  /// Follows `exit`, number `index` of the cue with the index `number`, for the first time if it
  /// `isFirst`.
  ///
  /// - Returns: the index of the cue it always leads to, as far as is known; nil if there is none.
  private mutating func follow(
    _ exit: CueSheet.Exit, _ index: Int, of number: Int, from script: RunningScript, isFirst: Bool
  ) -> Int? {
    let cue = sheet.entries[number].cue
    guard let next = successor(of: script, by: exit, of: cue) else { return nil }
    // What it leaves is a part of the exit.
    let left = script.loops(notIn: next)
    guard self.left.updateValue(left, forKey: [number, index])?.elementsEqual(left) != false
    else { return nil }
    let state = next.state
    let target = exit.target - 1
    let targets = isFirst ? [target] + (others[target] ?? []) : [target]
    let isCovered = { (target: Int) in known[target].contains { $0.covers(next, in: state) } }
    if let known = targets.first(where: isCovered) { return known }
    guard visits.count < StateExplorer.statesOfSheet, statements > 0, steps > 0 else { return nil }
    var found = Diagnostics()
    guard let other = next.cue(reporting: &found), !found.hasErrors else { return nil }
    statements -= other.spent * (2 + 3 * other.awaited.count)
    steps -= other.schedule.steps.count
    if let alike = targets.first(where: { other.isAlike(sheet.entries[$0].cue) }) {
      guard known[alike].count(where: \.isNew) < StateExplorer.statesOfCue else { return nil }
      visit(next, alike, in: other)
      return alike
    }
    // New random numbers would give new cues for ever.
    guard isFirst, known[target].allSatisfy({ $0.state.draws(as: state) }),
      targets.count < StateExplorer.cuesOfPlace, sheet.entries.count < CueSheet.limit,
      other.decides(as: sheet.entries[target].cue)
    else { return nil }
    var entry = sheet.entries[target]
    let loop = entry.cue.again?.loop ?? 0
    entry.cue = other
    entry.cue.again?.loop = loop
    (entry.sign, entry.line) = (exit.sign(in: cue), exit.line(in: cue))
    for index in entry.exits.indices { entry.exits[index].isExact = true }
    sheet.entries.append(entry)
    known.append([])
    others[target, default: []].append(sheet.entries.count - 1)
    visit(next, sheet.entries.count - 1, in: other)
    return sheet.entries.count - 1
  }

  /// The script where `exit` of `cue` leads from `script`; nil if that depends on when the event
  /// comes, or on what it brings, or is an error.
  private func successor(
    of script: RunningScript, by exit: CueSheet.Exit, of cue: Cue
  ) -> RunningScript? {
    var found = Diagnostics()
    guard let event = exit.event else {
      var occurrence = Occurrence.time
      if !cue.conditions.isEmpty {
        occurrence = .decision(exit.condition ?? cue.conditions.count)
      } else if cue.again != nil {
        occurrence = .decision(exit.isAgain ? 0 : 1)
      }
      return cue.goesOn.flatMap {
        script.next(after: occurrence, at: $0, from: nil, reporting: &found)?.script
      }
    }
    let awaited = cue.awaited[event]
    let last = awaited.end.map { max(awaited.start, $0 - 1) } ?? cue.schedule.length
    let times = [awaited.start, awaited.start + 1, max(awaited.start, last)]
    var result: RunningScript?
    for (time, value) in times.map({ ($0, 1.0) }) + [(awaited.start, 2.5)]
    where awaited.isOpen(at: time) {
      var waits = cue.awaited.indices.filter {
        cue.awaited[$0].mayCome(with: awaited) && cue.awaited[$0].isOpen(at: time)
      }
      if waits.contains(where: { cue.awaited[$0].condition != nil }) {
        // Of one wait the first that fits is taken; of several, which are over depends on more.
        guard waits.allSatisfy({ cue.awaited[$0].slot == awaited.slot }) else { return nil }
        waits.removeAll { $0 < event && cue.awaited[$0].condition != nil }
      }
      guard
        waits.allSatisfy({
          cue.awaited[$0].sign == awaited.sign && !cue.awaited[$0].isConditional
        }),
        let next = script.next(
          after: .event(waits, value: value), at: time, from: nil, reporting: &found)?.script
      else { return nil }
      let left = script.loops(notIn: next)
      if let result, result.state != next.state || script.loops(notIn: result) != left {
        return nil
      }
      result = result ?? next
    }
    return result
  }
}

extension RunningScript {
  /// Of each counted loop in progress, from outside to inside, true if no iteration follows.
  fileprivate var lastIterations: [Bool] { start.loops.map { $0.turnsLeft == 0 } }
}

extension CueSheet.Exit {
  /// True if it may be taken where the last turn of a loop ends, or another one, as `isLast` says,
  /// or where none does.
  fileprivate func mayBeTaken(isLast: Bool?) -> Bool {
    guard event == nil, let isLast else { return true }
    return isAgain ? !isLast : isLast
  }
}

extension Cue {
  /// True if it is the same as `other` when it is played: where nobody knows how the dock stands,
  /// the poses it is assumed to start from may differ.
  fileprivate func isAlike(_ other: Cue) -> Bool {
    holdsMotors == other.holdsMotors && isLast == other.isLast && goesOn == other.goesOn
      && turning == other.turning && schedule.length == other.schedule.length
      && decides(as: other) && zip(awaited, other.awaited).allSatisfy { $0.isOpen(as: $1) }
      && unknown == other.unknown
      && schedule.lines(assuming: unknown) == other.schedule.lines(assuming: unknown)
  }
}

extension Cue {
  /// True if the same may lead on from it as from `other`, at whatever time.
  fileprivate func decides(as other: Cue) -> Bool {
    (goesOn == nil) == (other.goesOn == nil) && conditions == other.conditions
      && again?.times == other.again?.times
      && awaited.count == other.awaited.count
      && zip(awaited, other.awaited).allSatisfy {
        $0.sign == $1.sign && $0.condition == $1.condition && $0.line == $1.line
      }
  }
}

extension Awaited {
  fileprivate func isOpen(as other: Awaited) -> Bool { start == other.start && end == other.end }
}

extension Schedule {
  /// The schedule as text; `axes`, whose positions at the start are not known, are as if at home.
  fileprivate func lines(assuming axes: AxisSet) -> [UInt8] {
    var (schedule, pose) = (self, from)
    for axis in axes.members { pose[axis] = 0 }
    schedule.assume(pose)
    var text: [UInt8] = []
    schedule.writeText { text += $0.bytes }
    return text
  }
}
