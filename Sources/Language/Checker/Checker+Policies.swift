import Diagnosis
import Vocabulary

// Handlers: which axes they and the rest of the script use.

extension Checker {
  /// Finds the axes of each handler after everything is checked, and reports a missing policy.
  ///
  /// Later entries at a prompt may use any axis.
  mutating func checkPolicies() {
    if checked.handlers.isEmpty, checked.tests.allSatisfy(\.handlers.isEmpty) { return }
    var usage = AxisUsage(checked.callables)
    let script = program.isEntered ? .max : usage.axes(of: program.statements(ofFile: 0))
    var moves = AxisUsage(checked.callables, ignoresLimits: true)
    let moved = program.isEntered ? .max : moves.axes(of: program.statements(ofFile: 0))
    checked.handlers = checkPolicies(of: checked.handlers, beside: script, moved, &usage, &moves)
    for index in checked.tests.indices where !checked.tests[index].handlers.isEmpty {
      var others = usage.axes(of: checked.tests[index].body)
      if checked.tests[index].performance != nil {
        others = checked.handlers.reduce(others | script) { $0 | $1.axes }
      }
      let moved = moved | moves.axes(of: checked.tests[index].body)
      checked.tests[index].handlers = checkPolicies(
        of: checked.tests[index].handlers, beside: others, moved, &usage, &moves)
    }
  }

  /// Finds the axes of `handlers`, and reports those without a policy that use one of `script`,
  /// which moves those of `moved`, or of each other.
  private mutating func checkPolicies(
    of handlers: [CheckedProgram.Handler], beside script: UInt8, _ moved: UInt8,
    _ usage: inout AxisUsage, _ moves: inout AxisUsage
  ) -> [CheckedProgram.Handler] {
    var handlers = handlers
    for index in handlers.indices {
      handlers[index].axes = usage.axes(of: handlers[index].statement.body)
    }
    for (index, handler) in handlers.enumerated() where handler.axes != 0 {
      if handler.isForSafety {
        let body = handler.statement.body
        let user = body.statements.first { usage.axes(of: $0.statement) != 0 }
        report { checker in
          .movingSafetyHandler(
            at: checker.wordSpan(of: handler),
            user: user.map { checker.program.tokenSpan(at: $0.start) })
        }
        continue
      }
      var others = script
      for other in handlers.indices where other != index { others |= handlers[other].axes }
      let shared = handler.axes & others
      guard shared != 0, handler.statement.policy == .alongside, !handler.isBroken,
        opens(handler.statement.body)
      else { continue }
      var rest = moved
      for other in handlers.indices where other != index {
        rest |= moves.axes(of: handlers[other].statement.body)
      }
      let isLimit = shared & rest & moves.axes(of: handler.statement.body) == 0
      let stops = stops(of: handler.statement.body, beside: others)
      let rival =
        shared & script != 0
        ? nil : handlers.indices.first { $0 != index && handlers[$0].axes & shared != 0 }
      let rivalSpan = rival.map { wordSpan(of: handlers[$0]) }
      report {
        .handlerWithoutPolicy(
          Checker.axisName(UInt8(shared.trailingZeroBitCount)), at: $0.wordSpan(of: handler),
          isLimit: isLimit, isEntered: $0.program.isEntered, before: handler.statement.body.start,
          isTight: $0.isTight(handler.statement.body), stops: stops, rival: rivalSpan)
      }
    }
    return handlers
  }

  /// The words of the bare stops in `block` by which alone it uses axes of `others`, and what to
  /// write for each; nil if there is more, or they stand in a gesture.
  private func stops(of block: BlockView, beside others: UInt8) -> (
    words: [SourceSpan], replacement: String
  )? {
    var turned = AxisUsage(checked.callables, ignoresBareStops: true)
    let own = turned.axes(of: block)
    guard own != 0, own & others == 0 else { return nil }
    var stops: [SourceSpan] = []
    var calls = AxisUsage(checked.callables)
    func collect(_ block: BlockView) -> Bool {
      block.statements.allSatisfy { node in
        let statement = node.statement
        if case .stop(let stop) = statement {
          if stop.named == 0 { stops.append(program.tokenSpan(at: stop.start)) }
          return true
        }
        if case .block(let inner) = statement { return collect(inner) }
        guard statement.view.axes == .blocks else { return calls.axes(of: statement) & others == 0 }
        return statement.view.blocks.allSatisfy(collect)
      }
    }
    guard collect(block) else { return nil }
    let names = (0..<3).filter { own & 1 << $0 != 0 }.map { Checker.axisName(UInt8($0)) }
    return (stops, "stop " + names.joined(separator: ", "))
  }

  private func wordSpan(of handler: CheckedProgram.Handler) -> SourceSpan {
    program.tokenSpan(at: handler.statement.start)
  }

  /// True if `block` has its brace, before which a policy stands.
  private func opens(_ block: BlockView) -> Bool {
    let file = program.sources.file(at: block.start)
    let place = Int(block.start - file.base)
    return file.bytes.indices.contains(place) && file.bytes[place] == 0x7B
  }

  /// True if no space stands before the brace of `block`.
  private func isTight(_ block: BlockView) -> Bool {
    let file = program.sources.file(at: block.start)
    let before = Int(block.start - file.base) - 1
    return before >= 0 && file.bytes[before] > 0x20
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
    _ axis: String, at span: SourceSpan, isLimit: Bool, isEntered: Bool, before body: UInt32,
    isTight: Bool, stops: (words: [SourceSpan], replacement: String)?, rival: SourceSpan?
  ) -> Diagnostic {
    let (place, gap) = (SourceSpan(body, body), isTight ? " " : "")
    let policies = HandlerPolicy.written.map(\.rawValue)
    let named = stops.map { stops in
      FixIt(
        "write '\(stops.replacement)'", stops.words.map { FixIt.Edit($0, stops.replacement) })
    }
    return Diagnostic(
      .handlerWithoutPolicy,
      isEntered
        ? "this handler uses \(axis), and a later entry may use it, too"
        : "this handler and \(rival == nil ? "the rest of the script" : "another one") both use "
          + axis
          + (isLimit ? ": a 'limit' counts, too" : ""), at: span,
      label: "does not say what happens to a motion in progress",
      labels: (stops?.words.prefix(1) ?? []).map { Label($0, "names no axis, and so means all") }
        + (rival.map { [Label($0, "the other one")] } ?? []),
      notes: [
        "pausing: pause the show, do this, go back, resume; replacing: end the show, do this",
        "queued: wait for the motion to end, then as pausing; ignoring: only if its axes rest",
      ],
      fixIts: (named.map { [$0] } ?? [])
        + policies.map { FixIt("write '\($0)'", place, "\(gap)\($0) ") })
  }

  static func movingSafetyHandler(at span: SourceSpan, user: SourceSpan?) -> Diagnostic {
    Diagnostic(
      .movingSafetyHandler, "a handler of this event cannot use the motors", at: span,
      labels: user.map { [Label($0, "moves, stops or limits them, or gives them away")] } ?? [],
      notes: ["the motors stop when the phone leaves the dock, and after an error"])
  }
}
