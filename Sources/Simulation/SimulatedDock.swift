import DockKit
import FoundationEssentials
import Hardware
import Spatial
import Synchronization

/// A dock made of numbers, behind an accessory: the only file where DockKit's radians become
/// degrees.
public final class SimulatedDock: DockDriver {
  /// The dock's name and kind.
  package let identifier: DockAccessory.Identifier
  private let model: DockModel
  private let world: Mutex<DockWorld>

  /// Creates a dock that goes on where `world` stands.
  public init(_ world: DockWorld) {
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

  /// The clock of the dock's world.
  public var clock: VirtualClock { VirtualClock(dock: self) }

  /// The time, in nanoseconds since the world began.
  public var now: Int { world.withLock { $0.now } }

  /// Lets the world go on to `time` nanoseconds.
  public func advance(to time: Int) { world.withLock { $0.advance(to: time) } }

  /// Puts the phone into the dock, or takes it out.
  public func setDocked(_ isDocked: Bool) { world.withLock { $0.setDocked(isDocked) } }

  /// The maker's name of the hardware.
  package var hardwareModel: String? { "simulated \(model.name)" }

  /// The version of the model.
  package var firmwareVersion: String? { "1.0.0" }
}

// MARK: - Calls

extension SimulatedDock {
  package var isSystemTrackingEnabled: Bool { world.withLock { $0.isSystemTrackingEnabled } }

  package func setSystemTrackingEnabled(_ isEnabled: Bool) {
    world.withLock { $0.setSystemTrackingEnabled(isEnabled) }
  }

  package func setOrientation(
    _ rotation: Vector3D, duration: Duration, relative: Bool
  ) throws(DockKitError) -> DockMotion {
    try world.withLock { world throws(DockKitError) in
      try world.setOrientation(
        rotation.inDegrees, duration: duration.nanoseconds, relative: relative)
    }
  }

  package func setAngularVelocity(_ velocity: Vector3D) throws(DockKitError) {
    try world.withLock { world throws(DockKitError) in
      try world.setAngularVelocity(velocity.inDegrees)
    }
  }

  package func animate(_ animation: DockAccessory.Animation) throws(DockKitError) -> DockMotion {
    try world.withLock { world throws(DockKitError) in try world.animate(animation) }
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
    try world.withLock { world throws(DockKitError) in try world.setLimits(bounds) }
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
    try world.withLock { world throws(DockKitError) in try world.setFramingMode(mode) }
  }

  package func setRegionOfInterest(_ region: CGRect) throws(DockKitError) {
    try world.withLock { world throws(DockKitError) in try world.setRegionOfInterest(region) }
  }

  package func selectSubject(at unitPoint: CGPoint) throws(DockKitError) {
    try world.withLock { world throws(DockKitError) in try world.selectSubject(at: unitPoint) }
  }

  package func selectNoSubject() throws(DockKitError) {
    try world.withLock { world throws(DockKitError) in try world.selectNoSubject() }
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

  /// Waits on the virtual clock, so asking for reports is what lets the time pass.
  package nonisolated(nonsending) func nextMotionState(
    after previous: Int
  ) async -> (number: Int, state: DockAccessory.MotionState)? {
    guard !Task.isCancelled else { return nil }
    return world.withLock { world in
      guard let number = world.nextReport(after: previous) else { return nil }
      world.advance(to: world.time(ofReport: number))
      return (number, world.motionState)
    }
  }

  /// What the dock would report at this instant, without waiting for the next report.
  package var motionState: DockAccessory.MotionState { world.withLock { $0.motionState } }
}

extension DockWorld {
  fileprivate var motionState: DockAccessory.MotionState {
    let report = report
    return DockAccessory.MotionState(
      angularPositions: Vector3D(inDegrees: report.position),
      angularVelocities: Vector3D(inDegrees: report.speed), timestamp: seconds)
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
