import DockKit
import Motion
import Scheduling

/// Carries out `schedule` on `accessory` and tells how it went.
///
/// Commands are given at absolute times of `clock`, so nothing drifts. The motors are given back
/// and system tracking is what it was before, whatever happens: at the end, when the dock refuses a
/// call, and when the task is cancelled.
///
/// - Parameters:
///   - schedule: what to carry out.
///   - accessory: the dock; simulated or not, nobody can tell.
///   - manager: the manager the dock belongs to.
///   - clock: the clock the show is paced by.
///   - tolerance: how far a motor may be from the plan at any time, in millidegrees.
///   - report: told what happens as it happens, on the caller's executor.
public nonisolated(nonsending) func play<C: Clock>(
  _ schedule: Schedule, on accessory: DockAccessory, manager: DockAccessoryManager, clock: C,
  within tolerance: Int32 = CommandList.defaultTolerance,
  reporting report: @escaping (PlaybackEvent) -> Void = { _ in }
) async -> Outcome where C.Duration == Duration {
  let passage = Passage(schedule, within: tolerance)
  let pace = Pace(clock)
  let authority = Authority(on: accessory, of: manager, pace: pace)
  var performance = Performance(
    of: passage, on: accessory, authority: authority, pace: pace, report: report)
  let ending = await performance.run()
  performance.note(await authority.end())
  return performance.outcome(ending)
}
