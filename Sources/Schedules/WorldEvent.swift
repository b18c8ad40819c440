import Vocabulary

/// An event around the dock, in the form in which a script gets it.
public struct WorldEvent: Hashable, Sendable {
  /// The kind of event.
  public var kind: AwaitedEvent.Kind
  /// The phase of the event; for a button `pressed` or `released`, never `any`.
  public var phase: AwaitedEvent.Phase
  /// The number of the button, or the charge of the battery from 0 to 1; nil of everything else.
  public var number: Double?
  /// Its value: the factor of a zoom; for the battery, the charge before, from 0 to 1.
  public var value: Double

  /// Creates an event.
  public init(
    _ kind: AwaitedEvent.Kind, _ phase: AwaitedEvent.Phase = .any, number: Double? = nil,
    value: Double = 1
  ) {
    self.kind = kind
    self.phase = phase
    self.number = number
    self.value = value
  }
}

extension AwaitedEvent {
  /// Creates an event of `kind`; of a button or the battery, with the number it is waited for.
  public init(_ kind: Kind, _ phase: Phase = .any, number: Double? = nil) {
    self.init(kind: kind, phase: phase, number: number)
  }

  /// True if `event` is what is waited for.
  ///
  /// `button N` without a phase is the press. The battery is below a charge when it gets there, not
  /// for as long as it is.
  public func matches(_ event: WorldEvent) -> Bool {
    guard event.kind == kind else { return false }
    switch kind {
    case .button:
      let wanted = phase == .any ? .pressed : phase
      return event.number == number && event.phase == wanted
    case .battery:
      guard let charge = event.number, let bound = number else { return false }
      return charge < bound && event.value >= bound
    default:
      return event.phase == phase
    }
  }
}

extension AwaitedEvent {
  /// True if one event can be both this and `other`.
  package func mayCome(with other: AwaitedEvent) -> Bool {
    guard kind == other.kind else { return false }
    return switch kind {
    case .button: number == other.number && isRelease == other.isRelease
    case .battery: true
    default: phase == other.phase
    }
  }

  private var isRelease: Bool { phase == .released }
}
