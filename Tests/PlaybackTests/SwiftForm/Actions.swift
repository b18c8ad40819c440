// Made from show.dock by 'dock compile --format swift'.

import DockKit
import Spatial

/// show.dock: 4 s on the dock 'stand'.
///
///     try await Actions.play(on: accessory)
enum Actions {
  /// The calls, with their times in milliseconds; angles are degrees.
  private static let calls: [(time: Int, call: Call)] = [
    (0, .frame(.left)),  // line 1
    (0, .region(x: 0.1, y: 0.2, width: 0.3, height: 0.4)),  // line 2
    (0, .tracking(false)),  // line 4
    (0, .limits(yaw: (-60, 60, speed: 40), pitch: (-45, 45, speed: 90), roll: nil)),  // line 4
    (54, .velocity(yaw: 1.988, pitch: 0)),  // line 4
    (216, .velocity(yaw: 6.827, pitch: 0)),  // line 4
    (351, .velocity(yaw: 12.487, pitch: 0)),  // line 4
    (486, .velocity(yaw: 18.179, pitch: 0)),  // line 4
    (622, .velocity(yaw: 23.409, pitch: 0)),  // line 4
    (784, .velocity(yaw: 27.453, pitch: 0)),  // line 4
    (1162, .velocity(yaw: 24.77, pitch: 0)),  // line 4
    (1324, .velocity(yaw: 20.001, pitch: 0)),  // line 4
    (1459, .velocity(yaw: 14.503, pitch: 0)),  // line 4
    (1595, .velocity(yaw: 8.709, pitch: 0)),  // line 4
    (1730, .velocity(yaw: 3.515, pitch: 0)),  // line 4
    (1892, .velocity(yaw: 0, pitch: 0)),  // line 4
    (2000, .tell("log \"say \\\"hello\\\"\"")),  // line 5
    (2000, .tell("face happy over 500")),  // line 6
    (2500, .tracking(true)),  // line 7
    (3000, .tracking(false)),  // line 9
    (3000, .tracking(false)),  // line 10
    (
      3000,
      .limits(
        yaw: (-60, 60, speed: 40), pitch: (-45, 45, speed: 90), roll: nil)
    ),  // line 10
    (3000, .orientation(yaw: 30, pitch: -10, milliseconds: 1000)),  // line 10
    (4000, .velocity(yaw: 0, pitch: 0)),  // line 10
    (4000, .tracking(false)),  // line 10
    (4000, .trackingAsBefore),
  ]

  private enum Call {
    case tracking(Bool)
    case trackingAsBefore
    case velocity(yaw: Double, pitch: Double, roll: Double = 0)
    case orientation(yaw: Double, pitch: Double, roll: Double = 0, milliseconds: Int)
    case limits(yaw: Limit?, pitch: Limit?, roll: Limit?)
    case frame(DockAccessory.FramingMode)
    case region(x: Double, y: Double, width: Double, height: Double)
    case tell(String)

    /// Whether the call waits until a motion of the dock is over.
    var waits: Bool {
      switch self {
      case .frame, .region, .tell: false
      default: true
      }
    }
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
        for _ in 0..<14 where call.waits && !isOver() {
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
        case .limits(let yaw, let pitch, let roll):
          let limits = DockAccessory.Limits(
            yaw: try limit(yaw), pitch: try limit(pitch), roll: try limit(roll))
          try accessory.setLimits(limits)
        case .frame(let mode): try await accessory.setFramingMode(mode)
        case .region(let x, let y, let width, let height):
          try await accessory.setRegionOfInterest(
            CGRect(x: x, y: y, width: width, height: height))
        case .tell(let words):
          tell(words)
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
