// Made from show.dock by 'dock compile --format swift'.

import DockKit
import Spatial

/// show.dock: 8.057 s on the dock 'stand'.
///
///     try await Ramps.play(on: accessory)
enum Ramps {
  /// The calls, with their times in milliseconds; angles are degrees.
  private static let calls: [(time: Int, call: Call)] = [
    (0, .tracking(false)),  // line 5
    (
      0,
      .limits(
        yaw: (-120, 120, speed: 60), pitch: (-25, 25, speed: 30), roll: nil)
    ),  // line 5
    (194, .velocity(yaw: 3.817, pitch: 0)),  // line 5
    (361, .velocity(yaw: 7.547, pitch: 0)),  // line 5
    (500, .velocity(yaw: 12.652, pitch: 0)),  // line 5
    (639, .velocity(yaw: 16.866, pitch: 0)),  // line 5
    (833, .velocity(yaw: 19.959, pitch: 0)),  // line 5
    (3194, .velocity(yaw: 16.78, pitch: 0)),  // line 7
    (3361, .velocity(yaw: 12.428, pitch: 0)),  // line 7
    (3500, .velocity(yaw: 7.348, pitch: 0)),  // line 7
    (3639, .velocity(yaw: 3.691, pitch: 0)),  // line 7
    (3750, .velocity(yaw: 0.837, pitch: 0)),  // line 7
    (4024, .velocity(yaw: 11.433, pitch: 5.715)),  // line 10
    (6028, .velocity(yaw: -11.458, pitch: -5.695)),  // line 11
    (8024, .velocity(yaw: 0, pitch: 0)),  // line 12
    (8057, .trackingAsBefore),  // line 12
  ]

  private enum Call {
    case tracking(Bool)
    case trackingAsBefore
    case velocity(yaw: Double, pitch: Double, roll: Double = 0)
    case limits(yaw: Limit?, pitch: Limit?, roll: Limit?)
  }

  private typealias Limit = (lower: Double, upper: Double, speed: Double)

  /// Plays the show on `accessory`, from where it stands.
  ///
  /// Ends with motors that stand and with system tracking as it was, also if the task is
  /// cancelled, the dock leaves or a call fails; that is thrown afterwards.
  ///
  /// - Parameters:
  ///   - clock: counts the times of the calls.
  ///   - tell: is told in words what the app has to do itself, such as to change a face.
  static func play(
    on accessory: DockAccessory, manager: DockAccessoryManager = .shared,
    clock: some Clock<Duration> = ContinuousClock(), tell: @Sendable (String) -> Void = { _ in }
  ) async throws {
    let wasTracking = manager.isSystemTrackingEnabled
    let limits = try? accessory.limits
    var (start, hasMotors) = (clock.now, false)
    var isOver: () -> Bool = { true }
    var failure: (any Error)?
    do {
      for (time, call) in calls {
        let planned = start.advanced(by: .milliseconds(time))
        try await clock.sleep(until: planned, tolerance: nil)
        // A dock may be a little late with a motion of its own; some never say that it is over.
        for _ in 0..<14 where !isOver() {
          try await clock.sleep(for: .milliseconds(50))
        }
        switch call {
        case .tracking(let isOn):
          if !isOn { hasMotors = true }
          try await setTracking(isOn, manager, clock)
          hasMotors = !isOn
          // What that took, the rest of the show is late.
          start = start.advanced(by: planned.duration(to: clock.now))
        case .trackingAsBefore:
          try await setTracking(wasTracking, manager, clock)
          // Nobody else stops the motors if a call of the show was lost.
          hasMotors = !wasTracking
        case .velocity(let yaw, let pitch, let roll):
          try await takeBack(manager, clock)
          try await accessory.setAngularVelocity(vector(yaw, pitch, roll))
          isOver = { true }
        case .limits(let yaw, let pitch, let roll):
          let limits = DockAccessory.Limits(
            yaw: try limit(yaw), pitch: try limit(pitch), roll: try limit(roll))
          try accessory.setLimits(limits)
        }
      }
    } catch {
      failure = error
    }
    // A task of its own: it is not cancelled with the show.
    await Task { [hasMotors] in
      if hasMotors { await stop(accessory, manager, clock) }
      // A dock that tracks has forgotten the limits of the show.
      if let limits, !manager.isSystemTrackingEnabled { try? accessory.setLimits(limits) }
      for _ in 0..<3 where manager.isSystemTrackingEnabled != wasTracking {
        try? await setTracking(wasTracking, manager, clock)
      }
    }.value
    if let failure { throw failure }
  }

  /// Makes the motors stand, and waits for as long as they may need to brake.
  ///
  /// It tells them twice, because a call may be lost.
  private static func stop(
    _ accessory: DockAccessory, _ manager: DockAccessoryManager, _ clock: some Clock<Duration>
  ) async {
    var told = 0
    for _ in 0..<5 where told < 2 {
      do {
        try await takeBack(manager, clock)
        try await accessory.setAngularVelocity(Vector3D())
        told += 1
      } catch {}
      try? await clock.sleep(for: .milliseconds(100))
    }
    try? await clock.sleep(for: .milliseconds(400))
  }

  /// Takes the motors again if system tracking was switched on from outside.
  private static func takeBack(
    _ manager: DockAccessoryManager, _ clock: some Clock<Duration>
  ) async throws {
    if manager.isSystemTrackingEnabled { try await setTracking(false, manager, clock) }
  }

  /// Switches system tracking, and waits until the dock has done so.
  private static func setTracking(
    _ isOn: Bool, _ manager: DockAccessoryManager, _ clock: some Clock<Duration>
  ) async throws {
    for _ in 0..<3 where manager.isSystemTrackingEnabled != isOn {
      try await manager.setSystemTrackingEnabled(isOn)
      for _ in 0..<12 where manager.isSystemTrackingEnabled != isOn {
        try await clock.sleep(for: .milliseconds(50))
      }
    }
    guard manager.isSystemTrackingEnabled == isOn else { throw DockKitError.notSupported }
  }

  /// Angles in degrees as DockKit has them: pitch, yaw and roll in radians.
  private static func vector(_ yaw: Double, _ pitch: Double, _ roll: Double) -> Vector3D {
    let degree = Double.pi / 180
    return Vector3D(x: pitch * degree, y: yaw * degree, z: roll * degree)
  }

  private static func limit(_ limit: Limit?) throws -> DockAccessory.Limits.Limit? {
    let degree = Double.pi / 180
    return try limit.map {
      try DockAccessory.Limits.Limit(
        positionRange: $0.lower * degree..<$0.upper * degree, maximumSpeed: $0.speed * degree)
    }
  }
}
