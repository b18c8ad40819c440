import Motion

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// How long planning and sampling take, for the cases that arrive as for `Soak`.
struct Timing {
  let cases: [[Double]]
  let axes: Int
  /// True if all cases are at rest at both ends, for which there is a shorter way.
  let isRest: Bool

  /// Prints the nanoseconds that one case takes, and one state of one axis; medians of `rounds`.
  func run(rounds: Int) {
    let problems = cases.map { Problem($0) }
    let rests = isRest ? cases.map { RestProblem($0, axes) } : []
    let joint = axes == 1 || isRest ? [] : cases.map { JointProblem($0, axes) }
    var sum = 0.0
    let planning = median(rounds) {
      if isRest {
        for problem in rests { sum += problem.together }
      } else if axes == 1 {
        for problem in problems { sum += problem.length }
      } else {
        for problem in joint { sum += problem.length }
      }
    }
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
    print(planning / Double(cases.count), sampling / states, sum)
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

/// One case of one axis, ready to be planned as a caller would.
private struct Problem {
  let start: MotionState
  let target: MotionState
  let limits: AxisLimits

  init(_ numbers: [Double]) {
    limits = Soak.limits(numbers, 0)
    start = Soak.state(numbers, 3)
    target = Soak.state(numbers, 6)
  }

  /// Plans, and reads something of the plan.
  var length: Double {
    do {
      let profile = try JerkProfile(from: start, to: target, within: limits)
      return profile.state(at: profile.length / 2).position
    } catch {
      return 0
    }
  }

  var profile: JerkProfile? { try? Transition(from: start, to: target, within: limits).profile }
}

/// One case of axes at rest at both ends, ready to be planned as the scheduler does.
private struct RestProblem {
  var axes: [Problem]

  init(_ numbers: [Double], _ axes: Int) {
    self.axes = (0..<axes).map { Problem(Array(numbers[(9 * $0)...])) }
  }

  /// Something of every move, so that none is left out.
  var together: Double {
    var length = 0.0
    for axis in axes {
      length = max(
        length,
        RestToRest.minimumLength(
          of: axis.target.position - axis.start.position, within: axis.limits))
    }
    var sum = 0.0
    for axis in axes {
      let move = RestToRest(
        from: axis.start.position, to: axis.target.position, length: length, within: axis.limits)
      sum += move.length + move.peaks.speed + move.peaks.acceleration + move.peaks.jerk
    }
    return sum
  }
}

/// One case of several axes.
private struct JointProblem {
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

  /// Plans, and reads something of the plan.
  var length: Double {
    do {
      let joint = try JointTransition(from: start, to: target, within: limits)
      return try joint.profiles().yaw?.length ?? 0
    } catch {
      return 0
    }
  }
}
