import Motion
import Printing

extension Schedule {
  /// The limits that hold from `step` on, if it says so.
  package func limits(of step: Step) -> PerAxis<Limit?>? {
    step.kind == .limit && step.extra < limits.count ? limits[Int(step.extra)] : nil
  }

  /// The index of `wanted` among the limits, to which they are added if they are new.
  package mutating func number(ofLimits wanted: PerAxis<Limit?>) -> Int {
    if let known = limits.firstIndex(of: wanted) { return known }
    limits.append(wanted)
    return limits.count - 1
  }

  /// The limits that `step` brings in the words of scripts: those that are not what held before it.
  ///
  /// Where some are the dock's own again, all that are still not.
  func wordsForLimits(_ step: Step) -> String {
    guard let set = limits(of: step), let own = limits.first else { return "limit" }
    let before = limits(before: step)
    let isWider = Axis.allCases.contains { axis in
      guard let limit = set[axis], let old = before[axis], let own = own[axis] else { return false }
      return limit.hasBack(of: own, after: old)
    }
    let words = words(forLimits: set, unlike: isWider ? own : before)
    return words.isEmpty ? "limits of the dock" : words
  }

  /// What `step` limits `axis` to beyond what the dock does, in the words of scripts; empty if that
  /// is nothing, nil if it says nothing of limits.
  package func wordsForLimit(of axis: Axis, from step: Step) -> String? {
    guard let set = limits(of: step), var like = limits.first else { return nil }
    let own = like[axis]
    like = set
    like[axis] = own
    return words(forLimits: set, unlike: like)
  }

  /// The bounds of `set` that are not those of `other`, in the words of scripts; empty if all are.
  private func words(forLimits set: PerAxis<Limit?>, unlike other: PerAxis<Limit?>) -> String {
    var parts: [(axes: [Axis], bounds: String)] = []
    for axis in Axis.allCases {
      guard let limit = set[axis], let other = other[axis], limit != other else { continue }
      let bounds = bounds(of: limit, unlike: other, axis)
      if let known = parts.firstIndex(where: { $0.bounds == bounds }) {
        parts[known].axes.append(axis)
      } else {
        parts.append(([axis], bounds))
      }
    }
    guard !parts.isEmpty else { return "" }
    let words = parts.map { $0.axes.map(\.scriptName).joined(separator: ", ") + $0.bounds }
    return "limit " + words.joined(separator: ", ")
  }

  /// The bounds of `limit` that are not those of `other`, as scripts write them behind the axis.
  private func bounds(of limit: Limit, unlike other: Limit, _ axis: Axis) -> String {
    var words = ""
    if limit.lower != other.lower || limit.upper != other.upper {
      let ends = [limit.lower, limit.upper].compactMap { $0.map { axis.directed($0, "deg") } }
      words += " to " + ends.joined(separator: " .. ")
    }
    func add(_ value: Int32, _ other: Int32, _ word: String, _ unit: String) {
      if value != other { words += " \(word) \(decimal(thousandths: Int(value)))\(unit)" }
    }
    add(limit.speed, other.speed, "at", "deg/s")
    add(limit.acceleration, other.acceleration, "acceleration", "deg/s^2")
    add(limit.jerk, other.jerk, "jerk", "deg/s^3")
    return words
  }

  /// The limits that hold before `step`, which brings others.
  private func limits(before step: Step) -> PerAxis<Limit?> {
    var (low, high) = (0, steps.count)
    while low < high {
      let middle = (low + high) / 2
      if steps[middle].start < step.start { low = middle + 1 } else { high = middle }
    }
    let index = steps[low...].firstIndex { $0.kind == .limit && $0.extra == step.extra } ?? low
    let last = steps[..<index].last { $0.kind == .limit }
    return last.flatMap(limits(of:)) ?? limits[0]
  }
}

extension Schedule.Limit {
  /// True if a bound that `old` had narrower is that of `own` again.
  fileprivate func hasBack(of own: Schedule.Limit, after old: Schedule.Limit) -> Bool {
    func isBack(_ bound: (Schedule.Limit) -> Int32?) -> Bool {
      bound(self) != bound(old) && bound(self) == bound(own)
    }
    return isBack(\.lower) || isBack(\.upper) || isBack(\.speed) || isBack(\.acceleration)
      || isBack(\.jerk)
  }
}

extension StepWriter {
  /// Writes the limits that begin to hold, as far as they are not the dock's own.
  func writeLimits(of step: Step, to cursor: inout TextCursor) {
    cursor.write("limits")
    guard let own = schedule.limits.first, let set = schedule.limits(of: step) else { return }
    var separator: StaticString = " "
    for axis in Axis.allCases {
      guard let limit = set[axis], limit != own[axis] else { continue }
      cursor.write(separator)
      cursor.write(axis.name)
      cursor.write(limit, unlike: own[axis])
      separator = ", "
    }
    if separator.utf8CodeUnitCount == 1 { cursor.write(" own") }
  }
}

extension ScheduleReader {
  /// Reads the limits that begin to hold, and returns their index.
  mutating func limits() throws(ScheduleFault) -> UInt32 {
    var set = schedule.limits[0]
    if !scanner.takeWord("own") {
      repeat {
        let place = scanner
        let axis = try axis()
        guard let own = schedule.limits[0][axis] else {
          throw place.fault("the dock has no \(axis.name) axis", note: "remove it")
        }
        set[axis] = try limit(like: own)
      } while scanner.take(",")
    }
    // Sets come and go with blocks: a bounded look back finds them, however many there are.
    if let known = schedule.limits.suffix(64).lastIndex(of: set) { return UInt32(known) }
    if set == schedule.limits[0] { return 0 }
    schedule.limits.append(set)
    return UInt32(schedule.limits.count - 1)
  }
}

extension ScheduleLinesOfJSON {
  /// Writes the limits that begin to hold.
  mutating func writeLimits(_ step: JSONValue) throws(JSONFault) {
    let axes = try step.member("limits").axes
    var words: [String] = []
    for axis in axes { words.append("\(axis.name) \(try axis.value.limit)") }
    text.write(string: "limits \(words.isEmpty ? "own" : words.joined(separator: ", "))")
  }
}
