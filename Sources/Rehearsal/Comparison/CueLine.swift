/// A line of a cue sheet, to be compared with another.
///
/// As with steps, the line of the script that it comes from does not count.
struct CueLine {
  /// The line as it is shown.
  let text: String
  /// Its words, without those of the place in the script.
  let words: [Substring]

  /// Those of `lines`, without the names of the sources.
  static func all(in lines: [String]) -> [CueLine] {
    lines.filter { !$0.hasPrefix("source ") }.map(CueLine.init)
  }

  private init(_ text: String) {
    self.text = text
    words = CueLine.withoutPlace(text).split(separator: " ")
  }

  /// What must be the same whatever is tolerated.
  var shape: [Substring] {
    words.indices.filter { figure(at: $0) == nil }.map { words[$0] }
  }

  /// True if it says what `other` says, with times and angles within `tolerance`.
  func isNear(_ other: CueLine, within tolerance: Tolerance) -> Bool {
    guard words.count == other.words.count else { return false }
    return words.indices.allSatisfy { index in
      if words[index] == other.words[index] { return true }
      guard let figure = figure(at: index), let expected = other.figure(at: index),
        figure.unit == expected.unit
      else { return false }
      let greatest = figure.unit == .time ? tolerance.milliseconds : tolerance.millidegrees
      return abs(figure.value - expected.value) <= greatest
    }
  }

  private enum Unit { case time, angle }

  /// The actions that go by angles, or by speeds.
  private static let turning: Set<Substring> = ["move", "ramp"]

  /// The time or the angle in the word with `index`; nil if it has none that a schedule can have.
  private func figure(at index: Int) -> (value: Int, unit: Unit)? {
    let word = words[index]
    if index == 0 || index == 1 && word.first == "+" { return Int32(word).map { (Int($0), .time) } }
    guard words.prefix(3).contains(where: CueLine.turning.contains) else { return nil }
    return Int32(word.filter { $0 != "~" && $0 != "," }).map { (Int($0), .angle) }
  }

  private static func withoutPlace(_ line: String) -> Substring {
    guard let mark = line.lastIndex(of: "#") else { return line[...] }
    let place = line[mark...].dropFirst(2)
    let number = place[(place.lastIndex(of: ":").map(place.index(after:)) ?? place.startIndex)...]
    return Int(number) == nil ? line[...] : line[..<mark]
  }
}
