import Language
import Motion
import Schedules

// Several strands at once. A branch is a strand that its block waits for; whoever is earliest runs.

extension Scheduler {
  // MARK: - Turns

  /// Lets another strand run if it is its turn.
  @inline(never)
  mutating func yield() throws(Halt) {
    let other = ready.last.flatMap { others[$0] }
    guard !isPaused, strand.now >= stopTime || other?.precedes(strand) == true else { return }
    let slot = strand.slot
    rest()
    enqueue(slot)
    try resumeNext()
  }

  /// Puts the running strand aside.
  mutating func rest() {
    strand.values = evaluator.stack
    strand.origin = origin
    others[strand.slot] = strand
  }

  /// Puts the resting strand at `slot` in line.
  mutating func enqueue(_ slot: Int) {
    guard let strand = others[slot] else { return }
    var (low, high) = (0, ready.count)
    while low < high {
      let middle = (low + high) / 2
      if let other = others[ready[middle]], strand.precedes(other) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    ready.insert(slot, at: low)
  }

  /// Lets the next strand in line run.
  mutating func resumeNext() throws(Halt) {
    guard let slot = ready.last, !isQuiet, let next = others[slot], next.now < stopTime else {
      return pause()
    }
    ready.removeLast()
    resume(slot)
    if strand.wait != nil { endWait(isFound: false) }
    let rest = strand.rest
    guard rest > 0 else { return }
    strand.rest = 0
    try hold(rest)
    if now >= horizon { try yield() }
  }

  /// Lets the resting strand at `slot` run.
  mutating func resume(_ slot: Int) {
    guard let next = others[slot] else { return }
    others[slot] = nil
    strand = next
    evaluator.stack = strand.values
    origin = strand.origin
    horizon = min(ready.last.flatMap { others[$0]?.now } ?? .max, stopTime)
  }

  /// Gives back the memory of the strands that rest.
  func freeStrands() {
    for strand in others where strand?.hasEnded == false { strand?.values.free() }
  }

  /// A scheduler with memory of its own, of which all strands rest as in this one.
  func copied() -> Scheduler {
    var copy = self
    copy.evaluator.detach()
    for slot in others.indices where others[slot]?.hasEnded == false {
      copy.others[slot]?.values = others[slot]?.values.copied() ?? evaluator.stack
    }
    return copy
  }

  // MARK: - Branches

  /// Begins the branches of `together`, `race` or `stagger`.
  ///
  /// What the block names and limits, it does for all of them.
  mutating func perform(_ concurrent: ConcurrentStatement) throws(Halt) {
    var gap: Int64 = 0
    if let delay = concurrent.delay {
      gap = Scheduler.nanoseconds(try time(delay, what: "the delay of a branch", allowsZero: true))
    }
    open(.fork, concurrent.body, of: concurrent.view)
    strand.frame.rest = NodeList()
    let branches = try prepare(concurrent.body)
    guard !branches.isEmpty else { return }
    var fork = Strand.Fork(isRace: concurrent.isRace, alive: branches.count)
    for (index, branch) in branches.enumerated() {
      try begin(branch)
      fork.branches.append(try addBranch(branch, number: index, after: Int64(index) * gap))
    }
    strand.fork = fork
    origin = concurrent.start
    rest()
    for slot in fork.branches { enqueue(slot) }
    try resumeNext()
  }

  /// Carries out what the block `body` names and limits; gives its branches.
  private mutating func prepare(_ body: BlockView) throws(Halt) -> [NodeView] {
    var branches: [NodeView] = []
    for node in body.statements {
      if node.statement.isSetting {
        try begin(node)
        try perform(node.statement)
      } else {
        branches.append(node)
      }
    }
    return branches
  }

  /// Adds a strand for the statement `first`; gives its slot.
  private mutating func addBranch(
    _ first: NodeView, number: Int, after delay: Int64
  ) throws(Halt) -> Int {
    guard delay <= longest - now else {
      throw halt(.scheduleTooLong(Int(longest / 1_000_000), at: statementSpan))
    }
    let slot = try freeSlot()
    var branch = Strand(limits: limits, values: evaluator.stack.branch())
    branch.slot = slot
    branch.parent = strand.slot
    branch.path = strand.path + [number]
    branch.now = now + delay
    branch.first = first
    branch.limitIndex = limitIndex
    branch.late = strand.late
    others[slot] = branch
    return slot
  }

  /// A slot for a new strand.
  mutating func freeSlot() throws(Halt) -> Int {
    if let slot = vacant.popLast() { return slot }
    guard others.count <= Budget.branches else {
      throw halt(.tooManyBranches(Budget.branches, at: statementSpan))
    }
    others.append(nil)
    return others.count - 1
  }

  // MARK: - Joins

  /// Ends the running strand, whose frames are all closed; false if it was the script itself.
  mutating func endStrand() throws(Halt) -> Bool {
    let parent = strand.parent
    guard parent >= 0 else { return false }
    if let index = strand.handler, try !proceed(index) { return true }
    let isShow = parent == 0 && strand.slot == Scheduler.showSlot && !handlers.isEmpty
    if isShow, compilation.event == nil { closeHandlers() }
    let end = now
    lastEnd = max(lastEnd, end)
    strand.hasEnded = true
    evaluator.stack.free()
    rest()
    others[parent]?.fork?.alive -= 1
    if let index = strand.handler { try retire(strand.slot, index) }
    if isShow, let event = compilation.event { try callAtRest(event) }
    guard let fork = others[parent]?.fork, fork.isRace || fork.alive == 0 else {
      try resumeNext()
      return true
    }
    let last = origin
    resume(parent)
    if parent == 0, !handlers.isEmpty { origin = last }
    strand.now = end
    strand.fork = nil
    try join(fork)
    if now >= horizon { try yield() }
    return true
  }

  /// Ends a concurrent block: branches that have not ended are stopped, and what the others left
  /// turning is the strand's from now on.
  private mutating func join(_ fork: Strand.Fork) throws(Halt) {
    let losers = fork.branches.filter { others[$0]?.hasEnded == false }
    for slot in losers { cancel(slot) }
    if !losers.isEmpty {
      forgetCancelled()
      try letGo(losers)
      try stop(losers)
    }
    for slot in fork.branches {
      inherit(from: slot)
      others[slot] = nil
      vacant.append(slot)
    }
    for axis in AxisSet.all.members where axes[axis].velocity != 0 {
      guard axes[axis].owner == strand.slot else { continue }
      checkExpiry(axis)
      settle(axis)
    }
  }

  /// Takes the strands that have been cancelled out of line.
  mutating func forgetCancelled() {
    ready.removeAll { others[$0]?.hasEnded != false }
    horizon = min(ready.last.flatMap { others[$0]?.now } ?? .max, stopTime)
  }

  /// Ends the strand at `slot`, and those it waits for, where they are.
  mutating func cancel(_ slot: Int) {
    guard let loser = others[slot], !loser.hasEnded else { return }
    for branch in loser.fork?.branches ?? [] {
      cancel(branch)
      for axis in AxisSet.all.members where axes[axis].owner == branch { axes[axis].owner = slot }
      phone.hand(from: branch, to: slot)
      others[branch] = nil
      vacant.append(branch)
    }
    loser.values.free()
    others[slot]?.hasEnded = true
    others[slot]?.wait = nil
    if let wait = loser.wait, !loser.isFrozen { awaited[wait.window].end = milliseconds }
    if let wait = loser.lastWait, schedule.steps[wait].end > milliseconds {
      schedule.steps[wait].length = max(0, milliseconds - schedule.steps[wait].start)
      hasGaps = true
    }
  }

  /// Makes the axes of the strand at `slot` those of the running one.
  private mutating func inherit(from slot: Int) {
    for axis in AxisSet.all.members where axes[axis].owner == slot {
      axes[axis].owner = strand.slot
    }
    phone.hand(from: slot, to: strand.slot)
  }

  // MARK: - Axes

  /// Makes `moved` axes of the running branch, unless another has them.
  @inline(never)
  mutating func claim(_ moved: AxisSet) throws(Halt) {
    for axis in moved.members {
      guard isFree(axis) else { throw sharedAxis(axis) }
      axes[axis].owner = strand.slot
      if axes[axis].velocity != 0 {
        checkExpiry(axis)
        settle(axis)
      }
    }
  }

  /// True if no other branch moves or limits `axis` at present.
  func isFree(_ axis: Axis) -> Bool {
    let tracking = axes[axis]
    if tracking.owner == strand.slot { return true }
    var outer = strand.parent
    while outer >= 0, outer != tracking.owner { outer = others[outer]?.parent ?? -1 }
    if outer >= 0 { return true }
    return tracking.velocity == 0 && tracking.movedUntil <= milliseconds
      && schedule.limits[Int(heldLimits)][axis] == schedule.limits[Int(limitIndex)][axis]
  }

  /// Notes that `moved` axes are busy up to the present time with the step just appended.
  mutating func occupy(_ moved: AxisSet) {
    for axis in moved.members {
      axes[axis].movedBy = origin
      axes[axis].movedUntil = milliseconds
      axes[axis].step = schedule.steps.count - 1
    }
  }

  @inline(never)
  private mutating func sharedAxis(_ axis: Axis) -> Halt {
    let other = axes[axis]
    let isTurning = other.velocity != 0
    return halt(
      .sharedAxis(
        axis, at: statementSpan,
        other: program.program.statementSpan(at: isTurning ? other.turnedBy : other.movedBy),
        until: isTurning ? nil : other.movedUntil, time: milliseconds))
  }

  /// Tells the dock of the limits number `index`, which hold for this strand instead of `outer`.
  mutating func tellLimits(_ index: UInt32, insteadOf outer: UInt32) throws(Halt) {
    guard strand.parent >= 0 || heldLimits != outer else {
      heldLimits = index
      return try world(.limit, extra: index)
    }
    var told = schedule.limits[Int(heldLimits)]
    for axis in AxisSet.all.members {
      let limit = schedule.limits[Int(index)][axis]
      if limit != schedule.limits[Int(outer)][axis] { told[axis] = limit }
    }
    try tell(told)
  }

  /// Tells the dock of `limits` unless it holds them already.
  mutating func tell(_ limits: PerAxis<Schedule.Limit?>) throws(Halt) {
    if limits == schedule.limits[Int(heldLimits)] { return }
    if limits == schedule.limits[Int(limitIndex)] {
      heldLimits = limitIndex
    } else {
      schedule.limits.append(limits)
      heldLimits = UInt32(schedule.limits.count - 1)
    }
    try world(.limit, extra: heldLimits)
  }

  // MARK: - Losing a race

  /// Brings the axes of the `losers` to rest as quickly as can be, and takes back their limits.
  ///
  /// The block lasts until they stand.
  mutating func stop(_ losers: [Int]) throws(Halt) {
    let start = now
    strand.limits = schedule.limits[Int(heldLimits)].map { $0?.inDegrees }
    var end = milliseconds
    for axis in AxisSet.all.members where losers.contains(axes[axis].owner) {
      if axes[axis].movedUntil > milliseconds {
        end = max(end, try cut(axes[axis].step))
      }
      if axes[axis].movedUntil <= milliseconds, axes[axis].velocity != 0 {
        axes[axis].owner = strand.slot
        settle(axis)
        try brake(AxisSet(axis))
        end = max(end, milliseconds)
        strand.now = start
      }
      axes[axis].owner = strand.slot
    }
    strand.now = end > milliseconds ? Int64(end) * 1_000_000 : start
    strand.limits = schedule.limits[Int(limitIndex)].map { $0?.inDegrees }
    var told = schedule.limits[Int(heldLimits)]
    for axis in AxisSet.all.members where axes[axis].owner == strand.slot {
      told[axis] = schedule.limits[Int(limitIndex)][axis]
    }
    try tell(told)
  }

  /// Cuts off step number `index`; gives when its axes stand, in milliseconds.
  ///
  /// A move that would stand sooner than it could be stopped comes to its end, and so does an
  /// animation, which nobody but the dock can stop.
  mutating func cut(_ index: Int) throws(Halt) -> Int32 {
    let whole = schedule.steps[index]
    guard [.move, .through, .ramp, .warp].contains(whole.kind) else { return whole.end }
    if whole.start >= milliseconds { return forgo(index) }
    // What slows to a stop already soon stands.
    if whole.kind == .warp, schedule.warps[Int(whole.extra)].changes.last?.rate == 0 {
      return whole.end
    }
    var ends = PerAxis<JerkProfile?>(all: nil)
    let elapsed = Double(milliseconds - whole.start) / 1000
    var longest = 0.0
    for axis in whole.axes.members {
      guard let limit = limits[axis],
        let profile = schedule.profile(
          of: axis, in: whole, from: start(of: axis, in: whole), within: limit),
        let stopped = StoppedMotion(profile, after: elapsed, within: limit)
      else { return whole.end }
      ends[axis] = stopped.stop
      longest = max(longest, stopped.length)
    }
    guard let length = Milliseconds.covering(longest) else { return whole.end }
    if length >= whole.length, whole.kind != .ramp { return whole.end }
    var step = whole
    (step.kind, step.easing, step.length) = (.cut, 0, length)
    step.extra = UInt32(schedule.cuts.count)
    for axis in whole.axes.members {
      guard let stop = ends[axis] else { continue }
      step.from[axis] = AxisTracking.millidegrees(start(of: axis, in: whole))
      step.to[axis] = AxisTracking.millidegrees(stop.target.position)
      axes[axis].position = stop.target.position
      axes[axis].velocity = 0
      axes[axis].movedUntil = step.end
      if whole.assumed.contains(axis) { axes[axis].certainty = .assumed }
      checkReach(axis, stop.target.position)
    }
    schedule.cuts.append(Schedule.Cut(whole, after: milliseconds - whole.start))
    schedule.steps[index] = step
    return step.end
  }

  /// Leaves out step number `index`, which begins at this instant; gives that instant.
  private mutating func forgo(_ index: Int) -> Int32 {
    let step = schedule.steps[index]
    for axis in step.axes.members {
      axes[axis].position = start(of: axis, in: step)
      axes[axis].velocity = schedule.velocity(of: axis, before: step)
      (axes[axis].movedUntil, axes[axis].time) = (milliseconds, milliseconds)
    }
    schedule.steps[index] = Step(.wait, start: step.start)
    hasGaps = true
    return milliseconds
  }

  /// Where `axis` was at the start of `step`, which is the last that moved it, in degrees.
  func start(of axis: Axis, in step: Step) -> Double {
    guard step.kind == .ramp else { return Double(step.from[axis]) / 1000 }
    let mean = (Double(step.from[axis]) + Double(step.to[axis])) / 2000
    return axes[axis].position - mean * Double(step.length) / 1000
  }
}
