extension DockAccessory {
  /// The position ranges and greatest speeds of the axes; nil for an axis that is absent or not
  /// limited by the app.
  public struct Limits: Hashable, Sendable {
    /// The limits of pan.
    public let yaw: Limit?
    /// The limits of tilt.
    public let pitch: Limit?
    /// The limits of roll.
    public let roll: Limit?

    /// Creates limits.
    public init(yaw: Limit?, pitch: Limit?, roll: Limit?) {
      self.yaw = yaw
      self.pitch = pitch
      self.roll = roll
    }

    /// The position range and greatest speed of one axis.
    public struct Limit: Hashable, Sendable {
      /// The positions allowed, in radians; infinite on an axis that turns without end.
      public let positionRange: Range<Double>
      /// The greatest speed, in radians a second.
      public let maximumSpeed: Double

      /// Creates the limits of an axis.
      ///
      /// Throws `invalidParameter` if the range is empty, or the speed is negative or not finite.
      public init(positionRange: Range<Double>, maximumSpeed: Double) throws {
        guard !positionRange.isEmpty, maximumSpeed >= 0, maximumSpeed.isFinite else {
          throw DockKitError.invalidParameter
        }
        self.positionRange = positionRange
        self.maximumSpeed = maximumSpeed
      }

      /// Creates limits that are known to be valid.
      package init(valid positionRange: Range<Double>, maximumSpeed: Double) {
        self.positionRange = positionRange
        self.maximumSpeed = maximumSpeed
      }
    }
  }

  /// The present limits of the axes the dock has; the getter throws `notConnected`.
  public var limits: Limits {
    get throws { try driver.limits() }
  }

  /// Narrows the limits until system tracking goes on, which restores the manufacturer's limits.
  ///
  /// An axis that is nil has the manufacturer's. Throws `notConnected`, `invalidParameter` if all
  /// three are nil or nothing of the axis is left, `notSupportedByDevice` for an axis the dock
  /// lacks, and
  /// `notSupported` while system tracking is on.
  public func setLimits(_ limits: Limits) throws {
    try driver.setLimits(limits)
  }
}
