import Motion
import Printing

extension Schedule {
  /// The columns of the CSV form.
  ///
  /// `start` and `length` are in milliseconds. `from` and `to` of an axis are in the unit of the
  /// row, millidegrees or millidegrees a second. A column that does not apply is empty.
  private static let columns: StaticString =
    """
    cue,start,length,do,unit,yaw from,yaw to,pitch from,pitch to,roll from,roll to,file,line,words

    """

  /// Writes the CSV form (RFC 4180, but lines end with a line feed), one row a step, to `sink` in
  /// pieces of about 64 KB.
  ///
  /// It is for spreadsheets and plots of other tools. It lacks what is needed to run the schedule.
  public func writeCSV(to sink: (TextBuffer) throws -> Void) rethrows {
    var buffer = TextBuffer(capacity: TextBuffer.pieceSize)
    buffer.write(Schedule.columns)
    try writeRows(ofCue: 1, to: &buffer, drainingTo: sink)
    try sink(buffer)
  }

  private func writeRows(
    ofCue cue: Int, to buffer: inout TextBuffer, drainingTo sink: (TextBuffer) throws -> Void
  ) rethrows {
    for step in steps {
      write(step, ofCue: cue, to: &buffer)
      if buffer.count >= TextBuffer.pieceSize {
        try sink(buffer)
        buffer.removeAll()
      }
    }
  }

  private func write(_ step: Step, ofCue cue: Int, to buffer: inout TextBuffer) {
    buffer.write(cue)
    buffer.write(",")
    buffer.write(Int(step.start))
    buffer.write(",")
    buffer.write(Int(step.length))
    buffer.write(",")
    buffer.write(field: name(of: step))
    buffer.write(",")
    let unit = step.kind.targetUnit
    buffer.write(field: unit ?? "")
    for axis in Axis.allCases {
      let isGiven = unit != nil && step.axes.contains(axis)
      buffer.write(",")
      if isGiven { buffer.write(Int(step.from[axis])) }
      buffer.write(",")
      if isGiven { buffer.write(Int(step.to[axis])) }
    }
    buffer.write(",")
    if step.lineNumber > 0, step.file < files.count { buffer.write(field: files[step.file]) }
    buffer.write(",")
    if step.lineNumber > 0 { buffer.write(step.lineNumber) }
    buffer.write(",")
    buffer.write(field: words(for: step))
    buffer.write("\n")
  }

  fileprivate static func writeCSV(
    _ sheet: CueSheet, to sink: (TextBuffer) throws -> Void
  ) rethrows {
    var buffer = TextBuffer(capacity: TextBuffer.pieceSize)
    buffer.write(columns)
    for (index, entry) in sheet.entries.enumerated() {
      try entry.cue.schedule.writeRows(ofCue: index + 1, to: &buffer, drainingTo: sink)
    }
    try sink(buffer)
  }
}

extension CueSheet {
  /// Writes the steps of all cues as `Schedule.writeCSV` does; what leads from cue to cue is not
  /// written.
  public func writeCSV(to sink: (TextBuffer) throws -> Void) rethrows {
    try Schedule.writeCSV(self, to: sink)
  }
}

extension Step.Kind {
  /// The unit of what `from` and `to` of a step hold; nil if they hold no target.
  fileprivate var targetUnit: String? {
    switch self {
    case .move, .through: "mdeg"
    case .ramp: "mdeg/s"
    case .take, .giveBack, .cut, .warp, .wait, .animate, .limit, .tracking, .action: nil
    }
  }
}

extension TextBuffer {
  /// Appends `text` as a field, in quotes where it needs them; control characters are shown.
  fileprivate mutating func write(field text: String) {
    guard text.contains(where: { $0 == "," || $0 == "\"" }) else {
      return write(sanitizedLine: text)
    }
    write("\"")
    write(sanitizedLine: text.replacing("\"", with: "\"\""))
    write("\"")
  }
}
