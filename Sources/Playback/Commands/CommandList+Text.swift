import Hardware
import Motion
import Printing
import Schedules

extension CommandList {
  /// The version of the text form this writes.
  public static let textVersion = 1

  /// Writes the text form, one line a command, to `sink` in pieces of about 64 KB.
  ///
  ///     dock-commands 1
  ///     profile stand
  ///     source  01-hello.dock
  ///     within  100
  ///
  ///            0 tracking off                                         # 2
  ///            0 orientation yaw 0, pitch -10000 over 1000            # 2
  ///         1000 animate yes for 1200                                 # 3
  ///         2200 velocity yaw 1250, pitch 0                           # 4
  ///         9200 tracking restore                                     # 6
  ///         9200 end
  ///
  /// `within` is how far a motor may be from the plan at any time, in millidegrees.
  ///
  /// A line is a time in milliseconds, a call, and the line of the source. Angles are millidegrees,
  /// speeds millidegrees a second. `for` is how long an animation is planned to take, `over` how
  /// long the dock is told to take.
  public func writeText(to sink: (TextBuffer) throws -> Void) rethrows {
    var buffer = TextBuffer(capacity: TextBuffer.pieceSize * 2)
    let header = files.reduce(200) { $0 + TextCursor.quotedCapacity($1) + 16 }
    buffer.write(atMost: header + model.name.utf8.count) { writeHeader(to: &$0) }
    let writer = CommandWriter(self)
    var next = 0
    while next < commands.count {
      let room = min(TextBuffer.pieceSize, 128 * (commands.count - next))
      buffer.write(atMost: max(room, writer.capacity(for: commands[next]))) { cursor in
        repeat {
          writer.write(commands[next], to: &cursor)
          next += 1
        } while next < commands.count && cursor.room >= writer.capacity(for: commands[next])
      }
      if buffer.count >= TextBuffer.pieceSize {
        try sink(buffer)
        buffer.removeAll()
      }
    }
    buffer.write(atMost: 64) { cursor in
      cursor.write(length, width: 8)
      cursor.write(" end\n")
    }
    try sink(buffer)
  }

  private func writeHeader(to cursor: inout TextCursor) {
    cursor.write("dock-commands ")
    cursor.write(Int32(CommandList.textVersion))
    cursor.write("\nprofile ")
    cursor.write(bytes: Array(model.name.utf8))
    for file in files {
      cursor.write("\nsource  ")
      cursor.write(name: file)
    }
    cursor.write("\nwithin  ")
    cursor.write(tolerance)
    cursor.write("\n\n")
  }

  /// The axes the dock has: the ones calls speak of.
  var axes: [Axis] { Axis.allCases.filter { limits.first?[$0] != nil } }

  /// The action that `command` carries out, if it does.
  package func action(of command: Command) -> Schedule.Action? {
    command.kind == .action && command.extra < actions.count ? actions[Int(command.extra)] : nil
  }
}

/// Writes the lines of commands.
struct CommandWriter {
  let list: CommandList
  let axes: [Axis]
  let comments: SourceComments

  init(_ list: CommandList) {
    self.list = list
    axes = list.axes
    comments = SourceComments(list.files)
  }

  func capacity(for command: Command) -> Int {
    600 + comments.capacity + (list.action(of: command)?.capacity ?? 0)
  }

  func write(_ command: Command, to cursor: inout TextCursor) {
    let lineStart = cursor.room
    cursor.write(command.time, width: 8)
    cursor.write(byte: 0x20)
    switch command.kind {
    case .tracking: writeTracking(command, to: &cursor)
    case .velocity: writeVector("velocity", command, to: &cursor)
    case .orientation: writeOrientation(command, to: &cursor)
    case .limits: writeLimits(command, to: &cursor)
    case .animate: writeAnimation(command, to: &cursor)
    case .action: list.action(of: command)?.write(to: &cursor)
    }
    comments.write(command.line, from: lineStart, to: &cursor)
    cursor.write(byte: 0x0A)
  }

  /// Writes `verb` and the vector of `command`.
  func writeVector(
    _ verb: StaticString, _ command: Command, to cursor: inout TextCursor
  ) {
    cursor.write(verb)
    for axis in axes {
      cursor.write(axis == axes.first ? " " : ", ")
      cursor.write(axis.name)
      cursor.write(byte: UInt8(ascii: " "))
      cursor.write(command.vector[axis])
    }
  }
}
