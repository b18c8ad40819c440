import ArgumentParser
import Hardware
import Language
import Printing
import Rehearsal
import Session
import Terminal

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// `dock repl`: moves a dock from a prompt.
struct Repl: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "repl",
    abstract: "Move the model of a dock from a prompt.",
    discussion: """
      Each line has one or more statements; an entry with an open brace continues on the next \
      line. The plan of an entry is shown, then carried out from the position of the dock. \
      ':help' lists the commands, '?pan' explains a word, Ctrl-D ends the session.

      If the input is not a terminal, the first error ends the session.
      """)

  @Flag(help: "Play in real time, and show the position of the dock.")
  var live = false

  @Flag(help: "With '--live': run even if the journal of an earlier run cannot be read.")
  var ignoreJournal = false

  @Flag(help: "Start without a greeting.")
  var quiet = false

  @Option(help: "Whether the prompt and messages are coloured.")
  var color = Coloring.automatic

  @OptionGroup var scenes: SceneOption

  @OptionGroup var options: CompilationOptions

  /// True if somebody types and looks.
  private var isInteractive: Bool { isatty(STDIN_FILENO) == 1 && OutputFile.standard.isTerminal }

  func run() throws {
    var settings = Session.Settings(options.compilation, profile: options.profile.argument)
    settings.isLive = live
    var session = Session(settings)
    if let scene = try scenes.load(options.bounds, orElse: nil, Reporter(color)) {
      session.begin(scene)
    }
    let host = try ReplHost(options.bounds, color, ignoringJournal: ignoreJournal)
    let talk = Talk(session, on: host)
    guard isInteractive else { return try talk.readAll(from: .ofSession(showsPrompt: false)) }
    if !quiet {
      let greeting =
        "dock \(Dock.configuration.version): \(options.profile.model.name). "
        + "The prompt shows the pose. ':help' lists the commands; Ctrl-D ends."
      try OutputFile.standard.write(TextBuffer(greeting + "\n"))
    }
    try talk.converse(color)
  }
}

/// A session and its source of lines.
final class Talk {
  private var session: Session
  private let host: ReplHost
  /// The lines of the current entry.
  private var entry: [UInt8] = []
  /// The worst result of an entry.
  private var worst = Session.Reply.ready

  init(_ session: Session, on host: ReplHost) {
    self.session = session
    self.host = host
  }

  /// Takes all lines of `editor`; the first that cannot be done ends it.
  func readAll(from editor: PlainLines) throws {
    reading: while true {
      let reply: Session.Reply
      switch editor.read(behind: "") {
      case .line(let line): reply = session.enter(line, host)
      case .tooLong: reply = session.refuseLength(host)
      default: break reading
      }
      if reply == .quit { return host.leave() }
      try end(after: reply)
    }
    if let number = editor.failure {
      Console.report(.cannotRead("<stdin>", .refused(systemReason(number))), .automatic)
      throw ExitStatus.usage
    }
    try end(after: session.endInput(host))
  }

  private func end(after reply: Session.Reply) throws {
    if let failure = host.failure { throw failure }
    switch reply {
    case .ready, .more, .quit: break
    case .refused: throw ExitStatus.findings
    case .stopped: throw ExitStatus.stopped
    case .unconfirmed: throw ExitStatus.unconfirmed
    case .broken: throw ExitStatus.bug
    }
  }

  /// Reads and carries out lines from a terminal.
  func converse(_ coloring: Coloring) throws {
    // While an entry is being planned Ctrl-C has nothing to end.
    signal(SIGINT) { _ in }
    let editor = makeEditor()
    let isPlain = !coloring.applies(to: .standard)
    while true {
      if let line = host.takeTypedAhead() {
        var text = TextBuffer()
        text.write(sanitizedLine: session.prompt.text() + String(decoding: line, as: UTF8.self))
        text.write("\n")
        host.show(text)
        if try take(line, editor) { return }
        continue
      }
      let began = SignalNotes.monotonicNow()
      let event = editor.read(
        behind: session.prompt.drawn(isPlain: isPlain), within: session.nextDue)
      // Events during the typing happen before the typed line.
      let reply = session.wait(SignalNotes.monotonicNow() - began, host)
      if reply == .quit { return host.leave() }
      switch event {
      case .due: break
      case .interrupted:
        session.drop()
        entry = []
      case .end:
        host.show(TextBuffer("\n"))
        return try end(after: worst)
      case .signal(let number):
        return host.leave(by: number)
      case .tooLong:
        session.drop()
        entry = []
        _ = session.refuseLength(host)
      case .line(let line):
        if try take(line, editor) { return }
      }
    }
  }

  /// Carries out `line`; true if the session is over.
  private func take(
    _ line: [UInt8], _ editor: some LineEditor
  ) throws -> Bool {
    entry += entry.isEmpty ? line : [0x0A] + line
    let reply = session.enter(line, host)
    signal(SIGINT) { _ in }
    if let failure = host.failure { throw failure }
    if reply == .more { return false }
    if entry.contains(where: { $0 > 0x20 }) { editor.remember(entry) }
    entry = []
    if reply == .unconfirmed || reply == .broken { worst = reply }
    guard reply == .quit else { return false }
    host.leave()
    try end(after: worst)
    return true
  }

  private func makeEditor() -> any LineEditor {
    let folder = try? StateFolder.path(
      stateHome: environment("XDG_STATE_HOME"), home: environment("HOME"))
    let readline = Readline(
      "dock", history: folder.map { $0 + "/history" }
    ) { [unowned self] line, start in
      session.completions(
        of: line, from: start, files: FileNames.beginning, marks: host.marks)
    }
    return readline ?? PlainLines.ofSession(showsPrompt: true)
  }
}

extension PlainLines {
  /// The lines of a session.
  fileprivate static func ofSession(showsPrompt: Bool) -> PlainLines {
    PlainLines(showsPrompt: showsPrompt, longestLine: Session.longestEntry)
  }
}
