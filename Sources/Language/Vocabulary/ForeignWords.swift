import Vocabulary

/// A word of other tools and languages, with the word of this language for it.
public struct ForeignWord: Equatable, Sendable {
  /// What to write instead; may be several words.
  public let replacement: String
  /// Why, as a clause without a full stop.
  public let explanation: String
}

/// The words of other tools and languages for the things of this one.
public enum ForeignWords {
  /// Where a word stands, which decides what it can mean.
  public enum Context: CaseIterable, Sendable {
    /// At the beginning of a statement.
    case statement
    /// Behind a number.
    case unit
    /// Behind `easing`.
    case easing
    /// Behind `animate`.
    case animation
    /// Between two values or before one.
    case op
    /// As a value.
    case literal
    /// Where an axis is expected.
    case axis
    /// Inside a statement, where a clause may begin.
    case clause
    /// Behind an angle or a speed.
    case direction
    /// Behind the colon of a parameter.
    case type
    /// Behind `frame`.
    case framing
    /// Before the brackets of a function.
    case function
    /// Behind `tracking`.
    case power
    /// Behind `face`.
    case mood
    /// Behind `eyes`.
    case eyes
    /// Behind `camera`.
    case camera
    /// Behind `camera record`.
    case recording
    /// Where a scene says what happens.
    case happening
    /// Behind `fault`.
    case fault
    /// Behind `select`, and after `follow`.
    case subject
    /// Behind `when late`.
    case lateness
    /// Where an event is expected.
    case event
    /// Behind `wait`.
    case waiting
    /// Behind an event that is waited for.
    case bound
    /// Behind `repeat`.
    case repetition
  }

  /// The word of this language for `word`, or nil if it is not a known foreign word.
  ///
  /// Case, underscores and hyphens do not matter: `easeIn`, `ease-in` and `EASE_IN` are one word.
  public static func hint(for word: String, in context: Context) -> ForeignWord? {
    guard word.utf8.count <= 4 * Suggestion.greatestLength else { return nil }
    let key = context == .op ? word : folded(word)
    return entries(in: context).first { $0.words.contains(key) }?.ours
  }

  /// Words for all axes at once.
  static let allAxes: Set<String> = [
    "all", "both", "every", "everything", "axes", "motors", "motor", "motion", "moving", "now",
    "it",
  ]

  /// What others call a range of numbers, without its upper end.
  static let ranges: Set<String> = ["range", "xrange", "arange"]

  /// Every foreign word of `context`, folded.
  static func words(in context: Context) -> [String] {
    entries(in: context).flatMap(\.words)
  }

  /// The entries of `context`, in the order in which they are looked through.
  static func entries(in context: Context) -> [Entry] {
    switch context {
    case .statement: motions + calls + flow + declarations + world
    case .unit: units
    case .easing: easings
    case .animation: animations
    case .op: operators
    case .literal: literals
    case .axis: axes
    case .clause: clauses
    case .direction: directions
    case .type: types
    case .framing: framings
    case .function: functions
    case .power: power
    case .mood: moods
    case .eyes: eyes
    case .camera: camera
    case .recording: recording
    case .happening: happenings
    case .fault: faults
    case .subject: subjects
    case .lateness: lateness
    case .event: events
    case .waiting: waiting
    case .bound: bounds
    case .repetition: repetitions
    }
  }

  /// The entries for the words of the table `terms`.
  static func entries<Word: Term>(of terms: Word.Type) -> [Entry] {
    Word.allCases.flatMap { word in
      word.entry.otherNames.map {
        Entry($0.words, $0.replacement ?? word.rawValue, $0.explanation)
      }
    }
  }

  private static func folded(_ word: String) -> String {
    word.lowercased().filter { $0 != "_" && $0 != "-" }
  }

  /// Foreign words that mean one thing here.
  struct Entry {
    let words: [String]
    let ours: ForeignWord

    /// Creates an entry for the folded `words`, which are separated by spaces.
    init(_ words: String, _ replacement: String, _ explanation: String) {
      self.words = words.split(separator: " ").map(String.init)
      ours = ForeignWord(replacement: replacement, explanation: explanation)
    }
  }
}
