import Diagnosis
import Vocabulary

// Handlers: which axes they and the rest of the script use.

extension Checker {
  /// Finds the axes of each handler after everything is checked, and reports a missing policy.
  ///
  /// Later entries at a prompt may use any axis.
  mutating func checkPolicies() {
    guard !handlers.isEmpty else { return }
    var usage = AxisUsage(callables)
    var own: [UInt8] = []
    for index in handlers.indices {
      handlers[index].axes = usage.axes(of: handlers[index].statement.body)
      own.append(handlers[index].axes)
    }
    let script = program.isEntered ? .max : usage.axes(of: program.statements(ofFile: 0))
    for (index, handler) in handlers.enumerated() where handler.axes != 0 {
      if handler.isForSafety {
        report { .movingSafetyHandler(at: $0.wordSpan(of: handler)) }
        continue
      }
      var others = script
      for other in own.indices where other != index { others |= own[other] }
      let shared = handler.axes & others
      guard shared != 0, handler.statement.policy == .alongside, !handler.isBroken else { continue }
      report {
        .handlerWithoutPolicy(
          Checker.axisName(UInt8(shared.trailingZeroBitCount)), at: $0.wordSpan(of: handler),
          isEntered: $0.program.isEntered, before: handler.statement.body.start)
      }
    }
  }

  private func wordSpan(of handler: CheckedProgram.Handler) -> SourceSpan {
    program.tokenSpan(at: handler.statement.start)
  }

  static func axisName(_ axis: UInt8) -> String { ["pan", "tilt", "roll"][Int(axis % 3)] }
}

extension CheckedProgram.Handler {
  /// True if nothing can move after its event, because the dock is gone.
  fileprivate var isForSafety: Bool {
    statement.event.kind.endsMotion
  }
}

extension Diagnostic {
  static func handlerWithoutPolicy(
    _ axis: String, at span: SourceSpan, isEntered: Bool, before body: UInt32
  ) -> Diagnostic {
    let place = SourceSpan(body, body)
    let policies = HandlerPolicy.written.map(\.rawValue)
    return Diagnostic(
      .handlerWithoutPolicy,
      isEntered
        ? "this handler uses \(axis), and a later entry may use it, too"
        : "this handler and the rest of the script both use \(axis)", at: span,
      label: "does not say what happens to a motion in progress",
      notes: [
        "pausing: pause the show, do this, go back, resume; replacing: end the show, do this",
        "queued: wait for the motion to end, then as pausing; ignoring: only if its axes rest",
      ], fixIts: policies.map { FixIt("write '\($0)'", place, "\($0) ") })
  }

  static func movingSafetyHandler(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .movingSafetyHandler, "a handler of this event cannot move anything", at: span,
      notes: ["the motors stop when the phone leaves the dock, and after an error"])
  }
}
