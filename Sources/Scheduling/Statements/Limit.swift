import Diagnosis
import Hardware
import Language
import Motion
import Printing
import Quantities
import Schedules

extension Scheduler {
  /// Carries out `limit`: the limits named get narrower until the end of the block.
  mutating func perform(_ limit: LimitStatement) throws(Halt) {
    let named = AxisSet(rawValue: limit.named)
    var limits = builder.limits(limitIndex)
    for axis in named.members {
      guard let outer = limits[axis] else {
        if isNew(.missingAxis) {
          report(
            .missingAxis(axis, model.name, at: wordSpan(of: axis), time: milliseconds))
        }
        continue
      }
      limits[axis] = try narrowed(outer, by: limit, of: axis)
    }
    guard limits != builder.limits(limitIndex) else { return }
    if tasks.running.parent >= 0 { try claim(named) }
    try setLimits(builder.add(limits))
    if tasks.running.slot == Scheduler.showSlot, tasks.running.outer.isEmpty {
      events.scriptLimits = limitIndex
    }
    for axis in named.members { checkStanding(axis) }
  }

  private mutating func narrowed(
    _ outer: Schedule.Limit, by statement: LimitStatement, of axis: Axis
  ) throws(Halt) -> Schedule.Limit {
    var limit = outer
    let isTurned = rendition.isMirrored && axis != .pitch
    for bound in statement.bounds {
      let written = AxisTracking.millidegrees(try value(bound.value))
      let quantity = isTurned ? bound.quantity.mirrored : bound.quantity
      let wanted = quantity == bound.quantity ? written : -written
      switch quantity {
      case .lower:
        limit.lower = max(wanted, outer.lower ?? wanted)
        if let held = outer.lower, wanted < held { beyond(bound, axis, held, isTurned) }
      case .upper:
        limit.upper = min(wanted, outer.upper ?? wanted)
        if let held = outer.upper, wanted > held { beyond(bound, axis, held, isTurned) }
      case .speed: try narrow(&limit.speed, to: wanted, bound, axis)
      case .acceleration: try narrow(&limit.acceleration, to: wanted, bound, axis)
      case .jerk: try narrow(&limit.jerk, to: wanted, bound, axis)
      }
    }
    if let lower = limit.lower, let upper = limit.upper, lower >= upper {
      throw halt(emptyLimit(axis, statement))
    }
    return limit
  }

  /// The report of a limit without room.
  private mutating func emptyLimit(_ axis: Axis, _ limit: LimitStatement) -> Diagnostic {
    let bounds = Array(limit.bounds)
    guard let first = bounds.firstIndex(where: { $0.quantity == .lower }),
      bounds.indices.contains(first + 1), bounds[first + 1].quantity == .upper
    else { return .emptyLimit(axis, at: statementSpan, swap: nil) }
    let (lower, upper) = (bounds[first].value, bounds[first + 1].value)
    let isSwapped = evaluator.value(lower) > evaluator.value(upper)
    return .emptyLimit(
      axis, at: span(of: lower).union(span(of: upper)),
      swap: isSwapped ? swap(lower, upper) : nil)
  }

  /// Narrows the limit of a rate to `wanted`.
  private mutating func narrow(
    _ limit: inout Int32, to wanted: Int32, _ bound: LimitBound, _ axis: Axis
  ) throws(Halt) {
    if wanted <= 0 {
      throw notPositive("a limit", try value(bound.value), bound.value, bound.quantity.unit)
    }
    let outer = limit
    limit = min(wanted, outer)
    if wanted > outer { beyond(bound, axis, outer) }
  }

  /// Warns of `bound`, beyond which `held` holds `axis` already; the script says it the other way
  /// round where it `isTurned`.
  private mutating func beyond(
    _ bound: LimitBound, _ axis: Axis, _ held: Int32, _ isTurned: Bool = false
  ) {
    guard isNew(.limitBeyondDock) else { return }
    func words(_ held: Int32) -> String {
      switch bound.quantity {
      case .lower, .upper: axis.directed(degrees: Millidegrees(held).degrees)
      case .speed, .acceleration, .jerk:
        decimal(thousandths: Int(held)) + bound.quantity.unit
      }
    }
    report(
      .limitBeyondDock(
        axis, at: span(of: bound.value), isDock: limitIndex == 0, held: words(held),
        written: literal(in: bound.value) == nil ? nil : words(isTurned ? -held : held)))
  }
}

extension LimitBound.Quantity {
  /// The unit of its limits.
  fileprivate var unit: String {
    switch self {
    case .lower, .upper: "deg"
    case .speed: "deg/s"
    case .acceleration: "deg/s^2"
    case .jerk: "deg/s^3"
    }
  }
}
