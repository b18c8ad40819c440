import Diagnosis
import Language
import Rehearsal
import Scheduling
import Testing

/// An expectation that does not hold says what the dock did then.
@Suite struct BreachTests {
  private func notes(_ text: String) -> [[String]] {
    let file = LoadedFile(identity: "show.dock", name: "show.dock", bytes: Array(text.utf8))
    let script = Script(checking: file) { _, _ in .failure(.notFound) }
    let run = script.runTest(0, for: Compilation(), in: nil, keepsVisits: true)
    return run.found.all.filter { $0.severity == .error }.map(\.notes)
  }

  /// What the tracker does is not done by the step before it.
  @Test(arguments: [
    (
      "wait for tap for at most 5s", "while the tracker has the motors, in 'wait for tap' at line 2"
    ),
    (
      "wait for tap for at most 300ms\nwait for button 1 for at most 4s",
      "while the tracker has the motors, in 'wait for button 1' at line 3"
    ),
    ("follow person for 4s", "in 'follow person for 4s' at line 2"),
  ])
  func theTrackerIsNamed(wait: String, words: String) throws {
    let notes = notes(
      """
      pan to 20deg left over 1s
      \(wait)
      move to home over 1s
      test "stays left" {
        scene { person ada at 10deg right }
        perform
        expect always pan within 25deg left .. 5deg right
      }
      """)
    let note = try #require(notes.first?.first)
    #expect(notes.count == 1)
    #expect(note.hasPrefix("first at ") && note.hasSuffix("s, \(words)"), "\(note)")
  }

  /// Once the script has the motors again, it is its own step.
  @Test func theScriptIsNamedBehindTheTracker() throws {
    let notes = notes(
      """
      pan to 20deg left over 1s
      wait for tap for at most 1s
      pan to 20deg right over 1s
      test "stays left" {
        perform
        expect always pan within 25deg left .. 5deg right
      }
      """)
    #expect(notes.count == 1)
    #expect(notes.first?.first?.hasSuffix("s, in 'pan to 20deg right over 1s' at line 3") == true)
  }

  /// An animation moves axes, although its step names none.
  @Test(arguments: ["tilt by 5deg down over 1s\nwait 1s\n", "wait 1s\n"])
  func theAnimationIsNamed(before: String) throws {
    let notes = notes(
      """
      \(before)animate yes
      test "nods little" {
        perform
        expect always tilt within 5deg up .. 6deg down
      }
      """)
    #expect(notes.count == 1)
    #expect(notes.first?.first?.contains("s, in 'animate yes' at line ") == true, "\(notes)")
  }

  /// A test whose script waits for ever may play it for a time, unless it does so already.
  @Test(arguments: [
    ("perform", ["write 'for 10s'"]), ("perform for 5s; wait for tap", []),
    ("perform for 5s\nwait for button 1", []),
  ])
  func aPerformanceMayEnd(body: String, fixes: [String]) {
    let text = "wait for tap\npan to 10deg right\ntest \"it ends\" { \(body) }"
    let file = LoadedFile(identity: "show.dock", name: "show.dock", bytes: Array(text.utf8))
    let script = Script(checking: file) { _, _ in .failure(.notFound) }
    let run = script.runTest(0, for: Compilation(), in: nil, keepsVisits: true)
    let errors = run.found.all.filter { $0.severity == .error }
    #expect(errors.count == 1 && errors[0].fixIts.map(\.title) == fixes, "\(body) \(errors)")
  }
}
