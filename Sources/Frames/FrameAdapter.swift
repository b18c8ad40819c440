/// A stage between a source and a sink that crops, scales and drops frames as is requested.
package final class FrameAdapter: VideoSink, VideoSource {
  package weak var sink: (any VideoSink)?
  /// How many frames have been dropped to keep the rate, or because nothing was left of them.
  package private(set) var dropped = 0
  private var requested: VideoFormat?
  private var limiter = FrameRateLimiter(rate: nil)

  /// Creates a stage that sends to `sink` what that requires.
  package init(to sink: (any VideoSink)? = nil) {
    self.sink = sink
    receive(request: sink?.requirements)
  }

  package var requirements: VideoFormat? { requested }

  package func receive(request: VideoFormat?) {
    requested = request
    limiter.rate = request?.rate
  }

  package func request(_ format: VideoFormat?) { receive(request: format) }

  package func receive(_ frame: VideoFrame) throws {
    guard limiter.keeps(frameAt: frame.time),
      let adapted = FrameAdaptation(
        ofWidth: frame.width, height: frame.height, for: requested)
    else {
      dropped += 1
      return
    }
    let part = try frame.cropped(width: adapted.cropWidth, height: adapted.cropHeight)
    try sink?.receive(part.scaled(width: adapted.width, height: adapted.height))
  }
}
