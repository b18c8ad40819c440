import Motion
import Playback
import Schedules
import Synchronization

/// As the asynchronous `rehearse`, for callers that cannot wait; nil if it had to.
///
/// On the virtual clock nothing ever waits, so a task that begins at once is over at once, on the
/// caller's own thread.
@available(macOS 26, iOS 26, *)
public func rehearseNow(
  _ cue: Cue, in scene: Scene? = nil, from pose: PerAxis<Int32>? = nil, isTracking: Bool = true
) -> RunRecord? {
  let result = Result()
  Task.immediate {
    let rehearsal = await rehearse(
      cue, from: pose, isTracking: isTracking, faults: scene?.faults ?? [],
      happenings: scene?.happenings ?? [])
    result.value.withLock { $0 = rehearsal }
  }
  return result.value.withLock { $0 }
}

private final class Result: Sendable {
  let value = Mutex<RunRecord?>(nil)
}
