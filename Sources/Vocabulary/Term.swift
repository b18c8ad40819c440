/// A word of one idea of the language, as scripts, schedules, scenes and traces write it.
///
/// The cases of the enumeration and its `entry` are the table of the idea. Nothing else lists its
/// words: parsing, completion, help, text, JSON and suggestions read the table.
public protocol Term: RawRepresentable, CaseIterable, Hashable, Sendable
where RawValue == String, AllCases == [Self] {
  /// What the table says about the word.
  var entry: TermEntry { get }
}

extension Term {
  /// Every word, in the order of the table.
  public static var spellings: [String] { allCases.map(\.rawValue) }

  /// The place of the word in the table, from 0.
  public var number: UInt8 { UInt8(truncatingIfNeeded: Self.allCases.firstIndex(of: self) ?? 0) }

  /// Creates the word at place `number` of the table, or nil.
  public init?(number: some BinaryInteger) {
    guard let index = Int(exactly: number), Self.allCases.indices.contains(index) else {
      return nil
    }
    self = Self.allCases[index]
  }
}

/// What a table says about a word, besides its spelling.
public struct TermEntry: Sendable {
  /// What people call the same thing in other tools and languages.
  public struct OtherName: Sendable {
    /// The other words, in lower case without underscores, separated by spaces.
    public let words: String
    /// What to write instead, if that is more than the word of this entry.
    public let replacement: String?
    /// The explanation for somebody who writes one of them; a clause without a full stop.
    public let explanation: String

    /// Creates the names `words`, with the explanation for somebody who writes one of them.
    public init(_ words: String, as replacement: String? = nil, _ explanation: String) {
      (self.words, self.replacement, self.explanation) = (words, replacement, explanation)
    }
  }

  /// What follows the word, as help prints it; empty if nothing does.
  public let form: String
  /// What the word does, in one line; words with the same line share a page of help.
  public let help: String
  /// A script that shows it; empty if the page of help has another example.
  public let example: String
  /// What people call it elsewhere.
  public let otherNames: [OtherName]

  /// Creates the entry of a word.
  public init(
    form: String = "", help: String = "", example: String = "", _ otherNames: OtherName...
  ) {
    (self.form, self.help, self.example, self.otherNames) = (form, help, example, otherNames)
  }
}
