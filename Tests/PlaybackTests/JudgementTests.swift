import Hardware
import Motion
import Playback
import Rehearsal
import Schedules
import Testing

/// Expectations held against what happened.
struct JudgementTests {
  private static let script = """
    test "all" {
      tilt by 12deg down over 500ms easing ease_out
      tilt by 12deg up over 500ms easing smooth
      pan to 40deg right over 1s
      %%
    }
    """

  private func judge(_ expectation: String, from pitch: Int32 = 0) throws -> Judgement {
    let script = JudgementTests.script.split(separator: "%%", maxSplits: 1)
    let schedule = try compile(script[0] + expectation + script[1], test: 0)
    let rehearsal = rehearse(schedule, from: PerAxis(yaw: 0, pitch: pitch, roll: 0))
    let wanted = try #require(schedule.expectations.first)
    return Rehearsal.judge(wanted, outcome: rehearsal.outcome, trace: rehearsal.trace)
  }

  @Test(
    "what holds passes",
    arguments: [
      "expect pose near pose(pan: 40deg right, tilt: 0deg) within 0.01deg",
      "expect elapsed == 2s", "expect elapsed < 2001ms", "expect elapsed != 1999ms",
      "expect always pan within 0deg .. 40deg right",
      "expect always tilt within 0deg .. 12.1deg down",
      "expect peak pan speed <= 90deg/s", "expect peak pan speed > 40deg/s",
      "expect tracking restored", "expect 1deg < 2deg",
    ])
  func passes(expectation: String) throws {
    let judgement = try judge(expectation)
    #expect(judgement.passed, "\(expectation): \(judgement.found)")
  }

  @Test(
    "what does not hold fails, and what was found is said",
    arguments: [
      ("expect pose near home within 1deg", "pan 40deg right, tilt 0deg"),
      ("expect elapsed == 2001ms", "2s"),
      ("expect always pan within 1deg .. 40deg right", "pan 0deg .. 40deg right"),
      ("expect always pan within 0deg .. 39.999deg right", "pan 0deg .. 40deg right"),
      ("expect peak pan speed > 91deg/s", "pan 55.75deg/s"),
      ("expect 1deg > 2deg", "1deg > 2deg is false"),
    ])
  func fails(expectation: String, found: String) throws {
    let judgement = try judge(expectation)
    #expect(!judgement.passed)
    #expect(judgement.found == found)
  }

  @Test("a late show is judged when it really is there")
  func late() throws {
    let pose = "expect pose near pose(pan: 40deg right, tilt: 33deg down) within 0.01deg"
    #expect(try judge(pose, from: 40_000).passed)
    let elapsed = try judge("expect elapsed == 2s", from: 40_000)
    #expect(!elapsed.passed)
  }
}
