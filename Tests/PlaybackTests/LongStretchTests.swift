import Diagnosis
import Hardware
import Language
import Motion
import Schedules
import Scheduling
import Testing

@testable import Playback
@testable import Rehearsal

/// Motion without a rest, the calls of which are found part by part.
@Suite struct LongStretchTests {
  /// Pan to and fro `turns` times, while tilt moves at a rhythm of its own.
  private func schedule(turns: Int) throws -> Schedule {
    let text = """
      together {
          repeat \(turns) {
              ramp pan to 30deg/s right over 400ms
              ramp pan to 30deg/s left over 700ms
              ramp pan to 0deg/s over 400ms
          }
          repeat \(turns) { tilt by 5deg up over 600ms; tilt by 5deg down over 600ms }
      }
      """
    return try schedule(of: text)
  }

  private func schedule(of text: String) throws -> Schedule {
    let file = LoadedFile(identity: "show.dock", name: "show.dock", bytes: Array(text.utf8))
    let script = Script(checking: file) { _, _ in .failure(.notFound) }
    var found = script.diagnostics
    return try #require(script.schedule(for: Compilation(for: .stand), reporting: &found))
  }

  @Test func theMotorsKeepToThePlan() throws {
    let schedule = try schedule(turns: 40)
    let stated = lower(schedule).tolerance
    #expect(stated == CommandList.defaultTolerance)
    let error = TrackingError.measured(schedule)
    #expect(error.degrees <= Double(stated) / 1000 && error.atRest <= 0.004, "\(error)")
  }

  /// A part costs what it would cost alone: about as many calls a second as a short stretch needs.
  @Test func thePartsCostNoCalls() throws {
    let short = try lower(schedule(turns: 4)).commands.count
    let long = try lower(schedule(turns: 40)).commands.count
    #expect(long <= 10 * short + short / 4, "\(long) calls, \(short) for a tenth")
  }

  @Test func theFirstCallsAreKnownBeforeTheLastStepsAreLookedAt() throws {
    let schedule = try schedule(turns: 400)
    var lowering = Lowering(schedule, isLast: true, within: CommandList.defaultTolerance)
    var hasMore = lowering.goOn()
    #expect(hasMore && lowering.list.commands.count > 2)
    #expect(lowering.next < schedule.steps.count / 20)
    var parts = CommandList(schedule, within: CommandList.defaultTolerance)
    lowering.takeFound(into: &parts)
    var most = 0
    while !lowering.isOver {
      let before = lowering.next
      hasMore = lowering.goOn()
      #expect(hasMore && !(lowering.list.commands.isEmpty && !lowering.isOver))
      most = max(most, lowering.next - before)
      lowering.takeFound(into: &parts)
    }
    #expect(most < schedule.steps.count / 20)
    hasMore = lowering.goOn()
    #expect(!hasMore)
    #expect(parts == lower(schedule))
    #expect(zip(parts.commands, parts.commands.dropFirst()).allSatisfy { $0.time <= $1.time })
  }

  /// What comes later changes nothing of what has been told the motors long before.
  @Test func theEndDoesNotChangeTheBeginning() throws {
    let (short, long) = try (lower(schedule(turns: 30)), lower(schedule(turns: 60)))
    let beginning = short.commands.filter { $0.time < 25_000 }
    #expect(beginning.count > 50)
    for (one, other) in zip(beginning, long.commands) {
      #expect(one.time == other.time && one.vector == other.vector)
    }
  }

  /// A region that was planned again is not looked at; what follows is as it would have been.
  @Test func whatIsSkippedChangesNothingLater() throws {
    let turns = """
      repeat 30 {
          pan by 20deg right over 700ms easing smooth
          pan by 20deg left over 800ms easing smooth
      }
      """
    let schedule = try schedule(
      of: """
        \(turns)
        pan by 40deg right over 1s easing smooth
        tracking on
        wait 2s
        tracking off
        \(turns)
        """)
    let second = try #require(schedule.steps.lastIndex { $0.kind == .take })
    let (end, limit) = (schedule.steps[second].start, CommandList.defaultTolerance)
    let whole = lower(schedule).commands.filter { $0.step >= second }
    // Whether the motors are known to stand where they did or are assumed to.
    for known in [false, true] {
      var schedule = schedule
      if known { for index in schedule.steps.indices { schedule.steps[index].assumed = .none } }
      let expected = lower(schedule).commands.filter { $0.step >= second }
      for parts in 0..<4 {
        var lowering = Lowering(schedule, isLast: true, within: limit)
        for _ in 0..<parts { _ = lowering.goOn() }
        lowering.skip(to: second)
        let found = lowering.finish().commands.filter { $0.step >= second }
        #expect(found.count == expected.count && found.allSatisfy { $0.time >= end })
        for (one, other) in zip(found, expected) {
          #expect(abs(one.time - other.time) <= 20, "after \(parts) parts, known \(known)")
        }
        // What is left over at the end of a region is not known if it is skipped: 0.1 deg, and
        // what the sum over whole calls makes of it.
        for (one, other) in zip(travels(of: found), travels(of: expected)) {
          #expect(abs(one - other) < 1, "after \(parts) parts, known \(known)")
        }
      }
    }
    #expect(whole.count > 30)
  }

  /// How far pan has gone at each of `commands`, in degrees, for motors that reach a speed at once.
  private func travels(of commands: [Command]) -> [Double] {
    var travelled = 0.0
    return zip(commands, commands.dropFirst()).map { one, next in
      travelled += Double(one.vector.yaw) * Double(next.time - one.time) / 1e6
      return travelled
    }
  }
}
