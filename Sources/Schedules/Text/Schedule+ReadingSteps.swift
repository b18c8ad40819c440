import Motion
import Vocabulary

extension ScheduleReader {
  /// Reads what happens in the step that starts at `start` and lasts `length` milliseconds.
  mutating func readStep(start: Int32, length: Int32) throws(ScheduleFault) -> Step {
    let place = scanner
    let word = scanner.word()
    guard let verb = Verb(word) else {
      throw place.fault(
        "unknown step \(place.nextText)",
        note: "the steps are \(Verb.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    var step = Step(verb.kind, start: start)
    step.length = length
    switch verb {
    case .tracking: step.kind = try tracking()
    case .move: try readMove(&step)
    case .ramp: try readChange(&step)
    case .through: try readThrough(&step)
    case .cut: try readCut(&step)
    case .warp: try readWarp(&step)
    case .wait: break
    case .animate: step.extra = try choice(of: Step.animations, "an animation")
    case .limits: step.extra = try limits()
    case .restoreTo: step.extra = try choice(of: ["off", "on"], "on or off")
    case .frame: step.extra = try choice(of: Step.framings, "a framing mode")
    case .region: step.extra = try region()
    case .select: try readSubject(&step)
    case .log: step.extra = try text()
    case .face: try add(readFace(), to: &step)
    case .eyes: try add(readEyes(), to: &step)
    case .camera: try add(readCamera(), to: &step)
    }
    return step
  }

  private mutating func tracking() throws(ScheduleFault) -> Step.Kind {
    try choice(of: ["off", "restore"], "off or restore") == 0 ? .take : .giveBack
  }

  /// Reads one of `words` and returns its number.
  mutating func choice(
    of words: [StaticString], _ what: String
  ) throws(ScheduleFault) -> UInt32 {
    let place = scanner
    let word = scanner.word()
    guard let index = words.firstIndex(where: { $0.spells(word) }) else {
      let list = words.map(\.description).joined(separator: ", ")
      throw place.fault("expected \(what) before \(place.nextText)", note: "write one of \(list)")
    }
    return UInt32(index)
  }

  /// Reads a word of the table `terms`.
  mutating func choice<Choice: Term>(
    of terms: Choice.Type, _ what: String
  ) throws(ScheduleFault) -> Choice {
    let place = scanner
    let word = String(decoding: scanner.word(), as: UTF8.self)
    guard let choice = Choice(rawValue: word) else {
      let list = Choice.spellings.joined(separator: ", ")
      throw place.fault("expected \(what) before \(place.nextText)", note: "write one of \(list)")
    }
    return choice
  }

  private mutating func readMove(_ step: inout Step) throws(ScheduleFault) {
    var manner = Schedule.Manner()
    step.isRelative = scanner.takeWord("by")
    repeat {
      let axis = try start(of: &step)
      if scanner.takeWord("at") { manner.velocities[axis] = try scanner.integer("a velocity") }
      try expectArrow()
      step.to[axis] = try scanner.integer("where it ends")
    } while scanner.take(",")
    manner.isStraight = scanner.takeWord("straight")
    if scanner.takeWord("speed") { manner.speed = try scanner.integer("a speed") }
    if scanner.takeWord("acceleration") {
      manner.acceleration = try scanner.integer("an acceleration")
    }
    if scanner.takeWord("jerk") { manner.jerk = try scanner.integer("a jerk") }
    step.extra = schedule.index(of: manner)
    step.easing = try easing()
  }

  private mutating func readChange(_ step: inout Step) throws(ScheduleFault) {
    try readTargets(of: &step)
    step.easing = try easing()
  }

  private mutating func readTargets(of step: inout Step) throws(ScheduleFault) {
    repeat {
      let axis = try start(of: &step)
      try expectArrow()
      step.to[axis] = try scanner.integer("where it ends")
    } while scanner.take(",")
  }

  /// Reads an axis and where it starts.
  private mutating func start(of step: inout Step) throws(ScheduleFault) -> Axis {
    let place = scanner
    let axis = try axis()
    guard !step.axes.contains(axis) else {
      throw place.fault("'\(axis.name)' is given twice", note: "a step moves an axis once")
    }
    step.axes.insert(AxisSet(axis))
    if scanner.take("~") { step.assumed.insert(AxisSet(axis)) }
    step.from[axis] = try scanner.integer("where it starts")
    return axis
  }

  private mutating func expectArrow() throws(ScheduleFault) {
    try scanner.expect("->", "write where it starts and ends, as in 0 -> 30000")
  }

  /// Reads where a motion that is cut off leads, when, how long it was to last, and what it was.
  private mutating func readCut(_ step: inout Step) throws(ScheduleFault) {
    try readTargets(of: &step)
    let place = scanner
    let note = "write when it is cut off and how long it was to last, as in at 400 of +1000"
    guard scanner.takeWord("at") else { throw place.fault("expected 'at'", note: note) }
    let time = try scanner.integer("when it is cut off")
    guard scanner.takeWord("of") else { throw scanner.fault("expected 'of'", note: note) }
    try scanner.expect("+", note)
    let planned = try scanner.integer("how long it was to last")
    guard time >= 0, time <= planned else {
      throw place.fault("it is not cut off while it lasts", note: note)
    }
    let inner = scanner
    let whole = try readStep(start: step.start, length: planned)
    guard [.move, .ramp, .through, .warp].contains(whole.kind), whole.axes == step.axes else {
      throw inner.fault(
        "this is not the motion that is cut off", note: "it is a move, a ramp, a through or a warp")
    }
    step.isRelative = whole.isRelative
    step.extra = UInt32(schedule.cuts.count)
    schedule.cuts.append(Schedule.Cut(whole, after: time))
  }

  /// Reads where a part of a motion leads, where in its own time it begins, how the rate changes,
  /// and what the whole is.
  private mutating func readWarp(_ step: inout Step) throws(ScheduleFault) {
    try readTargets(of: &step)
    let place = scanner
    let note = "write where it begins and how its rate changes, as in from 0 at 400+120 to 0%"
    guard scanner.takeWord("from") else { throw place.fault("expected 'from'", note: note) }
    let begin = try scanner.integer("where in its own time it begins")
    var changes: [Schedule.Warp.Change] = []
    while scanner.takeWord("at") {
      let time = try scanner.integer("when the rate changes")
      try scanner.expect("+", note)
      let length = try scanner.integer("how long that takes")
      guard scanner.takeWord("to") else { throw scanner.fault("expected 'to'", note: note) }
      changes.append(.init(at: time, over: length, to: try scanner.integer("a rate")))
      try scanner.expect("%", note)
    }
    guard begin >= 0, Schedule.Warp.areInOrder(changes) else {
      throw place.fault("the rate does not change in order", note: note)
    }
    guard scanner.takeWord("of") else { throw scanner.fault("expected 'of'", note: note) }
    try scanner.expect("+", note)
    let planned = try scanner.integer("how long it was to last")
    let inner = scanner
    let whole = try readStep(start: step.start, length: planned)
    guard [.move, .through].contains(whole.kind), whole.axes == step.axes else {
      throw inner.fault("this is not the whole of the motion", note: "it is a move or a through")
    }
    step.isRelative = whole.isRelative
    step.extra = UInt32(schedule.warps.count)
    schedule.warps.append(Schedule.Warp(whole, from: begin, changes: changes))
  }

  private mutating func readThrough(_ step: inout Step) throws(ScheduleFault) {
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
        through.lengths.append(try scanner.integer("the length of a leg"))
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
      through.starts.append(try scanner.integer("the start of a leg"))
      try scanner.expect("+", "write a leg as its start and its length, as in 1800+2200")
      through.lengths.append(try scanner.integer("the length of a leg"))
    }
  }

  /// Reads the easing at the end of a line; 0, which is plain, if there is none.
  private mutating func easing() throws(ScheduleFault) -> UInt8 {
    guard scanner.isAtWord, !scanner.isAt("late") else { return 0 }
    let place = scanner
    guard let name = EasingName(rawValue: String(decoding: scanner.word(), as: UTF8.self)) else {
      let names = EasingName.allCases.map { $0.rawValue + ($0.numbers == .none ? "" : "(...)") }
      throw place.fault(
        "unknown easing \(place.nextText)",
        note: "the easings are \(names.dropLast().joined(separator: ", ")) and "
          + (names.last ?? ""))
    }
    let easing = try self.easing(name)
    if let known = schedule.easings.firstIndex(of: easing) {
      return UInt8(truncatingIfNeeded: known)
    }
    guard let index = UInt8(exactly: schedule.easings.count) else {
      throw place.fault("there are too many easings", note: "a schedule holds at most 256")
    }
    schedule.easings.append(easing)
    return index
  }

  /// Reads the rule for being late at the end of a line; 0, which is to stretch, if there is none.
  mutating func lateRule(of kind: Step.Kind) throws(ScheduleFault) -> UInt8 {
    let start = scanner
    guard scanner.takeWord("late") else { return 0 }
    var rule = LateRule(.stretch)
    if scanner.takeWord("by") { rule.allowance = try scanner.integer("a length") }
    let place = scanner
    rule.policy = try choice(of: LatenessPolicy.self, "what is done then")
    guard rule.allowance >= 0, let index = schedule.index(of: rule) else {
      throw place.fault(
        "there is no such rule", note: "it puts up with 0 ms or more, and there are at most 255")
    }
    if kind.movesMotors, !rule.policy.suitsMotors {
      throw start.fault("a motion can only be put off", note: "write 'late stop', or nothing")
    }
    return index
  }

  /// Reads the numbers of the easing called `name`.
  private mutating func easing(_ name: EasingName) throws(ScheduleFault) -> Easing {
    switch name {
    case .curve(let curve): .curve(curve)
    case .bezier: try bezier()
    case .spring: try spring()
    }
  }

  private mutating func spring() throws(ScheduleFault) -> Easing {
    let place = scanner
    let note = "write the bounce of a spring as in spring(0.3)"
    try scanner.expect("(", note)
    let bounce = try scanner.decimal()
    try scanner.expect(")", note)
    guard (0...Spring.greatestBounce).contains(bounce) else {
      throw place.fault(
        "no spring bounces like this",
        note: "the bounce of a spring is from 0 to \(Spring.greatestBounce)")
    }
    return .spring(bounce: bounce)
  }

  private mutating func bezier() throws(ScheduleFault) -> Easing {
    let place = scanner
    let note = "write the four numbers of its control points, as in bezier(0.25, 0.1, 0.25, 1)"
    try scanner.expect("(", note)
    let x1 = try scanner.decimal()
    try scanner.expect(",", note)
    let y1 = try scanner.decimal()
    try scanner.expect(",", note)
    let x2 = try scanner.decimal()
    try scanner.expect(",", note)
    let y2 = try scanner.decimal()
    try scanner.expect(")", note)
    guard (0...1).contains(x1), (0...1).contains(x2) else {
      throw place.fault(
        "time would run backwards in this curve",
        note: "the first and the third number of a bezier are from 0 to 1")
    }
    return .bezier(x1: x1, y1: y1, x2: x2, y2: y2)
  }

  private mutating func limits() throws(ScheduleFault) -> UInt32 {
    var set = schedule.limits[0]
    if !scanner.takeWord("own") {
      repeat {
        let place = scanner
        let axis = try axis()
        guard let own = schedule.limits[0][axis] else {
          throw place.fault("the dock has no \(axis.name) axis", note: "remove it")
        }
        set[axis] = try limit(like: own)
      } while scanner.take(",")
    }
    // Sets come and go with blocks: a bounded look back finds them, however many there are.
    if let known = schedule.limits.suffix(64).lastIndex(of: set) { return UInt32(known) }
    if set == schedule.limits[0] { return 0 }
    schedule.limits.append(set)
    return UInt32(schedule.limits.count - 1)
  }

  private mutating func region() throws(ScheduleFault) -> UInt32 {
    let note = "write it as in region x 0, y 0, width 1000, height 1000"
    var values: [Int32] = []
    for word in ["x", "y", "width", "height"] as [StaticString] {
      if !values.isEmpty { try scanner.expect(",", note) }
      guard scanner.takeWord(word) else {
        throw scanner.fault("expected '\(word)' before \(scanner.nextText)", note: note)
      }
      values.append(try scanner.integer("thousandths of the picture"))
    }
    return add(.init(x: values[0], y: values[1], width: values[2], height: values[3]))
  }

  private mutating func readSubject(_ step: inout Step) throws(ScheduleFault) {
    step.extra = Step.none
    if scanner.takeWord("none") { return }
    if scanner.takeWord("at") {
      step.extra = try point()
      return
    }
    step.kind = .subject
    step.extra = UInt32(schedule.subjects.count)
    schedule.subjects.append(try subject())
  }

  private mutating func point() throws(ScheduleFault) -> UInt32 {
    let note = "write a point as in select at 500, 400"
    let x = try scanner.integer("thousandths of the picture")
    try scanner.expect(",", note)
    let y = try scanner.integer("thousandths of the picture")
    return add(.init(x: x, y: y, width: 0, height: 0))
  }

  private mutating func add(_ rectangle: Schedule.Rectangle) -> UInt32 {
    schedule.rectangles.append(rectangle)
    return UInt32(schedule.rectangles.count - 1)
  }

  private mutating func text() throws(ScheduleFault) -> UInt32 {
    let text = try scanner.quoted()
    schedule.texts.append(text)
    return UInt32(schedule.texts.count - 1)
  }
}

/// The words that begin a step.
private enum Verb: String, CaseIterable {
  case tracking, move, ramp, through, cut, warp, wait, animate, limits
  case restoreTo = "restore-to"
  case frame, region, select, log
  case face, eyes, camera

  init?(_ bytes: ArraySlice<UInt8>) {
    guard let verb = Verb.allCases.first(where: { $0.rawValue.utf8.elementsEqual(bytes) }) else {
      return nil
    }
    self = verb
  }

  var kind: Step.Kind {
    switch self {
    case .tracking: .take
    case .move: .move
    case .ramp: .ramp
    case .through: .through
    case .cut: .cut
    case .warp: .warp
    case .wait: .wait
    case .animate: .animate
    case .limits: .limit
    case .restoreTo: .tracking
    case .frame: .frame
    case .region: .region
    case .select: .select
    case .log: .log
    case .face, .eyes, .camera: .phone
    }
  }
}

extension Schedule.Warp {
  /// True if each of `changes` begins after the last has ended, and the rates are possible.
  static func areInOrder(_ changes: [Change]) -> Bool {
    var end: Int64 = 0
    for change in changes {
      guard Int64(change.time) >= end, change.length >= 0, (0...100).contains(change.rate) else {
        return false
      }
      end = Int64(change.time) + Int64(change.length)
    }
    return true
  }
}
