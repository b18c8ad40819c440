import Quantities

/// A stage that sends its last frame once more while no new one comes.
///
/// The source of a screen has frames only when the picture changes, and a receiver that gets none
/// cannot tell a still screen from a broken line.
package final class FrameRepeater: VideoSink, VideoSource {
  /// The gap of Twilio's sample for ReplayKit, in nanoseconds: 250 ms.
  package static let usualGap = Milliseconds(250).nanoseconds

  package weak var sink: (any VideoSink)?
  /// How long after a frame it is sent again, in nanoseconds.
  package let gap: Int
  private var last: VideoFrame?

  /// Creates a stage that repeats a frame `gap` nanoseconds after it, at least 1.
  package init(to sink: (any VideoSink)? = nil, after gap: Int = FrameRepeater.usualGap) {
    (self.sink, self.gap) = (sink, max(1, gap))
  }

  package var requirements: VideoFormat? { sink?.requirements }

  package func receive(request: VideoFormat?) { sink?.receive(request: request) }

  package func receive(_ frame: VideoFrame) throws {
    try proceed(to: frame.time - 1)
    last = frame
    try sink?.receive(frame)
  }

  /// Lets the time pass up to `time` nanoseconds: sends what is due until then.
  ///
  /// - Throws: what the sink throws.
  package func proceed(to time: Int) throws {
    while var frame = last, frame.time <= time - gap {
      frame.time += gap
      last = frame
      try sink?.receive(frame)
    }
  }
}
