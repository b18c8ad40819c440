import Printing
import Quantities

extension Audit.Finding {
  /// One line: the time, the axis, what was found and what is allowed.
  public var text: String {
    var text = TextBuffer()
    text.write(time)
    text.write(" ms: ")
    if let axis {
      text.write(axis.name)
      text.write(byte: 0x20)
    }
    switch kind {
    case .position: text.write("leaves its range: ", value, " deg, allowed ", limit, " deg")
    case .speed: text.write("is too fast: ", value, " deg/s, allowed ", limit, " deg/s")
    case .acceleration:
      text.write("changes speed too fast: ", value, " deg/s2, allowed ", limit, " deg/s2")
    case .positionJump: text.write("jumps to ", value, " deg from ", limit, " deg")
    case .speedJump: text.write("jumps to ", value, " deg/s from ", limit, " deg/s")
    case .malformed: text.write("has a piece out of order, or one that is not made of numbers")
    case .absentAxis: text.write("moves, and this dock has no such axis")
    case .motorCallWhileTracking: text.write("motor call while system tracking is on")
    case .motorCallAfterRestore: text.write("motor call after system tracking was given back")
    case .callRate:
      text.write("more than ")
      text.write(limit.whole)
      text.write(" animate and setOrientation calls in a second")
    case .moving: text.write("still moves at ", value, " deg/s")
    case .trackingNotRestored: text.write("system tracking is not what it was at the start")
    }
    return text.text
  }
}

extension TextBuffer {
  fileprivate mutating func write(
    _ before: StaticString, _ value: Double, _ between: StaticString, _ limit: Double,
    _ after: StaticString
  ) {
    write(before, value, between)
    write(limit, after)
  }

  fileprivate mutating func write(
    _ before: StaticString, _ value: Double, _ after: StaticString
  ) {
    write(before)
    write(value, after)
  }

  private mutating func write(_ value: Double, _ after: StaticString) {
    if value.isFinite {
      write(thousandths: Thousandths.count(in: value).whole)
    } else {
      write(thousandfold: value)
    }
    write(after)
  }
}
