import Camera
import DockKit
import Hardware
import Motion
import Quantities
import Schedules
import Tracking
import Vocabulary

/// What an app has found in a picture of its camera.
package struct ShownPicture: Sendable {
  /// What was found.
  package let found: [Detection]
  /// What the camera saw.
  package let view: CameraView
  /// When it was taken, in nanoseconds of the show's mailbox.
  package let taken: Int
}

/// Follows somebody for a show by what an app finds in the pictures of its camera.
///
/// Times are nanoseconds of one clock.
struct PictureTracker {
  /// How long a report of the dock is waited for before a picture is used without, in nanoseconds:
  /// of where it stands, a tracker knows nothing by itself.
  private static let patience = 500 * millisecond

  private let subject: PhoneCall.Subject
  private let start: Int
  private var tracker: Tracker
  private var framing = FramingState()
  /// Where the dock was by the last report, in degrees; nil if that has been used, or none came.
  private var pose: PerAxis<Double>?
  /// True once the dock has said where it stands.
  private var isPlaced = false
  /// When the last picture came; nil if it is too old to be followed.
  private var lastPicture: Int?

  /// Creates one that follows `subject` with the motors of `model` from `time` on.
  init(
    _ subject: PhoneCall.Subject, with model: DockModel, frame: DockAccessory.FramingMode,
    region: UnitRect, at time: Int
  ) {
    (self.subject, start) = (subject, time)
    tracker = Tracker(view: CameraView(), motors: MotorModel(of: model))
    (tracker.framing, tracker.region) = (Framing(frame), region)
    if case .speaker = subject { tracker.followsSpeakers = true }
  }

  /// When the dock is to stand unless another picture comes; nil if it stands.
  var stale: Int? { lastPicture.map { $0 + Int(Nanoseconds.count(in: Tracker.staleness)) } }

  /// Takes note that the dock has said at `time` that it is at `pose`, in degrees.
  mutating func report(_ pose: PerAxis<Double>, at time: Int) {
    (self.pose, isPlaced) = (pose, true)
    tracker.report(DockPose(yaw: pose.yaw, pitch: pose.pitch), at: seconds(time))
  }

  /// What `picture` means for the motors at `time`; nil if the dock has yet to say where it stands.
  mutating func guidance(after picture: ShownPicture, at time: Int) -> Guidance? {
    guard isPlaced || time - start > PictureTracker.patience else { return nil }
    lastPicture = time
    tracker.view = picture.view
    let wanted = tracker.update(
      with: picture.found.filter(subject.isMeant), takenAt: seconds(min(picture.taken, time)),
      arrivedAt: seconds(time))
    let followed = tracker.subjects.filter(\.isFollowed).map(\.direction)
    let pose = tracker.pose(at: seconds(time))
    let isFollowing = wanted.phase == .following
    let error = isFollowing ? error(of: followed, in: picture.view, at: pose) : nil
    framing.note(error, isFollowing: isFollowing, at: time)
    let speeds = PerAxis(
      yaw: isFollowing ? wanted.yaw : 0, pitch: isFollowing ? wanted.pitch : 0, roll: 0)
    return guidance(speeds)
  }

  /// What it means that no picture has come for too long.
  mutating func guidanceWithoutPicture(at time: Int) -> Guidance {
    lastPicture = nil
    framing.note(nil, isFollowing: false, at: time)
    return guidance(PerAxis(all: 0))
  }

  private mutating func guidance(_ speeds: PerAxis<Double>) -> Guidance {
    defer { pose = nil }
    return Guidance(
      speeds: speeds, pose: pose, isFollowing: framing.isFollowing, isSettled: framing.isSettled)
  }

  private func error(
    of directions: [LineOfSight], in view: CameraView, at pose: DockPose
  ) -> Double? {
    view.error(ofFraming: directions, tracker.framing, in: tracker.region, at: pose)
  }

  private func seconds(_ time: Int) -> Double { Nanoseconds(time - start).seconds }
}

extension MotorModel {
  /// What the motors of `model` can do that obey `latency` seconds later.
  package init(of model: DockModel, latency: Double = 0.05) {
    func limits(_ axis: DockModel.Axis?) -> AxisLimits {
      // An axis that the dock lacks turns nowhere.
      AxisLimits(
        lower: axis.map { $0.lower ?? -.infinity } ?? 0,
        upper: axis.map { $0.upper ?? .infinity } ?? 0, speed: axis?.speed ?? 1,
        acceleration: model.acceleration, jerk: model.jerk)
    }
    self.init(yaw: limits(model.yaw), pitch: limits(model.pitch), latency: latency)
  }
}

extension Framing {
  /// The framing of DockKit's `mode`.
  init(_ mode: DockAccessory.FramingMode) {
    self =
      switch mode {
      case .center: .center
      case .left: .left
      case .right: .right
      default: .automatic
      }
  }
}

extension PhoneCall.Subject {
  /// True if it may mean `detection`; of several the tracker chooses.
  func isMeant(_ detection: Detection) -> Bool {
    switch self {
    case .speaker: detection.kind != .object
    case .person(let name): detection.kind != .object && (name ?? detection.name) == detection.name
    case .object(let name): detection.kind == .object && (name ?? detection.name) == detection.name
    }
  }
}
