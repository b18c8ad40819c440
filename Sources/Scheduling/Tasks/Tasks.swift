import Language
import Motion
import Quantities

/// The lines of execution: the one that runs, and the others in the order in which they may.
struct Tasks {
  /// The one that runs.
  var running: ScriptTask
  /// The others, by slot; nil where there is none, and for the one that runs.
  var others: ContiguousArray<ScriptTask?> = [nil]
  /// The slots of those that may run, the next one last.
  private(set) var ready: ContiguousArray<Int> = []
  /// The slots that are free, the least last: the same branches have the same slots each time.
  private var vacant: [Int] = []
  /// When the next of them may run.
  private(set) var horizon = Instant.never
  /// The time at which all shall rest.
  var stopTime = Instant.never
  /// True while all rest.
  private(set) var isPaused = false
  /// When the last branch ended.
  var lastEnd = Instant.start
  /// How many cues there were before.
  var cue = 0
  /// How many loops with a count have begun.
  var countedLoops = 0

  init(_ running: ScriptTask) { self.running = running }

  /// The next task; nil if no task waits.
  var next: ScriptTask? { ready.last.flatMap { others[$0] } }

  /// True if it is the turn of another one.
  var isTurnOver: Bool {
    !isPaused && (running.now >= stopTime || next?.precedes(running) == true)
  }

  /// True if all tasks wait for events.
  var isQuiet: Bool { ready.allSatisfy { others[$0]?.wait != nil } }

  // MARK: - The order in time

  /// Puts the running one aside, whose values are `values`.
  mutating func rest(_ values: ValueStack) {
    running.values = values
    others[running.slot] = running
  }

  /// Runs the suspended task at `slot`.
  mutating func resume(_ slot: Int) {
    guard let next = others[slot] else { return }
    others[slot] = nil
    running = next
    lookAhead()
  }

  /// Puts the resting one at `slot` in line.
  mutating func enqueue(_ slot: Int) {
    guard let task = others[slot] else { return }
    var (low, high) = (0, ready.count)
    while low < high {
      let middle = (low + high) / 2
      if let other = others[ready[middle]], task.precedes(other) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    ready.insert(slot, at: low)
  }

  /// Takes the next one out of line; gives its slot.
  mutating func dequeue() -> Int? { ready.popLast() }

  /// Takes those at `slots` out of line.
  mutating func dequeue(_ slots: [Int]) { ready.removeAll { slots.contains($0) } }

  /// Takes those that have ended out of line.
  mutating func dequeueEnded() {
    ready.removeAll { others[$0]?.hasEnded != false }
    lookAhead()
  }

  /// Finds out when the next one may run.
  mutating func lookAhead() { horizon = min(next?.now ?? .never, stopTime) }

  /// Continues the running task.
  mutating func ignoreOthers() { horizon = .never }

  /// Stops; all rest.
  mutating func pause() {
    isPaused = true
    horizon = .never
  }

  /// Advances time to `time`.
  mutating func unpause(until time: Instant) { (isPaused, stopTime) = (false, time) }

  // MARK: - Slots

  /// A slot for a new one; nil if there are too many.
  mutating func newSlot() -> Int? {
    if let slot = vacant.popLast() { return slot }
    guard others.count <= Budget.branches else { return nil }
    others.append(nil)
    return others.count - 1
  }

  /// Forgets the one at `slot`; another may have the slot.
  mutating func vacate(_ slot: Int) {
    others[slot] = nil
    vacant.insert(slot, at: vacant.firstIndex { $0 < slot } ?? vacant.count)
  }

  /// Forgets all but `root`, the script itself, and leaves a slot for one more.
  mutating func reset(to root: ScriptTask) {
    (others, vacant, ready, lastEnd) = ([root, nil], [], [], .start)
  }

  /// Forgets all but the running one and `root`, the script itself, which waits for it.
  mutating func isolate(under root: ScriptTask) {
    others = ContiguousArray(repeating: nil, count: others.count)
    others[0] = root
    running.lastWait = nil
    (vacant, ready, horizon, stopTime) = ([], [], .never, .never)
  }

  /// Forgets all but the running one, and what that has still to do.
  mutating func detach() {
    others = ContiguousArray(repeating: nil, count: others.count)
    (running.parent, running.fork, running.lastWait) = (-1, nil, nil)
    (running.frame, running.outer, running.handler) = (ScriptTask.Frame(kind: .task), [], nil)
    (vacant, ready, horizon, stopTime) = ([], [], .never, .never)
  }

  /// The same with memory of its own for the values of those that rest.
  func snapshot() -> Tasks {
    var copy = self
    for slot in others.indices where others[slot]?.hasEnded == false {
      copy.others[slot]?.values = others[slot]?.values.copied() ?? running.values
    }
    return copy
  }

  // MARK: - Who waits for whom

  /// The slots of the show and of the handlers beside it, without the one that ends them in time.
  var parts: [Int] {
    guard let fork = others[0]?.fork else { return [] }
    return fork.branches.filter { $0 != fork.timer }
  }

  /// True if nothing but the one that ends them in time is in line.
  var onlyTimerIsReady: Bool { ready.count == 1 && ready[0] == others[0]?.fork?.timer }

  /// The branch of the script that the one at `slot` is part of.
  func branch(of slot: Int) -> Int {
    var slot = slot
    while let parent = others[slot]?.parent, parent > 0 { slot = parent }
    return slot
  }

  /// The branch of the script that the running one is part of.
  var ownBranch: Int { branch(of: running.parent > 0 ? running.parent : running.slot) }

  /// True if the one at `slot` waits for the running one, or is it.
  func waitsForRunning(_ slot: Int) -> Bool {
    if slot == running.slot { return true }
    var outer = running.parent
    while outer >= 0, outer != slot { outer = others[outer]?.parent ?? -1 }
    return outer >= 0
  }

  /// Notes in all loops around the running task that this turn has come to a decision.
  mutating func noteDecision() {
    running.noteDecision()
    var slot = running.parent
    while slot >= 0 {
      others[slot]?.noteDecision()
      slot = others[slot]?.parent ?? -1
    }
  }

  /// Notes in all loops around the running task that this turn has waited for an event.
  ///
  /// Such a wait counts as time that passes, even if the event comes at once.
  mutating func noteEvent() {
    running.noteEvent()
    var slot = running.parent
    while slot >= 0 {
      others[slot]?.noteEvent()
      slot = others[slot]?.parent ?? -1
    }
  }
}

extension ScriptTask {
  fileprivate mutating func noteEvent() {
    frame.hasMetEvent = true
    for index in outer.indices { outer[index].hasMetEvent = true }
  }

  fileprivate mutating func noteDecision() {
    frame.hasDecided = true
    for index in outer.indices { outer[index].hasDecided = true }
  }
}
