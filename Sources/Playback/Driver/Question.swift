import Schedules

/// Something that may take long to work out; meanwhile the motors go on as they were told.
package struct Question: Sendable {
  private let work: @Sendable () -> Answer
  private let giveUp: @Sendable () -> Void

  /// Asks what `rest` makes of `occurrence`, `time` milliseconds after its cue began.
  init(_ occurrence: Occurrence, at time: Int32, _ rest: any Continuation) {
    work = {
      .consequence(
        Result { () throws(CueFailure) in
          try rest.consequence(of: occurrence, at: time, from: nil)
        })
    }
    giveUp = rest.cancel
  }

  /// Asks for the calls of `cue`, which goes on from `momentum`.
  init(callsOf cue: Cue, continuing momentum: Momentum, within tolerance: Int32) {
    work = { .execution(CueExecution(cue, continuing: momentum, within: tolerance)) }
    giveUp = {}
  }

  /// Works it out.
  package func answer() -> Answer { work() }

  /// Lets `answer`, which nobody waits for any more, end soon.
  package func cancel() { giveUp() }
}

/// What comes next has not been worked out in time.
struct OverdueDecision: Error {}

/// The dock has not answered a call in time.
struct UnansweredCall: Error, CustomStringConvertible {
  var description: String { "the dock does not answer" }
}
