/// A stage that sends each frame to several sinks.
///
/// A sink that throws gets no more frames, and the others notice nothing.
package final class FanOut: VideoSink {
  /// A sink that is out of order, and why.
  package struct Broken {
    /// The place of the sink in the list, from 0.
    package let index: Int
    /// When the frame was taken that it could not take, in nanoseconds.
    package let time: Int
    /// What it threw.
    package let error: any Error
  }

  private let sinks: [any VideoSink]
  /// The sinks that have thrown, in the order of their failures.
  package private(set) var broken: [Broken] = []

  /// Creates a stage in front of `sinks`.
  package init(_ sinks: [any VideoSink]) { self.sinks = sinks }

  package func receive(_ frame: VideoFrame) {
    for (index, sink) in sinks.enumerated() where !broken.contains(where: { $0.index == index }) {
      do {
        try sink.receive(frame)
      } catch {
        broken.append(Broken(index: index, time: frame.time, error: error))
      }
    }
  }

  package func receive(request: VideoFormat?) {
    for sink in sinks { sink.receive(request: request) }
  }
}
