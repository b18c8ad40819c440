import Diagnosis
import Hardware
import Language
import Motion
import Printing
import Quantities
import Schedules
import Vocabulary

// A move to somebody or something goes where that is when the move begins. Nobody knows that before
// the show, so a cue begins with the move: whoever plays it finds out, and plans the way from where
// the dock stands.

/// A move to a subject that a task has come to.
struct PendingTurn {
  /// The move.
  let move: MoveStatement
  /// Whom or what it turns to.
  let subject: PhoneCall.Subject
  /// The angles at which each axis looks at the subject, in degrees, all nil if it is not there;
  /// nil if nobody has looked for it.
  var place: PerAxis<Double?>?
}

extension Scheduler {
  /// How far away a subject is taken to be where a length has to be planned, in millidegrees.
  private static let usualWay: Int32 = 30_000
  /// The least time that such a move takes, so that a loop of them takes time.
  private static let leastTime = Nanoseconds(Milliseconds(20))

  /// Turns the axes of `request` to `subject`, as `move` says.
  ///
  /// The cue ends here, unless it has begun with this move.
  mutating func turn(
    _ request: MoveRequest, to subject: PhoneCall.Subject, for move: MoveStatement
  ) throws(Halt) {
    let turn = tasks.running.turn.take()
    if !motors.turning(request.axes).isEmpty {
      try take(request.axes)
      try brake(request.axes)
    }
    guard let turn, milliseconds == 0 else {
      tasks.running.turn = PendingTurn(move: move, subject: subject)
      return endPortion(.subject)
    }
    try take(request.axes)
    let (start, first, earlier) = (milliseconds, builder.schedule.steps.count, motors.axes)
    if let place = turn.place {
      try plan(request, to: place)
    } else {
      let step = try step(turning: request, to: subject)
      try emit(step)
      try pass(length(of: step, asked: request.over), moving: request.axes)
    }
    // What follows has to fit wherever the subject is.
    for axis in request.axes.members {
      let hasStep = builder.schedule.steps[first...].contains { $0.axes.contains(axis) }
      if hasStep { motors.forget(axis) } else { motors.seek(axis, from: earlier[axis], at: start) }
    }
  }

  /// Lets the move that begins the next cue know that its subject is at `place`.
  mutating func find(_ place: PerAxis<Double?>) {
    guard let slot = tasks.next?.slot else { return }
    tasks.others[slot]?.turn?.place = .some(place)
  }

  /// The move to a subject with which the next cue begins; nil if it begins with something else.
  var pendingTurn: PendingTurn? { portion.end == .subject ? tasks.next?.turn : nil }

  /// Plans the move `request` to `place`, or as near to it as its axes can come.
  private mutating func plan(
    _ request: MoveRequest, to place: PerAxis<Double?>
  ) throws(Halt) {
    let start = now
    var request = request
    // As long as in a sheet, which knows no places.
    if request.over == nil {
      let usual = usualLength(of: step(at: request.axes), request)
      request.over = Milliseconds(usual).seconds
    }
    for axis in request.axes.members {
      if let angle = place[axis], let limit = limit(of: axis) {
        request.targets[axis] = limit.place(lookingAlong: angle, from: motors.axes[axis].position)
      } else {
        request.axes.subtract(AxisSet(axis))
      }
    }
    request.mayTakeLonger = true
    if !request.axes.isEmpty {
      keepPace(of: &request)
      try plan(request)
    }
    let least = max(
      Scheduler.leastTime, Nanoseconds(Milliseconds(length(of: request.over ?? 0))))
    let rest = start + least - now
    if rest > .zero { try pass(rest, moving: request.axes) }
  }

  /// A move of `axes` that ends where it begins.
  private func step(at axes: AxisSet) -> Step {
    var step = Step(.move, start: milliseconds)
    for axis in axes.members { step.from[axis] = motors.axes[axis].millidegrees }
    (step.axes, step.assumed, step.to) = (axes, axes, step.from)
    return step
  }

  /// The step of `request`, planned as if its subject were straight ahead of the dock.
  private mutating func step(
    turning request: MoveRequest, to subject: PhoneCall.Subject
  ) throws(Halt) -> Step {
    var (step, manner) = (step(at: request.axes), Schedule.Manner())
    refuseSpeed(of: request)
    manner.subject = subject
    manner.speed = request.speed.map(AxisTracking.millidegrees)
    step.length = request.over.map(length) ?? usualLength(of: step, request)
    step.easing = try index(of: request.easing)
    step.extra = builder.index(of: manner)
    checkEnds(of: step, request)
    return step
  }

  /// How long `step` is planned to take if the script does not say, in milliseconds: what its axes
  /// need for `usualWay`.
  private mutating func usualLength(of step: Step, _ request: MoveRequest) -> Int32 {
    var (far, duration) = (step, MoveDuration())
    let limits = capped(for: request)
    for axis in step.axes.members {
      guard let limit = limits[axis] else { continue }
      far.to[axis] = step.from[axis] &+ Scheduler.usualWay
      duration.add(axis, of: far, at: 0, request.easing, within: limit)
    }
    let least = duration.shortestLength(atLeast: 0) ?? 0
    return rendition.pace == 1 ? least : length(of: paced(least))
  }

  /// Checks the move to either end of the range of each axis from the other end.
  private mutating func checkEnds(of step: Step, _ request: MoveRequest) {
    guard let easing = request.easingNode else { return }
    for axis in step.axes.members {
      guard let limit = limit(of: axis), (limit.upper - limit.lower).isFinite else { continue }
      let length = request.easing.minimumLength(of: limit.upper - limit.lower, within: limit)
      guard length.isFinite else {
        if isNew(.curveNotAtRest) { report(notAtRest(easing)) }
        return
      }
      let peaks = Profile.move(
        from: limit.lower, to: limit.upper, length: max(length, request.over ?? 0),
        easing: request.easing, within: limit
      ).peaks
      guard peaks.upper > limit.upper + 0.0005, isNew(.positionLimit) else { continue }
      report(.overshoots(axis, by: peaks.upper - limit.upper, at: span(of: easing)))
    }
  }
}

extension Diagnostic {
  fileprivate static func overshoots(
    _ axis: Axis, by way: Double, at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      .positionLimit,
      "this easing may take \(axis.scriptName) past the end of its range",
      at: span,
      label: "swings up to \(decimal(way))deg past where the subject is",
      notes: ["the subject may be at the very end of what the axis can reach"],
      fixIts: [FixIt("write '\(EasingCurve.smooth.rawValue)'", span, EasingCurve.smooth.rawValue)])
  }
}
