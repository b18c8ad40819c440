import Camera
import Tracking

/// The tracker; if the scene wants it, it selects the first person it can tell.
struct TrackerFollower: Follower {
  var tracker: Tracker
  var guidance: Guidance?

  init(_ conditions: Conditions, style: TrackingStyle = .balanced) {
    tracker = Tracker(view: conditions.view, motors: conditions.motors, style: style)
  }

  mutating func report(_ pose: DockPose, at time: Double) { tracker.report(pose, at: time) }

  mutating func follow(
    _ detections: [Detection], taken: Double, arrived: Double
  ) -> (yaw: Double, pitch: Double) {
    let guidance = tracker.update(with: detections, takenAt: taken, arrivedAt: arrived)
    self.guidance = guidance
    return (guidance.yaw, guidance.pitch)
  }
}

/// What most apps do: a velocity in proportion to the error in the picture, for the largest box.
struct ProportionalFollower: Follower {
  let view: CameraView
  /// Degrees a second a degree.
  let gain: Double
  /// The error that is left alone, in degrees.
  var deadZone = 1.0

  mutating func report(_ pose: DockPose, at time: Double) {}

  mutating func follow(
    _ detections: [Detection], taken: Double, arrived: Double
  ) -> (yaw: Double, pitch: Double) {
    guard let largest = detections.max(by: { $0.rect.width < $1.rect.width }) else {
      return (0, 0)
    }
    let error = view.direction(of: largest.rect.middle, at: .home)
    func speed(_ error: Double) -> Double { abs(error) < deadZone ? 0 : gain * error }
    return (speed(error.bearing), -speed(error.elevation))
  }
}
