import Schedules

extension Performance {
  /// Carries out the next command, or goes on to the next cue if an event leads there first;
  /// answers false when there is none before the cue goes on by itself.
  mutating func performNext() throws -> Bool {
    while show.execution.isShort { try findCommands() }
    guard show.execution.nextCommand < show.execution.commands.commands.count else {
      return leaveRegion()
    }
    let command = show.execution.commands.commands[show.execution.nextCommand]
    // The next cue goes on with what is in progress when this one ends.
    let end = show.cue.goesOn.map(show.execution.end(ofSource:))
    if let end, command.time > end { return false }
    if !isAhead(Int(command.step)) {
      guard try reach(command.time, Int(command.step)) else { return try meetSign() }
    }
    show.execution.nextCommand += 1
    if isAhead(Int(command.step)) { return true }
    if show.execution.takeSkipped(Int(command.step)) { return true }
    record.sent += 1
    // A call to the phone is never the one that the dock refuses.
    if !isOfPhone(command) { show.step = show.execution.number(ofStep: Int(command.step)) }
    let (isInRegion, wasTurning) = (show.execution.isRegion, isTurning)
    if command.kind == .velocity {
      admitLateStart(of: command)
      try turn(command)
    } else if command.kind == .tracking {
      try changeHands(command)
    } else {
      try call(command, of: show.execution.commands)
    }
    // A call may itself take long, and what it begins is not to be cut short for that.
    if !orders.hasChangedHands {
      look()
      try admitLateness(since: command.time, of: Int(command.step), wasTurning: wasTurning)
    }
    if orders.isAstray, command.kind == .velocity { try rejoin(at: command.time) }
    tell(.sent(command))
    if command.kind == .tracking, isInRegion { _ = leaveRegion() }
    return true
  }

  /// Finds the next commands beside the motors, which carry out the last of those before.
  private mutating func findCommands() throws {
    guard let question = show.execution.question else { return }
    let answer = try link.answer(to: question)
    guard case .lowering(let result) = answer else { throw OverdueDecision() }
    show.execution.take(result)
    record.tolerance = max(record.tolerance, show.execution.commands.tolerance)
  }

  private func isOfPhone(_ command: Command) -> Bool {
    switch show.execution.commands.action(of: command) {
    case .phone, .finally: true
    default: false
    }
  }

  /// Makes the call that `command` of `list` stands for, other than to turn or to change hands.
  mutating func call(
    _ command: Command, of list: CommandList
  ) throws {
    switch command.kind {
    case .orientation: try orient(command)
    case .animate: try animate(command)
    case .limits: try limit(command, of: list)
    case .action:
      guard let action = list.action(of: command) else { break }
      if case .hold(let hold) = action { keepPlaces(as: hold, at: command.time) }
      try perform(action, line: command.line)
    case .velocity, .tracking: break
    }
  }
}
