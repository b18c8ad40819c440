import Schedules
import Synchronization

/// The world has brought an event.
///
/// Like an `Interruption` it comes out of the clock of a performance, whose `sleep` throws it.
public struct Sign: Error, Equatable, Sendable {
  /// The event.
  public let event: WorldEvent

  /// Creates the sign that `event` has come.
  public init(_ event: WorldEvent) { self.event = event }
}

/// The time until which those sleep who wait for nothing but a sign, in nanoseconds of the clock.
package let openEnd = Int.max / 4

/// Events that have come, in their order.
///
/// Whoever sleeps on a pace may find one; only the performance looks at them.
final class Inbox: Sendable {
  private let events: Mutex<[WorldEvent]>

  /// Creates an inbox with `events`.
  init(_ events: [WorldEvent] = []) { self.events = Mutex(events) }

  /// One of its own with the same events.
  var copy: Inbox { Inbox(events.withLock { $0 }) }

  /// The event that came first.
  var first: WorldEvent? { events.withLock { $0.first } }

  func add(_ event: WorldEvent) { events.withLock { $0.append(event) } }

  func removeFirst() { events.withLock { if !$0.isEmpty { $0.removeFirst() } } }
}
