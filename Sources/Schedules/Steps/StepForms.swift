import Motion
import Printing
import Vocabulary

// Each kind of step has a file of its own in this folder. These switches lead to it, one for each
// direction. None has a `default`, so a kind that is forgotten does not compile.

// MARK: - Writing

extension StepWriter {
  /// The most bytes the line of `step` takes.
  @inline(__always)
  func capacity(for step: Step) -> Int {
    switch step.kind {
    case .take, .giveBack, .ramp, .wait, .animate, .tracking: lineCapacity
    case .move: lineCapacity + capacity(ofMove: step)
    case .through: lineCapacity + capacity(ofThrough: step)
    case .cut: lineCapacity + capacity(ofCut: step)
    case .warp: lineCapacity + capacity(ofWarp: step)
    case .limit: lineCapacity + 400
    case .action: lineCapacity + (schedule.action(of: step)?.capacity ?? 0)
    }
  }

  /// Writes what `step` does.
  func writeAny(_ step: Step, to cursor: inout TextCursor) {
    switch step.kind {
    case .take: cursor.write("tracking off")
    case .giveBack: cursor.write("tracking restore")
    case .move: writeChange("move", of: step, to: &cursor)
    case .ramp: writeChange("ramp", of: step, to: &cursor)
    case .through: writeThrough(step, to: &cursor)
    case .cut: writeCut(step, to: &cursor)
    case .warp: writeWarp(step, to: &cursor)
    case .wait: cursor.write("wait")
    case .animate:
      cursor.write("animate ")
      cursor.write(bytes: Array(step.animation.rawValue.utf8))
    case .limit: writeLimits(of: step, to: &cursor)
    case .tracking: cursor.write(step.wantsTracking ? "restore-to on" : "restore-to off")
    case .action: schedule.action(of: step)?.write(to: &cursor)
    }
  }
}

extension Schedule {
  /// Writes the members of the JSON object of `step`.
  func write(_ step: Step, to json: inout JSONWriter) {
    json.member("start", Int(step.start))
    json.member("length", Int(step.length))
    json.member("do", name(of: step))
    switch step.kind {
    case .take, .giveBack, .wait: break
    case .move: writeMove(step, to: &json)
    case .ramp: writeAxes(of: step, to: &json)
    case .through: writeThrough(step, to: &json)
    case .cut: writeCut(step, to: &json)
    case .warp: writeWarp(step, to: &json)
    case .animate: json.member("animation", step.animation.rawValue)
    case .limit: if let limits = limits(of: step) { json.limits(limits) }
    case .tracking: json.member("on", step.wantsTracking)
    case .action: action(of: step)?.write(to: &json)
    }
    if step.lateRule != 0 { json.late(lateRule(of: step)) }
    json.source(step.line, in: files)
  }

  /// The word that JSON and CSV have for what `step` does.
  func name(of step: Step) -> String { action(of: step)?.name ?? step.kind.jsonName.description }

  /// The words of scripts for `step`, as in `tilt to 10deg up over 1s`.
  public func words(for step: Step) -> String {
    switch step.kind {
    case .take: "take the motors from the tracker"
    case .giveBack: "give the motors back"
    case .move: wordsForMove(step)
    case .through: wordsForThrough(step)
    case .ramp: wordsForRamp(step)
    case .cut: wordsForCut(step)
    case .warp: wordsForWarp(step)
    case .wait: "wait \(step.length.asSeconds)"
    case .animate: "animate \(step.animation.rawValue)"
    case .limit: wordsForLimits(step)
    case .tracking: "tracking \(step.wantsTracking ? "on" : "off")"
    case .action: action(of: step)?.words ?? ""
    }
  }
}

extension Step.Kind {
  /// The name in JSON; an action has its own name.
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
    case .action: "action"
    }
  }
}

// MARK: - Reading

/// The words that begin a step in text; the others begin an action.
private enum Verb: String, CaseIterable {
  case tracking, move, ramp, through, cut, warp, wait, animate, limits
  case restoreTo = "restore-to"

  var kind: Step.Kind {
    switch self {
    case .tracking: .take
    case .move: .move
    case .ramp: .ramp
    case .through: .through
    case .cut: .cut
    case .warp: .warp
    case .wait: .wait
    case .animate: .animate
    case .limits: .limit
    case .restoreTo: .tracking
    }
  }
}

extension ScheduleReader {
  /// Reads what happens in the step that starts at `start` and lasts `length` milliseconds.
  mutating func readStep(start: Int32, length: Int32) throws(ScheduleFault) -> Step {
    let place = scanner
    let word = String(decoding: scanner.word(), as: UTF8.self)
    var step: Step
    if let verb = Verb(rawValue: word) {
      step = Step(verb.kind, start: start)
      step.length = length
      try read(verb, &step)
    } else if let verb = Schedule.Action.Verb(rawValue: word) {
      step = schedule.step(try verb.form.read(verb, from: &self), at: start)
      step.length = length
    } else {
      let verbs = Verb.allCases.map(\.rawValue) + Schedule.Action.Verb.allCases.map(\.rawValue)
      throw place.fault(
        "\(word.isEmpty ? "expected a step before" : "unknown step") \(place.nextText)",
        note: "the steps are \(verbs.joined(separator: ", "))")
    }
    return step
  }

  /// Reads the motion of `length` milliseconds that `part` is a part of; its kind is one of
  /// `kinds`, or there is the fault `message` with `note`.
  mutating func readWhole(
    of part: Step, length: Int32, _ kinds: [Step.Kind], else message: String, note: String
  ) throws(ScheduleFault) -> Step {
    let place = scanner
    var ahead = scanner
    // It is looked at beforehand, so that no part is read within parts within parts.
    let verb = Verb(rawValue: String(decoding: ahead.word(), as: UTF8.self))
    guard let verb, kinds.contains(verb.kind) else { throw place.fault(message, note: note) }
    let whole = try readStep(start: part.start, length: length)
    guard whole.axes == part.axes else { throw place.fault(message, note: note) }
    return whole
  }

  private mutating func read(_ verb: Verb, _ step: inout Step) throws(ScheduleFault) {
    switch verb {
    case .tracking: step.kind = try readHandover()
    case .move: try readMove(&step)
    case .ramp: try readRamp(&step)
    case .through: try readThrough(&step)
    case .cut: try readCut(&step)
    case .warp: try readWarp(&step)
    case .wait: break
    case .animate: try readAnimation(&step)
    case .limits: step.extra = try limits()
    case .restoreTo: try readTracking(&step)
    }
  }
}

extension ScheduleLinesOfJSON {
  /// Writes what `step` does.
  mutating func write(_ step: JSONValue) throws(JSONFault) {
    let verb = try step.word("do")
    switch verb {
    case "tracking_off": text.write("tracking off")
    case "tracking_restore": text.write("tracking restore")
    case "move", "ramp": try writeChange(verb, step)
    case "through": try writeThrough(step)
    case "cut": try writeCut(step)
    case "warp": try writeWarp(step)
    case "animate": text.write(string: "animate \(try step.word("animation"))")
    case "limits": try writeLimits(step)
    case "restore_to": text.write(string: "restore-to \(try step.truth("on") ? "on" : "off")")
    default:
      text.write(string: verb)
      guard let verb = Schedule.Action.Verb(rawValue: verb) else { return }
      try verb.form.translate(step, to: &text)
    }
  }
}

extension TextBuffer {
  /// Appends a space and `text` in quotes.
  mutating func write(quoted text: String) {
    write(" ")
    write(atMost: TextCursor.quotedCapacity(text)) { $0.write(quoted: text) }
  }
}
