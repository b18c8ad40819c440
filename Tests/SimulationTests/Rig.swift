import DockKit
import Spatial

@testable import Hardware
@testable import Simulation

/// A simulated dock with a manager of its own, in degrees and milliseconds.
struct Rig {
  let manager = DockAccessoryManager()
  let dock: SimulatedDock
  let accessory: DockAccessory
  var clock: VirtualClock { dock.clock }

  init(_ model: DockModel = .plain, at pose: AxisVector = .zero, tracking: Bool = false) {
    self.init(DockWorld(model, at: pose, isSystemTrackingEnabled: tracking))
  }

  init(_ world: DockWorld) {
    dock = SimulatedDock(world)
    accessory = manager.attach(dock)
  }

  /// Advances time by so many milliseconds.
  func wait(_ milliseconds: Int) { dock.advance(to: dock.now + milliseconds * 1_000_000) }

  /// Switches system tracking, and waits until the dock has done so.
  func switchTracking(_ isOn: Bool) async throws {
    try await manager.setSystemTrackingEnabled(isOn)
    if dock.isSystemTrackingEnabled != isOn { wait(Quirk.trackingDelay) }
  }

  func spin(yaw: Double = 0, pitch: Double = 0, roll: Double = 0) async throws {
    try await accessory.setAngularVelocity(radians(yaw: yaw, pitch: pitch, roll: roll))
  }

  @discardableResult
  func turn(
    yaw: Double = 0, pitch: Double = 0, roll: Double = 0, over milliseconds: Int = 0,
    relative: Bool = false
  ) async throws -> Progress {
    try await accessory.setOrientation(
      radians(yaw: yaw, pitch: pitch, roll: roll), duration: .milliseconds(milliseconds),
      relative: relative)
  }

  func limit(
    yaw: (ClosedRange<Double>, Double)? = nil, pitch: (ClosedRange<Double>, Double)? = nil,
    roll: (ClosedRange<Double>, Double)? = nil
  ) throws {
    try accessory.setLimits(
      DockAccessory.Limits(yaw: limit(yaw), pitch: limit(pitch), roll: limit(roll)))
  }

  private func limit(
    _ limit: (range: ClosedRange<Double>, speed: Double)?
  ) throws -> DockAccessory.Limits.Limit? {
    try limit.map {
      try DockAccessory.Limits.Limit(
        positionRange: $0.range.lowerBound.radians..<$0.range.upperBound.radians,
        maximumSpeed: $0.speed.radians)
    }
  }

  var pose: AxisVector { dock.snapshot.pose }
  var speeds: AxisVector { dock.snapshot.speeds }
  var findings: [Audit.Finding] { Audit.findings(in: dock.trace, of: dock.snapshot.model) }
}

func radians(yaw: Double = 0, pitch: Double = 0, roll: Double = 0) -> Vector3D {
  Vector3D(x: pitch.radians, y: yaw.radians, z: roll.radians)
}

extension Double {
  var radians: Double { self * .pi / 180 }

  func isNear(_ other: Double, within tolerance: Double = 1e-6) -> Bool {
    abs(self - other) <= tolerance
  }
}

extension DockModel {
  /// Round numbers: two axes, 100 deg/s, 200 deg/s², no quirks.
  static let plain = DockModel.made()

  /// Three axes, and firmware that is far from ideal.
  static let quirky = DockModel.made(
    roll: Axis(lower: -20, upper: 20, speed: 60), lifetime: 700, rate: 4, tick: 0.007,
    deadBand: 1.5)

  static func made(
    roll: Axis? = nil, minimumSpeed: Double = 0.1, lifetime: Int? = nil, rate: Double = 30,
    tick: Double = 0, deadBand: Double = 0, callsPerSecond: Int = 2,
    animationLengths: [Int] = [2000, 1200, 1200, 1600]
  ) -> DockModel {
    DockModel(
      name: "plain",
      yaw: Axis(lower: nil, upper: nil, speed: 100),
      pitch: Axis(lower: -40, upper: 30, speed: 100),
      roll: roll,
      acceleration: 200,
      jerk: 10_000,
      minimumSpeed: minimumSpeed,
      velocityLifetime: lifetime,
      motionStateRate: rate,
      positionTick: tick,
      deadBand: deadBand,
      callsPerSecond: callsPerSecond,
      streamPeriod: 50,
      animationLengths: animationLengths)
  }
}
