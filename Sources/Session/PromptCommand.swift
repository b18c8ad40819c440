import Language

/// The commands of a session.
enum PromptCommand: String, CaseIterable, Sendable {
  case pose, home, undo, trace, plot, why, save, load, time, limits, profile, reset, preview, go
  case live, names, scene, press, help, quit

  /// The sign a line of commands begins with.
  enum Mark: Sendable {
    /// `:`, a command.
    case command
    /// `?`, a question.
    case question
  }

  /// The command or question in `line`; nil if it is an entry.
  static func split(_ line: [UInt8]) -> (mark: Mark, rest: String)? {
    let text = line.drop(while: \.isBlank)
    guard let first = text.first, first == 0x3A || first == 0x3F else { return nil }
    let end = text.lastIndex { !$0.isBlank }.map { $0 + 1 } ?? text.endIndex
    let rest = text[(text.startIndex + 1)..<max(text.startIndex + 1, end)].drop(while: \.isBlank)
    return (first == 0x3A ? .command : .question, String(decoding: rest, as: UTF8.self))
  }

  /// True if a line with this mark and `rest` is always a command, because no open entry can
  /// continue like that.
  static func isMeant(_ mark: Mark, _ rest: String) -> Bool {
    guard mark == .command else { return true }
    let name = rest.prefix { $0 != " " }
    return PromptCommand(rawValue: String(name.last == "!" ? name.dropLast() : name)) != nil
  }

  /// The command that `line` would be with a ':' before it, unless a statement begins like that;
  /// nil if there is none.
  static func unmarked(_ line: [UInt8]) -> String? {
    let words = String(decoding: line, as: UTF8.self).split { " \t\r".contains($0) }
    guard let first = words.first?.lowercased() else { return nil }
    if words.count == 1, ["exit", "bye", "q", "logout"].contains(first) { return "quit" }
    if words.count == 1, ["?", "h", "man", "commands"].contains(first) { return "help" }
    guard let command = PromptCommand(rawValue: first),
      words.count == 1 || !command.operand.isEmpty,
      words.dropFirst().first?.first != "=",
      ForeignWords.hint(for: first, in: .statement) == nil,
      !PromptCommand.sharedWithStatements.contains(command)
    else { return nil }
    return ([command.rawValue] + words.dropFirst().map(String.init)).joined(separator: " ")
  }

  /// The commands whose words begin statements, too.
  private static let sharedWithStatements: Set<PromptCommand> = [.scene]

  /// Its operand, as the help shows it.
  var operand: String {
    switch self {
    case .save: " FILE"
    case .load: " FILE [MARK]"
    case .scene: " [FILE]"
    case .why: " [TIME]"
    case .press: " button 1"
    case .profile: " [DOCK]"
    case .preview, .live: " [on|off]"
    case .help: " [WORD]"
    default: ""
    }
  }

  /// One line of help.
  var summary: String {
    switch self {
    case .pose: "the position of the dock, and what the phone shows"
    case .home: "moves the dock home"
    case .undo: "undoes the last entry, and moves the dock back to where it stood before it"
    case .trace: "everything that happened to the dock in the last show"
    case .plot: "draws the last show: what happened, and how each axis moved"
    case .why: "what the dock did at a TIME of the last show, and because of which line"
    case .save: "writes what was done as a script; ':save! FILE' replaces a file"
    case .load: "enters the text of a file as if it were typed, or what is from one MARK to another"
    case .time: "how long all entries took"
    case .limits: "the limits of each axis"
    case .profile: "the model of the dock; with a DOCK (a name or a file), that one, at home"
    case .reset: "forgets everything and starts again at home"
    case .preview: "shows an entry, and does it only after ':go'; events and ':undo' act at once"
    case .go: "does what was shown"
    case .live: "plays in real time, or with 'off' in virtual time, which takes no time"
    case .names: "the names declared so far"
    case .scene: "the state around the dock; with a FILE, plays that scene, also while you type"
    case .press: "makes this happen now; any other event of a scene works, too, such as ':undock'"
    case .help: "this list, or what a word means, as '?WORD' does"
    case .quit: "ends the session, as Ctrl-D does"
    }
  }
}
