import Language
import Motion
import Schedules
import Testing
import Vocabulary

/// A zoom and a face stand still with the show, and go on with it.
@Suite struct HeldPhoneTests {
  private let tap = WorldEvent(.tap)
  private let flip = WorldEvent(.flip)

  /// What is asked for if `show` is tapped at `moments`, and is held by `handler` then.
  private func calls(
    _ show: String, at moments: Int32..., by handler: String = "wait 500ms"
  ) throws -> [String] {
    var playing = try Playing("on tap pausing { \(handler) }\n\(show)\nlog \"over\"")
    for moment in moments { try playing.happen(tap, at: moment) }
    // Who waits for a change goes on when it is over, and not a millisecond earlier or later.
    let last = try #require(playing.whole().phoneSteps.last)
    let calls = playing.phoneCalls
    #expect(playing.end() == last.end && playing.logs.map(\.time) == [last.end])
    return calls
  }

  // MARK: - A zoom

  @Test func aZoomGoesTheRestOfItsWayInTheRestOfItsTime() throws {
    #expect(
      try calls("camera zoom to 3x over 4s", at: 1000) == [
        "0 camera zoom 3000 over 4000", "1000 camera zoom hold",
        "1500 camera zoom 3000 over 3000",
      ])
    // A third of 1000 is 333.
    #expect(
      try calls("camera zoom by -1x over 3s", at: 1000) == [
        "0 camera zoom by -1000 over 3000", "1000 camera zoom hold",
        "1500 camera zoom by -667 over 2000",
      ])
  }

  @Test func itIsHeldAsOftenAsTheShow() throws {
    #expect(
      try calls("camera zoom by 4x over 4s", at: 1000, 1200, 3000) == [
        "0 camera zoom by 4000 over 4000", "1000 camera zoom hold",
        // The second tap comes while the first is answered: the show stands until that is, too.
        "2000 camera zoom by 3000 over 3000", "3000 camera zoom hold",
        "3500 camera zoom by 2000 over 2000",
      ])
  }

  @Test func itGoesOnFromWhereTheHandlerLeavesIt() throws {
    let handler = "camera zoom 5x over 500ms"
    #expect(
      try calls("camera zoom 3x over 4s", at: 1000, by: handler) == [
        "0 camera zoom 3000 over 4000", "1000 camera zoom hold", "1000 camera zoom 5000 over 500",
        "1500 camera zoom 3000 over 3000",
      ])
    #expect(
      try calls("camera zoom by 2x over 4s", at: 1000, by: handler) == [
        "0 camera zoom by 2000 over 4000", "1000 camera zoom hold",
        "1000 camera zoom 5000 over 500", "1500 camera zoom by 1500 over 3000",
      ])
  }

  @Test func whatBeganAtThatVeryInstantHasBegun() throws {
    #expect(
      try calls("wait 1s; camera zoom by 2x over 4s", at: 1000) == [
        "1000 camera zoom by 2000 over 4000", "1000 camera zoom hold",
        "1500 camera zoom by 2000 over 4000",
      ])
  }

  @Test func whatIsOverIsNotHeld() throws {
    #expect(
      try calls("camera zoom 3x over 1s; wait 2s; face happy", at: 1000) == [
        "0 camera zoom 3000 over 1000", "3500 face happy",
      ])
  }

  // MARK: - A face

  @Test func aFaceStandsBetweenTwoMoods() throws {
    #expect(
      try calls("face happy over 4s", at: 1000) == [
        "0 face happy over 4000", "1000 face hold", "1500 face happy over 3000",
      ])
    // Only the phone knows which mood is the next one; twice the next would be one too many.
    #expect(
      try calls("face next over 4s", at: 1000, 2500) == [
        "0 face next over 4000", "1000 face hold", "1500 face same over 3000", "2500 face hold",
        "3000 face same over 2000",
      ])
  }

  @Test func aFaceBeginsAnewFromThatOfTheHandler() throws {
    let handler = "face sad; wait 500ms"
    #expect(
      try calls("face happy over 4s", at: 1000, by: handler) == [
        "0 face happy over 4000", "1000 face hold", "1000 face sad", "1500 face happy over 3000",
      ])
    #expect(
      try calls("face next over 4s", at: 1000, by: handler) == [
        "0 face next over 4000", "1000 face hold", "1000 face sad", "1500 face next over 3000",
      ])
  }

  @Test func aFaceThatChangesByItselfAndEyesThatFollowAreNotHeld() throws {
    var playing = try Playing(
      "on tap pausing { wait 500ms }\nface random every 1s\neyes follow person\nwait 2s")
    try playing.happen(tap, at: 1000)
    #expect(playing.phoneCalls.count == 2 && playing.end() == 2500)
  }

  // MARK: - While the show slows down

  private let moving = """
    on tap pausing { tilt by 5deg down over 1s }
    together {
    pan to 60deg right over 4s

    """

  /// It pauses with script time, half-way through the slowing down, and resumes with script time.
  @Test(arguments: [4000, 4001, 6000] as [Int32])
  func itKeepsTheTimeOfTheShow(length: Int32) throws {
    var playing = try Playing(moving + "{ camera zoom 3x over \(length)ms; log \"over\" }\n}")
    try playing.happen(tap, at: 1800)
    let warps = playing.steps(.warp)
    let (slow, outset) = (try #require(warps.first), try #require(warps.last))
    let stop = 1800 + slow.end / 2
    let end = length - 4000 + 1800 + outset.end
    let rest = end - 1800 - outset.start
    #expect(slow.end > 0 && stop < length)
    #expect(
      playing.phoneCalls == [
        "0 camera zoom 3000 over \(length)", "\(stop) camera zoom hold",
        "\(1800 + outset.start) camera zoom 3000 over \(rest)",
      ])
    #expect(playing.whole().findings().isEmpty)
    // It has longer for the rest, as the show's time sets out from a standstill.
    #expect(rest > length - stop && playing.end() == max(end, 1800 + outset.end))
    #expect(playing.logs.map(\.time) == [end])
  }

  @Test func whatEndsBeforeTheShowStandsIsNotHeld() throws {
    var playing = try Playing(moving + "camera zoom 3x over 1810ms\n}")
    try playing.happen(tap, at: 1800)
    #expect(playing.steps(.warp)[0].end > 20)
    #expect(playing.phoneCalls == ["0 camera zoom 3000 over 1810"])
  }

  @Test func aRaceThatIsOverAsTheShowGoesOnLetsGo() throws {
    var playing = try Playing(
      moving + "race { face happy over 9s; camera zoom 3x over 9s; wait 1810ms }\n}")
    try playing.happen(tap, at: 1800)
    let outset = try #require(playing.steps(.warp).last).start
    let calls = playing.cue.schedule.phoneSteps
    #expect(calls.suffix(3).map(\.start) == [outset, outset, outset])
    #expect(calls.suffix(3).map(\.length) == [0, 0, 0])
    let words = playing.phoneCalls.suffix(3).map { $0.split(separator: " ").dropFirst() }
    #expect(words.map { $0[2] } == ["happy", "zoom", "zoom"] && words[2].last == "hold")
    #expect(playing.whole().findings().isEmpty)
  }

  // MARK: - Handlers

  @Test func aPauseInAPauseHoldsTheZoomOfTheHandler() throws {
    var playing = try Playing(
      "on tap pausing { camera zoom by 2x over 2s }\non flip pausing { wait 1s }\n"
        + "camera zoom 3x over 4s")
    try playing.happen(tap, at: 1000)
    try playing.happen(flip, at: 2000)
    #expect(
      playing.phoneCalls == [
        "0 camera zoom 3000 over 4000", "1000 camera zoom hold",
        "1000 camera zoom by 2000 over 2000", "2000 camera zoom hold",
        "3000 camera zoom by 1000 over 1000", "4000 camera zoom 3000 over 3000",
      ])
    #expect(playing.end() == 7000)
  }

  @Test func theShowStandsBeforeThePauseThatHoldsItIsHeld() throws {
    var playing = try Playing(
      "on tap pausing { tilt by 5deg down over 1s }\n"
        + "on flip pausing { tilt by 1deg down over 1s }\n"
        + "together { pan to 90deg right over 5s; camera zoom 3x over 6s }")
    try playing.happen(tap, at: 1500)
    try playing.happen(flip, at: 1510)
    let calls = playing.phoneCalls
    let rest = try #require(playing.cue.schedule.phoneSteps.last).length
    #expect(calls.count == 3 && calls[1].hasSuffix("hold"))
    let stop = try #require(calls[1].split(separator: " ").first.flatMap { Int32($0) })
    #expect((1511..<1600).contains(stop))
    // Nothing has become of it while both handlers were carried out.
    #expect((6000 - stop..<6000 - stop + 200).contains(rest))
  }

  @Test func oneThatRunsAlongsideGoesOn() throws {
    var playing = try Playing(
      "on flip { camera zoom by 2x over 3s }\non tap pausing { wait 500ms }\n"
        + "camera zoom 3x over 4s")
    try playing.happen(flip, at: 500)
    try playing.happen(tap, at: 1000)
    #expect(
      playing.phoneCalls == ["0 camera zoom 3000 over 4000", "500 camera zoom by 2000 over 3000"])
    #expect(playing.end() == 4500)
  }

  @Test func aQueuedHandlerHoldsWhatBeganAfterItWasCalledFor() throws {
    var playing = try Playing(
      "on tap queued { pan by 5deg left over 1s }\ntogether {\npan to 30deg right over 2s\n"
        + "{ wait 1s; camera zoom by 4x over 4s }\n{ wait 1999.7ms; face happy over 3s }\n}")
    try playing.happen(tap, at: 700)
    let back = try #require(playing.steps(.move).last).end + 700
    #expect(
      playing.phoneCalls == [
        "1000 camera zoom by 4000 over 4000", "2000 camera zoom hold",
        // The face had not begun to change.
        "\(back) face happy over 3000", "\(back) camera zoom by 3000 over 3000",
      ])
    #expect(playing.cue.schedule.phoneSteps.map(\.length) == [1000, 0, 3000, 3000])
    #expect(playing.end() == back + 3000)
  }

  @Test func aShowThatIsReplacedWhileItStandsKeepsItsZoomAndComesToItsMood() throws {
    var playing = try Playing(
      "on tap pausing { wait 2s }\non flip replacing { log \"x\" }\n"
        + "together { face next over 4s; camera zoom 3x over 4s }")
    try playing.happen(tap, at: 1000)
    try playing.happen(flip, at: 2000)
    #expect(
      playing.phoneCalls == [
        "0 face next over 4000", "0 camera zoom 3000 over 4000", "1000 face hold",
        "1000 camera zoom hold", "2000 face same over 3000",
      ])
    #expect(playing.end() == 2000)
  }

  @Test func aFaceOfTheHandlerStaysIfTheShowIsReplaced() throws {
    var playing = try Playing(
      "on tap pausing { face sad; wait 2s }\non flip replacing { log \"x\" }\nface happy over 4s")
    try playing.happen(tap, at: 1000)
    try playing.happen(flip, at: 2000)
    #expect(
      playing.phoneCalls == ["0 face happy over 4000", "1000 face hold", "1000 face sad"])
  }

  // MARK: - Cues

  @Test func aPauseOverSeveralCuesHoldsWhatBeganInAnother() throws {
    var playing = try Playing(
      "on tap pausing { wait for button 2; wait 500ms }\n"
        + "together { camera zoom by 4x over 4s; { wait for button 1; face next over 4s } }")
    func press(_ button: Double) -> WorldEvent { WorldEvent(.button, .pressed, number: button) }
    try playing.happen(press(1), at: 500)
    try playing.happen(tap, at: 1000)
    try playing.happen(press(1), at: 2000)
    try playing.happen(press(2), at: 3000)
    #expect(
      playing.phoneCalls == [
        "0 camera zoom by 4000 over 4000", "500 face next over 4000", "1000 face hold",
        "1000 camera zoom hold", "3500 face same over 3500",
        "3500 camera zoom by 3000 over 3000",
      ])
    #expect(playing.end() == 7000)
  }

  @Test func whatGoesOnGivesWay() throws {
    var playing = try Playing(
      "on tap pausing { wait 500ms }\n"
        + "together { camera zoom 3x over 9s; { wait for flip; wait 2s; camera zoom 1x } }")
    try playing.happen(flip, at: 500)
    try playing.happen(tap, at: 1000)
    #expect(playing.phoneCalls.last == "3000 camera zoom 1000")
    #expect(playing.end() == 9500)
  }
}
