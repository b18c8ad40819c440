import Diagnosis
import Language
import Rehearsal
import Scheduling
import Testing

/// What a test expects is judged where it stands, also among what happens at one instant.
@Suite struct ExpectationPlaceTests {
  private func messages(_ test: String) -> [String] {
    let text = "count n\ntest \"it\" { \(test) }"
    let file = LoadedFile(identity: "show.dock", name: "show.dock", bytes: Array(text.utf8))
    let script = Script(checking: file) { _, _ in .failure(.notFound) }
    let found = script.runTest(0, for: Compilation())
    return found.all.filter { $0.severity == .error }.map(\.message)
  }

  @Test(arguments: [
    "log \"a\"; expect log \"a\"; log \"b\"; wait 1s",
    "add 1 to n; expect n == 1; add 1 to n; expect n == 2; wait 1s",
    "face happy; expect face happy; face sad; expect face sad; wait 1s",
    "wait 1s; face happy; expect face happy; face sad",
    "camera record { wait 1s; expect recording }; expect not recording; wait 1s",
    "finally { face sad }; face happy; wait 1s; expect face happy",
    "together { { wait 2s; face sad }; { wait 1s; face happy; expect face happy } }",
    "together { { wait 1s; log \"x\" }; pan to 30deg right over 2s }; expect log \"x\"",
    "scene { at 500ms tap }; on tap pausing { wait 1s }; wait 1s; face happy; "
      + "expect face happy; face sad",
    // The motors are given back a part of a millisecond after the time of the script.
    "scene { at 5s tap }; expect at 5s face happy; pan to 10deg right over 1.005s; wait for tap; "
      + "face happy",
  ])
  func whatHoldsThereIsFound(test: String) { #expect(messages(test) == []) }

  @Test(arguments: [
    ("log \"a\"; expect log \"b\"; log \"b\"; wait 1s", "expected 'b', found 'a'"),
    ("expect n == 1; add 1 to n; wait 1s", "expected n == 1, found n 0"),
    ("expect face happy; face happy; wait 1s", "expected face happy, found face normal"),
    (
      "wait 1s; expect recording; camera record { wait 1s }",
      "expected a recording, found no recording"
    ),
  ])
  func whatComesBehindItIsNot(test: String, message: String) {
    #expect(messages(test) == [message])
  }
}
