import Diagnosis
import Language
import Printing
import Schedules

// Where a step is inside of handlers, gestures, loops and branches, for who asks why it is there.
extension Scheduler {
  /// Keeps what is around the task at `slot`, or the running one, for the next step, if that is
  /// wanted.
  @inline(__always)
  mutating func noteSurroundings(of slot: Int? = nil) {
    if builder.keepsProvenance { keepSurroundings(of: slot) }
  }

  @inline(never)
  private mutating func keepSurroundings(of slot: Int?) {
    let task = slot.flatMap { tasks.others[$0] }
    builder.surrounding = surrounding(of: task ?? tasks.running)
  }

  /// The number of what is around `task`; nil for nothing.
  private mutating func surrounding(of task: ScriptTask) -> Int? {
    var outer: Int?
    if let index = task.handler {
      outer = keep(.handler, "", at: events.handlers[index].handler.statement.start, in: nil)
    } else if task.parent >= 0, let parent = tasks.others[task.parent] {
      outer = surrounding(of: parent)
      if case .concurrent(let block)? = parent.frame.node?.statement {
        let number = decimal((task.path.last.map(Double.init) ?? 0) + 1)
        outer = keep(
          block.isRace ? .race : .branch, "branch \(number) of", at: block.start, in: outer)
      }
    }
    for frame in task.outer + [task.frame] {
      guard let node = frame.node, let (kind, words) = words(for: frame) else { continue }
      outer = keep(kind, words, at: node.start, in: outer)
    }
    return outer
  }

  /// What is said of `frame`; nil if it goes without saying.
  private func words(
    for frame: ScriptTask.Frame
  ) -> (Provenance.Surrounding.Kind, String)? {
    let turn = decimal(frame.turn + 1)
    switch frame.kind {
    case .call: return (.call, "")
    case .counting, .repeating: return (.turn, "iteration \(turn) of \(decimal(frame.turns)) of")
    case .every: return (.turn, "iteration \(turn) of")
    case .forever, .whilst: return (.turn, "an iteration of")
    case .block:
      if case .if? = frame.node?.statement { return (.choice, "") }
      if case .choose(let choice)? = frame.node?.statement, frame.body?.id != choice.body.id {
        return (.choice, "")
      }
      if case .waitFor? = frame.node?.statement { return (.choice, "") }
      return nil
    case .task, .fork: return nil
    }
  }

  private mutating func keep(
    _ kind: Provenance.Surrounding.Kind, _ words: String, at origin: UInt32, in outer: Int?
  ) -> Int? {
    let text = program.sources.text(of: program.program.statementSpan(at: origin))
    let line = builder.line(of: origin)
    return builder.add(.init(kind, words, of: text, line: line, in: outer))
  }
}
