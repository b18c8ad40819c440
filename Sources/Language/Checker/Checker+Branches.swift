import Diagnosis

// Branches of which one waits for the world: nobody knows what the others do when its event comes.

extension Checker {
  /// Reports branches that may use an axis at the same time, because one of them waits for the
  /// world.
  ///
  /// Where no branch waits, the times are known, and the compiler finds those that meet.
  mutating func checkBranches() {
    var usage = AxisUsage(
      checked.callables, live: checked.live, ignoresBareStops: true,
      choosesInShow: checked.choosesInShow)
    for concurrent in pending.concurrents { check(concurrent, with: &usage) }
  }

  /// Finds out where choices take their options: in a script in which nothing else is decided in
  /// the show, and which ends by itself, that is known when it is compiled.
  mutating func placeChoices() {
    guard !checked.choices.isEmpty else { return }
    var usage = AxisUsage(checked.callables, live: checked.live, countsEndless: true)
    checked.choosesInShow =
      !checked.handlers.isEmpty || !checked.modes.isEmpty
      || program.statements(ofFile: 0).statements.contains {
        !$0.statement.isDeclaration && usage.decision(in: $0.statement) != nil
      }
  }

  private mutating func check(_ concurrent: ConcurrentStatement, with usage: inout AxisUsage) {
    let branches = concurrent.body.statements.map(\.statement).filter { !$0.isSetting }
    let uses = branches.map { usage.axes(of: $0) }
    let decisions = branches.map { usage.decision(in: $0) }
    for second in branches.indices.dropFirst() {
      for first in branches.indices[..<second] {
        let shared = uses[first] & uses[second]
        guard shared != 0, let decision = decisions[second] ?? decisions[first] else { continue }
        let axis = shared & (~shared + 1)
        let (one, other) = (branches[first], branches[second])
        let places = (usage.place(of: axis, in: one), usage.place(of: axis, in: other))
        report {
          .unknownMeeting(
            Checker.axisName(UInt8(axis.trailingZeroBitCount)),
            at: $0.program.statementSpan(at: places.1),
            other: $0.program.statementSpan(at: places.0),
            decision: $0.program.statementSpan(at: decision),
            fixIts: $0.ways(insteadOf: concurrent).map { [$0] } ?? [])
        }
        return
      }
    }
  }

  /// The change to a wait for the events of the branches, each of which waits first; nil if one
  /// does not, or if a part of the script could not be read, which the change would take away.
  private func ways(insteadOf concurrent: ConcurrentStatement) -> FixIt? {
    guard concurrent.delay == nil, isWellFormed else { return nil }
    let ways = concurrent.body.statements.map { way(insteadOf: $0.statement) }
    guard !ways.contains(nil) else { return nil }
    var text = "wait for { \(ways.compactMap { $0 }.joined(separator: "; ")) }"
    if !concurrent.isRace { text = "repeat \(ways.count) { \(text) }" }
    let end = program.closingBrace(of: concurrent.body) + 1
    return FixIt("write '\(text)'", SourceSpan(concurrent.start, end), text)
  }

  /// The way that does what `branch` does, which waits for an event first; nil if it does not.
  private func way(insteadOf branch: Statement) -> String? {
    if case .waitFor(let wait) = branch, !wait.hasBraces, wait.longest == nil {
      return wait.ways.first.map { program.sources.text(of: program.span(of: $0.event)) }
    }
    guard case .block(let block) = branch, let first = block.statements.first(where: { _ in true }),
      case .waitFor = first.statement, let event = way(insteadOf: first.statement)
    else { return nil }
    guard let next = block.statements.dropFirst().first(where: { _ in true }) else { return event }
    let rest = SourceSpan(next.start, program.closingBrace(of: block))
    var text = program.sources.text(of: rest)[...]
    while text.last?.isWhitespace == true { text.removeLast() }
    return "\(event) { \(text) }"
  }
}

extension Diagnostic {
  /// Two branches that may use `axis` at the same time: nobody knows when the `decision` of one of
  /// them comes.
  fileprivate static func unknownMeeting(
    _ axis: String, at span: SourceSpan, other: SourceSpan, decision: SourceSpan,
    fixIts: [FixIt]
  ) -> Diagnostic {
    Diagnostic(
      .sharedAxis, "two branches may have \(axis) at the same time", at: span,
      label: "may begin while the other branch uses \(axis)",
      labels: [
        Label(other, "uses \(axis), too"),
        Label(decision, "nobody knows when this comes"),
      ],
      notes: [
        "where a branch waits for an event, each axis belongs to one branch only",
        "put everything that uses \(axis) into one branch, or use a handler with a policy",
      ], fixIts: fixIts)
  }
}
