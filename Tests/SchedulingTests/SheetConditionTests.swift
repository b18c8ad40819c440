import Diagnosis
import Language
import Motion
import Printing
import Schedules
import Scheduling
import Testing

/// Conditions in cue sheets, as they are written and as somebody may have changed them.
@Suite("Conditions of cue sheets") struct SheetConditionTests {
  /// A sheet that decides once, by `condition`, and then waits for `state`.
  private static func sheet(_ condition: String, when state: String = "person") -> String {
    """
    dock-schedule 2
    profile stand
    from    yaw 0, pitch 0
    limits  yaw any speed 90000 acceleration 720000 jerk 14400000
    limits  pitch -45000..45000 speed 90000 acceleration 720000 jerk 14400000

    cue 1
           0         add 1 to taps max 3
           0         if \(condition): cue 2
           0         cue 3

    cue 2: if \(condition)
           0         when \(state): cue 4

    cue 3: else
           0         set taps to 2 max 3
           0         end

    cue 4: when \(state)
           0         end

    """
  }

  private func read(_ text: String) -> (sheet: CueSheet?, messages: [String]) {
    var (sources, found) = (SourceMap(), Diagnostics())
    let sheet = readCueSheet(
      Array(text.utf8), name: "x.cues", sources: &sources, reporting: &found)
    return (sheet, found.all.map(\.message))
  }

  private func text(of sheet: CueSheet) -> String {
    var text = ""
    sheet.writeText { text += $0.text }
    return text
  }

  @Test(
    "are the same after text and JSON",
    arguments: [
      "person", "not person", "taps >= 3", "3 > taps", "battery < 20%", "battery >= 7%",
      "battery != 12.5%", "taps == 2.5", "person and not charging", "not (taps == 1)",
      "person or charging and docked", "(person or charging) and docked",
      "person and (charging and docked)", "not (person and recording) or taps < 1",
      "not (not person)", "taps != battery", "taps > -1", "füße_1 >= 3", "_n == 2 or 数 < 1",
      "person.pan > 20deg right", "person ada.tilt <= 2.5deg up", "person speaking", "object ball",
      "person.pan within 20deg left .. 20deg right", "not (taps within 2 .. 4) and tracking",
      "person speaking.pan near 0deg within 3deg", "battery within 10% .. 12.5%", "not object",
      "person.pan near object ball.pan within 5deg or person ada", "10deg left < person.pan",
      "person.looking > 80%", "person ada.looking within 20% .. 80% and person",
      "person speaking.looking near 50% within 10%",
    ])
  func roundTrip(condition: String) throws {
    let text = Self.sheet(condition, when: condition).replacing("to taps", with: "to füße_1")
    let (sheet, messages) = read(text)
    let first = try #require(sheet, "\(messages)")
    #expect(self.text(of: first) == text)
    let (again, others) = read(first.json)
    let second = try #require(again, "\(others)")
    #expect(self.text(of: second) == text && second.json == first.json)
  }

  @Test(
    "are refused where they say nothing",
    arguments: [
      ("", "before"), ("5", "before"), ("battery", "a truth"), ("person == 1", "true or false"),
      ("person and", "before"), ("(person", "')'"), ("person)", "':'"), ("taps >", "before"),
      ("taps = 3", "a truth"), ("taps + 1 > 2", "a truth"), ("not", "before"), ("and", "truth"),
      ("docked docked", "':'"), ("taps >= 3 >= 2", "':'"), ("\"person\"", "before"),
      ("person.roll > 3deg", "what to read"), ("object.looking > 5%", "what to read"),
      ("person.looking > 3deg", "kinds"), ("person.looking", "a truth"), ("person.pan", "a truth"),
      ("person.pan > 3", "kinds"),
      ("person.pan > 3deg up", "kinds"), ("taps > 3deg", "kinds"), ("3deg > 2deg", "kinds"),
      ("person.pan > person.tilt", "kinds"), ("person.pan within 3deg left", "'..'"),
      ("person.pan near 3deg left", "'within'"), ("person ada within 1 .. 2", "true or false"),
    ])
  func refused(condition: String, part: String) {
    let (sheet, messages) = read(Self.sheet(condition))
    #expect(sheet == nil && !messages.isEmpty, "\(condition)")
    #expect(messages.contains { $0.contains(part) }, "\(condition): \(messages)")
  }

  @Test(
    "that are very deep or long are refused, and nothing overflows",
    arguments: ["(", "not (", "not "])
  func deep(opening: String) {
    let close = opening.contains("(") ? ")" : ""
    let few = Self.sheet(
      String(repeating: opening, count: 100) + "person" + String(repeating: close, count: 100))
    #expect(read(few).sheet != nil)
    let many = Self.sheet(String(repeating: opening, count: 200_000) + "person")
    let (sheet, messages) = read(many)
    #expect(sheet == nil && messages.contains { $0.contains("too many parts") }, "\(messages)")
  }

  @Test("with very many parts are refused")
  func long() {
    let many = Self.sheet(Array(repeating: "person", count: 100_000).joined(separator: " or "))
    let (sheet, messages) = read(many)
    #expect(sheet == nil && messages.contains { $0.contains("too many parts") })
  }

  @Test("stand above the line that says what comes if none holds, at its time")
  func order() {
    let text = Self.sheet("person")
    let without = text.replacing("       0         cue 3\n", with: "")
    #expect(read(without).messages.contains { $0.contains("if no condition holds") })
    let late = text.replacing("0         cue 3", with: "5         cue 3")
    #expect(read(late).messages.contains { $0.contains("at one time") })
  }
}
