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
    let rows = rows
    for row in rows {
      let line = row.line > 0 ? "  // line \(row.line & 0xFFFFFF)" : ""
      text.write(string: entry("(\(row.time), \(row.call)),") + line + "\n")
    }
    text.write("  ]\n\n")
    text.write(string: SwiftTemplate.player(Set(rows.map(\.branch))))
    return text
  }

  /// An entry of the file's table.
  private struct Row {
    var time: Int32
    var call: String
    var branch: SwiftTemplate.Branch
    var line: UInt32 = 0
  }

  /// The number of the debt of a recording.
  ///
  /// That of a sound is its own, negative; those of a `finally` are positive.
  private static let debtOfRecording: Int32 = 0

  /// The entries of the table, by time: the commands, and what the show owes as long as it records
  /// or a sound is heard.
  private var rows: [Row] {
    var (rows, ends, isRecording) = ([Row](), [Row](), false)
    for command in commands {
      let row = Row(
        time: command.time, call: call(of: command), branch: branch(of: command),
        line: command.line)
      func owe(_ number: Int32, _ call: PhoneCall) -> Row {
        let words = words(of: .phone(call))
        return Row(time: row.time, call: ".owe(\(number), \(words))", branch: .owe, line: row.line)
      }
      func pay(_ number: Int32, at time: Int32) -> Row {
        Row(time: time, call: ".paid(\(number))", branch: .owe)
      }
      guard command.kind == .action, case .phone(let call)? = action(of: command) else {
        rows.append(row)
        continue
      }
      switch call {
      case .record(let change) where change != .stop && !isRecording:
        isRecording = true
        rows += [row, owe(CommandList.debtOfRecording, .record(.stop))]
      case .record(let change) where change != .start && isRecording:
        isRecording = false
        rows += [pay(CommandList.debtOfRecording, at: row.time), row]
      case .sound(let sound):
        rows += [row, owe(-sound.number, .endSound(sound.number, file: sound.file))]
        // A show that is over leaves a sound to itself.
        ends.append(pay(-sound.number, at: min(length, row.time + sound.length)))
      case .endSound(let number, _): rows += [pay(-number, at: row.time), row]
      default: rows.append(row)
      }
    }
    rows += ends
    let order = rows.indices.sorted { (rows[$0].time, $0) < (rows[$1].time, $1) }
    return order.map { rows[$0] }
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

  /// Why a Swift file cannot hold a show.
  public struct SwiftObstacle: Equatable, Sendable {
    /// The line that it cannot hold, as in `Step.line`; 0 if there is none.
    public var line: UInt32
    /// What the show does there, as in `it follows somebody`.
    public var reason: String
    /// What can be written in its place; nil if there is nothing.
    public var remedy: String?
  }

  /// The first thing that the file cannot hold; nil if there is none.
  public var swiftObstacle: SwiftObstacle? {
    for command in commands {
      switch action(of: command) {
      case .select(.subject):
        return SwiftObstacle(
          line: command.line, reason: "it selects somebody by what is seen",
          remedy: "'select at 50%, 50%' selects who is at a place of the picture")
      case .follow:
        return SwiftObstacle(
          line: command.line, reason: "it follows somebody",
          remedy: "'tracking on', a 'wait' and 'tracking off' let the system follow for a time")
      case .log, .finally(.owes(_, .log)):
        return SwiftObstacle(
          line: command.line, reason: "it logs what is read in the show",
          remedy: "a 'log' of text and of values that are known before the show can stay")
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
      case .finally: .owe
      default: .tell
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
    case .finally(.owes(let number, let action)): return ".owe(\(number), \(words(of: action)))"
    case .finally(.isDue(let number)): return ".due(\(number))"
    default: return ".tell(\(words(of: action)))"
    }
  }

  /// What the app is told to do, as a literal.
  private func words(of action: Schedule.Action) -> String {
    var cursor = TextBuffer()
    cursor.write(atMost: 600 + action.capacity) { action.write(to: &$0) }
    return cursor.text.asSwiftLiteral
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
