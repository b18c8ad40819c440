import Diagnosis
import Language
import Motion
import Schedules
import Testing
import Vocabulary

/// A `when late` applies from there to the end of its block, and nowhere else.
@Suite struct LatenessTests {
  /// The rule of each log of `text`, in the order of the script.
  private func rules(_ text: String) throws -> [String: LateRule] {
    let compiled = Compiling(text)
    let schedule = try #require(compiled.schedule, "\(compiled.rendered)")
    var rules: [String: LateRule] = [:]
    for step in schedule.steps {
      guard case .note(let note) = schedule.action(of: step) else { continue }
      rules[note.text] = schedule.lateRule(of: step)
    }
    return rules
  }

  /// The rules of the logs in the current cue.
  private func rulesOfLogs(in playing: Playing) -> [LateRule] {
    let schedule = playing.cue.schedule
    let logs = schedule.steps.filter {
      if case .note = schedule.action(of: $0) { true } else { false }
    }
    return logs.map(schedule.lateRule(of:))
  }

  /// The rules of what the phone is asked for in the current cue.
  private func rulesOfPhoneCalls(in playing: Playing) -> [LateRule] {
    let schedule = playing.cue.schedule
    return schedule.phoneSteps.map(schedule.lateRule(of:))
  }

  /// The rules of the steps of `kind` in the current cue.
  private func rules(of kind: Step.Kind, in playing: Playing) -> [LateRule] {
    let schedule = playing.cue.schedule
    return schedule.steps.filter { $0.kind == kind }.map(schedule.lateRule(of:))
  }

  @Test func aRuleEndsWithItsBlock() throws {
    let rules = try rules(
      """
      log "before"
      when late by 1.5s stop
      log "outer"
      repeat 1 { when late skip; log "inner"; if true { when late stretch; log "inmost" }; log "x" }
      log "after"
      """)
    let outer = LateRule(.stop, allowing: 1500)
    #expect(
      rules == [
        "before": LateRule(.stretch), "outer": outer, "inner": LateRule(.skip),
        "inmost": LateRule(.stretch), "x": LateRule(.skip), "after": outer,
      ])
  }

  @Test func eachTurnBeginsWithTheRuleOutside() throws {
    let rules = try rules(
      """
      when late catch_up
      for turn in 1..2 { log "begins ", turn; when late by 100ms * turn skip; log "ends ", turn }
      """)
    #expect(
      rules == [
        "begins 1": LateRule(.catchUp), "ends 1": LateRule(.skip, allowing: 100),
        "begins 2": LateRule(.catchUp), "ends 2": LateRule(.skip, allowing: 200),
      ])
  }

  @Test func whatIsCalledOrBesideHasTheRuleOfItsPlace() throws {
    let rules = try rules(
      """
      gesture note() { log "called"; when late stretch; log "own" }
      together {
          when late skip
          { note(); log "behind" }
          { when late by 9ms stop; wait 1s; log "branch" }
          { wait 2s; log "sibling" }
      }
      log "after"
      """)
    #expect(
      rules == [
        "called": LateRule(.skip), "own": LateRule(.stretch), "behind": LateRule(.skip),
        "branch": LateRule(.stop, allowing: 9), "sibling": LateRule(.skip),
        "after": LateRule(.stretch),
      ])
  }

  @Test func motionNeverHurriesAndIsNeverLeftOut() {
    let motions = [
      "pan to 10deg right", "move to home", "ramp pan to 5deg/s", "spin pan at 5deg/s left",
      "animate yes", "stop",
    ]
    for motion in motions {
      for (policy, codes) in [
        ("skip", [DiagnosticCode.hurriedMotion]), ("catch_up", [.hurriedMotion]),
        ("stop", []), ("stretch", []),
      ] {
        let turning = motion == "stop" ? "spin tilt at 1deg/s down; " : ""
        let text = turning + "repeat 1 { when late \(policy); \(motion) }; stop"
        let errors = Compiling(text).errors.map(\.code)
        #expect(errors == codes, "\(text)")
      }
    }
    #expect(Compiling("when late skip; stop").errors.isEmpty, "nothing turns")
  }

  @Test func whatIsHeldCarriesOnByItsOwnRule() throws {
    var playing = try Playing(
      """
      on tap pausing { face happy; log "held" }
      when late by 700ms stop
      pan to 30deg right over 6s
      """)
    // The second press holds what has set out again after the first.
    for time: Int32 in [2000, 4000] {
      try playing.happen(WorldEvent(.tap), at: time)
      let slowing = rules(of: .warp, in: playing)
      #expect(rulesOfLogs(in: playing) == [LateRule(.stretch)])
      try playing.goOn(until: time + 1500)
      let rules = slowing + rules(of: .warp, in: playing)
      #expect(rules.count >= 2 && Set(rules.map(\.allowance)) == [700], "at \(time)")
    }
  }

  @Test func theRuleOfAHandlerIsOfItsBlockAlone() throws {
    var playing = try Playing(
      """
      when late catch_up
      on tap pausing { log "held"; wait 1s }
      when late stretch
      together { pan to 30deg right over 6s; camera zoom 3x over 6s }
      """)
    try playing.happen(WorldEvent(.tap), at: 2000)
    #expect(rulesOfLogs(in: playing) == [LateRule(.catchUp)])
    try playing.goOn(until: 4000)
    let others = rules(of: .warp, in: playing) + rulesOfPhoneCalls(in: playing)
    #expect(others.count >= 2 && others.allSatisfy { $0 == LateRule(.stretch) })
  }

  @Test func aHeldZoomGoesOnByItsOwnRule() throws {
    var playing = try Playing(
      """
      when late catch_up
      on tap pausing { when late stretch; log "held"; wait 1s }
      repeat 1 { when late by 90ms skip; camera zoom 3x over 4s }
      """)
    try playing.happen(WorldEvent(.tap), at: 1000)
    try playing.goOn(until: 2000)
    #expect(rulesOfPhoneCalls(in: playing).last == LateRule(.skip, allowing: 90))
  }

  @Test func rulesAreNotWithoutNumber() {
    let text = "for i in 1..NUMBER { when late by i * 1ms skip; log i }"
    #expect(Compiling(text.replacing("NUMBER", with: "255")).errors.isEmpty)
    #expect(Compiling(text.replacing("NUMBER", with: "256")).errors.map(\.code) == [.outOfRange])
  }
}
