/// How many calls were made so far.
public struct CallCount: Equatable, Sendable {
  /// How many calls of the dock.
  public let dock: Int
  /// How many calls of its phone.
  public let phone: Int

  /// Creates a count of calls.
  public init(dock: Int = 0, phone: Int = 0) { (self.dock, self.phone) = (dock, phone) }

  /// True if no count is smaller than in `other`.
  public func reaches(_ other: CallCount) -> Bool { dock >= other.dock && phone >= other.phone }
}
