import Hardware
import Motion

/// Finds the fewest calls that keep several axes on their plans.
///
/// Time is a row of moments; a piece lies between two of them that are at least a period of the
/// dock's stream apart. At the start of a piece each motor is given the one speed that, with the
/// time it takes to reach it, brings it onto the plan at the end of the piece; what rounding leaves
/// over is part of the next piece, so errors never add up. Of all rows of pieces whose paths keep
/// within the tolerance the search finds the one with the fewest calls, by dynamic programming over
/// the moments. To take the longest piece each time would not do: a chord through a turn of the
/// plan may fit where a shorter one does not.
struct LoweringSearch {
  /// The cheapest way to a moment.
  struct Label {
    /// How far the path leaves the tolerance, in degrees, where it must; infinite if there is none.
    var excess = Double.infinity
    /// The number of calls.
    var calls = 0
    /// The greatest distance from the plan, in degrees.
    var error = 0.0
    /// The moment from which the last piece leads here.
    var origin = -1

    func isBetter(than other: Label) -> Bool {
      if excess != other.excess { return excess < other.excess }
      return calls != other.calls ? calls < other.calls : error < other.error
    }
  }

  let model: DockModel
  /// How far the path may be from the plan, in degrees.
  let tolerance: Double
  /// The moments, in milliseconds.
  var times: ContiguousArray<Int32> = []
  /// One plan an axis.
  var plans: [LoweringPlan] = []
  /// The least time between two calls, in milliseconds.
  var gap: Int32 = 1
  /// True iff a plan is close to what the motors can do: then it may pay to begin a little later.
  var isSteep = false
  private(set) var labels: ContiguousArray<Label> = []
  /// The motors at each moment, axis by axis.
  private var motors: ContiguousArray<LoweringMotor> = []
  /// The motors at the end of the piece being tried.
  private var trial: ContiguousArray<LoweringMotor> = []

  init(_ model: DockModel, within tolerance: Double) {
    self.model = model
    self.tolerance = tolerance
  }

  /// Finds the best way for `initial` motors; answers the moment of its last call.
  mutating func run(from initial: [LoweringMotor]) -> Int {
    trial = ContiguousArray(initial)
    labels.removeAll(keepingCapacity: true)
    labels.append(contentsOf: repeatElement(Label(), count: times.count))
    motors.removeAll(keepingCapacity: true)
    for _ in times { motors.append(contentsOf: initial) }
    labels[0] = Label(excess: 0)
    if isSteep { wait() }
    var best = (label: Label(), moment: times.count - 1)
    for moment in times.indices where labels[moment].excess < .infinity {
      extend(from: moment)
      if let label = finish(at: moment), label.isBetter(than: best.label) { best = (label, moment) }
    }
    return best.moment
  }

  /// The motor of the axis with number `axis` at `moment`, with the command that led there.
  func motor(_ axis: Int, at moment: Int) -> LoweringMotor { motors[moment * plans.count + axis] }

  // MARK: - Pieces

  /// Tries the pieces that begin at `first`.
  private mutating func extend(from first: Int) {
    var last = first + 1
    while last < times.count, times[last] - times[first] < gap { last += 1 }
    var misses = 0
    var isShortest = true
    while last < times.count, misses <= LoweringSearch.patience {
      // There has to be a way on, if need be one that leaves the tolerance.
      let isNeeded = isShortest || times[last] - times[first] <= 2 * gap
      let isFit = tryPiece(from: first, to: last, within: isNeeded ? .infinity : tolerance)
      misses = isFit ? 0 : misses + 1
      isShortest = false
      last += 1 + (last - first) / 16
    }
  }

  /// How many pieces in a row may not fit before longer ones are not looked at.
  private static let patience = 3

  /// True iff the piece from `first` to `last` keeps within `limit` degrees of the plan.
  private mutating func tryPiece(from first: Int, to last: Int, within limit: Double) -> Bool {
    let seconds = Double(times[last] - times[first]) / 1000
    var label = labels[first]
    var isChange = false
    var stands = true
    for axis in plans.indices {
      var motor = motor(axis, at: first)
      let before = motor.command
      let error = steer(&motor, axis, from: first, to: last, seconds, within: limit)
      guard error <= limit else { return false }
      isChange = isChange || motor.command != before
      stands = stands && motor.command == 0
      label.error = max(label.error, error)
      motor.advance(by: seconds)
      trial[axis] = motor
    }
    label.excess = max(label.excess, label.error - tolerance)
    if isChange { label.calls += 1 }
    if !stands { label.calls += renewals(from: times[first], to: times[last]) }
    label.origin = first
    guard label.isBetter(than: labels[last]) else { return true }
    labels[last] = label
    for axis in plans.indices { motors[last * plans.count + axis] = trial[axis] }
    return true
  }

  /// How often speeds are sent again between two times.
  private func renewals(from first: Int32, to last: Int32) -> Int {
    guard let lease = model.lease else { return 0 }
    return Int((last - first - 1) / lease)
  }

  /// Commands `motor` the speed of a piece; answers how far it gets from the plan.
  private func steer(
    _ motor: inout LoweringMotor, _ axis: Int, from first: Int, to last: Int, _ seconds: Double,
    within limit: Double
  ) -> Double {
    let wanted = wantedSpeed(of: motor, plans[axis].nodes[last], in: seconds)
    if let exact = wanted.exact {
      motor.command = exact
      return error(of: motor, axis, from: first, to: last)
    }
    let speed = wanted.speed
    let greatest = plans[axis].nodes[first].greatestSpeed
    motor.command = quantised(speed, within: greatest)
    guard abs(speed) < model.minimumSpeed else {
      return error(of: motor, axis, from: first, to: last)
    }
    // Too slow for the motors: they wait, and make up for it later.
    motor.command = 0
    let waiting = error(of: motor, axis, from: first, to: last)
    guard waiting > tolerance else { return waiting }
    motor.command = quantised(
      speed < 0 ? -model.minimumSpeed : model.minimumSpeed, within: greatest)
    let creeping = error(of: motor, axis, from: first, to: last)
    if creeping >= waiting { motor.command = 0 }
    return min(waiting, creeping)
  }

  /// The speed that brings `motor` onto the plan at `node`; exact if it is one of the plan itself.
  private func wantedSpeed(
    of motor: LoweringMotor, _ node: LoweringPlan.Node, in seconds: Double
  ) -> (speed: Double, exact: Int32?) {
    guard let landing = node.landing else {
      return (motor.speed(covering: node.position - motor.position, in: seconds), nil)
    }
    let final = Double(node.finalSpeed) / 1000
    let distance = landing - motor.position
    let offset = distance - final * seconds + motor.lag(of: final - motor.velocity)
    if abs(offset) <= LoweringSearch.landed { return (final, node.finalSpeed) }
    return (motor.speed(covering: distance, in: seconds, before: final), nil)
  }

  /// How near, in degrees, an axis is that has arrived.
  private static let landed = 0.001

  /// `speed` in whole millidegrees a second, at most `greatest`.
  ///
  /// Rounded away from zero, so that the least speed stays one.
  private func quantised(_ speed: Double, within greatest: Int32) -> Int32 {
    guard speed.isFinite else { return 0 }
    let rule: FloatingPointRoundingRule =
      abs(speed) < model.minimumSpeed * 1.001 ? .awayFromZero : .toNearestOrAwayFromZero
    let most = Double(max(0, greatest))
    return Int32(max(-most, min(most, (speed * 1000).rounded(rule))))
  }

  // MARK: - Error

  /// A bound of the distance between the plan and `motor`, which keeps its command, from one moment
  /// to another.
  ///
  /// Between two points of time h apart a curve whose second derivative is at most c is within c
  /// h² / 8 of its chord.
  private func error(of motor: LoweringMotor, _ axis: Int, from first: Int, to last: Int) -> Double {
    let ramp = motor.ramp
    var time = 0.0
    var offset = motor.position - plans[axis].nodes[first].position
    var worst = abs(offset)
    for index in first..<last {
      let node = plans[axis].nodes[index]
      let begin = Double(times[index] - times[first]) / 1000
      let end = Double(times[index + 1] - times[first]) / 1000
      if ramp > time, ramp < end {
        let middle = motor.position(after: ramp) - position(index, axis, after: ramp - begin)
        let slack = (node.bend + motor.acceleration) * (ramp - time) * (ramp - time) / 8
        worst = max(worst, max(abs(offset), abs(middle)) + slack)
        (time, offset) = (ramp, middle)
      }
      let next = motor.position(after: end) - plans[axis].nodes[index + 1].position
      let bend = ramp > time ? node.bend + motor.acceleration : node.bend
      worst = max(worst, max(abs(offset), abs(next)) + bend * (end - time) * (end - time) / 8)
      if worst > 8 * tolerance, end > 0.2 { return worst }
      (time, offset) = (end, next)
    }
    return worst
  }

  /// The position by the plan `seconds` after moment `index`: the cubic with the positions and
  /// velocities of that moment and the next.
  private func position(_ index: Int, _ axis: Int, after seconds: Double) -> Double {
    let (first, last) = (plans[axis].nodes[index], plans[axis].nodes[index + 1])
    let length = Double(times[index + 1] - times[index]) / 1000
    let u = seconds / length
    let way = last.position - first.position
    let (a, b) = (first.velocity * length - way, way - last.velocity * length)
    return first.position + way * u + u * (1 - u) * (a * (1 - u) + b * u)
  }

  // MARK: - Begin and end

  /// Tries to do nothing until some moment.
  private mutating func wait() {
    for moment in times.indices.dropFirst() {
      var label = Label(excess: 0, origin: 0)
      for axis in plans.indices {
        let motor = motor(axis, at: 0)
        guard motor.command == 0, motor.velocity == 0 else { return }
        label.error = max(label.error, error(of: motor, axis, from: 0, to: moment))
      }
      guard label.error <= tolerance else { return }
      labels[moment] = label
    }
  }

  /// What it costs to give every axis its final speed at `moment`; nil if one is not there yet.
  private func finish(at moment: Int) -> Label? {
    var label = labels[moment]
    var isChange = false
    let end = times.count - 1
    let seconds = Double(times[end] - times[moment]) / 1000
    for axis in plans.indices {
      let node = plans[axis].nodes[moment]
      let isLast = moment + 1 >= end
      guard let landing = isLast ? node.landing ?? node.position : node.landing else { return nil }
      var motor = motor(axis, at: moment)
      let final = plans[axis].nodes[end].finalSpeed
      guard isLast || node.finalSpeed == final else { return nil }
      isChange = isChange || motor.command != final
      motor.command = final
      let error = error(of: motor, axis, from: moment, to: end)
      label.error = max(label.error, error)
      let offset = motor.position - landing - motor.lag(of: motor.target - motor.velocity)
      let overrun = max(0, motor.ramp - seconds - 0.0005)
      label.excess = max(label.excess, label.error - tolerance, abs(offset) - 0.0035, overrun * 100)
    }
    if isChange { label.calls += 1 }
    return label
  }
}

extension DockModel {
  /// How long a speed is left alone before it is sent again, in milliseconds; nil if for ever.
  ///
  /// A fifth less than the dock remembers it: a call that arrives late still finds the axis turning.
  var lease: Int32? { velocityLifetime.map { max(1, Int32(clamping: $0) / 5 * 4) } }
}
