import Hardware
import Motion
import Printing
import Schedules

extension CommandList {
  /// The version of the JSON form this writes.
  public static let jsonVersion = 1

  /// Writes the JSON form to `sink` in pieces of about 64 KB.
  ///
  /// It says what the text form says, in the same units; its schema is `commands.schema.json`.
  public func writeJSON(to sink: (TextBuffer) throws -> Void) rethrows {
    var json = JSONWriter(.pretty)
    try json.object { json in
      json.member("dock_commands", CommandList.jsonVersion)
      json.member("profile", model.name)
      json.sources(files)
      json.member("within", Int(tolerance))
      json.member("length", Int(length))
      try writeCommands(to: &json, drainingTo: sink)
    }
    var rest = json.buffer
    rest.write("\n")
    try sink(rest)
  }

  /// Writes the member `commands`; what is written goes to `sink` in pieces.
  func writeCommands(
    to json: inout JSONWriter, drainingTo sink: (TextBuffer) throws -> Void
  ) rethrows {
    try json.array("commands") { json in
      for command in commands {
        json.object { write(command, to: &$0) }
        try json.drain(over: TextBuffer.pieceSize, to: sink)
      }
    }
  }

  private func write(_ command: Command, to json: inout JSONWriter) {
    json.member("time", Int(command.time))
    json.member("do", action(of: command)?.name ?? command.kind.name.description)
    switch command.kind {
    case .tracking: json.member("to", command.tracking.name.description)
    case .velocity: write(command.vector, as: "axes", to: &json)
    case .orientation: writeOrientation(command, to: &json)
    case .limits: writeLimits(command, to: &json)
    case .animate: writeAnimation(command, to: &json)
    case .action: action(of: command)?.write(to: &json)
    }
    json.source(command.line, in: files)
  }

  /// Writes the member `key`, the axes of `vector` that the dock has.
  func write(
    _ vector: PerAxis<Int32>, as key: StaticString, to json: inout JSONWriter
  ) {
    json.object(key) { json in
      for axis in axes { json.member(axis.name, Int(vector[axis])) }
    }
  }
}

extension Command.Kind {
  /// The name in JSON; an action has its own name.
  fileprivate var name: StaticString {
    switch self {
    case .tracking: "tracking"
    case .velocity: "velocity"
    case .orientation: "orientation"
    case .limits: "limits"
    case .animate: "animate"
    case .action: "action"
    }
  }
}
