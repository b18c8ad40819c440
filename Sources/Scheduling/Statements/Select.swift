import Language
import Schedules

extension Scheduler {
  mutating func perform(_ select: SelectStatement) throws(Halt) {
    switch select.choice {
    case .none: try world(.select, extra: Step.none)
    case .subject(let view):
      try world(.subject, extra: builder.add(subject(view)))
    case .point(let x, let y):
      let place = Schedule.Rectangle(x: try share(x), y: try share(y), width: 0, height: 0)
      try world(.select, extra: builder.add(place))
    }
  }
}
