import Schedules

/// A question that may take long to answer; meanwhile the motors continue with their last command.
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

  /// Asks for more commands of the cue at hand, from `shared` if there is one; it has gone on for
  /// `rounds` rounds so far.
  init(continuing lowering: Lowering, _ shared: SharedLowering?, after rounds: Int) {
    work = {
      if let shared { return .lowering(shared.result(of: lowering, after: rounds)) }
      var lowering = lowering
      _ = lowering.goOn()
      return .lowering(lowering)
    }
    giveUp = {}
  }

  /// Works it out.
  package func answer() -> Answer { work() }

  /// Cancels `answer`, which is no longer needed.
  package func cancel() { giveUp() }
}

/// The next cue was not computed in time.
struct OverdueDecision: Error {}

/// The dock has not answered a call in time.
struct UnansweredCall: Error, CustomStringConvertible {
  var description: String { "the dock does not answer" }
}
