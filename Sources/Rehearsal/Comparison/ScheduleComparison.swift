import Motion
import Printing
import Schedules

/// How far a schedule may be from what is expected.
public struct Tolerance: Equatable, Sendable {
  /// How far a time may be off, in milliseconds.
  public let milliseconds: Int
  /// How far an angle may be off, in millidegrees; a speed as many millidegrees a second.
  public let millidegrees: Int

  /// Creates a tolerance; without figures nothing may be off.
  public init(milliseconds: Int = 0, millidegrees: Int = 0) {
    self.milliseconds = milliseconds
    self.millidegrees = millidegrees
  }
}

/// Where a schedule is not what was expected, told by command and time.
///
/// Steps are put side by side first, so that one step more is one finding and not a different rest.
/// The lines of the script that steps come from are not compared: a comment more changes nothing.
public struct ScheduleComparison: Sendable {
  /// What differs, in the order of the schedule, a line each; empty if all is as expected.
  public private(set) var findings: [String] = []
  /// When each difference of a step is, in milliseconds, and what it is.
  public private(set) var differences: [(time: Int32, words: String)] = []
  /// The differing lines among their neighbours, as in a unified diff; empty if nothing differs.
  public private(set) var lines: [String] = []

  private let tolerance: Tolerance
  private let old: ScheduleLines
  private let new: ScheduleLines
  /// By how much the times differ for reasons already told.
  private var lateness = 0
  /// By how much the poses differ for reasons already told.
  private var offset = PerAxis<Int>(all: 0)

  /// Compares `actual` with `expected`.
  public init(expected: Schedule, actual: Schedule, within tolerance: Tolerance = Tolerance()) {
    self.tolerance = tolerance
    old = ScheduleLines(expected)
    new = ScheduleLines(actual)
    var alignment = Alignment(old.contents, new.contents)
    alignment.pair({ old.key($0) }, with: { new.key($0) })
    compareHeaders()
    for row in alignment.rows { compare(row) }
    compareEnds()
    if !findings.isEmpty { lines = unifiedDifference(alignment) }
  }

  private mutating func compareHeaders() {
    for (one, other) in zip(old.headers, new.headers) where one != other {
      findings.append("\(one) -> \(other)")
    }
  }

  private mutating func compareEnds() {
    let (length, expected) = (Int(new.schedule.length), Int(old.schedule.length))
    if abs(length - expected) > tolerance.milliseconds {
      findings.append("length \(seconds(expected)) -> \(seconds(length))")
    }
  }

  private mutating func compare(_ row: Alignment.Row) {
    switch (row.old, row.new) {
    case (let index?, nil): tell(old, index, "no longer \(old.words(index))")
    case (nil, let index?): tell(new, index, "new: \(new.words(index))")
    case (let index?, let other?): compare(index, other)
    case (nil, nil): break
    }
  }

  private mutating func compare(_ index: Int, _ other: Int) {
    let (before, after) = (old.schedule.steps[index], new.schedule.steps[other])
    var changes: [String] = []
    let late = Int(after.start) - Int(before.start)
    if abs(late - lateness) > tolerance.milliseconds {
      changes.append("starts at \(seconds(before.start)) -> \(seconds(after.start))")
      lateness = late
    }
    if abs(Int(after.length) - Int(before.length)) > tolerance.milliseconds {
      changes.append("lasts \(seconds(before.length)) -> \(seconds(after.length))")
      lateness += Int(after.length) - Int(before.length)
    }
    if old.contents[index] != new.contents[other] {
      changes += contentChanges(index, other)
    }
    if !changes.isEmpty { tell(new, other, changes.joined(separator: "; ")) }
  }

  private mutating func contentChanges(_ index: Int, _ other: Int) -> [String] {
    let (before, after) = (old.schedule.steps[index], new.schedule.steps[other])
    guard before.kind == after.kind, before.kind == .move || before.kind == .ramp else {
      let (words, otherWords) = (old.words(index), new.words(other))
      if words != otherWords { return ["\(words) -> \(otherWords)"] }
      let (action, otherAction) = (old.action(index), new.action(other))
      return action == otherAction ? [] : ["\(action) -> \(otherAction)"]
    }
    var changes: [String] = []
    for axis in Axis.allCases where before.axes.contains(axis) || after.axes.contains(axis) {
      changes += figureChanges(of: axis, before, after)
    }
    let (easing, otherEasing) = (old.easing(before), new.easing(after))
    if easing != otherEasing { changes.append("\(easing) -> \(otherEasing)") }
    // From a known start a distance is as good as a place, and version 1 tells no difference there.
    let (goal, otherGoal) = (old.goal(before), new.goal(after))
    let goesBack = [goal, otherGoal].contains(.back)
    if goal != otherGoal, goesBack || after.assumed != .none {
      changes.append("goes \(otherGoal.rawValue)")
    }
    return changes
  }

  private mutating func figureChanges(of axis: Axis, _ before: Step, _ after: Step) -> [String] {
    let unit = before.kind == .ramp ? "deg/s" : "deg"
    guard before.axes.contains(axis), after.axes.contains(axis) else {
      return ["\(axis.scriptName) \(after.axes.contains(axis) ? "moves, too" : "no longer moves")"]
    }
    var changes: [String] = []
    func change(_ what: String, _ one: Int32, _ other: Int32) {
      let (words, otherWords) = (axis.directed(one, unit), axis.directed(other, unit))
      // What begins elsewhere only because all before it does is no change.
      guard words != otherWords else { return }
      changes.append("\(axis.scriptName)\(what) \(words) -> \(otherWords)")
    }
    let start = Int(after.from[axis]) - Int(before.from[axis])
    if abs(start - offset[axis]) > tolerance.millidegrees {
      change(" from", before.from[axis], after.from[axis])
    }
    let end = Int(after.to[axis]) - Int(before.to[axis])
    if abs(end) > tolerance.millidegrees { change("", before.to[axis], after.to[axis]) }
    offset[axis] = end
    if before.assumed.contains(axis) != after.assumed.contains(axis) {
      changes.append(
        "\(axis.scriptName) from \(after.assumed.contains(axis) ? "an assumed" : "a known") pose")
    }
    return changes
  }

  private mutating func tell(_ lines: ScheduleLines, _ index: Int, _ change: String) {
    let step = lines.schedule.steps[index]
    let words = change + lines.place(of: step)
    findings.append("at \(thousandths(step.start)) s: \(words)")
    differences.append((step.start, words))
  }

  /// The rows of `alignment` that differ, each among up to two that do not.
  private func unifiedDifference(_ alignment: Alignment) -> [String] {
    let rows = alignment.rows
    var isShown = [Bool](repeating: false, count: rows.count)
    for (place, row) in rows.enumerated() where differs(row) {
      for near in max(0, place - 2)...min(rows.count - 1, place + 2) { isShown[near] = true }
    }
    var lines: [String] = []
    for (place, row) in rows.enumerated() where isShown[place] {
      if place > 0, !isShown[place - 1] { lines.append("...") }
      if !differs(row) {
        lines += (row.new.map { [" " + new.lines[$0]] }) ?? []
      } else {
        lines += row.old.map { ["-" + old.lines[$0]] } ?? []
        lines += row.new.map { ["+" + new.lines[$0]] } ?? []
      }
    }
    return lines
  }

  private func differs(_ row: Alignment.Row) -> Bool {
    guard let index = row.old, let other = row.new else { return true }
    return old.contents[index] != new.contents[other]
      || old.schedule.steps[index].start != new.schedule.steps[other].start
  }
}

/// So many milliseconds as scripts write them, as in `1.25s`.
private func seconds(_ milliseconds: some BinaryInteger) -> String {
  decimal(thousandths: Int(milliseconds)) + "s"
}

/// A count of thousandths in decimal, as in `1.250`.
private func thousandths(_ value: some BinaryInteger) -> String {
  var buffer = TextBuffer()
  buffer.write(thousandths: Int(value))
  return buffer.text
}
