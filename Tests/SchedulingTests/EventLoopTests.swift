import Diagnosis
import Language
import Motion
import Schedules
import Testing
import Vocabulary

/// A wait for an event lets time pass, so a loop may consist of it.
@Suite struct EventLoopTests {
  @Test(arguments: [
    "repeat forever { wait for tap; log \"x\" }",
    "repeat forever { wait for { tap { log \"x\" }; timeout 2s { wait 1s } } }",
    "repeat forever { race { wait for tap; wait for flip }; log \"x\" }",
    "repeat forever { race { { wait for tap; log \"x\" }; wait 1s } }",
    "repeat forever { together { wait for tap; wait for tap }; log \"x\" }",
    "repeat while pi > 3 { repeat 2 { wait for tap }; log \"x\" }",
    "repeat forever { wait for { zoom by f { if f > 0 { face next } } } }",
    "race { repeat forever { wait for tap; log \"x\" }; wait 1min }",
  ])
  func aLoopMayWait(script: String) {
    #expect(Compiling(script).codes == [])
  }

  @Test(arguments: [
    "repeat forever { wait for tap for at most 0s; face next }",
    "repeat forever { wait for { tap { log \"x\" }; timeout 0s } }",
    "repeat forever { race { wait for tap; wait 0s }; log \"x\" }",
    "repeat forever { race { wait for tap; eyes center } }",
    "repeat forever { race { wait for tap; wait for flip for at most 0s } }",
    "repeat forever { wait for tap for at most 1s; repeat forever { face next } }",
    "repeat while pi > 3 { if pi > 4 { wait for tap } }",
    "together { repeat forever { face next }; wait for tap }",
    // Where nobody is there, no time has passed before the second decision.
    "repeat forever { if person { wait 1s }; if docked { face next } else { wait 1s } }",
  ])
  func aLoopMayNotPassWithoutTime(script: String) {
    #expect(Compiling(script).codes == [.endlessLoop], "\(script)")
  }

  /// Events of one millisecond are turns of their own.
  @Test func eachEventIsATurn() throws {
    var playing = try Playing("repeat forever { wait for tap; log \"x\" }")
    for time: Int32 in [0, 500, 500, 500, 800] {
      try playing.happen(WorldEvent(.tap), at: time)
    }
    _ = playing.end()
    #expect(playing.logs.map(\.time) == [0, 500, 500, 500, 800])
  }
}
