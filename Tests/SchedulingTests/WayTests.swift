import Diagnosis
import Schedules
import Testing
import Vocabulary

/// A wait for several events says which has come.
@Suite struct WayTests {
  static let script = """
    wait for {
        button 1 { log "one" }
        zoom by f when f > 1 { log "far ", f }
        zoom by f when f < 0 { log "back ", f }
        tap when person { log "never" }
        tap { log "tap" }
        timeout 5s { log "late" }
    }
    log "done"
    """

  @Test(arguments: [
    (WorldEvent(.button, .pressed, number: 1), "one"), (WorldEvent(.tap), "tap"),
    (WorldEvent(.zoom, value: 2), "far 2"), (WorldEvent(.zoom, value: -1), "back -1"),
  ])
  func theFirstThatFitsIsTaken(event: WorldEvent, text: String) throws {
    var playing = try Playing(WayTests.script)
    try playing.happen(event, at: 1500)
    _ = playing.end()
    #expect(playing.logs.map(\.text) == [text, "done"])
    #expect(playing.logs.map(\.time) == [1500, 1500])
  }

  /// Nothing that is waited for: the wait goes on, and its time with it.
  @Test func whatDoesNotFitIsLost() throws {
    var playing = try Playing(WayTests.script)
    try playing.happen(WorldEvent(.zoom, value: 0.5), at: 1500)
    try playing.happen(WorldEvent(.button, .pressed, number: 2), at: 2000)
    try playing.happen(WorldEvent(.shutter), at: 2500)
    try playing.goOn(until: 5000)
    _ = playing.end()
    #expect(playing.logs.map(\.text) == ["late", "done"])
    #expect(playing.logs.map(\.time) == [5000, 5000])
  }

  /// Two events of one instant are two turns, and each finds its way.
  @Test func eventsOfOneInstantAreTaken() throws {
    var playing = try Playing("repeat 3 { wait for { tap { log \"t\" }; shutter { log \"s\" } } }")
    for event in [WorldEvent(.tap), WorldEvent(.shutter), WorldEvent(.tap)] {
      try playing.happen(event, at: 700)
    }
    _ = playing.end()
    #expect(playing.logs.map(\.text) == ["t", "s", "t"])
    #expect(playing.logs.map(\.time) == [700, 700, 700])
  }

  /// A held show waits on for all of its events.
  @Test func allWaysComeBackAfterAPause() throws {
    var playing = try Playing(
      """
      on long_press pausing { wait 1s }
      wait for { tap { log "t" }; shutter { log "s" }; timeout 9s { log "late" } }
      """)
    try playing.happen(WorldEvent(.longPress), at: 2000)
    try playing.happen(WorldEvent(.shutter), at: 2500)
    try playing.happen(WorldEvent(.shutter), at: 4000)
    _ = playing.end()
    #expect(playing.logs.map(\.text) == ["s"])
    #expect(playing.logs.map(\.time) == [4000])
  }

  /// The sheet has an exit for each way, which is exact unless a condition decides.
  @Test func theSheetSaysWhereEachWayLeads() throws {
    let sheet = try #require(
      Compiling("wait for { tap { face happy }; shutter { face sad }; timeout 2s }").sheet)
    let exits = sheet.entries[0].exits
    #expect(exits.map(\.target) == [2, 3, 4])
    #expect(exits.map(\.isExact) == [true, true, true])
    let open = try #require(Compiling("wait for { zoom by f when f > 1 { log 1 }; tap }").sheet)
    #expect(open.entries[0].exits.map(\.isExact) == [false, true])
  }
}
