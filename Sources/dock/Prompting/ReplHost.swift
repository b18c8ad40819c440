import Diagnosis
import Drawing
import Language
import Motion
import Playback
import Printing
import Quantities
import Rehearsal
import Schedules
import Session
import Simulation
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The terminal, the files and the clock of a session.
final class ReplHost: SessionHost {
  /// The reason why something could not be shown; then the session ends.
  private(set) var failure: OutputFailure?
  private let bounds: Bounds
  private let coloring: Coloring
  private let ignoresJournal: Bool
  private var folder: ScriptFolder
  private var state: StateFolder?
  private let typedAhead = TypedAhead()
  private var outbox: Outbox?
  /// The wall of the last show.
  private let wall = SharedWall()
  /// The signal that ended the last show.
  private var signalNumber: Int32 = 0

  /// Creates a host for scripts in the present folder; with `ignoringJournal` one whose live runs
  /// go on even if the journal of an earlier run cannot be read.
  init(_ bounds: Bounds, _ coloring: Coloring, ignoringJournal: Bool) throws {
    (self.bounds, self.coloring, ignoresJournal) = (bounds, coloring, ignoringJournal)
    do throws(FileFailure) {
      folder = try ReplHost.folder(bounds)
    } catch {
      try Reporter(coloring).report(.cannotRead(bounds.root ?? ".", error))
      throw ExitStatus.usage
    }
  }

  private static func folder(_ bounds: Bounds) throws(FileFailure) -> ScriptFolder {
    try ScriptFolder(ofScriptAt: "entry", root: bounds.root, limit: bounds.maxSource.bytes)
  }

  var style: RenderStyle {
    let file = OutputFile.messages
    return RenderStyle(color: coloring.applies(to: file), width: file.width)
  }

  func show(_ text: TextBuffer) {
    do throws(OutputFailure) {
      try OutputFile.standard.write(text)
    } catch {
      failure = failure ?? error
    }
  }

  func show(_ picture: SessionPicture) {
    let file = OutputFile.standard
    let form = file.isTerminal ? PictureForm.ofTerminal : .text
    let output = PlotOutput(
      form: form, look: .plain, colors: CellGrid.Colors(coloring, for: file), isFile: false)
    show(output.text(pageWidth: picture.pageWidth) { picture.picture(in: $0) })
  }

  func report(_ text: TextBuffer) { Console.show(text) }

  // MARK: - Files

  func script(_ bytes: [UInt8], name: String) -> LoadedFile { folder.script(bytes, name: name) }

  /// Finds it again each time, so that a changed file is read again.
  func load(_ name: String, from importer: String) -> Result<LoadedFile, LoadFailure> {
    do throws(FileFailure) {
      folder = try ReplHost.folder(bounds)
    } catch {
      return .failure(.unreadable(error.reason))
    }
    return folder.load(name, from: importer)
  }

  /// Reads it again each time, as `load` does.
  func sound(_ name: String, from importer: String) -> Result<SoundFile, SoundFailure> {
    do throws(FileFailure) {
      folder = try ReplHost.folder(bounds)
    } catch {
      return .failure(.unreadable(error.reason))
    }
    return folder.sound(name, from: importer)
  }

  func read(_ path: String) throws(FileFailure) -> [UInt8] {
    try readFile(at: path, limit: bounds.maxSource.bytes)
  }

  /// The names of the marks in the script at `path`; none if it cannot be read.
  func marks(inFile path: String) -> [String] {
    guard let bytes = try? read(path) else { return [] }
    return Script(checking: script(bytes, name: path)) { self.load($0, from: $1) }.marks
  }

  func save(_ text: TextBuffer, to path: String, replacing replaces: Bool) throws(SaveFailure) {
    if !replaces, access(path, F_OK) == 0 { throw .exists }
    do {
      if replaces {
        try ResultFile.write(to: path, replacesInput: true) { try $0.write(text) }
      } else {
        try ResultFile.create(path, text)
      }
    } catch OutputFailure.failed(_, let reason) {
      throw .refused(reason)
    } catch {
      throw .refused("the output is closed")
    }
  }

  // MARK: - Live

  /// Passes lines to `hear`, and keeps those for afterwards.
  private func listener(
    _ hear: @escaping @Sendable ([UInt8]) -> Heard, _ rows: LiveRows
  ) -> ProcessWall.LineListener {
    { [typedAhead] line in
      rows.keepEntry()
      switch hear(line) {
      case .events(let events): return events
      case .refused(let message): rows.outbox.say(rows.told("error: \(message)"))
      case .later: typedAhead.lines.withLock { $0.append(line) }
      }
      return []
    }
  }

  /// True if somebody types.
  var isListening: Bool { isatty(STDIN_FILENO) == 1 && OutputFile.standard.isTerminal }

  /// The next line that was typed while the dock moved and is for afterwards; nil if none is left.
  func takeTypedAhead() -> [UInt8]? {
    typedAhead.lines.withLock { $0.isEmpty ? nil : $0.removeFirst() }
  }

  func perform(
    _ staging: Staging, telling tell: @escaping @Sendable (PlaybackEvent) -> String?,
    hearing hear: @escaping @Sendable ([UInt8]) -> Heard
  ) -> LiveShow? {
    guard let state = openState(), let outbox = openOutbox() else { return nil }
    let rows = LiveRows(
      isShown: OutputFile.messages.isRedrawn, hasEntry: isListening,
      schedule: staging.cue.schedule, outbox: outbox)
    guard let wall = openWall(isListening ? listener(hear, rows) : nil) else { return nil }
    self.wall.last.withLock { $0 = wall }
    rows.begin()
    let draw: @Sendable (Moment) -> Void = { rows.draw($0) }
    let record = rehearseLive(
      staging.cue, from: staging.pose, isTracking: staging.isTracking, phone: staging.phone,
      company: staging.company,
      faults: staging.faults, happenings: staging.happenings, wall: wall,
      memory: state.memory, journal: state.journal,
      watching: rows.isShown ? draw : nil
    ) { event in
      if let line = tell(event) { outbox.post(rows.told(line)) }
    }
    rows.end()
    signalNumber = wall.release()
    let isInterrupted = signalNumber == SIGINT
    if isInterrupted { signalNumber = 0 }
    // Then the session ends, even if its output is not read.
    if signalNumber != 0 {
      ProcessEnd.signal(signalNumber).happen(within: ProcessEnd.patienceAfterSignal)
    }
    tellLost(outbox, patiently: !isInterrupted)
    let exit = record.interruption?.exit
    return LiveShow(
      record.run, endsSession: exit.map { $0.endsSession } ?? false)
  }

  /// Waits until all lines of a show are written, and says how many could not be.
  ///
  /// After Ctrl-C (not `patiently`) an output that nobody reads ends the session, which could only
  /// wait for its reader.
  private func tellLost(_ outbox: Outbox, patiently: Bool) {
    let patience = Milliseconds(ProcessEnd.patienceAfterSignal).nanoseconds
    if !outbox.flush(within: patiently ? nil : patience) { ProcessEnd.signal(SIGINT).happen() }
    let lost = outbox.takeLost()
    if lost > 0 { Console.say("\(lost) lines were not shown: the output was not read in time") }
  }

  /// The outbox of live shows; nil if there can be none.
  private func openOutbox() -> Outbox? {
    outbox = outbox ?? Outbox { [wall] failure in wall.last.withLock { $0 }?.report(failure) }
    if outbox == nil { refuse("there is no thread for its output") }
    return outbox
  }

  /// The wall of a show, from which on signals are noted; nil if there can be none.
  private func openWall(_ listener: ProcessWall.LineListener?) -> ProcessWall? {
    do throws(SignalNotes.Trouble) {
      return try ProcessWall(listening: listener)
    } catch {
      refuse("there is no pipe for signals: \(error.reason)")
      return nil
    }
  }

  /// Says why a show is not performed live.
  private func refuse(_ reason: String) {
    Console.say("error: a live show cannot begin: \(reason); the show continues in virtual time")
  }

  /// The folder of the journal, after the unfinished work in it has been done.
  private func openState() -> StateFolder? {
    if let state { return state }
    do throws(StateFolder.Trouble) {
      let opened = try StateFolder(
        stateHome: environment("XDG_STATE_HOME"), home: environment("HOME"))
      if try opened.repair(ignoringJournal: ignoresJournal) != nil {
        Console.say("The last live run was ended by force; the dock has been given back.")
      }
      state = opened
      return opened
    } catch {
      switch error {
      case .taken:
        Console.say("error: another process has the dock; the show continues in virtual time")
      case .unreadable(let path, let reason): Console.say(StateFolder.unreadable(path, reason))
      case .refused(let path, let reason): Console.say("error: cannot write '\(path)': \(reason)")
      }
      return nil
    }
  }

  // MARK: - The end

  /// Ends the process by the signal that ended the last show, if one did.
  func leave() { leave(by: signalNumber) }

  /// Ends the process by the signal `number`, as its sender expects.
  func leave(by number: Int32) { if number != 0 { ProcessEnd.signal(number).happen() } }
}

extension Exit {
  /// True if this end of a show ends the session, too.
  fileprivate var endsSession: Bool {
    switch self {
    case .terminate, .hangUp, .quit, .signal, .closedOutput, .endOfInput, .fullDisk: true
    case .interrupt, .kill, .timeUp, .silence, .overdue, .tooManyCues, .background, .suspend: false
    }
  }
}

/// The lines that were typed while the dock moved and are for afterwards.
private final class TypedAhead: Sendable {
  let lines = Mutex<[[UInt8]]>([])
}

/// The wall of the show that is performed, or was last.
private final class SharedWall: Sendable {
  let last = Mutex<ProcessWall?>(nil)
}
