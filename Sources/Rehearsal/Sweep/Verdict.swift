import Hardware
import Quantities
import Simulation

/// Checks that a dock was left as it must be, from the record of the dock, not from the outcome of
/// the player.
struct Verdict {
  /// The violations; empty if there are none.
  private(set) var reasons: [String] = []

  private let trace: Trace
  private let attempt: SweepCase

  /// Judges `world`, in which `attempt` was made, by the limits it had before.
  ///
  /// While the phone is out of the dock there is no tracking to be judged, and a dock that leaves
  /// and comes back by itself after the show has what the system sets.
  init(on world: DockWorld, of attempt: SweepCase, limits: BoundsByAxis) {
    trace = world.trace
    self.attempt = attempt
    if world.isDocked, !cameBackAfterwards, world.isSystemTrackingEnabled != attempt.isTracking {
      reasons.append("system tracking is not what it was")
    }
    if world.isDocked, !world.limits.isNear(limits) {
      reasons.append("the limits are not what they were")
    }
    checkEnd()
    checkRestore()
  }

  /// True if the dock left and came back after the last call.
  private var cameBackAfterwards: Bool {
    let afterwards = trace.events.reversed().prefix { event in
      if case .call = event.kind { false } else { true }
    }
    return afterwards.contains { $0.kind == .docked(false) }
      && afterwards.contains { $0.kind == .docked(true) }
  }

  /// Nothing turns five seconds later, unless the tracker or the firmware turned it last: they may
  /// turn motors that were given back.
  private mutating func checkEnd() {
    let end = Nanoseconds(trace.end).seconds
    for motion in trace.axes where abs(motion.speed(at: end)) > Audit.standing {
      let cause = motion.pieces.last?.cause
      guard cause != .tracker, cause != .follow, cause != .firmware else { continue }
      reasons.append("\(motion.axis) turns on at the end")
    }
  }

  /// The tracker gets motors that stand, and no command follows.
  private mutating func checkRestore() {
    let events = trace.events
    let restore = events.lastIndex { event in
      if case .call(.setSystemTracking(attempt.isTracking), nil) = event.kind {
        true
      } else {
        false
      }
    }
    guard let restore else { return checkLastCall(events[...]) }
    // Who takes them again, from a dock that had left, has them until that is back and tracks.
    let afterwards = events[(restore + 1)...].prefix {
      $0.kind != .call(.setSystemTracking(false), nil)
    }
    if attempt.isTracking, afterwards.contains(where: \.isMotorCall) {
      reasons.append("a motor call came after the motors were given back")
    }
    guard attempt.isTracking else { return checkLastCall(events[...]) }
    guard !isKilled else { return checkLastCall(events[..<restore]) }
    // A dock without the phone turns nothing, nor does it track.
    guard isDocked(before: restore) else { return }
    let time = Nanoseconds(events[restore].time).seconds
    for motion in trace.axes where abs(motion.speed(at: time)) > Audit.standing {
      let cause = motion.cause(at: time.nextDown)
      // What the firmware turned by itself just before, nobody could wait for.
      let isTracker = cause == .tracker || cause == .follow
      if cause == .firmware || isTracker && isTracked(before: restore) { continue }
      if hasStood(motion, before: restore) { continue }
      reasons.append("\(motion.axis) turned when the motors were given back")
    }
  }

  /// True if the tracker had not let the dock go before event number `index`: then it gets back
  /// what it turns itself.
  private func isTracked(before index: Int) -> Bool {
    let changes = trace.events[..<index].lazy.compactMap { event -> Bool? in
      if case .tracking(let isOn) = event.kind { isOn } else { nil }
    }
    return changes.last ?? attempt.isTracking
  }

  /// True if `motion` has stood since the stop of a short turn, before event number `index`: what
  /// that turn lacked or had too much, the firmware makes up for.
  private func hasStood(_ motion: AxisMotion, before index: Int) -> Bool {
    let events = trace.events[..<index]
    guard let stop = events.lastIndex(where: \.isMotorCall),
      events[stop...].contains(where: { $0.kind == .quirk(.pulseNoise) })
    else { return false }
    let stretch = trace.events[stop].time..<trace.events[index].time
    return motion.pieces.contains {
      $0.cause == .velocity && abs($0.speed) <= Audit.standing
        && stretch.contains(Int(Nanoseconds.count(in: $0.start)))
    }
  }

  /// True if the phone is in the dock before event number `index`, be it since before the first.
  private func isDocked(before index: Int) -> Bool {
    if let last = trace.events[..<index].lazy.compactMap(\.docking).last { return last }
    return trace.events[index...].lazy.compactMap(\.docking).first.map { !$0 } ?? true
  }

  /// The last command to the motors is to stop, if there was any.
  private mutating func checkLastCall(_ events: ArraySlice<Trace.Event>) {
    for event in events.reversed() {
      switch event.kind {
      case .call(.setAngularVelocity(.zero), _): return
      case .call(.setAngularVelocity, nil), .call(.setOrientation, nil), .call(.animate, nil):
        return reasons.append("the motors were not told to stand")
      case .tracking, .docked(false): return
      default: break
      }
    }
  }

  private var isKilled: Bool {
    switch attempt.blow {
    case .cut(.kill, _), .cutAfter(.kill, _): true
    default: false
    }
  }
}

extension Trace.Event {
  /// Whether the phone is in the dock from now on, if that is what happens.
  fileprivate var docking: Bool? {
    if case .docked(let isDocked) = kind { isDocked } else { nil }
  }

  fileprivate var isMotorCall: Bool {
    if case .call(let call, _) = kind { call.needsMotors } else { false }
  }
}

extension BoundsByAxis {
  /// True if both are the same but for rounding.
  fileprivate func isNear(_ other: BoundsByAxis) -> Bool {
    DockAxis.allCases.allSatisfy { axis in
      guard let one = self[axis], let two = other[axis] else {
        return self[axis] == nil && other[axis] == nil
      }
      return isNear(one.lower, two.lower) && isNear(one.upper, two.upper)
        && isNear(one.speed, two.speed)
    }
  }

  private func isNear(_ one: Double, _ two: Double) -> Bool { one == two || abs(one - two) < 1e-6 }
}
