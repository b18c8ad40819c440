import Motion
import Printing
import Quantities

extension Schedule {
  /// A move through waypoints.
  ///
  /// Its legs overlap, so that corners are rounded, or it passes the waypoints with a velocity.
  public struct Through: Equatable, Sendable {
    /// The waypoints after the start, in millidegrees; the last is where the move ends.
    public var points: [PerAxis<Int32>]
    /// When each leg begins, in milliseconds after the step's start; as many as `points`.
    public var starts: [Int32]
    /// How long each leg lasts, in milliseconds.
    public var lengths: [Int32]
    /// The velocity at each of `points`, in millidegrees a second; or empty.
    ///
    /// It is 0 at the last. Empty if no waypoint is passed at speed.
    public var velocities: [PerAxis<Int32>]
    /// The greatest speed of each axis, in millidegrees a second; nil for that of the limits.
    public var speed: Int32?

    /// Creates a move through `points`.
    public init(
      points: [PerAxis<Int32>], starts: [Int32], lengths: [Int32],
      velocities: [PerAxis<Int32>] = [], speed: Int32? = nil
    ) {
      self.points = points
      self.starts = starts
      self.lengths = lengths
      self.velocities = velocities
      self.speed = speed
    }

    /// Creates the move of `plan`, at no more than `speed` millidegrees a second.
    package init(_ plan: PassingPlan, speed: Int32? = nil) {
      func whole(_ degrees: Double) -> Int32 {
        Int32(max(-2e9, min(2e9, Millidegrees.count(in: degrees).rounded())))
      }
      var starts: [Int32] = []
      for index in plan.lengths.indices {
        starts.append(index == 0 ? 0 : starts[index - 1] + plan.lengths[index - 1])
      }
      self.init(
        points: plan.points.map { $0.map(whole) }, starts: starts, lengths: plan.lengths,
        velocities: plan.velocities.map { $0.map(whole) }, speed: speed)
    }
  }

  /// The waypoints of `step`, if it is a move through some.
  package func through(of step: Step) -> Through? {
    step.kind == .through && step.extra < throughs.count ? throughs[Int(step.extra)] : nil
  }

  /// How `axis` moves in `step`, through or near waypoints; nil if its legs are not in order.
  func through(_ axis: Axis, _ step: Step, within limits: AxisLimits) -> Profile? {
    guard let through = through(of: step) else { return nil }
    let points = through.points.map { $0.map { Millidegrees($0).degrees } }
    guard through.velocities.isEmpty else {
      guard through.isInOrder else { return nil }
      let passage = ViaPointMotion(
        from: Millidegrees(step.from[axis]).degrees, points: points.map { $0[axis] },
        velocities: through.velocities.map { Millidegrees($0[axis]).degrees },
        lengths: through.lengths.map { Milliseconds($0).seconds },
        length: Milliseconds(step.length).seconds,
        within: limits)
      return passage.map { .passing($0) }
    }
    let plan = ThroughPlan(
      from: step.from.map { Millidegrees($0).degrees }, points: points, starts: through.starts,
      lengths: through.lengths, length: step.length)
    return plan.map { .through($0, axis) }
  }

  /// A move through waypoints in the words of scripts.
  func wordsForThrough(_ step: Step) -> String {
    let count = through(of: step)?.points.count ?? 0
    return "move through \(count) \(count == 1 ? "pose" : "poses") over \(step.length.asSeconds)"
  }
}

extension Schedule.Through {
  /// True if each leg begins as the one before ends, and the first at once.
  fileprivate var isInOrder: Bool {
    guard starts.count == points.count, lengths.count == points.count else { return false }
    var end: Int64 = 0
    for (start, length) in zip(starts, lengths) {
      guard Int64(start) == end else { return false }
      end += Int64(length)
    }
    return true
  }
}

// MARK: - Text

extension StepWriter {
  /// The bytes that the waypoints of `step` take at most.
  func capacity(ofThrough step: Step) -> Int {
    160 * (schedule.through(of: step)?.points.count ?? 0)
  }

  /// Writes a move through waypoints.
  func writeThrough(_ step: Step, to cursor: inout TextCursor) {
    cursor.write("through")
    let through =
      schedule.through(of: step) ?? Schedule.Through(points: [], starts: [], lengths: [])
    for axis in Axis.allCases where step.axes.contains(axis) {
      writeStart(of: axis, step.from[axis], in: step, to: &cursor)
      for (index, point) in through.points.enumerated() {
        writeTarget(point[axis], to: &cursor)
        guard index < through.velocities.count, through.velocities[index][axis] != 0 else {
          continue
        }
        cursor.write(" at ")
        cursor.write(through.velocities[index][axis])
      }
    }
    guard through.velocities.isEmpty else {
      cursor.write(", passing")
      for length in through.lengths {
        cursor.write(byte: UInt8(ascii: " "))
        cursor.write(length)
      }
      return writeEnd(of: step, through, to: &cursor)
    }
    cursor.write(", legs")
    for (start, length) in zip(through.starts, through.lengths) {
      cursor.write(byte: UInt8(ascii: " "))
      cursor.write(start)
      cursor.write(length, plus: true)
    }
    writeEnd(of: step, through, to: &cursor)
  }

  private func writeEnd(
    of step: Step, _ through: Schedule.Through, to cursor: inout TextCursor
  ) {
    if let speed = through.speed {
      cursor.write(" speed ")
      cursor.write(speed)
    }
    writeEasing(of: step, to: &cursor)
  }
}

extension ScheduleReader {
  /// Reads the waypoints of each axis, and the legs.
  mutating func readThrough(_ step: inout Step) throws(ScheduleFault) {
    var through = Schedule.Through(points: [], starts: [], lengths: [])
    var isFirst = true
    repeat {
      let passes = !isFirst && scanner.takeWord("passing")
      if passes || !isFirst && scanner.takeWord("legs") {
        try readLegs(&through, passing: passes)
        if scanner.takeWord("speed") { through.speed = try scanner.integer("a speed") }
        step.easing = try easing()
        step.to = through.points.last ?? step.from
        step.extra = UInt32(schedule.throughs.count)
        return schedule.throughs.append(through)
      }
      try readPoints(&through, of: &step, isFirst: isFirst)
      isFirst = false
    } while scanner.take(",")
    throw scanner.fault(
      "expected ', legs' before \(scanner.nextText)",
      note:
        "write when each leg starts and how long it lasts, as in legs 0+2000 1800+2200, or only "
        + "how long, as in passing 2000 2200")
  }

  private mutating func readPoints(
    _ through: inout Schedule.Through, of step: inout Step, isFirst: Bool
  ) throws(ScheduleFault) {
    let axis = try start(of: &step)
    var count = 0
    while scanner.take("->") {
      let value = try scanner.integer("a waypoint")
      if isFirst {
        through.points.append(PerAxis(all: 0))
        through.velocities.append(PerAxis(all: 0))
      }
      guard count < through.points.count else { throw unequalPoints() }
      through.points[count][axis] = value
      if scanner.takeWord("at") {
        through.velocities[count][axis] = try scanner.integer("a velocity")
      }
      count += 1
    }
    guard count == through.points.count, count > 0 else { throw unequalPoints() }
  }

  private func unequalPoints() -> ScheduleFault {
    scanner.fault(
      "expected as many waypoints as the other axes have before \(scanner.nextText)",
      note: "every axis has one for each leg, as in 0 -> 1000 -> 2000")
  }

  private mutating func readLegs(
    _ through: inout Schedule.Through, passing: Bool
  ) throws(ScheduleFault) {
    guard !passing else {
      var end: Int32 = 0
      for _ in through.points {
        through.starts.append(end)
        through.lengths.append(try scanner.milliseconds("the length of a leg"))
        end &+= through.lengths.last ?? 0
      }
      return
    }
    guard through.velocities.allSatisfy({ $0 == PerAxis(all: 0) }) else {
      throw scanner.fault(
        "a move whose legs overlap has no velocities", note: "write 'passing' for 'legs'")
    }
    through.velocities = []
    for _ in through.points {
      through.starts.append(try scanner.milliseconds("the start of a leg"))
      try scanner.expect("+", "write a leg as its start and its length, as in 1800+2200")
      through.lengths.append(try scanner.milliseconds("the length of a leg"))
    }
  }
}

// MARK: - JSON

extension Schedule {
  /// Writes the members of a move through waypoints.
  func writeThrough(_ step: Step, to json: inout JSONWriter) {
    writeAxes(of: step, to: &json)
    guard let through = through(of: step) else { return }
    if let speed = through.speed { json.member("speed", Int(speed)) }
    json.array("legs") { json in
      for (index, point) in through.points.enumerated() {
        guard index < through.starts.count, index < through.lengths.count else { break }
        json.object { json in
          json.member("start", Int(through.starts[index]))
          json.member("length", Int(through.lengths[index]))
          write("to", point, of: step, to: &json)
          guard index < through.velocities.count else { return }
          write("velocity", through.velocities[index], of: step, to: &json)
        }
      }
    }
  }

  /// Writes the data of each axis of `step`.
  private func write(
    _ name: StaticString, _ values: PerAxis<Int32>, of step: Step, to json: inout JSONWriter
  ) {
    json.object(name) { json in
      for axis in Axis.allCases where step.axes.contains(axis) {
        json.member(axis.name, Int(values[axis]))
      }
    }
  }
}

extension ScheduleLinesOfJSON {
  /// Writes a move through waypoints.
  mutating func writeThrough(_ step: JSONValue) throws(JSONFault) {
    let legs = try step.elements("legs")
    let isPassing = legs.contains { $0["velocity"] != nil }
    text.write("through ")
    for (name, axis) in try step.member("axes").axes {
      text.write(string: "\(name) \(try axis.start)")
      for leg in legs {
        text.write(string: " -> \(try leg.member("to").integer(name))")
        guard let velocity = leg["velocity"] else { continue }
        let value = try velocity.integer(name)
        if value != 0 { text.write(string: " at \(value)") }
      }
      text.write(", ")
    }
    text.write(isPassing ? "passing" : "legs")
    for leg in legs {
      let length = try leg.integer("length")
      text.write(string: isPassing ? " \(length)" : " \(try leg.integer("start"))+\(length)")
    }
    try writeEasing(step)
  }
}
