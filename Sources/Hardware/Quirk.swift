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

  /// The dock says `docked` again of a phone that is in it.
  static let repeatsDocked = Quirk(
    event: .dock, causes: [.button, .shutter, .flip, .trackingButton],
    occasion: "when one of its buttons is pressed",
    source: "three apps for the Flow 2 Pro, which compare the dock with the one before")
}

extension DockModel {
  /// The events that the firmware sends of its own accord right after `event`.
  public func events(sentAfter event: EventKind) -> [EventKind] {
    quirks.filter { $0.causes.contains(event) }.map(\.event)
  }
}
