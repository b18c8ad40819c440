import DockKit
import Motion
import Schedules
import Scheduling
import Simulation
import Synchronization
import Testing
import Vocabulary

@testable import Playback
@testable import Rehearsal

/// A wall with events at given times of the show, in nanoseconds.
private final class HearingWall: Wall {
  private struct State {
    var now = 77_000_000
    var coming: [(time: Int, event: HeardEvent)]
    var heard: [HeardEvent] = []
  }

  private let state: Mutex<State>

  init(_ coming: [(time: Int, event: HeardEvent)]) { state = Mutex(State(coming: coming)) }

  var now: Int { state.withLock { $0.now } }
  var noticed: Int? { nil }
  var isListening: Bool { state.withLock { !$0.coming.isEmpty || !$0.heard.isEmpty } }

  func wait(until time: Int) -> Exit? {
    state.withLock { state in
      if let next = state.coming.first, 77_000_000 + next.time <= time {
        state.now = max(state.now, 77_000_000 + next.time)
        state.heard.append(state.coming.removeFirst().event)
      } else {
        state.now = max(state.now, time)
      }
      return nil
    }
  }

  func suspend() {}

  func takeHeard() -> [HeardEvent] {
    state.withLock { state in
      defer { state.heard = [] }
      return state.heard
    }
  }
}

/// Events during a show in real time.
struct HearingTests {
  private static let tap = WorldEvent(.tap)

  @Test("what is heard does what the same would in a scene", arguments: [0, 50])
  func likeAScene(rate: Int) throws {
    let script = """
      on tap pausing { tilt to 10deg up over 1s }
      pan to 60deg right over 4s
      wait for { shutter { pan to home over 1s } }
      """
    let cue = try #require(firstCue(of: script))
    let wall = HearingWall([
      (1_234_567_890, HeardEvent(.event(HearingTests.tap), after: 0)),
      (8_000_000_000, HeardEvent(.event(WorldEvent(.shutter)), after: 500_000_000)),
    ])
    let moments = Mutex(0)
    let watch: @Sendable (Moment) -> Void = { _ in moments.withLock { $0 += 1 } }
    let live = rehearseLive(
      cue, wall: wall, rate: max(1, rate), watching: rate == 0 ? nil : watch)
    let events: [Happening] = [
      .event(HearingTests.tap, at: 1_234_567_890),
      .event(WorldEvent(.shutter), at: 8_500_000_000),
    ]
    #expect(live.happenings == events)
    #expect(live.run == (rehearse(cue, happenings: events)))
    #expect(live.run.outcome.ending == .done && live.interruption == nil)
    #expect(moments.withLock { $0 > 300 || rate == 0 })
  }

  @Test(
    "what is done to the dock does what it would in a scene",
    arguments: [.undocked, .stall, .late, .dropped, .refused(.notSupported), .tracking, .flapped]
      as [Fault.Kind])
  func faultLikeAScene(kind: Fault.Kind) throws {
    let cue = try #require(
      firstCue(of: "pan to 60deg right over 4s easing smooth\ntilt to 5deg up over 1s"))
    let wall = HearingWall([(1_234_567_890, HeardEvent(.fault(kind), after: 0))])
    let live = rehearseLive(cue, wall: wall)
    let fault = Fault(kind, at: .time(1_234_567_890))
    #expect(live.run == (rehearse(cue, faults: [fault])))
    #expect(live.run != (rehearse(cue)), "it does something")
  }

  @Test("a show that waits ends when nobody is listened to any more")
  func silence() throws {
    let cue = try #require(firstCue(of: "wait for shutter\npan to 3deg over 1s"))
    let wall = HearingWall([(2_000_000_000, HeardEvent(.event(HearingTests.tap), after: 0))])
    let live = rehearseLive(cue, wall: wall)
    #expect(live.happenings.first == .event(HearingTests.tap, at: 2_000_000_000))
    #expect(live.run.exit == .silence)
  }
}
