import Diagnosis
import Foundation
import Hardware
import Language
import Printing
import Schedules
import Testing

@Suite("Reading the JSON form of a schedule") struct FormJSONReadingTests {
  /// The program in `text`, and its diagnostics.
  private func read(_ text: String) -> (Schedule?, [Diagnostic]) {
    var (sources, log) = (SourceMap(), Diagnostics())
    let schedule = readSchedule(Array(text.utf8), name: "x", sources: &sources, reporting: &log)
    return (schedule, log.all)
  }

  @Test("it is read as the text form is", arguments: 0..<8)
  func random(block: Int) {
    for seed in block * 40..<block * 40 + Thorough.count(40, sample: 15) {
      let schedule = RandomSchedule.make(seed: seed)
      let (found, log) = read(schedule.json)
      #expect(log.filter { $0.severity == .error }.map(\.message) == [], "seed \(seed)")
      #expect(found?.text == schedule.text, "seed \(seed)")
      #expect(found?.json == schedule.json, "seed \(seed)")
    }
  }

  @Test("every schedule of the corpus is read back as it is")
  func corpus() {
    for script in Thorough.sample(ScriptFile.corpus, oneIn: 8) {
      guard let schedule = script.compile().schedule else { continue }
      let (found, log) = read(schedule.json)
      #expect(log.filter { $0.severity == .error }.map(\.message) == [], "\(script.name)")
      #expect(found?.text == schedule.text, "\(script.name)")
    }
  }

  @Test(
    "what is wrong is said where it stands",
    arguments: [
      ("\"do\": \"wait\"", "\"do\": \"dance\"", "unknown step 'dance'"),
      ("\"do\": \"wait\"", "\"do\": \"wait\\nwait\"", "expected a word"),
      ("\"do\": \"wait\"", "\"do\": 5", "expected a text"),
      ("\"start\": 0", "\"start\": 0.5", "expected a whole number"),
      ("\"start\": 0", "\"begin\": 0", "there is no 'start'"),
      ("\"start\": 0", "\"start\": 0, \"start\": 1", "this name is given twice"),
      ("\"profile\": \"stand\"", "\"profile\": \"stnad\"", "unknown dock 'stnad'"),
      (
        "\"dock_schedule\": 1", "\"dock_schedule\": 99",
        "version 99 of schedules is newer than version \(Schedule.textVersion)"
      ),
      (
        "], \"length\": 500", "], \"length\": 499",
        "a step ends at 500 ms, after the end of the schedule"
      ),
      ("]", "", "expected a value"), ("stand", "\\ud800", "unknown escape in the text"),
      ("0", "00", "a number does not begin with 0"),
    ])
  func mistakes(line: String, with: String, message: String) throws {
    let text = """
      {"start": 0, "dock_schedule": 1, "profile": "stand", "sources": [], "from": {}, "limits": {},
      "steps": [
      {"do": "wait", "start": 0, "length": 500}
      ], "length": 500}
      """.replacing("{\"start\": 0, ", with: "{")
    #expect(read(text).1 == [])
    let place = try #require(text.range(of: line))
    let (schedule, log) = read(text.replacingCharacters(in: place, with: with))
    #expect(schedule == nil)
    #expect(log.map(\.message) == [message])
    #expect(log.first?.span != nil && log.first?.fixIts == [])
  }

  @Test("deep nesting and any bytes are answered")
  func robust() {
    #expect(read(String(repeating: "{\"a\":[", count: 50_000)).1.count == 1)
    var random = SplitMix64(9)
    let text = Array(RandomSchedule.make(seed: 3).json.utf8)
    for _ in 0..<400 {
      var bytes = text
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(
          in: 0...255, using: &random)
      }
      var (sources, log) = (SourceMap(), Diagnostics())
      let found = readSchedule(bytes, name: "x", sources: &sources, reporting: &log)
      #expect(found != nil || log.hasErrors)
    }
  }
}
