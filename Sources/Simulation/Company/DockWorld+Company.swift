import Camera
import DockKit
import Hardware

/// What the phone of a dock makes of the company around it.
struct Watch: Sendable {
  let company: Company
  let detector: Detector
  var tracker: any SystemTracker
  /// Pictures on their way, oldest first: their numbers, and where the dock was.
  var pictures: [(number: Int, pose: DockPose)] = []
  /// The number of the next picture.
  var next: Int
  /// The numbers of the subjects that are to be followed.
  var selection: [Int] = []
  /// What the tracker was doing when it was last said.
  var following = Following(.idle)

  /// When the next picture is taken, in nanoseconds.
  var nextTime: Int { detector.time(of: next) }

  /// What the dock and its phone add to a picture.
  struct Conditions {
    /// The time, in seconds.
    let now: Double
    let pose: DockPose
    let view: CameraView
    let framing: DockAccessory.FramingMode
    let region: UnitRect
  }

  /// Takes the next picture, and lets the tracker see the one that arrives now; nil if none does.
  mutating func takePicture(under conditions: Conditions) -> Following? {
    pictures.append((next, conditions.pose))
    next += 1
    guard pictures.count > detector.delay else { return nil }
    let (number, pose) = pictures.removeFirst()
    let time = detector.time(of: number)
    let seen = company.seen(at: time, from: pose, through: conditions.view)
    return tracker.follow(
      Picture(
        taken: Double(time) / 1e9, arrived: conditions.now, pose: pose, view: conditions.view,
        found: detector.find(seen, in: number, of: conditions.view, seed: company.seed),
        framing: conditions.framing, region: conditions.region, selection: selection))
  }
}

extension DockWorld {
  /// Puts `company` around the dock, at the present time or before anything has happened.
  ///
  /// While system tracking is on, `tracker` turns the dock as soon as it has seen somebody.
  public mutating func meet(
    _ company: Company, followedBy tracker: any SystemTracker, seenBy detector: Detector = .usual
  ) {
    let next = now == 0 ? 0 : detector.number(after: now)
    watch =
      company.isEmpty
      ? nil : Watch(company: company, detector: detector, tracker: tracker, next: next)
  }

  /// Who and what there is around the dock.
  public var company: Company { watch?.company ?? Company() }

  /// What the phone sees of the world: its camera, as it is set.
  public var view: CameraView {
    CameraView(zoom: Double(phone.zoom(at: now)) / 1000, lens: phone.isFlipped ? .front : .back)
  }

  /// Whom and what the phone sees at this instant.
  public var seen: [Seen] {
    guard let watch, isConnected else { return [] }
    return watch.company.seen(at: now, from: cameraPose, through: view)
  }

  /// The numbers of the subjects that the tracker is to follow; empty if it chooses itself.
  public internal(set) var selection: [Int] {
    get { watch?.selection ?? [] }
    set { watch?.selection = newValue }
  }

  /// What the system tracker is doing; idle while it is off.
  public var following: Following {
    isWatching ? watch?.following ?? Following(.idle) : Following(.idle)
  }

  /// True if pictures turn the dock.
  private var isWatching: Bool { isSystemTrackingEnabled && isConnected && isInForeground }

  /// When the next picture is taken that may turn the dock, in nanoseconds; nil if none will be.
  var nextPicture: Int? { isWatching ? watch?.nextTime : nil }

  private var cameraPose: DockPose { DockPose(yaw: pose.yaw, pitch: pose.pitch) }

  /// The tracker has the motors again: pictures from before are of no use to it.
  mutating func beginWatching() {
    guard let number = watch?.detector.number(after: now) else { return }
    watch?.next = number
    watch?.pictures = []
    watch?.following = Following(.idle)
  }

  /// Takes the picture that is expected, and lets the motors follow what arrives by now.
  mutating func takePicture() {
    guard nextPicture.map({ $0 <= now }) ?? false else { return }
    let region = UnitRect(
      x: regionOfInterest.minX, y: regionOfInterest.minY, width: regionOfInterest.width,
      height: regionOfInterest.height)
    let conditions = Watch.Conditions(
      now: seconds, pose: cameraPose, view: view, framing: framingMode, region: region)
    // In place: a copy of the tracker for each picture would cost more than the tracker itself.
    guard let following = watch?.takePicture(under: conditions), let end = watch?.nextTime else {
      return
    }
    tell(following)
    guard following.phase != .idle, !isBlocked else { return }
    for index in motors.indices where motors[index].axis != .roll {
      let speed = following.speeds[motors[index].axis]
      motors[index].follow(
        speed.isFinite ? speed : 0, from: seconds, until: Double(end) / 1e9)
    }
  }

  /// Writes down what the tracker is doing, if that is news.
  private mutating func tell(_ following: Following) {
    guard let last = watch?.following else { return }
    watch?.following = following
    guard following.phase != last.phase || following.subjects != last.subjects else { return }
    let names = following.subjects.map { watch?.company.subjects[$0].name ?? "" }
    note(following.phase, names)
  }
}

extension Motor {
  /// Changes its speed evenly to `speed` from `time` until `end`, as far as it can, and brakes then
  /// unless it is told to go on.
  mutating func follow(_ speed: Double, from time: Double, until end: Double) {
    var cursor = interrupt(at: time)
    let length = end - cursor.time
    let wanted = abs(speed) < minimumSpeed ? 0 : min(max(speed, -bounds.speed), bounds.speed)
    let most = acceleration * length
    let next = cursor.speed + min(max(wanted - cursor.speed, -most), most)
    let position = cursor.position + (cursor.speed + next) / 2 * length
    let rest = position + next * abs(next) / (2 * acceleration)
    guard length > 0, rest >= bounds.lower || next > 0, rest <= bounds.upper || next < 0 else {
      return brake(&cursor, .limit)
    }
    run(&cursor, to: next, for: length, .follow)
    cursor.time = end
    brake(&cursor, .follow)
  }
}
