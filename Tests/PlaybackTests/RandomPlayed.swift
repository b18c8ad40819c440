import Diagnosis
import Hardware
import Language
import Playback
import Schedules
import Simulation

@testable import Rehearsal

/// A random play that has been played on the model, and what is wrong with how it ended.
///
/// It is judged by what happened to the dock, as the judge of the sweep and the auditor see it.
struct RandomPlayed {
  let outcome: Outcome
  /// The violations, in words; empty if there are none.
  private(set) var faults: [String] = []
  /// True if at the end, and for the time in which all is given back, the dock did as it was told.
  let isSound: Bool

  /// True if the show must not wait for the dock to stop.
  var isKilled: Bool { play.isKilled }

  private let play: RandomPlay
  private let world: DockWorld
  private let limits: BoundsByAxis

  /// Plays `prepared`, which is of `play`.
  init(_ play: RandomPlay, _ prepared: RandomPlay.Prepared) {
    let stage = Stage(
      prepared.cue, from: nil, isTracking: play.isTracking, company: prepared.company,
      faults: prepared.faults, time: VirtualTime(prepared.happenings))
    var events: [PlaybackEvent] = []
    let record = stage.rehearse(within: CommandList.defaultTolerance) { events.append($0) }
    self.play = play
    (outcome, world) = (record.outcome, stage.dock.snapshot)
    limits = DockWorld(play.model).limits
    isSound = world.endsSoundly
    if !play.isRough {
      let places = UnreachedPlaces(in: play, events, record.trace)
      faults = record.findings.map(\.text) + places.faults
    }
    checkTruth()
    checkPlanning()
    guard isSound else { return }
    if !play.isKilled {
      if !outcome.isStopConfirmed { faults.append("the stop is not confirmed") }
      checkOrder(world, "at its end")
    }
    // The dock has been given back: nothing may begin by itself, either.
    stage.dock.spare()
    stage.dock.advance(to: stage.dock.now + 5_000_000_000)
    checkOrder(stage.dock.snapshot, "five seconds later")
  }

  /// The verifier accepts what the planner makes.
  private mutating func checkPlanning() {
    guard case .failed(let failure) = outcome.ending, let cause = failure.cause else { return }
    if cause.diagnostic?.code == .unsafeSchedule { faults.append("verifier: \(cause.message)") }
  }

  /// The outcome that the player reports is true.
  private mutating func checkTruth() {
    if outcome.isTrackingRestored != (world.isSystemTrackingEnabled == play.isTracking) {
      faults.append("tracking is not what the player says")
    }
    // Motors of the system tracker turn and stop at its own times.
    let isSuspended = !world.isDocked || !world.isInForeground
    guard outcome.isStopConfirmed, !isSuspended, !world.isSystemTrackingEnabled else { return }
    let end = Double(world.now) / 1e9
    for motion in world.trace.axes where motion.pieces.last?.cause != .tracker {
      if abs(motion.speed(at: end)) > 0.012 { faults.append("\(motion.axis) is said to stand") }
    }
  }

  /// Everything is given back, by the judgement of the sweep.
  private mutating func checkOrder(_ world: DockWorld, _ moment: String) {
    let attempt = SweepCase(
      blow: .cut(play.isKilled ? .kill : .interrupt, at: 0), isTracking: play.isTracking)
    for reason in Verdict(on: world, of: attempt, limits: limits).reasons {
      faults.append("\(moment): \(reason)")
    }
  }
}

extension DockWorld {
  /// True if it is there, and nothing has gone wrong for as long as giving back takes.
  fileprivate var endsSoundly: Bool {
    let handback = 3_000_000_000
    return isDocked && isInForeground && faults.isEmpty
      && !trace.events.contains { event in
        switch event.kind {
        case .fault, .docked: event.time > now - handback
        default: false
        }
      }
  }
}
