/// The help about a word of the language: its form, its meaning, and an example.
struct HelpPage: Sendable {
  /// The kind of word, which groups the list of words.
  enum Topic: String, CaseIterable, Sendable {
    case motion, flow, naming, world, clause, direction, unit, easing, animation, mood, event
    case function, value
  }

  let topic: Topic
  /// The words it is about.
  let words: [String]
  let form: String
  let text: String
  /// A script that can be entered.
  let example: String

  init(
    _ topic: Topic, _ words: String, _ form: String, _ text: String, _ example: String
  ) {
    self.topic = topic
    self.words = words.split(separator: " ").map(String.init)
    self.form = form
    self.text = text
    self.example = example
  }

  /// The page about `word`, or else the first with it in a form; nil if there is none.
  static func about(_ word: String) -> HelpPage? {
    all.first { $0.words.contains(word) }
      ?? all.first { page in
        page.form.split { !$0.isLetter && $0 != "_" }.contains { $0 == word }
      }
  }

  /// All pages, in the order of their topics.
  static let all =
    motions + flow + naming + world + clauses + parts + easings + showing + events + values
}
