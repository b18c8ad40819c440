import Motion
import Schedules

extension Performance {
  /// A performance that has come as far as this one, carried out by `driver`, whose dock and clock
  /// have the same past.
  package func fork(by driver: any Driver) -> Performance {
    var fork = self
    fork.link.driver = driver
    return fork
  }

  /// Lets the forks that are made from now on, and this, find the commands of the present cue once
  /// for all: these are the same for each that has come as far and does nothing else meanwhile.
  package mutating func shareLowering() { show.execution.share() }

  /// A place in a show: the number of the cue, and the time and the index of the step in it whose
  /// command was carried out last.
  ///
  /// How many commands led there is not asked: who gets over something on the way needs more.
  package struct Place: Hashable {
    let cue: Int
    let time: Int32
    let step: Int?
  }

  /// The state of a performance between two commands: two performances of the same schedule with
  /// equal states continue alike, but for where the tracker turns them, and for how long the ways
  /// take that are planned again from there.
  package struct Standing: Equatable {
    /// How far it has come.
    package let place: Place
    /// True in a region that was planned again.
    let isPlannedAgain: Bool
    let speeds: PerAxis<Double>
    let motion: Command?
    let lease: Authority.Lease
    let hasChangedHands: Bool
    let isAstray: Bool
    /// By how much it is late, if that may end it, or something keeps its time.
    let lateness: Int
    let debts: Debts
    let isRecording: Bool
    let sounds: [Sounding]
    let changes: [PhoneChange]
    let ahead: Set<Int>
  }

  /// What it has in hand; nil while an interruption is still to be obeyed.
  package var standing: Standing? {
    guard link.postponed == nil else { return nil }
    return Standing(
      place: Place(cue: show.cueNumber, time: show.time, step: show.step),
      isPlannedAgain: show.rest != nil, speeds: orders.speeds, motion: orders.pending?.command,
      lease: authority.lease, hasChangedHands: orders.hasChangedHands, isAstray: orders.isAstray,
      lateness: schedule.lateRules.count > 1 ? timing.lateness : 0, debts: debts,
      isRecording: record.recording != nil,
      sounds: record.sounds.filter { $0.end > timing.now },
      changes: record.changes.filter { $0.end > timing.now }, ahead: show.ahead)
  }

  /// Makes an end, as an interruption does.
  package mutating func stop() { ending = ending ?? .cancelled }
}
