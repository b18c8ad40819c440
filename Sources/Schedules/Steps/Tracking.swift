import Printing

// Who has the motors: a region begins, ends, and says what tracking is given back to.

extension Step {
  /// True if tracking is given back to being on, of a step that says so.
  public var wantsTracking: Bool {
    get { extra != 0 }
    set { extra = newValue ? 1 : 0 }
  }
}

extension ScheduleReader {
  /// Reads whether the motors are taken or given back.
  mutating func readHandover() throws(ScheduleFault) -> Step.Kind {
    try choice(of: ["off", "restore"], "off or restore") == 0 ? .take : .giveBack
  }

  /// Reads what tracking is given back to.
  mutating func readTracking(_ step: inout Step) throws(ScheduleFault) {
    step.wantsTracking = try choice(of: ["off", "on"], "on or off") == 1
  }
}
