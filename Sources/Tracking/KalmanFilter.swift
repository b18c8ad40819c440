#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// How the targets of a Kalman filter move: an acceleration that comes and goes by chance.
///
/// The model of Singer (1970): the acceleration is a first-order Markov process. Its noise here is
/// the limit for steps much shorter than the time constant, a white jerk, which is the limit that
/// Bar-Shalom, Li and Kirubarajan (2001, 6.3.3) give.
public struct MotionModel: Equatable, Sendable {
  /// The root mean square acceleration, in degrees a second squared; positive.
  public let acceleration: Double
  /// The time constant in which an acceleration fades, in seconds; positive.
  public let timeConstant: Double

  /// Creates a model.
  public init(acceleration: Double, timeConstant: Double) {
    self.acceleration = acceleration
    self.timeConstant = timeConstant
  }

  /// A walking person, seen from about 2 m.
  ///
  /// Somebody who turns round at 3 m/s² at 2 m accelerates at up to 86 degrees a second squared for
  /// a second, and strolls in between. Of the pairs that were tried on the seeded scenes (15 to 100
  /// degrees a second squared, 0.2 to 2 s), this one has the least error.
  public static let person = MotionModel(acceleration: 50, timeConstant: 2)

  /// The spectral density of the white jerk, in degrees² a second⁵.
  public var jerkDensity: Double { 2 * acceleration * acceleration / timeConstant }
}

/// A Kalman filter of one angle: position, velocity and acceleration from noisy positions.
///
/// Degrees and seconds. The recursion is the textbook one (Kalman, 1960); the covariance is kept
/// symmetric by computing one half of it.
public struct KalmanFilter: Equatable, Sendable {
  /// The estimated angle, velocity and acceleration.
  public private(set) var state: SIMD3<Double>
  /// The covariance of the estimate, row by row.
  public private(set) var covariance: Covariance
  /// How the target moves.
  public let model: MotionModel

  /// A symmetric matrix of three rows and columns.
  public struct Covariance: Equatable, Sendable {
    /// The rows.
    public var rows: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>)

    /// Creates a matrix of rows.
    public init(_ first: SIMD3<Double>, _ second: SIMD3<Double>, _ third: SIMD3<Double>) {
      rows = (first, second, third)
    }

    /// True if all numbers are equal.
    public static func == (left: Covariance, right: Covariance) -> Bool {
      left.rows == right.rows
    }
  }

  /// Creates the estimate after a first measurement of `angle`, whose variance is `noise`.
  ///
  /// The variance of the velocity is that of `speed`, a usual one, in degrees a second.
  public init(angle: Double, noise: Double, speed: Double, model: MotionModel) {
    state = SIMD3(angle, 0, 0)
    covariance = Covariance(
      SIMD3(noise, 0, 0), SIMD3(0, speed * speed, 0),
      SIMD3(0, 0, model.acceleration * model.acceleration))
    self.model = model
  }

  /// The state `time` seconds on, as expected; nothing is changed.
  public func predicted(after time: Double) -> SIMD3<Double> {
    let (f, g, h) = transition(over: time)
    return SIMD3(
      state.x + time * state.y + f * state.z, state.y + g * state.z, state.z * h)
  }

  /// Lets `time` seconds pass: the prediction.
  public mutating func predict(over time: Double) {
    guard time > 0 else { return }
    let (f, g, h) = transition(over: time)
    let rows = (SIMD3(1, time, f), SIMD3(0, 1, g), SIMD3(0, 0, h))
    state = SIMD3(
      state.x + time * state.y + f * state.z, state.y + g * state.z, state.z * h)
    // F P, whose columns are then combined by Fᵀ.
    let p = covariance.rows
    func left(_ row: SIMD3<Double>) -> SIMD3<Double> {
      p.0 * row.x + p.1 * row.y + p.2 * row.z
    }
    let (a, b, c) = (left(rows.0), left(rows.1), left(rows.2))
    let q = model.jerkDensity
    let (t2, t3) = (time * time, time * time * time)
    let xx = (a * rows.0).sum() + q * t2 * t3 / 20
    let xv = (a * rows.1).sum() + q * t2 * t2 / 8
    let xa = (a * rows.2).sum() + q * t3 / 6
    let vv = (b * rows.1).sum() + q * t3 / 3
    let va = (b * rows.2).sum() + q * t2 / 2
    let aa = (c * rows.2).sum() + q * time
    covariance = Covariance(SIMD3(xx, xv, xa), SIMD3(xv, vv, va), SIMD3(xa, va, aa))
  }

  /// The difference of a measured angle from the expected one: the innovation, in degrees.
  ///
  /// The short way round the circle.
  public func innovation(of angle: Double) -> Double { remainder(angle - state.x, 360) }

  /// The variance of the innovation of a measurement whose variance is `noise`.
  public func innovationVariance(noise: Double) -> Double { covariance.rows.0.x + noise }

  /// The normalized innovation squared beyond which the target must have changed its velocity at
  /// once: the 99.9 % quantile of the chi-square distribution with 1 degree of freedom.
  public static let manoeuvre = 10.83

  /// Adds the variance of a sudden change of velocity by about `speed`, in degrees a second, at
  /// some time in the last `time` seconds, if the innovation of `angle` cannot be noise.
  ///
  /// An adaptive filter: what the model takes for impossible makes it less sure of the velocity.
  public mutating func adapt(to angle: Double, noise: Double, speed: Double, over time: Double) {
    let innovation = innovation(of: angle)
    let variance = innovationVariance(noise: noise)
    guard innovation * innovation > KalmanFilter.manoeuvre * variance else { return }
    let change = speed * speed
    covariance.rows.0 += SIMD3(change * time * time / 3, change * time / 2, 0)
    covariance.rows.1 += SIMD3(change * time / 2, change, 0)
  }

  /// Corrects the estimate by a measurement of `angle`, whose variance is `noise`: the update.
  public mutating func update(with angle: Double, noise: Double) {
    let innovation = innovation(of: angle)
    let p = covariance.rows
    let gain = p.0 / innovationVariance(noise: noise)
    state += gain * innovation
    covariance = Covariance(p.0 - gain.x * p.0, p.1 - gain.y * p.0, p.2 - gain.z * p.0)
  }

  /// What an acceleration of 1 adds to position and velocity in `time` seconds, and what is left of
  /// it then.
  private func transition(
    over time: Double
  ) -> (position: Double, velocity: Double, acceleration: Double) {
    let constant = model.timeConstant
    // expm1 keeps the digits that a difference of almost equal numbers would lose.
    let fade = -expm1(-time / constant)
    return (constant * (time - constant * fade), constant * fade, exp(-time / constant))
  }
}
