import Language
import Motion
import Printing
import Rehearsal
import Schedules

extension Session {
  /// The example of every page, each of which can be entered.
  package static var helpExamples: [String] { HelpPage.all.map(\.example) }

  /// Explains `word`; without a word, lists the commands and words.
  func help(_ word: String, _ host: some SessionHost) -> Reply {
    if word.isEmpty { return listCommands(host) }
    if word.utf8.first == 0x3A { return helpCommand(String(word.dropFirst()), host) }
    if let item = declarations[word] { return show(item, host) }
    if let page = HelpPage.about(word) { return show(page, asked: word, host) }
    if PromptCommand(rawValue: word) != nil { return helpCommand(word, host) }
    if let topic = HelpPage.Topic(rawValue: word) { return list(topic, host) }
    let known =
      HelpPage.all.flatMap(\.words) + declarations.allNames
      + HelpPage.Topic.allCases.map(\.rawValue)
    let nearest = Suggestion.best(for: word, in: .statement, among: known)
    let remedy = nearest.map { "did you mean '?\($0.replacement)'?" } ?? "'?' lists what there is"
    return refuse("there is no '\(word)'; \(remedy)", host)
  }

  private func listCommands(_ host: some SessionHost) -> Reply {
    for command in PromptCommand.allCases {
      let form = ":\(command.rawValue)\(command.operand)"
      host.say(form.padded(to: 18) + command.summary)
    }
    host.say("")
    host.say("'?WORD' says what a word means:")
    for topic in HelpPage.Topic.allCases { say(line(of: topic), indent: 12, host) }
    let own = declarations.allNames
    if !own.isEmpty {
      say("yours".padded(to: 12) + own.joined(separator: " "), indent: 12, host)
    }
    return .ready
  }

  private func list(_ topic: HelpPage.Topic, _ host: some SessionHost) -> Reply {
    say(line(of: topic), indent: 12, host)
    return .ready
  }

  /// Prints `text` in lines of up to 80 columns, broken between words; from the second on they
  /// begin with `indent` spaces.
  private func say(_ text: String, indent: Int, _ host: some SessionHost) {
    for line in text.wrapped(at: 80, indent: indent) { host.say(line) }
  }

  private func line(of topic: HelpPage.Topic) -> String {
    let words = HelpPage.all.filter { $0.topic == topic }.flatMap(\.words)
    return topic.rawValue.padded(to: 12) + words.joined(separator: " ")
  }

  private func helpCommand(_ name: String, _ host: some SessionHost) -> Reply {
    guard let command = PromptCommand(rawValue: name) else {
      let nearest = Suggestion.nearest(to: name, in: PromptCommand.allCases.map(\.rawValue))
      return refuse(
        "there is no command ':\(name)'" + (nearest.map { "; did you mean ':\($0)'?" } ?? ""), host)
    }
    host.say(":\(command.rawValue)\(command.operand)")
    say("  \(command.summary)", indent: 2, host)
    return .ready
  }

  private func show(_ page: HelpPage, asked word: String, _ host: some SessionHost) -> Reply {
    host.say(page.form)
    say("  \(page.text)", indent: 2, host)
    if let range = range(of: word) { host.say("  on this dock: \(range)") }
    host.say("  example: \(page.example)")
    return .ready
  }

  /// The range and speed of the axis `word` on this dock; nil if it is not an axis.
  private func range(of word: String) -> String? {
    guard let number = Keyword.allCases.first(where: { $0.spelling == word })?.axis,
      let axis = Axis(rawValue: Int(number))
    else { return nil }
    guard let limit = Schedule(model: model, files: []).limits.first?[axis] else {
      return "it has no \(axis.scriptName)"
    }
    let ends = [limit.lower, limit.upper].compactMap { $0.map { axis.directed($0, "deg") } }
    let range = ends.isEmpty ? "without end" : ends.joined(separator: " .. ")
    return "\(range), at most \(decimal(thousandths: Int(limit.speed)))deg/s"
  }

  private func show(_ item: Declaration, _ host: some SessionHost) -> Reply {
    host.say(item.title)
    if !item.comment.isEmpty { host.say("  \(item.comment)") }
    let arguments = item.parameters.map { "\($0): ..." }.joined(separator: ", ")
    let call = "\(item.names.first ?? "")(\(arguments))"
    if item.kind == .gesture { host.say("  example: \(call)") }
    if item.kind == .function { host.say("  example: log \(call)") }
    return .ready
  }
}

extension String {
  /// The text in lines of up to `width` columns that end between words; from the second on they
  /// begin with `indent` spaces.
  func wrapped(at width: Int, indent: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for (index, word) in split(separator: " ", omittingEmptySubsequences: false).enumerated() {
      if index > 0, line.count + 1 + word.count > width {
        lines.append(line)
        line = String(repeating: " ", count: indent) + word
      } else {
        line += index > 0 ? " " + word : String(word)
      }
    }
    return lines + [line]
  }

  /// The text with spaces after it, up to `width` columns.
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(1, width - count))
  }
}
