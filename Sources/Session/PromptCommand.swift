import Language

/// What a session can be told besides statements.
enum PromptCommand: String, CaseIterable, Sendable {
  case pose, home, undo, trace, plot, save, load, time, limits, profile, reset, preview, go, live
  case names, scene, press, help, quit

  /// The sign a line of commands begins with.
  enum Mark: Sendable {
    /// `:`, a command.
    case command
    /// `?`, a question.
    case question
  }

  /// What `line` asks for, if it is no entry.
  static func split(_ line: [UInt8]) -> (mark: Mark, rest: String)? {
    let text = line.drop(while: \.isBlank)
    guard let first = text.first, first == 0x3A || first == 0x3F else { return nil }
    let end = text.lastIndex { !$0.isBlank }.map { $0 + 1 } ?? text.endIndex
    let rest = text[(text.startIndex + 1)..<max(text.startIndex + 1, end)].drop(while: \.isBlank)
    return (first == 0x3A ? .command : .question, String(decoding: rest, as: UTF8.self))
  }

  /// True if a line with this mark and `rest` is a command wherever it stands: no entry that is
  /// open goes on like that.
  static func isMeant(_ mark: Mark, _ rest: String) -> Bool {
    guard mark == .command else { return true }
    let name = rest.prefix { $0 != " " }
    return PromptCommand(rawValue: String(name.last == "!" ? name.dropLast() : name)) != nil
  }

  /// The command that `line` would be with a ':' before it, where no statement begins so; nil if
  /// it is none.
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

  /// What follows it, for people.
  var operand: String {
    switch self {
    case .save, .load: " FILE"
    case .scene: " [FILE]"
    case .press: " button 1"
    case .profile: " [NAME]"
    case .preview, .live: " [on|off]"
    case .help: " [WORD]"
    default: ""
    }
  }

  /// What it does, in a line.
  var summary: String {
    switch self {
    case .pose: "where the dock stands, and what the phone shows"
    case .home: "moves the dock home"
    case .undo: "takes the last entry back, and the dock to where it stood before"
    case .trace: "everything that happened to the dock in the last show"
    case .plot: "the last motion of each axis, drawn"
    case .save: "writes what was done as a script; ':save! FILE' replaces a file"
    case .load: "enters the text of a file"
    case .time: "how long everything took"
    case .limits: "what the axes may do"
    case .profile: "which dock it is, or another one, at home"
    case .reset: "forgets everything and begins at home"
    case .preview: "shows what an entry will do, and does it only after ':go'"
    case .go: "does what was shown"
    case .live: "takes as long as a dock would, or no time"
    case .names: "what has been named"
    case .scene: "what is so around the dock, or a file of what happens from now on"
    case .press: "lets this happen now; so does all else that a scene may say, as ':undock'"
    case .help: "this list, or what a word means, as '?WORD' does"
    case .quit: "ends the session, as Ctrl-D does"
    }
  }
}
