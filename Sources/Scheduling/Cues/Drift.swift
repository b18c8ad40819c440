import Diagnosis
import Hardware
import Language
import Motion
import Quantities
import Schedules

// A loop that need not end, or ends after many turns, and that leaves an axis elsewhere than it
// found it, comes to the end of the range some day. Its turns are all alike, so the turn in which
// that happens is found without carrying out those before it.

/// How a script moves on from one turn of a loop to the next, while nothing but time passes, and
/// each decision goes the same way.
struct Drift {
  /// The most cues that one turn is made of.
  static let cues = 250
  /// The most options of a choice that are looked at.
  private static let mostOptions = 16

  /// How far from where the loop was looked at an axis is when the last option of a run is dealt.
  private struct Run {
    let way: PerAxis<Double>
    let option: Int
  }

  /// By how much each axis goes on in a turn, in degrees; on average if chance decides.
  private var ways: PerAxis<Double>
  /// Where chance may lead before it deals an option that leads to a place of its own.
  private var runs: [Run] = []
  /// How many options a choice has that deals them; 1 if none does.
  private var options = 1
  /// How many times an option is dealt in a turn.
  private var choices = 0
  /// True if the loop is looked at behind the dealing of an option, which leads on first.
  private var isInOption = false
  /// True if events may end the loop, or chance decides where it goes.
  private(set) var isUncertain = false
  /// True if it takes that a weighted choice takes the same option in each turn.
  private var rolls = false
  /// True if what is read decides where it goes.
  private(set) var judges = false
  /// True if chance decides by how much it goes on.
  private var isSpread = false
  /// The statements that decide in a turn by what is read.
  private var deciders: Set<NodeID> = []
  /// True if a count decides in a turn.
  private var readsCounts = false
  /// What is wrong in the very next turn; nil if nothing is.
  private(set) var failure: Diagnostic?
  private let decisions: Decisions
  /// The place of the loop if its turns are counted; nil of one that need not end.
  private let loop: [UInt64]?
  /// The places of the counted loops that begin in each turn, and in which it begins.
  private let inner: [[UInt64]]
  private let script: RunningScript
  private let once: RunningScript
  /// How many statements and loop turns it took to find out.
  private(set) var spent = 0

  /// Looks for the drift of the loop that comes back to where `script` is if what it reads leads to
  /// `decisions`; nil if there is none.
  ///
  /// The loop is the counted one at the place `loop`; nil of one that need not end. In each turn of
  /// it the counted ones at the places `inner` begin, in which `script` is. Another turn of it is
  /// known to follow unless the script `reads` something. If the first one fails, it drifts as it
  /// did from `earlier`, where it was at the same position before.
  init?(
    of script: RunningScript, after earlier: RunningScript? = nil, deciding decisions: Decisions,
    in loop: [UInt64]? = nil, around inner: [[UInt64]] = [], reads: Bool = true,
    knowing turns: KnownTurns = KnownTurns()
  ) {
    var found = Diagnostics()
    let first = turns.turn(from: script, decisions, in: loop, around: inner, reporting: &found)
    rolls = first.rolls
    isUncertain = first.isOpen || rolls || first.choices > 0 || !script.draws(as: first.script)
    guard first.isWhole, !found.hasErrors else {
      guard let error = found.firstError else { return nil }
      if loop == nil {
        if let earlier, earlier !== script,
          let drift = Drift(
            of: earlier, after: earlier, deciding: decisions, around: inner, reads: reads,
            knowing: turns)
        {
          self = drift
          return
        }
        if reads || first.strays { return nil }
      }
      (self.script, self.decisions, self.loop, self.inner) = (script, decisions, loop, inner)
      (failure, once, ways) = (error, script, PerAxis(all: 0))
      return
    }
    (self.script, self.decisions, self.loop, self.inner) = (script, decisions, loop, inner)
    (ways, once, deciders) = (script.way(to: first.script), first.script, first.deciders)
    (judges, readsCounts) = (!deciders.isEmpty, first.readsCounts)
    let way = ways
    spent = first.spent
    if first.choices > 0 { weighOptions(of: first) }
    guard Axis.allCases.contains(where: { abs(ways[$0]) > 0.0005 }) else {
      if runs.isEmpty { return nil }
      return
    }
    let second = once.turn(decisions, in: loop, around: inner, reporting: &found)
    spent += second.spent
    guard second.isWhole, !found.hasErrors else {
      // The second turn may be the one that goes too far.
      if loop == nil, reads && earlier == nil || !found.hasErrors { return nil }
      return
    }
    let next = once.way(to: second.script)
    let moved = Axis.allCases.filter { first.choices == 0 || abs(ways[$0]) > 0.0005 }
    guard moved.allSatisfy({ abs(way[$0] - next[$0]) < 1e-6 }) else { return nil }
  }

  /// Takes account of the other options than that which `turn` has taken.
  ///
  /// Each is dealt as often as the others, so a turn goes on by the average of their ways. If one
  /// of them leads to a place, and not by a distance, no way adds up for longer than it takes until
  /// that one is dealt: each of the others comes twice at most.
  private mutating func weighOptions(of turn: RunningScript.Turn) {
    (options, choices) = (min(turn.options, Drift.mostOptions), turn.choices)
    ways = PerAxis(all: 0)
    guard let here = waysOfOptions(from: script),
      let farthest = here.max(by: { $0.size < $1.size }), farthest.size > 0.0005
    else { return }
    // From a little farther on, what leads to a place goes another way.
    var step = farthest
    for axis in Axis.allCases { step[axis] *= 0.5 / farthest.size }
    let ahead = script.displaced(by: step, times: 1, of: once)
    guard let there = waysOfOptions(from: ahead) else { return }
    for axis in Axis.allCases {
      let own = here.map { $0[axis] }
      if own.contains(where: { abs($0 - own[0]) > 1e-6 }) { isSpread = true }
      let moves = here.indices.filter { abs(here[$0][axis] - there[$0][axis]) < 1e-6 }
      if moves.count == options {
        ways[axis] = own.reduce(0, +) / Double(options)
      } else {
        let places = own.indices.filter { !moves.contains($0) }.map { own[$0] }
        addRun(of: axis, from: places.max() ?? 0, moves.filter { own[$0] > 0.0005 }, own)
        addRun(of: axis, from: places.min() ?? 0, moves.filter { own[$0] < -0.0005 }, own)
      }
    }
  }

  /// Adds the run in which `axis` begins at `start`, and the `options`, which lead on by their
  /// `ways` to the same side, are dealt twice each.
  private mutating func addRun(
    of axis: Axis, from start: Double, _ options: [Int], _ ways: [Double]
  ) {
    guard let last = options.max(by: { abs(ways[$0]) < abs(ways[$1]) }) else { return }
    var way = PerAxis(all: 0.0)
    let whole = start + options.map { 2 * ways[$0] }.reduce(0, +)
    way[axis] = isInOption ? whole : whole - ways[last]
    runs.append(Run(way: way, option: last))
  }

  /// By how much each option leads on in a turn that begins at `start`; nil if one does not come
  /// back.
  private mutating func waysOfOptions(from start: RunningScript) -> [PerAxis<Double>]? {
    var ways: [PerAxis<Double>] = []
    for option in 0..<options {
      var found = Diagnostics()
      let turn = self.turn(from: start, dealing: option, reporting: &found)
      guard turn.isWhole, turn.choices > 0 else { return nil }
      var way = start.way(to: turn.script)
      // It comes back behind the first option only, in further turns.
      let more = Double(turn.choices - choices) / Double(choices)
      isInOption = isInOption || more > 0
      if let first = ways.first {
        for axis in Axis.allCases { way[axis] -= more * first[axis] }
      }
      ways.append(way)
    }
    return ways
  }

  /// The turn from `start` in which choices deal the option with the index `option`.
  private mutating func turn(
    from start: RunningScript, dealing option: Int, reporting diagnostics: inout Diagnostics
  ) -> RunningScript.Turn {
    var decisions = decisions
    (decisions.deal, decisions.deals) = (option, choices)
    let turn = start.turn(decisions, in: loop, around: inner, reporting: &diagnostics)
    spent += turn.spent
    return turn
  }

  /// The script before the last turn of the loop, which is a counted one.
  var lastTurn: RunningScript {
    script.displaced(by: ways, times: turnsLeft ?? 0, of: once)
  }

  /// How many turns come after the present one; nil of a loop that need not end.
  private var turnsLeft: Int? {
    let later = once.start.loops
    return script.start.loops.first { loop in
      later.contains { $0.number == loop.number && $0.turnsLeft < loop.turnsLeft }
    }?.turnsLeft
  }

  /// What is wrong in the first turn that leaves the range; nil if none does.
  ///
  /// - Parameter isSure: true if that turn comes whatever is read.
  mutating func finding(isSure: Bool = false) -> Diagnostic? {
    if let failure { return failure.asWarning(unless: isSure) }
    for run in runs {
      var found = Diagnostics()
      let start = script.displaced(by: run.way, times: 1, of: once)
      _ = turn(from: start, dealing: run.option, reporting: &found)
      guard var error = found.firstError?.asWarning(unless: false) else { continue }
      error.notes.append("chance may deal the options that lead there one after the other")
      return error
    }
    guard var most = turnsAtMost, most > 0, findings(after: most) != nil else { return nil }
    var least = 0
    while most - least > 1 {
      let middle = (least + most) / 2
      if findings(after: middle) == nil { least = middle } else { most = middle }
    }
    return findings(after: most).map { explained($0, after: most, isSure: isSure) }
  }

  /// The warning of the first turn in which an endless axis winds up its cable; nil if none does.
  mutating func winding() -> Diagnostic? {
    guard failure == nil, let cable = script.start.model.cable else { return nil }
    for axis in Axis.allCases where abs(ways[axis]) > 0.0005 {
      let start = Millidegrees(script.start.compilation.from[axis]).degrees
      let wound = script.start.motors.axes[axis].position - start
      let room = cable - (ways[axis] < 0 ? -wound : wound)
      let most = max(0, min((room / abs(ways[axis])).rounded(.down), Double(turnsLeft ?? .max)))
      // It may turn further within a turn than at its end.
      for turns in [most - 1, most] where turns >= 0 && turns < Double(Int32.max) {
        let found = found(after: Int(turns))
        guard let warning = found.all.first(where: { $0.code == .woundUp }) else { continue }
        return explained(warning, after: Int(turns), isSure: true)
      }
      let tracking = script.start.motors.axes[axis]
      // An axis that turns all the time is moved by no step of the loop.
      let end = wound + ways[axis] * (most + 1)
      guard tracking.velocity != 0, abs(end) > cable else { continue }
      let finding = Finding(
        .woundUp, step: nil, axis: axis, time: 0, value: end, limit: cable)
      let warning = finding.woundUp(at: script.start.span(ofStatement: tracking.turnedBy))
      return explained(warning, after: Int(most), isSure: true)
    }
    return nil
  }

  /// After how many turns an axis has surely left its range; nil if none has an end.
  private var turnsAtMost: Int? {
    let turns = Axis.allCases.compactMap { axis -> Double? in
      guard abs(ways[axis]) > 0.0005, let range = range(of: axis) else { return nil }
      return (range / abs(ways[axis])).rounded(.up) + 1
    }
    // A turn ends where the next one comes to the same place, and after the last none does.
    let left = turnsLeft.map { $0 - 1 }
    return ([left] + turns.map { Int($0) }).compactMap(\.self).min()
  }

  /// How far `axis` can go under any of the limits that hold where the turn begins, in degrees; nil
  /// if none of them has an end.
  private func range(of axis: Axis) -> Double? {
    let builder = script.start.builder
    let ranges = builder.schedule.limits.indices.compactMap { index -> Double? in
      let limit = builder.degrees(ofLimits: UInt32(index))[axis]
      return limit.map { $0.upper - $0.lower }
    }
    return ranges.filter(\.isFinite).max()
  }

  /// The first error of the turn that comes after `turns` more of them.
  private mutating func findings(after turns: Int) -> Diagnostic? {
    found(after: turns).firstError
  }

  /// What is found in the turn that comes after `turns` more of them, with the first option with
  /// which something is wrong.
  private mutating func found(after turns: Int) -> Diagnostics {
    let start = script.displaced(by: ways, times: turns, of: once)
    var found = Diagnostics()
    for option in 0..<options where !found.hasErrors {
      found = Diagnostics()
      _ = turn(from: start, dealing: option, reporting: &found)
    }
    return found
  }

  /// The words for the turn in which the mode around `span` comes too far, after `turns` others;
  /// nil if that is a turn of another loop.
  private func mode(around span: SourceSpan?, after turns: Int) -> String? {
    let program = script.start.program
    let number = program.modes.firstIndex { mode in
      let body = mode.statement.body
      guard let span else { return false }
      return body.start <= span.start && span.end <= program.program.closingBrace(of: body)
    }
    guard let number, let span,
      let before = script.start.modes.beginnings(
        ofMode: number, after: turns, ofWhich: once.start.modes)
    else { return nil }
    let present = script.start.tasks.others[Scheduler.showSlot]?.origin ?? 0
    let isInIt = script.start.modes.current == number && present <= span.start
    let times = before + (isInIt ? 0 : 1)
    return "mode '\(program.modes[number].name)' begins \(times) times until then"
  }

  private func explained(
    _ finding: Diagnostic, after turns: Int, isSure: Bool
  ) -> Diagnostic {
    let mayNotCome = isUncertain || judges && !isSure
    let moved = Axis.allCases.filter { abs(ways[$0]) > 0.0005 }
    let words = moved.map { "\($0.scriptName) \($0.directed(degrees: ways[$0]))" }
    let back = moved.map { "\($0.scriptName) by \($0.directed(degrees: -ways[$0]))" }
    let more = isSpread ? " on average" : ""
    var notes = ["each iteration of the loop moves \(words.joined(separator: ", "))\(more)"]
    if let mode = mode(around: finding.span, after: turns) { notes.append(mode) }
    if rolls {
      notes.append("a 'choose' with weights may take the same option in all these iterations")
    }
    if mayNotCome || judges {
      notes.append(
        readsCounts
          ? "a count may end the loop before that: 'check' follows the iterations of 'repeat 3', "
            + "but no counts"
          : "that iteration may never come, but nothing in the script says so")
    }
    let loop = script.loop(turningTo: once)
    let isInBranch = rolls || isSpread || loop.map { script.decides(deciders, in: $0) } == true
    if isInBranch, !rolls { notes.append("what moves it back has to stand in the same branch") }
    let isAtRest = moved.allSatisfy { axis in
      let axis = script.start.motors.axes[axis]
      return axis.velocity == 0 && axis.movedUntil <= 0
    }
    // What moves the axis back behind one branch does not do so behind the others.
    let block = isAtRest && !isInBranch ? loop : nil
    let fixIt = script.start.addition(of: back.joined(separator: "; "), toTurnsOf: block)
    let isWarning = mayNotCome || finding.severity == .warning
    if finding.severity == .warning { notes += finding.notes }
    return Diagnostic(
      finding.code, finding.message, at: finding.span, severity: isWarning ? .warning : .error,
      label: finding.label, labels: finding.labels, notes: notes, fixIts: fixIt.map { [$0] } ?? [],
      motion: finding.motion)
  }
}

extension RunningScript {
  /// True if the random numbers that come next are those of `other`.
  func draws(as other: RunningScript) -> Bool { state.draws(as: other.state) }

  /// 1 if the motors are held, and for each axis 1 if it is known where it stands; else 0.
  ///
  /// A loop that a handler leads to may begin anywhere, and then nothing is known of its way.
  var knownAxes: [UInt64] {
    [holdsMotors ? 1 : 0]
      + Axis.allCases.map { start.motors.axes[$0].certainty == .unknown ? 0 : 1 }
  }

  /// By how much each axis has gone on in `later`, in degrees; 0 of one that the tracker has had in
  /// between, or that another part of a motion is moving.
  func way(to later: RunningScript) -> PerAxis<Double> {
    var ways = PerAxis<Double>(all: 0)
    guard holdsMotors, later.holdsMotors else { return ways }
    for axis in Axis.allCases {
      let (here, there) = (start.motors.axes[axis], later.start.motors.axes[axis])
      guard there.isComparable(to: here), max(0, here.movedUntil) == max(0, there.movedUntil)
      else { continue }
      ways[axis] = there.position - here.position
    }
    return ways
  }

  /// True if one of `statements` stands in `block`.
  fileprivate func decides(_ statements: Set<NodeID>, in block: BlockView) -> Bool {
    let end = start.program.program.closingBrace(of: block)
    return statements.contains { (block.start..<end).contains(program($0).start) }
  }

  /// True if an axis is known to stand elsewhere in `later`.
  func isElsewhere(than later: RunningScript) -> Bool {
    let way = way(to: later)
    return Axis.allCases.contains { abs(way[$0]) > 0.0005 }
  }

  /// The script after `turns` more turns that each move the axes by `ways`; `later` is what it is
  /// after one.
  fileprivate func displaced(
    by ways: PerAxis<Double>, times turns: Int, of later: RunningScript
  ) -> RunningScript {
    RunningScript(start.displaced(by: ways, times: turns, of: later.start))
  }

  /// The innermost loop of which `later` is a turn ahead.
  fileprivate func loop(turningTo later: RunningScript) -> BlockView? {
    for (task, next) in zip(start.tasks.others, later.start.tasks.others) {
      guard let task, let next else { continue }
      let frames = zip(task.outer + [task.frame], next.outer + [next.frame])
      if let loop = Array(frames).last(where: { $0.turn < $1.turn }) { return loop.0.body }
    }
    return nil
  }
}

extension Scheduler {
  fileprivate func displaced(
    by ways: PerAxis<Double>, times turns: Int, of later: Scheduler
  ) -> Scheduler {
    var copy = snapshot()
    for axis in Axis.allCases where ways[axis] != 0 {
      let place = motors.axes[axis].position + ways[axis] * Double(turns)
      copy.motors.put(axis, at: place)
      if turns > 0 { copy.motors.roam(axis, as: later.motors.axes[axis]) }
      let way = copy.motors.axes[axis].millidegrees - motors.axes[axis].millidegrees
      let step = motors.axes[axis].movedUntil > 0 ? motors.axes[axis].step : nil
      copy.builder.displace(axis, by: way, withStep: step)
    }
    for (slot, next) in zip(tasks.others.indices, later.tasks.others) {
      if let next { copy.tasks.others[slot]?.count(Double(turns), ahead: next) }
    }
    return copy
  }

  /// The addition of `statements` to the end of the block `body`; nil without one.
  fileprivate func addition(of statements: String, toTurnsOf body: BlockView?) -> FixIt? {
    guard let body else { return nil }
    let end = program.program.closingBrace(of: body)
    let (line, start) = program.sources.file(at: end).line(at: end)
    let before = line.prefix(Int(end - start))
    let isAlone = before.allSatisfy { $0 == 0x20 || $0 == 0x09 }
    let blanks = String(decoding: before, as: UTF8.self)
    if isAlone {
      let place = SourceSpan(start, start)
      return FixIt("write '\(statements)' at its end", place, "\(blanks)    \(statements)\n")
    }
    let text = String(decoding: before, as: UTF8.self)
    let trailing = UInt32(text.utf8.reversed().prefix { $0 == 0x20 }.count)
    let place = SourceSpan(end - trailing, end)
    return FixIt("write '\(statements)' at its end", place, "; \(statements) ")
  }
}

extension ScriptTask {
  /// Counts `turns` times as many more turns as `later` is ahead.
  fileprivate mutating func count(_ turns: Double, ahead later: ScriptTask) {
    frame.count(turns, ahead: later.frame)
    for index in outer.indices where later.outer.indices.contains(index) {
      outer[index].count(turns, ahead: later.outer[index])
    }
  }
}

extension ScriptTask.Frame {
  /// Counts `turns` times as many more turns as `later` is ahead.
  fileprivate mutating func count(_ turns: Double, ahead later: ScriptTask.Frame) {
    turn += turns * (later.turn - turn)
    cuts += turns * (later.cuts - cuts)
  }
}

extension Diagnostics {
  /// The first error.
  fileprivate var firstError: Diagnostic? { all.first { $0.severity == .error } }
}

extension Diagnostic {
  /// The same as a warning, unless it `isSure`.
  fileprivate func asWarning(unless isSure: Bool) -> Diagnostic {
    Diagnostic(
      code, message, at: span, severity: isSure ? .error : .warning, label: label, labels: labels,
      notes: notes, fixIts: fixIts, motion: motion)
  }
}

extension PerAxis<Double> {
  /// The greatest of its numbers, whatever their signs.
  fileprivate var size: Double { Axis.allCases.map { abs(self[$0]) }.max() ?? 0 }
}
