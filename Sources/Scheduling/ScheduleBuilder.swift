import Diagnosis
import Hardware
import Language
import Motion
import Schedules
import Vocabulary

/// The schedule under construction.
///
/// Steps are appended as time passes. Who changes what has been appended names the step by its
/// index, which stays the same until `finish`.
struct ScheduleBuilder {
  /// What has been built so far; its steps may be out of order until it is finished.
  private(set) var schedule: Schedule
  /// True if the schedule keeps what steps come from; to ask its provenance would copy that.
  let keepsProvenance: Bool
  /// The number of what is around the next step, if that is kept; nil for nothing.
  var surrounding: Int?
  /// How many of the first steps go on from the cue before.
  private(set) var keptSteps = 0
  /// Where the lines of the source files begin.
  private(set) var lines: LineTable
  /// The line that was asked for last.
  private var lastLine: (origin: UInt32, line: UInt32) = (.max, 0)
  /// How many steps there may be at most.
  private let limit: Int
  /// The start of the last step, in milliseconds.
  private var latest = Int32.min
  /// True once a step has begun before the one before it.
  private var isOutOfOrder = false
  /// True once a step has been shortened to nothing.
  private var hasGaps = false
  /// The tempos that have been in force in this cue.
  var tempoSpans: [TempoSpan] = []
  /// The times in which the script sets another policy for late steps than that of its tempo, in
  /// milliseconds.
  var lateByIntent: [Range<Int32>] = []
  /// When the turn began that ends the cue, of a loop that may never end, in milliseconds; nil if
  /// none does.
  var openTurn: Int32?
  /// Where the statement stands that set each set of limits of the schedule; nil of those that no
  /// step has told of.
  private var limitOrigins: [UInt32?] = [nil]
  /// How many steps there may be before room is made for more.
  private var readySteps = ScheduleBuilder.manySteps

  /// More steps than a script written by hand has.
  private static let manySteps = 4096

  /// Begins the schedule of `program` for `compilation`.
  init(_ program: CheckedProgram, for compilation: Compilation) {
    schedule = Schedule(model: compilation.model, files: program.sources.files.map(\.name))
    schedule.from = compilation.from
    lines = program.lines
    limit = compilation.budget.scheduleSteps
    keepsProvenance = compilation.keepsProvenance
    if keepsProvenance { schedule.provenance = Provenance() }
  }

  /// How many steps there are that do not go on from the cue before.
  @inline(__always)
  var newSteps: Int { schedule.steps.count - keptSteps }

  /// True if there may be no more steps.
  @inline(__always)
  var isFull: Bool { schedule.steps.count >= limit }

  /// The limits number `index`.
  @inline(__always)
  func limits(_ index: UInt32) -> PerAxis<Schedule.Limit?> { schedule.limits[Int(index)] }

  /// The limits number `index`, in degrees.
  func degrees(ofLimits index: UInt32) -> PerAxis<AxisLimits?> {
    limits(index).map { $0?.inDegrees }
  }

  /// The line of the statement at `origin`, as steps carry it.
  @inline(__always)
  mutating func line(of origin: UInt32) -> UInt32 {
    if lastLine.origin != origin {
      let place = lines.place(of: origin)
      lastLine = (origin, Step.line(place.line, inFile: place.file))
    }
    return lastLine.line
  }

  // MARK: - Steps

  /// Appends `step`, which comes from the statement at `origin`; it follows the rule number `late`
  /// of `Schedule.lateRules` unless it names one itself.
  @inline(__always)
  mutating func append(_ step: Step, from origin: UInt32, late: UInt8) {
    var step = step
    let origin = step.kind == .limit ? self.origin(ofLimits: step.extra, toldBy: origin) : origin
    step.origin = origin
    step.line = line(of: origin)
    if step.lateRule == 0 { step.lateRule = late }
    if step.lateRule != 0 { step.lateRule = rule(step.lateRule, of: step.kind) }
    if step.start < latest { isOutOfOrder = true }
    latest = step.start
    if schedule.steps.count == readySteps { makeRoom() }
    schedule.steps.append(step)
    if keepsProvenance { schedule.provenance?.append(surrounding) }
  }

  /// Where the limits number `index` were set, which the statement at `origin` tells of: who tells
  /// of them first has set them, and each later cue says them again.
  private mutating func origin(ofLimits index: UInt32, toldBy origin: UInt32) -> UInt32 {
    if index == 0 { return origin }
    let first = limitOrigins[Int(index)] ?? origin
    limitOrigins[Int(index)] = first
    return first
  }

  /// The index of the rule that a step of this kind gets where the rule number `late` holds.
  private func rule(_ late: UInt8, of kind: Step.Kind) -> UInt8 {
    kind != .wait && schedule.lateRules[Int(late)].policy.concernsWaits ? 0 : late
  }

  /// Puts `step` in the place of step number `index`.
  mutating func replace(_ index: Int, with step: Step) { schedule.steps[index] = step }

  /// Leaves step number `index` out.
  mutating func drop(_ index: Int) {
    schedule.steps[index] = Step(.wait, start: schedule.steps[index].start)
    hasGaps = true
  }

  /// Ends step number `index`, a wait, at `time` milliseconds if it would last longer.
  mutating func shorten(wait index: Int, to time: Int32) {
    guard schedule.steps[index].end > time else { return }
    schedule.steps[index].length = max(0, time - schedule.steps[index].start)
    hasGaps = true
  }

  /// Lets step number `index` end at `time` milliseconds.
  mutating func end(_ index: Int, at time: Int32) {
    schedule.steps[index].length = time - schedule.steps[index].start
  }

  /// Makes room for all the steps there may be: to grow would copy them, and memory that is never
  /// touched costs nothing.
  @inline(never)
  private mutating func makeRoom() {
    schedule.steps.reserveCapacity(min(limit, 2_000_000))
    let size = MemoryLayout<Step>.stride
    let count = schedule.steps.count
    let more = min(FreshMemory.piece / size, schedule.steps.capacity - count)
    schedule.steps.withUnsafeMutableBytes { steps in
      guard let start = steps.baseAddress else { return }
      FreshMemory.get(start + count * size, more * size)
    }
    readySteps = count + more
  }

  // MARK: - What steps refer to

  /// Adds `surrounding` of statements, if that is kept; gives its number.
  mutating func add(_ surrounding: Provenance.Surrounding) -> Int? {
    schedule.provenance?.number(of: surrounding)
  }

  /// Keeps what leads on from the cue, the calls of handlers in progress in it, the limits where it
  /// begins, and the modes to which handlers go, by their nodes, if that is kept.
  mutating func keep(
    _ awaited: [Awaited], _ handlings: [Handling], limits: Int,
    destinations: @autoclosure () -> [UInt32: String]
  ) {
    guard keepsProvenance else { return }
    schedule.provenance?.awaited = awaited
    schedule.provenance?.handlings = handlings.filter { $0.result != .dropped }
    schedule.provenance?.limits = limits
    schedule.provenance?.destinations = destinations()
  }

  /// Keeps `rest`, if that is kept.
  mutating func keep(_ rest: Provenance.Rest) { schedule.provenance?.rests.append(rest) }

  /// The wait for time that the task at `slot`, whose last step of one is number `step`, is in at
  /// `time` milliseconds; nil if it is in none, or that is not kept.
  func rest(of slot: Int, since step: Int?, at time: Int32) -> Provenance.Rest? {
    guard let provenance = schedule.provenance else { return nil }
    let rest = provenance.rests.last { $0.slot == slot && $0.end > time }
    guard let step = step.map({ schedule.steps[$0] }), step.end > time else { return rest }
    return Provenance.Rest(slot: slot, line: step.line, start: step.start, end: step.end)
  }

  /// Ends the wait of the task at `slot`, if it is in one that no step tells of, at `time`
  /// milliseconds.
  mutating func shorten(restOf slot: Int, to time: Int32) {
    guard let rests = schedule.provenance?.rests else { return }
    for index in rests.indices where rests[index].slot == slot {
      schedule.provenance?.rests[index].end = min(rests[index].end, time)
    }
  }

  /// Adds `limits`; gives their number.
  mutating func add(_ limits: PerAxis<Schedule.Limit?>) -> UInt32 {
    schedule.limits.append(limits)
    limitOrigins.append(nil)
    return UInt32(schedule.limits.count - 1)
  }

  /// Adds a move through waypoints; gives its number.
  mutating func add(_ through: Schedule.Through) -> UInt32 {
    schedule.throughs.append(through)
    return UInt32(schedule.throughs.count - 1)
  }

  /// Adds a motion that is cut off; gives its number.
  mutating func add(_ cut: Schedule.Cut) -> UInt32 {
    schedule.cuts.append(cut)
    return UInt32(schedule.cuts.count - 1)
  }

  /// Adds a motion whose rate changes; gives its number.
  mutating func add(_ warp: Schedule.Warp) -> UInt32 {
    schedule.warps.append(warp)
    return UInt32(schedule.warps.count - 1)
  }

  /// Adds an action; gives its number.
  mutating func add(_ action: Schedule.Action) -> UInt32 { schedule.add(action) }

  /// Adds what a test expects.
  mutating func add(_ expectation: Expectation) {
    var expectation = expectation
    expectation.place = schedule.steps.count
    schedule.expectations.append(expectation)
  }

  /// The number of `easing`; nil if there are too many.
  mutating func index(of easing: Easing) -> UInt8? { schedule.index(of: easing) }

  /// The number of `manner`.
  mutating func index(of manner: Schedule.Manner) -> UInt32 { schedule.index(of: manner) }

  /// The number of `rule`; nil if there are too many.
  mutating func index(of rule: LateRule) -> UInt8? { schedule.index(of: rule) }

  /// Takes `axis` to be at `position` at the start, in millidegrees.
  mutating func assume(_ axis: Axis, at position: Int32) { schedule.from[axis] = position }

  /// Takes `axis` to be `way` millidegrees farther at the start, and with it what step number
  /// `index` does, if it is under way then.
  mutating func displace(_ axis: Axis, by way: Int32, withStep index: Int?) {
    schedule.from[axis] &+= way
    guard let index, schedule.steps.indices.contains(index) else { return }
    schedule.steps[index] = schedule.displaced(schedule.steps[index], axis, by: way)
  }

  // MARK: - Beginning and end

  /// Ends the schedule at `length` milliseconds and sorts the steps by their start.
  ///
  /// Steps that start at the same time keep their order.
  mutating func finish(at length: Int32) {
    schedule.length = length
    guard hasGaps || isOutOfOrder else { return }
    var order = Array(schedule.steps.indices)
    if hasGaps { order.removeAll { schedule.steps[$0].isEmptyWait } }
    if isOutOfOrder {
      order.sort { (schedule.steps[$0].start, $0) < (schedule.steps[$1].start, $1) }
    }
    for index in schedule.expectations.indices {
      let (time, place) = (schedule.expectations[index].time, schedule.expectations[index].place)
      schedule.expectations[index].place = order.partitioningIndex {
        (schedule.steps[$0].start, $0) >= (time, place)
      }
    }
    schedule.steps = ContiguousArray(order.map { schedule.steps[$0] })
    schedule.provenance?.arrange(order)
  }

  /// Goes on with `schedule`, whose steps go on from the cue before; of the limits those with the
  /// numbers `limits` are in it, in this order.
  mutating func restart(with schedule: Schedule, limits: [UInt32]) {
    limitOrigins = limits.map { limitOrigins[Int($0)] }
    restart(with: schedule)
  }

  private mutating func restart(with schedule: Schedule) {
    self.schedule = schedule
    (latest, isOutOfOrder, hasGaps) = (schedule.steps.last?.start ?? .min, false, false)
    keptSteps = schedule.steps.count
    readySteps = max(ScheduleBuilder.manySteps, keptSteps)
    (tempoSpans, lateByIntent, openTurn) = ([], [], nil)
  }

  /// Begins again with no steps from `position`, in millidegrees, under the limits there are.
  mutating func clear(from position: PerAxis<Int32>) {
    var empty = schedule
    empty.from = position
    empty.steps = []
    empty.removeActions()
    empty.provenance?.arrange([])
    restart(with: empty)
  }
}

extension Step {
  /// True if it was to wait, and need not.
  fileprivate var isEmptyWait: Bool { kind == .wait && length == 0 }
}
