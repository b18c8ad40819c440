import Hardware
import Language
import Motion
import Quantities
import Schedules

/// The full state of a script at the start of a cue, which decides how it continues.
///
/// `RunningScript.position` says at which statements its tasks are; the state adds the values, the
/// random numbers, the poses and what is in progress. Calls that only a warning counts are not in
/// it.
struct ScriptState: Equatable {
  /// The state of an axis, in millidegrees and milliseconds.
  private struct AxisPart: Equatable {
    let position, velocity, movedUntil, lowest, highest, time: Int32
    let certainty: AxisTracking.Certainty
    let isFollowing: Bool

    init(_ axis: AxisTracking) {
      position = axis.millidegrees
      velocity = axis.velocity
      movedUntil = axis.movedUntil
      (lowest, highest) = (
        AxisTracking.millidegrees(axis.roamed.lower), AxisTracking.millidegrees(axis.roamed.upper)
      )
      time = axis.velocity == 0 ? 0 : axis.time
      certainty = axis.certainty
      isFollowing = axis.isFollowing
    }
  }

  /// A change of the phone that is not over.
  private struct PhonePart: Equatable {
    let start, end: Int32
    let call: PhoneCall?

    init?(_ change: PhoneTracking.Change) {
      guard change.end > 0 else { return nil }
      (start, end, call) = (change.start, change.end, change.call)
    }
  }

  /// A sound that is not over.
  private struct SoundPart: Equatable {
    let sound: PhoneCall.Sound
    let start: Int32
  }

  private let position: [UInt64]
  private let values: [UInt64]
  private let random: SplitMix64
  private let seed: UInt64
  private let axes: [AxisPart]
  /// The lines of the motions in progress: one that is cut off depends on when that was.
  private let motions: [[UInt8]]
  private let phone: [PhonePart?]
  private let sounds: [SoundPart]
  private let recording: UInt32?
  private let format: PhoneCall.Size?
  private let wanted: WantedTracking?
  /// The numbers under which the places of paused scripts are kept.
  private let holds: [Int32?]
  private let limits: [PerAxis<Schedule.Limit?>]
  private let late: [UInt8]
  private let renditions: [Rendition]
  private let finals: [Finals.Entry]
  /// How long each turn of an `every` has lasted, in milliseconds.
  private let turns: [Int]
  /// By how much the times of its tasks are past whole milliseconds, in nanoseconds.
  private let remainders: [Int]
  /// Where in their bars its tempos are, in nanoseconds; none if nothing waits for a beat.
  private let beats: [Int]

  /// True if the random numbers that come next are those of `other`.
  func draws(as other: ScriptState) -> Bool { random == other.random }

  /// The state of `scheduler`, whose tasks rest at `position`.
  init(of scheduler: Scheduler, at position: [UInt64]) {
    let tasks = scheduler.tasks.others.compactMap { $0 }.filter { !$0.hasEnded }
    self.position = position
    values = scheduler.evaluator.sharedValues + tasks.flatMap { $0.values.bits + [UInt64.max] }
    random = scheduler.evaluator.random
    seed = scheduler.choices.seed
    axes = AxisSet.all.members.map { AxisPart(scheduler.motors.axes[$0]) }
    motions = scheduler.builder.schedule.motionLines
    phone = PhoneTracking.Part.allCases.map { PhonePart(scheduler.phone[$0]) }
    sounds = scheduler.phone.sounds.filter { $0.end > 0 }.map {
      SoundPart(sound: $0.sound, start: $0.start)
    }
    (recording, format) = (scheduler.phone.recording, scheduler.phone.format)
    wanted = scheduler.motors.wantedTracking
    holds = scheduler.pauses.map(\.hold)
    let indices = [scheduler.motors.heldLimits] + tasks.map(\.limitIndex)
    limits = indices.map { scheduler.builder.limits($0) }
    late = tasks.map(\.late.rule)
    renditions = tasks.map(\.rendition)
    finals = scheduler.finals.entries
    turns = tasks.flatMap { ($0.outer + [$0.frame]).compactMap(\.sinceTurn) }
    remainders = tasks.flatMap(\.remainders)
    beats = scheduler.beats(of: tasks)
  }
}

extension Scheduler {
  /// Where in their bars the tempos of `tasks` are when the cue begins, in nanoseconds, or when
  /// they began if the script waits for bars by number; none if it waits for no beat.
  fileprivate func beats(of tasks: [ScriptTask]) -> [Int] {
    guard program.awaitsBeats || program.awaitsBars else { return [] }
    return tasks.flatMap(\.values.tempos).map { tempo in
      var past = Double(-tempo.origin.nanoseconds)
      if !program.awaitsBars {
        past.formRemainder(dividingBy: tempo.length(ofBeats: tempo.meter) - tempo.remainder)
      }
      return Int(past.rounded())
    }
  }
}

extension ScriptTask {
  /// By how much its times are past whole milliseconds, in nanoseconds.
  fileprivate var remainders: [Int] {
    let present = wait == nil && fork == nil ? now : .start
    return [present.nanoseconds, rest.count, wait?.end?.nanoseconds ?? 0].map {
      $0 % Milliseconds(1).nanoseconds
    }
  }
}

extension ScriptTask.Frame {
  /// How long the turn of an `every` that never ends has lasted when the cue begins, in
  /// milliseconds; nil of other blocks.
  fileprivate var sinceTurn: Int? {
    guard kind == .every, first == .infinity, step >= 1 else { return nil }
    let past = Double(-since.nanoseconds).remainder(dividingBy: step)
    return Int(Nanoseconds.milliseconds(in: past).rounded())
  }
}
