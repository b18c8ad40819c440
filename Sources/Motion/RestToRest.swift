/// The quickest move between two positions at rest under limits of speed, acceleration and jerk.
///
/// Seven pieces of constant jerk (the "double S"; Biagiotti and Melchiorri, Trajectory Planning for
/// Automatic Machines and Robots, 2008, 3.4), in closed form; without a limit of jerk the four
/// ramps have no length. Given more time than it needs, the whole profile is stretched evenly,
/// which divides speed by k, acceleration by k² and jerk by k³.
public struct RestToRest: Equatable, Sendable {
  /// Where it begins, in degrees.
  public let from: Double
  /// Where it ends, in degrees.
  public let to: Double
  /// How long it lasts, in seconds.
  public let length: Double
  @usableFromInline let phases: Phases
  /// The extreme velocity, acceleration and jerk, signed like the distance.
  @usableFromInline let velocity: Double
  @usableFromInline let acceleration: Double
  @usableFromInline let jerk: Double

  /// Creates the move from `from` to `to` degrees, lasting `length` seconds or as short as it can
  /// be.
  ///
  /// A length below `minimumLength` is taken too: the profile is squeezed, and `peaks` exceed
  /// `limits`.
  @inlinable
  public init(from: Double, to: Double, length: Double? = nil, within limits: AxisLimits) {
    let quickest = Phases(distance: abs(to - from), within: limits)
    self.init(from: from, to: to, length: length ?? quickest.length, shape: quickest)
  }

  @inlinable
  init(from: Double, to: Double, length: Double, shape: Phases) {
    self.from = from
    self.to = to
    self.length = length > 0 ? length : 0
    phases = shape.stretched(to: self.length)
    // Derived from the distance rather than taken from the limits, so that the pieces meet exactly.
    velocity = Peaks.ratio(to - from, 2 * phases.ramp + phases.hold + phases.cruise)
    acceleration = Peaks.ratio(velocity, phases.ramp + phases.hold)
    jerk = Peaks.ratio(acceleration, phases.ramp)
  }

  /// The same move, stretched evenly to `length` seconds.
  @inlinable
  public func lasting(_ length: Double) -> RestToRest {
    RestToRest(from: from, to: to, length: length, shape: phases)
  }

  /// The shortest length of a move over `distance` degrees, in seconds.
  ///
  /// Infinite if a limit is not positive.
  @inlinable
  public static func minimumLength(of distance: Double, within limits: AxisLimits) -> Double {
    Phases(distance: abs(distance), within: limits).length
  }

  /// The extremes, in closed form.
  @inlinable
  public var peaks: Peaks {
    Peaks(
      speed: abs(velocity), acceleration: abs(acceleration), jerk: abs(jerk),
      lower: min(from, to), upper: max(from, to))
  }

  /// The state `time` seconds after the start; at rest before the start and after the end.
  @inlinable
  public func state(at time: Double) -> MotionState {
    guard time >= 0 else { return MotionState(position: from) }
    guard time < length else { return MotionState(position: to) }
    if time < length / 2 {
      var state = rise(time)
      state.position += from
      return state
    }
    // The second half is the first, seen from the other end: nothing accumulates, the end is exact.
    let mirrored = rise(length - time)
    return MotionState(
      position: to - mirrored.position, velocity: mirrored.velocity,
      acceleration: -mirrored.acceleration, jerk: mirrored.jerk)
  }

  /// The first half of the move, relative to its start.
  @inlinable
  func rise(_ time: Double) -> MotionState {
    let (ramp, hold) = (phases.ramp, phases.hold)
    let full = 2 * ramp + hold
    if time < ramp {
      return MotionState(
        position: jerk * time * time * time / 6, velocity: jerk * time * time / 2,
        acceleration: jerk * time, jerk: jerk)
    }
    if time < ramp + hold {
      let past = time - ramp
      let gained = acceleration * ramp / 2
      return MotionState(
        position: gained * ramp / 3 + (gained + acceleration * past / 2) * past,
        velocity: gained + acceleration * past, acceleration: acceleration)
    }
    if time < full {
      let left = full - time
      return MotionState(
        position: velocity * (full / 2 - left) + jerk * left * left * left / 6,
        velocity: velocity - jerk * left * left / 2, acceleration: jerk * left, jerk: -jerk)
    }
    return MotionState(position: velocity * (time - full / 2), velocity: velocity)
  }
}

extension RestToRest {
  /// The lengths of the pieces, in seconds: ramp, hold, ramp, cruise, ramp, hold, ramp.
  @usableFromInline
  struct Phases: Equatable, Sendable {
    /// Constant jerk; four times.
    @usableFromInline var ramp: Double
    /// Constant acceleration; twice.
    @usableFromInline var hold: Double
    /// Constant speed; once.
    @usableFromInline var cruise: Double

    @inlinable
    init(ramp: Double, hold: Double, cruise: Double) {
      self.ramp = ramp
      self.hold = hold
      self.cruise = cruise
    }

    @inlinable
    var length: Double { 4 * ramp + 2 * hold + cruise }

    /// The quickest pieces for `distance` degrees, not negative.
    ///
    /// With ramp r, hold h and cruise c the peaks are a = j r and v = a (r + h), and the distance
    /// is v (2r + h + c). No threshold is absolute, so the result does not depend on the units.
    @inlinable
    init(distance: Double, within limits: AxisLimits) {
      guard distance > 0 else {
        self.init(ramp: 0, hold: 0, cruise: 0)
        return
      }
      guard limits.speed > 0, limits.acceleration > 0, limits.jerk > 0 else {
        self.init(ramp: 0, hold: 0, cruise: .infinity)
        return
      }
      let v = min(limits.speed, AxisLimits.ceiling)
      let a = min(limits.acceleration, AxisLimits.ceiling)
      // Without a limit of jerk the ramps are 0.
      let j = limits.jerk < AxisLimits.ceiling ? limits.jerk : .infinity
      // Where a² > v j full speed is reached before full acceleration.
      let ramp = a * a > v * j ? (v / j).magnitudeRoot : a / j
      let hold = max(0, v / a - ramp)
      if distance >= v * (2 * ramp + hold) {
        self.init(ramp: ramp, hold: hold, cruise: max(0, distance / v - (2 * ramp + hold)))
      } else if j == .infinity {
        self.init(ramp: 0, hold: (distance / a).magnitudeRoot, cruise: 0)
      } else if distance > 2 * j * ramp * ramp * ramp {
        // No cruise: h² + 3 r h + 2 r² = d / a, solved without cancellation.
        let area = distance / (j * ramp)
        let root = (ramp * ramp / 4 + area).magnitudeRoot
        let hold = max(0, (area - 2 * ramp * ramp) / (1.5 * ramp + root))
        self.init(ramp: ramp, hold: hold, cruise: 0)
      } else {
        self.init(ramp: (distance / (2 * j)).cubeRoot, hold: 0, cruise: 0)
      }
    }

    /// These pieces stretched evenly to `length` seconds in all.
    @inlinable
    func stretched(to length: Double) -> Phases {
      guard self.length > 0 else { return self }
      // Limits that allow no motion give no shape either: an even speed, whose peaks are infinite.
      guard self.length < .infinity else { return Phases(ramp: 0, hold: 0, cruise: length) }
      let factor = length / self.length
      return Phases(ramp: ramp * factor, hold: hold * factor, cruise: cruise * factor)
    }
  }
}

extension AxisLimits {
  /// Stands for an infinite limit where products of limits are formed, far from overflow.
  @usableFromInline static let ceiling = 1e60
}
