import Motion
import Quantities

extension Verification {
  /// The least number of milliseconds `step` may last for the rates of all its axes to be within
  /// the limits that hold; nil if there is none.
  ///
  /// A motion that lasts k times as long has 1/k of the speed, 1/k² of the acceleration and 1/k³ of
  /// the jerk. The length that follows is verified; should it not do, or one less do too, as with a
  /// motion that goes on from a velocity, it is found by halving. Through waypoints it is what
  /// comes of it if all legs last as many times as long.
  func shortestLength(of step: Step) -> Int32? {
    guard [.move, .ramp, .through].contains(step.kind) else { return nil }
    let length = max(1, step.length)
    var stretch = 0.0
    for axis in step.axes.members {
      guard let limit = limits[axis], let motion = motion(of: axis, step, lasting: length),
        let extremes = Extremes(of: motion)
      else { continue }
      let allowed = allowance(of: axis, in: step, limit)
      stretch = max(stretch, extremes.stretch(within: allowed).factor)
    }
    let seconds = Milliseconds.seconds(in: stretch * Double(length))
    guard let scaled = Milliseconds.covering(seconds) else { return nil }
    let guess = max(1, scaled)
    guard step.kind != .through else { return guess > step.length ? guess : nil }
    let isShortest = guess == 1 || !isWithin(step, lasting: guess - 1)
    return isShortest && isWithin(step, lasting: guess) ? guess : halving(step, from: guess)
  }

  private func halving(_ step: Step, from guess: Int32) -> Int32? {
    var (short, long) = (Int32(0), guess)
    while !isWithin(step, lasting: long) {
      guard long < Verification.longestStep else { return nil }
      (short, long) = (long, long * 2)
    }
    while long - short > 1 {
      let middle = short + (long - short) / 2
      if isWithin(step, lasting: middle) { long = middle } else { short = middle }
    }
    return long
  }

  /// True if the rates of all axes of `step` are within their limits if it lasts so long.
  private func isWithin(_ step: Step, lasting length: Int32) -> Bool {
    step.axes.members.allSatisfy { axis in
      guard let limit = limits[axis] else { return true }
      guard let motion = motion(of: axis, step, lasting: length),
        let extremes = Extremes(of: motion)
      else { return false }
      return Bounds(allowance(of: axis, in: step, limit), slack: .infinity).contain(extremes)
    }
  }

  private func motion(of axis: Axis, _ step: Step, lasting length: Int32) -> Profile? {
    var step = step
    step.length = length
    return limits[axis].flatMap { limit in
      schedule.profile(of: axis, in: step, from: axes[axis].moment.position, within: limit)
    }
  }
}
