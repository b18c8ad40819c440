import Camera
import DockKit
import Hardware

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Follows the subjects that an app finds by itself.
struct CustomTracking: Sendable {
  /// The time after which what was found is no longer followed, in seconds (measured by AIVD on a
  /// Flow 2 Pro).
  static let staleness = 0.3

  private let fresh: any SystemTracker
  var tracker: any SystemTracker
  var rate = CallRate()
  /// When something was found last, in seconds.
  var found = -Double.infinity

  /// Creates one that follows as `tracker` does, which has seen nothing yet.
  init(_ tracker: any SystemTracker) { (fresh, self.tracker) = (tracker, tracker) }

  /// Forgets the subjects: what comes next is another matter.
  mutating func restart() { self = CustomTracking(fresh) }
}

/// How often something is called, by the last calls.
struct CallRate: Sendable {
  /// The rates that are supported, in calls a second (documented by Apple).
  static let allowed = 10.0...30.0
  /// By which share a rate may be off: clocks of cameras drift.
  static let tolerance = 0.02
  /// How many intervals the rate is the median of, so that a pause or a burst is no other rate.
  static let window = 6

  private var times: [Double] = []

  /// Takes note of a call at `time`, in seconds; returns why it is refused if the last calls came
  /// at another rate.
  mutating func count(at time: Double) -> DockKitError? {
    times.append(time)
    times.removeFirst(max(0, times.count - CallRate.window - 1))
    guard times.count > CallRate.window else { return nil }
    let (low, high) = (CallRate.allowed.lowerBound, CallRate.allowed.upperBound)
    if interval < 1 / (high * (1 + CallRate.tolerance)) { return .frameRateTooHigh }
    return interval > 1 / (low / (1 + CallRate.tolerance)) ? .frameRateTooLow : nil
  }

  /// The usual interval, in seconds.
  var interval: Double {
    let intervals = zip(times.dropFirst(), times).map { $0 - $1 }.sorted()
    return intervals.isEmpty ? 1 / CallRate.allowed.upperBound : intervals[intervals.count / 2]
  }
}

extension DockWorld {
  /// Lets apps call `track`: `tracker` turns the dock after what they find.
  public mutating func equip(_ tracker: any SystemTracker) { custom = CustomTracking(tracker) }

  /// Turns the dock after what an app has found in the picture of this instant.
  package mutating func track(
    _ found: [DockDetection], through camera: DockAccessory.CameraInformation
  ) throws(DockKitError) {
    try record(.track(found.count)) { world throws(DockKitError) in
      try world.checkMotors()
      guard world.custom != nil else { throw .notSupportedByDevice }
      if world.isUnderWay { world.cancelMotion() }
      // Every call counts, so that the rate is that of the app, whatever it finds.
      let now = world.seconds
      let refusal = world.custom?.rate.count(at: now)
      let view = try world.view(of: camera)
      let turn = PhoneOrientation(camera.orientation)
      let seen = try found.map { found throws(DockKitError) in try Seen(found, turned: turn) }
      if let refusal = refusal ?? nil { throw refusal }
      world.follow(seen, through: view)
    }
  }

  /// True if a motion is in progress that another command has begun.
  private var isUnderWay: Bool {
    guard case .none = activity else { return true }
    return motions.last.map { $0.cancelled == nil && $0.end > now } ?? false
  }

  /// Lets the motors follow what was found at this instant.
  private mutating func follow(_ seen: [Seen], through view: CameraView) {
    let now = seconds
    let picture = Picture(
      taken: seconds, arrived: seconds, pose: cameraPose, view: view, found: seen,
      framing: framingMode, region: UnitRect(regionOfInterest), selection: [],
      followsSpeakers: false)
    // In place: a copy of the tracker for each picture would cost more than the tracker itself.
    guard let following = custom?.tracker.follow(picture), let interval = custom?.rate.interval
    else { return }
    if !seen.isEmpty { custom?.found = now }
    let stale = (custom?.found ?? 0) + CustomTracking.staleness
    // An app decides itself what to do when its subject is gone: the dock does not search.
    let isFollowed = following.phase == .follows && stale > seconds
    let end = seconds + min(interval, 1 / CallRate.allowed.lowerBound)
    for index in motors.indices where motors[index].axis != .roll {
      let speed = isFollowed ? following.speeds[motors[index].axis] : 0
      motors[index].follow(
        speed.isFinite ? speed : 0, from: seconds, until: end, keptUntil: stale)
    }
  }

  /// The view of `camera`: what it does not say is as the phone has it.
  private func view(
    of camera: DockAccessory.CameraInformation
  ) throws(DockKitError) -> CameraView {
    var lens = view.lens
    switch camera.cameraPosition {
    case .front: lens = .front
    case .back: lens = .back
    case .unspecified: break
    }
    let orientation = PhoneOrientation(camera.orientation) ?? orientation
    guard let size = camera.referenceDimensions else {
      return CameraView(zoom: view.zoom, lens: lens, orientation: orientation)
    }
    let (long, short) = (max(size.width, size.height), min(size.width, size.height))
    guard size.width > 0, size.height > 0, long.isFinite else { throw .invalidParameter }
    guard let intrinsics = camera.cameraIntrinsics else {
      return CameraView(
        aspect: long / short, zoom: view.zoom, lens: lens, orientation: orientation)
    }
    let focal = Double(intrinsics.columns.0.x)
    guard focal > 0, focal.isFinite else { throw .invalidParameter }
    return CameraView(
      fieldOfView: 2 * atan(long / 2 / focal) * 180 / .pi, aspect: long / short, lens: lens,
      orientation: orientation)
  }
}

extension PhoneOrientation {
  /// How the phone is turned of whose screen an app measures its boxes; nil if the boxes are
  /// upright already, or nobody knows.
  fileprivate init?(_ orientation: DockAccessory.CameraOrientation) {
    switch orientation {
    case .portrait: self = .portrait
    case .portraitUpsideDown: self = .portraitUpsideDown
    case .landscapeRight: self = .landscapeRight
    case .landscapeLeft: self = .landscapeLeft
    case .unknown, .faceUp, .faceDown, .corrected: return nil
    }
  }
}

extension Seen {
  /// What an app has found, in the upright picture.
  fileprivate init(
    _ found: DockDetection, turned: PhoneOrientation?
  ) throws(DockKitError) {
    var rect = UnitRect(found.rect)
    if found.isFromLowerLeft { rect = UnitRect(lowerLeft: rect) }
    guard rect.isFinite, found.rect.size.width > 0, found.rect.size.height > 0,
      let inside = rect.intersection(.whole)
    else { throw .invalidParameter }
    let kind: Kind =
      switch found.type {
      case .humanFace: .face
      case .humanBody: .body
      case .object: .object
      }
    self.init(
      subject: found.identifier, kind: kind, rect: turned.map(inside.turned) ?? inside,
      isSpeaking: false, looking: 0)
  }
}
