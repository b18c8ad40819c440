import Hardware
import Motion
import Playback
import Quantities
import Schedules
import Simulation
import Synchronization

/// A performance at the pace of the wall.
public struct LiveRecord: Sendable {
  /// What happened to the dock.
  public let run: RunRecord
  /// How late its commands were.
  public let lateness: Lateness
  /// What came from outside.
  public let happenings: [Happening]
  /// How it was ended before its time; nil if it was not.
  public let interruption: InterruptionRecord?
}

/// How a performance was ended from outside, by the wall's clock.
public struct InterruptionRecord: Equatable, Sendable {
  /// Who ended it.
  public let exit: Exit
  /// When, in nanoseconds since it began.
  public let time: Int
  /// How long after that the motors were told to stand, in nanoseconds; nil if nobody had them.
  public let zeroAfter: Int?
  /// How long after that all was given back, in nanoseconds.
  public let restoredAfter: Int
}

/// As `rehearse`, but as slowly as a real dock would, on a thread of its own.
///
/// The dock is the same to the last bit; only its clock waits.
///
/// - Parameters:
///   - cue: what to carry out, with all that follows it.
///   - phone: how the phone is at the beginning.
///   - company: who is around the dock.
///   - tolerance: how far a motor may be from the plan at any time, in millidegrees.
///   - faults: what goes wrong with the dock.
///   - happenings: events and exits that come at their times, in order.
///   - wall: the clock that it keeps pace with.
///   - memory: what takes note of the state of the dock, as a real one would itself.
///   - journal: where it is written down what must be restored.
///   - rate: how often a second `watch` is shown the dock.
///   - watch: shown the dock, on the performance's thread.
///   - report: told what happens as it happens, on the performance's thread.
public func rehearseLive(
  _ cue: Cue, from pose: PerAxis<Int32>? = nil, isTracking: Bool = true,
  phone: PhoneState = PhoneState(), company: Company = Company(),
  within tolerance: Int32 = CommandList.defaultTolerance, faults: [Fault] = [],
  happenings: [Happening] = [], wall: any Wall, memory: DockMemory? = nil,
  journal: (any Journal)? = nil, rate: Int = 20,
  watching watch: (@Sendable (Moment) -> Void)? = nil,
  reporting report: @escaping @Sendable (PlaybackEvent) -> Void = { _ in }
) -> LiveRecord {
  onThreadOfItsOwn {
    let leeway = Milliseconds(max(1, cue.schedule.model.streamPeriod)).nanoseconds
    let began = wall.now
    let time = LiveTime(wall, tolerance: leeway, rate: rate, bringing: happenings)
    let stopwatch = Stopwatch(wall)
    let stage = Stage(
      cue, from: pose, isTracking: isTracking, phone: phone, company: company, faults: faults,
      time: time
    ) { world in
      stopwatch.look(at: world, time)
      memory?.note(world)
    }
    time.befall { [dock = stage.dock] in dock.meet($0) }
    if let watch {
      time.watch { [dock = stage.dock] time in
        dock.advance(to: time)
        watch(Moment(of: dock))
      }
    }
    let run = stage.rehearse(within: tolerance, journal: journal, reporting: report)
    time.watch(nil)
    return LiveRecord(
      run: run, lateness: time.lateness, happenings: time.happenings,
      interruption: stopwatch.record(time, since: began))
  }
}

/// Takes the time from an interruption to the call that makes the motors stand.
private final class Stopwatch: Sendable {
  private let wall: any Wall
  private let zero = Mutex<Int?>(nil)

  init(_ wall: any Wall) { self.wall = wall }

  /// Notes when the dock of `world` was first told to stand after an interruption.
  func look(at world: DockWorld, _ time: LiveTime) {
    guard time.interruption != nil, case .call(.setAngularVelocity(.zero), nil) = world.latest?.kind
    else { return }
    let now = wall.now
    zero.withLock { $0 = $0 ?? now }
  }

  func record(_ time: LiveTime, since began: Int) -> InterruptionRecord? {
    guard let (exit, since) = time.interruption else { return nil }
    let now = wall.now
    return InterruptionRecord(
      exit: exit, time: since - began, zeroAfter: zero.withLock { $0.map { $0 - since } },
      restoredAfter: now - since)
  }
}
