import Hardware
import Motion
import Printing
import Vocabulary

// A move: the axes go to where they rest.

extension StepWriter {
  /// The most bytes that the subject of a move takes, which is written for each axis.
  @inline(__always)
  func capacity(ofMove step: Step) -> Int {
    guard step.extra != 0, let subject = schedule.manner(of: step).subject else { return 0 }
    return 3 * subject.capacity
  }

  /// Writes a move that has a manner.
  func writeManner(of step: Step, to cursor: inout TextCursor) {
    cursor.write("move")
    if step.isRelative { cursor.write(" by") }
    let manner = schedule.manner(of: step)
    if let hold = manner.hold {
      cursor.write(" back ")
      cursor.write(hold)
    }
    for axis in step.axes.members {
      writeStart(of: axis, step.from[axis], in: step, to: &cursor)
      if manner.velocities[axis] != 0 {
        cursor.write(" at ")
        cursor.write(manner.velocities[axis])
      }
      if let subject = manner.subject, !manner.isFound {
        cursor.write(" -> ")
        subject.write(to: &cursor)
      } else {
        writeTarget(step.to[axis], to: &cursor)
      }
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
    if !step.isRelative, scanner.takeWord("back") { manner.hold = try numberOfHold() }
    repeat {
      let axis = try start(of: &step)
      if scanner.takeWord("at") { manner.velocities[axis] = try scanner.integer("a velocity") }
      try expectArrow()
      if isAtSubject {
        manner.subject = try subject()
        step.to[axis] = step.from[axis]
      } else {
        step.to[axis] = try scanner.integer("the end position")
      }
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

extension PhoneCall.Subject {
  /// The words for it where `place` says, in degrees, all of whose axes are nil if it is not there;
  /// `short` is by how much each axis does not come there.
  public func words(at place: PerAxis<Double?>, short: PerAxis<Double>) -> String {
    let angles = Axis.allCases.compactMap { axis in
      place[axis].map { axis.directed(degrees: $0) }
    }
    if angles.isEmpty { return "\(wordsWithName) is not there" }
    let missing = Axis.allCases.filter { abs(short[$0]) >= 0.0005 }.map { axis in
      "\(axis.scriptName) ends \(decimal(abs(short[axis])))deg before it"
    }
    return ([wordsWithName + " at " + angles.joined(separator: ", ")] + missing)
      .joined(separator: ", ")
  }
}

extension Schedule {
  /// Writes the members of a move.
  func writeMove(_ step: Step, to json: inout JSONWriter) {
    json.member("relative", step.isRelative)
    if let hold = manner(of: step).hold { json.member("back", Int(hold)) }
    writeAxes(of: step, to: &json)
  }

  /// A move in the words of scripts.
  func wordsForMove(_ step: Step) -> String {
    if let subject = manner(of: step).subject {
      let axes = step.axes.members.map(\.scriptName).joined(separator: ", ")
      let length = step.length > 0 ? " over \(step.length.asSeconds)" : ""
      return "\(axes) to \(subject.wordsWithName)\(length)\(easingWords(of: step))"
    }
    let goals = targets(of: step, manner(of: step).hold == nil ? "to" : "back to", "deg")
    return "\(goals) over \(step.length.asSeconds)\(easingWords(of: step))"
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
    let easing = easings[Int(step.easing)]
    return easing.isPlain ? "" : " easing \(easing.words)"
  }
}
