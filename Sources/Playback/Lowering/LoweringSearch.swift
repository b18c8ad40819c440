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

    /// True if nothing speaks for `other`.
    func dominates(_ other: Label) -> Bool {
      excess <= other.excess && calls <= other.calls && miss <= other.miss
    }
  }

  let model: DockModel
  /// The moments, and the plans at them.
  var grid: LoweringGrid
  /// The number of axes that have a plan.
  private var axes = 0
  /// The greatest distance of the way found from the plans, in degrees.
  private(set) var error = 0.0
  /// The least time between two calls, in milliseconds.
  var gap: Int32 = 1
  /// The same where a plan is steep, see `isSteep(from:to:)`.
  var steepGap: Int32 = 1
  /// True if a plan is close to what the motors can do: then it may pay to begin a little later.
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
    grid = LoweringGrid(model, within: tolerance)
  }

  /// Finds the best way for `initial` motors; answers the label of its last call, or, where the
  /// plans go on, the last label that was reached.
  mutating func run(from initial: [LoweringMotor], goesOn: Bool) -> Int {
    width = isSteep ? 3 : 1
    axes = initial.count
    trial.removeAll(keepingCapacity: true)
    trial.append(contentsOf: initial)
    labels.removeAll(keepingCapacity: true)
    labels.append(contentsOf: repeatElement(Label(), count: grid.times.count * width))
    motors.removeAll(keepingCapacity: true)
    motors.append(contentsOf: initial)
    motors.append(contentsOf: repeatElement(initial[0], count: (labels.count - 1) * axes))
    labels[0] = Label(excess: 0)
    wait(stopping: false)
    wait(stopping: true)
    return goesOn ? runOn() : runToEnd()
  }

  /// Finds the best way to the end; answers the label of its last call.
  private mutating func runToEnd() -> Int {
    var best = (label: Label(), number: 0)
    // A way only gets worse as it goes on.
    for number in labels.indices where labels[number].isBetter(than: best.label) {
      extend(from: number)
      if let label = finish(from: number), label.isBetter(than: best.label) {
        best = (label, number)
      }
    }
    error = best.label.error
    return best.number
  }

  /// Finds the best way to the last moment that can be reached; answers its label there.
  private mutating func runOn() -> Int {
    for number in labels.indices where labels[number].excess < .infinity { extend(from: number) }
    var best = labels.indices.last { labels[$0].excess < .infinity } ?? 0
    let first = moment(of: best) * width
    for number in first..<first + width where labels[number].isBetter(than: labels[best]) {
      best = number
    }
    error = labels[best].error
    return best
  }

  /// The labels on the way to `last`, the first of all first.
  func way(to last: Int) -> [Int] {
    var way = [last]
    while let label = way.last, label > 0 { way.append(max(0, labels[label].origin)) }
    return way.reversed()
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
    while last < grid.times.count, grid.times[last] - grid.times[first] < gap { last += 1 }
    let end = min(grid.times.count - 1, max(last, first + LoweringSearch.reach))
    var misses = 0
    var isShortest = true
    while last <= end, misses <= LoweringSearch.patience {
      if isSettled(last, for: origin) {
        isShortest = false
        last += 1 + (last - first) / 16
        continue
      }
      // There has to be a way on, if need be one that leaves the tolerance.
      let isNeeded = isShortest || grid.times[last] - grid.times[first] <= 2 * gap
      let limit = isShortest ? .infinity : isNeeded ? 4 * grid.tolerance : grid.tolerance
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
    if last > end, misses == 0, end < grid.times.count - 1 {
      _ = tryPiece(from: origin, to: end, within: grid.tolerance, .keeping)
    }
  }

  /// True if a piece from the label `origin`, which is a call, would not make the way to `moment`
  /// a better one.
  private func isSettled(_ moment: Int, for origin: Int) -> Bool {
    guard width == 1 else { return false }
    let known = labels[moment]
    return known.excess <= labels[origin].excess && known.calls <= labels[origin].calls + 1
  }

  /// True if a plan asks for so much of the motors' acceleration between two moments that a motor
  /// spends half of a piece on changing its speed.
  private func isSteep(from first: Int, to last: Int) -> Bool {
    guard isSteep else { return false }
    let steep = model.acceleration * LoweringSearch.steepness
    return (0..<axes).contains(where: { axis in
      max(grid.node(axis, at: first).bend, grid.node(axis, at: last - 1).bend) > steep
    })
  }

  /// The part of the motors' acceleration from which on a plan is steep.
  static let steepness = 0.4

  /// How many pieces in a row may not fit before longer ones are not looked at.
  private static let patience = 3

  /// The number of moments after which no piece ends: it bounds the work for each.
  private static let reach = 64

  /// True if the piece from the label `origin` to the moment `last` keeps within `limit` degrees
  /// of the plan.
  private mutating func tryPiece(
    from origin: Int, to last: Int, within limit: Double, _ steering: LoweringGrid.Steering
  ) -> Bool {
    let first = moment(of: origin)
    let seconds = grid.seconds(from: first, to: last)
    var label = labels[origin]
    label.miss = 0
    var excess = 0.0
    var isChange = false
    var stands = true
    for axis in 0..<axes {
      var motor = motor(axis, at: origin)
      let before = motor.command
      let error = grid.steer(
        &motor, axis, from: first, to: last, seconds, steering, within: limit)
      let unrest = grid.unrest(of: motor, axis, from: first, to: last)
      guard error <= limit, unrest == 0 || limit > grid.tolerance else { return false }
      isChange = isChange || motor.command != before
      stands = stands && motor.command == 0
      label.error = max(label.error, error)
      excess = max(excess, error - grid.tolerance, unrest)
      motor.advance(by: seconds)
      excess = max(excess, grid.residue(of: motor, axis, at: last))
      label.miss += abs(motor.velocity - grid.node(axis, at: last).velocity)
      trial[axis] = motor
    }
    label.excess += excess
    if isChange { label.calls += 1 }
    if !stands { label.calls += renewals(from: grid.times[first], to: grid.times[last]) }
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

  // MARK: - Begin and end

  /// Tries to leave the motors to what they do until some moment, or to make them stand until then
  /// if they are `stopping`; if no plan is steep, until one at which an axis begins to move.
  ///
  /// Where what was under way is cut off, an axis may have to begin less than a period later.
  private mutating func wait(stopping: Bool) {
    var error = 0.0
    var initial = (0..<axes).map { motor($0, at: 0) }
    if stopping {
      guard initial.contains(where: { $0.command != 0 }) else { return }
      for axis in initial.indices { initial[axis].command = 0 }
    } else if initial.contains(where: { $0.command == LoweringMotor.unknown }) {
      return
    }
    for moment in grid.times.indices.dropFirst() {
      var label = Label(excess: 0, calls: stopping ? 1 : 0, origin: 0)
      for axis in 0..<axes {
        trial[axis] = initial[axis]
        trial[axis].advance(by: grid.seconds(from: 0, to: moment - 1))
        error = max(error, grid.error(of: trial[axis], axis, from: moment - 1, to: moment))
        guard grid.unrest(of: initial[axis], axis, from: 0, to: moment) == 0 else { return }
        trial[axis].advance(by: grid.seconds(from: moment - 1, to: moment))
        label.miss += abs(trial[axis].velocity - grid.node(axis, at: moment).velocity)
      }
      guard error <= grid.tolerance else { return }
      label.error = error
      let begins = (0..<axes).contains { axis in
        grid.node(axis, at: moment - 1).rest == moment - 1
          && grid.node(axis, at: moment).rest != moment
      }
      if isSteep || begins { insert(label, at: moment) }
    }
  }

  /// What it costs to give every axis its final speed at label `number`; nil if one is not there
  /// yet.
  private func finish(from number: Int) -> Label? {
    let moment = moment(of: number)
    var label = labels[number]
    var isChange = false
    let end = grid.times.count - 1
    let seconds = grid.seconds(from: moment, to: end)
    for axis in 0..<axes {
      let node = grid.node(axis, at: moment)
      let isLast = moment + 1 >= end
      // Those further off get there by pieces that cost nothing.
      guard end - moment <= LoweringSearch.reach else { return nil }
      guard let landing = isLast ? node.landing ?? node.position : node.landing else { return nil }
      var motor = motor(axis, at: number)
      let final = grid.node(axis, at: end).finalSpeed
      guard isLast || node.finalSpeed == final else { return nil }
      isChange = isChange || motor.command != final
      motor.command = final
      let error = grid.error(of: motor, axis, from: moment, to: end)
      label.error = max(label.error, error, grid.miss(of: motor, from: landing))
      let missed = max(0, error - grid.tolerance) + grid.residue(of: motor, from: landing)
      let unrest = max(
        grid.overrun(of: motor, after: seconds) * 100,
        grid.unrest(of: motor, axis, from: moment, to: end))
      label.excess += missed + unrest
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
