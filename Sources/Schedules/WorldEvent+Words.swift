import Printing
import Vocabulary

extension WorldEvent {
  /// The event as it is told: `button 1 pressed`, `zoom by -1`, `battery 18%`.
  public var description: String {
    switch kind {
    case .button: "button \(decimal(number ?? 0)) \(phase.rawValue)"
    case .zoom: "zoom by \(decimal(value))"
    case .battery: "battery \(decimal((number ?? 0) * 100))%"
    default: phase == .any ? kind.rawValue : "\(kind.rawValue) \(phase.rawValue)"
    }
  }
}
