import Language
import Playback
import Rehearsal
import Schedules
import Testing
import Vocabulary

/// Conditions behind events that read the world and counts.
@Suite("A condition behind an event") struct WhenReadTests {
  private static func event(_ event: WorldEvent, _ seconds: Double) -> Happening {
    .event(event, at: Int(seconds * 1e9))
  }

  private static func tap(_ seconds: Double) -> Happening { event(WorldEvent(.tap), seconds) }

  private static func person(_ seconds: Double) -> Happening { event(WorldEvent(.person), seconds) }

  private static func lost(_ seconds: Double) -> Happening {
    event(WorldEvent(.person, .lost), seconds)
  }

  /// The lines that `script` logs, with their milliseconds.
  private static func logs(
    _ script: String, _ happenings: [Happening] = []
  ) throws -> [String] {
    try CueShow(script, happenings + [.end(at: 30)]).events.compactMap { event in
      if case .note(let note) = event.kind, note.kind == .log {
        "\(event.time / 1_000_000) \(note.text)"
      } else {
        nil
      }
    }
  }

  @Test("calls a handler only while it holds")
  func handlers() throws {
    let script = "on tap when person { log \"tap\" }\nwait 9s"
    let happenings = [
      Self.tap(1), Self.person(2), Self.tap(3), Self.lost(4), Self.tap(5),
    ]
    #expect(try Self.logs(script, happenings) == ["3000 tap"])
  }

  @Test("is judged after what comes before it at its instant, and after its own change")
  func oneInstant() throws {
    let script = "on tap when person { log \"tap\" }\nwait 9s"
    #expect(try Self.logs(script, [Self.person(1), Self.tap(1)]) == ["1000 tap"])
    #expect(try Self.logs(script, [Self.tap(1), Self.person(1)]) == [])
    #expect(try Self.logs(script, [Self.person(0.5), Self.lost(1), Self.tap(1)]) == [])
    let own = """
      on person when person { log "a" }
      on person lost when person { log "b" }
      wait 9s
      """
    #expect(try Self.logs(own, [Self.person(1), Self.lost(2)]) == ["1000 a"])
    let low = Self.event(WorldEvent(.battery, number: 0.1, value: 0.3), 1)
    let charge = "on battery below 20% when battery < 15% { log \"low\" }\nwait 9s"
    #expect(try Self.logs(charge, [low]) == ["1000 low"])
  }

  @Test("reads a count that an event of the same instant has changed")
  func twoTaps() throws {
    let script = """
      count taps
      on tap when taps < 2 { add 1 to taps; log taps }
      wait 9s
      """
    let taps = [1.0, 1, 1, 2].map(Self.tap)
    #expect(try Self.logs(script, taps) == ["1000 1", "1000 2"])
    let ways = """
      count taps
      repeat forever {
          wait for { tap when taps < 2 { add 1 to taps; log taps }; tap { log "full" } }
      }
      """
    #expect(
      try Self.logs(ways, taps) == ["1000 1", "1000 2", "1000 full", "2000 full"])
  }

  @Test("leaves the event to the next way, to other waits, and to the handlers above the modes")
  func falls() throws {
    let way = "wait for { tap when person { log \"a\" }; tap { log \"b\" } }"
    #expect(try Self.logs(way, [Self.tap(1)]) == ["1000 b"])
    #expect(try Self.logs(way, [Self.person(1), Self.tap(1)]) == ["1000 a"])
    let waits = """
      together {
          wait for { tap when person { log "a" } }
          { wait for tap; log "b" }
      }
      """
    let happenings = [Self.tap(1), Self.person(2), Self.tap(3)]
    #expect(try Self.logs(waits, happenings) == ["1000 b", "3000 a"])
    let modes = """
      on tap { log "above" }
      mode a { on tap when person { log "own" }; wait 9s }
      """
    #expect(try Self.logs(modes, happenings) == ["1000 above", "3000 own"])
  }

  @Test("joins what is said of the value of the event with what is read")
  func value() throws {
    let script = "on zoom by way when way > 1 and person and docked { log way }\nwait 9s"
    let zoom = { Self.event(WorldEvent(.zoom, value: $1), $0) }
    #expect(
      try Self.logs(script, [zoom(1, 2), Self.person(2), zoom(3, 1), zoom(4, 3)]) == ["4000 3"])
  }

  @Test("is no dropped call where it does not hold")
  func dropped() throws {
    let script = "on tap when person at most every 5s { log \"tap\" }\nwait 9s"
    let show = try CueShow(
      script, [Self.person(1), Self.tap(1), Self.lost(2), Self.tap(2), .end(at: 9)])
    let tally = try #require(show.run.outcome.handlers.first)
    #expect(tally[.done] == 1 && tally[.dropped] == 0)
  }

  @Test("judges an event while a handler pauses the show")
  func pausing() throws {
    let script = """
      count taps
      on button 1 pausing { pan by 10deg left over 2s; pan by 10deg right over 2s }
      on tap when taps < 1 { add 1 to taps; log "tap" }
      pan by 20deg right over 4s
      wait for { double_tap when taps > 0 { log "double" }; timeout 5s }
      """
    let double = { Self.event(WorldEvent(.doubleTap), $0) }
    let happenings = [
      Happening.button(1, at: 1), Self.tap(2), Self.tap(2.5), double(3), double(10),
    ]
    #expect(try Self.logs(script, happenings) == ["2000 tap", "10000 double"])
  }
}
