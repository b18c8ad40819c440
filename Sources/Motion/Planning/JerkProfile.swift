/// A motion of one axis by at most eight pieces of constant jerk, or of constant acceleration where
/// the jerk is not limited.
public struct JerkProfile: Equatable, Sendable {
  /// How long it lasts, in seconds.
  public let length: Double
  /// The state at the end, in degrees and seconds.
  public let target: MotionState
  /// When each piece begins, in seconds; pieces that last no time begin when the next one does.
  @usableFromInline let starts: SIMD8<Double>
  /// How long each piece lasts, in seconds; more exact than the differences of the starts.
  @usableFromInline let lengths: SIMD8<Double>
  /// The state at the start of each piece.
  @usableFromInline let positions: SIMD8<Double>
  @usableFromInline let velocities: SIMD8<Double>
  @usableFromInline let accelerations: SIMD8<Double>
  @usableFromInline let jerks: SIMD8<Double>

  /// The state `time` seconds after the start.
  ///
  /// Before the start the first velocity is held, and after the end the last.
  @inlinable
  public func state(at time: Double) -> MotionState {
    guard time < length else {
      return MotionState(
        position: target.position + target.velocity * (time - length), velocity: target.velocity,
        acceleration: time > length ? 0 : target.acceleration)
    }
    guard time >= 0 else {
      return MotionState(
        position: positions[0] + velocities[0] * time, velocity: velocities[0])
    }
    var index = time >= starts[4] ? 4 : 0
    index += time >= starts[index + 2] ? 2 : 0
    index += time >= starts[index + 1] ? 1 : 0
    let past = time - starts[index]
    let (velocity, acceleration, jerk) = (velocities[index], accelerations[index], jerks[index])
    return MotionState(
      position: positions[index]
        + past * (velocity + past * (acceleration / 2 + past * (jerk / 6))),
      velocity: velocity + past * (acceleration + past * (jerk / 2)),
      acceleration: acceleration + past * jerk, jerk: jerk)
  }

  /// Calls `body` with the start, in seconds, the length, in seconds, and the first state of every
  /// piece that lasts, in order.
  @inlinable
  public func forEachPiece(
    _ body: (_ start: Double, _ length: Double, _ state: MotionState) throws -> Void
  ) rethrows {
    for index in 0..<8 where lengths[index] > 0 {
      try body(
        starts[index], lengths[index],
        MotionState(
          position: positions[index], velocity: velocities[index],
          acceleration: accelerations[index], jerk: jerks[index]))
    }
  }

  /// The extremes, in closed form.
  public var peaks: Peaks {
    var peaks = Peaks(at: target)
    forEachPiece { _, length, state in peaks.formUnion(Peaks(of: state, lasting: length)) }
    if accelerationJumps { peaks.jerk = .infinity }
    return peaks
  }

  /// True if the acceleration changes without jerk: by jumps.
  var accelerationJumps: Bool { jerks == .zero && accelerations != .zero }
}

extension Peaks {
  /// The peaks of one instant, its jerk apart.
  init(at state: MotionState) {
    self.init(
      speed: abs(state.velocity), acceleration: abs(state.acceleration), jerk: 0,
      lower: state.position, upper: state.position)
  }

  /// The peaks of a motion from `state` on with constant jerk, over `length` seconds.
  init(of state: MotionState, lasting length: Double) {
    self.init(at: state)
    jerk = abs(state.jerk)
    formUnion(Peaks(at: state.after(length)))
    let turn = -state.acceleration / state.jerk
    if turn > 0, turn < length { formUnion(Peaks(at: state.after(turn))) }
    let stops = state.stops
    if stops.0 > 0, stops.0 < length { formUnion(Peaks(at: state.after(stops.0))) }
    if stops.1 > 0, stops.1 < length { formUnion(Peaks(at: state.after(stops.1))) }
  }
}

extension MotionState {
  /// The state `time` seconds later if the jerk stays as it is.
  func after(_ time: Double) -> MotionState {
    MotionState(
      position: position + time * (velocity + time * (acceleration / 2 + time * jerk / 6)),
      velocity: velocity + time * (acceleration + time * jerk / 2),
      acceleration: acceleration + time * jerk, jerk: jerk)
  }

  /// When the velocity is zero if the jerk stays as it is, in seconds; NaN or infinite if never.
  var stops: (Double, Double) {
    let root = (acceleration * acceleration - 2 * jerk * velocity).squareRoot()
    // The sum that does not cancel, and the other root by the product of both.
    let sum = acceleration < 0 ? acceleration - root : acceleration + root
    return (-sum / jerk, -2 * velocity / sum)
  }
}
