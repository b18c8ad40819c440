// The pages of what statements are made of. Each example can be entered as it stands.

extension HelpPage {
  static let clauses = [
    HelpPage(
      .clause, "to", "to PLACE", "where a move ends", "pan to 30deg right"),
    HelpPage(.clause, "by", "by DISTANCE", "how far a move goes", "pan by 10deg left"),
    HelpPage(
      .clause, "through", "through PLACE, PLACE, ...", "the places a move goes through",
      "pan through 20deg left, 5deg right over 4s"),
    HelpPage(
      .clause, "over", "over TIME", "how long it takes; too short a time is an error",
      "pan to 30deg right over 2s"),
    HelpPage(
      .clause, "at", "at SPEED", "how fast a move is at most", "pan to 30deg right at 15deg/s"),
    HelpPage(
      .clause, "within", "within ANGLE", "by how much a path may cut its corners",
      "pan through 20deg left, 5deg right within 2deg over 4s"),
    HelpPage(
      .clause, "straight", "straight", "keeps all axes of a move on a straight line",
      "move to pose(pan: 20deg left, tilt: 5deg up) straight"),
    HelpPage(
      .clause, "easing", "easing linear|ease_in|ease_out|ease_in_out|smooth|spring|bezier(...)",
      "the curve by which a move spends its time", "pan to 30deg right over 2s easing smooth"),
  ]

  static let parts = [
    HelpPage(
      .direction, "left right", "ANGLE left|right", "the directions of pan; right is positive",
      "pan to 30deg left"),
    HelpPage(
      .direction, "up down", "ANGLE up|down", "the directions of tilt; down is positive",
      "tilt to 10deg up"),
    HelpPage(
      .direction, "clockwise counterclockwise", "ANGLE clockwise|counterclockwise",
      "the directions of roll", "let turned = 5deg counterclockwise"),
    HelpPage(
      .unit, "deg rad turn", "30deg 0.5rad 0.25turn", "angles; a turn is 360deg",
      "pan by 0.25turn right over 4s"),
    HelpPage(.unit, "s ms min h", "2s 500ms 1min 2h", "times", "wait 500ms"),
    HelpPage(
      .unit, "deg/s rad/s turn/s turn/min", "20deg/s 0.2rad/s 2turn/min", "speeds",
      "pan by 20deg right at 15deg/s"),
    HelpPage(.unit, "% x", "50% 2x", "shares and factors: plain numbers", "log 50% * 2x"),
    HelpPage(.unit, "m cm", "1.8m 40cm", "distances to people and things", "log 1.8m"),
    HelpPage(.unit, "fps", "30fps", "rates: how often a second", "log 30fps"),
    HelpPage(
      .easing, "linear", "easing linear", "an even pace, with short smooth ends",
      "pan to 30deg right over 2s easing linear"),
    HelpPage(
      .easing, "ease_in", "easing ease_in", "a slow start, the greatest speed late",
      "pan to 30deg right over 2s easing ease_in"),
    HelpPage(
      .easing, "ease_out", "easing ease_out", "the greatest speed early, a slow end",
      "pan to 30deg right over 2s easing ease_out"),
    HelpPage(
      .easing, "ease_in_out", "easing ease_in_out", "slow ends, quick in the middle",
      "pan to 30deg right over 2s easing ease_in_out"),
    HelpPage(
      .easing, "smooth", "easing smooth", "the least jerk",
      "pan to 30deg right over 2s easing smooth"),
    HelpPage(
      .easing, "spring", "easing spring[(BOUNCE)]", "swings past its target and back",
      "tilt to 10deg up over 2s easing spring(0.5)"),
    HelpPage(
      .easing, "bezier", "easing bezier(X1, Y1, X2, Y2)", "a CSS curve of your own",
      "pan to 30deg right over 2s easing bezier(0.4, 0, 0.2, 1)"),
    HelpPage(
      .mood, HelpPage.moods, "face MOOD", "the moods of a face, in the order of 'face next'",
      "face happy over 300ms"),
    HelpPage(
      .animation, "wakeup yes no kapow", "animate wakeup|yes|no|kapow",
      "the animations of the dock; each ends where it began", "animate kapow"),
  ]

  static let events = [
    HelpPage(
      .event, "button pressed released", "button NUMBER [pressed|released]",
      "a button of the dock is pressed or released", "on button 1 pausing { animate kapow }"),
    HelpPage(
      .event, "shutter flip tracking_button", "shutter | flip | tracking_button",
      "the other buttons of the dock", "on shutter pausing { animate yes }"),
    HelpPage(
      .event, "zoom", "zoom by NAME", "the zoom wheel is turned",
      "on zoom by factor queued { tilt by factor * 2deg down over 1s }"),
    HelpPage(
      .event, "dock undock", "dock | undock", "the phone is put on, or lifted off",
      "on undock { log \"it is gone\" }"),
    HelpPage(
      .event, "battery below charging", "battery below SHARE | charging",
      "the battery of the dock is low, or being charged",
      "on battery below 20% queued { animate no }"),
    HelpPage(
      .event, "person lost speaking object", "person [lost|speaking] | object",
      "somebody or something is seen, lost or speaking", "on person ignoring { animate wakeup }"),
    HelpPage(
      .event, "tap long_press", "tap | long_press", "the screen is touched",
      "on tap replacing { animate yes }"),
    HelpPage(
      .event, "background foreground", "background | foreground",
      "the app goes, or comes back", "on foreground queued { animate wakeup }"),
    HelpPage(
      .event, "error", "error", "the dock reports an error", "on error { log \"it fails\" }"),
  ]

  static let values = [
    HelpPage(
      .value, "home", "home", "the pose with every axis at 0", "move to home over 2s"),
    HelpPage(
      .value, "pose", "pose(AXIS: ANGLE, ...)", "where axes are; it may leave some out",
      "let wing = pose(pan: 40deg left, tilt: 5deg up)"),
    HelpPage(
      .value, "true false and or not", "CONDITION and|or CONDITION, not CONDITION",
      "what is so and what is not", "if not (1 > 2) and true { animate yes }"),
    HelpPage(
      .value, "then", "if CONDITION then VALUE else VALUE", "chooses a value",
      "let pace = if 1 < 2 then 1s else 2s"),
    HelpPage(
      .value, "pi", "pi", "the number 3.14159...", "log pi"),
    HelpPage(
      .value, "elapsed peak always near restored",
      "expect elapsed|peak AXIS speed|pose near ...|always AXIS within ...|tracking restored",
      "what a test may ask for",
      "test \"slow\" { pan by 9deg left over 1s; expect peak pan speed < 30deg/s }"),
    HelpPage(
      .function, "sin cos tan", "sin(ANGLE)", "of an angle, a number", "log sin(30deg)"),
    HelpPage(
      .function, "asin acos atan", "asin(NUMBER)", "of a number, an angle", "log asin(0.5)"),
    HelpPage(
      .function, "sqrt floor ceil round", "sqrt(NUMBER)", "of a number, a number", "log sqrt(2)"),
    HelpPage(
      .function, "abs sign", "abs(QUANTITY)", "the size without its sign; the sign alone",
      "log abs(-3deg)"),
    HelpPage(
      .function, "min max clamp", "min(A, B) max(A, B) clamp(A, LEAST, GREATEST)",
      "the least, the greatest, the first kept between the others", "log clamp(7s, 1s, 5s)"),
  ]
}
