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

  /// The rectangle `command` refers to, if there is one.
  func rectangle(of command: Command) -> Schedule.Rectangle? {
    command.extra < rectangles.count ? rectangles[Int(command.extra)] : nil
  }

  /// The text `command` logs.
  func text(of command: Command) -> String {
    command.extra < texts.count ? texts[Int(command.extra)] : ""
  }

  /// The subject that `command` chooses; anybody if it names none.
  func subject(of command: Command) -> PhoneCall.Subject {
    command.extra < subjects.count ? subjects[Int(command.extra)] : .person(nil)
  }

  /// What `command` asks the phone for; nothing to speak of if it names no call.
  func phoneCall(of command: Command) -> PhoneCall {
    command.extra < phoneCalls.count ? phoneCalls[Int(command.extra)] : .blink
  }
}

/// Writes the lines of commands.
private struct CommandWriter {
  let list: CommandList
  let axes: [Axis]
  let comments: SourceComments

  init(_ list: CommandList) {
    self.list = list
    axes = list.axes
    comments = SourceComments(list.files)
  }

  func capacity(for command: Command) -> Int {
    let text: String? =
      switch command.kind {
      case .log: list.text(of: command)
      case .subject: list.subject(of: command).name
      case .phone: list.phoneCall(of: command).name
      default: nil
      }
    return 600 + comments.capacity + (text.map(TextCursor.quotedCapacity) ?? 0)
  }

  func write(_ command: Command, to cursor: inout TextCursor) {
    let lineStart = cursor.room
    cursor.write(command.time, width: 8)
    switch command.kind {
    case .tracking:
      cursor.write(" tracking ")
      cursor.write(command.tracking.name)
    case .velocity: writeVector("velocity", command, to: &cursor)
    case .orientation:
      writeVector("orientation", command, to: &cursor)
      cursor.write(" over ")
      cursor.write(command.length)
    case .limits: writeLimits(command, to: &cursor)
    case .animate:
      cursor.write(" animate ")
      cursor.write(command.word(of: Step.animations))
      cursor.write(" for ")
      cursor.write(command.length)
    case .frame:
      cursor.write(" frame ")
      cursor.write(command.word(of: Step.framings))
    case .region: writeRegion(command, to: &cursor)
    case .select: writeSubject(command, to: &cursor)
    case .log:
      cursor.write(" log ")
      cursor.write(quoted: list.text(of: command))
    case .subject:
      cursor.write(byte: 0x20)
      cursor.write(selecting: list.subject(of: command))
    case .phone:
      cursor.write(byte: 0x20)
      cursor.write(list.phoneCall(of: command))
    }
    comments.write(command.line, from: lineStart, to: &cursor)
    cursor.write(byte: 0x0A)
  }

  private func writeVector(
    _ verb: StaticString, _ command: Command, to cursor: inout TextCursor
  ) {
    cursor.write(byte: UInt8(ascii: " "))
    cursor.write(verb)
    for axis in axes {
      cursor.write(axis == axes.first ? " " : ", ")
      cursor.write(axis.name)
      cursor.write(byte: UInt8(ascii: " "))
      cursor.write(command.vector[axis])
    }
  }

  private func writeLimits(_ command: Command, to cursor: inout TextCursor) {
    cursor.write(" limits")
    guard command.extra < list.limits.count else { return }
    for axis in axes {
      guard let limit = list.limits[Int(command.extra)][axis] else { continue }
      cursor.write(axis == axes.first ? " " : ", ")
      cursor.write(axis.name)
      cursor.write(byte: UInt8(ascii: " "))
      cursor.writeRange(of: limit)
      cursor.write(" speed ")
      cursor.write(limit.speed)
    }
  }

  private func writeRegion(_ command: Command, to cursor: inout TextCursor) {
    cursor.write(" region")
    guard let region = list.rectangle(of: command) else { return }
    cursor.write(" x ")
    cursor.write(region.x)
    cursor.write(", y ")
    cursor.write(region.y)
    cursor.write(", width ")
    cursor.write(region.width)
    cursor.write(", height ")
    cursor.write(region.height)
  }

  private func writeSubject(_ command: Command, to cursor: inout TextCursor) {
    guard let point = list.rectangle(of: command) else { return cursor.write(" select none") }
    cursor.write(" select at ")
    cursor.write(point.x)
    cursor.write(", ")
    cursor.write(point.y)
  }
}

extension Command {
  /// What a tracking command does.
  public var tracking: Tracking { Tracking(rawValue: extra) ?? .off }

  /// The one of `words` that `extra` numbers, or the first where there is none.
  func word(of words: [StaticString]) -> StaticString {
    extra < words.count ? words[Int(extra)] : words[0]
  }
}

extension Command.Tracking {
  /// The word for it: `off`, `on` or `restore`.
  public var name: StaticString {
    switch self {
    case .off: "off"
    case .on: "on"
    case .restore: "restore"
    }
  }
}
