import Rehearsal

/// The smallest script that has the same fault as a random script of live forms.
///
/// Blocks are dropped, with all that is in them or without it, and single lines, for as long as
/// the first fault is of the same kind.
struct SmallestForms {
  private let play: RandomPlay
  private let kind: String
  private var lines: [Substring]
  /// The script.
  var text: String { lines.map { $0 + "\n" }.joined() }

  /// Looks for the smallest script with the first fault of `play`; nil if it has none.
  init?(_ play: RandomPlay) {
    guard let kind = SmallestForms.kinds(play).first else { return nil }
    self.play = play
    self.kind = kind
    lines = play.text.split(separator: "\n")
    while dropSome() {}
  }

  /// Drops what is not needed, from the end; false if all is.
  private mutating func dropSome() -> Bool {
    let before = lines.count
    for first in lines.indices.reversed() where first < lines.count {
      guard let end = end(of: first) else {
        _ = has([first..<first + 1])
        continue
      }
      _ = has([first..<end + 1]) || has([first..<first + 1, end..<end + 1])
    }
    return lines.count < before
  }

  /// Drops `ranges`, which are in order, if the fault stays.
  private mutating func has(_ ranges: [Range<Int>]) -> Bool {
    let kept = lines
    for range in ranges.reversed() { lines.removeSubrange(range) }
    // What is played may begin and end at marks, by their number.
    let hasMarks = play.part.start == nil || marks(lines) == marks(kept)
    if hasMarks, SmallestForms.kinds(play.reworded(text)).contains(kind) { return true }
    lines = kept
    return false
  }

  private func marks(_ lines: [Substring]) -> Int { lines.count { $0.hasPrefix("mark") } }

  /// The line that closes the block that `first` opens; nil if it opens none.
  private func end(of first: Int) -> Int? {
    guard lines[first].hasSuffix("{"), !lines[first].hasPrefix("}") else { return nil }
    var depth = 0
    for index in lines.indices[first...] {
      depth += lines[index].count { $0 == "{" } - lines[index].count { $0 == "}" }
      if depth == 0 { return index }
    }
    return nil
  }

  /// The kinds of the faults of `play`, each once; none if it is refused.
  private static func kinds(_ play: RandomPlay) -> [String] {
    InCaseOfATrap.note("a part of forms \(play.seed)")
    guard let prepared = play.prepared().play else { return [] }
    let words = RandomFormFaults(play, prepared).all.map { $0.split(separator: " ").prefix(4) }
    return words.map { words in
      // The numbers of tests change as tests are dropped.
      words.filter { !($0.first?.isNumber ?? false) }.joined(separator: " ")
    }
  }
}
