import Diagnosis
import Language
import Schedules
import Testing

@Suite("Reading schedules that are not right") struct FormReadingTests {
  /// A line of the show, its replacement, and the diagnostic.
  struct Mistake: CustomTestStringConvertible {
    var line: String
    var with: String
    var code: DiagnosticCode
    var message: String

    init(
      _ line: String, _ with: String, _ message: String,
      _ code: DiagnosticCode = .malformedSchedule
    ) {
      (self.line, self.with, self.code, self.message) = (line, with, code, message)
    }

    var testDescription: String { with.isEmpty ? "no \(line)" : with }
  }

  static let malformed = [
    Mistake("dock-schedule 2", "", "this is not a compiled schedule"),
    Mistake("dock-schedule 2", "dock-schedule 0", "this is not a compiled schedule"),
    Mistake(
      "dock-schedule 2", "dock-schedule 3", "version 3 of schedules is newer than version 2",
      .scheduleVersion),
    Mistake("profile stand", "", "nothing says for which dock this is"),
    Mistake("profile stand", "profile stnad", "unknown dock 'stnad'"),
    Mistake("profile stand", "profile stand\nprofile stand", "'profile' is given twice"),
    Mistake("profile stand", "profile", "expected a name before the end of the line"),
    Mistake("profile stand", "profiles stand", "unknown line 'profiles'"),
    Mistake("from    yaw 0, pitch 0", "from yaw", "expected an angle before the end of the line"),
    Mistake("from    yaw 0, pitch 0", "from pan 0", "expected an axis before 'pan'"),
    Mistake("animate yes", "animate maybe", "expected an animation before 'maybe'"),
    Mistake("animate yes", "animate yes late skip", "a late motion can only be delayed"),
    Mistake(
      "animate yes", "log \"a\" late catch-up", "expected the policy before 'catch-up'"),
    Mistake("animate yes", "wait late by skip", "expected a length before 'skip'"),
    Mistake("animate yes", "wait late by -1 skip", "no such policy for late steps"),
    Mistake("animate yes", "dance", "unknown step 'dance'"),
    Mistake("animate yes", "", "expected a step before the end of the line"),
    Mistake("animate yes", "animate yes no", "unexpected 'no'"),
    Mistake("tracking restore", "tracking on", "expected off or restore before 'on'"),
    Mistake("pitch ~0 -> -10000", "pitch ~0 - -10000", "expected '->' before '-'"),
    Mistake(
      "pitch ~0 -> -10000", "pitch ~0 ->", "expected the end position before the end of the line"),
    Mistake("pitch ~0 -> -10000", "pitch 1 -> 2, pitch 2 -> 3", "'pitch' is given twice"),
    Mistake("30000 smooth", "30000 smoth", "unknown easing 'smoth'"),
    Mistake("30000 smooth", "30000 bezier(0.1, 0.2, 0.3)", "expected ',' before ')'"),
    Mistake(
      "30000 smooth", "30000 bezier(0.1, 0, 1.3, 1)", "time would run backwards in this curve"),
    Mistake("30000 smooth", "30000 spring", "expected '(' before the end of the line"),
    Mistake("30000 smooth", "30000 spring(0.95)", "this bounce is out of range"),
    Mistake("30000 smooth", "30000 spring(-1)", "this bounce is out of range"),
    Mistake("30000 smooth", "30000 bezier(1e999, 0, 1, 1)", "expected a number before '1e999'"),
    Mistake("animate yes", "mark hello", "expected a text before 'hello'"),
    Mistake("animate yes", "log \"hello", "the text has no end"),
    Mistake("animate yes", #"log "\q""#, "unknown escape in the text"),
    Mistake("animate yes", #"log "\u{d800}""#, "unknown escape in the text"),
    Mistake("animate yes", "select at 5", "expected ',' before the end of the line"),
    Mistake("animate yes", "region x 1, y 2", "expected ',' before the end of the line"),
    Mistake("animate yes", "limits roll any", "the dock has no roll axis"),
    Mistake("animate yes", "through yaw 0 -> 1", "expected ', legs' before the end of the line"),
    Mistake(
      "animate yes", "through yaw 0 -> 1 at, legs 0+1", "expected a velocity before ','"),
    Mistake(
      "animate yes", "through yaw 0 -> 1 at 5 -> 2, legs 0+1 1+1",
      "a move whose legs overlap has no velocities"),
    Mistake(
      "animate yes", "through yaw 0 -> 1, passing",
      "expected the length of a leg before the end of the line"),
    Mistake(
      "animate yes", "through yaw 0 -> 1, pitch 0 -> 1 -> 2, legs 0+1",
      "expected as many waypoints as the other axes have before ','"),
    Mistake("9200         end", "", "the schedule is cut off: it has no 'end'"),
    Mistake("9200         end", "9200 end\n9200 wait", "there is text after the end"),
    Mistake(
      "9200         end", "profile stand\n9200 end", "'profile' is given twice"),
    Mistake("9200         end", "source x\n9200 end", "'source' stands after the first step"),
  ]

  static let unsafe = [
    Mistake(
      "4200   +3000", "2199 +3000", "time goes back from 2200 ms to 2199 ms", .unsafeSchedule),
    Mistake("2200   +2000", "2200 +-5", "the length is negative", .unsafeSchedule),
    Mistake(
      "2200   +2000", "2200 +2001", "yaw is still moving until 4201 ms", .unsafeSchedule),
    Mistake(
      "yaw 30000 -> -30000", "yaw 29999 -> -30000",
      "yaw is at 30000 when this starts, not at 29999",
      .unsafeSchedule),
    Mistake(
      "yaw 30000 -> -30000", "yaw ~29999 -> -30000",
      "yaw is at 30000 when this starts, not at 29999", .unsafeSchedule),
    Mistake(
      "pitch ~0 -> -10000", "pitch ~0 -> -46000", "the position of pitch goes beyond its limit",
      .unsafeSchedule),
    Mistake(
      "2200   +2000", "2200 +500", "the acceleration of yaw goes beyond its limit",
      .unsafeSchedule),
    Mistake(
      "yaw ~0 -> 30000", "yaw ~0 -> 180000", "the speed of yaw goes beyond its limit",
      .unsafeSchedule),
    Mistake("move yaw ~0 ", "move roll ~0 ", "the dock has no roll axis", .unsafeSchedule),
    Mistake("0         tracking off", "0 wait", "the motors are not taken", .unsafeSchedule),
    Mistake(
      "9200         tracking restore", "9200 wait", "the motors are never given back",
      .unsafeSchedule),
    Mistake(
      "9200         tracking restore", "9199 tracking restore", "yaw is still moving until 9200 ms",
      .unsafeSchedule),
    Mistake(
      "9200         tracking restore", "9200 tracking restore\n9200 tracking restore",
      "the motors are given back without being taken", .unsafeSchedule),
    Mistake("animate yes", "tracking off", "the motors are taken twice", .unsafeSchedule),
    Mistake(
      "9200         end", "9199 end", "a step ends at 9200 ms, after the end of the schedule",
      .unsafeSchedule),
    Mistake(
      "1200 animate yes", "1200 ramp yaw 0 -> 5000", "yaw turns at 5000 when this starts, not at 0",
      .unsafeSchedule),
    Mistake(
      "9200         tracking", "9200 +100 ramp yaw 0 -> 5\n9300 tracking", "yaw is still turning",
      .unsafeSchedule),
    Mistake("9200         end", "99999999999 end", "a time is out of range", .unsafeSchedule),
    Mistake("2200   +2000", "999999000 +2000", "the step ends too late", .unsafeSchedule),
    Mistake("2200   +2000", "1000000001 +2000", "a time is out of range", .unsafeSchedule),
    Mistake(
      "animate yes", "limits yaw speed 90001", "the limits of yaw are wider than the dock's",
      .unsafeSchedule),
    Mistake(
      "animate yes", "limits pitch 5..5", "the limits of pitch allow nothing", .unsafeSchedule),
    Mistake(
      "limits  yaw any speed 90000", "limits yaw any speed 90001",
      "the limits of yaw are wider than the dock's", .unsafeSchedule),
    Mistake(
      "animate yes", "region x 500, y 0, width 501, height 1", "this is not inside the picture",
      .unsafeSchedule),
    Mistake(
      "animate yes", "through pitch -10000 -> 0 -> 1 -> 2, legs 0+400 300+300 399+500",
      "the legs are not in order", .unsafeSchedule),
  ]

  @Test("each mistake is reported once, at its line, with a way out", arguments: malformed + unsafe)
  func mistakes(_ mistake: Mistake) throws {
    try #require(hello.contains(mistake.line))
    let text = replace(mistake.line, by: mistake.with)
    var sources = SourceMap()
    sources.add(name: "before", bytes: [1, 2, 3])
    var log = Diagnostics()
    let schedule = readSchedule(
      Array(text.utf8), name: "x.schedule", sources: &sources, reporting: &log)
    #expect(schedule == nil)
    let first = try #require(log.all.first)
    #expect(first.message == mistake.message)
    #expect(first.code == mistake.code)
    #expect(!first.notes.isEmpty)
    let span = try #require(first.span)
    #expect(sources.index(of: span.start) == 1)
    if mistake.code == .malformedSchedule { #expect(log.all.count == 1) }
  }

  @Test("the place of a mistake is the word that is wrong") func places() throws {
    var sources = SourceMap()
    var log = Diagnostics()
    let text = replace("30000 smooth", by: "30000 smoth")
    _ = readSchedule(Array(text.utf8), name: "x.schedule", sources: &sources, reporting: &log)
    let span = try #require(log.all.first?.span)
    #expect(sources.text(of: span) == "smoth")
    #expect(sources.location(of: span.start).line == 12)
  }

  @Test("a finding about motion carries its facts") func facts() throws {
    let (_, log) = read(replace("pitch ~0 -> -10000", by: "pitch ~0 -> -46000"))
    #expect(
      log.all.first?.motion
        == .init(time: 890, axis: "pitch", value: -46_000, limit: -45_000, unit: "deg"))
  }

  @Test("mutated schedules are read or refused, never more", arguments: 0..<8)
  func mutations(block: Int) {
    for seed in block * 500..<block * 500 + Thorough.count(500, sample: 60) {
      var random = SplitMix64(seed)
      var bytes = Array(RandomSchedule.make(seed: seed % 40).text.utf8)
      for _ in 0..<Int.random(in: 1...4, using: &random) { mutate(&bytes, &random) }
      var sources = SourceMap()
      var log = Diagnostics()
      let schedule = readSchedule(bytes, name: "x", sources: &sources, reporting: &log)
      #expect((schedule == nil) == log.hasErrors, "seed \(seed)")
      guard let schedule else { continue }
      #expect(read(schedule.text).0?.text == schedule.text, "seed \(seed)")
    }
  }

  private func mutate(_ bytes: inout [UInt8], _ random: inout SplitMix64) {
    let place = Int.random(in: 0..<bytes.count, using: &random)
    let other = Int.random(in: 0..<bytes.count, using: &random)
    switch Int.random(in: 0..<6, using: &random) {
    case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
    case 1: bytes.remove(at: place)
    case 2:
      bytes.insert(Array("0129-+.,~>#\"\\ \n".utf8).randomElement(using: &random) ?? 0, at: place)
    case 3: bytes.swapAt(place, other)
    case 4: bytes.removeSubrange(min(place, other)..<min(max(place, other), min(place, other) + 30))
    default: bytes.insert(contentsOf: bytes[max(0, place - 20)..<place], at: other)
    }
    if bytes.isEmpty { bytes = [0x0A] }
  }

  private func replace(_ line: String, by other: String) -> String {
    guard let range = hello.firstRange(of: line) else { return hello }
    return String(hello[..<range.lowerBound]) + other + String(hello[range.upperBound...])
  }
}
