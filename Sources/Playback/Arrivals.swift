import Motion
import Scheduling

/// Which moves of a region lead to a place, and which by a distance.
///
/// A schedule marks the starts that are only assumed. A move from such a start is absolute if the
/// next one of its axis starts from a known place, and relative if that is assumed still. The last
/// move of an axis has none after it: it is taken to be what the one before it was, and absolute if
/// it is alone.
struct Arrivals {
  private let first: Int
  /// The axes that each step of the region brings to a place.
  private var absolute: [AxisSet]

  /// Reads the steps `region` of `schedule`.
  init(_ region: ClosedRange<Int>, of schedule: Schedule) {
    first = region.lowerBound
    absolute = Array(repeating: .none, count: region.count)
    for axis in Axis.allCases { read(region, of: schedule, axis) }
  }

  private mutating func read(_ region: ClosedRange<Int>, of schedule: Schedule, _ axis: Axis) {
    var previous: Int?
    var wasRelative = false
    for index in region {
      let step = schedule.steps[index]
      guard step.kind == .move || step.kind == .through, step.axes.contains(axis) else { continue }
      let isAssumed = step.assumed.contains(axis)
      if let previous {
        wasRelative = isAssumed
        if !isAssumed { absolute[previous - first].insert(AxisSet(axis)) }
      }
      if step.kind == .through { absolute[index - first].insert(AxisSet(axis)) }
      previous = index
      if !isAssumed { wasRelative = false }
    }
    if let previous, !wasRelative { absolute[previous - first].insert(AxisSet(axis)) }
  }

  /// True iff the step with `index` in the schedule brings `axis` to a place.
  func isAbsolute(_ index: Int, _ axis: Axis) -> Bool {
    absolute.indices.contains(index - first) && absolute[index - first].contains(axis)
  }
}
