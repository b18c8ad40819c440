// Tests, schedule files, and playing on a dock.
//
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The page of a code is its documentation.

extension DiagnosticCode {
  /// The codes of this family.
  static let running: [DiagnosticCode] = [
    .overdueDecision, .expectationFailed, .expectOutsideTest, .malformedSchedule, .scheduleVersion,
    .unsafeSchedule, .unplayableSheet, .incompleteSheet, .accessoryError, .stopNotConfirmed,
    .trackingNotRestored, .lateShow,
  ]

  public static let expectationFailed = DiagnosticCode(
    901, "expectation not met",
    """
    The test ran, and what it expected was not so; the message gives both values. Either the \
    choreography has changed, and the test has done its work, or the expectation was wrong. \
    Correct the one that is mistaken.
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
    Expectations are about a run under test, with its own clock and its own pose, so they stand \
    in a 'test' block. A script that plays a show expects nothing. Put the expectation, and what \
    leads up to it, into 'test "name" { … }'.
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

  public static let malformedSchedule = DiagnosticCode(
    1001, "malformed schedule file",
    """
    The file is not a schedule as 'dock compile' writes it: a line cannot be read, a number is \
    out of place, or the end is missing. It may have been edited by hand or cut short on its way. \
    Compile the script again rather than mending the file.
    """)

  public static let scheduleVersion = DiagnosticCode(
    1002, "schedule of another version",
    """
    The schedule was written by a version of the tool whose files this one does not read. A \
    schedule is a product, and its script is the source: compile the script again with this \
    version.
    """)

  public static let unsafeSchedule = DiagnosticCode(
    1003, "schedule that is not safe to play",
    """
    The schedule is well formed, but it asks for a motion beyond the limits of the dock, or it \
    would leave an axis turning. A schedule file is checked like a script before anything moves, \
    because anybody can edit it. Compile it again for the dock it is to be played on.
    """)

  public static let unplayableSheet = DiagnosticCode(
    1004, "cue sheet that cannot be played",
    """
    A cue sheet has a finite number of cues. It is played where each cue is the same whenever its \
    event comes. A handler ('on ...') depends on what is under way when it is called, and what a \
    line with 'like' leads to depends on when the event comes, on what it brings, on chance, or on \
    what went before. Such a sheet is for reading and reviewing. Run its script instead.
    """)

  public static let incompleteSheet = DiagnosticCode(
    1005, as: .warning, "cue sheet that lacks cues",
    """
    The script has more cues than a sheet may have, or than the budget allowed for, and 'a cue not \
    shown' stands where one is left out. The sheet can be played. A run that comes to such a place \
    ends there: the motors are stopped and given back. Run the script instead, or compile it with \
    a larger budget.
    """)

  public static let accessoryError = DiagnosticCode(
    1101, "the dock reported an error",
    """
    The dock refused a command or reported a fault while the show was running; the message \
    repeats what it said. The show was ended, the axes were brought to rest and tracking was put \
    back to what it was. See that the phone sits well, that nothing blocks the motors and that \
    the battery is charged, then run again.
    """)

  public static let stopNotConfirmed = DiagnosticCode(
    1102, "the stop was not confirmed",
    """
    The dock was told to stop, but its motion reports did not show it at rest within two seconds. \
    It may still be turning. Lift the phone off or switch the dock off before going near it, and \
    start again from a known pose.
    """)

  public static let trackingNotRestored = DiagnosticCode(
    1103, "tracking was not put back",
    """
    A show takes the motors from system tracking and gives them back at its end, but this time \
    the dock did not confirm it. The dock may now follow people when it should not, or the other \
    way round. Use its tracking button, or dock the phone again, to set it right.
    """)

  public static let overdueDecision = DiagnosticCode(
    610, "a decision that takes too long",
    """
    In a live run the script was told of an event, and half a second later it was not known what \
    comes of it. The motors do what they were told last until then, so they have been stopped and \
    given back. The machine may have been busy; otherwise the script computes too much between \
    two events. Compute before the first wait and keep the result with 'let', or compute less.
    """)

  public static let lateShow = DiagnosticCode(
    1104, "later than the script allows",
    """
    The dock, or the machine, was slower than planned, and the script says with 'when late stop' \
    that it would rather end than go on as late as that. The motors have been stopped and given \
    back. Delays count together, from the beginning or since the script last waited for nothing \
    but an event; what may be seen of one is in the lines 'later by' of the run. Allow more with \
    'by', or leave the rule out to let the show be put off.
    """)
}
