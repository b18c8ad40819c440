import Camera
import Motion
import Spatial

/// What the motors of a dock can do, as far as following somebody needs to know.
public struct MotorModel: Equatable, Sendable {
  /// The limits of the pan axis, in degrees and seconds; positive is right.
  public var yaw: AxisLimits
  /// The limits of the tilt axis, in degrees and seconds; positive is down.
  public var pitch: AxisLimits
  /// The time from asking for a velocity until the motors follow it, in seconds.
  public var latency: Double

  /// Creates the limits of both axes.
  public init(yaw: AxisLimits, pitch: AxisLimits, latency: Double = 0.05) {
    (self.yaw, self.pitch, self.latency) = (yaw, pitch, latency)
  }
}

/// What the tracker wants after a picture.
public struct Guidance: Equatable, Sendable {
  /// The velocity of the pan axis, in degrees a second, until the next picture.
  public var yaw: Double
  /// The velocity of the tilt axis, in degrees a second, until the next picture.
  public var pitch: Double
  /// What the tracker does.
  public var phase: Tracker.Phase
  /// How often pictures come.
  public var rate: Tracker.Rate

  /// The velocity as `DockAccessory.setAngularVelocity` takes it, in radians a second.
  public var angularVelocity: Vector3D {
    Vector3D(x: pitch * .pi / 180, y: yaw * .pi / 180, z: 0)
  }
}

/// Turns what a detector finds in pictures into a velocity that keeps somebody in the frame.
///
/// It has no clock: times are those that the caller gives, in seconds on one clock of any origin.
/// Each picture is one call of `update(with:takenAt:arrivedAt:)`, 10 to 30 times a second, and its
/// answer holds until the next. A caller that has no picture for `staleness` stops the dock.
///
/// From a picture to the velocity: `Sighting` (world angles), `Association`, `Track` (filters),
/// `Choice`, `Framing`, `Aim`. The same calls give the same answers, and what it remembers is
/// bounded.
public struct Tracker: Equatable, Sendable {
  /// The greatest number of subjects remembered; beyond it nobody new is noticed.
  public static let mostSubjects = 32
  /// The greatest number of detections used of one picture; others are counted as rejected.
  public static let mostDetections = Sighting.most
  /// The time without a picture after which the dock is to stand, in seconds.
  public static let staleness = OwnMotion.staleness

  /// What the tracker does.
  public enum Phase: Equatable, Sendable {
    /// It has seen nobody, and stands.
    case idle
    /// It follows subjects that are seen, or were a moment ago.
    case following
    /// It has lost its subject, and stands.
    case waiting
    /// It looks where its subject was going.
    case searching
    /// It goes back to its home pose.
    case returning
  }

  /// How often pictures come, by the last of them.
  public enum Rate: Equatable, Sendable {
    /// There are too few pictures to say.
    case unknown
    /// 10 to 30 a second.
    case steady
    /// Fewer than 10 a second.
    case tooLow
    /// More than 30 a second.
    case tooHigh
  }

  /// Somebody or something that is tracked.
  public struct Subject: Equatable, Sendable {
    /// The number of the subject; never given to another.
    public let identifier: Int
    /// False if it is an object.
    public let isPerson: Bool
    /// Where it is, in the world, at the time of the last picture.
    public let direction: LineOfSight
    /// Where it was last seen in a picture; the upper left corner is the origin.
    public let rect: UnitRect
    /// The place of its detection in the last picture; nil if it was not seen there.
    public let detection: Int?
    /// The number that the detector gave it last.
    public let detectorIdentifier: Int?
    /// True if the dock follows it.
    public let isFollowed: Bool
  }

  /// The view of the camera; the next picture is taken to be of this view.
  public var view: CameraView
  /// The part of the picture in which subjects are framed; the upper left corner is the origin.
  public var region = UnitRect.whole
  /// Where in the region subjects are framed.
  public var framing = Framing.automatic
  /// True if only somebody who speaks is chosen, who is followed until another one speaks.
  public var followsSpeakers = false {
    didSet { if followsSpeakers != oldValue { choice = Choice() } }
  }
  /// How the dock follows.
  public var style: TrackingStyle
  /// The numbers of the subjects to be followed, all in one frame; if none is there, the tracker
  /// chooses.
  public var selection: [Int] = []
  /// The pose to which the dock returns after it has lost its subject.
  public var home: DockPose
  /// What was not used so far.
  public private(set) var rejections = Rejections()
  /// What the motors can do.
  public let motors: MotorModel

  private var tracks: [Track] = []
  private var choice = Choice()
  private var search = Search()
  private var ownMotion: OwnMotion
  private var pictures = PictureTimes()
  private var yaw = Aim()
  private var pitch = Aim()
  private var nextIdentifier = 1

  /// Creates a tracker of a dock that rests at `pose`.
  public init(
    view: CameraView, motors: MotorModel, style: TrackingStyle = .balanced,
    at pose: DockPose = .home
  ) {
    (self.view, self.motors, self.style) = (view, motors, style)
    home = pose.isFinite ? pose : .home
    ownMotion = OwnMotion(at: home, motors: motors)
  }

  /// The confirmed subjects, in the order in which they were first seen.
  public var subjects: [Subject] {
    tracks.filter(\.isConfirmed).map { track in
      Subject(
        identifier: track.identifier, isPerson: track.isPerson,
        direction: track.direction(after: 0), rect: track.sighting.rect,
        detection: track.unseen == 0 ? track.sighting.index : nil,
        detectorIdentifier: track.sighting.identifier,
        isFollowed: choice.subjects.contains(track.identifier))
    }
  }

  /// The number of the confirmed subject that was last seen at `point`, the smallest of several.
  public func subject(at point: UnitPoint) -> Int? {
    tracks.filter { $0.isConfirmed && $0.sighting.rect.contains(point) }
      .min { $0.sighting.rect.width < $1.sighting.rect.width }?.identifier
  }

  /// Takes note that the dock was at `pose` at `time`, in seconds.
  ///
  /// The more often, the better; between reports the velocities that were asked for are counted.
  public mutating func report(_ pose: DockPose, at time: Double) {
    guard pose.isFinite, time.isFinite else {
      rejections.badPoses += 1
      return
    }
    ownMotion.report(pose, at: time)
  }

  /// Where the dock is at `time`, in seconds: by the last report, and by what was asked for since.
  public func pose(at time: Double) -> DockPose { ownMotion.pose(at: time) }

  /// Follows the subjects in a picture that was taken at `taken` and arrived at `now`, in seconds.
  ///
  /// A picture that is older than the one before is not looked at, and nothing that is not a finite
  /// number is used; `rejections` counts both.
  public mutating func update(
    with detections: [Detection], takenAt taken: Double, arrivedAt now: Double
  ) -> Guidance {
    guard pictures.accept(taken: taken, arrived: now) else {
      rejections.untimely += 1
      return Guidance(yaw: yaw.velocity, pitch: pitch.velocity, phase: search.phase, rate: rate)
    }
    if let stopped = pictures.stopped {
      ownMotion.ask(forYaw: 0, pitch: 0, at: stopped)
      yaw.rest()
      pitch.rest()
    }
    let pose = ownMotion.pose(at: taken)
    let sightings = Sighting.all(of: detections, at: pose, in: view, rejections: &rejections)
    follow(sightings, at: taken)
    let confirmed = tracks.filter(\.isConfirmed)
    choice.choose(
      among: confirmed, centrality: confirmed.map { centrality(of: $0, at: pose) },
      selected: selection, speakers: followsSpeakers, at: taken)
    return aim(takenAt: taken, at: now)
  }

  /// How often pictures come, by the last of them.
  public var rate: Rate { pictures.rate }

  // MARK: Following

  /// Brings the tracks to `time` and gives them their sightings; the dead go, and the new come.
  private mutating func follow(_ sightings: [Sighting], at time: Double) {
    for index in tracks.indices { tracks[index].predict(to: time) }
    let association = Association(tracks, sightings)
    for (index, place) in association.sightingOf.enumerated() {
      if let place { tracks[index].update(with: sightings[place]) }
    }
    tracks.removeAll(where: \.isDead)
    for place in association.unclaimed where tracks.count < Tracker.mostSubjects {
      tracks.append(Track(sightings[place], at: time))
    }
    confirm()
  }

  /// Gives a number to each track that has been seen often enough: that of the lost subject that it
  /// continues, or a new one.
  private mutating func confirm() {
    var index = 0
    while index < tracks.count {
      if tracks[index].isReady {
        if let lost = Association.lost(tracks, continuedBy: tracks[index]) {
          tracks[index].confirm(as: tracks[lost].identifier)
          tracks.remove(at: lost)
          if lost < index { index -= 1 }
        } else {
          tracks[index].confirm(as: nextIdentifier)
          nextIdentifier += 1
        }
      }
      index += 1
    }
  }

  /// 1 for a track in the middle of the picture of a dock at `pose`, 0 at the edge and beyond.
  private func centrality(of track: Track, at pose: DockPose) -> Double {
    guard let point = view.point(of: track.direction(after: 0), at: pose) else { return 0 }
    return max(0, 1 - 2 * max(abs(point.x - 0.5), abs(point.y - 0.5)))
  }

  // MARK: Aiming

  /// The velocity that brings the subjects to their place in the frame.
  private mutating func aim(takenAt taken: Double, at now: Double) -> Guidance {
    let followed = tracks.filter { choice.subjects.contains($0.identifier) }
    let time = pictures.period
    let effect = now + motors.latency
    let pose = ownMotion.pose(at: effect)
    search.update(with: followed, view: view, near: pose.yaw, at: taken)
    var goals: (yaw: Aim.Goal, pitch: Aim.Goal)?
    var style = style
    if let goal = search.goal(home: home) {
      style.speed = min(style.speed, Search.speed)
      goals = (
        Aim.Goal(position: goal.yaw, velocity: 0), Aim.Goal(position: goal.pitch, velocity: 0)
      )
    } else if search.phase == .following {
      goals = goal(of: followed, from: effect - taken, over: time, near: pose.yaw)
    }
    let speeds = (
      yaw: yaw.step(
        from: pose.yaw, to: goals?.yaw, over: time, style: style, within: motors.yaw),
      pitch: pitch.step(
        from: pose.pitch, to: goals?.pitch, over: time, style: style, within: motors.pitch)
    )
    ownMotion.ask(forYaw: speeds.yaw, pitch: speeds.pitch, at: now)
    return Guidance(yaw: speeds.yaw, pitch: speeds.pitch, phase: search.phase, rate: rate)
  }

  /// Where the dock is to be `ahead` seconds after the last picture, and how fast that moves.
  private func goal(
    of followed: [Track], from ahead: Double, over time: Double, near yaw: Double
  ) -> (yaw: Aim.Goal, pitch: Aim.Goal)? {
    func pose(later: Double) -> DockPose? {
      let directions = followed.map {
        Search.direction(of: $0, ahead: ahead, later: later, within: view.horizontalAngle)
      }
      return LineOfSight.middle(of: directions).map {
        view.pose(bringing: $0, to: framing.point(in: region), near: yaw)
      }
    }
    guard let start = pose(later: 0), let end = pose(later: time) else { return nil }
    return (
      Aim.Goal(position: start.yaw, velocity: (end.yaw - start.yaw) / time),
      Aim.Goal(position: start.pitch, velocity: (end.pitch - start.pitch) / time)
    )
  }
}
