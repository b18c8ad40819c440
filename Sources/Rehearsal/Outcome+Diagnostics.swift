import Language
import Playback
import Scheduling

extension Outcome {
  /// What went wrong, as people are told: what the dock refused, and what is not confirmed.
  ///
  /// - Parameters:
  ///   - schedule: what was carried out.
  ///   - place: the place to show where the step that failed has none.
  public func diagnostics(of schedule: Schedule, at place: SourceSpan?) -> [Diagnostic] {
    var found: [Diagnostic] = []
    if case .failed(let failure) = ending {
      found.append(
        Diagnostic(
          .accessoryError, "the dock refused a call: \(failure.message)",
          at: schedule.place(ofStep: failure.step) ?? place,
          motion: .init(time: Int(failure.time), axis: nil, value: nil, limit: nil, unit: "ms")))
    }
    if !isStopConfirmed {
      found.append(
        Diagnostic(
          .stopNotConfirmed, "the dock has not confirmed that it stands still", at: place))
    }
    if !isTrackingRestored {
      found.append(
        Diagnostic(
          .trackingNotRestored,
          "system tracking was \(trackingBefore ? "on" : "off") and is not any more", at: place))
    }
    return found
  }
}

extension Schedule {
  /// Where in the source the step with `index` stands; nil if it has no place.
  fileprivate func place(ofStep index: Int?) -> SourceSpan? {
    guard let index, steps.indices.contains(index), steps[index].origin != Step.none else {
      return nil
    }
    return SourceSpan(steps[index].origin, steps[index].origin + 1)
  }
}
