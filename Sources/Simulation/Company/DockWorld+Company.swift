import Camera
import DockKit
import Hardware
import Quantities

/// What the phone of a dock makes of the company around it.
struct Watch: Sendable {
  let company: Company
  let detector: Detector
  /// Pictures on their way, oldest first: their numbers, and where the dock was.
  var pictures: [(number: Int, pose: DockPose)] = []
  /// The number of the next picture.
  var next: Int
  /// The numbers of the subjects that are to be followed.
  var selection: [Int] = []
  /// What the tracker was doing when it was last said.
  var following = Following(.idle)
  /// Whom a show follows with the tracker while system tracking is off; nil if no show does.
  var wanted: Wanted?
  /// How the subject stands in the picture.
  var framing = FramingState()
  /// How well it was followed so far.
  var figures = FollowingFigures()

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

  /// Takes the next picture, and answers the one that arrives now; nil if none does.
  mutating func takePicture(under conditions: Conditions) -> Picture? {
    pictures.append((next, conditions.pose))
    next += 1
    guard pictures.count > detector.delay else { return nil }
    let (number, pose) = pictures.removeFirst()
    let time = detector.time(of: number)
    let seen = company.seen(at: time, from: pose, through: conditions.view)
    return Picture(
      taken: Nanoseconds(time).seconds, arrived: conditions.now, pose: pose,
      view: conditions.view,
      found: detector.find(seen, in: number, of: conditions.view, seed: company.seed),
      framing: conditions.framing, region: conditions.region, selection: selection,
      followsSpeakers: wanted?.isSpeaker == true)
  }
}

extension DockWorld {
  /// Puts `company` around the dock, at the present time or before anything has happened.
  ///
  /// While system tracking is on, `tracker` turns the dock as soon as it has seen somebody, as late
  /// as the dock's profile says.
  public mutating func meet(_ company: Company, followedBy tracker: any SystemTracker) {
    var detector = Detector.usual
    let second = Milliseconds.second
    detector.delay = (model.trackingLatency * detector.rate + second / 2) / second
    let next = now == 0 ? 0 : detector.number(after: now)
    watch = company.isEmpty ? nil : Watch(company: company, detector: detector, next: next)
    systemTracker = company.isEmpty ? nil : tracker
  }

  /// Who and what there is around the dock.
  public var company: Company { watch?.company ?? Company() }

  /// What the phone sees of the world: its camera, as it is set.
  public var view: CameraView {
    CameraView(
      zoom: Thousandths(phone.zoom(at: now)).number, lens: phone.isFlipped ? .front : .back,
      orientation: orientation)
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
  private var isWatching: Bool {
    isConnected && isInForeground
      && (isSystemTrackingEnabled && isTrackingButtonOn || watch?.wanted != nil)
  }

  /// When the next picture is taken that may turn the dock, in nanoseconds; nil if none will be.
  var nextPicture: Int? { isWatching ? watch?.nextTime : nil }

  var cameraPose: DockPose { DockPose(yaw: pose.yaw, pitch: pose.pitch) }

  /// The tracker has the motors again: pictures from before are of no use to it.
  mutating func beginWatching() {
    guard let number = watch?.detector.number(after: now) else { return }
    watch?.next = number
    watch?.pictures = []
    watch?.following = Following(.idle)
    watch?.framing = FramingState()
    watch?.wanted = nil
  }

  /// Lets the tracker look for `wanted` although system tracking is off; nil ends that.
  ///
  /// The motors do not obey it.
  public mutating func follow(_ wanted: Wanted?) {
    guard !isSystemTrackingEnabled else { return }
    if wanted != nil { beginWatching() }
    watch?.wanted = wanted
    watch?.selection = wanted?.first ?? []
  }

  /// What the dock and its phone add to a picture that is taken now.
  private var conditions: Watch.Conditions {
    Watch.Conditions(
      now: seconds, pose: cameraPose, view: view, framing: framingMode,
      region: UnitRect(regionOfInterest))
  }

  /// Takes the picture that is expected, and lets the motors follow what arrives by now.
  mutating func takePicture() {
    guard nextPicture.map({ $0 <= now }) ?? false else { return }
    let conditions = conditions
    // In place: a copy of the tracker for each picture would cost more than the tracker itself.
    guard let picture = watch?.takePicture(under: conditions),
      let following = systemTracker?.follow(picture), let end = watch?.nextTime
    else {
      return
    }
    tell(following)
    frame(following)
    guard isSystemTrackingEnabled, following.phase != .idle, !isBlocked else { return }
    for index in motors.indices where motors[index].axis != .roll {
      let speed = following.speeds[motors[index].axis]
      motors[index].follow(
        speed.isFinite ? speed : 0, from: seconds, until: Nanoseconds(end).seconds)
    }
  }

  /// Notes how the subject that is followed stands in the picture.
  private mutating func frame(_ following: Following) {
    guard let isFollowing = watch?.isWanted(following), let rate = watch?.detector.rate,
      let isAnybodyThere = watch?.isAnybodyThere(at: now)
    else {
      return
    }
    let error = isFollowing ? error(of: following) : nil
    watch?.figures.add(
      following, error: error, isAnybodyThere: isAnybodyThere,
      for: Nanoseconds.period(of: max(1, rate)))
    let time = now
    watch?.framing.note(error, isFollowing: isFollowing, at: time)
  }

  /// How far the view is from where it would frame the subjects that are followed, in degrees; nil
  /// if they are not there.
  private func error(of following: Following) -> Double? {
    guard let company = watch?.company else { return nil }
    let directions = following.subjects.compactMap { company.direction(of: $0, at: now) }
    return view.error(
      ofFraming: directions, Framing(framingMode), in: UnitRect(regionOfInterest), at: cameraPose)
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

extension Watch {
  /// True if the tracker follows somebody who is wanted.
  func isWanted(_ following: Following) -> Bool {
    guard following.phase == .follows else { return false }
    guard let wanted else { return true }
    return following.subjects.contains(where: wanted.subjects.contains)
  }

  /// True if somebody who is wanted is around the dock at `time`, seen or not.
  func isAnybodyThere(at time: Int) -> Bool {
    company.subjects.indices.contains { number in
      (wanted?.subjects.contains(number) ?? true) && company.direction(of: number, at: time) != nil
    }
  }
}

extension Framing {
  /// The framing of DockKit's `mode`.
  public init(_ mode: DockAccessory.FramingMode) {
    switch mode {
    case .automatic: self = .automatic
    case .center: self = .center
    case .left: self = .left
    case .right: self = .right
    }
  }
}

extension Motor {
  /// Changes its speed evenly to `speed` from `time` until `end`, as far as it can, keeps it until
  /// `stale` if that is later, and brakes then unless it is told to go on.
  mutating func follow(
    _ speed: Double, from time: Double, until end: Double, keptUntil stale: Double = 0
  ) {
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
    if next != 0 {
      let room = abs((next > 0 ? bounds.upper : bounds.lower) - cursor.position)
      let braking = next * next / (2 * acceleration)
      run(&cursor, to: next, for: min(stale - end, (room - braking) / abs(next)), .follow)
    }
    brake(&cursor, .follow)
  }
}

extension UnitRect {
  /// The rectangle of DockKit, with the same origin.
  package init(_ rect: CGRect) {
    self.init(x: rect.minX, y: rect.minY, width: rect.width, height: rect.height)
  }
}
