import Language
import Motion
import Playback
import Rehearsal
import Scheduling
import Simulation
import Synchronization

/// A run at the pace of the wall: what was left undone is done first, then the show is played.
struct LiveRun {
  private let run: Run

  init(_ run: Run) { self.run = run }

  /// Carries out `cue` and what follows it; signals are held back until the result's wall ends.
  func perform(
    _ cue: Cue, faults: [Fault], happenings: [Happening]
  ) async throws -> Run.Performance {
    let folder = try stateFolder()
    if let repair = await folder.repair() { try tell(repair) }
    let wall = ProcessWall()
    let isShown = OutputFile.messages.isRedrawn
    let report = Mutex(RunReport(cue.schedule, showsSteps: run.showsSteps, isLive: isShown))
    let show: @Sendable (Moment) -> Void = { Console.show(LiveLine($0, of: cue.schedule).text) }
    let record = await rehearseLive(
      cue, isTracking: run.mishaps.tracking == .on, within: run.tolerance.millidegrees,
      faults: faults, happenings: happenings, wall: wall, memory: folder.memory,
      journal: folder.journal,
      watching: isShown ? show : nil,
      reporting: { event in
        if let failure = report.withLock({ $0.failure(toShow: event) }) { wall.report(failure) }
      })
    if isShown { Console.clearLine() }
    return Run.Performance(
      run: record.run, live: record, happenings: record.happenings,
      failure: report.withLock { $0.failure }, wall: wall)
  }

  private func stateFolder() throws -> StateFolder {
    do throws(StateFolder.Trouble) {
      return try StateFolder(
        stateHome: environment("XDG_STATE_HOME"), home: environment("HOME"))
    } catch {
      switch error {
      case .taken:
        Console.say("error: another 'dock run --live' has the dock")
        throw ExitStatus.usage
      case .refused(let path, let reason):
        throw OutputFailure.failed(name: path, reason: reason)
      }
    }
  }

  /// Tells what was left undone by a run that was ended by force, and what has been done about it.
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

extension RunReport {
  /// Shows `event`; gives why it could not, if that is news.
  fileprivate mutating func failure(toShow event: PlaybackEvent) -> OutputFailure? {
    let hadFailed = failure != nil
    return show(event) || hadFailed ? nil : failure
  }
}
