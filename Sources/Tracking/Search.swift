import Camera

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The behaviour of the dock when its subject is gone: it waits, looks where the subject was going,
/// and returns.
struct Search: Equatable, Sendable {
  /// How long the dock stands after it has given a subject up, in seconds.
  static let waiting = 1.0
  /// How long it looks where the subject was going, the way there included, in seconds.
  static let searching = 3.0
  /// The greatest speed of searching and returning, in degrees a second: pictures stay sharp enough
  /// for a detector, and people do not start.
  static let speed = 30.0
  /// The speed below which a subject was going nowhere, in degrees a second.
  static let leastSpeed = 5.0
  /// The time constant in which an unseen subject is no longer taken to go on, in seconds.
  ///
  /// Halfway between one who goes on and one who has stopped after a second of hiding.
  static let coasting = 0.5
  /// How long a subject is taken to go on as it did without being seen, in seconds: detectors miss
  /// one now and then.
  static let grace = 0.15

  /// Which share of the width of the picture may be between its middle and the place where an
  /// unseen subject was last seen: half would be the edge.
  static let inPicture = 0.4

  private(set) var phase = Tracker.Phase.idle
  /// When the subject was last known, in seconds.
  private var lost = 0.0
  /// Where it was going.
  private var course = LineOfSight.ahead
  private var pose = DockPose.home

  /// Where to look for `track`, which may not be seen at the moment.
  ///
  /// That is a place `ahead` seconds after the last picture, and `later` seconds of waiting after
  /// that. The place where the track was last seen stays in a picture of `angle` degrees.
  static func direction(
    of track: Track, ahead: Double, later: Double, within angle: Double
  ) -> LineOfSight {
    // The estimate has gone on since the subject was seen; not all of it is believed.
    let unseen = track.unseen
    var direction = track.direction(after: ahead - unseen + progress(after: unseen + later))
    guard unseen > grace else { return direction }
    let last = track.direction(after: -unseen).bearing
    let most = inPicture * angle
    direction.bearing = min(max(direction.bearing, last - most), last + most)
    return direction
  }

  /// The time for which a subject is taken to go on that is unseen for `time` seconds.
  private static func progress(after time: Double) -> Double {
    guard time > grace else { return time }
    return grace + coasting * -expm1(-(time - grace) / coasting)
  }

  /// Takes note of the subjects that are followed at `time`, maybe none.
  mutating func update(with followed: [Track], view: CameraView, near yaw: Double, at time: Double)
  {
    if followed.isEmpty {
      let gone = time - lost
      switch phase {
      case .following: phase = .waiting
      case .waiting where gone > Search.waiting: phase = .searching
      case .searching where gone > Search.waiting + Search.searching: phase = .returning
      default: break
      }
      return
    }
    phase = .following
    lost = time
    let last = followed.max { $0.lastSeen < $1.lastSeen } ?? followed[0]
    // A track that is hardly seen any more keeps the course it had.
    guard last.unseen == 0 else { return }
    let velocity = last.bearing.state.y
    course = last.direction(after: 0)
    if abs(velocity) > Search.leastSpeed {
      course.bearing += (velocity < 0 ? -1 : 1) * view.horizontalAngle / 2
    }
    pose = view.pose(looking: course, near: yaw)
  }

  /// Where the dock goes by itself; nil while it follows or stands.
  func goal(home: DockPose) -> DockPose? {
    switch phase {
    case .idle, .following, .waiting: nil
    case .searching: pose
    case .returning: home
    }
  }
}
