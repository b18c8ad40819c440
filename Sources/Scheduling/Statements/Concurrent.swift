import Diagnosis
import Language
import Motion
import Quantities
import Schedules

extension Scheduler {
  /// Begins the branches of `together`, `race` or `stagger`.
  ///
  /// What the block names and limits, it does for all of them.
  mutating func perform(_ concurrent: ConcurrentStatement) throws(Halt) {
    var gap = 0.0
    if let delay = concurrent.delay {
      gap = try time(delay, what: "the delay of a branch", allowsZero: true)
    }
    open(.fork, concurrent.body, of: concurrent.view)
    tasks.running.frame.rest = NodeList()
    let branches = try prepare(concurrent.body)
    guard !branches.isEmpty else { return }
    var fork = ScriptTask.Fork(isRace: concurrent.isRace, alive: branches.count)
    for (index, branch) in branches.enumerated() {
      try begin(branch)
      fork.branches.append(try addBranch(branch, number: index, after: Double(index) * gap))
    }
    tasks.running.fork = fork
    tasks.running.origin = concurrent.start
    rest()
    for slot in fork.branches { tasks.enqueue(slot) }
    try resumeNext()
  }

  /// Carries out what the block `body` names and limits; gives its branches, or its options.
  mutating func prepare(_ body: BlockView) throws(Halt) -> [NodeView] {
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

  /// Adds a task for the statement `first`, which begins after `seconds`; gives its slot.
  private mutating func addBranch(
    _ first: NodeView, number: Int, after seconds: Double
  ) throws(Halt) -> Int {
    guard Nanoseconds.count(in: seconds) <= Double((longest - now).count) else {
      throw halt(.scheduleTooLong(longest.wholeMilliseconds, at: statementSpan))
    }
    let slot = try freeSlot()
    var branch = ScriptTask(limits: limits, values: evaluator.stack.branch())
    branch.slot = slot
    branch.parent = tasks.running.slot
    branch.path = tasks.running.path + [number]
    branch.now = now + nanoseconds(to: seconds)
    branch.remainder =
      Nanoseconds.count(in: seconds) + tasks.running.remainder - Double((branch.now - now).count)
    branch.rendition = rendition
    (branch.first, branch.began) = (first, tasks.running.began)
    branch.limitIndex = limitIndex
    branch.late = tasks.running.late
    tasks.others[slot] = branch
    return slot
  }
}
