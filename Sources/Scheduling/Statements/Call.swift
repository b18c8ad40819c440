import Diagnosis
import Language
import Motion

extension Scheduler {
  mutating func perform(_ statement: CallStatement) throws(Halt) {
    let call = statement.call
    let index = call.label.index
    let callee = program.callables[index]
    let rendition = try rendition(of: call)
    guard let outer = evaluator.enter(callee, call) else { throw failed(call) }
    if evaluator.failure != nil { throw failed(call) }
    tasks.running.calls.append(
      ScriptTask.Call(
        callee: index, values: outer, origin: tasks.running.origin, before: motors.axes,
        rendition: tasks.running.rendition))
    tasks.running.rendition = rendition
    visit(callee.block.id)
    open(.call, callee.block, of: call.view)
  }

  mutating func leaveCall() {
    close()
    guard let call = tasks.running.calls.popLast() else { return }
    evaluator.leave(to: call.values)
    tasks.running.origin = call.origin
    tasks.running.rendition = call.rendition
    checkDrift(of: program.callables[call.callee], since: call.before)
  }

  /// Warns of a gesture that comes back almost, but not quite, to where it began.
  @inline(never)
  mutating func checkDrift(
    of callee: CheckedProgram.Callable, since before: PerAxis<AxisTracking>
  ) {
    for axis in AxisSet.all.members {
      let after = motors.axes[axis]
      let travel = after.travel - before[axis].travel
      guard travel > 0, after.absolutes == before[axis].absolutes, after.velocity == 0,
        before[axis].velocity == 0
      else { continue }
      let net = after.position - before[axis].position
      guard abs(net) >= 0.0015, abs(net) < travel / 5 else { continue }
      if isNew(.netDrift) {
        report(
          .netDrift(
            axis, program.name(of: callee), net: net, travel: travel, at: statementSpan,
            time: milliseconds))
      }
    }
  }
}
