import DockKit
import FoundationEssentials
import Hardware
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

  /// Lets the time pass until the first number of nanoseconds, and answers whether it did; it is
  /// told the present time and the number of calls so far, too.
  public typealias Wait = @Sendable (_ deadline: Int, _ now: Int, _ calls: CallCount) -> Bool

  /// Creates a dock that goes on where `world` stands.
  ///
  /// - Parameters:
  ///   - wait: lets the time pass on to a report; without it, time passes at once.
  ///   - watch: is shown the world after each call.
  public init(
    _ world: DockWorld, waiting wait: Wait? = nil,
    watching watch: (@Sendable (DockWorld) -> Void)? = nil
  ) {
    self.wait = wait
    self.watch = watch
    identifier = DockAccessory.Identifier(name: world.model.name, uuid: SimulatedDock.uuid)
    model = world.model
    self.world = Mutex(world)
  }

  /// The same number for every simulated dock, so that runs are repeatable.
  private static let uuid = UUID(
    uuid: (0x64, 0x6F, 0x63, 0x6B, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, 1))

  /// A copy of the world as it stands, to look at or to fork.
  public var snapshot: DockWorld { world.withLock { $0 } }

  /// Everything that happened so far.
  public var trace: Trace { world.withLock { $0.trace } }

  /// The number of calls made so far.
  public var calls: Int { world.withLock { $0.calls } }

  /// How many calls of the dock and of its phone were made so far.
  public var callCount: CallCount { world.withLock { $0.callCount } }

  /// The time, in nanoseconds since the world began.
  public var now: Int { world.withLock { $0.now } }

  /// Advances the simulation to `time` nanoseconds.
  public func advance(to time: Int) { world.withLock { $0.advance(to: time) } }

  /// Drops everything that happened so far from the trace.
  public func forget() { world.withLock { $0 = $0.withoutPast } }

  /// Removes all remaining faults, and the planned return of a phone that is out of the dock.
  public func spare() { world.withLock { ($0.faults, $0.returns) = ([], nil) } }

  /// Adds `fault` to its faults.
  public func meet(_ fault: Fault) { world.withLock { $0.faults.append(fault) } }

  /// Puts the phone into the dock, or takes it out.
  public func setDocked(_ isDocked: Bool) { world.withLock { $0.setDocked(isDocked) } }

  /// Starts the camera of the phone, or stops it.
  public func setCameraRunning(_ isRunning: Bool) {
    world.withLock { $0.setCameraRunning(isRunning) }
  }

  /// Keeps `note` in the trace if that is for traces.
  public func keep(_ note: Note) { world.withLock { $0.keep(note) } }

  /// What the firmware sends of its own accord right after `event`, which goes into the trace.
  public func events(sentAfter event: EventKind) -> [EventKind] {
    world.withLock { $0.events(sentAfter: event) }
  }

  /// Carries out `call` on the phone.
  public func perform(_ call: PhoneCall) { world.withLock { $0.perform(call) } }

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
    defer { if let watch { watch(snapshot) } }
    return try world.withLock { world throws(DockKitError) in try call(&world) }
  }

  package var isSystemTrackingEnabled: Bool { world.withLock { $0.isSystemTrackingEnabled } }

  package func setSystemTrackingEnabled(_ isEnabled: Bool) throws(DockKitError) {
    try change { world throws(DockKitError) in try world.setSystemTrackingEnabled(isEnabled) }
  }

  package func setOrientation(
    _ rotation: Vector3D, duration: Duration, relative: Bool
  ) throws(DockKitError) -> DockMotion {
    try change { world throws(DockKitError) in
      try world.setOrientation(
        rotation.inDegrees, duration: duration.nanoseconds, relative: relative)
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

  package func limits() throws(DockKitError) -> DockAccessory.Limits {
    try world.withLock { world throws(DockKitError) in
      try world.checkDock()
      var limits = DockAccessory.Limits(yaw: nil, pitch: nil, roll: nil)
      for motor in world.motors {
        switch motor.axis {
        case .yaw: limits.yaw = motor.bounds.inRadians
        case .pitch: limits.pitch = motor.bounds.inRadians
        case .roll: limits.roll = motor.bounds.inRadians
        }
      }
      return limits
    }
  }

  package func setLimits(_ limits: DockAccessory.Limits) throws(DockKitError) {
    let bounds = BoundsByAxis(
      yaw: limits.yaw.map(AxisBounds.init), pitch: limits.pitch.map(AxisBounds.init),
      roll: limits.roll.map(AxisBounds.init))
    try change { world throws(DockKitError) in try world.setLimits(bounds) }
  }

  package func state(of motion: DockMotion) -> DockMotion.State {
    world.withLock { $0.state(of: motion) }
  }

  package func fraction(of motion: DockMotion) -> Double {
    world.withLock { $0.fraction(of: motion) }
  }

  package func cancel(_ motion: DockMotion) { world.withLock { $0.cancel(motion) } }
}

// MARK: - Framing

extension SimulatedDock {
  package var framingMode: DockAccessory.FramingMode { world.withLock { $0.framingMode } }

  package var regionOfInterest: CGRect { world.withLock { $0.regionOfInterest } }

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

// MARK: - Motion states

extension SimulatedDock {
  package func checkMotionStates() throws(DockKitError) {
    try world.withLock { world throws(DockKitError) in
      try world.checkDock()
      guard world.model.motionStateRate > 0 else { throw .notSupportedByDevice }
    }
  }

  package nonisolated(nonsending) func nextMotionState(
    after previous: Int
  ) async -> (number: Int, state: DockAccessory.MotionState)? {
    Task.isCancelled ? nil : nextReport(after: previous)
  }

  /// The first report after number `previous`, or nil if no more will come.
  ///
  /// Waits on the virtual clock, so asking for reports is what lets the time pass.
  package func nextReport(
    after previous: Int
  ) -> (number: Int, state: DockAccessory.MotionState)? {
    let next = world.withLock { world in
      world.nextReport(after: previous).map {
        (number: $0, time: world.time(ofReport: $0), now: world.now, calls: world.callCount)
      }
    }
    guard let next, wait?(next.time, next.now, next.calls) ?? true else { return nil }
    return world.withLock { world in
      world.advance(to: next.time)
      return (next.number, world.motionState)
    }
  }

  /// Reads the present state of the world.
  func look<Result, Failure>(
    _ body: (DockWorld) throws(Failure) -> sending Result
  ) throws(Failure) -> Result {
    try body(snapshot)
  }

  /// Lets the time pass until `time` nanoseconds; false if it did not.
  func wait(until time: Int) -> Bool {
    let (now, calls) = world.withLock { ($0.now, $0.callCount) }
    guard wait?(time, now, calls) ?? true else { return false }
    advance(to: time)
    return true
  }

  /// The report of the dock for this instant, without waiting for the next one.
  package var motionState: DockAccessory.MotionState { world.withLock { $0.motionState } }
}

extension DockWorld {
  fileprivate var motionState: DockAccessory.MotionState {
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

extension Duration {
  /// The whole nanoseconds, those beyond 292 years cut off.
  var nanoseconds: Int { Int(clamping: attoseconds / 1_000_000_000) }
}
