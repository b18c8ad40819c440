// Handlers.
//
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The page of a code is its documentation.

extension DiagnosticCode {
  /// The codes of this family.
  static let handlers: [DiagnosticCode] = [
    .handlerWithoutPolicy, .movingSafetyHandler, .liveValue, .repeatedEvent,
    .readingAsValue, .misplacedGoTo,
    .lateHandler, .waitThatIsLeft,
  ]

  public static let handlerWithoutPolicy = DiagnosticCode(
    218, "handler without a policy",
    """
    A handler may be called at any time, also while the script moves the axes that the handler \
    moves. So it needs a policy: 'pausing' pauses the show, does the block, goes back and resumes; \
    'replacing' ends the show; 'queued' waits until its axes rest; 'ignoring' does nothing while \
    they are in use. A handler that moves nothing, or only axes that nothing else uses, needs no \
    policy.
    """,
    wrong: """
      on button 1 { animate kapow }
      pan to 60deg right over 8s
      """,
    right: """
      on button 1 pausing { animate kapow }
      pan to 60deg right over 8s
      """)

  public static let movingSafetyHandler = DiagnosticCode(
    219, "motion after an undock or an error",
    """
    When the phone leaves the dock, and when the dock reports an error, all motion ends at once, \
    and no script can delay that. A handler for these events can log, or change the face, but it \
    cannot move the motors.
    """,
    wrong: """
      on undock { move to home }
      wait 5s
      """,
    right: """
      on undock { log "lifted off the dock" }
      wait 5s
      """)

  public static let misplacedGoTo = DiagnosticCode(
    235, "'go to', or a statement that is never done",
    """
    'go to' leaves all of the mode for another one, and 'go to end' ends the script, so nothing \
    behind it in its block is done. It stands in a mode or in a handler; a gesture does not know \
    which mode has called it. Modes stand at the end of the script: what stands above them is done \
    first, then the first mode begins, and nothing below them is ever done. Nor is a mode to which \
    no 'go to' leads, or what stands behind a loop without end: only a race, 'go to' or a \
    'replacing' handler ends it.
    """,
    wrong: """
      mode idle { on tap { go to greet } }
      mode greet { animate yes; go to idle; face normal }
      """,
    right: """
      mode idle { on tap { go to greet } }
      mode greet { animate yes; face normal; go to idle }
      """)

  public static let readingAsValue = DiagnosticCode(
    234, "value that is known only in the show",
    """
    'person', 'object', 'battery', 'charging', 'docked', 'tracking' and 'recording' are read in \
    the show, and so are counts, angles such as 'person.pan', and 'person.looking': a script that \
    is compiled today does not know them. They stand in the condition of 'if', 'repeat while', \
    'wait until' or 'when', alone or in a comparison, and alone in 'log'. They cannot be \
    calculated with, named with 'let', or given to a gesture.
    """,
    wrong: """
      count taps
      on tap { add 1 to taps }
      wait 2s
      repeat taps { animate yes }
      """,
    right: """
      count taps
      on tap { add 1 to taps }
      wait 2s
      repeat while taps > 0 { add -1 to taps; animate yes }
      """)

  public static let liveValue = DiagnosticCode(
    230, "event used as a value",
    """
    An event is over as soon as it has happened, so it is not a value for a condition: 'on' \
    handles it whenever it happens, and 'wait for' waits for it, with a way on for the case that \
    it does not come. A condition may read what lasts: 'person', 'object', 'battery', 'charging', \
    'docked', 'tracking', 'recording', and counts.
    """,
    wrong: """
      if tap { animate yes }
      """,
    right: """
      wait for {
          tap { animate yes }
          timeout 10s { animate no }
      }
      """)

  public static let repeatedEvent = DiagnosticCode(
    231, as: .warning, "event that the dock repeats",
    """
    Some docks repeat an event although nothing has happened: the 'flow2pro' sends 'dock' again \
    whenever one of its buttons is pressed, also if the phone was in it all the time, and \
    'shutter' twice at each press. The handler is called each time. Write a block that may run \
    again, and limit its calls with 'at most every'.
    """,
    wrong: """
      on dock queued { animate wakeup }
      pan to 30deg right over 4s
      """,
    right: """
      on dock at most every 10s queued { animate wakeup }
      pan to 30deg right over 4s
      """,
    model: "flow2pro")

  public static let lateHandler = DiagnosticCode(
    232, as: .warning, "handler that nothing follows",
    """
    A handler is active from its line to the end of the script. If nothing follows it, the script \
    ends there, and the handler is never called. Put it above the statements during which it \
    should run, or add statements after it: 'wait 10s' takes some time, and a mode waits for the \
    handlers in it, as in 'mode ready { on tap { face next } }'.
    """,
    wrong: """
      pan to 30deg right over 4s
      on button 1 pausing { animate yes }
      """,
    right: """
      on button 1 pausing { animate yes }
      pan to 30deg right over 4s
      """)

  public static let waitThatIsLeft = DiagnosticCode(
    247, as: .warning, "wait for an event that leaves the mode",
    """
    A handler above the modes is called in every mode, also while the mode waits for the same \
    event. If the handler goes to a mode, that comes first, so what follows the wait is never \
    done. A handler in the mode takes the place of the one above: let it do what should follow, or \
    wait for another event.
    """,
    wrong: """
      on button 1 { go to rest }
      mode play { face happy; wait for person; face joy }
      mode rest { face sleepy; wait for button 1; go to play }
      """,
    right: """
      on button 1 { go to rest }
      mode play { face happy; wait for person; face joy }
      mode rest { on button 1 { go to play }; face sleepy }
      """)
}
