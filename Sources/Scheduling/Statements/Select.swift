import Language
import Schedules

extension Scheduler {
  mutating func perform(_ select: SelectStatement) throws(Halt) {
    switch select.choice {
    case .none: try act(.select(.none))
    case .subject(let view): try act(.select(.subject(subject(view))))
    case .point(let x, let y): try act(.select(.point(x: try share(x), y: try share(y))))
    }
  }
}
