import Language
import Vocabulary

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
      .clause, "easing",
      "easing " + choices(EasingName.self) { $0.numbers == .required ? "(...)" : "" },
      "the curve by which a move spends its time", "pan to 30deg right over 2s easing smooth"),
    HelpPage(
      .clause, "looking", "person.looking",
      "how sure the phone is that the person looks at the camera",
      "if person.looking > 80% { face happy } else { face sad }"),
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
      .unit, words(Unit.angles), "30deg 0.5rad 0.25turn", "angles; a turn is 360deg",
      "pan by 0.25turn right over 4s"),
    HelpPage(
      .unit, words(Unit.times), "2s 500ms 1min 2h 1.5beats 4bars",
      "times; a 'tempo' says how long beats and bars are", "wait 500ms"),
    HelpPage(
      .unit, "deg/s rad/s turn/s turn/min", "20deg/s 0.2rad/s 2turn/min", "speeds",
      "pan by 20deg right at 15deg/s"),
    HelpPage(.unit, "% x", "50% 2x", "shares and factors: plain numbers", "log 50% * 2x"),
    HelpPage(.unit, "m cm", "1.8m 40cm", "distances to people and things", "log 1.8m"),
    HelpPage(.unit, "fps", "30fps", "rates: how often a second", "log 30fps"),
    HelpPage(.unit, "bpm", "120bpm", "tempos: how many beats a minute", "tempo 120bpm; wait 1beat"),
  ]

  static let easings = EasingName.allCases.map { easing in
    let (word, entry) = (easing.rawValue, easing.entry)
    let example = "pan to 30deg right over 2s easing \(word)"
    return HelpPage(
      .easing, word, "easing \(word)\(entry.form)", entry.help,
      entry.example.isEmpty ? example : entry.example)
  }

  static let showing = [
    HelpPage(
      .mood, Mood.spellings.joined(separator: " "), "face MOOD",
      "the moods of a face, in the order of 'face next'", "face happy over 300ms"),
    HelpPage(
      .animation, Animation.spellings.joined(separator: " "),
      "animate " + choices(Animation.self),
      "the animations of the dock; each ends where it began", "animate kapow"),
  ]

  /// The pages of events; events with the same line of help share one.
  static let events: [HelpPage] = {
    var groups: [[EventKind]] = []
    for kind in EventKind.allCases {
      let index = groups.firstIndex { $0[0].entry.help == kind.entry.help }
      if let index { groups[index].append(kind) } else { groups.append([kind]) }
    }
    return groups.map { kinds in
      HelpPage(
        .event, kinds.flatMap(words).joined(separator: " "),
        kinds.map { $0.rawValue + $0.entry.form }.joined(separator: " | "), kinds[0].entry.help,
        kinds.map(\.entry.example).first { !$0.isEmpty } ?? "")
    }
  }()

  /// The word of `kind`, and those that only follow it.
  private static func words(of kind: EventKind) -> [String] {
    [kind.rawValue] + kind.phases.map(\.rawValue)
      + (kind.operand == .share ? [Keyword.below.spelling] : [])
  }

  private static func words(_ units: [Unit]) -> String {
    units.map(\.symbol).joined(separator: " ")
  }

  /// The words of the table `terms` as a form offers them, with what `ending` says after each.
  static func choices<Word: Term>(
    _ terms: Word.Type, ending: (Word) -> String = { _ in "" }
  ) -> String {
    terms.allCases.map { $0.rawValue + ending($0) }.joined(separator: "|")
  }

  static let values = [
    HelpPage(
      .value, "home", "home", "the pose with every axis at 0", "move to home over 2s"),
    HelpPage(
      .value, "pose", "pose(AXIS: ANGLE, ...)", "where axes are; it may leave some out",
      "let wing = pose(pan: 40deg left, tilt: 5deg up)"),
    HelpPage(
      .value, "true false and or not", "CONDITION and|or CONDITION, not CONDITION",
      "the truth values, and the words that combine conditions",
      "if not (1 > 2) and true { animate yes }"),
    HelpPage(
      .value, "then", "if CONDITION then VALUE else VALUE", "chooses a value",
      "let pace = if 1 < 2 then 1s else 2s"),
    HelpPage(
      .value, "pi", "pi", "the number 3.14159...", "log pi"),
    HelpPage(
      .value, "elapsed peak always near restored",
      "expect [at TIME] elapsed|peak AXIS speed|late|pose near ...|always AXIS within ..."
        + "|face MOOD|log \"TEXT\"|recording|handler EVENT done N times|tracking restored",
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
