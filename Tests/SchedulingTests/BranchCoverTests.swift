import Diagnosis
import Schedules
import Testing

/// Branches that wait beside each other come together in more ways than a sheet has cues; each of
/// them is checked on its own then.
@Suite struct BranchCoverTests {
  /// Four branches with 14 to 7 places each, and what they end with: together they have more than
  /// 5,000 ways to stand.
  private func script(
    pan: String = "", tilt: String = "", face: String = "", log: String = "", after: String = ""
  ) -> String {
    """
    together {
        {
            repeat 3 {
                wait for tap
                pan to 20deg right over 1s
                wait for tap
                pan to home over 1s
            }
            \(pan)
        }
        {
            for depth in 4deg, 6deg, 8deg {
                wait for button 1
                tilt to depth down over 500ms
                wait for button 1
                tilt to home over 500ms
            }
            \(tilt)
        }
        {
            for i in 1 .. 8 { wait for button 3; face happy; face sad }
            \(face)
        }
        {
            for i in 1 .. 8 { wait for button 2; log "{i}" }
            \(log)
        }
    }
    \(after)
    """
  }

  /// The script as it is checked.
  private func check(_ text: String) -> Compiling { Compiling(text, marksExits: false) }

  @Test("what is well in each branch is well")
  func well() throws {
    let found = check(script())
    #expect(found.codes == [], "\(found.rendered)")
    #expect(found.sheet?.entries.count == CueSheet.limit)
  }

  @Test("a sheet that is printed says that it shows only the first cues")
  func printed() {
    let found = Compiling(
      """
      together {
          for i in 1 .. 40 { wait for button 1 }
          for i in 1 .. 40 { wait for button 2 }
      }
      """)
    #expect(found.codes == [.incompleteSheet], "\(found.rendered)")
  }

  @Test("a mistake at the end of a branch is found")
  func mistake() {
    #expect(check(script(pan: "pan to 20deg right over 50ms")).errors.count == 1)
  }

  @Test("what stands behind branches is checked where they have ended")
  func joined() {
    let found = check(
      """
      together {
          for i in 1 .. 40 { wait for button 1 }
          for i in 1 .. 40 { wait for button 2 }
      }
      tilt by 200deg down over 9s
      """)
    #expect(found.errors.count == 1, "\(found.rendered)")
  }

  @Test("a branch that leads out of the range with each turn is found")
  func drift() {
    let found = check(script(tilt: "repeat forever { tilt by 5deg down over 1s }"))
    #expect(found.codes.contains(.positionLimit), "\(found.rendered)")
  }

  @Test("modes behind such branches are tried out, too")
  func modes() {
    let modes = "mode one {\n\(script(after: "go to two"))\n}\nmode two { tilt to 80deg down }\n"
    #expect(check(modes).errors.map(\.code) == [.positionLimit])
  }

  @Test("a handler that only a late place has is tried out, too")
  func handlers() {
    let late = "on shutter pausing { tilt to 80deg down }\nwait for tap"
    let found = check(script(after: late))
    #expect(found.errors.map(\.code) == [.positionLimit], "\(found.rendered)")
  }
}
