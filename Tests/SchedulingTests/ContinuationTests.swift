import Diagnosis
import Language
import Motion
import Schedules
import Scheduling
import Testing
import Vocabulary

/// A script that waits for an event continues from there, as often as it is asked.
@Suite struct ContinuationTests {
  private func cue(_ text: String) throws -> Cue {
    var budget = Budget()
    budget.scheduleSteps = 0
    let program = try #require(Compiling(text, budget: budget).program)
    var found = Diagnostics()
    let cue = firstCue(program, for: Compilation(), reporting: &found)
    return try #require(cue, "\(text)\n\(found.all.map(\.message))")
  }

  private func next(
    _ cue: Cue, _ occurrence: Occurrence, at time: Int32, from pose: PerAxis<Double>? = nil
  ) throws -> Cue {
    let consequence = try #require(cue.rest).consequence(of: occurrence, at: time, from: pose)
    return try #require(consequence.cue)
  }

  // MARK: - Time

  /// If no event ever comes, a script lasts as long as if it had only waited.
  @Test(arguments: 0..<100 as Range<UInt64>)
  func withoutEventsLengthsAreExact(seed: UInt64) throws {
    var composer = Composer(seed: seed, waits: true)
    let (text, length) = composer.statement(depth: 4)
    var cue = try cue(text)
    var time = 0
    while let end = cue.goesOn, time <= length {
      time += Int(end)
      cue = try next(cue, .time, at: end)
    }
    #expect(cue.isLast)
    #expect(time + Int(cue.schedule.length) == length, "seed \(seed)\n\(text)")
  }

  @Test func aCueIsTimedFromItsOwnBeginning() throws {
    let first = try cue("wait 3s\nwait for button 1\nwait 2s\nlog \"over\"")
    #expect(first.schedule.length == 3000 && first.goesOn == nil && !first.isLast)
    #expect(first.awaited.map(\.description) == ["button 1"])
    #expect(first.awaited.first?.start == 3000)
    let second = try next(first, .event([0]), at: 8000)
    #expect(second.schedule.length == 2000 && second.isLast && second.rest == nil)
    #expect(second.schedule.texts == ["over"])
  }

  @Test func itMayBeAskedAgain() throws {
    let first = try cue("wait for button 1\nwait 1s .. 9s\npan by 5deg right")
    let cues = try (0..<5).map { _ in try next(first, .event([0]), at: 700) }
    #expect(Set(cues.map(\.schedule.length)).count == 1)
    #expect(cues.allSatisfy { $0.schedule == cues[0].schedule })
  }

  // MARK: - Events

  @Test(arguments: [1, 400, 999, 1000, 1400] as [Int32])
  func anEventEndsARaceInItsMidst(time: Int32) throws {
    let first = try cue(
      "race { repeat forever { pan by 20deg left over 1s; pan by 20deg right over 1s }; "
        + "wait for button 1 }\nlog \"over\"")
    let second = try next(first, .event([0]), at: time)
    #expect(second.holdsMotors && second.isLast)
    #expect(second.schedule.texts == ["over"])
    let moves = second.schedule.steps.filter { $0.kind == .cut || $0.kind == .move }
    #expect(moves.allSatisfy { $0.start == time / 1000 * 1000 - time && $0.end >= 0 })
    #expect(second.schedule.steps.last?.kind == .giveBack)
    #expect(second.schedule.length < 200 || moves.first?.kind == .move)
  }

  @Test func anEventBringsItsValue() throws {
    let first = try cue("wait for { zoom by x { tilt by x * 2deg down over 1s } }")
    for value in [-3.0, 0.5, 4] {
      let second = try next(first, .event([0], value: value), at: 0)
      let move = try #require(second.schedule.steps.first { $0.kind == .move })
      #expect(move.to.pitch - move.from.pitch == Int32(value * 2000))
    }
  }

  @Test func timeoutsAndEventsHaveTheirOwnBlocks() throws {
    let first = try cue(
      "wait for { person { log \"a\" }; timeout 5s { log \"b\" } }")
    #expect(first.goesOn == 5000)
    #expect(try next(first, .event([0]), at: 4999).schedule.texts == ["a"])
    #expect(try next(first, .time, at: 5000).schedule.texts == ["b"])
  }

  @Test func otherTasksGoOn() throws {
    let first = try cue(
      "together { pan to 60deg right over 4s; wait for { button 1 { log \"now\" } } }")
    let second = try next(first, .event([0]), at: 1500)
    let move = try #require(second.schedule.steps.first)
    #expect(move.kind == .move && move.start == -1500 && move.end == 2500)
    #expect(second.schedule.texts == ["now"])
    #expect(second.schedule.length == 2500)
  }

  // MARK: - The pose

  @Test func itGoesOnFromWhereTheDockIs() throws {
    let first = try cue("pan to 10deg right\nwait for button 1\npan by 5deg right over 1s")
    #expect(first.schedule.steps.last?.kind == .giveBack)
    let pose = PerAxis(yaw: -33.0, pitch: 4, roll: 0)
    let move = try next(first, .event([0]), at: 5000, from: pose).schedule.steps.first {
      $0.kind == .move
    }
    #expect(move?.from.yaw == -33_000 && move?.to.yaw == -28_000)
    #expect(move?.assumed == AxisSet.none)
  }

  @Test func whatDoesNotFitIsRefused() throws {
    let first = try cue("wait for button 1\ntilt by 40deg down")
    let pose = PerAxis(yaw: 0.0, pitch: 30, roll: 0)
    do {
      _ = try next(first, .event([0]), at: 0, from: pose)
      Issue.record("it is not refused")
    } catch let failure as CueFailure {
      #expect(failure.line == 2 && failure.message.contains("tilt"))
    }
  }

  @Test func nonsenseIsRefused() throws {
    let first = try cue("wait for button 1")
    #expect(throws: CueFailure.self) { try next(first, .event([7]), at: 0) }
    #expect(throws: CueFailure.self) { try next(first, .event([0]), at: -1) }
  }

  // MARK: - The sheet

  @Test(arguments: [
    ("repeat forever { wait for person; wait 1s .. 2s }", 2),
    ("repeat forever { pan by 5deg left over 1s; pan by 5deg right over 1s }", 2),
    ("repeat 3 { wait for button 1 }", 4),
    ("every 2s { log \"tick\" }", 2),
    ("wait 1s", 1),
  ])
  func loopsStayLoops(text: String, count: Int) throws {
    let sheet = try #require(Compiling(text).sheet)
    #expect(sheet.entries.count == count)
    #expect(sheet.entries.flatMap(\.exits).allSatisfy { (1...count).contains($0.target) })
  }
}
