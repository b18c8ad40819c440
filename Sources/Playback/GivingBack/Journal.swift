import DockKit
import Motion

/// The state to restore if the process ends before it gives the motors back.
public struct JournalEntry: Equatable, Sendable {
  /// True if system tracking was on before the motors were taken.
  public let isTracking: Bool
  /// The former limits, if the dock reported them.
  public let limits: PerAxis<Limit?>

  /// The limits of one axis.
  public struct Limit: Equatable, Sendable {
    /// The least position, in radians.
    public let lower: Double
    /// The greatest position, in radians.
    public let upper: Double
    /// The greatest speed, in radians a second.
    public let speed: Double

    /// Creates the limits of an axis.
    public init(lower: Double, upper: Double, speed: Double) {
      self.lower = lower
      self.upper = upper
      self.speed = speed
    }
  }

  /// Creates an entry.
  public init(isTracking: Bool, limits: PerAxis<Limit?> = PerAxis(all: nil)) {
    self.isTracking = isTracking
    self.limits = limits
  }
}

/// A store in which an entry outlives the process that wrote it.
///
/// It is written before the motors are taken and cleared when they are given back for good, so an
/// entry that is found at the start was left by a process that could not give them back.
public protocol Journal: Sendable {
  /// Puts `entry` in the place of any other, safe from a crash when it returns.
  ///
  /// Throws if that cannot be; the motors are then not taken.
  func write(_ entry: JournalEntry) throws
  /// Forgets the entry.
  func clear()
}

extension Journal {
  /// Replaces what it says by `entry`, or forgets it if there is none.
  ///
  /// - Throws: if it cannot be written.
  package func note(_ entry: JournalEntry?) throws(JournalFailure) {
    guard let entry else { return clear() }
    do {
      try write(entry)
    } catch {
      throw JournalFailure(error)
    }
  }
}

/// The journal could not be written, so the motors are not taken.
public struct JournalFailure: Error, CustomStringConvertible {
  /// Why, as the journal says it.
  public let description: String

  /// Creates the failure of a journal that threw `error`.
  public init(_ error: any Error) { description = String(describing: error) }
}

/// Finishes the work of a process that took the motors and left `entry` behind: `driver` stops the
/// dock, and restores its limits and system tracking.
///
/// Takes at most two seconds, or three if tracking is switched on from outside; may be done twice.
package func repair(_ entry: JournalEntry, by driver: any Driver) -> Handback {
  var (authority, link) = (Authority(abandonedBy: entry), Link(driver))
  return authority.giveBack(.atEnd(), &link)
}

extension JournalEntry {
  init(isTracking: Bool, _ limits: DockAccessory.Limits?) {
    self.init(
      isTracking: isTracking,
      limits: PerAxis(
        yaw: limits?.yaw.map(Limit.init), pitch: limits?.pitch.map(Limit.init),
        roll: limits?.roll.map(Limit.init)))
  }

  /// The limits as DockKit has them; nil if there are none to be set.
  var accessoryLimits: DockAccessory.Limits? {
    guard limits != PerAxis(all: nil) else { return nil }
    return DockAccessory.Limits(
      yaw: limits.yaw.flatMap(DockAccessory.Limits.Limit.init),
      pitch: limits.pitch.flatMap(DockAccessory.Limits.Limit.init),
      roll: limits.roll.flatMap(DockAccessory.Limits.Limit.init))
  }
}

extension JournalEntry.Limit {
  fileprivate init(_ limit: DockAccessory.Limits.Limit) {
    let range = limit.positionRange
    self.init(lower: range.lowerBound, upper: range.upperBound, speed: limit.maximumSpeed)
  }
}

extension DockAccessory.Limits.Limit {
  fileprivate init?(_ limit: JournalEntry.Limit) {
    guard limit.lower < limit.upper else { return nil }
    try? self.init(positionRange: limit.lower..<limit.upper, maximumSpeed: limit.speed)
  }
}
