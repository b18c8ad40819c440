import Diagnosis
import Hardware
import Language
import Printing
import Schedules
import Scheduling

/// What is expected of a script, as it stands in `X.expected` beside `X.dock`: its schedule, or its
/// cues if it makes decisions.
///
/// It says itself for which dock and from where it holds; a first line `# seed 7` says the seed.
public struct ExpectedFile {
  /// The schedule; of a script that makes decisions only what stands before the first cue.
  public let schedule: Schedule
  /// The lines, if it is about cues; nil if it is a schedule.
  public let cueLines: [String]?
  private let seed: UInt64

  /// Reads `bytes`, which speak of one of `docks`, or returns nil and reports what is wrong with
  /// them.
  public init?(
    _ bytes: [UInt8], name: String, docks: [DockModel] = DockModel.all, sources: inout SourceMap,
    reporting found: inout Diagnostics
  ) {
    let lines = ExpectedFile.lines(bytes)
    let cue = lines.firstIndex(of: "cue 1")
    let text = cue.map {
      Array((lines[..<$0] + ["       0         end", ""]).joined(separator: "\n").utf8)
    }
    let read = readSchedule(
      text ?? bytes, name: name, docks: docks, sources: &sources, reporting: &found)
    guard let schedule = read else { return nil }
    self.schedule = schedule
    cueLines = cue == nil ? nil : ExpectedFile.withoutMark(lines)
    seed = ExpectedFile.seed(in: lines)
  }

  /// What a script is compiled for to be compared with it.
  public func compilation(within budget: Budget) -> Compilation {
    Compilation(for: schedule.model, from: schedule.from, seed: seed, budget: budget)
  }

  /// The text of the file that expects `sheet`, made with `seed`.
  public static func text(of sheet: CueSheet, seed: UInt64 = 0) -> TextBuffer {
    var text = TextBuffer()
    if seed != 0 { text.write(string: "\(seedMark)\(seed)\n") }
    if let schedule = sheet.straight {
      schedule.writeText { text.write(bytes: $0.bytes) }
    } else {
      sheet.writeText { text.write(bytes: $0.bytes) }
    }
    return text
  }

  /// The lines in which `sheet` is not what is expected within `tolerance`, as a diff shows them;
  /// none if it is.
  public func differences(from sheet: CueSheet, within tolerance: Tolerance) -> [String] {
    let isOld = cueLines?.first == ExpectedFile.versionOne
    var new = ExpectedFile.lines(ExpectedFile.text(of: isOld ? sheet.asVersionOne : sheet).bytes)
    if isOld { new[0] = ExpectedFile.versionOne }
    let old = cueLines ?? ExpectedFile.lines(ExpectedFile.text(of: CueSheet(schedule)).bytes)
    let (olds, news) = (CueLine.all(in: old), CueLine.all(in: new))
    let (shapes, others) = (olds.map(\.shape.hashValue), news.map(\.shape.hashValue))
    var alignment = Alignment(olds.map(\.words), news.map(\.words))
    alignment.pair({ shapes[$0] }, with: { others[$0] })
    return alignment.rows.flatMap { row in
      let (one, other) = (row.old.map { olds[$0] }, row.new.map { news[$0] })
      if let one, let other, one.isNear(other, within: tolerance) { return [String]() }
      return (one.map { ["- " + $0.text] } ?? []) + (other.map { ["+ " + $0.text] } ?? [])
    }
  }

  private static let versionOne = "dock-schedule 1"

  private static let seedMark = "# seed "

  private static func lines(_ bytes: [UInt8]) -> [String] {
    String(decoding: bytes, as: UTF8.self)
      .split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }.map(String.init)
  }

  private static func withoutMark(_ lines: [String]) -> [String] {
    lines.first?.hasPrefix(seedMark) == true ? Array(lines.dropFirst()) : lines
  }

  private static func seed(in lines: [String]) -> UInt64 {
    guard let line = lines.first, line.hasPrefix(seedMark) else { return 0 }
    return UInt64(line.dropFirst(seedMark.count)) ?? 0
  }
}
