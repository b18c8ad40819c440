import Language
import Printing
import Rehearsal
import Scheduling

/// The schedule that is expected of a script, as it stands in `X.expected` beside `X.dock`.
///
/// It says itself for which dock and from where it holds; a first line `# seed 7` says the seed.
struct ExpectedFile {
  let schedule: Schedule
  let seed: UInt64

  /// Reads `bytes`, or returns nil and reports what is wrong with them.
  init?(
    _ bytes: [UInt8], name: String, sources: inout SourceMap, reporting found: inout Diagnostics
  ) {
    let read = readSchedule(bytes, name: name, sources: &sources, reporting: &found)
    guard let schedule = read else { return nil }
    self.schedule = schedule
    seed = ExpectedFile.seed(in: bytes)
  }

  /// What a script is compiled for to be compared with it.
  func compilation(within budget: Budget) -> Compilation {
    Compilation(for: schedule.model, from: schedule.from, seed: seed, budget: budget)
  }

  /// The text of the file that expects `schedule`, made with `seed`.
  static func text(of schedule: Schedule, seed: UInt64) -> TextBuffer {
    var text = TextBuffer()
    if seed != 0 { text.write(string: "\(seedMark)\(seed)\n") }
    schedule.writeText { text.write(bytes: $0.bytes) }
    return text
  }

  private static let seedMark = "# seed "

  private static func seed(in bytes: [UInt8]) -> UInt64 {
    let line = String(decoding: bytes.prefix { $0 != 0x0A && $0 != 0x0D }, as: UTF8.self)
    guard line.hasPrefix(seedMark) else { return 0 }
    return UInt64(line.dropFirst(seedMark.count)) ?? 0
  }
}
