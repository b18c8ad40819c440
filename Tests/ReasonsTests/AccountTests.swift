import Foundation
import Hardware
import Language
import Motion
import Playback
import Printing
import Reasons
import Rehearsal
import Schedules
import Scheduling
import Simulation
import Testing
import Vocabulary

/// Why a dock does what it does, at every moment.
@Suite struct AccountTests {
  static let examples: [String] = {
    let names = try? FileManager.default.contentsOfDirectory(atPath: Asked.examples.path)
    return (names ?? []).filter { $0.hasSuffix(".dock") }.sorted()
  }()

  /// The pose is that of the trace, and what the script's own axes do has a reason with a line.
  @Test(arguments: examples)
  func everyMomentOfAnExampleHasItsReasons(name: String) throws {
    let text = try String(contentsOf: Asked.examples.appending(path: name), encoding: .utf8)
    let asked = try Asked(text)
    let end = asked.run.trace.end
    for number in 0...150 {
      let time = (end + 1_000_000_000) / 150 * number
      let account = asked.story.account(at: time)
      for state in account.axes {
        let motion = asked.run.trace.motion(of: DockAxis(rawValue: state.axis.rawValue) ?? .yaw)
        let seconds = Double(min(time, end)) / 1e9
        #expect(state.position == motion?.position(at: seconds))
        #expect(state.speed == (time > end ? 0 : motion?.speed(at: seconds)))
        let isOwn = ![.rests, .tracked, .free].contains(state.doing)
        if isOwn { #expect((state.cause?.line ?? 0) > 0, "\(name) at \(time): \(state)") }
        guard account.phase == .playing, account.motors.isScript, state.doing == .rests else {
          continue
        }
        // A motor may be a little off its plan.
        #expect(abs(state.speed) < 2, "\(name) at \(time): \(state)")
      }
      #expect(!account.text.text.isEmpty)
      #expect(JSONObject(account.json.text) != nil)
    }
  }

  @Test func callsLoopsAndHandlersAreNamed() throws {
    let script = """
      gesture nod(depth: angle = 8deg) {
        tilt by depth down over 500ms
        tilt by depth up over 500ms
      }
      on button 1 pausing { nod(depth: 4deg) }
      repeat 3 { nod() }
      """
    let plain = try Asked(script).story.account(at: 1_700_000_000)
    let tilt = try #require(plain.axes.first { $0.axis == .pitch })
    #expect(tilt.doing == .moves)
    #expect(tilt.cause?.line == 3)
    #expect(tilt.cause?.start == 1_500_000_000)
    #expect(tilt.cause?.end == 2_000_000_000)
    #expect(tilt.cause?.around.map(\.words) == ["'nod()'", "iteration 2 of 3 of 'repeat 3'"])
    #expect(tilt.cause?.around.map(\.line) == [6, 6])
    #expect(plain.handlers.map(\.event) == ["button 1"])

    let asked = try Asked(
      script, events: [.event(.init(.button, .pressed, number: 1), at: 700_000_000)])
    let handled = asked.story.account(at: 1_200_000_000)
    let around = try #require(handled.axes.first { $0.axis == .pitch }?.cause?.around)
    #expect(around.map(\.words) == ["'nod(depth: 4deg)'", "the handler 'on button 1 pausing'"])
    #expect(around.last?.event?.time == 700_000_000)
    // What went on before the handler goes on with its own reasons.
    let after = asked.story.account(at: asked.run.trace.end - 200_000_000)
    let last = after.axes.first { $0.axis == .pitch }?.cause?.around.map(\.words)
    #expect(last == ["'nod()'", "iteration 3 of 3 of 'repeat 3'"])
  }

  @Test func aWaitSaysSinceWhenAndUntilWhen() throws {
    let asked = try Asked(
      "pan to 10deg right over 1s\nwait for { tap { }; timeout 4s { } }")
    let account = asked.story.account(at: 2_000_000_000)
    let wait = try #require(account.waits.first { $0.event != nil })
    #expect(wait.event == "tap")
    #expect(wait.cause.line == 2)
    #expect(wait.cause.end.map { $0 - wait.cause.start } == 4_000_000_000)
    #expect(account.isStill)
    #expect(account.text.text.contains("nothing moves; it waits for tap"))
  }

  /// The motors are taken 26 ms late, and the wait begins and ends as late.
  @Test func aWaitBehindADelayBeginsAndEndsLater() throws {
    let asked = try Asked(
      "wait 1207ms\npan to 10deg right over 1s\nwait for { tap { }; timeout 4s { } }")
    let account = asked.story.account(at: 3_000_000_000)
    let wait = try #require(account.waits.first { $0.event != nil })
    #expect(wait.cause.start / 1_000_000 == 2233)
    #expect(wait.cause.end.map { $0 - wait.cause.start } == 4_000_000_000)
  }

  @Test func aWaitWithoutAnEndNeverGoesOn() throws {
    let account = try Asked("wait for tap\npan to 10deg right").story.account(at: 60_000_000_000)
    #expect(account.phase == .after)
    #expect(account.waits.first?.cause.start == 0)
    #expect(account.text.text.contains("it goes on when that comes, and not before"))
  }

  /// An event that a handler waits for ends its wait: it is not a call.
  @Test(arguments: [
    ("wait for tap", []), ("wait for { tap { }; button 1 { } }", []),
    ("wait for button 1", ["tap"]), ("wait for { tap when charging { } }", ["tap"]),
    ("together { wait for tap; wait 9s }", []),
  ])
  func aHandlerIsNotCalledByWhatItWaitsFor(body: String, called: [String]) throws {
    let script = "on tap pausing { \(body) }\npan to 10deg right over 3s\nwait 9s"
    let asked = try Asked(script, events: [.event(.init(.tap), at: 1_000_000_000)])
    #expect(asked.story.account(at: 500_000_000).handlers.map(\.event) == ["tap"])
    #expect(asked.story.account(at: 2_500_000_000).handlers.map(\.event) == called)
  }

  @Test func aWaitGoesOnOverCues() throws {
    let script = """
      on button 1 { log "pressed" }
      wait for tap
      """
    let asked = try Asked(
      script, events: [.event(.init(.button, .pressed, number: 1), at: 3_000_000_000)])
    #expect(asked.story.account(at: 5_000_000_000).waits.map(\.cause.start) == [0])
  }

  @Test func aLimitIsNamedWithItsLine() throws {
    let asked = try Asked("limit pan at 20deg/s\npan to 60deg right")
    let pan = try #require(asked.story.account(at: 1_500_000_000).axes.first)
    let limit = try #require(pan.limits.first)
    #expect(limit.contains("of the speed limit that 'test.dock:1' sets, 20deg/s"))
  }

  /// Later cues say again which limits hold, and so does the limit of another axis.
  @Test func aLimitKeepsItsLine() throws {
    let asked = try Asked(
      "limit pan at 20deg/s\nlimit tilt at 30deg/s\nwait for tap\npan to 60deg right",
      events: [.event(.init(.tap), at: 500_000_000)])
    let pan = try #require(asked.story.account(at: 2_000_000_000).axes.first)
    #expect(try #require(pan.limits.first).contains("that 'test.dock:1' sets, 20deg/s"))
  }

  @Test func axesThatTurnTurnUntilTheyAreStopped() throws {
    let asked = try Asked("spin pan at 20deg/s right for 2s\nstop over 0.5s")
    let pan = try #require(asked.story.account(at: 1_000_000_000).axes.first)
    #expect(pan.doing == .turns)
    #expect(pan.cause?.end == nil)
    #expect(pan.next?.line == 2)
  }

  @Test func theShowIsOverWhenItIs() throws {
    let account = try Asked("pan to 10deg right over 1s").story.account(at: 9_000_000_000)
    #expect(account.phase == .after)
    #expect(account.waits.isEmpty)
    #expect(account.text.text.hasPrefix("at 9 s the show is over, since 1 s\n"))
  }

  @Test func aFaultIsTold() throws {
    let asked = try Asked(
      "pan to 60deg right over 3s", faults: [Fault(.stall, at: .time(1_000_000_000))])
    let account = asked.story.account(at: 2_500_000_000)
    #expect(account.faults.map(\.name) == ["stall"])
    #expect(asked.story.account(at: 500_000_000).faults.isEmpty)
  }

  /// What a show that is cut off has planned for later has never happened.
  @Test(arguments: ["", "on tap { log 1 }\n"])
  func nothingOfAShowThatIsCutOffComesLater(handler: String) throws {
    let asked = try Asked(
      handler + "pan to 30deg right over 2s\nspin pan at 10deg/s right for 3s\nstop pan",
      atMost: 1_000_000_000)
    let pan = try #require(asked.story.account(at: 2_000_000_000).axes.first)
    #expect(pan.doing == .tracked)
    #expect(pan.cause?.words == "pan to 30deg right over 2s")
    #expect(pan.cause?.end == 1_000_000_000)
    #expect(pan.next == nil)
    let before = try #require(asked.story.account(at: 500_000_000).axes.first)
    #expect(before.doing == .moves)
    #expect(before.next == nil)
    // The motors are given back once the axis stands.
    let braking = asked.story.account(at: 1_010_000_000)
    #expect(braking.axes.first?.doing == .brakes)
    #expect(!braking.motors.isTracking)
  }

  /// A wait for time goes on when a handler beside the show begins a cue, and again after others.
  @Test(arguments: [
    ("on button 1 { log 1 }", [0, 0, 0, 0], [20, 20, 20, 20]),
    ("on button 1 pausing { wait 1s }", [0, 4, 4, 9], [20, 21, 21, 22]),
    ("on button 1 pausing { wait for tap }", [0, 6, 6, 11], [20, 23, 23, 26]),
  ])
  func aWaitForTimeGoesOnOverCues(handler: String, starts: [Int], ends: [Int]) throws {
    let asked = try Asked(
      "\(handler)\nwait 20s",
      events: [3, 8].map { .event(.init(.button, .pressed, number: 1), at: $0 * second) }
        + [6, 11].map { .event(.init(.tap), at: $0 * second) })
    let waits = [2, 7, 7, 12].map { asked.story.account(at: $0 * second).waits }
    #expect(waits.map { $0.map { $0.cause.start / second } } == starts.map { [$0] })
    #expect(waits.map { $0.map { ($0.cause.end ?? 0) / second } } == ends.map { [$0] })
    #expect(waits.allSatisfy { $0.allSatisfy { $0.cause.line == 2 } })
  }

  @Test(arguments: [
    "race { wait 20s; wait for tap }", "race { wait 20s; wait 3s }",
    "wait for { tap { }; timeout 20s { } }",
  ])
  func aWaitForTimeThatIsCutOffIsOver(wait: String) throws {
    let asked = try Asked(
      "on button 1 { log 1 }\n\(wait)\nwait for shutter",
      events: [
        .event(.init(.button, .pressed, number: 1), at: 2 * second),
        .event(.init(.tap), at: 3 * second),
        .event(.init(.button, .pressed, number: 1), at: 4 * second),
      ])
    let lines = [7, 10].map { half in
      asked.story.account(at: half * second / 2).waits.map(\.cause.line)
    }
    #expect(lines == [[3], [3]])
  }

  @Test func aHandlerIsBeingHandledUntilItIsDone() throws {
    let asked = try Asked(
      "on button 1 pausing { wait 2s }\nwait 20s",
      events: [.event(.init(.button, .pressed, number: 1), at: 3 * second)])
    let since = [2, 4, 6].map { asked.story.account(at: $0 * second).handlers.map(\.since) }
    #expect(since == [[nil], [3 * second], [nil]])
    let text = asked.story.account(at: 4 * second).text.text
    #expect(text.contains("is being handled, since 3 s; the next one is handled afterwards"))
  }

  /// What a handler has paused and let go on is the script's again, at its own pace.
  @Test func whatIsResumedIsInsideOfWhatItWas() throws {
    let asked = try Asked(
      """
      on tap pausing { wait 1s }
      gesture sway() { pan by 20deg right over 4s; pan by 20deg left over 4s }
      repeat 2 { together { sway(); face happy over 6s } }
      """, events: [.event(WorldEvent(.tap), at: 1_000_000_000)])
    let pan = try #require(asked.story.account(at: 4_000_000_000).axes.first)
    #expect(pan.doing == .moves)
    #expect(pan.cause?.around.map(\.kind) == [.call, .branch, .turn])
    let face = try #require(asked.story.account(at: 4_000_000_000).phone.first)
    #expect(face.cause?.around.map(\.kind) == [.branch, .turn])
    let gaining = try #require(asked.story.account(at: 2_100_000_000).axes.first)
    #expect(gaining.doing == .pauses)
  }

  /// What comes next is what did come next, when it did.
  @Test func whatComesNextIsThatOfTheRun() throws {
    let asked = try Asked(
      """
      on tap pausing { wait 1s }
      pan to 20deg right over 2s
      pan to 0deg over 2s
      """, events: [.event(WorldEvent(.tap), at: 3_000_000_000)])
    let account = asked.story.account(at: 1_000_000_000)
    #expect(account.axes.first?.next?.start == 2_000_000_000)
    #expect(account.motors.until == asked.story.end)
    let paused = try #require(asked.story.account(at: 2_900_000_000).axes.first?.next)
    #expect(paused.words.hasSuffix("resumed"))
    #expect(paused.start > 4_000_000_000)
  }

  /// The tracker has brought the dock home meanwhile, so a move by a distance leads elsewhere.
  @Test func aMoveByADistanceIsNamedAsItWas() throws {
    let asked = try Asked(
      "pan to 15deg right over 1s\nwait for tap\npan by 20deg left over 2s",
      events: [.event(.init(.tap), at: 5_000_000_000)])
    let pan = try #require(asked.story.account(at: 6_000_000_000).axes.first)
    #expect(pan.cause?.words == "pan to 20deg left over 2s")
  }

  /// The dock was braked first, so the last step was later than planned, and never began.
  @Test func whatIsLateHasNotBegunWhenItWasPlanned() throws {
    let script = """
      pan to 30deg right over 1s
      wait for tap for at most 1s
      tilt to 5deg up over 1s
      pan to 10deg left over 1s
      """
    let whole = try Asked(script)
    let start = try #require(whole.story.account(at: 3_500_000_000).axes.first?.cause?.start)
    #expect(start > 3_040_000_000)
    let asked = try Asked(script, atMost: 3_030_000_000)
    let pan = try #require(asked.story.account(at: 3_035_000_000).axes.first)
    #expect(pan.cause?.line != 4)
  }

  /// A show that waits for what never comes is over, as it is for who plays it.
  @Test func aShowThatNothingMoreHappensToIsOver() throws {
    let asked = try Asked(
      """
      scene { person ada at 20deg right }
      finally { face normal }
      face trust
      follow person until lost
      move to home
      """, atMost: 600_000_000_000)
    let end = asked.story.end
    let before = asked.story.account(at: end / 2)
    #expect(before.phase == .playing)
    #expect(before.end == nil)
    #expect(before.axes.first?.doing == .follows)
    #expect(before.text.text.contains("by 'follow person', test.dock:4, since 0 s\n"))
    let account = asked.story.account(at: end + 100_000_000_000)
    #expect(account.phase == .after)
    #expect(account.end == end)
    #expect(account.axes.allSatisfy { $0.doing == .tracked && $0.cause?.end == end })
    #expect(account.text.text.contains(": it waits for lost, and nothing more happens\n"))
    // What it owed was done then.
    let face = try #require(account.phone.first)
    #expect(face.words == "normal")
    #expect(face.cause?.line == 2)
    #expect(face.cause?.start == end)
  }

  /// A blink passes; the eyes then do what they did before.
  @Test func aBlinkIsOverSoon() throws {
    let asked = try Asked("eyes left\nwait 1s\neyes blink\nwait 5s")
    func eyes(_ time: Int) -> Account.PhonePart? {
      asked.story.account(at: time).phone.first { $0.track == "eyes" }
    }
    let blink = eyes(1_100_000_000)
    #expect(blink?.words == "blink")
    #expect(blink?.cause?.line == 3)
    #expect(blink?.cause?.end == 1_200_000_000)
    for time in [500_000_000, 1_200_000_000, 4_000_000_000] {
      #expect(eyes(time)?.words == "left")
      #expect(eyes(time)?.cause?.line == 1)
    }
  }

  /// Whoever does not ask pays nothing, and gets the same schedule.
  @Test(arguments: examples)
  func provenanceChangesNothingElse(name: String) throws {
    let text = try String(contentsOf: Asked.examples.appending(path: name), encoding: .utf8)
    let asked = try Asked(text)
    var with = asked.cue.schedule
    let without = try #require(asked.compiled(keepingProvenance: false)).schedule
    #expect(without.provenance == nil)
    #expect(with.provenance?.isOf(steps: with.steps.count) == true)
    with.provenance = nil
    #expect(with == without)
  }
}

/// A script that was played, to be asked about.
struct Asked {
  let cue: Cue
  let run: RunRecord
  let story: RunStory
  private let script: Script

  static let examples = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Examples")

  init(
    _ text: String, events: [Happening] = [], faults: [Fault] = [],
    atMost longest: Int = 60_000_000_000
  ) throws {
    let file = LoadedFile(identity: "test.dock", name: "test.dock", bytes: Array(text.utf8))
    script = Script(
      checking: file,
      sounds: { name, _ in
        guard let data = try? Data(contentsOf: Asked.examples.appending(path: name)) else {
          return .failure(.notFound(beside: []))
        }
        return SoundFile.reading([UInt8](data), name: name)
      }
    ) { name, _ in
      guard let data = try? Data(contentsOf: Asked.examples.appending(path: name)) else {
        return .failure(.notFound)
      }
      return .success(LoadedFile(identity: name, name: name, bytes: [UInt8](data)))
    }
    cue = try #require(Asked.compile(script, true))
    var told: [PlaybackEvent] = []
    var found = script.diagnostics
    let scene = script.scene(reporting: &found)
    run = rehearse(
      cue, company: scene?.company ?? Company(), faults: faults + (scene?.faults ?? []),
      happenings: ((scene?.happenings ?? []) + events + [.exit(.timeUp, at: longest)]).inOrder
    ) { if RunStory.tells(of: $0) { told.append($0) } }
    story = RunStory(
      of: cue, told, run.outcome, run.trace, isOpen: run.exit == .silence)
  }

  func compiled(keepingProvenance keeps: Bool) -> Cue? { Asked.compile(script, keeps) }

  private static func compile(_ script: Script, _ keeps: Bool) -> Cue? {
    var compilation = Compilation()
    compilation.keepsProvenance = keeps
    var found = script.diagnostics
    return script.firstCue(for: compilation, isPlayed: true, reporting: &found)
  }
}

/// In nanoseconds.
private let second = 1_000_000_000

/// A JSON object that Foundation reads.
private struct JSONObject {
  init?(_ text: String) {
    guard (try? JSONSerialization.jsonObject(with: Data(text.utf8))) is [String: Any] else {
      return nil
    }
  }
}
