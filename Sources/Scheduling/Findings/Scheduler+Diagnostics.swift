import Diagnosis
import Hardware
import Language
import Motion
import Printing
import Quantities
import Schedules
import Vocabulary

extension Diagnostic {
  private static func facts(
    _ axis: Axis, _ value: Double, _ limit: Double, _ unit: String, at time: Int32
  ) -> Motion {
    Motion(
      time: Int(time), axis: String(describing: axis), called: axis.scriptName,
      value: Int(AxisTracking.millidegrees(value)),
      limit: Int(AxisTracking.millidegrees(limit)), unit: unit)
  }

  /// Facts of which the message tells all but the time.
  private static func told(_ motion: Motion) -> Motion {
    var motion = motion
    motion.isTold = true
    return motion
  }

  private static func text(ofMilliseconds milliseconds: Int32) -> String {
    decimal(thousandths: Int(milliseconds)) + "s"
  }

  // MARK: - Evaluation

  static func evaluation(
    _ failure: Evaluator.Failure, isMember: Bool, at span: SourceSpan
  ) -> Diagnostic {
    let note =
      switch failure.code {
      case .beatWithoutTempo:
        "'tempo 120bpm' holds to the end of its block, and in what it calls; a test needs one of "
          + "its own, and a 'let' of a file that is used takes no beats"
      case .divisionByZero: "check the divisor with 'if' before dividing by it"
      case .outOfRange where isMember: "a pose has a value only for each axis that it names"
      case .outOfRange: "keep the number within its range, for instance with 'clamp'"
      default: "the largest number is about 1.8e308"
      }
    return Diagnostic(failure.code, failure.message, at: span, notes: [note])
  }

  /// A value that must be more than zero, or zero at least; `found` is what a calculation comes to.
  ///
  /// If it is more than zero, but `isLess` than a thousandth, that is the least.
  static func notPositive(
    _ what: String, allowsZero: Bool, isLess: Bool = false, found: String?, unit: String,
    at span: SourceSpan
  ) -> Diagnostic {
    if isLess {
      return Diagnostic(
        .notPositive, "\(what) must be at least 0.001\(unit)", at: span,
        notes: ["a schedule counts in thousandths"])
    }
    let note =
      found.map { "its value is \($0)\(unit)" }
      ?? (unit == "s"
        ? "the shortest time is \(allowsZero ? "0s" : "1ms")"
        : unit.isEmpty
          ? "leave out an option that is never drawn"
          : unit.hasPrefix("deg/s")
            ? "a direction is a word such as 'left', not a sign"
            : "a tolerance is a distance to either side")
    return Diagnostic(
      .notPositive, "\(what) must \(allowsZero ? "not be less" : "be more") than zero", at: span,
      notes: [note])
  }

  /// A count that is no whole number or less than zero; `value` is what a calculation comes to.
  static func notWhole(at span: SourceSpan, text: String?, value: String?) -> Diagnostic {
    Diagnostic(
      .notWhole, "expected a whole number, zero or more", at: span,
      label: value.map { "its value is \($0)" } ?? "",
      notes: [
        text == nil ? "one of 0, 1, 2 and so on" : "'floor', 'ceil' and 'round' give a whole number"
      ],
      fixIts: text.map {
        // 'floor' would leave the upper end out.
        let whole = $0.hasPrefix("random(") ? "round(\($0))" : "floor(\($0))"
        return [FixIt("write '\(whole)'", span, whole)]
      } ?? [])
  }

  static func wholeTooLarge(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .notWhole, "the number is too large", at: span,
      notes: ["the largest whole number here is 9007199254740991"])
  }

  static func emptyStep(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .notPositive, "a loop that counts by zero never ends", at: span,
      notes: ["leave 'by' out to count by one"])
  }

  /// A loop over a range that holds nothing; `minus` is where a minus makes it count downwards.
  static func loopWithoutTurns(
    at span: SourceSpan, minus: SourceSpan?, swap: FixIt, hasStep: Bool
  ) -> Diagnostic {
    let downwards = FixIt("count downwards with 'by -1'", SourceSpan(span.end, span.end), " by -1")
    return Diagnostic(
      .loopWithoutTurns, "this loop has no iterations: the range ends before it begins", at: span,
      notes: ["it counts upwards unless what follows 'by' is negative"],
      fixIts: minus.map { [FixIt("count downwards", $0, "-")] }
        ?? (hasStep ? [swap] : [swap, downwards]))
  }

  /// A loop with a negative step over a range that goes up; `minus` is the sign of the step.
  static func loopDownwards(
    at span: SourceSpan, minus: SourceSpan?, swap: FixIt
  ) -> Diagnostic {
    Diagnostic(
      .loopWithoutTurns, "this loop has no iterations: it counts down, and the range goes up",
      at: span, notes: ["what follows 'by' is negative"],
      fixIts: (minus.map { [FixIt("count upwards", $0, "")] } ?? []) + [swap])
  }

  static func emptyRange(at span: SourceSpan, swap: FixIt) -> Diagnostic {
    Diagnostic(
      .outOfRange, "the range ends before it begins", at: span,
      notes: ["write the smaller end first; left and up are the smaller ends"], fixIts: [swap])
  }

  static func outOfRange(_ message: String, at span: SourceSpan, _ note: String) -> Diagnostic {
    Diagnostic(.outOfRange, message, at: span, notes: [note])
  }

  static func stepBudget(_ allowance: Allowance, at span: SourceSpan) -> Diagnostic {
    let since = allowance.isForDecision ? " since it last waited for an event" : ""
    return Diagnostic(
      .stepBudget,
      "the script has carried out \(allowance.limit) statements and loop iterations\(since), "
        + "and has not ended",
      at: span, label: "was running here",
      notes: [
        "\(Allowance.statement) operators or function calls count as one",
        "'--max-evaluations' allows more",
      ])
  }

  static func overdueDecision(at span: SourceSpan?) -> Diagnostic {
    Diagnostic(
      .overdueDecision, "it took too long to work out what comes next", at: span,
      label: "this event was being handled",
      notes: ["the motors cannot wait for that: compute before the first wait, or compute less"])
  }

  static func tooManySteps(_ limit: Int, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .tooManySteps, "the schedule has more than \(limit) steps", at: span,
      label: "was running here",
      notes: ["'--max-steps' allows more"])
  }

  static func tooManyEasings(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .tooManySteps, "the schedule uses more than 255 different curves", at: span,
      notes: ["round the control points of 'bezier', so that more curves are equal"])
  }

  static func scheduleTooLong(_ limit: Int, at span: SourceSpan) -> Diagnostic {
    let seconds = Milliseconds(limit).wholeSeconds
    let length = seconds % 60 == 0 ? "\(seconds / 60)min" : "\(seconds)s"
    return Diagnostic(
      .scheduleTooLong, "the schedule is longer than \(length)", at: span,
      label: "was running here", notes: ["'--max-length' allows more"])
  }

  static func tooManyCues(at span: SourceSpan?) -> Diagnostic {
    Diagnostic(
      .tooManyCues, "the script has more cues than are checked beforehand", at: span,
      label: "further cues begin here",
      notes: ["wait for fewer events in a 'for', or in different orders"])
  }

  /// The warning that a sheet shows only the first of the cues, all of which are checked.
  static var incompleteSheet: Diagnostic {
    Diagnostic(
      .incompleteSheet,
      "the cue sheet is not complete: it shows the first \(CueSheet.limit) cues", at: nil,
      notes: [
        "the others have been checked, too; 'a cue not shown' stands in their places",
        "run the script itself: 'dock run' needs no sheet",
      ])
  }

  static func tooManyBranches(_ limit: Int, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .tooManyBranches, "more than \(limit) branches are under way at once", at: span,
      notes: ["do some of them one after the other"])
  }

  /// Reports a loop without an end of which an iteration takes no time; `way` is where it goes
  /// then, and `condition` what the show looks at before each iteration.
  static func endlessLoop(
    at span: SourceSpan, while condition: String?, way: Diagnostic.Label?
  ) -> Diagnostic {
    let (iteration, takes) =
      way == nil ? ("an iteration", "takes") : ("every way through an iteration", "can take")
    return Diagnostic(
      .endlessLoop,
      condition == nil
        ? "this loop never ends, and an iteration \(takes) no time"
        : "this loop need not end, and an iteration \(takes) no time", at: span,
      labels: way.map { [$0] } ?? [],
      notes: ["let \(iteration) move something, 'wait', or wait for an event"]
        + (condition.map { ["or say how often: 'repeat 10 { if \($0) { … } }' has an end"] } ?? []))
  }

  /// Two branches that have one axis at a time; `until` is when the `other` is done with it, nil
  /// where it is not.
  static func sharedAxis(
    _ axis: Axis, at span: SourceSpan, other: SourceSpan, until: Int32?, time: Int32
  ) -> Diagnostic {
    let (start, name) = (text(ofMilliseconds: time), axis.scriptName)
    return Diagnostic(
      .sharedAxis, "two branches have \(name) at the same time", at: span,
      label: "begins at \(start)",
      labels: [
        Label(
          other,
          until.map { $0 > time ? "lasts until \(text(ofMilliseconds: $0))" : "limits it" }
            ?? "turns it, and has not stopped it")
      ],
      notes: ["statements that follow each other go into one block: '{ …; … }'"],
      motion: Motion(
        time: Int(time), axis: String(describing: axis), called: axis.scriptName, value: nil,
        limit: nil, unit: "deg"))
  }

  /// A statement that moves `axis` while the statement at `other` follows somebody with it.
  static func axisFollows(
    _ axis: Axis, of moved: AxisSet, at span: SourceSpan, other: SourceSpan, time: Int32
  ) -> Diagnostic {
    let left: Axis = axis == .yaw ? .pitch : .yaw
    return Diagnostic(
      .sharedAxis, "the tracker turns \(axis.scriptName) at this time", at: span,
      label: "begins at \(text(ofMilliseconds: time))",
      labels: [Label(other, "follows somebody with \(axis.scriptName)")],
      notes: [
        moved.contains(left)
          ? "this uses \(left.scriptName), too: let one of them begin when the other is over"
          : "'with \(left.scriptName)' behind the subject leaves \(axis.scriptName) to other "
            + "branches"
      ],
      motion: Motion(
        time: Int(time), axis: String(describing: axis), called: axis.scriptName, value: nil,
        limit: nil, unit: "deg"))
  }

  /// A motion where `policy`, which the statement at `rule` sets, does not suit motors.
  static func hurriedMotion(
    _ policy: LateRule.Policy, at span: SourceSpan, rule: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      .hurriedMotion,
      policy == .skip ? "a motion cannot be left out" : "a motion cannot catch up", at: span,
      label: "moves the motors", labels: [Label(rule, "holds here")],
      notes: [
        policy == .skip
          ? "the next motion begins where this one ends; 'stretch' delays what is late"
          : "it would have to exceed its limits; 'stretch' delays what is late",
        "put motions outside the block, or into another branch",
      ])
  }

  static func tooManyLateRules(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .outOfRange, "there are more than 255 rules for being late", at: span,
      notes: ["use fewer different times after 'by'"])
  }

  /// Two branches that change the same part of the phone at a time.
  static func sharedPart(
    _ part: String, at span: SourceSpan, other: SourceSpan, until: Int32, time: Int32
  ) -> Diagnostic {
    Diagnostic(
      .sharedAxis, "two branches have \(part) at the same time", at: span,
      label: "begins at \(text(ofMilliseconds: time))",
      labels: [
        Label(
          other,
          until > time ? "lasts until \(text(ofMilliseconds: until))" : "changes it then, too")
      ],
      notes: ["statements that follow each other go into one block: '{ …; … }'"])
  }

  static func recordingTwice(at span: SourceSpan, first: SourceSpan) -> Diagnostic {
    Diagnostic(
      .recording, "the camera is recording already", at: span,
      labels: [Label(first, "began it")],
      notes: ["the first ends before another begins: with its block, or with 'camera record stop'"])
  }

  static func cameraFormat(
    _ size: PhoneCall.Size, nearly known: PhoneCall.Size, at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      .cameraFormat, "no known camera has the size \(size)", at: span,
      label: "did you mean '\(known)'?",
      notes: ["another shape is a part of a larger picture, as in 'camera crop 480x480'"],
      fixIts: [FixIt("write '\(known)'", span, "\(known)")])
  }

  static func recordingLeftOn(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .recording, "this recording is never ended", at: span,
      notes: [
        "'camera record { … }' ends it with its block, and 'camera record stop' anywhere else"
      ])
  }

  static func tooManyTexts(_ kind: NoteKind, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .tooManySteps,
      "\(kind.record) has more than \(Budget.texts) lines, "
        + "a line of more than \(Budget.textBytes) bytes, "
        + "or more than \(Budget.allTextBytes) bytes in all",
      at: span, label: "was running here", notes: ["\(kind.rawValue) less, above all in loops"])
  }

  // MARK: - Motion

  static func missingAxis(
    _ axis: Axis, _ model: String, at span: SourceSpan, time: Int32
  ) -> Diagnostic {
    Diagnostic(
      .missingAxis, "the dock '\(model)' has no \(axis.scriptName)", at: span,
      notes: ["leave \(axis.scriptName) out, or compile for a dock that has it with '--profile'"],
      motion: Motion(
        time: Int(time), axis: String(describing: axis), called: axis.scriptName, value: nil,
        limit: nil, unit: "deg"))
  }

  /// A target beyond the limits; `from` is where a relative move begins, and `goal` what is within
  /// them, if that is not `bound`; or a place to which the move `drawsBack` before it goes.
  static func positionLimit(
    _ axis: Axis, from: Double?, position: Double, bound: Double, at span: SourceSpan,
    isLiteral: Bool, goal: Double? = nil, drawsBack: Bool = false, in rendition: Rendition,
    time: Int32
  ) -> Diagnostic {
    let most = axis.directed(degrees: bound)
    // What the script says is turned back where the gesture is mirrored.
    let mended = axis.directed(degrees: rendition.turned(goal ?? bound, axis))
    let isTurned = rendition.turned(1, axis) < 0
    let written = axis.directed(degrees: rendition.turned(position, axis))
    var start = from.map {
      "it begins at \(axis.directed(degrees: $0)); \(most) is as far as it goes"
    }
    if drawsBack {
      start = "it draws back before it goes: begin further from the limit, or with another easing"
    }
    return Diagnostic(
      .positionLimit,
      "\(axis.scriptName) would reach \(axis.directed(degrees: position)), "
        + "past its limit of \(most)",
      at: span,
      label: isTurned && from == nil
        ? "\(written), mirrored: \(axis.directed(degrees: position))" : "",
      notes: isLiteral ? [] : [start ?? "go no further than \(isTurned ? mended : most)"],
      fixIts: isLiteral ? [FixIt("write '\(mended)'", span, mended)] : [],
      motion: told(facts(axis, position, bound, "deg", at: time)))
  }

  static func noRoom(
    _ axis: Axis, extent: Double, room: Double, at span: SourceSpan, time: Int32
  ) -> Diagnostic {
    let (needed, given) = (decimal(extent), decimal(room))
    return Diagnostic(
      .noRoom,
      "\(axis.scriptName) needs \(needed)deg of room, and there are \(given)deg between its limits",
      at: span,
      notes: ["it does not fit from any starting position"],
      motion: told(facts(axis, extent, room, "deg", at: time)))
  }

  static func turnsIntoBound(
    _ axis: Axis, bound: Double, at span: SourceSpan, time: Int32
  ) -> Diagnostic {
    Diagnostic(
      .positionLimit,
      "\(axis.scriptName) turns into its limit of \(axis.directed(degrees: bound)) at "
        + text(ofMilliseconds: time),
      at: span, label: "set turning here", notes: ["stop it, or turn it back, before that"],
      motion: told(
        Motion(
          time: Int(time), axis: String(describing: axis), called: axis.scriptName, value: nil,
          limit: Int(AxisTracking.millidegrees(bound)), unit: "deg")))
  }

  static func standsOutside(
    _ axis: Axis, position: Double, bound: Double, at span: SourceSpan, time: Int32
  ) -> Diagnostic {
    Diagnostic(
      .positionLimit,
      "\(axis.scriptName) stands at \(axis.directed(degrees: position)), "
        + "outside the limit that begins here",
      at: span, notes: ["move it inside before setting the limit"],
      motion: facts(axis, position, bound, "deg", at: time))
  }

  private static let alreadyQuickest =
    "without 'over' and 'at' it is as quick as it can be; a call above 100% needs one"

  static func tooShort(
    wanted: Int32, least: Int32, farthest: PerAxis<Int32>? = nil, at span: SourceSpan,
    isLiteral: Bool, pace: Double = 1, time: Int32
  ) -> Diagnostic {
    let ways = farthest ?? PerAxis(all: 0)
    let parts = AxisSet.all.members.filter { ways[$0] != 0 }.map {
      "\($0.scriptName) \(decimal(thousandths: Int(ways[$0].magnitude)))deg"
    }
    let reach =
      "in \(text(ofMilliseconds: wanted)) it can go at most \(parts.joined(separator: ", "))"
    let shortest = text(ofMilliseconds: least)
    let written = text(ofMilliseconds: Int32((Double(least) * pace - 1e-6).rounded(.up)))
    let own = text(ofMilliseconds: Int32((Double(wanted) * pace).rounded()))
    let share = (isLiteral ? "\(own), " : "") + "at \(decimal(pace * 100))%"
    let atPace = pace == 1 ? "" : "\(share): "
    return Diagnostic(
      .tooFast, "too fast: this takes at least \(shortest)", at: span,
      label: wanted == 0 && pace != 1
        ? "called \(share)" : "\(atPace)\(text(ofMilliseconds: wanted)) is too short",
      notes: (parts.isEmpty ? (isLiteral ? [] : ["give it more time, or less to do"]) : [reach])
        + (pace > 1 && !isLiteral ? [alreadyQuickest] : []),
      fixIts: isLiteral ? [FixIt("write '\(written)'", span, written)] : [],
      motion: told(
        Motion(
          time: Int(time), axis: nil, value: Int(wanted), limit: Int(least), unit: "s")))
  }

  static func tooFast(
    _ axis: Axis, speed: Double, limit: Double, at span: SourceSpan, literal: SourceSpan?,
    pace: Double, time: Int32
  ) -> Diagnostic {
    let most = decimal(limit) + "deg/s"
    let written =
      decimal(Thousandths.number(of: Thousandths.count(in: limit / pace).rounded(.down))) + "deg/s"
    return Diagnostic(
      .tooFast,
      "\(axis.scriptName) turns at no more than \(most), not \(decimal(speed))deg/s",
      at: span,
      label: pace == 1 ? "" : "\(decimal(speed / pace))deg/s, at \(decimal(pace * 100))%",
      notes: literal == nil ? ["keep the speed within \(written)"] : [],
      fixIts: literal.map { [FixIt("write '\(written)'", $0, written)] } ?? [],
      motion: told(facts(axis, speed, limit, "deg/s", at: time)))
  }

  /// A rate of a motion beyond its limit, whatever the motion.
  static func beyond(
    _ quantity: Quantity, _ axis: Axis, _ value: Double, _ limit: Double, at span: SourceSpan,
    time: Int32, notes: [String], fixIts: [FixIt]
  ) -> Diagnostic {
    Diagnostic(
      .tooFast,
      "\(axis.scriptName) would reach \(quantity.article) of \(decimal(value))"
        + "\(quantity.unit), past its limit of \(decimal(limit))\(quantity.unit)",
      at: span, notes: fixIts.isEmpty ? notes : [], fixIts: fixIts,
      motion: told(facts(axis, value, limit, quantity.unit, at: time)))
  }

  /// A speed below the slowest of the motors: they stand still, unless a move goes on in steps.
  static func tooSlow(
    _ axis: Axis, speed: Double, slowest: Double, inSteps: Bool, at span: SourceSpan, time: Int32
  ) -> Diagnostic {
    // Of what is slower than people are told, no more than that.
    let shown = speed < 0.0005 ? "less than 0.001" : decimal(speed)
    let what = inSteps ? "does not turn evenly" : "stands still"
    let note = "its slowest speed is about \(decimal(slowest))deg/s"
    return Diagnostic(
      .tooSlow, "at \(shown)deg/s the motor of \(axis.scriptName) \(what)", at: span,
      notes: [inSteps ? "\(note), so it turns in small steps" : note],
      motion: told(facts(axis, speed, slowest, "deg/s", at: time)))
  }

  static func impossiblePath(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .outOfRange, "this path cannot be done in any time", at: span,
      notes: ["move the points apart, or give more room with 'within'"])
  }

  static func deadBand(_ model: DockModel, at span: SourceSpan, time: Int32) -> Diagnostic {
    let band = decimal(model.deadBand)
    return Diagnostic(
      .deadBand, "this move is sent as speeds: it is less than \(band)deg", at: span,
      notes: [
        "the dock '\(model.name)' ignores a target that is nearer than that",
        "it is carried out, but a call that is late or lost changes where it ends",
      ],
      motion: told(
        Motion(
          time: Int(time), axis: nil, value: nil,
          limit: Int(AxisTracking.millidegrees(model.deadBand)),
          unit: "deg")))
  }

  static func commandRate(
    _ limit: Int, isAnimation: Bool, at span: SourceSpan, time: Int32
  ) -> Diagnostic {
    Diagnostic(
      .commandRate, "the dock takes \(limit) moves and animations a second, and this is one more",
      at: span,
      severity: isAnimation ? .error : .warning,
      notes: [
        isAnimation
          ? "wait until a second has passed since the last but one"
          : "it is sent as a stream of speeds instead, which the dock takes at any rate"
      ],
      motion: told(
        Motion(
          time: Int(time), axis: nil, value: nil, limit: limit * Int(Thousandths.whole),
          unit: "calls/s")))
  }

  static func velocityExpiry(
    _ axis: Axis, held: Int, lifetime: Int, _ model: String, at span: SourceSpan, time: Int32
  ) -> Diagnostic {
    let life = decimal(thousandths: lifetime)
    return Diagnostic(
      .velocityExpiry,
      "the dock '\(model)' drops a speed after \(life)s, and this one is held longer", at: span,
      label: "for \(decimal(thousandths: held))s and more",
      notes: ["it is sent again in time; an app of your own must do the same"],
      motion: told(
        Motion(
          time: Int(time), axis: String(describing: axis), called: axis.scriptName, value: held,
          limit: lifetime, unit: "s"))
    )
  }

  static func openVelocity(
    _ axis: Axis, speed: Double, _ place: String, at span: SourceSpan, waits: SourceSpan?,
    fixIt: FixIt?, time: Int32
  ) -> Diagnostic {
    Diagnostic(
      .openVelocity, "\(axis.scriptName) still turns \(place)", at: span, label: "set turning here",
      labels: waits.map { [Label($0, "the show only waits here")] } ?? [],
      notes: ["a dock that is given back must stand still; 'stop' brings it to rest"],
      fixIts: fixIt.map { [$0] } ?? [], motion: facts(axis, speed, 0, "deg/s", at: time))
  }

  static func axisTurning(
    _ axis: Axis, at span: SourceSpan, since turned: SourceSpan, fixIt: FixIt, time: Int32
  ) -> Diagnostic {
    Diagnostic(
      .axisTurning, "\(axis.scriptName) still turns when the animation begins", at: span,
      labels: [Label(turned, "set turning here")],
      notes: ["nothing else may move the dock during an animation"], fixIts: [fixIt],
      motion: Motion(
        time: Int(time), axis: String(describing: axis), called: axis.scriptName, value: nil,
        limit: nil, unit: "deg/s"))
  }

  static func netDrift(
    _ axis: Axis, _ gesture: String, net: Double, travel: Double, at span: SourceSpan, time: Int32
  ) -> Diagnostic {
    Diagnostic(
      .netDrift,
      "'\(gesture)' ends \(axis.directed(degrees: net)) from where it began, after turning "
        + "\(decimal(travel))deg",
      at: span,
      notes: [
        "if it should come back, its moves must add up to zero; "
          + "each repetition adds to the drift"
      ],
      motion: told(facts(axis, net, 0, "deg", at: time)))
  }

  // MARK: - Limits

  static func emptyLimit(_ axis: Axis, at span: SourceSpan, swap: FixIt?) -> Diagnostic {
    Diagnostic(
      .emptyLimit, "the limit leaves \(axis.scriptName) no room", at: span,
      notes: [
        "the first bound lies left of (or above) the second, as in '60deg left .. 60deg right'"
      ], fixIts: swap.map { [$0] } ?? [])
  }

  static func limitBeyondDock(
    _ axis: Axis, at span: SourceSpan, isDock: Bool, held: String, written: String?
  ) -> Diagnostic {
    Diagnostic(
      .limitBeyondDock,
      "\(axis.scriptName) is limited to \(held) by "
        + (isDock ? "the dock itself" : "the limit around this one"),
      at: span, notes: ["a limit only narrows; the narrower one applies"],
      fixIts: written.map { [FixIt("write '\($0)'", span, $0)] } ?? [])
  }
}
