/// A motion that is cut off and brought to rest, as quickly as can be, from the state it is in.
public struct StoppedMotion: Equatable, Sendable {
  /// The motion as it was to be.
  public let whole: Profile
  /// When it is cut off, in seconds after its start.
  public let time: Double
  /// The stop.
  public let stop: JerkProfile
  /// How long all of it lasts, in seconds; it rests once it stands.
  public let length: Double

  /// Creates the beginning of `whole`, cut off after `time` seconds, and the stop from there.
  ///
  /// It lasts `length` seconds, or as long as it takes. Nil if no stop is within `limits`.
  public init?(
    _ whole: Profile, after time: Double, length: Double? = nil, within limits: AxisLimits
  ) {
    do throws(PlanningFailure) {
      stop = try VelocityTransition.stop(from: whole.state(at: time), within: limits).profile
    } catch {
      return nil
    }
    (self.whole, self.time) = (whole, time)
    self.length = max(length ?? 0, time + stop.length)
  }

  /// The state `time` seconds after the start.
  public func state(at time: Double) -> MotionState {
    time < self.time ? whole.state(at: time) : stop.state(at: time - self.time)
  }

  /// Bounds of the extremes: those of the whole motion and of the stop.
  public var peaks: Peaks {
    var peaks = whole.peaks
    peaks.formUnion(stop.peaks)
    return peaks
  }

  /// What of the motion there is before it is cut off, or more.
  ///
  /// The pieces of a warp are exact only where they meet: so one has to end there.
  private var begun: Profile {
    if case .warped(let motion) = whole { .warped(motion.first(time)) } else { whole }
  }

  /// Hands its pieces to `body`, in order.
  func forEachPiece(_ body: (MotionPiece) -> Void) {
    var left = time
    begun.forEachPiece { piece in
      if left > 0 { body(piece.length <= left ? piece : piece.first(left)) }
      left -= piece.length
    }
    stop.forEachPiece { body(MotionPiece(length: $1, $2)) }
    let rest = length - time - stop.length
    if rest > 0 { body(MotionPiece(length: rest, stop.target.position, 0)) }
  }
}

extension MotionPiece {
  /// The first `seconds` of it, which must be less than all.
  fileprivate func first(_ seconds: Double) -> MotionPiece {
    switch formula {
    case .polynomial(var coefficients, let degree):
      var scale = 1.0
      for power in 0..<8 {
        coefficients[power] *= scale
        scale *= seconds / length
      }
      return MotionPiece(length: seconds, .polynomial(coefficients, degree: degree))
    case .curve(let time, let position):
      let share = MotionPiece.parameter(at: seconds, of: time)
      let powers = SIMD4(1, share, share * share, share * share * share)
      return MotionPiece(length: seconds, .curve(time: time * powers, position: position * powers))
    }
  }

  /// The parameter at which `time`, which does not decrease, is `seconds`.
  static func parameter(at seconds: Double, of time: SIMD4<Double>) -> Double {
    var (low, high) = (0.0, 1.0)
    for _ in 0..<60 {
      let middle = (low + high) / 2
      let value = time[0] + middle * (time[1] + middle * (time[2] + middle * time[3]))
      if value < seconds { low = middle } else { high = middle }
    }
    return (low + high) / 2
  }
}
