import Hardware
import Motion
import Printing

extension Schedule {
  /// The version of the text form this writes, and the newest it reads.
  public static let textVersion = 2

  /// Writes the text form, one line a step, to `sink` in pieces of about 64 KB.
  ///
  /// It is what people read, review and keep as expected output, and what runs without a source:
  ///
  ///     dock-schedule 2
  ///     profile stand
  ///     source  01-hello.dock
  ///     from    yaw 0, pitch 0
  ///     limits  yaw any speed 90000 acceleration 720000 jerk 14400000
  ///     limits  pitch -45000..45000 speed 90000 acceleration 720000 jerk 14400000
  ///
  ///            0         tracking off                                   # 2
  ///            0   +1000 move pitch ~0 -> -10000                        # 2
  ///         1000         tracking restore                               # 2
  ///         1000         end
  ///
  /// A line of the body is a start and a length in milliseconds, what happens, and the line of the
  /// source (`file:line` where there are several). Angles are millidegrees, `~` marks a start that
  /// is assumed. `move by` is a move by a distance. Expectations and offsets into the source are
  /// not written.
  ///
  /// - Parameters:
  ///   - stops: the worst stop of each step, to be added as comments; none by default.
  ///   - sink: takes the pieces.
  public func writeText(
    stops: [Stop] = [], to sink: (TextBuffer) throws -> Void
  ) rethrows {
    var buffer = TextBuffer(capacity: TextBuffer.pieceSize * 2)
    buffer.write(atMost: headerCapacity) { writeHeader(to: &$0) }
    let writer = StepWriter(self)
    try steps.withUnsafeBufferPointer { steps in
      var next = 0
      while next < steps.count {
        let room = min(TextBuffer.pieceSize, 128 * (steps.count - next))
        buffer.write(atMost: max(room, writer.capacity(for: steps[next]))) { cursor in
          repeat {
            writer.write(
              steps[next], stop: next < stops.count ? stops[next] : nil, to: &cursor)
            next += 1
          } while next < steps.count && cursor.room >= writer.capacity(for: steps[next])
        }
        if buffer.count >= TextBuffer.pieceSize {
          try sink(buffer)
          buffer.removeAll()
        }
      }
    }
    buffer.write(atMost: 256) { cursor in
      let lineStart = cursor.room
      cursor.write(length, width: 8)
      cursor.write("         end")
      writer.write(stops.worst, from: lineStart, to: &cursor)
      cursor.write("\n")
    }
    try sink(buffer)
  }

  /// The bytes of a header without its names, at most.
  private static let fixedHeaderCapacity = 1000

  var headerCapacity: Int {
    files.reduce(Schedule.fixedHeaderCapacity + model.name.utf8.count) {
      $0 + TextCursor.quotedCapacity($1) + 16
    }
  }

  func writeHeader(to cursor: inout TextCursor) {
    cursor.write("dock-schedule ")
    cursor.write(Int32(Schedule.textVersion))
    cursor.write("\nprofile ")
    cursor.write(bytes: Array(model.name.utf8))
    for file in files {
      cursor.write("\nsource  ")
      cursor.write(name: file)
    }
    cursor.write("\nfrom    ")
    writeStart(to: &cursor)
    for axis in Axis.allCases {
      guard let limit = limits.first?[axis] else { continue }
      cursor.write("\nlimits  ")
      cursor.write(axis.name)
      cursor.write(limit, unlike: nil)
    }
    cursor.write("\n\n")
  }

  private func writeStart(to cursor: inout TextCursor) {
    var separator: StaticString = ""
    for axis in Axis.allCases where from[axis] != 0 || limits.first?[axis] != nil {
      cursor.write(separator)
      cursor.write(axis.name)
      cursor.write(byte: UInt8(ascii: " "))
      cursor.write(from[axis])
      separator = ", "
    }
    if separator.utf8CodeUnitCount == 0 { cursor.write("home") }
  }
}
