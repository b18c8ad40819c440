import Synchronization

/// A stage in front of a sink that may be slow: the source never waits for it.
///
/// It holds a few frames. Those that do not fit are dropped and counted, so that what arrives is
/// never late by more than the buffer holds. Whoever runs the sink takes the frames out, on any
/// thread.
package final class FrameBuffer: VideoSink, Sendable {
  private struct State {
    var frames: [VideoFrame] = []
    var dropped = 0
    var request: VideoFormat?
  }

  /// How many frames wait at most.
  package let capacity: Int
  private let state = Mutex(State())

  /// Creates a buffer of up to `capacity` frames, at least one.
  package init(capacity: Int = 2) { self.capacity = max(1, capacity) }

  /// How many frames have been dropped.
  package var dropped: Int { state.withLock { $0.dropped } }

  /// The format that the source was last asked for.
  package var request: VideoFormat? { state.withLock { $0.request } }

  package func receive(_ frame: VideoFrame) {
    state.withLock { state in
      if state.frames.count < capacity {
        state.frames.append(frame)
      } else {
        state.dropped += 1
      }
    }
  }

  package func receive(request: VideoFormat?) { state.withLock { $0.request = request } }

  /// The frame that has waited longest; nil if none waits.
  package func take() -> VideoFrame? {
    state.withLock { $0.frames.isEmpty ? nil : $0.frames.removeFirst() }
  }
}
