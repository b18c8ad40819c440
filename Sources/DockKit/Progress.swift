/// How far a motion of the dock has come.
///
/// Shaped like Foundation's class, which is not used here: every answer is read off the clock of
/// the dock that moves, so it is exact and costs nothing while nobody asks.
public final class Progress: Sendable {
  private let driver: any DockDriver
  private let motion: DockMotion

  init(of motion: DockMotion, driver: any DockDriver) {
    self.motion = motion
    self.driver = driver
  }

  /// The same motion of `accessory`, a dock that has the same past.
  package func carried(over accessory: DockAccessory) -> Progress {
    Progress(of: motion, driver: accessory.driver)
  }

  /// True if the motion came to its end.
  public var isFinished: Bool { driver.state(of: motion) == .finished }

  /// True if the motion was given up or replaced before its end.
  public var isCancelled: Bool { driver.state(of: motion) == .cancelled }

  /// The share of the motion's time that has passed, from 0 to 1; where it stood, once cancelled.
  public var fractionCompleted: Double { driver.fraction(of: motion) }

  /// Gives the motion up if it is not over: the dock brakes to a stop.
  public func cancel() { driver.cancel(motion) }
}
