#if Foundation
  /// The progress of a motion of the dock; an app sees Foundation's class.
  ///
  /// Foundation's share of the work is a stored one, so the dock reports it whenever its time has
  /// passed.
  final class MotionProgress: Progress, @unchecked Sendable {
    /// The number of parts that a motion is counted in.
    private static let parts: Int64 = 1_000_000
    private let driver: any DockDriver
    private let motion: DockMotion

    init(of motion: DockMotion, driver: any DockDriver) {
      self.motion = motion
      self.driver = driver
      super.init(parent: nil, userInfo: nil)
      totalUnitCount = MotionProgress.parts
      driver.reportProgress(of: motion) { [weak self] fraction in
        guard let self else { return }
        completedUnitCount = Int64((fraction * Double(totalUnitCount)).rounded())
      }
    }

    override var isFinished: Bool { driver.state(of: motion) == .finished }

    override var isCancelled: Bool {
      get { driver.state(of: motion) == .cancelled }
      set { if newValue { cancel() } }
    }

    override func cancel() { driver.cancel(motion) }
  }
#else
  /// The progress of a motion of the dock.
  ///
  /// Shaped like Foundation's class, which the trait `Foundation` puts in its place: every value is
  /// computed from the clock of the dock, so it is exact and costs nothing until it is read.
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

  typealias MotionProgress = Progress
#endif
