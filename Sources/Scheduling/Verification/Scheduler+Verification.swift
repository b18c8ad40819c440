import Diagnosis
import Language
import Motion
import Printing
import Schedules

extension Scheduler {
  /// Holds the finished schedule to the rules; what breaks them is reported at its statement.
  ///
  /// What was planned should not break any: this is the second opinion, and the only one on what no
  /// single statement shows.
  mutating func verify(from opening: Verification.Opening) {
    for finding in builder.schedule.findings(from: opening) { report(finding) }
  }

  private mutating func report(_ finding: Finding) {
    let step = finding.step.map { builder.schedule.steps[$0] }
    let origin = origin(of: finding, step)
    if findings.isNew(finding.code, at: origin) {
      findings.report(diagnostic(of: finding, step, at: origin))
    }
  }

  /// The statement that `finding` is about; the last one if it is about none.
  private func origin(of finding: Finding, _ step: Step?) -> UInt32 {
    if let step, step.origin != Step.none { return step.origin }
    if let axis = finding.axis, finding.step == nil { return motors.axes[axis].turnedBy }
    return tasks.running.origin
  }

  private func diagnostic(
    of finding: Finding, _ step: Step?, at origin: UInt32
  ) -> Diagnostic {
    let span = span(ofStatement: origin)
    guard let axis = finding.axis, let value = finding.value, let limit = finding.limit else {
      return rule(finding, at: span)
    }
    switch finding.kind {
    case .woundUp: return finding.woundUp(at: span)
    case .beyond(.position): return excursion(axis, value, limit, finding.time, step, at: span)
    case .beyond(let quantity): return tooFast(quantity, axis, value, limit, finding, at: origin)
    case .noRoom:
      return .noRoom(axis, extent: value, room: limit, at: span, time: finding.time)
    default: return rule(finding, at: span)
    }
  }

  /// A rule that only a fault of the scheduler can break.
  private func rule(_ finding: Finding, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .unsafeSchedule, finding.message, at: span,
      notes: ["this is a bug in dock, not in the script; no schedule is written"],
      motion: finding.motion)
  }

  private func excursion(
    _ axis: Axis, _ position: Double, _ bound: Double, _ time: Int32, _ step: Step?,
    at span: SourceSpan
  ) -> Diagnostic {
    if step?.kind == .limit {
      return .standsOutside(axis, position: position, bound: bound, at: span, time: time)
    }
    if let step, step.kind == .ramp, time > step.end {
      return .turnsIntoBound(axis, bound: bound, at: span, time: time)
    }
    return .positionLimit(
      axis, from: nil, position: position, bound: bound, at: span, isLiteral: false,
      in: Rendition(), time: time)
  }

  /// A rate beyond its limit; the length that mends it takes the place of one that is written out.
  private func tooFast(
    _ quantity: Quantity, _ axis: Axis, _ value: Double, _ limit: Double, _ finding: Finding,
    at origin: UInt32
  ) -> Diagnostic {
    let over = writtenLength(of: origin)
    let shortest = finding.shortest.map { decimal(thousandths: Int($0)) + "s" }
    let fixIts = over.flatMap { over in shortest.map { [FixIt("write '\($0)'", over, $0)] } }
    let isOfLimit = program.program.tree.views.contains {
      $0.start == origin && $0.kind == .limit
    }
    let note =
      isOfLimit
      ? "what moves already has to be slower before: set the limit above it, or 'ramp' it down"
      : "allow more time, or go less far"
    return .beyond(
      quantity, axis, value, limit, at: over ?? span(ofStatement: origin), time: finding.time,
      notes: [shortest.map { "the shortest length within the limits is \($0)" } ?? note],
      fixIts: fixIts ?? [])
  }

  /// The number behind `over` in the statement at `offset`; nil if there is none, or a calculation.
  private func writtenLength(of offset: UInt32) -> SourceSpan? {
    for node in program.program.tree.views where node.start == offset {
      switch node.kind {
      case .axisMove, .poseMove, .ramp: return node.statement.over.flatMap(literalSpan)
      default: continue
      }
    }
    return nil
  }
}

extension Statement {
  /// The length of a motion that says 'over'.
  fileprivate var over: ExpressionView? {
    if case .move(let move) = self {
      for case .over(let length) in move.clauses { return length }
    }
    if case .ramp(let ramp) = self { return ramp.length }
    return nil
  }
}

extension Finding {
  /// The code of the diagnostic.
  fileprivate var code: DiagnosticCode {
    switch kind {
    case .woundUp: .woundUp
    case .beyond(.position): .positionLimit
    case .beyond: .tooFast
    case .noRoom: .noRoom
    default: .unsafeSchedule
    }
  }
}
