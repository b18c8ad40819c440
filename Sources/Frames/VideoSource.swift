/// Produces frames for one sink.
///
/// A source hands each request for a format on to its sink, which crops, scales and drops; so a
/// source may go on to produce frames of its own format. That a frame arrives is never promised.
package protocol VideoSource: AnyObject {
  /// What gets the frames; nil while nobody wants them. The source does not keep it alive.
  var sink: (any VideoSink)? { get set }
  /// True if the frames show a screen, so that sharp letters matter more than even motion.
  var isScreencast: Bool { get }
  /// Asks for frames of another format; nil asks for those of the source.
  func request(_ format: VideoFormat?)
}

extension VideoSource {
  package var isScreencast: Bool { false }

  /// Hands the request on, which is all that a source must do with it.
  package func request(_ format: VideoFormat?) { sink?.receive(request: format) }
}

/// Consumes frames.
package protocol VideoSink: AnyObject {
  /// What the sink can use; nil if it takes everything.
  var requirements: VideoFormat? { get }
  /// Takes a frame.
  ///
  /// It returns at once: what takes longer stands behind a `FrameBuffer`.
  ///
  /// - Throws: what is wrong with the sink; the source sends it nothing more.
  func receive(_ frame: VideoFrame) throws
  /// Takes a request for frames of another format; nil asks for those of the source.
  func receive(request: VideoFormat?)
}

extension VideoSink {
  package var requirements: VideoFormat? { nil }
  package func receive(request: VideoFormat?) {}
}
