import Glibc
import Motion

/// How long planning and sampling take, for the cases that arrive as for `Soak`.
struct Timing {
  let cases: [[Double]]
  let axes: Int

  /// Prints the nanoseconds that one case takes, and one state of one axis; medians of `rounds`.
  func run(rounds: Int) {
    let problems = cases.map { Problem($0, axes) }
    var sum = 0.0
    let planning = median(rounds) { for problem in problems { sum += problem.plan(axes) } }
    let profiles = problems.compactMap { $0.profile }
    let samples = 100
    let sampling = median(rounds) {
      for profile in profiles {
        let step = profile.length / Double(samples)
        for index in 0..<samples {
          let state = profile.state(at: Double(index) * step)
          sum += state.position + state.velocity + state.acceleration
        }
      }
    }
    let states = Double(max(1, profiles.count) * samples)
    print(planning / Double(problems.count), sampling / states, sum)
  }

  private func median(_ rounds: Int, _ work: () -> Void) -> Double {
    var times: [Double] = []
    for _ in 0..<rounds {
      let start = Timing.nanoseconds
      work()
      times.append(Timing.nanoseconds - start)
    }
    return times.sorted()[rounds / 2]
  }

  private static var nanoseconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
  }
}

/// One case, ready to be planned.
private struct Problem {
  var start = PerAxis<MotionState?>(all: nil)
  var target = PerAxis<MotionState?>(all: nil)
  var limits = PerAxis<AxisLimits?>(all: nil)

  init(_ numbers: [Double], _ axes: Int) {
    for axis in Axis.allCases.prefix(axes) {
      limits[axis] = Soak.limits(numbers, 9 * axis.rawValue)
      start[axis] = Soak.state(numbers, 9 * axis.rawValue + 3)
      target[axis] = Soak.state(numbers, 9 * axis.rawValue + 6)
    }
  }

  /// Plans it as a caller would; the sum of what it found keeps the work from being left out.
  func plan(_ axes: Int) -> Double {
    guard axes == 1 else {
      let joint = try? JointTransition(from: start, to: target, within: limits)
      return (try? joint?.profiles())?.yaw?.length ?? 0
    }
    return profile?.length ?? 0
  }

  var profile: JerkProfile? {
    guard let start = start.yaw, let target = target.yaw, let limits = limits.yaw else {
      return nil
    }
    return (try? Transition(from: start, to: target, within: limits))?.profile
  }
}
