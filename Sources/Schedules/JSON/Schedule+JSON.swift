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

  private func write(_ step: Step, to json: inout JSONWriter) {
    json.member("start", Int(step.start))
    json.member("length", Int(step.length))
    json.member("do", name(of: step))
    switch step.kind {
    case .take, .giveBack, .wait: break
    case .move:
      json.member("relative", step.isRelative)
      writeAxes(of: step, to: &json)
    case .ramp: writeAxes(of: step, to: &json)
    case .through: writeThrough(step, to: &json)
    case .cut:
      guard step.extra < cuts.count, cuts[Int(step.extra)].whole.kind != .cut else { break }
      let cut = cuts[Int(step.extra)]
      var change = step
      change.extra = 0
      writeAxes(of: change, to: &json)
      json.member("after", Int(cut.time))
      json.object("whole") { write(whole: cut.whole, to: &$0) }
    case .warp: writeWarp(step, to: &json)
    case .animate: json.member("animation", step.word(of: Step.animations).description)
    case .limit:
      if step.extra < limits.count { json.limits(limits[Int(step.extra)]) }
    case .tracking: json.member("on", step.extra != 0)
    case .frame: json.member("framing", step.word(of: Step.framings).description)
    case .region: json.region(step.extra < rectangles.count ? rectangles[Int(step.extra)] : nil)
    case .select: json.point(step.extra < rectangles.count ? rectangles[Int(step.extra)] : nil)
    case .log: json.member("text", step.extra < texts.count ? texts[Int(step.extra)] : "")
    case .subject: json.subject("subject", subject(of: step))
    case .phone: json.phone(phoneCall(of: step))
    }
    if step.lateRule != 0 { json.late(lateRule(of: step)) }
    json.source(step.line, in: files)
  }

  /// Writes the motion that a cut or a warp is part of, whose source is that of the step.
  private func write(whole: Step, to json: inout JSONWriter) {
    var whole = whole
    whole.line = 0
    write(whole, to: &json)
  }

  private func writeWarp(_ step: Step, to json: inout JSONWriter) {
    guard step.extra < warps.count else { return }
    let warp = warps[Int(step.extra)]
    guard warp.whole.kind != .cut, warp.whole.kind != .warp else { return }
    var change = step
    change.extra = 0
    writeAxes(of: change, to: &json)
    json.member("begin", Int(warp.begin))
    json.array("rates") { json in
      for change in warp.changes {
        json.object { json in
          json.member("after", Int(change.time))
          json.member("length", Int(change.length))
          json.member("percent", Int(change.rate))
        }
      }
    }
    json.object("whole") { write(whole: warp.whole, to: &$0) }
  }

  /// What JSON calls what `step` does.
  private func name(of step: Step) -> String {
    step.kind == .phone ? phoneCall(of: step).track.rawValue : step.kind.jsonName.description
  }

  private func writeAxes(of step: Step, to json: inout JSONWriter) {
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
    if manner.isStraight { json.member("straight", true) }
    if let speed = manner.speed { json.member("speed", Int(speed)) }
    if let acceleration = manner.acceleration { json.member("acceleration", Int(acceleration)) }
    if let jerk = manner.jerk { json.member("jerk", Int(jerk)) }
  }

  private func writeThrough(_ step: Step, to json: inout JSONWriter) {
    writeAxes(of: step, to: &json)
    guard step.extra < throughs.count else { return }
    let through = throughs[Int(step.extra)]
    if let speed = through.speed { json.member("speed", Int(speed)) }
    json.array("legs") { json in
      for (index, point) in through.points.enumerated() {
        guard index < through.starts.count, index < through.lengths.count else { break }
        json.object { json in
          json.member("start", Int(through.starts[index]))
          json.member("length", Int(through.lengths[index]))
          write("to", point, of: step, to: &json)
          guard index < through.velocities.count else { return }
          write("velocity", through.velocities[index], of: step, to: &json)
        }
      }
    }
  }
}

extension Schedule {
  /// Writes what is said of each axis of `step`.
  private func write(
    _ name: StaticString, _ values: PerAxis<Int32>, of step: Step, to json: inout JSONWriter
  ) {
    json.object(name) { json in
      for axis in Axis.allCases where step.axes.contains(axis) {
        json.member(axis.name, Int(values[axis]))
      }
    }
  }
}

extension Step.Kind {
  /// What JSON calls it.
  fileprivate var jsonName: StaticString {
    switch self {
    case .take: "tracking_off"
    case .giveBack: "tracking_restore"
    case .move: "move"
    case .through: "through"
    case .ramp: "ramp"
    case .cut: "cut"
    case .warp: "warp"
    case .wait: "wait"
    case .animate: "animate"
    case .limit: "limits"
    case .tracking: "restore_to"
    case .frame: "frame"
    case .region: "region"
    case .select: "select"
    case .log: "log"
    case .subject: "select"
    case .phone: "phone"
    }
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
  fileprivate mutating func late(_ rule: LateRule) {
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
