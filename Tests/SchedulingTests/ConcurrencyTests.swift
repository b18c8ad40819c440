import Diagnosis
import Language
import Motion
import Printing
import Schedules
import Scheduling
import Testing
import Vocabulary

/// The lengths of compositions are exact, and branches do not disturb each other.
@Suite struct ConcurrencyTests {
  private func schedule(_ text: String) throws -> Schedule {
    let compiled = Compiling(text)
    return try #require(compiled.schedule, "\(text)\n\(compiled.rendered)")
  }

  // MARK: - Lengths

  @Test(arguments: 0..<200 as Range<UInt64>)
  func lengthsAreExact(seed: UInt64) throws {
    var composer = Composer(seed: seed, waits: false)
    let (text, length) = composer.statement(depth: 4)
    #expect(try schedule(text).length == Int32(length), "seed \(seed)\n\(text)")
  }

  @Test(arguments: 0..<50 as Range<UInt64>)
  func stepsStandInTheOrderOfTime(seed: UInt64) throws {
    var composer = Composer(seed: seed, waits: false)
    let steps = try schedule("pan to 1deg right\n" + composer.statement(depth: 5).text).steps
    #expect(zip(steps, steps.dropFirst()).allSatisfy { $0.start <= $1.start }, "seed \(seed)")
  }

  /// A branch does what it would do alone.
  @Test func branchesAreUndisturbed() throws {
    let pan = "{ pan to 30deg right over 1s; wait 700ms; animate yes; pan by 20deg left }"
    let panOnly = "for i in 1..3 { let way = i * 5deg; pan by way right over 400ms; wait 100ms }"
    let tilt = "for i in 1..4 { let way = i * 2deg; tilt by way up over 300ms; tilt by way down }"
    let both = try schedule("together {\n\(panOnly)\n\(tilt)\n}").steps
    for (branch, axes) in [(panOnly, AxisSet.yaw), (tilt, AxisSet.pitch)] {
      let alone = try schedule(branch).steps.filter { $0.kind == .move }
      let here = both.filter { $0.kind == .move && $0.axes == axes }
      #expect(here.map(\.start) == alone.map(\.start))
      #expect(here.map(\.to) == alone.map(\.to))
    }
    #expect(Compiling("together { \(pan); \(tilt) }").codes == [.sharedAxis])
  }

  @Test func branchesOfOneInstantKeepTheOrderOfTheScript() throws {
    let texts = try schedule(
      """
      together {
          { wait 1s; together { log "a"; { log "b"; wait 1s; log "e" } } }
          { wait 500ms; wait 500ms; log "c" }
          { wait 1s; log "d"; wait 1s; log "f" }
      }
      """
    ).texts
    #expect(texts == ["a", "b", "c", "d", "e", "f"])
  }

  // MARK: - Races

  @Test func nothingOfALoserHappensAfterTheEnd() throws {
    let schedule = try schedule(
      """
      race {
          { wait 1s; log "won" }
          repeat forever { log "turn"; wait 400ms }
          { wait 1s; log "late" }
      }
      """)
    #expect(schedule.texts == ["turn", "turn", "turn", "won"])
    #expect(schedule.length == 1000)
    #expect(schedule.steps.allSatisfy { $0.end <= 1000 })
  }

  @Test func whatEndsAnInstantComesFirstInIt() throws {
    let text = "race { repeat forever { log \"turn\"; wait 500ms }; wait 1s }"
    #expect(try schedule(text).texts == ["turn", "turn"])
  }

  @Test(arguments: [50, 133, 500, 777, 950, 999])
  func aLoserIsStoppedWhereItIs(time: Int) throws {
    let schedule = try schedule(
      "race { pan to 40deg right over 1s; wait \(time)ms }\npan to 0deg over 2s")
    let moves = schedule.steps.filter { $0.kind == .move || $0.kind == .cut }
    #expect(schedule.findings().isEmpty && moves.count == 2)
    #expect((moves.first?.kind == .cut) == (time < 999))
    var position = 0.0
    var (velocity, end) = (Int32(0), Int32(0))
    let limit = try #require(schedule.limits[0].yaw?.inDegrees)
    for step in moves {
      #expect(step.start >= end, "\(time): \(step)")
      #expect(abs(Double(step.from.yaw) - position * 1000) <= 0.51)
      let profile = try #require(
        schedule.profile(of: .yaw, in: step, from: position, within: limit))
      #expect(profile.length == Double(step.length) / 1000)
      (position, end) = (profile.end.position, step.end)
      velocity = Int32((profile.end.velocity * 1000).rounded())
      #expect(profile.peaks.upper <= 40.001)
    }
    #expect(velocity == 0 && abs(position) < 0.001)
  }

  @Test(arguments: [
    "pan to 40deg right over 1s", "ramp pan to 40deg/s right over 1s",
    "pan through 10deg, 40deg within 2deg over 2s", "pan to 40deg right over 1s easing smooth",
  ])
  func whatIsCutOffIsReadBack(text: String) throws {
    let schedule = try schedule("race { { \(text); wait 1s; stop }; wait 433ms }\ntilt to 5deg up")
    #expect(schedule.steps.contains { $0.kind == .cut })
    var written = TextBuffer()
    schedule.writeText { written.write(bytes: $0.bytes) }
    var (sources, found) = (SourceMap(), Diagnostics())
    let back = readSchedule(
      written.bytes, name: "race.schedule", sources: &sources, reporting: &found)
    #expect(found.all.map(\.message) == [])
    #expect(back?.steps.map(\.to) == schedule.steps.map(\.to))
    #expect(back?.cuts.map(\.time) == schedule.cuts.map(\.time))
  }

  @Test func theLimitsOfALoserEnd() throws {
    let schedule = try schedule(
      """
      race {
          { limit pan at 10deg/s; wait 1min }
          { limit tilt at 10deg/s; wait 1s }
      }
      pan to 60deg right
      """)
    let limits = schedule.steps.filter { $0.kind == .limit }.map { schedule.limits[Int($0.extra)] }
    #expect(limits.last == schedule.limits[0])
    #expect(limits.contains { $0.yaw?.speed == 10_000 && $0.pitch?.speed == 10_000 })
    #expect(schedule.length < 3000)
  }

  // MARK: - Bounds

  @Test func branchesAreCounted() {
    let row = String(repeating: "wait 1s;", count: Budget.branches)
    #expect(Compiling("together { \(row) }").codes == [])
    #expect(Compiling("together { \(row) wait 1s }").codes == [.tooManyBranches])
  }

  @Test func endedBranchesMakeRoom() {
    #expect(
      Compiling("repeat 2000 { together { wait 1ms; race { wait 1ms; wait 1s } } }").codes == [])
  }

  @Test(arguments: [
    "stagger 1000s { \(String(repeating: "stagger 1000s { wait 1s; wait 1s };", count: 40)) }",
    "race { repeat forever { wait 1ms }; wait 200min }",
    "race { every 1ms { wait 1ms }; { wait 3min; wait 300min } }",
    "stagger 1e9s { wait 1s; wait 1s }",
    "every 1s for 1e9s { wait 1s }",
  ])
  func whatNeverEndsIsRefused(text: String) {
    var budget = Budget()
    budget.evaluationSteps = 100_000
    let compiled = Compiling(text, budget: budget)
    #expect(compiled.errors.count == 1, "\(compiled.rendered)")
    #expect(compiled.schedule == nil)
  }
}
