// Made from show.dock by 'dock compile --format swift'.

import DockKit
import Spatial

/// show.dock: 29.017 s on the dock 'stand'.
///
///     try await Poses.play(on: accessory)
enum Poses {
  /// The calls, with their times in milliseconds; angles are degrees.
  private static let calls: [(time: Int, call: Call)] = [
    (0, .tracking(false)),  // line 8
    (24, .velocity(yaw: -15, pitch: -0.877)),  // line 8
    (349, .velocity(yaw: -15, pitch: -2.174)),  // line 8
    (2483, .velocity(yaw: -15, pitch: -0.445)),  // line 8
    (2652, .velocity(yaw: -12.475, pitch: 0)),  // line 8
    (2702, .velocity(yaw: 0, pitch: 0)),  // line 8
    (3232, .orientation(yaw: 40, pitch: -5, milliseconds: 5333)),  // line 10
    (9087, .velocity(yaw: -15, pitch: 0)),  // line 8
    (14383, .velocity(yaw: -12.159, pitch: 0)),  // line 8
    (14433, .velocity(yaw: 0, pitch: 0)),  // line 8
    (14963, .orientation(yaw: 40, pitch: -5, milliseconds: 5334)),  // line 10
    (20797, .orientation(yaw: 37.5, pitch: -5, milliseconds: 400)),  // line 15
    (21197, .orientation(yaw: 32.5, pitch: -5, milliseconds: 400)),  // line 15
    (21637, .velocity(yaw: -14.218, pitch: 0)),  // line 15
    (21707, .velocity(yaw: -36.024, pitch: 0)),  // line 15
    (21837, .velocity(yaw: -26.698, pitch: 0)),  // line 15
    (21887, .velocity(yaw: -10.656, pitch: 0)),  // line 15
    (21947, .velocity(yaw: 0, pitch: 0)),  // line 15
    (21997, .orientation(yaw: 15, pitch: -5, milliseconds: 400)),  // line 15
    (22457, .velocity(yaw: -1.484, pitch: 0)),  // line 19
    (22662, .velocity(yaw: -5.571, pitch: 0)),  // line 19
    (22838, .velocity(yaw: -10.505, pitch: 0)),  // line 19
    (22993, .velocity(yaw: -15.562, pitch: 0)),  // line 19
    (23147, .velocity(yaw: -20.486, pitch: 0)),  // line 19
    (23297, .velocity(yaw: -25.018, pitch: 0)),  // line 19
    (23456, .velocity(yaw: -29.238, pitch: 0)),  // line 19
    (23654, .velocity(yaw: -32.617, pitch: 0)),  // line 19
    (23957, .velocity(yaw: -32.434, pitch: 0)),  // line 19
    (24250, .velocity(yaw: -28.922, pitch: 0)),  // line 19
    (24437, .velocity(yaw: -24.615, pitch: 0)),  // line 19
    (24603, .velocity(yaw: -19.695, pitch: 0)),  // line 19
    (24735, .velocity(yaw: -13.389, pitch: 0.383)),  // line 19
    (24857, .velocity(yaw: -6.03, pitch: 0.731)),  // line 19
    (24977, .velocity(yaw: 1.501, pitch: 1.208)),  // line 19
    (25088, .velocity(yaw: 8.572, pitch: 1.701)),  // line 19
    (25198, .velocity(yaw: 15.056, pitch: 2.19)),  // line 19
    (25309, .velocity(yaw: 20.895, pitch: 2.685)),  // line 19
    (25441, .velocity(yaw: 25.676, pitch: 3.201)),  // line 19
    (25618, .velocity(yaw: 29.104, pitch: 3.628)),  // line 19
    (25937, .velocity(yaw: 30.87, pitch: 3.028)),  // line 19
    (26235, .velocity(yaw: 32.892, pitch: 0.994)),  // line 19
    (26522, .velocity(yaw: 32.632, pitch: -1.439)),  // line 19
    (26809, .velocity(yaw: 30.425, pitch: -3.281)),  // line 19
    (27118, .velocity(yaw: 28.734, pitch: -3.593)),  // line 19
    (27404, .velocity(yaw: 24.837, pitch: -3.111)),  // line 19
    (27581, .velocity(yaw: 20.09, pitch: -2.523)),  // line 19
    (27735, .velocity(yaw: 14.792, pitch: -1.862)),  // line 19
    (27890, .velocity(yaw: 9.297, pitch: -1.177)),  // line 19
    (28044, .velocity(yaw: 4.215, pitch: -0.544)),  // line 19
    (28243, .velocity(yaw: 0, pitch: 0)),  // line 19
    (28397, .orientation(yaw: 0, pitch: 0, milliseconds: 620)),  // line 21
    (29017, .velocity(yaw: 0, pitch: 0)),  // line 21
    (29017, .trackingAsBefore),  // line 21
  ]

  private enum Call {
    case tracking(Bool)
    case trackingAsBefore
    case velocity(yaw: Double, pitch: Double, roll: Double = 0)
    case orientation(yaw: Double, pitch: Double, roll: Double = 0, milliseconds: Int)
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
