import Language
import Quantities
import Schedules
import Vocabulary

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
    /// The show is pausing.
    case holding
    /// Its block is being carried out.
    case running
    /// Its block is over, and the dock goes back to where the show stands.
    case returning
    /// What turned when the show was held gains speed again.
    case resuming

    /// True if its block has begun, and the show has not carried on.
    var isUnderWay: Bool { self == .running || self == .returning || self == .resuming }
  }

  /// Its declaration.
  let handler: CheckedProgram.Handler
  let event: AwaitedEvent
  let policy: HandlerPolicy
  /// The number of the mode that it belongs to; nil if it holds in all.
  var mode: Int? { handler.mode }
  /// False while another mode than its own is in progress, and after the only call of one that is
  /// called once.
  var isActive = true
  /// The line of its declaration, as in `Step.line`.
  let line: UInt32
  /// The policy for late steps there.
  let late: ScriptTask.Lateness
  /// What has to hold when the event comes, of what is read in the show; nil if nothing has to.
  let condition: Condition?
  /// The least time from one occurrence to the next, in nanoseconds.
  let period: Nanoseconds
  /// From when on it may be called for, in nanoseconds.
  var opening: Instant
  /// True if it is called at most once.
  var isOnce: Bool { handler.statement.isOnce }
  /// The index of what is waited for.
  var window = 0
  var phase = Phase.idle
  /// The slot of its task; -1 while it is idle.
  var slot = -1
  /// When it began, in milliseconds.
  var start: Int32 = 0
  /// True if the dock has gone first to where its block fits.
  var hasMadeRoom = false
  /// The number of the event that called it last, counted from 1.
  var occasion = 0
}

/// A call of a handler that has not begun.
struct WaitingCall {
  /// The number of the handler.
  let handler: Int
  /// The value of the event; of several events, the last.
  var value: Double
  /// The number of the event, counted from 1.
  let occasion: Int
  /// The handlers that have to be over before it begins: itself, and if it does not run alongside,
  /// those that the same event called and that do not either.
  let group: [Int]
}

extension CheckedProgram {
  /// The names of where handlers go, by the nodes of the handlers.
  var destinationsOfHandlers: [UInt32: String] {
    var names: [UInt32: String] = [:]
    for handler in handlers {
      guard let destination = handler.destination else { continue }
      names[handler.statement.id.index] = name(of: destination)
    }
    return names
  }

  private func name(of destination: Destination) -> String {
    switch destination {
    case .mode(let number): modes[number].name
    case .end: Destination.nameOfEnd
    }
  }
}
