import Hardware
import Motion
import Printing
import Schedules
import Vocabulary

/// Writes a list of commands as a Swift file that needs nothing but DockKit.
///
/// The file holds the calls as a table, and a function that makes them on time, stops the motors
/// and gives them back, whatever ends it. What turns no motor and is not DockKit's (face, eyes,
/// camera, log) is told to the app in words.
extension CommandList {
  /// The Swift file, with an `enum` called `name`.
  ///
  /// Of a list that `swiftObstacle` finds nothing in.
  public func swift(named name: String) -> TextBuffer {
    var text = TextBuffer()
    let source = (files.first ?? "a schedule").sanitizedLine
    text.write(string: "// Made from \(source) by 'dock compile --format swift'.\n\n")
    text.write("import DockKit\nimport Spatial\n\n")
    text.write(string: "/// \(source): \(seconds(length)) s on the dock '\(model.name)'.\n")
    text.write("///\n")
    text.write(string: "///     try await \(name).play(on: accessory)\n")
    text.write(string: "enum \(name) {\n")
    text.write(string: "  /// The calls, with their times in milliseconds; angles are degrees.\n")
    text.write("  private static let calls: [(time: Int, call: Call)] = [\n")
    for command in commands {
      let line = command.line > 0 ? "  // line \(command.line & 0xFFFFFF)" : ""
      text.write(string: entry("(\(command.time), \(call(of: command))),") + line + "\n")
    }
    text.write("  ]\n\n")
    let kinds = Set(commands.map { branch(of: $0) })
    text.write(string: SwiftTemplate.player(kinds))
    return text
  }

  /// An entry of the table, on several lines if it is long.
  private func entry(_ text: String) -> String {
    guard text.utf8.count > 80, let comma = text.firstIndex(of: ",") else { return "    " + text }
    let call = text[text.index(comma, offsetBy: 2)...].dropLast(2)
    guard let paren = call.firstIndex(of: "("), call.hasPrefix(".limits") else {
      return "    (\n      \(text.dropFirst().prefix(upTo: comma)),\n      \(call)\n    ),"
    }
    return "    (\n      \(text.dropFirst().prefix(upTo: comma)),\n      \(call[...paren])\n"
      + "        \(call[call.index(after: paren)...])\n    ),"
  }

  /// The line of the first command that the file cannot hold, and why; nil if there is none.
  public var swiftObstacle: (line: UInt32, reason: String)? {
    for command in commands {
      let line = command.line & 0xFFFFFF
      switch action(of: command) {
      case .select(.subject): return (line, "it selects somebody by what is seen")
      case .follow: return (line, "it follows somebody")
      case .finally: return (line, "it has a 'finally'")
      case .log: return (line, "it logs what is read in the show")
      default: continue
      }
    }
    return nil
  }

  /// What `command` is in the file.
  private func branch(of command: Command) -> SwiftTemplate.Branch {
    switch command.kind {
    case .tracking: .tracking
    case .velocity: .velocity
    case .orientation: .orientation
    case .limits: .limits
    case .animate: .animate
    case .action:
      switch action(of: command) {
      case .frame: .frame
      case .region: .region
      case .select: .select
      case .note, .log, .count, .phone, .follow, .finally, nil: .tell
      }
    }
  }

  /// `command` as a value of the file's `Call`.
  private func call(of command: Command) -> String {
    switch command.kind {
    case .tracking:
      switch command.tracking {
      case .off: ".tracking(false)"
      case .on: ".tracking(true)"
      case .restore: ".trackingAsBefore"
      }
    case .velocity: ".velocity(\(vector(command.vector)))"
    case .orientation:
      ".orientation(\(vector(command.vector)), milliseconds: \(command.length))"
    case .animate: ".animate(.\(command.animation.rawValue))"
    case .limits: ".limits(\(Axis.allCases.map { limit($0, of: command) }.joined(separator: ", ")))"
    case .action: action(of: command).map(call) ?? ".tell(\"\")"
    }
  }

  private func call(of action: Schedule.Action) -> String {
    switch action {
    case .frame(let mode): return ".frame(.\(mode.rawValue))"
    case .region(let part):
      let numbers = [part.x, part.y, part.width, part.height].map { seconds($0) }
      return ".region(x: \(numbers[0]), y: \(numbers[1]), width: \(numbers[2]), "
        + "height: \(numbers[3]))"
    case .select(.point(let x, let y)): return ".select(x: \(seconds(x)), y: \(seconds(y)))"
    case .select: return ".selectNobody"
    case .note, .log, .count, .phone, .follow, .finally:
      var cursor = TextBuffer()
      cursor.write(atMost: 600 + action.capacity) { action.write(to: &$0) }
      return ".tell(\(cursor.text.asSwiftLiteral))"
    }
  }

  private func vector(_ vector: PerAxis<Int32>) -> String {
    let axes = Axis.allCases.filter { $0 != .roll || limits.first?[$0] != nil }
    return axes.map { "\($0.name): \(seconds(vector[$0]))" }.joined(separator: ", ")
  }

  private func limit(_ axis: Axis, of command: Command) -> String {
    guard let limit = limits(of: command)?[axis] else { return "\(axis.name): nil" }
    let lower = limit.lower.map(seconds) ?? "-.infinity"
    let upper = limit.upper.map(seconds) ?? ".infinity"
    return "\(axis.name): (\(lower), \(upper), speed: \(seconds(limit.speed)))"
  }

  /// A thousandth of `thousandths` as a decimal number.
  private func seconds(_ thousandths: Int32) -> String { decimal(thousandths: Int(thousandths)) }
}

extension String {
  /// The text as a string literal of Swift.
  fileprivate var asSwiftLiteral: String {
    let escaped = unicodeScalars.map { scalar in
      switch scalar {
      case "\"": "\\\""
      case "\\": "\\\\"
      case " "..."~": String(scalar)
      default: "\\u{\(String(scalar.value, radix: 16))}"
      }
    }
    return "\"\(escaped.joined())\""
  }

  /// The text on one line of a comment.
  fileprivate var sanitizedLine: String {
    var text = TextBuffer()
    text.write(sanitizedLine: self)
    return text.text
  }
}
