import Vocabulary

/// Something that happened around the dock, as a script is told of it.
public struct WorldEvent: Hashable, Sendable {
  /// What happened.
  public var kind: AwaitedEvent.Kind
  /// What of it; of a button, `pressed` or `released`, never `any`.
  public var phase: AwaitedEvent.Phase
  /// The number of the button, or the charge of the battery from 0 to 1; nil of everything else.
  public var number: Double?
  /// What it brings: the factor of a zoom; of the battery, the charge before, from 0 to 1.
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
