import Printing

extension TextCursor {
  /// Appends what `limit` allows, each part after a space, leaving out what `other` allows just so.
  mutating func write(_ limit: Schedule.Limit, unlike other: Schedule.Limit?) {
    if limit.lower != other?.lower || limit.upper != other?.upper || other == nil {
      write(byte: UInt8(ascii: " "))
      writeRange(of: limit)
    }
    write(limit.speed, as: " speed ", unlike: other?.speed)
    write(limit.acceleration, as: " acceleration ", unlike: other?.acceleration)
    write(limit.jerk, as: " jerk ", unlike: other?.jerk)
  }

  private mutating func write(_ value: Int32, as word: StaticString, unlike other: Int32?) {
    guard value != other else { return }
    write(word)
    write(value)
  }

  /// Appends the positions `limit` allows, as in `-45000..45000`, or `any`.
  public mutating func writeRange(of limit: Schedule.Limit) {
    guard limit.lower != nil || limit.upper != nil else { return write("any") }
    if let lower = limit.lower { write(lower) }
    write("..")
    if let upper = limit.upper { write(upper) }
  }
}
