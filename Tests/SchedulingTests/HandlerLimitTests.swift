import Diagnosis
import Language
import Motion
import Schedules
import Testing
import Vocabulary

/// The limits that a script states outside of its blocks hold for its handlers.
@Suite struct HandlerLimitTests {
  private static let handlers = [
    "on tap pausing { pan by 61deg right over 1500ms }",
    "on tap queued { pan to 60deg right over 9s }",
    "gesture far() { pan by 61deg right over 9s }\non tap replacing { far() }",
    "on tap ignoring { repeat 2 { pan by 31deg right over 9s } }",
  ]

  @Test(arguments: handlers, [true, false])
  func theyHoldWhereverTheHandlerStands(handler: String, isAbove: Bool) {
    let limit = "limit pan to 30deg left .. 30deg right at 20deg/s"
    let text = isAbove ? "\(handler)\n\(limit)" : "\(limit)\n\(handler)"
    let codes = Compiling(text + "\nwait 1s\npan to 20deg right over 3s").codes
    #expect(codes.contains(.positionLimit) || codes.contains(.noRoom), "\(text)")
  }

  /// A limit that comes later holds from then on, and is known before anything moves.
  @Test(arguments: handlers)
  func laterOnesHoldFromThenOn(handler: String) {
    let text = "\(handler)\nwait 1s\nlimit pan to 30deg left .. 30deg right\npan to home over 3s"
    let codes = Compiling(text).codes
    #expect(codes.contains(.positionLimit) || codes.contains(.noRoom), "\(text)")
  }

  @Test func theDockIsToldOfThem() throws {
    var playing = try Playing(
      """
      on tap pausing { pan by 9deg right }
      limit pan at 20deg/s
      wait 1s
      if true { limit pan at 10deg/s; pan to 20deg right over 6s }
      """)
    try playing.happen(WorldEvent(.tap), at: 500)
    #expect(try length(ofCalled: playing) > 500)
    let told = playing.steps(.limit).map { playing.cue.schedule.limits[Int($0.extra)].yaw?.speed }
    #expect(told == [20_000, 10_000, 20_000])
    // The limits of a block are none of a handler's.
    try playing.happen(WorldEvent(.tap), at: 5000)
    #expect(try length(ofCalled: playing) < 600)
    #expect(playing.whole().findings().isEmpty)
  }

  /// How long the move of the handler takes, in milliseconds.
  private func length(ofCalled playing: Playing) throws -> Int32 {
    let moves = playing.steps(.move).filter { $0.start >= 0 && $0.to.yaw - $0.from.yaw == 9000 }
    return try #require(moves.first).length
  }
}
