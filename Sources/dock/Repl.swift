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

/// `dock repl`: moves a dock by talking to it.
struct Repl: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "repl",
    abstract: "Move the model of a dock by talking to it.",
    discussion: """
      Each line is a statement of the language, or several; an open brace goes on in the next \
      line. What it will do is shown, then done, from where the dock stands. ':help' lists what \
      else can be said, '?pan' says what a word means, Ctrl-D ends.

      Where nobody types, lines are read as they come, and the first error ends the session.
      """)

  @Flag(help: "Take as long as a dock would, and show where it stands.")
  var live = false

  @Flag(help: "With '--live': go on even if the journal of an earlier run cannot be read.")
  var ignoreJournal = false

  @Flag(help: "Begin without a greeting.")
  var quiet = false

  @Option(help: "Whether the prompt and messages are coloured.")
  var color = Coloring.automatic

  @OptionGroup var scenes: SceneOption

  @OptionGroup var options: CompilationOptions

  /// True if somebody types and looks.
  private var isInteractive: Bool { isatty(STDIN_FILENO) == 1 && OutputFile.standard.isTerminal }

  func run() throws {
    var settings = Session.Settings(options.compilation)
    settings.isLive = live
    var session = Session(settings)
    if let scene = try scenes.load(options.bounds, orElse: nil, Reporter(color)) {
      session.begin(scene)
    }
    let host = try ReplHost(options.bounds, color, ignoringJournal: ignoreJournal)
    let talk = Talk(session, on: host)
    guard isInteractive else { return try talk.readAll(from: PlainLines(showsPrompt: false)) }
    if !quiet {
      let greeting =
        "dock \(Dock.configuration.version): \(options.profile.name), at the pose "
        + "of the prompt. ':help' lists what can be said; Ctrl-D ends."
      try OutputFile.standard.write(TextBuffer(greeting + "\n"))
    }
    try talk.converse(color)
  }
}

/// A session with whoever types its lines.
final class Talk {
  private var session: Session
  private let host: ReplHost
  /// The lines of the entry at hand.
  private var entry: [UInt8] = []
  /// The worst that has come of an entry.
  private var worst = Session.Reply.ready

  init(_ session: Session, on host: ReplHost) {
    self.session = session
    self.host = host
  }

  /// Takes all lines of `editor`; the first that cannot be done ends it.
  func readAll(from editor: PlainLines) throws {
    while case .line(let line) = editor.read(behind: "") {
      let reply = session.enter(line, host)
      if reply == .quit { return host.leave() }
      try end(after: reply)
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

  /// Talks with somebody at a terminal.
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
      // What has come while somebody typed happens before what was typed.
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
      case .line(let line):
        if try take(line, editor) { return }
      }
    }
  }

  /// Does what `line` says; true if the session is over.
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
      session.completions(of: line, from: start, files: FileNames.beginning)
    }
    return readline ?? PlainLines(showsPrompt: true)
  }
}
