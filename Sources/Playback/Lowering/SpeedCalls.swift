import Hardware
import Motion
import Schedules

/// A change of the commanded speeds of all axes.
struct SpeedCall {
  /// When it is made, in milliseconds.
  var time: Int32
  /// The speeds, in millidegrees a second.
  var speeds: PerAxis<Int32>
  /// The index of the step it belongs to; 0 if the schedule has no steps.
  var step: Int32
}

/// The calls that set speeds, by time, and those that repeat them where the dock would forget.
struct SpeedCalls {
  private var calls: ContiguousArray<SpeedCall> = []
  /// The call that comes before all others; nil if there is none.
  private var opening: SpeedCall?
  /// The last call, if it still holds.
  private var last: SpeedCall?
  /// True if the dock has been told, last of all, that every axis stands (or was never told to
  /// turn).
  private(set) var areKnownZero = true
  /// How long a speed is left alone before it is sent again, in milliseconds.
  private let lease: Int32?

  init(_ model: DockModel) { lease = model.lease }

  mutating func add(_ call: SpeedCall) {
    renew(until: call.time)
    calls.append(call)
    last = call
    areKnownZero = call.speeds == PerAxis(all: 0)
  }

  /// Begins with the axes turning at `speeds`, and sends them once more where the dock would forget
  /// them: when that was done last is not known.
  mutating func begin(at speeds: PerAxis<Int32>) {
    guard lease != nil, speeds != PerAxis(all: 0) else { return }
    opening = SpeedCall(time: 0, speeds: speeds, step: 0)
    (last, areKnownZero) = (opening, false)
  }

  /// Another call has told the dock what to do.
  mutating func forget() {
    last = nil
    areKnownZero = false
  }

  /// A new region begins: nothing turns.
  mutating func reset() {
    last = nil
    areKnownZero = true
  }

  /// Sends speeds again that the dock would forget before `time`, evenly spaced.
  mutating func renew(until time: Int32) {
    guard let lease, let last, last.speeds != PerAxis(all: 0), time - last.time > lease else {
      return
    }
    let length = Int64(time - last.time)
    let count = (length - 1) / Int64(lease) + 1
    for number in 1..<count {
      var call = last
      call.time += Int32(length * number / count)
      calls.append(call)
      self.last = call
    }
  }

  /// The earliest time, in milliseconds, at which speeds may still be sent again that were sent
  /// last; `Int32.max` if none are.
  var nextRenewal: Int32 {
    guard lease != nil, let last, last.speeds != PerAxis(all: 0) else { return .max }
    return last.time + 1
  }

  /// Moves these calls and `others` that come before `time` to `list`, by time; those of one
  /// instant in the order of their steps, and what makes an axis stand before what begins.
  mutating func move(
    with others: inout ContiguousArray<Command>, before time: Int32, to list: inout CommandList,
    of schedule: Schedule
  ) {
    var (call, other) = (0, 0)
    if let opening = opening.take() { list.commands.append(command(for: opening, of: schedule)) }
    while true {
      let (nextCall, nextOther) = (calls.dropFirst(call).first, others.dropFirst(other).first)
      if let found = nextOther, found.time < time || time == .max,
        nextCall.map({ (found.time, found.step) < ($0.time, $0.step) }) ?? true
      {
        list.commands.append(found)
        other += 1
      } else if let found = nextCall, found.time < time || time == .max {
        list.commands.append(command(for: found, of: schedule))
        call += 1
      } else {
        break
      }
    }
    calls.removeFirst(call)
    others.removeFirst(other)
  }

  private func command(for call: SpeedCall, of schedule: Schedule) -> Command {
    var command = Command(.velocity, time: call.time, step: call.step)
    if !schedule.steps.isEmpty { command.line = schedule.steps[Int(call.step)].line }
    command.vector = call.speeds
    return command
  }
}
