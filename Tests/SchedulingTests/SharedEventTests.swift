import Language
import Motion
import Schedules
import Testing
import Vocabulary

/// An event is for all who wait for it, and for all handlers of it.
@Suite struct SharedEventTests {
  private let tap = WorldEvent(.tap)

  /// The script `text`, played to its end after `events`, which come at some milliseconds.
  private func played(_ text: String, _ events: [(Int32, WorldEvent)]) throws -> Playing {
    var playing = try Playing(text)
    for (time, event) in events { try playing.happen(event, at: time) }
    let findings = playing.whole().findings()
    #expect(findings.isEmpty, "\(findings)")
    _ = playing.end()
    return playing
  }

  private func said(_ playing: Playing) -> [String] {
    playing.logs.map { "\($0.time) \($0.text)" }
  }

  // MARK: - Waits

  @Test func allWhoWaitForItGoOn() throws {
    let playing = try played(
      """
      on tap { log "handler" }
      together {
        { wait for tap; log "first"; wait 1s }
        { wait for { tap { log "second" } } }
        { wait for flip; log "never" }
      }
      """, [(700, tap)])
    #expect(said(playing) == ["700 handler", "700 first", "700 second"])
    #expect(playing.cue.goesOn == nil && !playing.cue.isLast)
  }

  @Test func theSheetLeadsThemOnTogether() throws {
    let sheet = try #require(
      Compiling("together { { wait for tap; log \"a\" }; { wait for tap; log \"b\" } }").sheet)
    #expect(sheet.entries.count == 2)
    #expect(sheet.entries[1].cue.schedule.texts == ["a", "b"] && sheet.entries[1].cue.isLast)
  }

  // MARK: - Handlers beside the show

  @Test func allHandlersFireInTheOrderOfTheScript() throws {
    let playing = try played(
      """
      on battery below 30% { log "low" }
      on battery below 10% { log "empty" }
      on battery below 5% { log "dead" }
      wait 2s
      """, [(500, WorldEvent(.battery, number: 0.09, value: 0.8))])
    #expect(said(playing) == ["500 low", "500 empty"])
    #expect(playing.endings.map(\.result) == [.done, .done])
  }

  @Test func eachHandlerIsJudgedByItself() throws {
    let zooms: [(Int32, WorldEvent)] = [(100, 1), (200, -1), (1500, 2)].map {
      ($0.0, WorldEvent(.zoom, value: $0.1))
    }
    let playing = try played(
      """
      on zoom by f when f > 0 at most every 1s { log "in ", f }
      on zoom by f { log "any ", f }
      on zoom by f when f < 0 { log "out ", f }
      wait 2s
      """, zooms)
    #expect(
      said(playing) == [
        "100 in 1", "100 any 1", "200 any -1", "200 out -1", "1500 in 2", "1500 any 2",
      ])
    #expect(playing.drops == 1)
  }

  @Test func whatOneDropsTheOthersTake() throws {
    let playing = try played(
      "on tap at most every 1s { log \"a\" }\non tap { log \"b\" }\nwait 2s",
      [(100, tap), (600, tap)])
    #expect(said(playing) == ["100 a", "100 b", "600 b"] && playing.drops == 1)
  }

  // MARK: - Handlers that hold the show

  /// The second waits for the first, and the show for both.
  @Test(arguments: ["pausing", "queued"], ["pausing", "queued", "ignoring"])
  func oneAfterTheOther(first: String, second: String) throws {
    let playing = try played(
      """
      on tap \(first) { log "a"; tilt by 5deg down over 1s; log "a over" }
      on tap \(second) { log "b"; pan by 9deg left over 500ms; log "b over" }
      on tap { log "beside" }
      wait 2s; pan to 10deg right over 1s; log "show"
      """, [(1000, tap)])
    let (before, after) = (playing.logs.prefix(5), playing.logs.dropFirst(5))
    #expect(before.map(\.text) == ["a", "beside", "a over", "b", "b over"])
    #expect(before.map(\.time) == [1000, 1000, 2000, 2000, 2500])
    // The wait of the show has a second left.
    #expect(after.map(\.text) == ["show"])
    #expect(playing.endings.map(\.result) == [.done, .done, .done])
  }

  /// Between the two the show does not resume.
  @Test func theShowIsHeldForBoth() throws {
    var playing = try Playing(
      """
      on tap pausing { tilt by 5deg down over 1s }
      on tap pausing { tilt by 5deg up over 1s }
      pan to 60deg right over 6s
      """)
    try playing.happen(tap, at: 3000)
    #expect(playing.steps(.warp).count == 2)
    #expect(playing.steps(.move).filter { $0.axes == AxisSet(.pitch) }.count == 4)
    #expect(playing.whole().findings().isEmpty)
    _ = playing.end()
    #expect(playing.endings.map(\.result) == [.done, .done])
  }

  /// If the event comes again while they run, they run once more, in the same order.
  @Test func allOfThemAreCalledAgain() throws {
    let playing = try played(
      """
      on zoom by f pausing { log "a", f; wait 1s }
      on zoom by f pausing { log "b", f; wait 1s }
      wait 9s
      """,
      [(0, 1), (500, 2), (600, 3), (1500, 4)].map { ($0.0, WorldEvent(.zoom, value: $0.1)) })
    // Of the calls that have not begun the last is kept.
    #expect(said(playing) == ["0 a1", "1000 b3", "2000 a4", "3000 b4"])
    #expect(playing.endings.count { $0.result == .dropped } == 4)
    #expect(playing.endings.count { $0.result == .done } == 4)
  }

  /// A handler of another event interrupts the running one.
  @Test func anotherEventStillInterrupts() throws {
    let playing = try played(
      """
      on tap pausing { log "a"; wait 1s; log "a over" }
      on tap pausing { log "b"; wait 1s; log "b over" }
      on flip pausing { log "c"; wait 1s; log "c over" }
      wait 1s
      """, [(500, tap), (1000, WorldEvent(.flip))])
    #expect(
      said(playing) == [
        "500 a", "1000 c", "2000 c over", "2500 a over", "2500 b", "3500 b over",
      ])
  }

  /// Whether one that ignores is busy is judged before any of them begins.
  @Test func oneThatIgnoresIsNotHinderedByTheOthers() throws {
    let playing = try played(
      """
      on tap pausing { pan by 5deg left over 1s; log "a" }
      on tap ignoring { pan by 5deg right over 1s; log "b" }
      wait 5s
      """, [(500, tap)])
    #expect(playing.logs.map(\.text) == ["a", "b"] && playing.drops == 0)
  }

  // MARK: - Handlers that end the show

  @Test func thoseBehindOneThatReplacesComeAfterIt() throws {
    let playing = try played(
      """
      on tap pausing { log "a"; wait 500ms }
      on tap replacing { log "b"; pan by 5deg left over 1s; log "b over" }
      on tap { log "beside"; wait 9s; log "never" }
      on tap pausing { log "c"; pan by 5deg left over 1s; log "c over" }
      on flip queued { pan by 5deg left over 1s; log "never" }
      pan to 60deg right over 4s; log "never"
      """, [(100, WorldEvent(.flip)), (2000, tap)])
    #expect(playing.logs.map(\.text) == ["beside", "a", "b", "b over", "c", "c over"])
    let results = playing.endings.map(\.result)
    // The end of the show ends everything that is running with it.
    #expect(results.count { $0 == .preempted } == 3 && results.count { $0 == .done } == 3)
    #expect(playing.cue.isLast)
    // There is no show to go back to.
    #expect(playing.steps(.move).count == 2)
  }

  @Test func oneThatReplacesFirstLeavesTheOthersTheirTurn() throws {
    let playing = try played(
      """
      on tap replacing { log "a"; pan to home over 1s; log "a over" }
      on tap { log "beside" }
      on tap replacing { log "b"; tilt to 5deg up over 1s; log "b over" }
      repeat forever { pan by 20deg left over 1s; pan by 20deg right over 1s }
      """, [(1500, tap)])
    #expect(playing.logs.map(\.text) == ["beside", "a", "a over", "b", "b over"])
    #expect(playing.endings.map(\.result).count { $0 == .preempted } == 1)
    #expect(playing.cue.isLast)
  }
}
