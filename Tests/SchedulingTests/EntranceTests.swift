import Diagnosis
import Testing

/// What follows where several ways meet is possible from wherever each of them leads, or the
/// compiler says which way is the wrong one.
@Suite struct EntranceTests {
  @Test(arguments: [
    "if person { tilt to home over 1s } else { tilt to 40deg down over 2s }\n",
    "if person { tilt to 40deg down over 2s } else { tilt to home over 1s }\n",
    "if person { wait 1s } else { spin tilt at 20deg/s down; wait 2s; stop tilt over 100ms }\n",
    "if person { tilt to home over 1s } else if docked { tilt to 10deg up over 1s }"
      + " else { tilt to 30deg down over 2s }\n",
  ])
  func eachWayIsLookedAt(ways: String) {
    let found = Compiling(ways + "if charging { log \"x\" }\ntilt by 20deg down over 2s")
    #expect(found.codes == [.positionLimit], "\(ways) \(found.rendered)")
    #expect(found.errors.count == 1, "\(ways)")
  }

  @Test("one way is further than the others behind several meeting places")
  func faraway() {
    let script = """
      if person { tilt by 20deg down over 1s } else { tilt to home over 1s }
      if charging { tilt by 20deg down over 1s } else { wait 1s }
      if recording { log "x" }
      tilt by 10deg down over 1s
      """
    #expect(Compiling(script).codes == [.positionLimit])
    #expect(Compiling(script.replacing("by 10deg down", with: "by 5deg down")).codes == [])
  }

  @Test("the way is told, from where it parts to where it fails")
  func labels() throws {
    let found = Compiling(
      """
      tilt to home
      if person { tilt to home over 1s } else { tilt to 40deg down over 2s }
      if charging { log "x" }
      tilt by 20deg down over 2s
      """)
    let labels = try #require(found.errors.first).labels.map(\.text)
    #expect(labels == ["on the way to it: if charging", "on the way to it: else"])
  }

  @Test(arguments: [
    "if person { tilt to home over 1s } else { tilt to 20deg down over 1s }\n"
      + "if charging { log \"x\" }\ntilt by 20deg down over 2s",
    // The motors are given back, so nobody knows where the dock is, and it makes room first.
    "if person { tilt to home over 1s } else { tilt to 40deg down over 2s }\n"
      + "wait for tap\nif charging { log \"x\" }\ntilt by 20deg down over 2s",
    "repeat forever { if person { tilt to 40deg down over 2s } else { tilt to home over 1s }\n"
      + "if charging { log \"x\" }\ntilt to 20deg down over 2s }",
    "repeat 3 { if person { tilt by 10deg down over 1s; tilt by 10deg up over 1s } }",
  ])
  func whatFitsFromEverywhereIsWell(script: String) {
    #expect(Compiling(script).codes == [], "\(script)")
  }

  @Test("of a way that reads one thing twice nobody knows whether it is ever taken")
  func doubt() {
    let counts = """
      count laps to 3
      if laps == 2 { tilt to home over 1s } else { tilt to 40deg down over 2s }
      if laps == 3 { log "x" }
      tilt by 20deg down over 2s
      add 1 to laps
      """
    #expect(Compiling(counts).codes == [.positionLimit])
    #expect(Compiling(counts).errors.isEmpty)
    // Who is there may change within a second.
    let world = """
      if person { tilt to home over 1s } else { tilt to 40deg down over 2s }
      if person { log "x" }
      tilt by 20deg down over 2s
      """
    #expect(Compiling(world).errors.map(\.code) == [.positionLimit])
  }

  @Test("many ways after each other are looked at once for each end of the range")
  func manyWays() {
    let ways = (1...40).map { _ in
      "if person { tilt to 20deg up over 1s } else { tilt to 20deg down over 1s }\n"
    }
    #expect(Compiling(ways.joined()).codes == [])
    let last = "tilt by 30deg down over 2s"
    #expect(Compiling(ways.joined() + last).errors.map(\.code) == [.positionLimit])
  }
}
