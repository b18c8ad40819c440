#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

import Hardware
import Quantities
import Schedules

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

  /// True if a call at `time` leaves every second within the budget, those to come included.
  func allows(at time: Int32) -> Bool {
    guard limit > 0 else { return false }
    let next = firstAnimation(after: time)
    /// The call with `number`: those made, then this one, then those to come.
    func call(_ number: Int) -> Int32 {
      if number < recent.count { return recent[number] }
      return number == recent.count ? time : animations[next + number - recent.count - 1]
    }
    let count = recent.count + 1 + min(limit, animations.count - next)
    for first in 0..<max(0, count - limit) {
      let (earlier, later) = (call(first), call(first + limit))
      if earlier <= time, time <= later, later - earlier < Milliseconds.second { return false }
    }
    return true
  }

  /// Records a call at `time`.
  mutating func spend(at time: Int32) {
    recent.append(time)
    if recent.count > limit { recent.removeFirst() }
  }

  /// Records earlier calls.
  mutating func recall(_ calls: [Int32]) { recent = calls.suffix(limit) }

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
