import DockKit
import Motion
import Schedules

/// Carries out `cue`, and whatever comes after it, on `accessory` and tells how it went.
///
/// Events of the world come out of the clock, as `Sign`s, and lead from cue to cue.
/// Commands are given at absolute times of `clock`, so nothing drifts. The motors are given back
/// and system tracking is what it was before, whatever happens: at the end, when the dock refuses a
/// call, when the phone leaves the dock, when the clock throws an `Interruption`, and when the task
/// is cancelled.
///
/// - Parameters:
///   - cue: what to carry out.
///   - accessory: the dock; simulated or not, nobody can tell.
///   - manager: the manager the dock belongs to.
///   - clock: the clock the show is paced by.
///   - count: how many cues may follow each other without an event; then it ends as if it were
///     cancelled.
///   - tolerance: how far a motor may be from the plan at any time, in millidegrees.
///   - journal: where it is written down what must be restored if this process is ended by force.
///   - phone: the phone on the dock, whose face, eyes and camera take part; nil if none do.
///   - report: told what happens as it happens, on the caller's executor.
public nonisolated(nonsending) func play<C: Clock>(
  _ cue: Cue, on accessory: DockAccessory, manager: DockAccessoryManager, clock: C,
  atMost count: Int = .max, within tolerance: Int32 = CommandList.defaultTolerance,
  journal: (any Journal)? = nil, phone: (any Phone)? = nil,
  reporting report: @escaping (PlaybackEvent) -> Void = { _ in }
) async -> Outcome where C.Duration == Duration {
  var performance = Performance(
    of: cue, on: accessory, manager: manager, clock: clock, atMost: count,
    within: tolerance, journal: journal, phone: phone, reporting: report)
  while await performance.advance() {}
  return await performance.end()
}
