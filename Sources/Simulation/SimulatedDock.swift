import Camera
import DockKit
import FoundationEssentials
import Hardware
import Quantities
import Spatial
import Synchronization
import Vocabulary

/// A dock made of numbers, behind an accessory: the only file where DockKit's radians become
/// degrees.
public final class SimulatedDock: DockDriver {
  /// The dock's name and kind.
  package let identifier: DockAccessory.Identifier
  private let model: DockModel
  private let world: Mutex<DockWorld>
  private let wait: Wait?
  private let watch: (@Sendable (DockWorld) -> Void)?
  /// Those who wait while somebody else makes the time pass; nil if whoever waits lets it pass.
  let waiters: Waiters?
  /// The present time if it passes by itself, in nanoseconds.
  private let present: (@Sendable () -> Int)?
  /// Who is told of changes of the state, and how many were told.
  private let listener = Mutex(Listener())
  /// True once there has been a listener.
  private let isListenedTo = Atomic(false)

  #if Foundation
    /// Who is told how far the motions are that go on.
    private let followed = Mutex<[(motion: DockMotion, report: @Sendable (Double) -> Void)]>([])
  #endif

  /// A tuple of these would wrap its closure anew at each access.
  private struct Listener {
    var tell: (@Sendable (DockAccessory.State, Bool) -> Void)?
    var told = 0
  }

  /// Lets the time pass until a deadline in nanoseconds, unless something else comes before.
  ///
  /// It is told the present time and the number of calls so far, too; it answers what time it is
  /// then, and whether nothing else came.
  public typealias Wait =
    @Sendable (
      _ deadline: Int, _ now: Int, _ calls: CallCount
    ) -> (time: Int, isWanted: Bool)

  /// Creates a dock that goes on where `world` stands.
  ///
  /// - Parameters:
  ///   - wait: lets the time pass on to a report; without it, time passes at once.
  ///   - watch: is shown the world after each call, and when system tracking goes on or off later.
  public init(
    _ world: DockWorld, waiting wait: Wait? = nil,
    watching watch: (@Sendable (DockWorld) -> Void)? = nil
  ) {
    (self.wait, self.watch, present, waiters) = (wait, watch, nil, nil)
    identifier = DockAccessory.Identifier(name: world.model.name, uuid: SimulatedDock.uuid)
    model = world.model
    self.world = Mutex(world)
  }

  /// Creates a dock for apps, which wait asynchronously: its time passes only by `advance(to:)`.
  ///
  /// - Parameter present: the present time, in nanoseconds, if it passes by itself; then every call
  ///   finds the dock at that time.
  package init(_ world: DockWorld, at present: (@Sendable () -> Int)?) {
    (wait, watch, self.present) = (nil, nil, present)
    waiters = Waiters(now: world.now, news: world.news.count)
    identifier = DockAccessory.Identifier(name: world.model.name, uuid: SimulatedDock.uuid)
    model = world.model
    self.world = Mutex(world)
  }

  /// The same number for every simulated dock, so that runs are repeatable.
  private static let uuid = UUID(
    uuid: (0x64, 0x6F, 0x63, 0x6B, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, 1))

  /// A copy of the world as it stands, to look at or to fork.
  public var snapshot: DockWorld { update { $0 } }

  /// Everything that happened so far.
  public var trace: Trace { update { $0.trace } }

  /// The number of calls made so far.
  public var calls: Int { world.withLock { $0.calls } }

  /// How many calls of the dock and of its phone were made so far.
  public var callCount: CallCount { world.withLock { $0.callCount } }

  /// The time, in nanoseconds since the world began.
  public var now: Int { update { $0.now } }

  /// The same without telling anybody that the time has passed.
  package var time: Int { world.withLock { present?() ?? $0.now } }

  /// Advances the simulation to `time` nanoseconds.
  public func advance(to time: Int) { update { $0.advance(to: time) } }

  /// Drops everything that happened so far from the trace.
  public func forget() { update { $0 = $0.withoutPast } }

  /// Removes all remaining faults, the planned return of a phone that is out of the dock, and
  /// whoever is around it.
  public func spare() {
    update { world in
      (world.faults, world.returns) = ([], nil)
      (world.watch, world.systemTracker) = (nil, nil)
    }
  }

  /// Lets the tracker look for `wanted` although system tracking is off; nil ends that.
  public func follow(_ wanted: Wanted?) { world.withLock { $0.follow(wanted) } }

  /// Adds `fault` to its faults.
  public func meet(_ fault: Fault) { update { $0.faults.append(fault) } }

  /// Puts the phone into the dock, or takes it out.
  public func setDocked(_ isDocked: Bool) { update { $0.setDocked(isDocked) } }

  /// Does `input` to the dock now.
  public func receive(_ input: DockInput) { update { $0.receive(input) } }

  /// Lets a fault of the dock itself happen now.
  package func meetNow(_ kind: Fault.Kind) { update { $0.meetNow(kind) } }

  /// Turns the phone about the axis of its lens.
  package func turnPhone(to orientation: PhoneOrientation) {
    update { $0.orientation = orientation }
  }

  /// Whom and what the phone sees at this instant.
  package var seen: [Seen] { update { $0.seen } }

  /// Starts the camera of the phone, or stops it.
  public func setCameraRunning(_ isRunning: Bool) {
    world.withLock { $0.setCameraRunning(isRunning) }
  }

  /// Keeps `note` in the trace if that is for traces.
  public func keep(_ note: Note) { update { $0.keep(note) } }

  /// What the firmware sends of its own accord right after `event`, which goes into the trace.
  public func events(sentAfter event: EventKind) -> [EventKind] {
    update { $0.events(sentAfter: event) }
  }

  /// Carries out `call` on the phone.
  public func perform(_ call: PhoneCall) { update { $0.perform(call) } }

  /// Changes the world by `body`, at the present time, and tells those who wait and listen of it.
  ///
  /// Who watches is shown what came of it if it `isShown`, or if system tracking has changed.
  func update<Result: Sendable, Failure>(
    showing isShown: Bool = false, _ body: (inout DockWorld) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let wasTracking = watch == nil ? nil : isTracking
    defer {
      if let watch, isShown || isTracking != wasTracking { watch(snapshot) }
      tell()
    }
    return try world.withLock { world throws(Failure) in
      if let present { world.advance(to: present()) }
      return try body(&world)
    }
  }

  private var isTracking: Bool { world.withLock { $0.isSystemTrackingEnabled } }

  /// Tells those who wait of the time and the news, and the listener of changes of the state.
  private func tell() {
    #if !Foundation
      // Nobody is there to be told while a script is played in virtual time, with many calls.
      guard waiters != nil || isListenedTo.load(ordering: .sequentiallyConsistent) else { return }
    #endif
    let (now, count, end) = world.withLock { ($0.now, $0.news.count, $0.news.changes.end) }
    waiters?.proceed(to: now, news: count)
    #if Foundation
      reportProgress()
    #endif
    listener.withLock { listener in
      guard listener.told < end else { return }
      while let (number, change) = world.withLock({ $0.news.changes.next(after: listener.told - 1) }
      ) {
        listener.told = number + 1
        listener.tell?(change.state, change.isTrackingButtonOn)
      }
    }
  }

  package func tellStateChanges(
    _ listener: @escaping @Sendable (DockAccessory.State, Bool) -> Void
  ) {
    isListenedTo.store(true, ordering: .sequentiallyConsistent)
    let end = world.withLock { $0.news.changes.end }
    self.listener.withLock { $0 = Listener(tell: listener, told: end) }
  }

  package var isDocked: Bool { update { $0.isDocked } }

  package var isTrackingButtonEnabled: Bool { update { $0.isDocked && $0.isTrackingButtonOn } }

  /// The maker's name of the hardware.
  package var hardwareModel: String? { "simulated \(model.name)" }

  /// The version of the model.
  package var firmwareVersion: String? { "1.0.0" }
}

// MARK: - Calls

extension SimulatedDock {
  /// Makes a call, and shows who watches what came of it.
  private func change<Result: Sendable>(
    _ call: (inout DockWorld) throws(DockKitError) -> Result
  ) throws(DockKitError) -> Result {
    waiters?.note()
    return try update(showing: true) { world throws(DockKitError) in try call(&world) }
  }

  package var isSystemTrackingEnabled: Bool { update { $0.isSystemTrackingEnabled } }

  package func setSystemTrackingEnabled(_ isEnabled: Bool) throws(DockKitError) {
    try change { world throws(DockKitError) in try world.setSystemTrackingEnabled(isEnabled) }
  }

  package func setOrientation(
    _ rotation: Vector3D, duration: Duration, relative: Bool
  ) throws(DockKitError) -> DockMotion {
    try change { world throws(DockKitError) in
      try world.setOrientation(
        rotation.inDegrees, duration: duration.wholeNanoseconds, relative: relative)
    }
  }

  package func setAngularVelocity(_ velocity: Vector3D) throws(DockKitError) {
    try change { world throws(DockKitError) in
      try world.setAngularVelocity(velocity.inDegrees)
    }
  }

  package func animate(_ animation: DockAccessory.Animation) throws(DockKitError) -> DockMotion {
    try change { world throws(DockKitError) in try world.animate(animation) }
  }

  package func track(
    _ found: [DockDetection], through camera: DockAccessory.CameraInformation
  ) throws(DockKitError) {
    try change { world throws(DockKitError) in try world.track(found, through: camera) }
  }

  package func limits() throws(DockKitError) -> DockAccessory.Limits {
    try update { world throws(DockKitError) in
      try world.checkDock()
      func limit(_ axis: DockAxis) -> DockAccessory.Limits.Limit? {
        world.motors.first { $0.axis == axis }?.bounds.inRadians
      }
      return DockAccessory.Limits(
        yaw: limit(.yaw), pitch: limit(.pitch), roll: limit(.roll))
    }
  }

  package func setLimits(_ limits: DockAccessory.Limits) throws(DockKitError) {
    let bounds = BoundsByAxis(
      yaw: limits.yaw.map(AxisBounds.init), pitch: limits.pitch.map(AxisBounds.init),
      roll: limits.roll.map(AxisBounds.init))
    try change { world throws(DockKitError) in try world.setLimits(bounds) }
  }

  package func state(of motion: DockMotion) -> DockMotion.State {
    update { $0.state(of: motion) }
  }

  package func fraction(of motion: DockMotion) -> Double {
    update { $0.fraction(of: motion) }
  }

  package func cancel(_ motion: DockMotion) { update { $0.cancel(motion) } }

  #if Foundation
    package func reportProgress(
      of motion: DockMotion, to report: @escaping @Sendable (Double) -> Void
    ) {
      followed.withLock { $0.append((motion, report)) }
      reportProgress()
    }

    private func reportProgress() {
      for (motion, report) in followed.withLock({ $0 }) {
        report(world.withLock { $0.fraction(of: motion) })
      }
      followed.withLock { followed in
        followed.removeAll { one in world.withLock { $0.state(of: one.motion) } != .moving }
      }
    }
  #endif
}

// MARK: - Framing

extension SimulatedDock {
  package var framingMode: DockAccessory.FramingMode { update { $0.framingMode } }

  package var regionOfInterest: CGRect { update { $0.regionOfInterest } }

  package func setFramingMode(_ mode: DockAccessory.FramingMode) throws(DockKitError) {
    try change { world throws(DockKitError) in try world.setFramingMode(mode) }
  }

  package func setRegionOfInterest(_ region: CGRect) throws(DockKitError) {
    try change { world throws(DockKitError) in try world.setRegionOfInterest(region) }
  }

  package func selectSubject(at unitPoint: CGPoint) throws(DockKitError) {
    try change { world throws(DockKitError) in try world.selectSubject(at: unitPoint) }
  }

  package func selectSubjects(_ ids: [UUID]) throws(DockKitError) {
    try change { world throws(DockKitError) in try world.select(ids.map(world.subject)) }
  }
}

// MARK: - Looking and waiting

extension SimulatedDock {
  /// Reads the present state of the world in place: a copy for each look would cost more than most
  /// of what is looked for.
  package func look<Result, Failure>(
    _ body: (borrowing DockWorld) throws(Failure) -> sending Result
  ) throws(Failure) -> Result {
    defer { tell() }
    return try world.withLock { world throws(Failure) in
      if let present { world.advance(to: present()) }
      return try body(world)
    }
  }

  /// Lets the time pass until `time` nanoseconds; false if it did not.
  func wait(until time: Int) -> Bool {
    let (now, calls) = world.withLock { ($0.now, $0.callCount) }
    let (end, isWanted) = wait?(time, now, calls) ?? (time, true)
    advance(to: isWanted ? time : end)
    return isWanted
  }
}

extension DockWorld {
  var motionState: DockAccessory.MotionState {
    let report = report
    return DockAccessory.MotionState(
      angularPositions: Vector3D(inDegrees: report.position),
      angularVelocities: Vector3D(inDegrees: report.speed), timestamp: seconds,
      error: isBlocked ? MotorStall() : nil)
  }
}

// MARK: - Radians and degrees

private let degree = Double.pi / 180

extension Vector3D {
  /// Pitch, yaw and roll in degrees.
  fileprivate var inDegrees: AxisVector {
    AxisVector(yaw: y / degree, pitch: x / degree, roll: z / degree)
  }

  fileprivate init(inDegrees vector: AxisVector) {
    self.init(x: vector.pitch * degree, y: vector.yaw * degree, z: vector.roll * degree)
  }
}

extension AxisBounds {
  fileprivate init(_ limit: DockAccessory.Limits.Limit) {
    self.init(
      lower: limit.positionRange.lowerBound / degree,
      upper: limit.positionRange.upperBound / degree, speed: limit.maximumSpeed / degree)
  }

  fileprivate var inRadians: DockAccessory.Limits.Limit {
    DockAccessory.Limits.Limit(
      valid: lower * degree..<upper * degree, maximumSpeed: speed * degree)
  }
}
