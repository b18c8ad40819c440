/// Words of plain English that people use in stage directions and that no statement has.
enum PlainWords {
  /// Where a word may be left out.
  struct Place: OptionSet {
    let rawValue: UInt8

    /// Before a name.
    static let name = Place(rawValue: 1)
    /// In the midst of a direction.
    static let direction = Place(rawValue: 2)
    /// Before a statement.
    static let statement = Place(rawValue: 4)
    /// Before a block that is done in order.
    static let block = Place(rawValue: 8)
    /// Between two statements or clauses.
    static let joint = Place(rawValue: 16)
    /// Before the block of an option or of another branch.
    static let branch = Place(rawValue: 32)
  }

  /// True if `word` adds nothing at `place`, or at one of several.
  static func canLeaveOut(_ word: String, _ place: Place) -> Bool {
    superfluous[word.lowercased()]?.isDisjoint(with: place) == false
  }

  /// True if what stands behind `word` is to be absent.
  static func negates(_ word: String) -> Bool {
    let words = [
      "no", "never", "without", "unless", "not", "off", "isnt", "arent", "cannot", "nor",
    ]
    return words.contains(word.lowercased())
  }

  /// True if what stands with `word` means something else without it.
  static func changesMeaning(_ word: String) -> Bool {
    negates(word) || isOrdinal(word)
      || ["held", "holding", "hold", "long"].contains(word.lowercased())
  }

  /// True if `word` is a number in words, or says which of several is meant.
  private static func isOrdinal(_ word: String) -> Bool {
    let words = "two three four five six ten twice thrice first second third fourth fifth last next"
    return words.split(separator: " ").contains { $0 == word.lowercased() }
  }

  /// The words that add nothing, and where.
  private static let superfluous: [String: Place] = {
    let rows: [(String, Place)] = [
      ("the a an", [.name, .direction]),
      ("any some this that either both each", .name),
      (
        "your its my it head neck body dock phone device robot angle direction position side",
        .direction
      ),
      ("just please now", [.direction, .statement]),
      ("finally afterwards start call run execute invoke set change", .statement),
      ("do begin", [.statement, .block]),
      ("then", [.statement, .block, .joint]),
      ("and also & &&", [.statement, .joint]),
      ("while plus", .joint),
      ("option branch alternative variant case", .branch),
      ("block sequence sequential sequentially series serial chain steps inorder scope", .block),
    ]
    var places: [String: Place] = [:]
    for (words, place) in rows {
      for word in words.split(separator: " ") { places[String(word)] = place }
    }
    return places
  }()

  /// How fast a motion is, in a word.
  enum Pace {
    case slow, quick, smooth

    /// The pace that `word` names, or nil.
    init?(_ word: String) {
      switch word {
      case "slowly", "slow", "gently", "leisurely", "carefully", "gradually": self = .slow
      case "quickly", "quick", "fast", "rapidly", "swiftly", "immediately": self = .quick
      case "smoothly", "smooth", "softly": self = .smooth
      default: return nil
      }
    }
  }

  /// Words in plain English for a whole statement.
  struct Phrase {
    /// The words one after the other, each with those that may stand in its place.
    let words: [Set<String>]
    /// What to write instead, the likeliest first.
    let replacements: [String]
    /// Why, as a clause without a full stop.
    let explanation: String
    /// True if a replacement has a value that the words do not give.
    let isExample: Bool

    /// Creates a phrase of `words`, which spaces separate; `|` separates those of one place.
    init(
      _ words: String, _ replacements: [String], _ explanation: String, isExample: Bool = false
    ) {
      self.words = words.split(separator: " ").map {
        Set($0.split(separator: "|").map(String.init))
      }
      self.replacements = replacements
      self.explanation = explanation
      self.isExample = isExample
    }
  }

  private static let film = "recording|record|video|film|filming|movie"
  private static let turning =
    "'move to' turns the dock to where somebody is, 'eyes follow' moves only the eyes"
  private static let atOnce = "'together { … }' does several things at once"
  private static let bars = "'wait until' waits for a bar or a beat of the tempo"
  private static let human =
    "person|people|human|me|him|her|them|someone|somebody|anyone|user|face|faces|subject|speaker"

  /// The phrases; of several that fit, the first is meant.
  static let phrases = [
    Phrase("in parallel|sync|unison", ["together"], atOnce),
    Phrase("at once", ["together"], atOnce),
    Phrase("at same time", ["together"], atOnce),
    Phrase("until|till next bar|measure", ["wait until next bar"], bars),
    Phrase("until|till next beat", ["wait until next beat"], bars),
    Phrase("wait next bar|measure", ["wait until next bar"], bars),
    Phrase("wait next beat", ["wait until next beat"], bars),
    Phrase("wait for|to|until|till next bar|measure", ["wait until next bar"], bars),
    Phrase("wait for|to|until|till next beat", ["wait until next beat"], bars),
    Phrase("wait for|to|till bar", ["wait until bar"], bars),
    Phrase("wait half second", ["wait 500ms"], "a time is a number with a unit"),
    Phrase("wait second", ["wait 1s"], "a time is a number with a unit"),
    Phrase("wait one second", ["wait 1s"], "a time is a number with a unit"),
    Phrase("wait minute", ["wait 1min"], "a time is a number with a unit"),
    Phrase("wait one minute", ["wait 1min"], "a time is a number with a unit"),
    Phrase(
      "wait moment|bit|little", ["wait 500ms"], "a time is a number with a unit", isExample: true),
    Phrase(
      "sleep|delay|pause|dwell|hold|idle|stay for", ["wait"],
      "'wait' lets time pass where the dock stands"),
    Phrase(
      "run|play|start|execute|launch|call script|show|file|program", ["perform"],
      "in a test 'perform' plays the script"),
    Phrase(
      "enable|start|activate|resume|begin tracking|following", ["tracking on"],
      "'tracking on' lets the dock follow people by itself"),
    Phrase(
      "disable|stop|deactivate|end|pause tracking|following", ["tracking off"],
      "'tracking off' ends following"),
    Phrase(
      "turn|switch on tracking|following", ["tracking on"],
      "'tracking on' lets the dock follow people by itself"),
    Phrase(
      "turn|switch off tracking|following", ["tracking off"], "'tracking off' ends following"),
    Phrase(
      "turn|switch|set tracking on", ["tracking on"],
      "'tracking on' lets the dock follow people by itself"),
    Phrase("turn|switch|set tracking off", ["tracking off"], "'tracking off' ends following"),
    Phrase(
      "track|watch speaker", ["select person speaking", "tracking on"],
      "'select' says whom to follow; 'tracking on' lets the dock follow by itself"),
    Phrase(
      "track|watch object|thing", ["select object", "tracking on"],
      "'select' says what to follow; 'tracking on' lets the dock follow by itself"),
    Phrase(
      "track|watch \(human)", ["select person", "tracking on"],
      "'select' says whom to follow; 'tracking on' lets the dock follow by itself"),
    Phrase(
      "face \(human)", ["move to person", "eyes follow person"],
      "'face' shows a mood; \(turning)"),
    Phrase(
      "frame tight|tighter|close|closer|closeup", ["camera zoom 2x"],
      "'frame' says where the subject is in the picture; 'camera zoom' says how large it is",
      isExample: true),
    Phrase(
      "frame wide|wider|loose|far|full", ["camera zoom 1x"],
      "'frame' says where the subject is in the picture; 'camera zoom' says how large it is",
      isExample: true),
    Phrase("look|gaze at \(human)", ["move to person", "eyes follow person"], turning),
    Phrase("look|gaze at object|thing", ["move to object", "eyes follow object"], turning),
    Phrase(
      "close|shut|blink|wink eyes|eye", ["eyes blink"],
      "'eyes blink' closes and opens the eyes"),
    Phrase(
      "take|shoot|snap|capture|make|click photo|photograph|picture|pic|snapshot|selfie|image|shot",
      ["camera photo"], "'camera photo' takes a picture"),
    Phrase(
      "take|start|begin|shoot|make \(film)", ["camera record start"],
      "'camera record start' begins a recording"),
    Phrase(
      "stop|end|finish \(film)", ["camera record stop"], "'camera record stop' ends a recording"),
    Phrase(
      "record video|film|movie", ["camera record start"],
      "'camera record start' begins a recording"),
    Phrase(
      "flip|switch|swap camera|cameras", ["camera flip"],
      "'camera flip' changes to the camera on the other side"),
    Phrase(
      "zoom in", ["camera zoom by 2x"], "'camera zoom' takes a factor, and 'by' adds to it",
      isExample: true),
    Phrase(
      "zoom out", ["camera zoom by -0.5x"], "'camera zoom' takes a factor, and 'by' adds to it",
      isExample: true),
    Phrase(
      "camera zoom in", ["camera zoom by 2x"], "'camera zoom' takes a factor, and 'by' adds to it",
      isExample: true),
    Phrase(
      "camera zoom out", ["camera zoom by -0.5x"],
      "'camera zoom' takes a factor, and 'by' adds to it",
      isExample: true),
    Phrase(
      "look|go|face|turn straight ahead|forward|forwards", ["move to home"],
      "the pose with every axis at 0 is called 'home'"),
    Phrase(
      "look|go|face|turn straight|ahead|forward|forwards|front|center|centre|home",
      ["move to home"], "the pose with every axis at 0 is called 'home'"),
  ]

  private static let loops =
    "a loop ends by itself, as with 'repeat 3' and 'repeat while …'; a 'race' ends it with a wait"
  private static let sound = "'sound \"chime.wav\"' plays a WAV file to its end"

  private static let endings = "exit quit finish end terminate"

  /// True if `word` ends a program in other languages.
  static func endsScript(_ word: String) -> Bool {
    endings.split(separator: " ").contains { $0 == word.lowercased() }
  }

  /// Statements of other languages that have no equal here, with advice what to use instead.
  private static let absences = [
    ("break continue breakloop", loops),
    ("switch match case", "choices are made with 'if' and 'else if'"),
    ("return yield", "a gesture ends with its last statement; a value comes from a 'function'"),
    (endings, "a script ends with its last line, or in a mode with 'go to end'"),
    ("playsound audio music beep speak sing whistle", sound),
    ("timeout timeouts", "'timeout' is a way of 'wait for { … }'; in a 'race', 'wait 2s' ends it"),
    ("late lateness", "as in 'when late skip'"),
    ("meter metre", "as in 'tempo 120bpm meter 3'"),
    ("help man", "'dock help' lists the commands, and 'dock explain D0201' explains a message"),
  ]

  /// Why there is no `word` here, and what to use instead; nil if that is not known.
  static func absence(of word: String) -> String? {
    let folded = word.lowercased().filter { $0 != "_" }
    return absences.first { $0.0.split(separator: " ").contains { $0 == folded } }?.1
  }
}
