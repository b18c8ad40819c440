import Camera
import DockKit
import Hardware
import Playback
import Simulation
import Tracking

/// The tracker of `Tracking` as the system tracker of a simulated dock.
///
/// It stands here because `Simulation`, whose audit judges every motion, does not see what plans
/// them.
package struct PersonTracker: SystemTracker {
  private var tracker: Tracker
  /// The subjects of the company by the numbers that the tracker has given them.
  private var subjects: [Int: Int] = [:]

  /// Creates the tracker of a dock of `model` at `pose`, to which it returns, in degrees.
  package init(of model: DockModel, at pose: AxisVector) {
    // The delay of the motors is in that of the pictures.
    let motors = MotorModel(of: model, latency: 0)
    tracker = Tracker(
      view: CameraView(), motors: motors, at: DockPose(yaw: pose.yaw, pitch: pose.pitch))
  }

  package mutating func follow(_ picture: Picture) -> Following {
    tracker.view = picture.view
    tracker.region = picture.region
    tracker.framing = Framing(picture.framing)
    tracker.followsSpeakers = picture.followsSpeakers
    tracker.selection =
      picture.selection.isEmpty
      ? [] : subjects.filter { picture.selection.contains($0.value) }.keys.sorted()
    tracker.report(picture.pose, at: picture.taken)
    let guidance = tracker.update(
      with: picture.found.map(Detection.init), takenAt: picture.taken,
      arrivedAt: picture.arrived)
    let known = tracker.subjects
    for subject in known {
      guard let place = subject.detection, picture.found.indices.contains(place) else { continue }
      subjects[subject.identifier] = picture.found[place].subject
    }
    // What the tracker has forgotten never comes back under its number.
    if subjects.count > Tracker.mostSubjects {
      subjects = subjects.filter { item in known.contains { $0.identifier == item.key } }
    }
    return Following(
      Following.Phase(guidance.phase),
      subjects: known.filter(\.isFollowed).compactMap { subjects[$0.identifier] },
      speeds: AxisVector(yaw: guidance.yaw, pitch: guidance.pitch))
  }
}

extension Detection {
  fileprivate init(_ seen: Seen) {
    let kind: Kind =
      switch seen.kind {
      case .face: .face
      case .body: .body
      case .object: .object
      }
    self.init(
      kind, seen.rect, speaking: seen.isSpeaking ? 1 : 0, looking: seen.looking)
  }
}

extension Following.Phase {
  fileprivate init(_ phase: Tracker.Phase) {
    switch phase {
    case .idle: self = .idle
    case .following: self = .follows
    case .waiting: self = .waits
    case .searching: self = .searches
    case .returning: self = .returns
    }
  }
}
