import Diagnosis
import DockKit
import Hardware
import Language
import Playback
import Printing
import Schedules

extension Outcome {
  /// The diagnostics of an outcome: refused calls, and missing confirmations.
  ///
  /// - Parameters:
  ///   - place: the place to show where the step that failed has none.
  public func diagnostics(at place: SourceSpan?) -> [Diagnostic] {
    var found: [Diagnostic] = []
    if case .failed(let failure) = ending { found.append(failure.diagnostic(at: place)) }
    if !isStopConfirmed {
      found.append(
        Diagnostic(
          .stopNotConfirmed, "the dock has not confirmed that it stands still", at: place))
    }
    if !isTrackingRestored {
      found.append(
        Diagnostic(
          .trackingNotRestored,
          "system tracking was \(trackingBefore ? "on" : "off") and is not any more", at: place))
    }
    return found
  }
}

extension Outcome.Failure {
  fileprivate func diagnostic(at place: SourceSpan?) -> Diagnostic {
    let motion = Diagnostic.Motion(
      time: Int(time), axis: nil, value: nil, limit: nil, unit: "ms")
    if let cause {
      var found = cause.diagnostic ?? Diagnostic(.accessoryError, cause.message, at: place)
      // Its own time is counted from the beginning of a cue, of which nobody knows when it was.
      found.motion?.time = Int(time)
      found.motion?.isInCue = false
      found.notes.append("the script could not go on, and the show was ended")
      return found
    }
    if isLate {
      return Diagnostic(
        .lateShow, message, at: step?.place ?? place,
        notes: ["'when late by' a longer time, or no such rule, lets it go on"], motion: motion)
    }
    if isJournal {
      return Diagnostic(
        .accessoryError, summary, at: step?.place ?? place,
        notes: ["the journal says how to give the motors back if the tool is ended"],
        motion: motion)
    }
    let words =
      error != .notConnected
      ? "the dock refused a call: \(message)"
      : isAfterRest
        ? "the dock left after its motors had rested for "
          + "\(decimal(thousandths: Quirk.idleTime))s"
        : "the phone left the dock, and the show needs its motors"
    var notes = departure.map {
      [
        "it left at \(decimal(thousandths: Int($0)))s, and nothing before this statement needs the "
          + "motors"
      ]
    }
    if isAfterRest {
      notes = ["turn an axis before that time is over, or give the motors back with 'tracking on'"]
    }
    return Diagnostic(
      .accessoryError, words, at: step?.place ?? place, notes: notes ?? [], motion: motion)
  }
}

extension Step {
  /// Where in the source its statement begins; nil if it has none.
  fileprivate var place: SourceSpan? {
    origin == Step.none ? nil : SourceSpan(origin, origin + 1)
  }
}
