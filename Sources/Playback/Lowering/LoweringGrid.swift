import Hardware
import Motion
import Quantities

/// The plans of several axes at a row of moments, and how motors follow them from one to another.
struct LoweringGrid {
  /// How far the path may be from the plan, in degrees.
  let tolerance: Double
  /// The slowest that the motors turn, in degrees a second.
  private let minimumSpeed: Double
  /// The moments, in milliseconds.
  var times: ContiguousArray<Int32> = []
  /// The plans at these moments, axis by axis.
  var nodes: ContiguousArray<LoweringPlan.Node> = []

  init(_ model: DockModel, within tolerance: Double) {
    self.tolerance = tolerance
    minimumSpeed = model.minimumSpeed
  }

  /// The plan of the axis with number `axis` at `moment`.
  func node(_ axis: Int, at moment: Int) -> LoweringPlan.Node {
    nodes[axis * times.count + moment]
  }

  /// How many seconds lie between two moments.
  func seconds(from first: Int, to last: Int) -> Double {
    Milliseconds(times[last] - times[first]).seconds
  }
}

// MARK: - Speeds

extension LoweringGrid {
  /// How the speeds of a piece are found.
  enum Steering {
    /// So that the given part of the distance from the plan is made up for.
    case makingUp(Double)
    /// They are those of the piece before.
    case keeping
  }

  /// Commands `motor` the speed of a piece; answers how far it gets from the plan.
  func steer(
    _ motor: inout LoweringMotor, _ axis: Int, from first: Int, to last: Int, _ seconds: Double,
    _ steering: Steering, within limit: Double
  ) -> Double {
    let base = axis * times.count
    // A piece may lie across the end of a motion.
    let greatest = min(nodes[base + first].greatestSpeed, nodes[base + last - 1].greatestSpeed)
    let rest = nodes[base + first].rest
    guard case .makingUp(let share) = steering else {
      guard motor.command.magnitude <= greatest.magnitude else { return .infinity }
      guard rest >= last || motor.command == 0 else { return .infinity }
      return error(of: motor, axis, from: first, to: last, within: limit)
    }
    if rest < last {
      motor.command = 0
      return error(of: motor, axis, from: first, to: last, within: limit)
    }
    let wanted = wantedSpeed(of: motor, axis, at: last, in: seconds)
    if let exact = wanted.exact {
      motor.command = exact
      return error(of: motor, axis, from: first, to: last, within: limit)
    }
    var speed = wanted.speed
    if share < 1, node(axis, at: last).landing == nil {
      speed = share * speed + (1 - share) * evenSpeed(of: motor, axis, first, last, seconds)
    }
    motor.command = quantised(speed, within: greatest)
    guard abs(speed) < minimumSpeed else {
      return error(of: motor, axis, from: first, to: last, within: limit)
    }
    // Too slow for the motors: they wait, and make up for it later.
    motor.command = 0
    let waiting = error(of: motor, axis, from: first, to: last, within: limit)
    guard waiting > tolerance else { return waiting }
    motor.command = quantised(
      speed < 0 ? -minimumSpeed : minimumSpeed, within: greatest)
    let creeping = error(of: motor, axis, from: first, to: last, within: limit)
    if creeping >= waiting { motor.command = 0 }
    return min(waiting, creeping)
  }

  /// The speed that brings `motor` onto the plan at `moment`; exact if it is one of the plan's own.
  private func wantedSpeed(
    of motor: LoweringMotor, _ axis: Int, at moment: Int, in seconds: Double
  ) -> (speed: Double, exact: Int32?) {
    let number = axis * times.count + moment
    guard let landing = nodes[number].landing else {
      return (motor.speed(covering: nodes[number].position - motor.position, in: seconds), nil)
    }
    let finalSpeed = nodes[number].finalSpeed
    let final = Millidegrees(finalSpeed).degrees
    let distance = landing - motor.position
    let offset = distance - final * seconds + motor.lag(of: final - motor.velocity)
    if abs(offset) <= LoweringGrid.landed { return (final, finalSpeed) }
    return (motor.speed(covering: distance, in: seconds, before: final), nil)
  }

  /// The speed that leaves as much to a ramp before the end of a piece as after it.
  ///
  /// Where a motor needs more than half of a piece to change its speed, making up for a distance
  /// makes the next one greater; this lets it be.
  private func evenSpeed(
    of motor: LoweringMotor, _ axis: Int, _ first: Int, _ last: Int, _ seconds: Double
  ) -> Double {
    let (from, to) = (node(axis, at: first).velocity, node(axis, at: last).velocity)
    let ramp = min(seconds, abs(to - motor.velocity) / motor.acceleration)
    return to - (to - from) * (seconds - ramp) / (2 * seconds)
  }

  /// How near, in degrees, an axis is that has arrived.
  private static let landed = 0.001

  /// `speed` in whole millidegrees a second, at most `greatest`.
  ///
  /// Rounded away from zero, so that the least speed stays one.
  private func quantised(_ speed: Double, within greatest: Int32) -> Int32 {
    guard speed.isFinite else { return 0 }
    let most = Double(max(0, greatest))
    let wanted = max(-most, min(most, Millidegrees.count(in: speed)))
    let away = abs(speed) < minimumSpeed * 1.001
    let whole = Int32(wanted)
    let rest = abs(wanted - Double(whole))
    return (away ? rest > 0 : rest >= 0.5) ? whole + (wanted < 0 ? -1 : 1) : whole
  }

  /// By how much `motor` would miss the end of its motion if it got its final speed at `moment`; 0
  /// where it is still on its way.
  func residue(of motor: LoweringMotor, _ axis: Int, at moment: Int) -> Double {
    let number = axis * times.count + moment
    guard let landing = nodes[number].landing else { return 0 }
    var motor = motor
    motor.command = nodes[number].finalSpeed
    return residue(of: motor, from: landing)
  }

  /// By how much `motor` will miss `landing`, beyond what the slowest speed cannot make up for.
  func residue(of motor: LoweringMotor, from landing: Double) -> Double {
    max(0, miss(of: motor, from: landing) - LoweringGrid.leastMove)
  }

  /// By how many degrees `motor`, which keeps its command, misses the places where the plan rests
  /// between two moments, or by how many seconds it comes too late; 0 where it rests as planned.
  func unrest(of motor: LoweringMotor, _ axis: Int, from first: Int, to last: Int) -> Double {
    let base = axis * times.count
    var worst = 0.0
    var index = nodes[base + first].rest
    while index < last {
      let seconds = seconds(from: first, to: index)
      let final = motor.position(after: max(seconds, motor.ramp))
      let distance = abs(final - nodes[base + index].position) - LoweringGrid.leastMove
      worst = max(worst, distance, overrun(of: motor, after: seconds))
      index = nodes[base + index + 1].rest
    }
    return worst
  }

  /// How much longer than `seconds` it takes until `motor` has its commanded speed, in seconds.
  func overrun(of motor: LoweringMotor, after seconds: Double) -> Double {
    max(0, motor.ramp - seconds - 0.0005)
  }

  /// How far from `landing` the motor will be once it has its commanded speed.
  func miss(of motor: LoweringMotor, from landing: Double) -> Double {
    abs(motor.position - landing - motor.lag(of: motor.target - motor.velocity))
  }

  /// Half of what a motor covers at its slowest within a period, and a little: nearer, in degrees,
  /// none can be brought.
  private static let leastMove = 0.0035
}

// MARK: - Error

extension LoweringGrid {
  /// A bound of the distance between the plan and `motor`, which keeps its command, from one moment
  /// to another; looks no further where that is more than `limit`.
  ///
  /// Between two points of time h apart a curve whose second derivative is at most c is within c
  /// h² / 8 of its chord.
  func error(
    of motor: LoweringMotor, _ axis: Int, from first: Int, to last: Int,
    within limit: Double = .infinity
  ) -> Double {
    let trajectory = motor.trajectory
    let ramp = trajectory.ramp
    let base = axis * times.count
    var begin = 0.0
    var time = 0.0
    var offset = motor.position - nodes[base + first].position
    var worst = abs(offset)
    // A chord that does not fit is off the most in its middle.
    let middle = (first + last + 1) / 2
    let half = Double(times[middle] - times[first]) * 1e-3
    let bulge = abs(trajectory.position(after: half) - nodes[base + middle].position)
    if bulge > limit { return bulge }
    for index in first..<last {
      let bend = nodes[base + index].bend
      let end = Double(times[index + 1] - times[first]) * 1e-3
      if ramp > begin, ramp < end {
        let turn =
          trajectory.position(after: ramp)
          - position(
            from: nodes[base + index], to: nodes[base + index + 1], end - begin,
            after: ramp - begin)
        let slack = (bend + motor.acceleration) * (ramp - time) * (ramp - time) / 8
        worst = max(worst, max(abs(offset), abs(turn)) + slack)
        (time, offset) = (ramp, turn)
      }
      let next = trajectory.position(after: end) - nodes[base + index + 1].position
      let sway = ramp > time ? bend + motor.acceleration : bend
      worst = max(worst, max(abs(offset), abs(next)) + sway * (end - time) * (end - time) / 8)
      if worst > limit { return worst }
      (begin, time, offset) = (end, end, next)
    }
    return worst
  }

  /// The position by the plan `seconds` after the first of two moments `length` seconds apart: the
  /// cubic with the positions and velocities of both.
  private func position(
    from first: LoweringPlan.Node, to last: LoweringPlan.Node, _ length: Double,
    after seconds: Double
  ) -> Double {
    let u = seconds / length
    let way = last.position - first.position
    let (a, b) = (first.velocity * length - way, way - last.velocity * length)
    return first.position + way * u + u * (1 - u) * (a * (1 - u) + b * u)
  }
}
