import Motion
import Printing
import Quantities
import Rehearsal
import Schedules

/// The one line that shows a dock as it moves: time, pose, speed, tracking.
struct LiveLine {
  private(set) var text = TextBuffer("\r\u{1B}[K")

  init(_ moment: Moment, of schedule: Schedule) {
    write(tenths: Nanoseconds(moment.time).seconds, width: 7)
    text.write(" / ")
    write(tenths: Milliseconds(schedule.length).seconds, width: 0)
    text.write(" s ")
    for axis in Axis.allCases where schedule.limits.first?[axis] != nil {
      text.write(string: "  \(axis.scriptName)")
      write(tenths: moment.pose[axis], width: 7)
      text.write("deg")
      write(tenths: moment.speeds[axis], width: 7)
      text.write("deg/s")
    }
    text.write(moment.isTracking ? "  tracking" : "  performing")
  }

  private mutating func write(tenths value: Double, width: Int) {
    let rounded = thousandths(value)
    let tenths = (rounded + (rounded < 0 ? -50 : 50)) / 100
    let sign = tenths < 0 ? "-" : ""
    let figure = "\(sign)\(tenths.magnitude / 10).\(tenths.magnitude % 10)"
    text.write(spaces: width - figure.utf8.count)
    text.write(string: figure)
  }
}
