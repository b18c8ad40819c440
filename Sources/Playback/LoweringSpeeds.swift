#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

import Hardware
import Motion
import Scheduling

/// Merges the speeds of the axes into calls, which speak for all axes at once.
struct SpeedMerger {
  private var queues: [[SpeedChangeCommand]] = [[], [], []]
  private var heads = [0, 0, 0]
  /// The speeds of the axes now.
  private var speeds = PerAxis<Int32>(all: 0)
  /// The speeds last sent; nil where another call came after.
  private var sent: PerAxis<Int32>? = PerAxis(all: 0)
  private var sentTime: Int32 = 0
  private var sentStep: Int32 = 0
  /// How long a speed is left alone before it is sent again, in milliseconds.
  private let lease: Int32?

  init(_ model: DockModel) {
    // A fifth early: a call that arrives late still finds the axis turning.
    lease = model.velocityLifetime.map { max(1, Int32(clamping: $0) / 5 * 4) }
  }

  /// True iff the dock has been told, last of all, that every axis stands (or was never told to
  /// turn).
  var areKnownZero: Bool { sent == PerAxis(all: 0) }

  /// Adds the speeds of one axis over one step, which begins where its last one ended.
  mutating func add(_ commands: [SpeedChangeCommand], _ axis: Axis) {
    queues[axis.rawValue].append(contentsOf: commands)
  }

  /// Another call has told the dock what to do.
  mutating func forget() { sent = nil }

  /// A new region begins: nothing turns.
  mutating func reset() {
    speeds = PerAxis(all: 0)
    sent = speeds
  }

  /// Gives the calls earlier than `time`.
  mutating func flush(
    before time: Int32, into commands: inout ContiguousArray<Command>, of schedule: Schedule
  ) {
    while let next = nextTime, next < time {
      renew(until: next, into: &commands, of: schedule)
      merge(at: next)
      if speeds != sent { send(at: next, into: &commands, of: schedule) }
    }
    let last = min(time, schedule.length)
    renew(until: last, into: &commands, of: schedule)
  }

  /// Gives the calls up to and at `time`.
  mutating func flush(
    through time: Int32, into commands: inout ContiguousArray<Command>, of schedule: Schedule
  ) {
    flush(before: time, into: &commands, of: schedule)
    guard nextTime == time else { return }
    merge(at: time)
    if speeds != sent { send(at: time, into: &commands, of: schedule) }
  }

  private var nextTime: Int32? {
    var time: Int32?
    for axis in queues.indices where heads[axis] < queues[axis].count {
      let next = queues[axis][heads[axis]].time
      time = min(time ?? next, next)
    }
    return time
  }

  /// Takes over all changes of speed at `time`; of one axis the last holds.
  private mutating func merge(at time: Int32) {
    for axis in Axis.allCases {
      let index = axis.rawValue
      while heads[index] < queues[index].count, queues[index][heads[index]].time == time {
        speeds[axis] = queues[index][heads[index]].speed
        sentStep = queues[index][heads[index]].step
        heads[index] += 1
      }
      if heads[index] == queues[index].count, heads[index] > 0 {
        queues[index].removeAll(keepingCapacity: true)
        heads[index] = 0
      }
    }
  }

  /// Sends speeds again that the dock would forget before `time`.
  private mutating func renew(
    until time: Int32, into commands: inout ContiguousArray<Command>, of schedule: Schedule
  ) {
    guard let lease, let sent, sent != PerAxis(all: 0) else { return }
    while time - sentTime > lease {
      send(at: sentTime + lease, into: &commands, of: schedule)
    }
  }

  private mutating func send(
    at time: Int32, into commands: inout ContiguousArray<Command>, of schedule: Schedule
  ) {
    var command = Command(.velocity, time: time, step: sentStep)
    command.line = schedule.steps[Int(sentStep)].line
    command.vector = speeds
    commands.append(command)
    sent = speeds
    sentTime = time
  }
}

/// Watches how many calls the dock takes in any second.
struct CallBudget {
  private let limit: Int
  /// When the animations start, which cannot be anything but calls.
  private let animations: [Int32]
  /// The last calls made.
  private var recent: [Int32] = []

  init(_ schedule: Schedule) {
    limit = max(0, schedule.model.callsPerSecond)
    animations = schedule.steps.lazy.filter { $0.kind == .animate }.map(\.start)
  }

  /// True iff a call at `time` leaves every second within the budget, those to come included.
  func allows(at time: Int32) -> Bool {
    guard limit > 0 else { return false }
    let coming = animations[firstAnimation(after: time)...].prefix(limit)
    let calls = recent + [time] + coming
    return calls.indices.dropFirst(limit).allSatisfy { last in
      calls[last] < time || calls[last - limit] > time || calls[last] - calls[last - limit] >= 1000
    }
  }

  /// Takes note of a call at `time`.
  mutating func spend(at time: Int32) {
    recent.append(time)
    if recent.count > limit { recent.removeFirst() }
  }

  private func firstAnimation(after time: Int32) -> Int {
    var (low, high) = (0, animations.count)
    while low < high {
      let middle = (low + high) / 2
      if animations[middle] <= time { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension Int32 {
  /// The whole number next to `value`, or the nearest there is.
  init(clampingRounded value: Double) {
    self =
      value.isNaN ? 0 : Int32(Swift.max(-2_147_483_648, Swift.min(2_147_483_647, value.rounded())))
  }
}
