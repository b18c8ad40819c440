// Made from show.dock by 'dock compile --format swift'.

import DockKit
import Spatial

/// show.dock: 5.1 s on the dock 'stand'.
///
///     try await Blocks.play(on: accessory)
enum Blocks {
  /// The calls, with their times in milliseconds; angles are degrees.
  private static let calls: [(time: Int, call: Call)] = [
    (0, .owe(1, "face normal")),  // line 1
    (0, .owe(1, "log \"bye\"")),  // line 1
    (0, .tell("face happy")),  // line 2
    (0, .tracking(false)),  // line 4
    (0, .orientation(yaw: 40, pitch: 0, milliseconds: 2000)),  // line 4
    (0, .owe(2, "eyes center")),  // line 5
    (500, .tell("eyes left")),  // line 5
    (1500, .due(2)),  // line 5
    (1500, .tell("eyes center")),  // line 5
    (2000, .tell("camera record start")),  // line 7
    (2000, .owe(0, "camera record stop")),  // line 7
    (2000, .tell("sound 1 over 100 \"tick.wav\"")),  // line 7
    (2000, .owe(-1, "sound 1 stop \"tick.wav\"")),  // line 7
    (2100, .orientation(yaw: 40, pitch: -10, milliseconds: 1000)),  // line 7
    (2100, .paid(-1)),
    (3100, .paid(0)),
    (3100, .tell("camera record stop")),  // line 7
    (3100, .owe(2, "log \"turn\"")),  // line 8
    (3100, .orientation(yaw: 40, pitch: -6, milliseconds: 1000)),  // line 8
    (4100, .tell("log \"turned\"")),  // line 8
    (4100, .due(2)),  // line 8
    (4100, .tell("log \"turn\"")),  // line 8
    (4100, .owe(2, "log \"turn\"")),  // line 8
    (4100, .orientation(yaw: 40, pitch: -2, milliseconds: 1000)),  // line 8
    (5100, .tell("log \"turned\"")),  // line 8
    (5100, .due(2)),  // line 8
    (5100, .tell("log \"turn\"")),  // line 8
    (5100, .due(1)),  // line 1
    (5100, .tell("face normal")),  // line 1
    (5100, .tell("log \"bye\"")),  // line 1
    (5100, .velocity(yaw: 0, pitch: 0)),  // line 8
    (5100, .trackingAsBefore),  // line 8
  ]

  private enum Call {
    case tracking(Bool)
    case trackingAsBefore
    case velocity(yaw: Double, pitch: Double, roll: Double = 0)
    case orientation(yaw: Double, pitch: Double, roll: Double = 0, milliseconds: Int)
    case tell(String)
    case owe(Int, String)
    case due(Int)
    case paid(Int)

    /// Whether the call waits until a motion of the dock is over.
    var waits: Bool {
      switch self {
      case .tell, .owe, .due, .paid: false
      default: true
      }
    }
  }

  /// What is told when a block of the show is left, or when the show ends before.
  private typealias Owed = (number: Int, words: String, isDue: Bool)

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
    var owed: [Owed] = []
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
        case .tell(let words):
          tell(words)
          if let paid = owed.firstIndex(where: { $0.isDue && $0.words == words }) {
            owed.remove(at: paid)
          }
        case .owe(let number, let words):
          owed.append((number, words, isDue: false))
        case .due(let number):
          for index in owed.indices where owed[index].number == number { owed[index].isDue = true }
        case .paid(let number):
          owed.removeAll { $0.number == number }
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
    for words in inOrder(owed) { tell(words) }
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

  /// What is still owed: what is due, and then of each block, the last first.
  private static func inOrder(_ owed: [Owed]) -> [String] {
    var (due, rest) = (owed.filter(\.isDue), owed.filter { !$0.isDue })
    while let last = rest.last {
      due += rest.filter { $0.number == last.number }
      rest.removeAll { $0.number == last.number }
    }
    return due.map(\.words)
  }
}
