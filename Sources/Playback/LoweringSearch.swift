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
  /// A way to a moment.
  struct Label {
    /// By how much the pieces leave the tolerance where they must, in degrees, added up; infinite
    /// if there is no way.
    var excess = Double.infinity
    /// The number of calls.
    var calls = 0
    /// How far the speeds are from those of the plan, in degrees a second.
    var miss = 0.0
    /// The greatest distance from the plan, in degrees.
    var error = 0.0
    /// The number of the label from which the last piece leads here.
    var origin = -1

    func isBetter(than other: Label) -> Bool {
      if excess != other.excess { return excess < other.excess }
      return calls != other.calls ? calls < other.calls : error < other.error
    }

    /// True iff nothing speaks for `other`.
    func dominates(_ other: Label) -> Bool {
      excess <= other.excess && calls <= other.calls && miss <= other.miss
    }
  }

  let model: DockModel
  /// How far the path may be from the plan, in degrees.
  let tolerance: Double
  /// The moments, in milliseconds.
  var times: ContiguousArray<Int32> = []
  /// The plans at these moments, axis by axis.
  var nodes: ContiguousArray<LoweringPlan.Node> = []
  /// The number of axes that have a plan.
  private var axes = 0
  /// The greatest distance of the way found from the plans, in degrees.
  private(set) var error = 0.0
  /// The least time between two calls, in milliseconds.
  var gap: Int32 = 1
  /// The same where a plan is steep, see `isSteep(from:to:)`.
  var steepGap: Int32 = 1
  /// True iff a plan is close to what the motors can do: then it may pay to begin a little later.
  var isSteep = false
  /// How many ways to each moment are kept: where motors have little room to make up for a wrong
  /// speed, the cheapest may lead nowhere.
  private var width = 1
  /// The ways to each moment, `width` each.
  private(set) var labels: ContiguousArray<Label> = []
  /// The motors of each label, axis by axis.
  private var motors: ContiguousArray<LoweringMotor> = []
  /// The motors at the end of the piece being tried.
  private var trial: ContiguousArray<LoweringMotor> = []

  /// How long a speed is left alone before it is sent again, in milliseconds; nil if for ever.
  private let lease: Int32?

  init(_ model: DockModel, within tolerance: Double) {
    self.model = model
    lease = model.lease
    self.tolerance = tolerance
  }

  /// Finds the best way for `initial` motors; answers the label of its last call.
  mutating func run(from initial: [LoweringMotor]) -> Int {
    width = isSteep ? 3 : 1
    axes = initial.count
    trial.removeAll(keepingCapacity: true)
    trial.append(contentsOf: initial)
    labels.removeAll(keepingCapacity: true)
    labels.append(contentsOf: repeatElement(Label(), count: times.count * width))
    motors.removeAll(keepingCapacity: true)
    motors.append(contentsOf: initial)
    motors.append(contentsOf: repeatElement(initial[0], count: (labels.count - 1) * axes))
    labels[0] = Label(excess: 0)
    if isSteep { wait() }
    var best = (label: Label(), number: 0)
    for number in labels.indices where labels[number].excess < .infinity {
      extend(from: number)
      guard labels[number].isBetter(than: best.label) else { continue }
      if let label = finish(from: number), label.isBetter(than: best.label) {
        best = (label, number)
      }
    }
    error = best.label.error
    return best.number
  }

  /// The plan of the axis with number `axis` at `moment`.
  func node(_ axis: Int, at moment: Int) -> LoweringPlan.Node {
    nodes[axis * times.count + moment]
  }

  /// The motor of the axis with number `axis` at `label`, with the command that led there.
  func motor(_ axis: Int, at label: Int) -> LoweringMotor { motors[label * axes + axis] }

  /// The moment of `label`.
  func moment(of label: Int) -> Int { label / width }

  // MARK: - Pieces

  /// Tries the pieces that begin at the label `origin`.
  private mutating func extend(from origin: Int) {
    let first = moment(of: origin)
    let gap = isSteep(from: first, to: first + 1) ? steepGap : gap
    var last = first + 1
    while last < times.count, times[last] - times[first] < gap { last += 1 }
    let end = min(times.count - 1, max(last, first + LoweringSearch.reach))
    var misses = 0
    var isShortest = true
    while last <= end, misses <= LoweringSearch.patience {
      if isSettled(last, for: origin) {
        isShortest = false
        last += 1 + (last - first) / 16
        continue
      }
      // There has to be a way on, if need be one that leaves the tolerance.
      let isNeeded = isShortest || times[last] - times[first] <= 2 * gap
      let limit = isShortest ? .infinity : isNeeded ? 4 * tolerance : tolerance
      var isFit = tryPiece(from: origin, to: last, within: limit, .makingUp(1))
      if isSteep(from: first, to: last) {
        for share in [0.5, 0]
        where tryPiece(from: origin, to: last, within: limit, .makingUp(share)) {
          isFit = true
        }
      }
      misses = isFit ? 0 : misses + 1
      isShortest = false
      last += 1 + (last - first) / 16
    }
    // A way that could be longer goes on from there without a call.
    if last > end, misses == 0, end < times.count - 1 {
      _ = tryPiece(from: origin, to: end, within: tolerance, .keeping)
    }
  }

  /// True iff a piece from the label `origin`, which is a call, would not make the way to `moment`
  /// a better one.
  private func isSettled(_ moment: Int, for origin: Int) -> Bool {
    guard width == 1 else { return false }
    let known = labels[moment]
    return known.excess <= labels[origin].excess && known.calls <= labels[origin].calls + 1
  }

  /// True iff a plan asks for so much of the motors' acceleration between two moments that a motor
  /// spends half of a piece on changing its speed.
  private func isSteep(from first: Int, to last: Int) -> Bool {
    guard isSteep else { return false }
    let steep = model.acceleration * LoweringSearch.steepness
    return (0..<axes).contains(where: { axis in
      max(node(axis, at: first).bend, node(axis, at: last - 1).bend) > steep
    })
  }

  /// The part of the motors' acceleration from which on a plan is steep.
  static let steepness = 0.4

  /// How many pieces in a row may not fit before longer ones are not looked at.
  private static let patience = 3

  /// The number of moments after which no piece ends: it bounds the work for each.
  private static let reach = 64

  /// How the speeds of a piece are found.
  private enum Steering {
    /// So that the given part of the distance from the plan is made up for.
    case makingUp(Double)
    /// They are those of the piece before.
    case keeping
  }

  /// True iff the piece from the label `origin` to the moment `last` keeps within `limit` degrees
  /// of the plan.
  private mutating func tryPiece(
    from origin: Int, to last: Int, within limit: Double, _ steering: Steering
  ) -> Bool {
    let first = moment(of: origin)
    let seconds = Double(times[last] - times[first]) / 1000
    var label = labels[origin]
    label.miss = 0
    var excess = 0.0
    var isChange = false
    var stands = true
    for axis in 0..<axes {
      var motor = motor(axis, at: origin)
      let before = motor.command
      let error = steer(
        &motor, axis, from: first, to: last, seconds, steering, within: limit)
      guard error <= limit else { return false }
      isChange = isChange || motor.command != before
      stands = stands && motor.command == 0
      label.error = max(label.error, error)
      excess = max(excess, error - tolerance)
      motor.advance(by: seconds)
      excess = max(excess, residue(of: motor, at: node(axis, at: last)))
      label.miss += abs(motor.velocity - node(axis, at: last).velocity)
      trial[axis] = motor
    }
    label.excess += excess
    if isChange { label.calls += 1 }
    if !stands { label.calls += renewals(from: times[first], to: times[last]) }
    label.origin = origin
    insert(label, at: last)
    return true
  }

  /// Keeps `label`, whose motors are those of the trial, at `moment`, if it is worth it.
  private mutating func insert(_ label: Label, at moment: Int) {
    let slots = moment * width..<(moment + 1) * width
    var slot = slots.lowerBound
    if width == 1 {
      guard label.isBetter(than: labels[slot]) else { return }
    } else {
      guard !slots.contains(where: { labels[$0].dominates(label) }) else { return }
      if let free = slots.first(where: { label.dominates(labels[$0]) }) {
        slot = free
      } else {
        for other in slots where labels[slot].isBetter(than: labels[other]) { slot = other }
        guard label.isBetter(than: labels[slot]) else { return }
      }
    }
    labels[slot] = label
    for axis in 0..<axes { motors[slot * axes + axis] = trial[axis] }
  }

  /// How often speeds are sent again between two times.
  private func renewals(from first: Int32, to last: Int32) -> Int {
    guard let lease else { return 0 }
    return Int((last - first - 1) / lease)
  }

  /// Commands `motor` the speed of a piece; answers how far it gets from the plan.
  private func steer(
    _ motor: inout LoweringMotor, _ axis: Int, from first: Int, to last: Int, _ seconds: Double,
    _ steering: Steering, within limit: Double
  ) -> Double {
    let greatest = node(axis, at: first).greatestSpeed
    guard case .makingUp(let share) = steering else {
      guard motor.command.magnitude <= greatest.magnitude else { return .infinity }
      return error(of: motor, axis, from: first, to: last, within: limit)
    }
    let wanted = wantedSpeed(of: motor, node(axis, at: last), in: seconds)
    if let exact = wanted.exact {
      motor.command = exact
      return error(of: motor, axis, from: first, to: last, within: limit)
    }
    var speed = wanted.speed
    if share < 1, node(axis, at: last).landing == nil {
      speed = share * speed + (1 - share) * evenSpeed(of: motor, axis, first, last, seconds)
    }
    motor.command = quantised(speed, within: greatest)
    guard abs(speed) < model.minimumSpeed else {
      return error(of: motor, axis, from: first, to: last, within: limit)
    }
    // Too slow for the motors: they wait, and make up for it later.
    motor.command = 0
    let waiting = error(of: motor, axis, from: first, to: last, within: limit)
    guard waiting > tolerance else { return waiting }
    motor.command = quantised(
      speed < 0 ? -model.minimumSpeed : model.minimumSpeed, within: greatest)
    let creeping = error(of: motor, axis, from: first, to: last, within: limit)
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
    let wanted = max(-most, min(most, speed * 1000))
    let away = abs(speed) < model.minimumSpeed * 1.001
    let whole = Int32(wanted)
    let rest = abs(wanted - Double(whole))
    return (away ? rest > 0 : rest >= 0.5) ? whole + (wanted < 0 ? -1 : 1) : whole
  }

  /// By how much `motor` would miss the end of its motion if it got its final speed at `node`; 0
  /// where it is still on its way.
  private func residue(of motor: LoweringMotor, at node: LoweringPlan.Node) -> Double {
    guard let landing = node.landing else { return 0 }
    var motor = motor
    motor.command = node.finalSpeed
    return residue(of: motor, from: landing)
  }

  /// By how much `motor` will miss `landing`, beyond what the slowest speed cannot make up for.
  private func residue(of motor: LoweringMotor, from landing: Double) -> Double {
    max(0, miss(of: motor, from: landing) - LoweringSearch.leastMove)
  }

  /// How far from `landing` the motor will be once it has its commanded speed.
  private func miss(of motor: LoweringMotor, from landing: Double) -> Double {
    abs(motor.position - landing - motor.lag(of: motor.target - motor.velocity))
  }

  /// Half of what a motor covers at its slowest within a period, and a little: nearer, in degrees,
  /// none can be brought.
  private static let leastMove = 0.0035

  // MARK: - Error

  /// A bound of the distance between the plan and `motor`, which keeps its command, from one moment
  /// to another; looks no further where that is more than `limit`.
  ///
  /// Between two points of time h apart a curve whose second derivative is at most c is within c
  /// h² / 8 of its chord.
  private func error(
    of motor: LoweringMotor, _ axis: Int, from first: Int, to last: Int,
    within limit: Double = .infinity
  ) -> Double {
    let course = motor.course
    let ramp = course.ramp
    let base = axis * times.count
    var begin = 0.0
    var time = 0.0
    var offset = motor.position - nodes[base + first].position
    var worst = abs(offset)
    for index in first..<last {
      let bend = nodes[base + index].bend
      let end = Double(times[index + 1] - times[first]) * 1e-3
      if ramp > begin, ramp < end {
        let middle =
          course.position(after: ramp)
          - position(
            from: nodes[base + index], to: nodes[base + index + 1], end - begin,
            after: ramp - begin)
        let slack = (bend + motor.acceleration) * (ramp - time) * (ramp - time) / 8
        worst = max(worst, max(abs(offset), abs(middle)) + slack)
        (time, offset) = (ramp, middle)
      }
      let next = course.position(after: end) - nodes[base + index + 1].position
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

  // MARK: - Begin and end

  /// Tries to do nothing until some moment.
  private mutating func wait() {
    var error = 0.0
    for moment in times.indices.dropFirst() {
      var label = Label(excess: 0, origin: 0)
      for axis in 0..<axes {
        let motor = motor(axis, at: 0)
        guard motor.command == 0, motor.velocity == 0 else { return }
        error = max(error, self.error(of: motor, axis, from: moment - 1, to: moment))
        label.miss += abs(node(axis, at: moment).velocity)
      }
      guard error <= tolerance else { return }
      label.error = error
      insert(label, at: moment)
    }
  }

  /// What it costs to give every axis its final speed at label `number`; nil if one is not there
  /// yet.
  private func finish(from number: Int) -> Label? {
    let moment = moment(of: number)
    var label = labels[number]
    var isChange = false
    let end = times.count - 1
    let seconds = Double(times[end] - times[moment]) / 1000
    for axis in 0..<axes {
      let node = self.node(axis, at: moment)
      let isLast = moment + 1 >= end
      // Those further off get there by pieces that cost nothing.
      guard end - moment <= LoweringSearch.reach else { return nil }
      guard let landing = isLast ? node.landing ?? node.position : node.landing else { return nil }
      var motor = motor(axis, at: number)
      let final = self.node(axis, at: end).finalSpeed
      guard isLast || node.finalSpeed == final else { return nil }
      isChange = isChange || motor.command != final
      motor.command = final
      let error = error(of: motor, axis, from: moment, to: end)
      label.error = max(label.error, error, miss(of: motor, from: landing))
      let overrun = max(0, motor.ramp - seconds - 0.0005)
      label.excess += max(0, error - tolerance) + residue(of: motor, from: landing) + overrun * 100
    }
    if isChange { label.calls += 1 }
    return label
  }
}

extension DockModel {
  /// How long a speed is left alone before it is sent again, in milliseconds; nil if for ever.
  ///
  /// A fifth less than the dock remembers it: a late call still finds the axis turning.
  var lease: Int32? { velocityLifetime.map { max(1, Int32(clamping: $0) / 5 * 4) } }
}
