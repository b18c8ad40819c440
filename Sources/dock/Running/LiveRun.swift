import Diagnosis
import Language
import Motion
import Playback
import Printing
import Rehearsal
import Schedules
import Simulation
import Synchronization

/// A run in real time: unfinished work of an earlier run is done first, then the show is played.
struct LiveRun {
  private let run: Run

  init(_ run: Run) { self.run = run }

  /// Carries out `cue` and what follows it; signals are held back until the result's wall ends.
  func perform(
    _ cue: Cue, company: Company, faults: [Fault], happenings: [Happening]
  ) throws -> Run.Performance {
    if let reason = Descriptors.shortage(of: Descriptors.ofLiveRun) {
      throw refusal("it needs \(Descriptors.ofLiveRun) more open files: \(reason)")
    }
    let folder = try stateFolder()
    ProcessLimits.warnBeforeTheEnd()
    let wall = try openWall()
    guard let outbox = Outbox(onFailure: wall.report) else {
      _ = wall.release()
      throw refusal("there is no thread for its output")
    }
    let isShown = OutputFile.messages.isRedrawn
    let report = Mutex(
      RunReport(
        cue.schedule, showsSteps: run.showsSteps,
        start: isShown && OutputFile.standard.isTerminal ? Console.lineClearer : TextBuffer(),
        beginsAtMark: run.part.start != nil))
    let draw: @Sendable (Moment) -> Void = { outbox.draw(LiveLine($0, of: cue.schedule).text) }
    let record = rehearseLive(
      cue, isTracking: run.mishaps.tracking == .on, company: company,
      within: run.tolerance.millidegrees,
      faults: faults, happenings: happenings, wall: wall, memory: folder.memory,
      journal: folder.journal,
      watching: isShown ? draw : nil,
      reporting: { event in
        if let line = report.withLock({ $0.line(for: event) }) { outbox.post(line) }
      })
    if isShown { outbox.say(Console.lineClearer) }
    return Run.Performance(
      run: record.run, live: record, happenings: record.happenings, failure: nil, wall: wall,
      outbox: outbox)
  }

  /// The wall of a run, from which on signals are noted.
  private func openWall() throws -> ProcessWall {
    do throws(SignalNotes.Trouble) {
      return try ProcessWall()
    } catch {
      throw refusal("there is no pipe for signals: \(error.reason)")
    }
  }

  /// Says why the run does not begin.
  private func refusal(_ reason: String) -> ExitStatus {
    Console.say("error: a live run cannot begin: \(reason)")
    return .usage
  }

  /// The folder of the journal, after the unfinished work in it has been done.
  private func stateFolder() throws -> StateFolder {
    let folder: StateFolder
    let repair: Repair?
    do throws(StateFolder.Trouble) {
      folder = try StateFolder(
        stateHome: environment("XDG_STATE_HOME"), home: environment("HOME"))
      repair = try folder.repair(ignoringJournal: run.ignoreJournal)
    } catch {
      switch error {
      case .unreadable(let path, let reason):
        Console.say(StateFolder.unreadable(path, reason))
        throw ExitStatus.usage
      case .taken:
        Console.say("error: another 'dock run --live' has the dock")
        throw ExitStatus.usage
      case .refused(let path, let reason):
        throw OutputFailure.failed(name: path, reason: reason)
      }
    }
    if let repair { try tell(repair) }
    return folder
  }

  /// Prints the unfinished work of a run that was ended by force, and what has been done about it.
  private func tell(_ repair: Repair) throws {
    let turned = repair.wasMoving ? " It was still turning." : ""
    let tracking = "system tracking is \(repair.handback.isTracking ? "on" : "off") again"
    guard repair.handback.isComplete else {
      try Reporter(run.color).report(
        Diagnostic(
          .stopNotConfirmed,
          "the last live run was ended by force, and the dock cannot be given back", at: nil))
      throw ExitStatus.unconfirmed
    }
    Console.say(
      "The last live run was ended by force and left the dock without its tracker.\(turned) "
        + "It has been stopped, and \(tracking).")
  }
}

extension StateFolder {
  /// The message when the journal at `path` cannot be read for `reason`.
  static func unreadable(_ path: String, _ reason: String) -> String {
    "error: it is not known what an earlier live run left undone: cannot read \(path): \(reason)\n"
      + "check the dock yourself; then '--ignore-journal' runs without it"
  }
}
