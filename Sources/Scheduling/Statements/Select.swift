import Language
import Schedules

extension Scheduler {
  mutating func perform(_ select: SelectStatement) throws(Halt) {
    switch select.choice {
    case .none: try world(.select, extra: Step.none)
    case .subject(let view):
      schedule.subjects.append(subject(view))
      try world(.subject, extra: UInt32(schedule.subjects.count - 1))
    case .point(let x, let y):
      schedule.rectangles.append(
        Schedule.Rectangle(x: try share(x), y: try share(y), width: 0, height: 0))
      try world(.select, extra: UInt32(schedule.rectangles.count - 1))
    }
  }
}
