/// What a word that is not known was probably meant to be.
public struct Suggestion: Equatable, Sendable {
  /// What to write instead.
  public let replacement: String
  /// Why, where the word belongs to another language; a clause without a full stop.
  public let explanation: String?

  /// The longest word that is compared with others, in characters.
  static let greatestLength = 64

  /// The best replacement for `word` where one of `known` or a word of other tools may stand.
  ///
  /// A known word in another case wins, then what other tools call it, then a misspelt known word,
  /// then a misspelt word of other tools.
  public static func best(
    for word: String, in context: ForeignWords.Context, among known: [String]
  ) -> Suggestion? {
    if let same = sameButForCase(word, known) { return Suggestion(same, nil) }
    if let foreign = ForeignWords.hint(for: word, in: context) { return Suggestion(foreign) }
    if let near = nearest(to: word, in: known) { return Suggestion(near, nil) }
    let foreign = nearest(to: word, in: ForeignWords.words(in: context))
    return foreign.flatMap { ForeignWords.hint(for: $0, in: context) }.map(Suggestion.init)
  }

  /// The word of `known` that `word` was probably meant to be, or nil if none is near.
  ///
  /// The rule is that of the Rust compiler (`edit_distance.rs`): the same word in another case,
  /// else the nearest within a third of the length in edits, else the same parts in another order.
  public static func nearest(to word: String, in known: [String]) -> String? {
    if let same = sameButForCase(word, known) { return same }
    guard word.count <= greatestLength else { return nil }
    return withinReach(of: word, known) ?? sameParts(as: word, known)
  }

  /// Creates a suggestion of `replacement`, with what is to be said about it.
  init(_ replacement: String, _ explanation: String?) {
    self.replacement = replacement
    self.explanation = explanation
  }

  private init(_ foreign: ForeignWord) {
    self.init(foreign.replacement, foreign.explanation)
  }

  private static func sameButForCase(_ word: String, _ known: [String]) -> String? {
    let folded = word.lowercased()
    return known.contains(word) ? word : known.filter { $0.lowercased() == folded }.min()
  }

  /// The known word with the fewest edits, at most a third of the length of `word`, and fewer than
  /// it has letters.
  ///
  /// Of several, the one that begins like `word` the longest, then the nearest in length, then the
  /// first in the order of code points.
  private static func withinReach(of word: String, _ known: [String]) -> String? {
    let letters = Array(word.lowercased().unicodeScalars)
    let reach = max(letters.count, 3) / 3
    var best: (Int, Int, Int, String)?
    for candidate in known where !candidate.isEmpty {
      let other = Array(candidate.lowercased().unicodeScalars)
      guard abs(other.count - letters.count) <= reach else { continue }
      let distance = editDistance(letters, other)
      guard distance <= reach, distance < letters.count else { continue }
      let common = zip(letters, other).prefix { $0 == $1 }.count
      let rank = (distance, -common, abs(other.count - letters.count), candidate)
      if best.map({ rank < $0 }) ?? true { best = rank }
    }
    return best?.3
  }

  /// The known word with the same parts between underscores, in any order.
  private static func sameParts(as word: String, _ known: [String]) -> String? {
    let parts = word.split(separator: "_").sorted()
    guard parts.count > 1 else { return nil }
    return known.filter { $0.split(separator: "_").sorted() == parts }.min()
  }

  /// The number of insertions, deletions, replacements and swaps of neighbours between two words.
  ///
  /// This is the restricted Damerau-Levenshtein distance (optimal string alignment): no part is
  /// edited twice.
  static func editDistance(_ one: [Unicode.Scalar], _ other: [Unicode.Scalar]) -> Int {
    var before: [Int] = []
    var row = Array(0...other.count)
    for i in 0..<one.count {
      var next = [i + 1]
      next.reserveCapacity(other.count + 1)
      for j in 0..<other.count {
        var distance = min(row[j + 1] + 1, next[j] + 1, row[j] + (one[i] == other[j] ? 0 : 1))
        if i > 0, j > 0, one[i] == other[j - 1], one[i - 1] == other[j] {
          distance = min(distance, before[j - 1] + 1)
        }
        next.append(distance)
      }
      (before, row) = (row, next)
    }
    return row[other.count]
  }
}
