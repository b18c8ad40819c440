import Motion

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Plans the cases that arrive as binary numbers and writes the plans back in the same way.
///
/// The first argument is the number of axes; `velocity` wants changes of velocity, and `time` only
/// what planning takes, `rest` that of moves at rest at both ends.
///
/// An axis is speed, acceleration, jerk, then position, velocity and acceleration of the start and
/// of the target; after the axes comes the least length. The plan of an axis is the length (NaN if
/// there is none), the number of pieces, and eight times length, position, velocity, acceleration
/// and jerk of a piece.
@main
enum Soak {
  static let columns = 42

  static func main() {
    let axes = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 1
    let isVelocity = CommandLine.arguments.contains("velocity")
    var numbers = [Double](repeating: 0, count: 9 * axes + 1)
    guard let input = fdopen(0, "r") else { return }
    if CommandLine.arguments.contains("time") {
      var cases: [[Double]] = []
      while fread(&numbers, 8, numbers.count, input) == numbers.count { cases.append(numbers) }
      let isRest = CommandLine.arguments.contains("rest")
      return Timing(cases: cases, axes: axes, isRest: isRest).run(rounds: 21)
    }
    guard let output = fdopen(1, "w") else { return }
    defer { fclose(output) }
    while fread(&numbers, 8, numbers.count, input) == numbers.count {
      var plan = [Double](repeating: .nan, count: columns * axes)
      do throws(PlanningFailure) {
        let profiles = try isVelocity ? changes(numbers, axes) : motions(numbers, axes)
        plan = Axis.allCases.prefix(axes).flatMap { row(profiles[$0]) }
      } catch {}
      fwrite(&plan, 8, plan.count, output)
    }
  }

  static func motions(
    _ numbers: [Double], _ axes: Int
  ) throws(PlanningFailure) -> PerAxis<JerkProfile?> {
    let least = numbers[9 * axes]
    if axes == 1 {
      let transition = try Transition(
        from: state(numbers, 3), to: state(numbers, 6), within: limits(numbers, 0))
      let profile =
        least > 0
        ? try transition.profile(lasting: transition.shortestLength(atLeast: least))
        : transition.profile
      return PerAxis(yaw: profile, pitch: nil, roll: nil)
    }
    var (start, target) = (PerAxis<MotionState?>(all: nil), PerAxis<MotionState?>(all: nil))
    var bounds = PerAxis<AxisLimits?>(all: nil)
    for axis in Axis.allCases.prefix(axes) {
      bounds[axis] = limits(numbers, 9 * axis.rawValue)
      start[axis] = state(numbers, 9 * axis.rawValue + 3)
      target[axis] = state(numbers, 9 * axis.rawValue + 6)
    }
    return try JointTransition(from: start, to: target, within: bounds).profiles(atLeast: least)
  }

  static func changes(
    _ numbers: [Double], _ axes: Int
  ) throws(PlanningFailure) -> PerAxis<JerkProfile?> {
    var transitions = PerAxis<VelocityTransition?>(all: nil)
    for axis in Axis.allCases.prefix(axes) {
      let target = state(numbers, 9 * axis.rawValue + 6)
      transitions[axis] = try VelocityTransition(
        from: state(numbers, 9 * axis.rawValue + 3), to: target.velocity,
        acceleration: target.acceleration, within: limits(numbers, 9 * axis.rawValue))
    }
    return try transitions.profiles(atLeast: numbers[9 * axes])
  }

  static func limits(_ numbers: [Double], _ first: Int) -> AxisLimits {
    AxisLimits(
      lower: -.infinity, upper: .infinity, speed: numbers[first],
      acceleration: numbers[first + 1], jerk: numbers[first + 2])
  }

  static func state(_ numbers: [Double], _ first: Int) -> MotionState {
    MotionState(
      position: numbers[first], velocity: numbers[first + 1], acceleration: numbers[first + 2])
  }

  static func row(_ profile: JerkProfile?) -> [Double] {
    var row: [Double] = [profile?.length ?? .nan, 0]
    profile?.forEachPiece { _, length, state in
      row[1] += 1
      row += [length, state.position, state.velocity, state.acceleration, state.jerk]
    }
    return row + [Double](repeating: 0, count: columns - row.count)
  }
}
