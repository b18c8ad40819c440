import DockKit
import Motion
import Scheduling
import Spatial

/// A motion that the dock carries out by itself.
struct AwaitedMotion {
  /// What was commanded.
  let command: Command
  /// How far it has come.
  var progress: Progress
  /// How often it was commanded again.
  var repeats = 0

  /// When it is planned to end, on the schedule, in milliseconds.
  var end: Int32 { command.time + command.length }
}

extension Performance {
  /// How long a motion may take beyond its plan, in nanoseconds: some docks never say that they are
  /// done.
  private static let patience = 700 * millisecond

  nonisolated(nonsending) mutating func orient(_ command: Command) async throws {
    try await awaitCallRate()
    let progress = try await withMotors {
      try await $0.setOrientation(
        Vector3D(millidegrees: command.vector), duration: .milliseconds(command.length))
    }
    pending = AwaitedMotion(command: command, progress: progress)
    notePeak(of: command)
  }

  nonisolated(nonsending) mutating func animate(_ command: Command) async throws {
    guard let animation = DockAccessory.Animation(index: command.extra) else { return }
    try await awaitCallRate()
    let progress = try await withMotors { try await $0.animate(animation) }
    pending = AwaitedMotion(command: command, progress: progress)
  }

  /// Waits for the end of `motion`: as long as planned, and a little longer if it must be.
  nonisolated(nonsending) mutating func finish(_ motion: AwaitedMotion) async throws {
    time = passage.sourceTime(motion.end)
    let due = due(motion.end)
    if pace.now < due { try await wait(until: due) }
    guard isMoving else { return pending = nil }
    while isMoving {
      guard pace.now < due + Performance.patience else {
        pending = nil
        return stretch(by: pace.now - due, .gaveUp)
      }
      try await pace.sleep(until: pace.now + 10 * millisecond)
      try await keepMotors()
    }
    pending = nil
    stretch(by: pace.now - due, .slowMotion)
  }

  /// True iff the dock still carries out the awaited motion.
  private var isMoving: Bool {
    guard let progress = pending?.progress else { return false }
    return !progress.isFinished && !progress.isCancelled
  }

  /// Makes a motor call; once more, if system tracking went on just before it.
  nonisolated(nonsending) mutating func withMotors<Result>(
    _ call: nonisolated(nonsending) (Authority) async throws -> Result
  ) async throws -> Result {
    try await keepMotors()
    do {
      return try await call(authority)
    } catch {
      guard try await keepMotors() else { throw error }
      return try await call(authority)
    }
  }

  /// Takes the motors back if somebody has switched system tracking on meanwhile; answers whether.
  ///
  /// What that has interrupted is commanded again, in the time that is left for it.
  @discardableResult
  nonisolated(nonsending) mutating func keepMotors() async throws -> Bool {
    guard authority.isHeld, try await authority.reclaim() else { return false }
    tell(.reclaimed)
    guard var motion = pending, motion.progress.isCancelled, motion.repeats < 3,
      motion.command.kind == .orientation
    else { return true }
    try await awaitCallRate()
    let left = max(0, due(motion.end) - pace.now)
    motion.repeats += 1
    motion.progress = try await authority.setOrientation(
      Vector3D(millidegrees: motion.command.vector), duration: .nanoseconds(left))
    pending = motion
    return true
  }

  /// The greatest speeds of the plan behind an orientation call.
  private mutating func notePeak(of command: Command) {
    let index = Int(command.step)
    guard passage.schedule.steps.indices.contains(index) else { return }
    let step = passage.schedule.steps[index]
    for axis in Axis.allCases where step.axes.contains(axis) {
      guard let limits = schedule.limits.first?[axis]?.inDegrees,
        let profile = schedule.profile(of: axis, in: step, from: 0, within: limits)
      else { continue }
      record.peakSpeed[axis] = max(record.peakSpeed[axis], profile.peaks.speed)
    }
  }
}

extension PerAxis<Double> {
  /// Makes each number the greater of itself and the size of that in `other`.
  mutating func formGreatest(_ other: PerAxis<Double>) {
    for axis in Axis.allCases { self[axis] = Swift.max(self[axis], abs(other[axis])) }
  }
}
