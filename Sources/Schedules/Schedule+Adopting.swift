import Motion

extension Schedule {
  /// `step` of `other` as a step of this schedule, with what it speaks of.
  ///
  /// What is said of limits and texts stays there: of motions alone.
  package mutating func adopted(_ step: Step, of other: Schedule) -> Step {
    var step = step
    let index = Int(step.extra)
    if step.easing > 0 { step.easing = self.index(of: other.easings[Int(step.easing)]) ?? 0 }
    switch step.kind {
    case .move: step.extra = self.index(of: other.manner(of: step))
    case .through: step.extra = add(other.throughs[index], to: \.throughs)
    case .cut:
      var cut = other.cuts[index]
      cut.whole = adopted(cut.whole, of: other)
      step.extra = add(cut, to: \.cuts)
    case .warp:
      var warp = other.warps[index]
      warp.whole = adopted(warp.whole, of: other)
      step.extra = add(warp, to: \.warps)
    case .action: step.extra = add(other.actions[index])
    default: break
    }
    return step
  }

  /// The step `original`, which alone has its cut or warp, where it moves `axis` as it does from a
  /// place that is `way` millidegrees farther.
  package mutating func displaced(_ original: Step, _ axis: Axis, by way: Int32) -> Step {
    var step = original
    guard step.axes.contains(axis) else { return step }
    let index = Int(step.extra)
    switch step.kind {
    case .move: break
    case .cut: cuts[index].whole = displaced(cuts[index].whole, axis, by: way)
    case .warp: warps[index].whole = displaced(warps[index].whole, axis, by: way)
    case .through, .ramp, .take, .giveBack, .wait, .animate, .limit, .tracking, .action: return step
    }
    step.from[axis] &+= way
    step.to[axis] &+= way
    return step
  }

  private mutating func add<Element>(
    _ element: Element, to list: WritableKeyPath<Schedule, [Element]>
  ) -> UInt32 {
    self[keyPath: list].append(element)
    return UInt32(self[keyPath: list].count - 1)
  }

  /// The index of `easing` in `easings`, to which it is added if need be; nil if they are full.
  package mutating func index(of easing: Easing) -> UInt8? {
    if let index = easings.firstIndex(of: easing) { return UInt8(index) }
    guard easings.count < 256 else { return nil }
    easings.append(easing)
    return UInt8(easings.count - 1)
  }
}
