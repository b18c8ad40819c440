/// Handlers.
extension Explanation {
  static let handlerWithoutPolicy = Explanation(
    "handler without a policy",
    """
    A handler may be called for at any time, also while the script moves the axes that the handler \
    moves. So it says how it meets that motion: 'pausing' holds the show, goes back and carries \
    on; 'replacing' ends the show; 'queued' waits until its axes stand; 'ignoring' does nothing \
    while they are in use. One that moves nothing, or axes that nothing else uses, needs no such \
    word.
    """,
    wrong: """
      on button 1 { animate kapow }
      pan to 60deg right over 8s
      """,
    right: """
      on button 1 pausing { animate kapow }
      pan to 60deg right over 8s
      """)

  static let movingSafetyHandler = Explanation(
    "motion after an undock or an error",
    """
    When the phone leaves the dock, and when the dock reports an error, all motion ends at once, \
    and no script can hold that up. A handler for these events may log, or change the face, but \
    not move the motors.
    """,
    wrong: """
      on undock { move to home }
      wait 5s
      """,
    right: """
      on undock { log "lifted off the dock" }
      wait 5s
      """)
}
