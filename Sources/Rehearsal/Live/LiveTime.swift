import Playback
import Quantities
import Schedules
import Simulation
import Synchronization

/// The real time, and the interruptions of a wait for it.
public protocol Wall: Sendable {
  /// Nanoseconds that never go back.
  var now: Int { get }
  /// Waits until `time`, or until an interruption, which it returns.
  func wait(until time: Int) -> Exit?
  /// Waits for the end of a hold.
  func suspend()
  /// When that which ended the last wait really was; nil if it is not known.
  var noticed: Int? { get }
  /// True if events may be heard, which end a wait.
  var isListening: Bool { get }
  /// How long what comes next may take to be worked out, in nanoseconds, while the motors do what
  /// they were told last; nil if time stands still meanwhile.
  var patience: Int? { get }
  /// The events heard since the last time, and how many nanoseconds from now they come.
  func takeHeard() -> [HeardEvent]
}

/// An event from outside during a show.
public struct HeardEvent: Sendable {
  /// The kinds of events.
  public enum Kind: Sendable {
    /// An event for the script.
    case event(WorldEvent)
    /// A fault of the dock.
    case fault(Fault.Kind)
  }

  /// The kind of event.
  public let kind: Kind
  /// How much later, in nanoseconds.
  public let delay: Int

  /// Creates something that comes `delay` nanoseconds later.
  public init(_ kind: Kind, after delay: Int) { (self.kind, self.delay) = (kind, delay) }

  /// What the script is told; nil if it is told nothing.
  public var event: WorldEvent? { if case .event(let event) = kind { event } else { nil } }
}

extension Wall {
  /// Hears nothing.
  public var isListening: Bool { false }

  /// Time stands still while something is worked out.
  public var patience: Int? { nil }

  /// Nothing.
  public func takeHeard() -> [HeardEvent] { [] }
}

/// Time that goes no faster than the wall's.
///
/// Deadlines are absolute, so that being late once delays nothing after it and nothing drifts. The
/// dock's time is that of the deadlines, to the nanosecond, unless a wait ends so late that
/// pretending so would be a lie.
final class LiveTime: Timekeeper {
  private struct State {
    var happenings: [Happening] = []
    /// What is to come from outside, by time.
    var coming: ArraySlice<(time: Int, arrival: Arrival)>
    /// When the app is back that has just left the screen; nil while it is there.
    var resumption: Int?
    var lateness: [Int] = []
    var drops = 0
    /// Who first wanted the show to end, and when, on the wall.
    var interruption: (exit: Exit, time: Int)?
    var watch: (@Sendable (Int) -> Void)?
    var befall: (@Sendable (Fault) -> Void)?
    /// How many calls had been made when somebody last waited, and since when.
    var calls = (count: CallCount(), time: 0)
    /// A hold that came where there was no time for one.
    var hold: Exit?
  }

  let wall: any Wall
  private let origin: Int
  /// How late a wait may end without the dock's time being late, too, in nanoseconds.
  private let tolerance: Int
  private let frame: Int
  /// When an app that has left the screen comes back, by time.
  private let resumptions: [Int]
  private let state: Mutex<State>

  /// Creates a time that begins now and is watched `rate` times a second; `happenings` come when
  /// they are expected.
  init(_ wall: any Wall, tolerance: Int, rate: Int, bringing happenings: [Happening] = []) {
    let coming = happenings.compactMap { happening -> (time: Int, arrival: Arrival)? in
      switch happening {
      case .event(let event, let time): (time, .event(event))
      case .exit(let exit, let time): (time, .exit(exit))
      case .exitAfter, .resumed, .late: nil
      }
    }
    resumptions = happenings.compactMap { if case .resumed(let time) = $0 { time } else { nil } }
    state = Mutex(State(coming: coming[...]))
    self.wall = wall
    self.tolerance = tolerance
    origin = wall.now
    frame = Nanoseconds.period(of: max(1, min(rate, LiveTime.greatestRate)))
  }

  /// The most frames a second.
  private static let greatestRate = 1000

  /// From now on `watch` is told the time in every frame; nil ends that.
  func watch(_ watch: (@Sendable (Int) -> Void)?) { state.withLock { $0.watch = watch } }

  /// From now on `befall` lets a fault that is heard of befall the dock.
  func befall(_ befall: @escaping @Sendable (Fault) -> Void) {
    state.withLock { $0.befall = befall }
  }

  /// What came from outside so far.
  var happenings: [Happening] { state.withLock { $0.happenings } }

  /// Who first wanted the show to end, and when, on the wall; nil if nobody did.
  var interruption: (exit: Exit, time: Int)? { state.withLock { $0.interruption } }

  /// How late the waits so far ended.
  var lateness: Lateness { state.withLock { Lateness($0.lateness, drops: $0.drops) } }

  func pass(until deadline: Int, now: Int, calls: CallCount) -> (time: Int, arrival: Arrival?) {
    let moment = Interval(after: now, until: deadline, calls: calls)
    state.withLock { if $0.calls.count != calls { $0.calls = (calls, now) } }
    if deadline > now, let hold = state.withLock({ $0.hold.take() }) { return end(hold, moment) }
    let last = max(now, deadline)
    var shown = now
    while true {
      let (next, isSilent) = state.withLock { state in
        (state.coming.first?.time, state.coming.allSatisfy { $0.arrival == .exit(.timeUp) })
      }
      if isSilent, !wall.isListening, deadline >= openEnd { return (now, .exit(.silence)) }
      let goal = min(last, next ?? last)
      switch wait(until: goal, from: &shown) {
      case .exit(let exit) where exit.level == .hold && deadline <= now:
        state.withLock { $0.hold = exit }
        continue
      case .exit(let exit): return end(exit, moment)
      case .heard: continue
      case .over: break
      }
      // What the deadline has overtaken comes after what was to be done then.
      let isOvertaken = deadline > now && wall.now - origin - deadline > tolerance
      if next == goal, !isOvertaken { return bringNext(at: max(now, goal), by: last) }
      guard deadline > now else { return (deadline, nil) }
      return (arrive(at: deadline, from: shown), nil)
    }
  }

  /// How a wait ends.
  private enum Pause {
    case over, heard
    case exit(Exit)
  }

  /// Waits until `goal`, and shows the frames on the way, the first of them after `shown`.
  private func wait(until goal: Int, from shown: inout Int) -> Pause {
    while true {
      let frame = nextFrame(after: shown, before: goal)
      if let exit = wall.wait(until: origin + (frame ?? goal)) { return .exit(exit) }
      if hear() { return .heard }
      guard let frame else { return .over }
      shown = frame
      show(frame)
    }
  }

  /// Makes `exit` come next, now; returns the time it is.
  ///
  /// If it takes the place of an answer that was asked for at `asked`, that is told of, too.
  @discardableResult
  func bring(_ exit: Exit, insteadOfAnswerTo asked: Int? = nil) -> Int {
    let time = wall.now - origin
    state.withLock { state in
      state.coming.insert((time, .exit(exit)), at: state.coming.startIndex)
      if let asked { state.happenings.append(.late(deadline: asked, time: time)) }
    }
    return time
  }

  /// Makes what has been heard come at its time; true if something has.
  func hear() -> Bool {
    let heard = wall.takeHeard()
    guard !heard.isEmpty else { return false }
    let now = wall.now - origin
    let befall = state.withLock { $0.befall }
    for one in heard {
      let time = now + max(0, one.delay)
      switch one.kind {
      case .event(let event): bring(event, at: time)
      case .fault(let kind): befall?(Fault(kind, at: .time(time)))
      }
    }
    return true
  }

  private func bring(_ event: WorldEvent, at time: Int) {
    state.withLock { state in
      let place = state.coming.firstIndex { $0.time > time } ?? state.coming.endIndex
      state.coming.insert((time, .event(event)), at: place)
    }
  }

  /// Notes how late it is at `deadline`; returns the dock's time.
  private func arrive(at deadline: Int, from shown: Int) -> Int {
    let time = wall.now - origin
    let isLate = time - deadline > tolerance
    let watch = state.withLock { state in
      state.lateness.append(max(0, time - deadline))
      if isLate { state.happenings.append(.late(deadline: deadline, time: time)) }
      return shown / frame < deadline / frame ? state.watch : nil
    }
    watch?(deadline)
    return isLate ? time : deadline
  }

  /// Brings what was to come next, which is expected at `due`, not after `last`.
  private func bringNext(at due: Int, by last: Int) -> (time: Int, arrival: Arrival?) {
    let elapsed = wall.now - origin
    let time = elapsed - due > tolerance ? min(elapsed, last) : due
    let arrival = state.withLock { state -> Arrival? in
      let arrival = state.coming.popFirst()?.arrival
      if case .event(let event) = arrival { state.happenings.append(.event(event, at: time)) }
      if arrival == .exit(.background) { state.resumption = resumptions.first { $0 >= due } }
      return arrival
    }
    guard case .exit(let exit) = arrival else { return (time, arrival) }
    note(exit, .exit(exit, at: time))
    return (time, arrival)
  }

  func awaitResumption(now: Int) -> Int {
    let resumption = state.withLock { state in
      defer { state.resumption = nil }
      return state.resumption
    }
    if let resumption {
      // Whoever ends the show meanwhile ends it as soon as it goes on.
      if let exit = wall.wait(until: origin + resumption) { bring(exit) }
    } else {
      wall.suspend()
    }
    let time = max(now, wall.now - origin)
    state.withLock { $0.happenings.append(.resumed(at: time)) }
    return time
  }

  /// Ends or holds the show by `exit`, which has come in `moment`.
  private func end(_ exit: Exit, _ moment: Interval) -> (time: Int, arrival: Arrival?) {
    let since = state.withLock { $0.calls.time }
    let (time, happening) = moment.happening(exit, at: wall.now - origin, callsSince: since)
    note(exit, happening)
    return (time, .exit(exit))
  }

  /// Puts `happening`, which is `exit`, on record.
  private func note(_ exit: Exit, _ happening: Happening) {
    state.withLock { state in
      state.happenings.append(happening)
      guard exit.level > .hold, state.interruption == nil else { return }
      state.interruption = (exit, wall.noticed ?? wall.now)
    }
  }

  private func nextFrame(after time: Int, before deadline: Int) -> Int? {
    guard state.withLock({ $0.watch != nil }) else { return nil }
    let next = (time / frame + 1) * frame
    return next < deadline ? next : nil
  }

  /// Shows the frame at `time`, unless it is the next one's time already.
  private func show(_ time: Int) {
    let isDropped = wall.now - origin >= time + frame
    let watch = state.withLock { state in
      if isDropped { state.drops += 1 }
      return isDropped ? nil : state.watch
    }
    watch?(time)
  }
}

/// How late the commands of a live performance were.
public struct Lateness: Equatable, Sendable {
  /// How many waits there were.
  public let count: Int
  /// The lateness that half of them did not exceed, in nanoseconds.
  public let median: Int
  /// The lateness that 99 of 100 did not exceed, in nanoseconds.
  public let percentile99: Int
  /// The greatest lateness, in nanoseconds.
  public let greatest: Int
  /// By how much the last tenth was later than the first, by their medians, in nanoseconds.
  public let drift: Int
  /// How many frames were not shown because they were late.
  public let drops: Int

  init(_ samples: [Int], drops: Int) {
    let sorted = samples.sorted()
    count = samples.count
    median = sorted.quantile(50)
    percentile99 = sorted.quantile(99)
    greatest = sorted.last ?? 0
    let tenth = max(1, samples.count / 10)
    drift =
      samples.suffix(tenth).sorted().quantile(50) - samples.prefix(tenth).sorted().quantile(50)
    self.drops = drops
  }
}

extension [Int] {
  /// The element of which so many of 100 are not greater; 0 if there is none.
  fileprivate func quantile(_ percent: Int) -> Int {
    isEmpty ? 0 : self[Swift.min(count - 1, count * percent / 100)]
  }
}
