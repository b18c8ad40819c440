import Diagnosis
import Schedules
import Testing

@Suite("Ways back to where a paused script stood")
struct FormHoldTests {
  private let text = """
    dock-schedule 2
    profile stand
    source  a.dock
    from    yaw 0, pitch 0
    limits  yaw any speed 90000 acceleration 720000 jerk 14400000
    limits  pitch -45000..45000 speed 90000 acceleration 720000 jerk 14400000

           0         tracking off                                    # 1
           0         hold 2                                          # 2
           0   +1000 move yaw ~0 -> 20000                            # 2
        1000   +1000 move back 2 yaw 20000 -> 0                      # 1
        2000    +530 cut yaw ~0 -> 2000 at 500 of +1000 move back 2 yaw ~0 -> 20000 # 1
        2530         tracking restore                                # 1
        2530         end

    """

  @Test("they are read as they are written, in text and in JSON") func forms() throws {
    let schedule = try #require(read(text).0)
    #expect(schedule.text == text)
    let (back, log) = read(schedule.json)
    #expect(back?.text == text && log.all.isEmpty)
    let json = schedule.json
    #expect(json.contains("\"relative\": false,\n      \"back\": 2,"))
    #expect(json.contains("\"do\": \"hold\",\n      \"number\": 2,"))
  }

  @Test("scripts have words for them") func words() throws {
    let schedule = try #require(read(text).0)
    #expect(
      schedule.steps.map(schedule.words).dropFirst().prefix(3) == [
        "keep in mind where the paused script stands", "pan to 20deg right over 1s",
        "pan back to 0deg over 1s",
      ])
  }

  @Test(
    "their numbers begin with 1",
    arguments: [("hold 2", "hold 0"), ("back 2 yaw 20000", "back -1 yaw 20000")])
  func numbers(right: String, wrong: String) {
    let log = read(text.replacing(right, with: wrong)).1
    #expect(log.all.map(\.message) == ["numbers begin with 1"])
  }

  @Test("in version 1 of schedules, too, they lead to a place") func versionOne() throws {
    let old = text.replacing("dock-schedule 2", with: "dock-schedule 1")
      .replacing("20000 -> 0 ", with: "~20000 -> 0 ")
    let steps = try #require(read(old).0).steps
    #expect(steps.filter { $0.kind == .move }.map(\.isRelative) == [true, false])
  }

  @Test("behind one nobody knows where the dock stands") func lost() throws {
    let by = "2000    +530 cut yaw ~0 -> 2000 at 500 of +1000 move back 2 yaw ~0 -> 20000"
    let schedule = try #require(
      read(
        text.replacing("yaw any", with: "yaw -30000..30000")
          .replacing(by, with: "2000   +2000 move by yaw ~0 -> -40000")
          .replacing("2530", with: "4000")
      ).0)
    #expect(schedule.findings().isEmpty)
    var known = schedule
    known.manners[1].hold = nil
    #expect(known.findings().map(\.kind) == [.beyond(.position)])
  }
}
