import Motion

// Version 1 of schedules did not say which moves go by a distance.

extension Schedule {
  /// Infers which moves go by a distance and not to a place, for a schedule that does not say so.
  ///
  /// A move from an assumed start is absolute if the next move of its axis starts from a known
  /// place, and relative if that start is assumed, too. For the last move of an axis this is a
  /// guess: a move of several axes is absolute, and a move of one axis is as the one before it.
  mutating func inferRelativeMoves() {
    var first = 0
    for index in steps.indices where steps[index].kind == .giveBack {
      inferRelativeMoves(in: first...index)
      first = index + 1
    }
    if first < steps.count { inferRelativeMoves(in: first...(steps.count - 1)) }
  }

  /// Infers it for the steps `region`, in which the motors are held.
  private mutating func inferRelativeMoves(in region: ClosedRange<Int>) {
    var isAbsolute = [Bool?](repeating: nil, count: region.count)
    for axis in Axis.allCases {
      var previous: Int?
      for index in region where steps[index].goes(axis) {
        if let previous, steps[previous].assumed.contains(axis) {
          isAbsolute[previous - region.lowerBound] = !steps[index].assumed.contains(axis)
        }
        previous = index
      }
    }
    for index in region where isSurelyAbsolute(steps[index]) {
      isAbsolute[index - region.lowerBound] = true
    }
    var wasAbsolute = PerAxis(all: true)
    for index in region {
      let axes = Axis.allCases.filter { steps[index].goes($0) && steps[index].assumed.contains($0) }
      guard let axis = axes.first else { continue }
      let answer =
        isAbsolute[index - region.lowerBound] ?? (axes.count > 1 || wasAbsolute[axis])
      setRelative(!answer, at: index)
      for axis in axes { wasAbsolute[axis] = answer }
    }
  }

  /// Says of step number `index`, and of the move it is part of, whether it is relative.
  private mutating func setRelative(_ isRelative: Bool, at index: Int) {
    let step = steps[index]
    steps[index].isRelative = isRelative && step.kind != .through
    switch step.kind {
    case .cut: cuts[Int(step.extra)].whole.isRelative = isRelative
    case .warp: warps[Int(step.extra)].whole.isRelative = isRelative
    default: break
    }
  }
}

extension CueSheet {
  /// The cues without what version 1 of schedules did not say: which moves go by a distance.
  public var asVersionOne: CueSheet {
    var sheet = self
    for index in entries.indices { sheet.entries[index].cue.schedule.forgetRelativeMoves() }
    return sheet
  }
}

extension Schedule {
  fileprivate mutating func forgetRelativeMoves() {
    for index in steps.indices { steps[index].isRelative = false }
    for index in cuts.indices { cuts[index].whole.isRelative = false }
    for index in warps.indices { warps[index].whole.isRelative = false }
  }
}

extension Schedule {
  /// True if `step` can only be absolute: a way back is, and a relative move that goes nowhere is
  /// left out of schedules.
  fileprivate func isSurelyAbsolute(_ step: Step) -> Bool {
    step.kind == .through || holdBehind(step) != nil
      || Axis.allCases.contains { step.goes($0) && step.from[$0] == step.to[$0] }
  }
}

extension Step {
  /// True if it moves `axis` from place to place.
  fileprivate func goes(_ axis: Axis) -> Bool {
    [.move, .through, .cut, .warp].contains(kind) && axes.contains(axis)
  }
}
