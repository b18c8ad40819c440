import DockKit
import Motion
import Spatial
import Synchronization

/// What a dock said of its motion.
struct Reading: Sendable {
  /// The pose, in degrees.
  let pose: PerAxis<Double>
  /// True iff nothing moves.
  let isAtRest: Bool
  /// What the dock says is wrong with its motors, if anything.
  let trouble: (any Error)?

  /// A speed below which motors count as standing, in radians a second (as measured with a real
  /// gimbal).
  private static let standing = 2e-4

  init(_ state: DockAccessory.MotionState) {
    let speeds = state.angularVelocities
    pose = state.angularPositions.degrees
    trouble = state.error
    isAtRest =
      abs(speeds.x) < Reading.standing && abs(speeds.y) < Reading.standing
      && abs(speeds.z) < Reading.standing
  }
}

extension DockAccessory {
  /// The first reading at rest, or the last one before `deadline`; nil if the dock says nothing.
  ///
  /// Only of use while system tracking is off: some docks must not be asked while it is on.
  nonisolated(nonsending) func reading(atRestBy deadline: Int, on pace: Pace) async -> Reading? {
    let latest = Latest()
    _ = await bounded(by: .until(deadline, pace)) {
      // What comes from outside may end a wait for a report before its time.
      for _ in 0..<8 {
        guard var states = try? self.motionStates.makeAsyncIterator() else { return }
        while let state = await states.next(isolation: nil) {
          let reading = Reading(state)
          latest.reading = reading
          if reading.isAtRest || pace.now >= deadline { return }
        }
        if pace.now >= deadline { return }
      }
    }
    return latest.reading
  }
}

/// The last reading that came in time.
private final class Latest: Sendable {
  private let stored = Mutex<Reading?>(nil)

  var reading: Reading? {
    get { stored.withLock { $0 } }
    set { stored.withLock { $0 = newValue } }
  }
}
