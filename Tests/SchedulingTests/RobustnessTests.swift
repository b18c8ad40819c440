import Diagnosis
import Foundation
import Language
import Schedules
import Testing
import Vocabulary

/// Every script is read to its end and answered, also on a small stack.
@Suite struct RobustnessTests {
  /// A script in which one thing stands in another, 100,000 deep.
  struct Nest: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let before: String
    let inside: String
    let after: String

    init(_ name: String, _ before: String, _ inside: String, _ after: String) {
      (testDescription, self.before, self.inside, self.after) = (name, before, inside, after)
    }

    func script(depth: Int) -> String {
      String(repeating: before, count: depth) + inside + String(repeating: after, count: depth)
    }
  }

  static let blocks = [
    Nest("repeat", "repeat 2 { ", "wait 1s", " }"),
    Nest("forever", "repeat forever { ", "wait 1s", " }"),
    Nest("while", "repeat while true { ", "wait 1s", " }"),
    Nest("for", "for a in 1..2 { ", "wait 1s", " }"),
    Nest("if", "if true { ", "wait 1s", " }"),
    Nest("else", "if true { wait 1s } else { ", "wait 1s", " }"),
    Nest("else if", "if true { wait 1s } else ", "if true { wait 1s }", ""),
    Nest("together", "together { ", "wait 1s", " }"),
    Nest("race", "race { ", "wait 1s", " }"),
    Nest("stagger", "stagger 1s { ", "wait 1s", " }"),
    Nest("every", "every 1s { ", "wait 1s", " }"),
    Nest("on", "on tap { ", "wait 1s", " }"),
    Nest("wait for", "wait for { tap { ", "wait 1s", " } }"),
    Nest("gesture", "gesture a() { ", "wait 1s", " }"),
    Nest("test", "test \"t\" { ", "wait 1s", " }"),
    Nest("open blocks", "repeat 2 { ", "", ""),
    Nest("open braces", "{", "", ""),
  ]

  static let expressions = [
    Nest("brackets", "(", "1deg", ")"),
    Nest("open brackets", "(", "", ""),
    Nest("minus", "-", "1deg", ""),
    Nest("plus", "+", "1deg", ""),
    Nest("not", "not ", "true", ""),
    Nest("minus in brackets", "-(", "1deg", ")"),
    Nest("calls", "abs(", "1deg", ")"),
    Nest("second arguments", "max(1deg, ", "1deg", ")"),
    Nest("poses", "pose(pan: ", "1deg", ")"),
    Nest("condition", "if ", "true", " then 1deg else 2deg"),
    Nest("then", "if true then ", "1deg", " else 2deg"),
    Nest("else", "if true then 1deg else ", "2deg", ""),
    Nest("sum", "1deg + ", "1deg", ""),
    Nest("difference to the left", "1deg", "", " - 1deg"),
    Nest("or", "true or ", "true", ""),
    Nest("and, or", "true and true or ", "true", ""),
    Nest("product in brackets", "2 * (", "1deg", ")"),
    Nest("sum of brackets", "1deg + (1deg + 1deg * (", "2", "))"),
    Nest("members", "home", "", ".pan"),
    Nest("comparisons", "1 < ", "2", ""),
    Nest("powers", "2 ^ ", "2", ""),
  ]

  /// A misspelt word is read as the one it was meant to be, whatever stands behind it.
  @Test(arguments: Keyword.allCases)
  func aMisspeltWordIsReadOnce(keyword: Keyword) {
    let word = keyword.spelling
    let typos = word.indices.map { word.prefix(upTo: $0) + word.suffix(from: $0).dropFirst() }
    let slips = Thorough.sample(typos + [word.prefix(1) + word], oneIn: 4)
    for typo in slips where !typo.isEmpty {
      for rest in ["\n(", "(", " (", "\n{", "\n()", " \"a\"\n(", ""] {
        let found = Compiling("let x = 1\n\(typo)\(rest)\n")
        #expect(found.diagnostics.hasErrors || Keyword.allCases.contains { $0.spelling == typo })
      }
    }
  }

  @Test func anHourIsAnHour() throws {
    let schedule = try #require(Compiling("wait 1h\nwait 0.5h").schedule)
    #expect(schedule.steps.map(\.length) == [3_600_000, 1_800_000])
    #expect(schedule.length == 5_400_000)
  }

  @Test(arguments: blocks)
  func deepBlocksDrawOneDiagnostic(nest: Nest) {
    let found = onSmallStack { Compiling(nest.script(depth: 100_000)) }
    #expect(found.diagnostics.all.count == 1, "\(found.rendered.prefix(2000))")
    #expect(found.diagnostics.hasErrors)
  }

  @Test(arguments: expressions)
  func deepExpressionsDrawOneDiagnostic(nest: Nest) {
    let found = onSmallStack { Compiling("let a = " + nest.script(depth: 100_000)) }
    #expect(found.diagnostics.all.count == 1, "\(found.rendered.prefix(2000))")
    #expect(found.diagnostics.hasErrors)
  }

  /// A script at the limit of nesting runs on a small stack.
  @Test func whatIsAllowedFitsASmallStack() {
    let height = Budget.expressionHeight
    let sum =
      String(repeating: "(1deg + ", count: 60) + "1deg" + String(repeating: ")", count: 60)
    let chain = Array(repeating: "1deg", count: height).joined(separator: " + ")
    let deepest = String(repeating: "repeat 1 { ", count: 60)
    let script = """
      function one(a: angle) = \(chain) + a
      function two(a: angle) = \(Array(repeating: "one(a)", count: 250).joined(separator: " + "))
      gesture outer() { \(deepest) pan by clamp(\(sum), 0deg, 5deg) right \
      \(String(repeating: "}", count: 60)) }
      \(deepest) outer(); pan to clamp(two(1deg), 0deg, 5deg) \(String(repeating: "}", count: 60))
      """
    let found = onSmallStack { Compiling(script) }
    #expect(found.errors.isEmpty, "\(found.rendered.prefix(2000))")
    #expect(found.schedule != nil)
  }

  /// A file that a script uses is answered as it is alone, with places of its own.
  @Test(arguments: ScriptFile.corpus)
  func aUsedFileIsAnswered(script: ScriptFile) {
    let found = Compiling(
      Array("use \"\(script.name)\"\nwait 1s\n".utf8), name: "show.dock", model: script.model,
      budget: .small, names: ScriptFile.soundNames(in: script.folder), files: script.read)
    let starts = found.sources.files.map(\.base)
    #expect(starts.count > 1)
    for diagnostic in found.diagnostics.all {
      for fixIt in diagnostic.fixIts {
        // A change of one file alone.
        let files = Set(fixIt.edits.map { found.sources.index(of: $0.span.start) })
        #expect(files.count <= 1, "\(found.rendered)")
      }
      if let span = diagnostic.span {
        let file = found.sources.files[found.sources.index(of: span.start)]
        #expect(span.start <= span.end && span.end <= file.base + UInt32(file.bytes.count))
      }
    }
    #expect(!found.diagnostics.hasErrors || !found.rendered.isEmpty)
  }

  /// What has no braces is searched for its end a few times alone, however deep it nests.
  @Test(arguments: ["if a then ", "repeat 2: ", "on tap do "])
  func blocksWithoutBracesNestAFewTimes(start: String) {
    let found = onSmallStack { Compiling(String(repeating: start, count: 20_000)) }
    #expect((1...20).contains(found.errors.count), "\(found.rendered.prefix(2000))")
  }

  @Test(arguments: 1...Thorough.count(8, sample: 3))
  func randomBytesAreAnswered(seed: Int) {
    var random = SplitMix64(seed)
    var budget = Budget()
    budget.evaluationSteps = 2000
    budget.scheduleSteps = 500
    for script in ScriptFile.corpus.shuffled(using: &random).prefix(250) {
      let bytes = mutated(script.bytes, &random)
      let found = script.compile(bytes, budget: budget)
      let ends = found.sources.files.map { $0.base + UInt32($0.bytes.count) }
      for diagnostic in found.diagnostics.all {
        let spans =
          [diagnostic.span].compactMap { $0 } + diagnostic.labels.map(\.span)
          + diagnostic.fixIts.flatMap(\.edits).map(\.span)
        let areInside = spans.allSatisfy { $0.start <= $0.end && $0.end <= ends.last ?? 0 }
        #expect(areInside, "seed \(seed), \(script.name): \(diagnostic)")
      }
      #expect(!found.diagnostics.hasErrors || !found.rendered.isEmpty)
    }
  }

  /// `bytes` with a few of them changed, taken out, doubled or put elsewhere.
  private func mutated(_ bytes: [UInt8], _ random: inout SplitMix64) -> [UInt8] {
    var bytes = bytes
    let signs = Array("{}()[]\"'#\\;:,.=<>+-*/%!&|\n\r\t\0 09azAZ_".utf8) + [0x80, 0xC3, 0xFF]
    for _ in 0..<Int.random(in: 1...4, using: &random) where !bytes.isEmpty {
      let place = Int.random(in: 0..<bytes.count, using: &random)
      let length = min(Int.random(in: 1...12, using: &random), bytes.count - place)
      switch Int.random(in: 0..<5, using: &random) {
      case 0: bytes[place] = signs.randomElement(using: &random) ?? 0
      case 1: bytes.insert(signs.randomElement(using: &random) ?? 0, at: place)
      case 2: bytes.removeSubrange(place..<place + length)
      case 3: bytes.insert(contentsOf: bytes[place..<place + length], at: place)
      default: bytes[place] = UInt8.random(in: 0...255, using: &random)
      }
    }
    return bytes
  }

  /// Runs `body` on a thread with the stack that threads of Darwin have, 512 KiB, or eight times
  /// that in a debug build, whose frames are as much larger.
  private func onSmallStack(_ body: @escaping @Sendable () -> Compiling) -> Compiling {
    final class Box: @unchecked Sendable { var value: Compiling? }
    let box = Box()
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
      box.value = body()
      done.signal()
    }
    #if DEBUG
      thread.stackSize = 4 << 20
    #else
      thread.stackSize = 512 << 10
    #endif
    thread.start()
    done.wait()
    return box.value ?? Compiling("")
  }
}

/// Texts that say the same in other bytes, and texts that say nothing.
@Suite struct TextFormTests {
  private func same(_ script: ScriptFile, _ change: (String) -> String) -> Compiling {
    script.compile(Array(change(String(decoding: script.bytes, as: UTF8.self)).utf8))
  }

  @Test(arguments: ScriptFile.examples)
  func lineEndsAndMarksDoNotMatter(script: ScriptFile) throws {
    let plain = try #require(script.compile().sheet).entries.map(\.cue.schedule)
    let others = [
      same(script) { $0.replacing("\n", with: "\r\n") },
      same(script) { "\u{FEFF}" + $0 },
      same(script) { $0.replacing("    ", with: "\t") },
      same(script) { String($0.dropLast(while: { $0 == "\n" })) },
      same(script) { "\n\n# first\n" + $0 + "\n# last" },
    ]
    for other in others {
      let sheet = try #require(other.sheet, "\(other.rendered)")
      #expect(sheet.entries.count == plain.count)
      for (schedule, plain) in zip(sheet.entries.map(\.cue.schedule), plain) {
        #expect(schedule.steps.map(\.length) == plain.steps.map(\.length))
        #expect(schedule.steps.map(\.to) == plain.steps.map(\.to))
        #expect(schedule.length == plain.length)
      }
    }
  }

  @Test(arguments: [
    "", "\n", " ", "\t\r\n", "# nothing", "# nothing\n", "\u{FEFF}", ";", ";;\n;", "#\r\n#\r\n",
  ])
  func nothingIsAScript(text: String) {
    let found = Compiling(text)
    #expect(found.codes.isEmpty)
    #expect(found.schedule?.steps.isEmpty == true)
  }

  @Test(arguments: [
    "repeat 1e12 { }", "repeat 1e12 { let a = 1deg }", "for a in 1..1e12 { }",
    "repeat 1e6 { repeat 1e6 { } }", "gesture a() { repeat 1e12 { } }\na()",
    "test \"t\" { repeat 1e12 { } }",
  ])
  func endlessLoopsEndByTheirBudget(script: String) {
    var budget = Budget()
    budget.evaluationSteps = 10_000
    #expect(Compiling(script, budget: budget).codes == [.stepBudget])
  }

  @Test func longLinesAreAnsweredQuickly() {
    let long = String(repeating: "é", count: 2_000_000)
    let found = Compiling("log \"" + long + "\" ?\nwait 1s ?")
    #expect(found.codes == [.unexpectedCharacter, .unexpectedCharacter])
    #expect(found.rendered.utf8.count < 2000)
    let place = found.diagnostics.all.first?.span.map { found.sources.location(of: $0.start) }
    #expect(place?.line == 1 && place?.column == 2_000_008)
  }
}

extension String {
  fileprivate func dropLast(while predicate: (Character) -> Bool) -> Substring {
    var end = endIndex
    while end > startIndex, predicate(self[index(before: end)]) { end = index(before: end) }
    return self[..<end]
  }
}
