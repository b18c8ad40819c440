import Language

/// A handler that the script has come upon, and how it stands with it.
struct CalledHandler {
  /// How far it has come since it was called for.
  enum Phase {
    /// Nobody has called for it.
    case idle
    /// It waits for the show to make way.
    case called
    /// The show slows down, and its own time goes on.
    case slowing
    /// The show makes way.
    case holding
    /// Its block is being carried out.
    case running
    /// Its block is over, and the dock goes back to where the show stands.
    case returning
  }

  /// Its declaration.
  let handler: CheckedProgram.Handler
  let event: AwaitedEvent
  let policy: HandlerPolicy
  /// The line of its declaration, as in `Step.line`.
  let line: UInt32
  /// The limits that hold where it stands, as an index of `Schedule.limits`.
  var limitIndex: UInt32
  /// What is said there of being late.
  let late: Strand.Lateness
  /// The least time from one occurrence to the next, in nanoseconds.
  let period: Int64
  /// From when on it may be called for, in nanoseconds.
  var opening: Int64
  /// The index of what is waited for.
  var window = 0
  var phase = Phase.idle
  /// The slot of its strand; -1 while it is idle.
  var slot = -1
  /// When it began, in milliseconds.
  var start: Int32 = 0
  /// What the event brought that came while it was busy; nil if none did.
  var waiting: Double?
}
