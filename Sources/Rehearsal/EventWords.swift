import Printing
import Schedules
import Vocabulary

extension WorldEvent {
  /// The event as it is told: `button 1 pressed`, `zoom by -1`, `battery 18%`.
  public var description: String {
    switch kind {
    case .button: "button \(whole(number ?? 0)) \(phase.rawValue)"
    case .zoom: "zoom by \(decimal(thousandths: thousandths(value)))"
    case .battery: "battery \(decimal(thousandths: thousandths((number ?? 0) * 100)))%"
    default: phase == .any ? kind.rawValue : "\(kind.rawValue) \(phase.rawValue)"
    }
  }

  private func whole(_ value: Double) -> String { decimal(thousandths: thousandths(value)) }
}
