// Tests, schedule files, and playing on a dock.
//
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The page of a code is its documentation.

extension DiagnosticCode {
  /// The codes of this family.
  static let running: [DiagnosticCode] = [
    .overdueDecision, .expectationFailed, .expectOutsideTest, .misplacedPerformance,
    .endlessPerformance, .lateExpectation, .unreachedMark, .doneBeforeMark, .malformedSchedule,
    .scheduleVersion, .unsafeSchedule,
    .unplayableSheet, .incompleteSheet, .noSwiftForm, .otherDock, .accessoryError,
    .stopNotConfirmed,
    .trackingNotRestored, .lateShow,
  ]

  public static let expectationFailed = DiagnosticCode(
    901, "expectation not met",
    """
    The test ran, and the result was not what it expected; the message gives both values. Either \
    the choreography has changed, and the test has shown it, or the expectation was wrong. \
    Correct the one that is wrong. Without 'at', an expectation is checked where it stands: above \
    'perform' nothing of the script has happened.
    """,
    wrong: """
      test "a pause lasts a second" {
          wait 2s
          expect elapsed == 1s
      }
      """,
    right: """
      test "a pause lasts a second" {
          wait 1s
          expect elapsed == 1s
      }
      """)

  public static let expectOutsideTest = DiagnosticCode(
    902, "'expect' outside a test",
    """
    Expectations are about a run under test, with its own clock and its own pose, so they stand in \
    a 'test' block. A script that plays a show has no expectations. Put the expectation, and the \
    statements that lead to it, into 'test "name" { … }'.
    """,
    wrong: """
      wait 1s
      expect elapsed == 1s
      """,
    right: """
      test "a pause lasts a second" {
          wait 1s
          expect elapsed == 1s
      }
      """)

  public static let misplacedPerformance = DiagnosticCode(
    903, "'perform' outside a test",
    """
    'perform' plays the script of the file from a test: its statements and its handlers, with the \
    scene of the test. It stands directly in a 'test' block, once, and nowhere else. Move it there.
    """,
    wrong: """
      wait 1s
      perform
      """,
    right: """
      wait 1s
      test "the script lasts a second" {
          perform
          expect elapsed == 1s
      }
      """)

  public static let endlessPerformance = DiagnosticCode(
    904, "performance without an end",
    """
    The script has a loop that ends only from outside, or waits for what its scene never brings, \
    and a test has to end. Say after 'for' how long the script is played, or let the scene bring \
    what it waits for; what comes later in it is not tested. The message shows the loop or the wait.
    """,
    wrong: """
      repeat forever { pan by 10deg left over 1s; pan by 10deg right over 1s }
      test "it stays near the middle" {
          perform
          expect always pan within 10deg left .. 10deg right
      }
      """,
    right: """
      repeat forever { pan by 10deg left over 1s; pan by 10deg right over 1s }
      test "it stays near the middle" {
          perform for 30s
          expect always pan within 10deg left .. 10deg right
      }
      """)

  public static let lateExpectation = DiagnosticCode(
    905, "expectation with a time in the wrong place",
    """
    'expect at 3s' is judged at that time of the test, whatever the test does then. So it stands \
    before 'perform', or before the statements of the test, and in no other block: what stands \
    behind them is reached too late. Move it to the beginning of the test.
    """,
    wrong: """
      wait 5s
      test "it stands still" {
          perform
          expect at 3s pose near home within 1deg
      }
      """,
    right: """
      wait 5s
      test "it stands still" {
          expect at 3s pose near home within 1deg
          perform
      }
      """)

  public static let unreachedMark = DiagnosticCode(
    907, "mark that the show does not come to",
    """
    A show that begins at a mark is first followed up to it as if nothing came: a wait ends by its \
    timeout, else by its first event, and no condition that is read in the show holds. On this way \
    it does not come to the mark, because of a loop without an end, or because it leaves for \
    another mode. Put the mark above that, or begin at another one.
    """,
    wrong: """
      repeat forever { animate yes }
      mark "end"
      animate no
      test "the end" {
          perform from "end" for 5s
          expect tracking restored
      }
      """,
    right: """
      race { repeat forever { animate yes }; wait 10s }
      mark "end"
      animate no
      test "the end" {
          perform from "end" for 5s
          expect tracking restored
      }
      """)

  public static let doneBeforeMark = DiagnosticCode(
    908, "something done before a test begins at its mark",
    """
    'perform from' lets a test begin where the script has come to a mark or a mode: the dock and \
    the phone are in that state when its time begins. So nothing that the test itself does stands \
    above it, but a scene, handlers, settings and 'expect'. Put the rest below 'perform'.
    """,
    wrong: """
      wait 1s
      mark "verse"
      animate yes
      test "the verse" {
          pan to 20deg right over 1s
          perform from "verse"
          expect tracking restored
      }
      """,
    right: """
      pan to 20deg right over 1s
      mark "verse"
      animate yes
      test "the verse" {
          perform from "verse"
          expect tracking restored
      }
      """)

  public static let malformedSchedule = DiagnosticCode(
    1001, "malformed schedule file",
    """
    The file is not a schedule as 'dock compile' writes it: a line cannot be read, a number is in \
    the wrong place, or the end is missing. It may have been edited by hand or cut off during a \
    copy. Compile the script again; do not edit the file.
    """)

  public static let scheduleVersion = DiagnosticCode(
    1002, "schedule of another version",
    """
    The schedule was written by a version of the tool whose files this version does not read. A \
    schedule is made from a script: compile the script again with this version.
    """)

  public static let unsafeSchedule = DiagnosticCode(
    1003, "schedule that is not safe to play",
    """
    The schedule is well formed, but it asks for a motion beyond the limits of the dock, or it \
    would leave an axis turning. A schedule file is checked like a script before anything moves, \
    because anybody can edit it. Compile the script again for the dock that will play it.
    """)

  public static let unplayableSheet = DiagnosticCode(
    1004, "cue sheet that cannot be played",
    """
    A cue sheet has a finite number of cues. It can be played only if each cue is the same at \
    whatever time its event comes. A handler ('on ...') depends on what is in progress when it is \
    called, and a line with 'like' depends on when the event comes, on its value, on random \
    numbers, or on what happened before. Such a sheet is for reading and reviewing; run its script \
    instead.
    """)

  public static let incompleteSheet = DiagnosticCode(
    1005, as: .warning, "cue sheet with missing cues",
    """
    The script has more cues than a sheet may have, or than the budget allows, and 'a cue not \
    shown' stands in place of each missing cue. The sheet can be played. A run that comes to such \
    a place ends there: the motors are stopped and given back. Run the script instead, or compile \
    it with a larger budget.
    """)

  public static let noSwiftForm = DiagnosticCode(
    1006, "show that a Swift file cannot hold",
    """
    'dock compile --format swift' writes one fixed sequence of calls. It holds no decisions: \
    a script that waits for events, handles them or never ends must be played by the player \
    ('DockPlayer', see Documentation/OnADock.md), and so must one that follows or selects \
    somebody by what is seen. Leave that out of the script, or compile the parts between the \
    decisions to files of their own. In place of 'follow', 'tracking on' lets the system follow.
    """)

  public static let otherDock = DiagnosticCode(
    1007, "schedule of another dock",
    """
    The schedule was compiled for one dock, and '--profile' names another. Speeds, limits and the \
    way round are chosen for the dock when a script is compiled, so what is right on the one may \
    not be on the other. Compile the script again with the same '--profile'; or leave the option \
    out, to look at the schedule on the dock that it is for.
    """)

  public static let accessoryError = DiagnosticCode(
    1101, "the dock reported an error",
    """
    The dock refused a command or reported a fault while the show was running; the message repeats \
    the dock's words. The show was ended, the axes were stopped and tracking was restored. Check \
    that the phone sits well, that nothing blocks the motors and that the battery is charged, then \
    run again.
    """)

  public static let stopNotConfirmed = DiagnosticCode(
    1102, "the stop was not confirmed",
    """
    The dock was told to stop, but its motion reports did not show it at rest within two seconds. \
    It may still be turning. Lift the phone off or switch the dock off before you go near it, and \
    start again from a known pose.
    """)

  public static let trackingNotRestored = DiagnosticCode(
    1103, "tracking was not restored",
    """
    A show takes the motors from system tracking and gives them back at its end, but this time the \
    dock did not confirm it. The dock may now follow people when it should not, or not follow them \
    when it should. Correct it with the tracking button of the dock, or by docking the phone \
    again.
    """)

  public static let overdueDecision = DiagnosticCode(
    610, "a decision that takes too long",
    """
    In a live run an event came, and half a second later the script had not yet computed what \
    follows it. Until then the motors go on with their last command, so they have been stopped and \
    given back. The machine may have been busy; otherwise the script computes too much between two \
    events. Compute before the first wait and keep the result with 'let', or compute less.
    """)

  public static let lateShow = DiagnosticCode(
    1104, "later than the script allows",
    """
    The dock, or the machine, was slower than planned, and 'when late stop' says that the script \
    ends rather than be so late. The motors have been stopped and given back. All delays count \
    together, from the beginning or since the script last waited only for an event; the lines \
    'later by' of the run show those that can be seen. Allow more with 'by', or remove the rule to \
    let the show be delayed.
    """)
}
