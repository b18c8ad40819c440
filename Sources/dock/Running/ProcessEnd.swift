import Playback
import Quantities

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The end of a process after the motors have been given back.
enum ProcessEnd {
  /// By the signal of this number, as its sender expects.
  case signal(Int32)
  /// With an exit code.
  case status(ExitStatus)

  /// How long the last output may take after a signal, in milliseconds.
  static let patienceAfterSignal = 500
  /// How long the last output may take after a run that went wrong, in milliseconds.
  static let patienceAfterFailure = 2000

  /// Ends the process now, without waiting for anything.
  func happen() {
    switch self {
    case .signal(let number):
      SignalNotes.act(on: number)
    case .status(let status):
      _exit(status.rawValue)
    }
  }

  /// Ends the process in `milliseconds`, unless it has ended by then; output that blocks does not
  /// prevent it.
  func happen(within milliseconds: Int) {
    let isStarted = startThread {
      var left = timespec(Nanoseconds(Milliseconds(milliseconds).nanoseconds))
      var rest = timespec()
      while nanosleep(&left, &rest) != 0, errno == EINTR { left = rest }
      happen()
    }
    // Without a thread, nothing could end it later.
    if !isStarted { happen() }
  }
}
