import Diagnosis
import Language
import Motion
import Schedules

// One turn of a loop, in which all that is read or left to chance is decided beforehand.

/// How is decided in a turn of a loop what is read in the show.
struct Decisions {
  /// True if of the conditions that are read the first holds; false if none does.
  let holds: Bool
  /// The index of the option that each weighted choice takes every time, or the last one if it has
  /// fewer: chance may take the same one as often as it likes.
  let roll: Int
  /// The index of the option that other choices take, or the last one if they have fewer, and how
  /// many times one does; then it is the first.
  var (deal, deals) = (0, 0)
  /// What is decided otherwise, as in `Occurrence.decision`, by the place of the script before.
  private(set) var places: [[UInt64]: Int] = [:]
  /// What the statement of a line decides elsewhere.
  private var lines: [UInt32: Int] = [:]

  init(holds: Bool, roll: Int = 0) { (self.holds, self.roll) = (holds, roll) }

  /// Decides as in `decision` at the end of the cue with which `script` begins, by the statement in
  /// `line`.
  mutating func decide(_ decision: Int, after script: RunningScript, inLine line: UInt32) {
    places[script.position] = decision
    lines[line] = decision
  }

  /// What is decided at the end of `cue`, which begins at `position`, if options have been dealt
  /// `choices` times; nil if that is open.
  func decision(after position: [UInt64], of cue: Cue, _ choices: Int) -> Int? {
    guard let choice = cue.conditions.first?.choice else {
      return places[position] ?? lines[cue.conditionsLine]
    }
    return min(choice.isRolled ? roll : choices < deals ? deal : 0, choice.count - 1)
  }

  /// True if `turn`, in which this was decided, is the same if `other` is.
  fileprivate func leads(likewise other: Decisions, in turn: RunningScript.Turn) -> Bool {
    (holds == other.holds || !turn.asks) && (roll == other.roll || !turn.rolls)
      && (deal, deals) == (other.deal, other.deals) && places.isEmpty && other.places.isEmpty
  }
}

/// The turns of a loop that have been carried out so far, so that none is twice.
final class KnownTurns {
  private var all:
    [(from: RunningScript, decisions: Decisions, turn: RunningScript.Turn, found: Diagnostics)] = []

  /// The turn from `script`, as `RunningScript.turn` gives it; the loop, and those in it, are the
  /// same each time.
  func turn(
    from script: RunningScript, _ decisions: Decisions, in loop: [UInt64]?,
    around inner: [[UInt64]], reporting diagnostics: inout Diagnostics
  ) -> RunningScript.Turn {
    let known = all.first {
      $0.from === script && $0.decisions.leads(likewise: decisions, in: $0.turn)
    }
    if let known {
      diagnostics = known.found
      return known.turn
    }
    let turn = script.turn(decisions, in: loop, around: inner, reporting: &diagnostics)
    all.append((script, decisions, turn, diagnostics))
    return turn
  }
}

extension RunningScript {
  /// One turn of a loop, and the script after it.
  struct Turn {
    var script: RunningScript
    /// True if it has come back to where it began.
    var isWhole = false
    /// True if it goes round elsewhere, and need not come back.
    var strays = false
    /// True if an event could have ended it.
    var isOpen = false
    /// True if a count was read in it.
    var readsCounts = false
    /// The statements that judged a condition in it.
    var deciders: Set<NodeID> = []
    /// How many times an option was dealt in it, and the most options of which one was.
    var choices = 0
    var options = 1
    /// True if a weighted choice took an option in it.
    var rolls = false
    /// True if what was read decided in it.
    var asks = false
    /// How many statements and loop turns it took.
    var spent = 0
  }

  /// The turn to where the script comes back to its present position by time alone, over
  /// `Drift.cues` cues at most; a part of it if it does not, or after an error.
  ///
  /// What is read decides the other way where the turn has been before: of a loop in it that need
  /// not end, it takes one turn. The counted loop at the place `loop` must not end on the way;
  /// those at the places `inner` have to begin anew.
  func turn(
    _ decisions: Decisions, in loop: [UInt64]?, around inner: [[UInt64]],
    reporting diagnostics: inout Diagnostics
  ) -> Turn {
    let position = self.position
    var here = position
    var turn = Turn(script: self)
    var passed: Set<[UInt64]> = []
    var visits: [[UInt64]: Int] = [:]
    var places: [[UInt64]: RunningScript] = [:]
    for _ in 0..<Drift.cues {
      // A place has two ways on. A third visit means that both led back: it goes round for ever.
      let place = here + turn.script.start.loops.map { UInt64($0.turnsLeft) }
      visits[place, default: 0] += 1
      if visits[place] == 3 { break }
      // A loop within this one that moves by itself is found where that one is looked at.
      if let before = places[place], before.isElsewhere(than: turn.script) { break }
      places[place] = turn.script
      let isNewPlace = passed.insert(here).inserted
      guard let cue = turn.script.cue(reporting: &diagnostics), let time = cue.goesOn,
        !diagnostics.hasErrors
      else { break }
      var occurrence = Occurrence.time
      let choice = cue.conditions.first?.choice
      if !cue.conditions.isEmpty {
        let decision = decisions.decision(after: here, of: cue, turn.choices)
        let holds = decisions.holds == isNewPlace
        occurrence = .decision(decision ?? (holds ? 0 : cue.conditions.count))
      }
      if let again = cue.again {
        if again.place == loop, again.isLast { break }
        passed = []
      }
      turn.strays = turn.strays || !isNewPlace
      turn.isOpen = turn.isOpen || cue.awaited.contains { $0.policy == nil }
      turn.rolls = turn.rolls || choice?.isRolled == true
      turn.asks = turn.asks || !cue.conditions.isEmpty && choice == nil
      if let choice, !choice.isRolled {
        turn.choices += 1
        turn.options = max(turn.options, choice.count)
      }
      turn.spent += 2 * cue.spent
      let next = turn.script.next(
        after: occurrence, at: time, from: nil, reporting: &diagnostics)
      if let decider = next?.decider, !cue.conditions.isEmpty, choice == nil {
        turn.deciders.insert(decider)
        turn.readsCounts = turn.readsCounts || cue.conditions.contains(where: \.readsCount)
      }
      guard let next = next?.script else { break }
      (turn.script, here) = (next, next.position)
      turn.isWhole =
        here == position && inner.allSatisfy(loops(notIn: next).contains)
      if turn.isWhole { break }
    }
    return turn
  }
}
