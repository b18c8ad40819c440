/// The faults that are still to strike, in the order in which they do.
struct FaultQueue: Sendable {
  /// The faults at calls of these numbers, last first.
  private var byCall: [(number: Int, kind: Fault.Kind)] = []
  /// The faults at these times, in nanoseconds, last first.
  private var byTime: [(number: Int, kind: Fault.Kind)] = []
  /// The faults at the first call from these times on, last first.
  private var forCalls: [(number: Int, kind: Fault.Kind)] = []

  /// Creates a queue of `faults`; those of one moment strike in their order.
  init(_ faults: [Fault]) {
    for fault in faults.reversed() {
      switch fault.moment {
      case .call(let number): byCall.append((number, fault.kind))
      case .time(let time) where fault.kind.needsNoCall: byTime.append((time, fault.kind))
      case .time(let time): forCalls.append((time, fault.kind))
      }
    }
    FaultQueue.sort(&byCall)
    FaultQueue.sort(&byTime)
    FaultQueue.sort(&forCalls)
  }

  private static func sort(_ list: inout [(number: Int, kind: Fault.Kind)]) {
    list = list.enumerated().sorted {
      ($0.element.number, $1.offset) > ($1.element.number, $0.offset)
    }.map(\.element)
  }

  /// True if nothing is left to strike.
  var isEmpty: Bool { byCall.isEmpty && byTime.isEmpty && forCalls.isEmpty }

  /// The remaining faults.
  var faults: [Fault] {
    byCall.reversed().map { Fault($0.kind, at: .call($0.number)) }
      + (byTime.reversed() + forCalls.reversed()).map { Fault($0.kind, at: .time($0.number)) }
  }

  /// When something happens by itself next, in nanoseconds.
  var nextTime: Int? { byTime.last?.number }

  /// The fault at the call number `calls`, made at `time`: at most one.
  mutating func next(atCall calls: Int, time: Int) -> Fault.Kind? {
    while let last = byCall.last, last.number <= calls {
      byCall.removeLast()
      if last.number == calls { return last.kind }
    }
    if let kind = next(at: time) { return kind }
    guard let last = forCalls.last, last.number <= time else { return nil }
    return forCalls.removeLast().kind
  }

  /// The first fault that happens at `time` or earlier, by itself.
  mutating func next(at time: Int) -> Fault.Kind? {
    guard let last = byTime.last, last.number <= time else { return nil }
    return byTime.removeLast().kind
  }
}

extension Fault.Kind {
  /// True if it can strike between calls.
  fileprivate var needsNoCall: Bool {
    switch self {
    case .stall, .tracking, .undocked, .flapped, .docked, .background, .foreground: true
    case .late, .dropped, .refused, .endless: false
    }
  }
}
