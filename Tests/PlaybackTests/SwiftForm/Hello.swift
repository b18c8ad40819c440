// Made from show.dock by 'dock compile --format swift'.

import DockKit
import Spatial

/// show.dock: 9.2 s on the dock 'stand'.
///
///     try await Hello.play(on: accessory)
enum Hello {
  /// The calls, with their times in milliseconds; angles are degrees.
  private static let calls: [(time: Int, call: Call)] = [
    (0, .tracking(false)),  // line 2
    (0, .orientation(yaw: 0, pitch: -10, milliseconds: 1000)),  // line 2
    (1000, .animate(.yes)),  // line 3
    (2200, .orientation(yaw: 30, pitch: -10, milliseconds: 2000)),  // line 4
    (4200, .velocity(yaw: -0.805, pitch: 0)),  // line 5
    (4400, .velocity(yaw: -4.585, pitch: 0)),  // line 5
    (4571, .velocity(yaw: -9.639, pitch: 0)),  // line 5
    (4714, .velocity(yaw: -14.947, pitch: 0)),  // line 5
    (4857, .velocity(yaw: -20.418, pitch: 0)),  // line 5
    (5000, .velocity(yaw: -25.592, pitch: 0)),  // line 5
    (5143, .velocity(yaw: -30.115, pitch: 0)),  // line 5
    (5286, .velocity(yaw: -33.98, pitch: 0)),  // line 5
    (5457, .velocity(yaw: -36.777, pitch: 0)),  // line 5
    (5971, .velocity(yaw: -33.253, pitch: 0)),  // line 5
    (6143, .velocity(yaw: -29.074, pitch: 0)),  // line 5
    (6286, .velocity(yaw: -24.342, pitch: 0)),  // line 5
    (6429, .velocity(yaw: -19.056, pitch: 0)),  // line 5
    (6571, .velocity(yaw: -13.6, pitch: 0)),  // line 5
    (6714, .velocity(yaw: -8.41, pitch: 0)),  // line 5
    (6857, .velocity(yaw: -3.625, pitch: 0)),  // line 5
    (7057, .velocity(yaw: 0, pitch: 0)),  // line 5
    (7200, .orientation(yaw: 0, pitch: 0, milliseconds: 2000)),  // line 6
    (9200, .velocity(yaw: 0, pitch: 0)),  // line 6
    (9200, .trackingAsBefore),  // line 6
  ]

  private enum Call {
    case tracking(Bool)
    case trackingAsBefore
    case velocity(yaw: Double, pitch: Double, roll: Double = 0)
    case orientation(yaw: Double, pitch: Double, roll: Double = 0, milliseconds: Int)
    case animate(DockAccessory.Animation)
  }

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
        case .orientation(let yaw, let pitch, let roll, let milliseconds):
          try await takeBack(manager, clock)
          let progress = try await accessory.setOrientation(
            vector(yaw, pitch, roll), duration: .milliseconds(milliseconds))
          isOver = { progress.isFinished || progress.isCancelled }
        case .animate(let animation):
          try await takeBack(manager, clock)
          let progress = try await accessory.animate(motion: animation)
          isOver = { progress.isFinished || progress.isCancelled }
        }
      }
    } catch {
      failure = error
    }
    // A task of its own: it is not cancelled with the show.
    await Task { [hasMotors] in
      if hasMotors { await stop(accessory, manager, clock) }
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
}
