extension HappeningView {
  /// What goes wrong with the dock; nil if nothing does.
  package var fault: SceneFault? {
    keyword == .fault ? SceneFault(rawValue: view.flags & 15) : nil
  }

  /// The name of the error with which a call is refused.
  package var refusal: String {
    SceneFault.refusals[Int(view.flags >> 4) % SceneFault.refusals.count]
  }
}
