import FoundationEssentials
import Spatial

extension DockAccessory {
  /// A report of the dock about its position and speed.
  public struct MotionState: Sendable {
    /// The positions, in radians.
    public let angularPositions: Vector3D
    /// The speeds, in radians a second.
    public let angularVelocities: Vector3D
    /// The time of the report, in seconds since 1970; of a simulated dock, since its world began.
    public let timestamp: TimeInterval
    /// The error of the motors, if there is one.
    public let error: (any Error)?

    /// Creates a report.
    package init(
      angularPositions: Vector3D, angularVelocities: Vector3D, timestamp: TimeInterval,
      error: (any Error)? = nil
    ) {
      self.angularPositions = angularPositions
      self.angularVelocities = angularVelocities
      self.timestamp = timestamp
      self.error = error
    }
  }

  /// Reports of the dock's motion, at the rate the dock chooses.
  public struct MotionStates: AsyncSequence, Sendable {
    /// One report.
    public typealias Element = MotionState
    /// Iteration never fails.
    public typealias Failure = Never
    let driver: any DockDriver

    /// The reports one by one, from now on.
    public func makeAsyncIterator() -> Iterator { Iterator(driver: driver) }

    /// Waits for reports.
    public struct Iterator: AsyncIteratorProtocol {
      let driver: any DockDriver
      var last = -1

      /// The next report; nil when the dock has left.
      public mutating func next() async -> MotionState? { await next(isolation: nil) }

      /// The next report, waited for where the caller runs; nil when the dock has left.
      public mutating func next(isolation actor: isolated (any Actor)?) async -> MotionState? {
        guard let next = await driver.nextMotionState(after: last) else { return nil }
        last = next.number
        return next.state
      }
    }
  }

  /// Reports of the dock's motion; the getter throws `notConnected` and `notSupportedByDevice`.
  public var motionStates: MotionStates {
    get throws {
      try driver.checkMotionStates()
      return MotionStates(driver: driver)
    }
  }
}
