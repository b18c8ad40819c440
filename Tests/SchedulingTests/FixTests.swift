import Diagnosis
import Language
import Testing

/// A change that is offered mends what it is offered for, and takes nothing away from the author.
@Suite struct FixTests {
  /// Every change of every diagnostic of the corpus, where each script holds one mistake.
  @Test(arguments: ScriptFile.corpus)
  func mendsTheCorpus(script: ScriptFile) {
    let bytes = script.bytes
    let found = script.compile(bytes).diagnostics.all
    for diagnostic in found {
      for fixIt in diagnostic.fixIts {
        guard let changed = fixIt.applied(to: bytes) else { continue }
        let fix = Fix(fixIt, of: diagnostic, in: bytes)
        let after = script.compile(changed)
        var faults = fix.remains(in: after.diagnostics.all, of: found) + fix.losses
        if found.count == 1 {
          // The likeliest fix corrects the script; every fix lets it be read.
          let isFirst = fixIt == diagnostic.fixIts.first
          faults += (isFirst ? after.errors : script.misreads(changed)).map(\.message)
        }
        expect(noneOf: faults, fix)
      }
    }
  }

  /// A change that mends a script mends it, too, where no space stands before a brace.
  @Test(arguments: Thorough.sample(ScriptFile.corpus, oneIn: 4))
  func mendsTheCorpusWithoutSpaces(script: ScriptFile) {
    let text = String(decoding: script.bytes, as: UTF8.self)
    let tight = Array(text.replacing(" {", with: "{").utf8)
    guard tight != script.bytes else { return }
    let same = script.compile().diagnostics.all
    guard same.count == 1, !same[0].fixIts.isEmpty else { return }
    let found = script.compile(tight).diagnostics.all
    guard found.map(\.message) == same.map(\.message) else { return }
    for (fixIt, loose) in zip(found[0].fixIts, same[0].fixIts) where fixIt.title == loose.title {
      guard let changed = fixIt.applied(to: tight), let other = loose.applied(to: script.bytes)
      else { continue }
      let left = script.compile(changed).errors.map(\.message)
      if left != script.compile(other).errors.map(\.message) {
        expect(noneOf: left, Fix(fixIt, of: found[0], in: tight))
      }
    }
  }

  /// The same of scripts of the corpus, and of good ones, with a word dropped, doubled or swapped.
  @Test(arguments: 1...Thorough.count(3, sample: 1))
  func mendsWhatIsBrokenAtRandom(seed: Int) {
    var random = SplitMix64(seed)
    for script in Thorough.sample(ScriptFile.corpus + ScriptFile.examples, oneIn: 4) {
      let bytes = script.bytes
      guard bytes.count < 4_000, let broken = broken(bytes, with: &random) else { continue }
      let found = script.read(broken)
      let known = Set(script.misreads(bytes).map(\.message))
      for diagnostic in found {
        for fixIt in diagnostic.fixIts {
          guard let changed = fixIt.applied(to: broken) else { continue }
          let fix = Fix(fixIt, of: diagnostic, in: broken)
          let faults = fix.remains(in: script.read(changed), of: found) + fix.losses
          // An error of the whole script does not come from the fix.
          let new = script.misreads(changed).filter { !known.contains($0.message) }
          expect(noneOf: faults + fix.faults(among: new, of: found), fix, "seed \(seed)")
        }
      }
    }
  }

  private func expect(noneOf faults: [String], _ fix: Fix, _ origin: String = "") {
    if !faults.isEmpty { Issue.record("\(origin) \(fix)\n\(faults)") }
  }

  /// `bytes` with one word dropped, doubled, or swapped with the next.
  private func broken(_ bytes: [UInt8], with random: inout SplitMix64) -> [UInt8]? {
    let words = Word.all(in: bytes)
    guard words.count > 2 else { return nil }
    let index = random.below(words.count - 1)
    let (one, other) = (words[index], words[index + 1])
    switch random.below(3) {
    case 0: return Array(bytes[..<one.range.lowerBound] + bytes[one.range.upperBound...])
    case 1:
      return Array(
        bytes[..<one.range.upperBound] + [0x20] + bytes[one.range]
          + bytes[one.range.upperBound...])
    default:
      return Array(
        bytes[..<one.range.lowerBound] + bytes[other.range]
          + bytes[one.range.upperBound..<other.range.lowerBound] + bytes[one.range]
          + bytes[other.range.upperBound...])
    }
  }
}

/// A token, as a test reads it.
private struct Word {
  let range: Range<Int>
  let text: String

  var isNumber: Bool { text.utf8.first.map { (0x30...0x39).contains($0) } == true }
  var isName: Bool { text.utf8.first.map { $0 >= 0x41 && !isString } == true }
  var isString: Bool { text.first == "\"" }
  var isDirection: Bool {
    ["left", "right", "up", "down", "clockwise", "counterclockwise"].contains(text)
  }
  /// The digits of a number, without its unit.
  var digits: String { String(text.prefix { $0.isNumber || $0 == "." }) }

  /// The words, numbers, strings and signs of `bytes`, without comments.
  static func all(in bytes: [UInt8]) -> [Word] {
    var (words, index): ([Word], Int) = ([], 0)
    while index < bytes.count {
      let start = index
      switch bytes[index] {
      case 0x23: index = bytes[index...].firstIndex(of: 0x0A) ?? bytes.count
      case 0x22:
        let rest = bytes[(index + 1)...]
        let end = rest.firstIndex { $0 == 0x22 || $0 == 0x0A } ?? bytes.count
        index = min(bytes.count, end + (end < bytes.count && bytes[end] == 0x22 ? 1 : 0))
      case let byte where isPart(byte):
        let isNumber = (0x30...0x39).contains(byte)
        while index < bytes.count, isPart(bytes[index]) || isNumber && continues(bytes, index) {
          index += 1
        }
      default: index += 1
      }
      let isBlank = [0x20, 0x0A, 0x0D, 0x09, 0x23].contains(bytes[start])
      if !isBlank {
        words.append(
          Word(
            range: start..<index,
            text: String(decoding: bytes[start..<index], as: UTF8.self)
              .filter { $0 != "\u{200B}" }))
      }
    }
    return words
  }

  private static func isPart(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte == 0x5F || (0x30...0x39).contains(byte)
      || (0x61...0x7A).contains(byte | 0x20)
  }

  /// True if the number goes on with the sign at `index`: a point, a percent sign, or a slash.
  private static func continues(_ bytes: [UInt8], _ index: Int) -> Bool {
    let next = index + 1 < bytes.count ? bytes[index + 1] : 0
    switch bytes[index] {
    case 0x2E: return (0x30...0x39).contains(next)
    case 0x25: return true
    case 0x2F, 0x5E: return isPart(next)
    default: return false
    }
  }
}

/// A change that a diagnostic offers for a text.
private struct Fix: CustomStringConvertible {
  let fixIt: FixIt
  let diagnostic: Diagnostic
  let bytes: [UInt8]

  init(_ fixIt: FixIt, of diagnostic: Diagnostic, in bytes: [UInt8]) {
    (self.fixIt, self.diagnostic, self.bytes) = (fixIt, diagnostic, bytes)
  }

  var description: String {
    let changed = fixIt.applied(to: bytes).map { String(decoding: $0, as: UTF8.self) } ?? ""
    return "\(diagnostic.code.name) '\(diagnostic.message)': \(fixIt.title)\n"
      + "\(String(decoding: bytes, as: UTF8.self))\n--- becomes ---\n\(changed)"
  }

  private var edits: [FixIt.Edit] { fixIt.edits.sorted { $0.span.start < $1.span.start } }

  /// Where what stands at `offset` of the text stands after the change.
  private func place(of offset: UInt32) -> Int {
    edits.filter { $0.span.start <= offset }.reduce(Int(offset)) { place, edit in
      place + edit.replacement.utf8.count - Int(edit.span.end - edit.span.start)
    }
  }

  /// The diagnostic, as far as it is still `found` when the change has been made; not another of
  /// the same kind that was there `before` and has moved to its place.
  func remains(in found: [Diagnostic], of before: [Diagnostic]) -> [String] {
    guard let span = diagnostic.span else { return ["it has no place"] }
    let range = place(of: span.start)...max(place(of: span.start), place(of: span.end))
    let others = before.filter { $0 != diagnostic && $0.message == diagnostic.message }
    return found.filter { left in
      left.code == diagnostic.code && left.message == diagnostic.message
        && range.contains(Int(left.span?.start ?? 0))
        && !others.contains { place(of: $0) == Int(left.span?.start ?? 0) }
    }.map { "it is still there: \($0.message)" }
  }

  /// What of `after`, which cannot be read when the change has been made, comes from the change: it
  /// stands at the change or at the word behind it, and was not there `before`.
  ///
  /// A line with two mistakes says nothing of that, nor does a mistake that hides none.
  func faults(among after: [Diagnostic], of before: [Diagnostic]) -> [String] {
    guard let span = diagnostic.span, let first = edits.first, let last = edits.last,
      diagnostic.code.rawValue >= 200, !diagnostic.message.contains("is written"),
      diagnostic.message != "']' closes nothing"
    else { return [] }
    let end = max(span.end, last.span.end)
    let start = min(span.start, first.span.start)
    let lineStart = bytes[..<Int(start)].lastIndex(of: 0x0A) ?? 0
    let lineEnd = bytes[Int(end)...].firstIndex(of: 0x0A) ?? bytes.count
    let others = before.filter { (lineStart...lineEnd).contains(Int($0.span?.start ?? 0)) }
    if others.count > 1 { return [] }
    // Behind a brace that closes stands another statement.
    let isClosed = end > 0 && bytes[Int(end) - 1] == 0x7D
    let next =
      isClosed
      ? nil : Word.all(in: Array(bytes[..<lineEnd])).first { $0.range.lowerBound >= end }
    let rangeEnd = isClosed ? Int(end) : next?.range.upperBound ?? lineEnd + 1
    let range = place(of: start)..<place(of: UInt32(rangeEnd))
    return after.filter { fault in
      let place = Int(fault.span?.start ?? 0)
      return range.contains(place) && fault.code != .unclosedBlock
        && !before.contains { $0.message == fault.message && self.place(of: $0) == place }
    }.map { "it brings \($0.code.name): \($0.message)" }
  }

  private func place(of other: Diagnostic) -> Int { place(of: other.span?.start ?? 0) }

  /// Words that the fix removes or adds without saying so.
  var losses: [String] {
    let old = Word.all(in: bytes)
    let names = declaredNames(old)
    var gained = edits.flatMap { Word.all(in: Array($0.replacement.utf8)) }
    var lost: [Word] = []
    for word in old where edits.contains(where: { $0.touches(word.range) }) {
      let isDeclared = word.isName && names.contains(word.text)
      guard word.isNumber || word.isString || word.isDirection || isDeclared else { continue }
      let same =
        gained.firstIndex { $0.text == word.text }
        ?? gained.firstIndex { word.isNumber && word.digits == word.text && $0.digits == word.text }
      if let same { gained.remove(at: same) } else { lost.append(word) }
    }
    var faults: [String] = []
    let isRemoval = fixIt.title.hasPrefix("remove")
    for word in lost where !isRemoval && !fixIt.title.contains(word.text) {
      let blamed = diagnostic.span.map { Int($0.start)..<Int($0.end) } ?? 0..<0
      let isBlamed = blamed.overlaps(word.range) || word.range.contains(blamed.lowerBound)
      if !isBlamed { faults.append("it takes away '\(word.text)'") }
    }
    for word in gained where word.isNumber && !fixIt.title.contains(word.digits) {
      faults.append("it adds '\(word.text)'")
    }
    if isRemoval, edits.contains(where: { !$0.replacement.isEmpty }) {
      faults.append("it says that it removes, and adds")
    }
    return faults
  }

  private func declaredNames(_ words: [Word]) -> Set<String> {
    Set(
      zip(words, words.dropFirst()).flatMap { first, second -> [String] in
        if ["let", "gesture", "function"].contains(first.text) { return [second.text] }
        // Behind 'for' stands a name, or 'at most' in some order, or 'for' once more.
        if first.text == "for", !["at", "most", "for"].contains(second.text) {
          return [second.text]
        }
        return second.text == ":" && first.isName ? [first.text] : []
      })
  }
}

extension FixIt.Edit {
  /// True if it replaces something of `range`.
  fileprivate func touches(_ range: Range<Int>) -> Bool {
    Int(span.start) < range.upperBound && range.lowerBound < Int(span.end)
  }
}

extension ScriptFile {
  /// The diagnostics of `bytes` in its place.
  fileprivate func read(_ bytes: [UInt8]) -> [Diagnostic] {
    var found = Diagnostics()
    _ = check(parsed(bytes, reporting: &found), reporting: &found)
    return found.all.filter { Int($0.span?.end ?? 0) <= bytes.count }
  }

  /// The syntax errors of `bytes`.
  fileprivate func misreads(_ bytes: [UInt8]) -> [Diagnostic] {
    var found = Diagnostics()
    _ = parsed(bytes, reporting: &found)
    return found.all.filter { $0.code != .fileNotFound }
  }

  private func parsed(_ bytes: [UInt8], reporting found: inout Diagnostics) -> Program {
    let file = LoadedFile(identity: name, name: name, bytes: bytes)
    return parse(
      file, loading: { _, _ in .failure(.notFound) },
      sounds: sounds(among: ScriptFile.soundNames(in: folder), in: read), reporting: &found)
  }
}
