import Language
import Testing
import Vocabulary

/// The words of a table stand in the file of the table, and nowhere else in the sources.
@Suite struct VocabularyTests {
  /// The words that a table alone knows; words of the grammar itself are keywords, too.
  static let words: Set<String> = Set(
    EasingName.spellings + EventKind.spellings + EventPhase.spellings + Animation.spellings
      + FramingMode.spellings + Mood.spellings + HandlerPolicy.spellings
      + LatenessPolicy.spellings + FaultName.spellings + NoteKind.spellings + EyesWord.spellings
      + CameraWord.spellings + Direction.allCases.map(\.spelling)
  ).subtracting(Keyword.allCases.map(\.spelling) + [EventPhase.any.rawValue])

  /// A literal that is spelled like a word of a table and means something else.
  static let others: [(path: String, word: String, meaning: String)] = [
    ("", "dock", "the name of the tool, and of what it drives"),
    ("Sources/Diagnosis/Drawing/", "error", "a severity"),
    ("Sources/Language/Profile/", "endless", "an axis without stops"),
    ("Sources/Scheduling/Profile/", "endless", "a value without an end"),
    ("Sources/dock/Profile.swift", "endless", "an axis without stops"),
    ("Sources/Language/Statements/Limit.swift", "no", "a word of other tools for 'none'"),
    ("Sources/Language/Vocabulary/PlainWords.swift", "no", "a word of plain English"),
    ("Sources/Language/Vocabulary/PlainWords.swift", "smooth", "a word of plain English"),
    ("Sources/Preview/", "error", "a diagnostic"),
    ("Sources/Preview/Happened.swift", "foreground", "the name of a member"),
    ("Sources/Schedules/JSON/", "spring", "the name of a member"),
    ("Sources/Simulation/Trace+Text.swift", "undocked", "a state of the dock"),
    ("Sources/dock/Running/RunReport.swift", "dropped", "the name of a member"),
  ]

  @Test func noOtherFileSpellsAWordOfATable() throws {
    #expect(Self.words.count > 50)
    for text in try Tree.texts(under: "Sources", "swift")
    where !text.path.hasPrefix("Sources/Vocabulary/") {
      for (index, line) in text.lines.enumerated() {
        let words = line.literals.filter(Self.words.contains)
        for word in words where !line.isComment {
          let isOther = Self.others.contains { text.path.hasPrefix($0.path) && $0.word == word }
          #expect(isOther, "\(text.path):\(index + 1) spells '\(word)'; read it from its table")
        }
      }
    }
  }

  @Test func noWordIsSpelledTwiceInATable() {
    for words in [
      EasingName.spellings, EventKind.spellings, EventPhase.spellings, Animation.spellings,
      FramingMode.spellings, Mood.spellings, HandlerPolicy.spellings, LatenessPolicy.spellings,
      FaultName.spellings, NoteKind.spellings, EyesWord.spellings, CameraWord.spellings,
    ] {
      #expect(Set(words).count == words.count)
    }
  }

  @Test(arguments: [
    ("let a = \"tap\"", ["tap"]), ("case \"tap\", \"long_press\":", ["tap", "long_press"]),
    ("say(\"a tap\")", []),
  ])
  func literalsAreFound(line: String, words: [String]) {
    #expect(Substring(line).literals == words)
  }
}

extension Substring {
  fileprivate var isComment: Bool { drop { $0 == " " }.hasPrefix("//") }

  /// The string literals of one word.
  fileprivate var literals: [String] {
    let quote = UInt8(ascii: "\"")
    var found: [String] = []
    var rest = utf8[...]
    while let start = rest.firstIndex(of: quote) {
      rest = rest[start...].dropFirst()
      let word = rest.prefix { byte in
        byte == UInt8(ascii: "_") || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
      }
      guard !word.isEmpty, rest[word.endIndex...].first == quote else { continue }
      found.append(String(Substring(word)))
      rest = rest[word.endIndex...].dropFirst()
    }
    return found
  }
}
