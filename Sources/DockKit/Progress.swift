/// The progress of a motion of the dock.
///
/// Shaped like Foundation's class, which is not used here: every value is computed from the clock
/// of the dock, so it is exact and costs nothing until it is read.
public final class Progress: Sendable {
  private let driver: any DockDriver
  private let motion: DockMotion

  init(of motion: DockMotion, driver: any DockDriver) {
    self.motion = motion
    self.driver = driver
  }

  /// True if the motion came to its end.
  public var isFinished: Bool { driver.state(of: motion) == .finished }

  /// True if the motion was cancelled or replaced before its end.
  public var isCancelled: Bool { driver.state(of: motion) == .cancelled }

  /// The share of the motion's time that has passed, from 0 to 1; where it stood, once cancelled.
  public var fractionCompleted: Double { driver.fraction(of: motion) }

  /// Cancels the motion if it is not over: the dock brakes to a stop.
  public func cancel() { driver.cancel(motion) }
}
