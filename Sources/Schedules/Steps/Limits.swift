import Motion
import Printing

extension Schedule {
  /// The limits that hold from `step` on, if it says so.
  package func limits(of step: Step) -> PerAxis<Limit?>? {
    step.kind == .limit && step.extra < limits.count ? limits[Int(step.extra)] : nil
  }

  /// The limits that `step` brings in the words of scripts, where they are not those before it or
  /// the dock's own.
  func wordsForLimits(_ step: Step) -> String {
    guard let set = limits(of: step), let own = limits.first else { return "limit" }
    let before = limits(before: step)
    let changed = Axis.allCases.filter { set[$0] != before[$0] }
    let axes = changed.contains { set[$0] == own[$0] } ? Axis.allCases : changed
    let parts = axes.compactMap { axis in
      set[axis].flatMap { $0 == own[axis] ? nil : words(for: $0, of: axis) }
    }
    return parts.isEmpty ? "limits of the dock" : "limit " + parts.joined(separator: ", ")
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

  private func words(for limit: Limit, of axis: Axis) -> String {
    let ends = [limit.lower, limit.upper].compactMap { $0.map { axis.directed($0, "deg") } }
    let range = ends.isEmpty ? "" : " to " + ends.joined(separator: " .. ")
    return "\(axis.scriptName)\(range) at \(decimal(thousandths: Int(limit.speed)))deg/s"
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
