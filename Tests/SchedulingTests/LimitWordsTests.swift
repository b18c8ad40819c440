import Schedules
import Scheduling
import Testing

/// A limit is told as the script has it.
@Suite struct LimitWordsTests {
  @Test(arguments: [
    (
      "limit pan acceleration 50deg/s^2 jerk 4000deg/s^3",
      ["limit pan acceleration 50deg/s^2 jerk 4000deg/s^3"]
    ),
    (
      "limit pan, tilt at 10deg/s acceleration 100deg/s^2",
      ["limit pan, tilt at 10deg/s acceleration 100deg/s^2"]
    ),
    (
      "limit pan to 60deg left .. 60deg right at 60deg/s",
      ["limit pan to 60deg left .. 60deg right at 60deg/s"]
    ),
    ("limit tilt to 10deg up .. 20deg down", ["limit tilt to 10deg up .. 20deg down"]),
    // Of an axis that is limited already only what is new.
    (
      "limit pan at 45deg/s\nlimit pan acceleration 50deg/s^2\nlimit tilt at 30deg/s",
      ["limit pan at 45deg/s", "limit pan acceleration 50deg/s^2", "limit tilt at 30deg/s"]
    ),
    // Where a bound is the dock's own again, all that are not.
    (
      "limit pan at 45deg/s\nrepeat 1 { limit pan acceleration 50deg/s^2; wait 1s }\nwait 1s",
      ["limit pan at 45deg/s", "limit pan acceleration 50deg/s^2", "limit pan at 45deg/s"]
    ),
    (
      "repeat 1 { limit pan at 45deg/s; wait 1s }\nwait 1s",
      ["limit pan at 45deg/s", "limits of the dock"]
    ),
    (
      "limit pan at 45deg/s\nrepeat 1 { limit pan at 20deg/s; wait 1s }\nwait 1s",
      ["limit pan at 45deg/s", "limit pan at 20deg/s", "limit pan at 45deg/s"]
    ),
  ])
  func limitsAreToldAsTheyAreWritten(script: String, words: [String]) throws {
    let schedule = try #require(Compiling([UInt8](script.utf8)).schedule)
    let told = schedule.steps.filter { $0.kind == .limit }.map { schedule.words(for: $0) }
    #expect(told == words)
  }
}
