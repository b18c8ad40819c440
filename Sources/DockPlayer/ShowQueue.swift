/// How much a show that is asked for matters.
public enum ShowPriority: Int, CaseIterable, Comparable, Sendable {
  /// It may be left out.
  case low
  /// It waits for its turn.
  case normal
  /// It ends the show that plays, and takes the place of those that wait.
  case high
  /// As `high`, and no `high` one takes its place while it waits.
  case urgent

  /// True if `one` matters less than `other`.
  public static func < (one: ShowPriority, other: ShowPriority) -> Bool {
    one.rawValue < other.rawValue
  }
}

/// What waits for its turn: those that matter most first, and of them those that came first.
///
/// A value without a clock; times are counted from any moment. It is the queue of a `Player`, and
/// of an app that has its own.
public struct ShowQueue<Element> {
  /// How many may wait.
  public static var capacity: Int { 3 }
  /// What has waited for longer is dropped when the next one comes.
  public static var patience: Duration { .seconds(5) }

  /// One that waits.
  public struct Entry {
    /// What waits.
    public let element: Element
    /// How much it matters.
    public let priority: ShowPriority
    /// Since when.
    public let time: Duration
  }

  /// What waits, in the order in which it comes out.
  public private(set) var entries: [Entry] = []

  /// Creates an empty queue.
  public init() {}

  /// Adds `element` at `time`; says whether there is a place for it, and what loses its own.
  ///
  /// First go those that have waited for too long. One that matters as `high` or more takes the
  /// place of all that matter no more than it. If the queue is full, the first of those that matter
  /// least goes, so a `low` one if there is any; none goes for one that matters less.
  @discardableResult
  public mutating func add(
    _ element: Element, _ priority: ShowPriority = .normal, at time: Duration
  ) -> (isAdmitted: Bool, dropped: [Element]) {
    var dropped = drop { time - $0.time > ShowQueue.patience }
    if priority >= .high { dropped += drop { $0.priority <= priority } }
    if entries.count >= ShowQueue.capacity {
      guard let least = entries.map(\.priority).min(), least <= priority,
        let index = entries.firstIndex(where: { $0.priority == least })
      else { return (false, dropped) }
      dropped.append(entries.remove(at: index).element)
    }
    let place = entries.firstIndex { $0.priority < priority } ?? entries.count
    entries.insert(Entry(element: element, priority: priority, time: time), at: place)
    return (true, dropped)
  }

  /// Takes out whose turn it is; nil if nobody waits.
  public mutating func removeFirst() -> Element? {
    entries.isEmpty ? nil : entries.removeFirst().element
  }

  /// Drops all that wait.
  public mutating func removeAll() { entries = [] }

  /// Drops those of whom `isOver` holds.
  private mutating func drop(where isOver: (Entry) -> Bool) -> [Element] {
    let dropped = entries.filter(isOver).map(\.element)
    entries.removeAll(where: isOver)
    return dropped
  }
}

extension ShowQueue.Entry: Sendable where Element: Sendable {}
extension ShowQueue: Sendable where Element: Sendable {}
