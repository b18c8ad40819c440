// Motion: what a dock can and cannot do.
//
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The page of a code is its documentation.

extension DiagnosticCode {
  /// The codes of this family.
  static let motion: [DiagnosticCode] = [
    .positionLimit, .tooFast, .openVelocity, .netDrift, .commandRate, .velocityExpiry, .deadBand,
    .missingAxis, .curveNotAtRest, .emptyLimit, .limitBeyondDock, .noRoom, .axisTurning, .tooSlow,
    .woundUp, .hurriedMotion, .idleMotors, .lateBars,
  ]

  public static let positionLimit = DiagnosticCode(
    701, "beyond the end stop",
    """
    The motion would take the axis beyond the end of its range, which is an end stop of the dock \
    or a 'limit' of the script. The whole schedule is checked before anything moves, so nothing \
    has moved yet. Choose a nearer target; in a series of relative moves, check where the moves \
    before it end.
    """,
    wrong: "tilt to 60deg up over 2s",
    right: "tilt to 40deg up over 2s")

  public static let tooFast = DiagnosticCode(
    702, "faster than the axis can turn",
    """
    To cover this distance in this time, the axis would have to exceed its greatest speed or \
    acceleration, either the dock's or those of a 'limit'. The message gives the shortest possible \
    time. Allow that much time, or go less far.
    """,
    wrong: "pan by 180deg right over 1s",
    right: "pan by 180deg right over 3s")

  public static let openVelocity = DiagnosticCode(
    704, "still turning when the motors are given back",
    """
    After 'ramp' and 'spin' an axis keeps turning until it is stopped; a time after 'for' or \
    'over' does not stop it either. Here the script ends first, or only waits for an event: then \
    the motors are given back, and nothing would bring the axis to rest. End the motion with \
    'stop' or with a ramp to zero before that.
    """,
    wrong: "ramp pan to 20deg/s right over 1s",
    right: """
      ramp pan to 20deg/s right over 1s
      wait 2s
      stop
      """)

  public static let netDrift = DiagnosticCode(
    705, as: .warning, "gesture that does not quite return",
    """
    The gesture ends close to where it began, but not there: the difference is less than a fifth \
    of its travel. That is probably a mistake, and each further call would add to it until the \
    dock reaches its end stop. Make the parts add up to zero; if the drift is intended, use an \
    absolute move now and then.
    """,
    wrong: """
      gesture glance() {
          pan by 20deg right over 1s
          pan by 18deg left over 1s
      }
      glance()
      """,
    right: """
      gesture glance() {
          pan by 20deg right over 1s
          pan by 20deg left over 1s
      }
      glance()
      """)

  public static let commandRate = DiagnosticCode(
    706, as: .warning, "calls too close together",
    """
    A dock takes at most two orientation or animation calls in one second, and refuses more. Moves \
    that follow each other faster are sent as a stream of velocities instead, which most docks \
    follow a little less exactly. Give each move half a second or more, or give it an easing.
    """,
    wrong: """
      pan by 5deg right over 300ms
      pan by 5deg left over 300ms
      pan by 5deg right over 300ms
      """,
    right: """
      pan by 5deg right over 600ms
      pan by 5deg left over 600ms
      pan by 5deg right over 600ms
      """)

  public static let velocityExpiry = DiagnosticCode(
    707, as: .warning, "velocity held longer than it lasts",
    """
    Some docks stop by themselves when they have received no velocity for a while; the 'flow2pro' \
    does so after 2.6 s. A longer turn works only because the velocity is sent again in time, and \
    a delayed call would be visible. Shorter turns, or moves to a target, are safer.
    """,
    wrong: "spin pan at 10deg/s right for 4s\nstop",
    right: "pan by 40deg right over 4s",
    model: "flow2pro")

  public static let idleMotors = DiagnosticCode(
    719, as: .warning, "motors at rest until the dock leaves",
    """
    Some docks leave by themselves when system tracking has been off for a while and nothing has \
    turned their motors; the 'flow2pro' leaves for 1 s after 10 s. To a show that has the motors \
    that looks as if somebody had taken the phone: it is ended. If it has given them back, system \
    tracking is on again afterwards, in spite of 'tracking off'. Turn an axis before that time is \
    over, or give the motors to the tracker with 'tracking on' for as long as nothing moves. Where \
    the tracker has turned the dock by then is not known, so begin with a move 'to' a place.
    """,
    wrong: "pan to 30deg right over 2s\nwait 15s\npan to home over 2s",
    right: "pan to 30deg right over 2s\ntracking on\nwait 15s\npan to home over 2s",
    model: "flow2pro")

  public static let lateBars = DiagnosticCode(
    720, as: .warning, "four bars without a wait",
    """
    A dock, or the machine, may be slower than planned, and what moves motors never hurries. Under \
    a 'tempo' the waits make up for that: those between motions, in 'every', and for a bar. Where \
    motions follow each other for four bars, nothing can, and from the first delay on the show \
    stays behind the beat, and behind its music. Move for a part of each beat or bar, and wait for \
    the rest. If it may be late, say so with 'when late stretch'.
    """,
    wrong: """
      tempo 120bpm
      repeat 8 { pan by 40deg right over 2beats; pan by 40deg left over 2beats }
      """,
    right: """
      tempo 120bpm
      repeat 8 { pan by 40deg right over 2beats; pan by 40deg left over 1.5beats; wait 0.5beats }
      """)

  public static let deadBand = DiagnosticCode(
    708, as: .warning, "move too small for a single call",
    """
    The dock ignores a target that is nearer than a certain angle; on the 'flow2pro' that is 1.5 \
    deg. A smaller move is sent as a series of speeds instead. It is carried out, but a call that \
    is late or lost changes where it ends. If that matters, use one larger move.
    """,
    wrong: "pan by 1deg right over 500ms",
    right: "pan by 5deg right over 500ms",
    model: "flow2pro")

  public static let missingAxis = DiagnosticCode(
    709, "axis the dock does not have",
    """
    The dock for which the script is compiled has no motor for this axis; most docks pan and tilt, \
    but do not roll. Use another axis, or choose the dock of this script with '--profile'.
    """,
    wrong: "roll by 10deg clockwise over 1s",
    right: "pan by 10deg right over 1s")

  public static let curveNotAtRest = DiagnosticCode(
    710, "curve that does not begin and end at rest",
    """
    A motor cannot jump to a speed, so an easing curve must start and end level. For 'bezier(x1, \
    y1, x2, y2)' that means y1 = 0 and y2 = 1, with x1 above 0 and x2 below 1. Change these, and \
    shape the curve with x1 and x2.
    """,
    wrong: "pan to 30deg right over 2s easing bezier(0.3, 0.6, 0.7, 1)",
    right: "pan to 30deg right over 2s easing bezier(0.3, 0, 0.7, 1)")

  public static let emptyLimit = DiagnosticCode(
    712, "limit that leaves no room",
    """
    The lower end of the range lies above its upper end, or the range has no part in common with \
    the limits that already apply. No position would satisfy it. Ranges go from left to right and \
    from up to down: write the left or upper end first.
    """,
    wrong: "limit pan to 60deg right .. 60deg left",
    right: "limit pan to 60deg left .. 60deg right")

  public static let limitBeyondDock = DiagnosticCode(
    713, as: .warning, "limit wider than the dock",
    """
    The limit reaches beyond what the dock can do by itself, so that part of it has no effect. The \
    script works, but it may have been written for another dock. Narrow the limit to what the dock \
    can do, or choose the right dock with '--profile'.
    """,
    wrong: "limit tilt to 80deg up .. 40deg down",
    right: "limit tilt to 40deg up .. 40deg down")

  public static let noRoom = DiagnosticCode(
    714, "motion that fits nowhere",
    """
    After tracking has had the motors it is not known where the dock points, so a relative motion \
    first goes to a place from which it fits. This one needs more room than there is between the \
    limits, wherever it begins. Make it smaller, or widen the limits.
    """,
    wrong: """
      tracking on
      wait 5s
      tilt by 100deg up over 3s
      """,
    right: """
      tracking on
      wait 5s
      tilt by 20deg up over 3s
      """)

  public static let axisTurning = DiagnosticCode(
    715, "axis that is still turning",
    """
    'ramp' or 'spin' has set the axis turning, it has not been stopped, and this statement needs \
    it at rest. Bring it to rest first with 'stop' or with a ramp to zero.
    """,
    wrong: """
      spin pan at 20deg/s right
      wait 1s
      animate yes
      stop
      """,
    right: """
      spin pan at 20deg/s right
      wait 1s
      stop
      animate yes
      """)

  public static let tooSlow = DiagnosticCode(
    716, as: .warning, "slower than the motors can turn",
    """
    Below a certain speed, about 0.11 deg/s, the motors do not turn at all. A slower 'spin' or \
    'ramp' is not visible, and a slower move comes to its place in small steps. Turn faster, go \
    further, or wait instead.
    """,
    wrong: "spin pan at 0.05deg/s right for 2s\nstop",
    right: "spin pan at 5deg/s right for 2s\nstop")

  public static let woundUp = DiagnosticCode(
    717, as: .warning, "cable wound up",
    """
    The pan has no end stop, but a cable to the phone has a limited length: on the 'stand' two \
    turns to either side of the start of the performance are taken to be safe. Turns in one \
    direction add up over the whole script, and from one iteration of a loop to the next. Turn \
    back before that, or, if there is no cable, leave the script as it is: this is a warning.
    """,
    wrong: "pan by 800deg right over 20s",
    right: """
      pan by 700deg right over 20s
      pan by 700deg left over 20s
      """)

  public static let hurriedMotion = DiagnosticCode(
    718, "motion in a block that skips or catches up",
    """
    'when late catch_up' does late steps at once, and 'when late skip' leaves them out, so that \
    what follows is on time again. Motors can do neither: to catch up they would have to exceed \
    their limits, and if a motion were left out, the next would begin at the wrong place. A late \
    motion is either delayed, which is 'stretch', or ends the show, which is 'stop'. Keep motions \
    out of the block.
    """,
    wrong: """
      when late skip
      every 1s for 8s { pan by 10deg right over 400ms; pan by 10deg left over 400ms }
      """,
    right: """
      together {
          { when late skip; every 1s for 8s { face next } }
          pan to 40deg right over 8s
      }
      """)
}
