import Vocabulary

/// A habit of a dock's firmware: it sends an event although what that says has not happened.
///
/// A row says everything about it; `DockModel.quirks` says which dock has it. The simulated dock
/// does the same, and writes what it sends into the trace.
public struct Quirk: Equatable, Sendable {
  /// The event that the dock sends.
  public let event: EventKind
  /// The events right after which it does.
  public let causes: [EventKind]
  /// When it does, as the end of a sentence.
  public let occasion: String
  /// Who has observed it.
  public let source: String
}

extension DockModel {
  /// The events that the firmware sends of its own accord right after `event`.
  public func events(sentAfter event: EventKind) -> [EventKind] {
    quirks.filter { $0.causes.contains(event) }.map(\.event)
  }
}
