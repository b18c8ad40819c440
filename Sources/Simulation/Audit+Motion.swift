import Hardware
import Quantities

extension Audit {
  /// Each piece against the dock, and against the piece before it.
  mutating func checkMotion(_ motion: AxisMotion) {
    let axis = motion.axis
    guard let bounds = BoundsByAxis(of: model)[axis] else {
      if motion.pieces.contains(where: { !$0.isRest }) { report(.absentAxis, at: 0, axis) }
      return
    }
    for (index, piece) in motion.pieces.enumerated() {
      let next = index + 1 < motion.pieces.count ? motion.pieces[index + 1] : nil
      let last = next?.start ?? max(end, piece.start)
      guard piece.isFinite, piece.start <= last else {
        report(.malformed, at: piece.isFinite ? piece.start : 0, axis)
        continue
      }
      check(piece, until: last, of: axis, within: bounds)
      if let next { checkJoint(piece, next, of: axis) }
    }
  }

  private mutating func check(
    _ piece: Piece, until last: Double, of axis: DockAxis, within bounds: AxisBounds
  ) {
    checkPosition(
      piece.extremes(from: piece.start, to: last), of: axis, at: piece.start,
      within: bounds.lower...bounds.upper)
    let speed = piece.peakSpeed(from: piece.start, to: last)
    if speed > bounds.speed + Audit.tolerance {
      report(.speed, at: piece.start, axis, speed, bounds.speed)
    }
    let acceleration = max(abs(piece.acceleration), abs(piece.acceleration(at: last)))
    if acceleration > model.acceleration * (1 + 1e-6) {
      report(.acceleration, at: piece.start, axis, acceleration, model.acceleration)
    }
  }

  private mutating func checkPosition(
    _ found: ClosedRange<Double>, of axis: DockAxis, at time: Double,
    within allowed: ClosedRange<Double>
  ) {
    if found.lowerBound < allowed.lowerBound - Audit.tolerance {
      report(.position, at: time, axis, found.lowerBound, allowed.lowerBound)
    }
    if found.upperBound > allowed.upperBound + Audit.tolerance {
      report(.position, at: time, axis, found.upperBound, allowed.upperBound)
    }
  }

  private mutating func checkJoint(_ piece: Piece, _ next: Piece, of axis: DockAxis) {
    let position = piece.position(at: next.start)
    if abs(position - next.position) > Audit.tolerance {
      report(.positionJump, at: next.start, axis, next.position, position)
    }
    let speed = piece.speed(at: next.start)
    if abs(speed - next.speed) > Audit.tolerance {
      report(.speedJump, at: next.start, axis, next.speed, speed)
    }
  }
}

extension Piece {
  fileprivate var isFinite: Bool {
    start.isFinite && position.isFinite && speed.isFinite && acceleration.isFinite
      && jerk.isFinite
  }
}

// MARK: - Limits of the app's own

extension Audit {
  /// Motion while limits set by the app hold: until others are set, or tracking goes on.
  mutating func checkSetLimits() {
    var limits: (bounds: BoundsByAxis, since: Double)?
    for event in trace.events {
      let time = Nanoseconds(event.time).seconds
      switch event.kind {
      case .call(.setLimits(let bounds), nil):
        if let limits { check(limits.bounds, from: limits.since, to: time) }
        limits = (bounds, time)
      case .tracking(true):
        if let limits { check(limits.bounds, from: limits.since, to: time) }
        limits = nil
      case .call, .tracking, .docked, .foreground, .fault, .tracker, .phone, .quirk, .note: break
      }
    }
    if let limits { check(limits.bounds, from: limits.since, to: end) }
  }

  private mutating func check(_ bounds: BoundsByAxis, from first: Double, to last: Double) {
    for motion in trace.axes {
      guard let bounds = bounds[motion.axis] else { continue }
      check(motion, within: bounds, from: first, to: last)
    }
  }

  /// What could not be helped is allowed: a motor that is out of the new range, or too fast for it,
  /// when the limits come may use the room it needs to stop, and the time.
  private mutating func check(
    _ motion: AxisMotion, within bounds: AxisBounds, from first: Double, to last: Double
  ) {
    let position = motion.position(at: first)
    let speed = motion.speed(at: first)
    let rest = position + speed * abs(speed) / (2 * model.acceleration)
    checkPosition(
      motion.extremes(from: first, to: last), of: motion.axis, at: first,
      within: min(bounds.lower, position, rest)...max(bounds.upper, position, rest))
    var worst = (time: first, excess: 0.0)
    motion.forEachPart(from: first, to: last) { [model] piece, from, to in
      piece.forEachSpeedExtreme(from: from, to: to) { time in
        let allowed = max(bounds.speed, abs(speed) - model.acceleration * (time - first))
        let excess = abs(piece.speed(at: time)) - allowed
        if excess > worst.excess { worst = (time, excess) }
      }
    }
    if worst.excess > Audit.tolerance {
      report(.speed, at: worst.time, motion.axis, bounds.speed + worst.excess, bounds.speed)
    }
  }
}
