import Motion
import Printing
import Vocabulary

// A move: the axes go to where they rest.

extension StepWriter {
  /// Writes a move that has a manner.
  func writeManner(of step: Step, to cursor: inout TextCursor) {
    cursor.write("move")
    if step.isRelative { cursor.write(" by") }
    let manner = schedule.manner(of: step)
    for axis in step.axes.members {
      writeStart(of: axis, step.from[axis], in: step, to: &cursor)
      if manner.velocities[axis] != 0 {
        cursor.write(" at ")
        cursor.write(manner.velocities[axis])
      }
      writeTarget(step.to[axis], to: &cursor)
    }
    if manner.isStraight { cursor.write(" straight") }
    let figures: [(StaticString, Int32?)] = [
      (" speed ", manner.speed), (" acceleration ", manner.acceleration), (" jerk ", manner.jerk),
    ]
    for (word, figure) in figures {
      guard let figure else { continue }
      cursor.write(word)
      cursor.write(figure)
    }
    writeEasing(of: step, to: &cursor)
  }
}

extension ScheduleReader {
  /// Reads the axes of a move, its manner and its easing.
  mutating func readMove(_ step: inout Step) throws(ScheduleFault) {
    var manner = Schedule.Manner()
    step.isRelative = scanner.takeWord("by")
    repeat {
      let axis = try start(of: &step)
      if scanner.takeWord("at") { manner.velocities[axis] = try scanner.integer("a velocity") }
      try expectArrow()
      step.to[axis] = try scanner.integer("the end position")
    } while scanner.take(",")
    manner.isStraight = scanner.takeWord("straight")
    if scanner.takeWord("speed") { manner.speed = try scanner.integer("a speed") }
    if scanner.takeWord("acceleration") {
      manner.acceleration = try scanner.integer("an acceleration")
    }
    if scanner.takeWord("jerk") { manner.jerk = try scanner.integer("a jerk") }
    step.extra = schedule.index(of: manner)
    step.easing = try easing()
  }
}

extension Schedule {
  /// Writes the members of a move.
  func writeMove(_ step: Step, to json: inout JSONWriter) {
    json.member("relative", step.isRelative)
    writeAxes(of: step, to: &json)
  }

  /// A move in the words of scripts.
  func wordsForMove(_ step: Step) -> String {
    "\(targets(of: step, "to", "deg")) over \(step.length.asSeconds)\(easingWords(of: step))"
  }

  /// The axes of `step` in the words of scripts, each behind `preposition`, in `unit`.
  func targets(of step: Step, _ preposition: String, _ unit: String) -> String {
    let parts = step.axes.members.map { axis in
      "\(axis.scriptName) \(preposition) \(axis.directed(step.to[axis], unit))"
    }
    return parts.joined(separator: ", ")
  }

  private func easingWords(of step: Step) -> String {
    guard step.easing > 0, step.easing < easings.count else { return "" }
    return easings[Int(step.easing)].name.map { " easing \($0.rawValue)" } ?? ""
  }
}
