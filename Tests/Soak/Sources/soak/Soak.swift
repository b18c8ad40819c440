import Glibc
import Motion

/// Plans the cases that arrive as binary numbers and writes the plans back in the same way.
///
/// An axis is speed, acceleration, jerk, then position, velocity and acceleration of the start and
/// of the target. Its plan is the shortest length (NaN if there is none), the number of pieces, and
/// eight times length, position, velocity, acceleration and jerk of a piece.
@main
enum Soak {
  static func main() {
    let arguments = CommandLine.arguments
    let axes = arguments.count > 1 ? Int(arguments[1]) ?? 1 : 1
    var numbers = [Double](repeating: 0, count: 9 * axes + 1)
    guard let input = fdopen(0, "r"), let output = fdopen(1, "w") else { return }
    defer { fclose(output) }
    while fread(&numbers, 8, numbers.count, input) == numbers.count {
      var plan = axes == 1 ? one(numbers) : [Double](repeating: .nan, count: 42 * axes)
      fwrite(&plan, 8, plan.count, output)
    }
  }

  /// The plan of one axis, as long as the last number says or as short as can be.
  static func one(_ numbers: [Double]) -> [Double] {
    let (limits, start, target) = axis(numbers, 0)
    do throws(PlanningFailure) {
      let transition = try Transition(from: start, to: target, within: limits)
      let wanted = numbers[9]
      let least = transition.shortestLength(atLeast: wanted)
      let profile =
        wanted > 0 ? try transition.profile(lasting: least) : transition.profile
      return row(profile, least: least)
    } catch {
      var row = [Double](repeating: 0, count: 42)
      row[0] = .nan
      return row
    }
  }

  static func axis(_ numbers: [Double], _ index: Int) -> (AxisLimits, MotionState, MotionState) {
    let n = numbers[(9 * index)..<(9 * index + 9)].map { $0 }
    return (
      AxisLimits(
        lower: -.infinity, upper: .infinity, speed: n[0], acceleration: n[1], jerk: n[2]),
      MotionState(position: n[3], velocity: n[4], acceleration: n[5]),
      MotionState(position: n[6], velocity: n[7], acceleration: n[8])
    )
  }

  static func row(_ profile: JerkProfile, least: Double) -> [Double] {
    var row = [least, 0]
    profile.forEachPiece { _, length, state in
      row[1] += 1
      row += [length, state.position, state.velocity, state.acceleration, state.jerk]
    }
    return row + [Double](repeating: 0, count: 42 - row.count)
  }
}
