import Schedules

/// Carries out `cue`, and the cues after it, with `driver`, and returns the outcome.
///
/// Events lead from cue to cue. Commands are given at absolute times, so nothing drifts. The motors
/// are always given back and system tracking is restored: at the end, when the dock refuses a call
/// or does not answer it, when the phone leaves the dock, and when somebody ends the show.
///
/// - Parameters:
///   - cue: what to carry out.
///   - driver: what carries it out; the dock is simulated or not, nobody can tell.
///   - count: how many cues may follow each other without an event; then it ends as if it were
///     cancelled.
///   - tolerance: how far a motor may be from the plan at any time, in millidegrees.
package func play(
  _ cue: Cue, by driver: any Driver, atMost count: Int = .max,
  within tolerance: Int32 = CommandList.defaultTolerance
) -> Outcome {
  var performance = Performance(of: cue, by: driver, atMost: count, within: tolerance)
  while performance.advance() {}
  return performance.end()
}
