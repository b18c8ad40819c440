import DockKit
import Motion
import Schedules
import Spatial

/// A motion that the dock carries out by itself.
struct AwaitedMotion {
  /// The last command.
  var command: Command
  /// Which motion of the dock it is.
  var motion: MotionID
  /// How often it was commanded again.
  var repeats = 0

  /// When it is planned to end, on the schedule, in milliseconds.
  var end: Int32 { command.time + command.length }
}

extension Performance {
  /// How long a motion may take beyond its plan, in nanoseconds: some docks never say that they are
  /// done.
  static let patience = 700 * millisecond

  /// Waits for the end of `motion`: as long as planned, and a little longer if it must be; answers
  /// false if before its planned end something leads on to another cue.
  mutating func finish(_ motion: AwaitedMotion) throws -> Bool {
    show.time = show.execution.sourceTime(motion.end)
    if timing.now < due(motion.end) {
      guard try waitForSign(until: due(motion.end)) else { return false }
    }
    guard isMoving else {
      orders.pending = nil
      return true
    }
    look()
    while isMoving, timing.now < due(motion.end) + Performance.patience {
      try wait(until: timing.now + 10 * millisecond)
      try keepMotors()
    }
    let reason: Outcome.Stretch.Reason = isMoving ? .gaveUp : .slowMotion
    orders.pending = nil
    authority.leaveMotion()
    stretch(by: timing.now - due(motion.end), reason)
    return true
  }

  /// True if the dock still carries out the awaited motion.
  private var isMoving: Bool {
    orders.pending.map { link.driver.status(of: $0.motion) == .moving } ?? false
  }

  /// Makes a motor call; repeats it after interference from outside, or if the dock has had too
  /// many calls.
  mutating func withMotors<Result>(
    _ call: (inout Authority, inout Link) throws -> Result
  ) throws -> Result {
    try keepMotors()
    var repeats = 0
    while true {
      do {
        return try call(&authority, &link)
      } catch let interruption as Interruption {
        throw interruption
      } catch {
        repeats += 1
        guard repeats <= 3, try canRepeat(after: error) else { throw error }
      }
    }
  }

  /// True if a call that was refused for `error` is worth repeating; waits if that takes time.
  private mutating func canRepeat(
    after error: any Error
  ) throws -> Bool {
    if try keepMotors() { return true }
    if error as? DockKitError == .notConnected { return try awaitHold() }
    guard error as? DockKitError == .frameRateTooHigh else { return false }
    let pause = 250 * millisecond
    look()
    try wait(until: timing.now + pause)
    stretch(by: pause, .callRate)
    return true
  }

  /// Waits a moment for the word that the app has left the screen, which is why a dock that the
  /// phone stands in obeys it no more: then holds the show, and answers true once it resumes.
  ///
  /// The call that is refused may come before that word.
  private mutating func awaitHold() throws -> Bool {
    look()
    let delay = timing.delay
    try sleep(until: timing.now + 500 * millisecond)
    return timing.delay != delay
  }

  /// Takes the motors back if system tracking was switched on from outside; returns true if it was.
  @discardableResult
  mutating func keepMotors() throws -> Bool {
    timing.watched = timing.now
    guard try authority.reclaim(&link) else { return false }
    tell(.reclaimed)
    look()
    try callTracker()
    try regain(at: localTime)
    return true
  }
}

extension PerAxis<Double> {
  /// Makes each number the greater of itself and the size of that in `other`.
  mutating func formGreatest(_ other: PerAxis<Double>) {
    for axis in Axis.allCases { self[axis] = Swift.max(self[axis], abs(other[axis])) }
  }
}
