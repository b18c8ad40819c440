import Hardware
import Motion
import Printing
import Vocabulary

extension Schedule {
  /// The version of the JSON form this writes.
  public static let jsonVersion = 2

  /// Writes the JSON form to `sink` in pieces of about 64 KB.
  ///
  /// It carries what the text form carries, in the same units, and is read back by `readSchedule`;
  /// its schema is `schedule.schema.json`.
  ///
  /// - Parameters:
  ///   - stops: the worst stop of each step, to be added; none by default.
  ///   - sink: takes the pieces.
  public func writeJSON(
    stops: [Stop] = [], to sink: (TextBuffer) throws -> Void
  ) rethrows {
    var json = JSONWriter(.pretty)
    try json.object { json in
      json.member("dock_schedule", Schedule.jsonVersion)
      json.member("profile", model.name)
      json.sources(files)
      writeFrom(to: &json)
      if let own = limits.first { json.limits(own) }
      json.member("length", Int(length))
      json.stop(stops.worst)
      try writeSteps(stops: stops, to: &json, drainingTo: sink)
    }
    var rest = json.buffer
    rest.write("\n")
    try sink(rest)
  }

  /// Writes the member `from`, the pose at the start.
  func writeFrom(to json: inout JSONWriter) {
    json.object("from") { json in
      for axis in Axis.allCases where from[axis] != 0 || limits.first?[axis] != nil {
        json.member(axis.name, Int(from[axis]))
      }
    }
  }

  /// Writes the member `steps`; what is written goes to `sink` in pieces.
  func writeSteps(
    stops: [Stop] = [], to json: inout JSONWriter, drainingTo sink: (TextBuffer) throws -> Void
  ) rethrows {
    try json.array("steps") { json in
      for (index, step) in steps.enumerated() {
        json.object { json in
          write(step, to: &json)
          if index < stops.count { json.stop(stops[index]) }
        }
        try json.drain(over: TextBuffer.pieceSize, to: sink)
      }
    }
  }

  /// Writes the motion that a cut or a warp is part of, whose source and start are those of `step`.
  func write(whole: Step, of step: Step, to json: inout JSONWriter) {
    var whole = whole
    (whole.line, whole.start) = (0, step.start)
    write(whole, to: &json)
  }

  /// Writes where the axes go, by which easing, and in which manner.
  func writeAxes(of step: Step, to json: inout JSONWriter) {
    let manner = manner(of: step)
    json.object("axes") { json in
      for axis in Axis.allCases where step.axes.contains(axis) {
        json.object(axis.name) { json in
          json.member("from", Int(step.from[axis]))
          json.member("to", Int(step.to[axis]))
          if step.kind != .ramp { json.member("assumed", step.assumed.contains(axis)) }
          let velocity = manner.velocities[axis]
          if velocity != 0 { json.member("velocity", Int(velocity)) }
        }
      }
    }
    let easing = step.easing < easings.count ? easings[Int(step.easing)] : .plain
    if step.kind != .ramp || easing != .plain { json.easing(easing) }
    if let subject = manner.subject, !manner.isFound { subject.write("subject", to: &json) }
    if manner.isStraight { json.member("straight", true) }
    if let speed = manner.speed { json.member("speed", Int(speed)) }
    if let acceleration = manner.acceleration { json.member("acceleration", Int(acceleration)) }
    if let jerk = manner.jerk { json.member("jerk", Int(jerk)) }
  }
}

extension JSONWriter {
  /// Writes the member `stop`, if anything moves.
  mutating func stop(_ stop: Schedule.Stop) {
    guard stop.axes != .none else { return }
    object("stop") { json in
      json.member("length", Int(stop.length))
      json.object("angles") { json in
        for axis in stop.axes.members { json.member(axis.name, Int(stop.angles[axis])) }
      }
    }
  }

  /// Writes the member `late`.
  mutating func late(_ rule: LateRule) {
    object("late") { json in
      json.member("policy", rule.policy.rawValue)
      if rule.allowance != 0 { json.member("by", Int(rule.allowance)) }
    }
  }

  /// Writes the member `easing`: a name, the four numbers of a bezier, or the bounce of a spring.
  fileprivate mutating func easing(_ easing: Easing) {
    switch easing {
    case .bezier(let x1, let y1, let x2, let y2):
      array("easing") { json in
        for number in [x1, y1, x2, y2] { json.element(ShortestNumber(number)) }
      }
    case .spring(let bounce):
      object("easing") { $0.member("spring", ShortestNumber(bounce)) }
    case .plain, .curve: member("easing", easing.word)
    }
  }
}

/// A number written as the shortest decimal that reads back as it; `null` if it is not finite.
private struct ShortestNumber: JSONScalar {
  let value: Double

  init(_ value: Double) { self.value = value }

  func writeJSON(to buffer: inout TextBuffer) {
    buffer.write(string: value.isFinite ? value.shortest : "null")
  }
}
