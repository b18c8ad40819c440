import Motion
import Scheduling

/// Which moves of a region lead to a place, and which by a distance.
///
/// A schedule does not say so, but it marks the starts that are only assumed: a move from such a
/// start is absolute if the next one of its axis starts from a known place, and relative if that is
/// assumed still. A relative move that goes nowhere is left out of schedules. For the last move of
/// an axis that leaves a guess: poses are places, and of one axis it is what the one before it was.
struct Arrivals {
  private let first: Int
  private var isAbsolute: [Bool?]

  /// Reads the steps `region` of `schedule`.
  init(_ region: ClosedRange<Int>, of schedule: Schedule) {
    first = region.lowerBound
    isAbsolute = Array(repeating: nil, count: region.count)
    for axis in Axis.allCases { compare(schedule.steps[region], axis) }
    for index in region { settle(schedule.steps[index], index) }
    var wasAbsolute = PerAxis(all: true)
    for index in region { guess(schedule.steps[index], index, &wasAbsolute) }
  }

  /// True iff the step with `index` in the schedule leads to a place.
  func isAbsolute(_ index: Int) -> Bool {
    guard isAbsolute.indices.contains(index - first) else { return true }
    return isAbsolute[index - first] ?? true
  }

  /// Learns about each move of `axis` from the next.
  private mutating func compare(_ steps: ContiguousArray<Step>.SubSequence, _ axis: Axis) {
    var previous: Int?
    for (index, step) in zip(steps.indices, steps) where step.goes(axis) {
      if let previous, steps[previous].assumed.contains(axis) {
        isAbsolute[previous - first] = !step.assumed.contains(axis)
      }
      previous = index
    }
  }

  /// Learns about a move from what it is.
  private mutating func settle(_ step: Step, _ index: Int) {
    if step.kind == .through { isAbsolute[index - first] = true }
    for axis in Axis.allCases where step.goes(axis) && step.from[axis] == step.to[axis] {
      isAbsolute[index - first] = true
    }
  }

  private mutating func guess(_ step: Step, _ index: Int, _ wasAbsolute: inout PerAxis<Bool>) {
    let axes = Axis.allCases.filter { step.goes($0) && step.assumed.contains($0) }
    guard let axis = axes.first else { return }
    let answer = isAbsolute[index - first] ?? (axes.count > 1 || wasAbsolute[axis])
    isAbsolute[index - first] = answer
    for axis in axes { wasAbsolute[axis] = answer }
  }
}

extension Step {
  /// True iff it moves `axis` from place to place.
  fileprivate func goes(_ axis: Axis) -> Bool {
    [.move, .through, .cut, .warp].contains(kind) && axes.contains(axis)
  }
}
