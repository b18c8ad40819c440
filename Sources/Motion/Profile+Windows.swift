extension Profile {
  /// The extremes between two times, in seconds after the start; positions are those at both ends.
  ///
  /// Exact for motions of constant jerk. For those by a curve or through waypoints the rates are
  /// the extremes of the whole motion, which bound them; so is the jerk where the acceleration
  /// jumps.
  func peaks(from first: Double, to last: Double) -> Peaks {
    var peaks = Peaks(at: state(at: first))
    peaks.formUnion(Peaks(at: state(at: last)))
    guard first < length, last >= 0 else { return peaks }
    switch self {
    case .hold: break
    case .plain(let move):
      let (ramp, hold, cruise) = (move.phases.ramp, move.phases.hold, move.phases.cruise)
      let lengths = [ramp, hold, ramp, cruise, ramp, hold, ramp]
      formUnion(&peaks, first, last, piecesOf: lengths)
      if move.peaks.jerk == .infinity { peaks.jerk = .infinity }
    case .change(let change):
      let lengths = [change.ramp, change.length - 2 * change.ramp, change.ramp]
      formUnion(&peaks, first, last, piecesOf: lengths)
      if change.peaks.jerk == .infinity { peaks.jerk = .infinity }
    case .planned(let motion):
      motion.forEachPiece { start, length, state in
        let (start, end) = (max(first, start) - start, min(last, start + length) - start)
        guard start <= end else { return }
        peaks.formUnion(Peaks(of: state.after(start), lasting: end - start))
      }
      if motion.accelerationJumps { peaks.jerk = .infinity }
    case .eased, .through, .passing, .stopped, .warped:
      let whole = self.peaks
      peaks.speed = max(peaks.speed, whole.speed)
      peaks.acceleration = max(peaks.acceleration, whole.acceleration)
      peaks.jerk = max(peaks.jerk, whole.jerk)
    }
    return peaks
  }

  /// Widens `peaks` to those of the pieces of constant jerk that last `lengths`, in which neither
  /// the velocity turns nor the acceleration changes sign.
  private func formUnion(
    _ peaks: inout Peaks, _ first: Double, _ last: Double, piecesOf lengths: [Double]
  ) {
    var start = 0.0
    for length in lengths {
      let end = start + length
      if length > 0, start <= last, end >= first {
        let (from, to) = (max(first, start), min(last, end))
        peaks.formUnion(Peaks(at: state(at: from)))
        peaks.formUnion(Peaks(at: state(at: to)))
        // Where the acceleration jumps, the ends may show that of the neighbours.
        peaks.formUnion(Peaks(at: state(at: (from + to) / 2)))
        peaks.jerk = max(peaks.jerk, abs(state(at: start + length / 2).jerk))
      }
      start = end
    }
  }
}
