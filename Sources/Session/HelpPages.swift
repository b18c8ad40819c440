import Vocabulary

// The pages of statements. Each example can be entered as it stands; a test does.

extension HelpPage {
  private static let policies = HandlerPolicy.written.map(\.rawValue)

  static let motions = [
    HelpPage(
      .motion, "pan yaw", "pan to|by|through ANGLE [left|right] [over TIME] [at SPEED]",
      "turns left or right: to a place, or by a distance", "pan to 30deg right over 2s"),
    HelpPage(
      .motion, "tilt pitch", "tilt to|by|through ANGLE [up|down] [over TIME] [at SPEED]",
      "turns up or down: to a place, or by a distance", "tilt by 10deg up over 1s easing smooth"),
    HelpPage(
      .motion, "roll", "roll to|by|through ANGLE [clockwise|counterclockwise]",
      "turns about the line of sight; no dock known so far can", "let turned = 5deg clockwise"),
    HelpPage(
      .motion, "move", "move to|by|through POSE [over TIME] [straight]",
      "turns several axes at once, which arrive together",
      "move to pose(pan: 20deg left, tilt: 5deg up) over 2s"),
    HelpPage(
      .motion, "ramp", "ramp AXIS to SPEED [over TIME]",
      "changes the speed of an axis over a time; it keeps turning",
      "ramp pan to 20deg/s right over 1s; stop over 1s"),
    HelpPage(
      .motion, "spin", "spin AXIS at SPEED [for TIME]",
      "takes up a speed as quickly as can be; the axis keeps turning",
      "spin pan at 10deg/s left for 1s; stop"),
    HelpPage(
      .motion, "stop", "stop [AXIS] [over TIME]", "brings axes to rest",
      "spin pan at 10deg/s left for 1s; stop over 500ms"),
    HelpPage(
      .motion, "wait", "wait TIME [.. TIME] | wait for EVENT [for at most TIME]",
      "stands still, or keeps turning, for a while", "wait 500ms"),
    HelpPage(
      .motion, "animate", "animate " + choices(Animation.self), "plays an animation of the dock",
      "animate yes"),
    HelpPage(
      .motion, "limit", "limit AXIS [to ANGLE .. ANGLE] [at SPEED] [acceleration ..] [jerk ..]",
      "narrows what an axis may do, from here to the end of its block", "limit pan at 60deg/s"),
    HelpPage(
      .motion, "tempo meter until bar beat",
      "tempo RATE [meter NUMBER] | wait until bar NUMBER|next bar|next beat",
      "sets the length of beats and bars, from here to the end of its block",
      "tempo 120bpm; wait 2beats; wait until next bar"),
  ]

  static let flow = [
    HelpPage(
      .flow, "when late",
      "when late "
        + LatenessPolicy.allCases.map { ($0.takesTime ? "[by TIME] " : "") + $0.rawValue }
        .joined(separator: "|"),
      "the policy for late steps, from here to the end of its block", "when late by 500ms stop"),
    HelpPage(
      .flow, "for in", "for NAME in FIRST .. LAST [by STEP]|VALUE, VALUE, ... { ... }",
      "counts, or goes through values",
      "for step in 1..3 { pan by 5deg * step over 500ms }"),
    HelpPage(
      .flow, "repeat forever while", "repeat NUMBER|forever|while CONDITION { ... }",
      "does a block several times", "repeat 2 { tilt by 5deg up; tilt by 5deg down }"),
    HelpPage(
      .flow, "if else", "if CONDITION { ... } else { ... }", "chooses a block",
      "if 1 < 2 { animate yes } else { animate no }"),
    HelpPage(
      .flow, "mode go", "mode NAME { ... } | go to NAME|end",
      "does something until a 'go to' leads to another mode, or ends the script",
      "log \"modes need a file\""),
    HelpPage(
      .flow, "count add set", "count NAME [to NUMBER] | add NUMBER to NAME | set NAME to NUMBER",
      "counts in the show; conditions read it",
      "count taps; add 1 to taps; if taps > 0 { face happy }"),
    HelpPage(
      .flow, "choose", "choose { [NUMBER:] ...; ... }",
      "carries out one of its statements, at random",
      "choose { animate yes; face happy; { wait 1s; face next } }"),
    HelpPage(
      .flow, "finally", "finally { ... }", "is done when its block is left in any way",
      "finally { face normal }; face happy; wait 1s"),
    HelpPage(
      .flow, "together", "together { ... }", "does all branches at once, as long as the longest",
      "together { pan to 30deg right over 2s; tilt to 10deg up over 1s }"),
    HelpPage(
      .flow, "race", "race { ... }", "does all branches at once until the first has ended",
      "race { repeat forever { pan by 9deg left; pan by 9deg right }; wait 3s }"),
    HelpPage(
      .flow, "stagger", "stagger TIME { ... }", "begins each branch a time after the one before",
      "stagger 200ms { pan to 10deg right; tilt to 5deg up }"),
    HelpPage(
      .flow, "every", "every TIME [for TIME] { ... }", "does a block again and again, on time",
      "every 2s for 4s { pan by 9deg left over 500ms; pan by 9deg right over 500ms }"),
    HelpPage(
      .flow, "on when once " + policies.joined(separator: " "),
      "on EVENT [when CONDITION] [once | at most every TIME] "
        + "\(policies.joined(separator: "|")) { ... }",
      "says what is done when something happens", "on button 1 pausing { animate kapow }"),
  ]

  static let naming = [
    HelpPage(
      .naming, "let", "let NAME = VALUE", "names a value", "let reach = 30deg left"),
    HelpPage(
      .naming, "gesture",
      "gesture NAME(PARAMETER: TYPE = DEFAULT, ...) { ... } | NAME(...) [mirrored] [at PERCENT]",
      "names choreography, and performs it",
      "gesture bow(depth: angle = 8deg) { tilt by depth down; tilt by depth up }"),
    HelpPage(
      .naming, "function", "function NAME(PARAMETER: TYPE, ...) = VALUE", "names a formula",
      "function half(way: angle) = way / 2"),
    HelpPage(
      .naming, "use as", "use \"FILE\" [(NAME [as NAME], ...)]", "brings the names of another file",
      "log \"use needs a file\""),
    HelpPage(
      .naming, "test expect", "test \"NAME\" { ... expect ... }",
      "tries something out, from home, and says whether it is as expected",
      "test \"a glance\" { pan by 20deg left over 1s; expect elapsed == 1s }"),
    HelpPage(
      .naming, "perform", "perform [from \"MARK\"] [for TIME]",
      "plays the script of the file in a test",
      "test \"the show\" { perform; expect tracking restored }"),
  ]

  static let world = tracking + notes + phone

  private static let tracking = [
    HelpPage(
      .world, "tracking", "tracking on|off", "says whether the system tracker gets the motors back",
      "tracking off"),
    HelpPage(
      .world, "frame automatic center", "frame " + choices(FramingMode.self),
      "says where tracking keeps its subject", "frame left"),
    HelpPage(
      .world, "region", "region x SHARE, y SHARE, width SHARE, height SHARE",
      "says in which part of the picture tracking looks",
      "region x 25%, y 0%, width 50%, height 100%"),
    HelpPage(
      .world, "select", "select none | select at SHARE, SHARE", "says what tracking follows",
      "select at 50%, 40%"),
  ]

  /// The pages of statements that leave a line of text.
  private static let notes = NoteKind.allCases.filter(\.isStatement).map { kind in
    let (word, entry) = (kind.rawValue, kind.entry)
    return HelpPage(.world, word, word + entry.form, entry.help, entry.example)
  }

  /// The words behind `eyes` that nothing follows.
  private static let eyesWords = EyesWord.allCases.filter(\.entry.form.isEmpty).map(\.rawValue)

  private static let phone = [
    HelpPage(
      .world, "seed random", "seed NUMBER", "begins the random numbers anew",
      "seed 7; pan by random(5deg, 10deg) right"),
    HelpPage(
      .world, "face next", "face MOOD|next|random [over TIME [easing spring]]",
      "shows a mood on the screen",
      "face happy over 300ms"),
    HelpPage(
      .world, "eyes follow blink",
      "eyes \(eyesWords.joined(separator: "|")) | eyes follow person",
      "moves the eyes on the screen", "eyes blink"),
    HelpPage(
      .world, "camera photo record format crop",
      "camera flip|photo|zoom|record { ... }|format|crop ...",
      "works the camera of the phone", "camera photo"),
    HelpPage(
      .world, "sound", "sound \"FILE.wav\"", "plays a file to its end",
      "log \"sound needs a file\""),
    HelpPage(
      .world, "scene", "scene { at TIME ... }", "says what happens around the dock meanwhile",
      "scene { at 1s tap }; wait 2s"),
  ]
}
