import DockKit
import Motion
import Schedules

extension Performance {
  /// A performance at one moment, to be carried on from there as often as one likes.
  package struct Snapshot {
    private let performance: Performance
    private let elapsed: Int

    /// Remembers where `performance` is now.
    package init(of performance: Performance) {
      var performance = performance
      performance.authority = performance.authority.copy
      self.performance = performance
      elapsed = performance.pace.now
    }

    /// The performance on `accessory`, whose dock has the same past; it reports to nobody.
    package func fork<C: Clock>(
      on accessory: DockAccessory, manager: DockAccessoryManager, clock: C,
      journal: (any Journal)? = nil, phone: (any Phone)? = nil
    ) -> Performance where C.Duration == Duration {
      var fork = performance
      fork.accessory = accessory
      fork.pace = Pace(clock, elapsed: elapsed, inbox: performance.pace.inbox.copy)
      fork.authority = performance.authority.copy(
        on: accessory, of: manager, pace: fork.pace, journal: journal)
      fork.report = { _ in }
      fork.phone = phone
      if let motion = performance.pending {
        fork.pending?.progress = motion.progress.carried(over: accessory)
      }
      return fork
    }
  }

  /// What a performance has in hand between two commands: where two of the same schedule agree in
  /// it, they go on alike.
  package struct Standing: Equatable {
    /// How many commands have been carried out, and how many cues are over.
    package let commands: Int
    let cues: Int
    let speeds: PerAxis<Double>
    let motion: Command?
    let lease: Authority.Lease
    let hasChangedHands: Bool
    let isAstray: Bool
    /// By how much it is late, if that may end it, or something keeps its time.
    let lateness: Int
    let ahead: Set<Int>
  }

  /// What it has in hand; nil in a region that was planned again.
  package var standing: Standing? {
    guard rest == nil else { return nil }
    return Standing(
      commands: sent, cues: cueNumber, speeds: speeds, motion: pending?.command,
      lease: authority.lease, hasChangedHands: hasChangedHands, isAstray: isAstray,
      lateness: schedule.lateRules.count > 1 ? lateness : 0, ahead: ahead)
  }

  /// Makes an end, as an interruption does.
  package mutating func stop() { ending = ending ?? .cancelled }
}
