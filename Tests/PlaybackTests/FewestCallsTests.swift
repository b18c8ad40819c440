import Hardware
import Motion
import Playback
import Schedules
import Scheduling
import Testing
import Vocabulary

/// One axis that moves once, and every way to turn its motor.
///
/// Knows of lowering only that speed changes at constant acceleration.
private struct Puzzle {
  let profile: Profile
  let length: Int32
  let acceleration: Double
  let tolerance: Double

  /// The fewest calls with cuts at multiples of `unit` milliseconds at least 50 apart, when each
  /// speed brings the motor onto the plan at the next cut and the last call stops it; nil if there
  /// is no way.
  func fewest(unit: Int32) -> Int? {
    var best: Int?
    search(0, position: profile.state(at: 0).position, velocity: 0, calls: 0, unit, &best)
    return best
  }

  private func plan(_ time: Int32) -> Double {
    profile.state(at: Double(time) / 1000).position
  }

  private func search(
    _ time: Int32, position: Double, velocity: Double, calls: Int, _ unit: Int32,
    _ best: inout Int?
  ) {
    if let best, calls + 1 >= best { return }
    for next in stride(from: time + unit, through: length, by: Int(unit)) where next - time >= 50 {
      for lands in [false, true] {
        let speed = speed(position, velocity, time, next, lands)
        var (x, v) = (position, velocity)
        guard run(&x, &v, speed, time, next) else { continue }
        if lands {
          let end = plan(length)
          guard run(&x, &v, 0, next, length), v == 0, abs(x - end) < 0.002 else { continue }
          best = min(best ?? .max, calls + 2)
        } else {
          search(next, position: x, velocity: v, calls: calls + 1, unit, &best)
        }
      }
    }
  }

  /// The speed for which the motor is on the plan at `next`, or comes to rest where it ends if it
  /// is stopped there; found by halving.
  private func speed(
    _ position: Double, _ velocity: Double, _ time: Int32, _ next: Int32, _ lands: Bool
  ) -> Double {
    let goal = lands ? plan(length) : plan(next)
    var (low, high) = (-200.0, 200.0)
    for _ in 0..<50 {
      let middle = (low + high) / 2
      var (x, v) = (position, velocity)
      advance(&x, &v, middle, Double(next - time) / 1000)
      if lands { x += v * abs(v) / (2 * acceleration) }
      if x < goal { low = middle } else { high = middle }
    }
    return low
  }

  private func advance(_ x: inout Double, _ v: inout Double, _ speed: Double, _ seconds: Double) {
    let ramp = min(seconds, abs(speed - v) / acceleration)
    let next = v + (speed < v ? -acceleration : acceleration) * ramp
    x += (v + next) / 2 * ramp + speed * (seconds - ramp)
    v = ramp < seconds ? speed : next
  }

  /// Turns the motor; false if it leaves the tolerance at some millisecond.
  private func run(
    _ x: inout Double, _ v: inout Double, _ speed: Double, _ time: Int32, _ next: Int32
  ) -> Bool {
    for moment in time..<next {
      advance(&x, &v, speed, 0.001)
      if abs(x - plan(moment + 1)) > tolerance { return false }
    }
    return true
  }
}

@Suite("The number of calls") struct FewestCallsTests {
  private func schedule(to target: Int32, over length: Int32, easing: UInt8 = 1) -> Schedule {
    var schedule = Schedule(model: .stand, files: [])
    schedule.easings = [.plain, .curve(.smooth), .curve(.easeIn), .curve(.easeInOut)]
    var step = Step(.move, start: 0)
    step.length = length
    step.axes = .yaw
    step.to.yaw = target
    step.easing = easing
    schedule.steps = [Step(.take, start: 0), step, Step(.giveBack, start: length)]
    schedule.length = length
    return schedule
  }

  private func count(_ list: CommandList) -> Int {
    list.commands.count { $0.kind == .velocity }
  }

  @Test("is the fewest that trying everything finds")
  func fewest() throws {
    var random = SplitMix64(7)
    for number in 0..<12 {
      let length = 50 * random.number(8...14)
      let distance = random.number(400...4000)
      let easing = UInt8(random.number(1...3))
      let schedule = schedule(to: distance, over: length, easing: easing)
      let profile = schedule.profile(
        of: .yaw, in: schedule.steps[1], from: 0,
        within: try #require(schedule.limits[0].yaw).inDegrees)
      let puzzle = Puzzle(
        profile: try #require(profile), length: length, acceleration: schedule.model.acceleration,
        tolerance: 0.1)
      guard let fewest = puzzle.fewest(unit: 50) else { continue }
      #expect(
        count(lower(schedule)) <= fewest, "\(number): \(distance) in \(length), easing \(easing)")
    }
  }

  @Test("does not fall when the tolerance does") func tolerance() {
    for seed in 0..<Thorough.count(6, sample: 2) {
      let schedule = Choreographer.show(seed: seed * 5 + 2)
      let counts = [400, 200, 100, 50].map { count(lower(schedule, within: $0)) }
      #expect(counts == counts.sorted(), "seed \(seed * 5 + 2): \(counts)")
    }
  }

  @Test("stands still for what is within the tolerance, and then arrives") func tiny() {
    let list = lower(schedule(to: 60, over: 2000))
    #expect(count(list) == 2)
    var turned = 0.0
    let calls = list.commands.filter { $0.kind == .velocity }
    for (call, next) in zip(calls, calls.dropFirst()) {
      turned += Double(call.vector.yaw) * Double(next.time - call.time) / 1000
    }
    #expect(abs(turned - 60) < 1)
  }
}
