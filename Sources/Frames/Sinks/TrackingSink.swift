import Camera
import Quantities
import Tracking

/// Looks for people in frames, and says how the dock is to turn to keep them in the picture.
package final class TrackingSink: VideoSink {
  /// What the tracker wants after the last frame; nil before the first.
  package private(set) var guidance: Guidance?
  /// The tracker, with its view and its settings.
  package var tracker: Tracker
  private let detect: (VideoFrame) throws -> [Detection]
  private let pose: (_ time: Int) -> DockPose

  /// Creates a sink.
  ///
  /// - Parameters:
  ///   - tracker: what follows the detections.
  ///   - pose: where the dock stands at a time in nanoseconds.
  ///   - detect: what is found in an upright frame.
  package init(
    _ tracker: Tracker, at pose: @escaping (_ time: Int) -> DockPose,
    finding detect: @escaping (VideoFrame) throws -> [Detection]
  ) {
    (self.tracker, self.pose, self.detect) = (tracker, pose, detect)
  }

  /// A tracker takes at most 30 frames a second.
  package var requirements: VideoFormat? {
    VideoFormat(
      width: VideoFormat.recommendedMost.width, height: VideoFormat.recommendedMost.height)
  }

  /// - Throws: what the detector throws.
  package func receive(_ frame: VideoFrame) throws {
    let found = try detect(frame.upright)
    let time = Nanoseconds(frame.time).seconds
    tracker.report(pose(frame.time), at: time)
    guidance = tracker.update(with: found, takenAt: time, arrivedAt: time)
  }
}
