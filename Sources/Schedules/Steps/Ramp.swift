import Printing

// A ramp: the axes change their speed, and keep it.

extension ScheduleReader {
  /// Reads the axes of a ramp and its easing.
  mutating func readRamp(_ step: inout Step) throws(ScheduleFault) {
    try readTargets(of: &step)
    step.easing = try easing()
  }
}

extension Schedule {
  /// A ramp in the words of scripts.
  func wordsForRamp(_ step: Step) -> String {
    "ramp \(targets(of: step, "to", "deg/s")) over \(step.length.asSeconds)"
  }
}
