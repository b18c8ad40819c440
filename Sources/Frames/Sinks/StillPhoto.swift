/// Keeps single frames, upright, for those who ask for them.
package final class StillPhoto: VideoSink {
  /// The photos so far, by their time.
  package private(set) var photos: [VideoFrame] = []
  private var asked = 0

  /// Creates a sink that keeps nothing yet.
  package init() {}

  /// Asks for the next frame; asked twice before that comes, it takes the next two.
  package func take() { asked += 1 }

  package func receive(_ frame: VideoFrame) {
    guard asked > 0 else { return }
    asked -= 1
    photos.append(frame.upright)
  }
}
