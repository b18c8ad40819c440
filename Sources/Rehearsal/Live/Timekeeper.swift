import Playback
import Quantities
import Schedules
import Simulation
import Synchronization

/// What comes from outside while time passes.
enum Arrival: Equatable, Sendable {
  /// A request to end or pause the show.
  case exit(Exit)
  /// The world brings an event.
  case event(WorldEvent)
}

/// Says how the time of a simulated dock passes, and what comes from outside meanwhile.
protocol Timekeeper: Sendable {
  /// Lets time pass until `deadline` nanoseconds; `now` it is, and `calls` have been made.
  ///
  /// Returns the time it is then, and what has come if that is why.
  func pass(until deadline: Int, now: Int, calls: CallCount) -> (time: Int, arrival: Arrival?)
  /// Waits for the end of a hold and returns the time it is then.
  func awaitResumption(now: Int) -> Int
  /// The result of `work`, which begins `now`; nil if something has come first that ends the show,
  /// which `pass` brings at `time`.
  func result<Result: Sendable>(
    of work: @escaping @Sendable () -> Result, now: Int
  ) -> (result: Result?, time: Int)
}

/// Virtual time, in which everything from outside is known before.
final class VirtualTime: Timekeeper {
  private struct State {
    /// What comes at a time.
    var timed: ArraySlice<Happening>
    /// What comes after so many calls.
    var counted: ArraySlice<(exit: Exit, calls: CallCount)>
    /// When the hold that came last is over; nil if nobody has said.
    var resumption: Int?
    /// Who wants to end the show and was not foreseen; nil if nobody does.
    var request: Exit?
    /// How that is written down, once it has ended the show.
    var answer: Happening?
    /// How many calls had been made when somebody last waited, and since when.
    var calls = (count: CallCount(), time: 0)

    /// Brings `exit`, and finds out when it is over if it is only a hold.
    ///
    /// The resumption behind it is its own, unless another hold comes before.
    mutating func bring(_ exit: Exit) -> Arrival {
      guard exit.level == .hold else { return .exit(exit) }
      resumption = nil
      for (index, happening) in zip(timed.indices, timed) {
        if case .exit(let other, _) = happening, other.level == .hold { break }
        guard case .resumed(let time) = happening else { continue }
        resumption = time
        timed.remove(at: index)
        break
      }
      return .exit(exit)
    }
  }

  private let state: Mutex<State>

  /// A time of its own, in which `happenings` come beside what has not come yet.
  func fork(adding happenings: [Happening]) -> VirtualTime {
    let state = state.withLock { $0 }
    let cuts = state.counted.map {
      Happening.exitAfter($0.exit, calls: $0.calls.dock, phoneCalls: $0.calls.phone)
    }
    return VirtualTime((happenings + cuts + state.timed).inOrder)
  }

  /// Creates a time in which `happenings` come one after the other.
  init(_ happenings: [Happening] = []) {
    var state = State(timed: [], counted: [])
    for happening in happenings {
      if case .exitAfter(let exit, let calls, let phoneCalls) = happening {
        state.counted.append((exit, CallCount(dock: calls, phone: phoneCalls)))
      } else {
        state.timed.append(happening)
      }
    }
    self.state = Mutex(state)
  }

  /// Ends the show by `exit` as soon as somebody waits, unless that was asked for before.
  func end(by exit: Exit) {
    state.withLock { if $0.request == nil, $0.answer == nil { $0.request = exit } }
  }

  /// What `end` has brought about, for a replay; nil if nothing.
  var answer: Happening? { state.withLock { $0.answer } }

  func pass(until deadline: Int, now: Int, calls: CallCount) -> (time: Int, arrival: Arrival?) {
    state.withLock { state in
      if state.calls.count != calls { state.calls = (calls, now) }
      if let exit = state.request.take() {
        let (time, happening) = Interval(after: now, until: deadline, calls: calls)
          .happening(exit, at: now, callsSince: state.calls.time)
        state.answer = happening
        return (time, .exit(exit))
      }
      if let next = state.counted.first, calls.reaches(next.calls) {
        state.counted.removeFirst()
        return (now, state.bring(next.exit))
      }
      while case .resumed = state.timed.first { state.timed.removeFirst() }
      if deadline >= openEnd, state.timed.allSatisfy(\.isTimeUp) { return (now, .exit(.silence)) }
      switch state.timed.first {
      case .exit(let exit, let time) where time <= max(now, deadline):
        state.timed.removeFirst()
        return (max(now, time), state.bring(exit))
      case .event(let event, let time) where time <= max(now, deadline):
        state.timed.removeFirst()
        return (max(now, time), .event(event))
      case .late(deadline: deadline, time: let time):
        state.timed.removeFirst()
        return (time, nil)
      default: return deadline >= openEnd ? (now, .exit(.silence)) : (deadline, nil)
      }
    }
  }

  /// Computing takes no time here, unless it is known to have been given up for an exit.
  func result<Result: Sendable>(
    of work: @escaping @Sendable () -> Result, now: Int
  ) -> (result: Result?, time: Int) {
    let end = state.withLock { state -> Int? in
      guard case .late(deadline: now, _)? = state.timed.first,
        case .exit(_, let time)? = state.timed.dropFirst().first
      else { return nil }
      state.timed.removeFirst()
      return time
    }
    return end.map { (nil, $0) } ?? (work(), now)
  }

  func awaitResumption(now: Int) -> Int {
    state.withLock { state in
      defer { state.resumption = nil }
      return state.resumption.map { max(now, $0) } ?? now + Nanoseconds.second
    }
  }
}

/// Passes on events from outside: each once, and no interruption that is weaker than an earlier
/// one.
final class Gate: Sendable {
  private struct State {
    /// The events that have not been passed on yet.
    var pending: Exit?
    /// What it has been told, unless that was only to hold.
    var told: Exit?
    /// The events it has not been told of yet.
    var events: ArraySlice<WorldEvent> = []
  }

  let keeper: any Timekeeper
  private let state = Mutex(State())

  /// Creates a gate before `keeper`.
  init(_ keeper: any Timekeeper) { self.keeper = keeper }

  /// What ended the show, if anything did: what came last, also while the motors were given back.
  var exit: Exit? {
    state.withLock { $0.pending.flatMap { $0.level > .hold ? $0 : nil } ?? $0.told }
  }

  /// Waits for a report of the dock; returns the time it is then, and whether the report is still
  /// wanted, or something else has come first.
  func waitForReport(
    _ deadline: Int, _ now: Int, _ calls: CallCount
  ) -> (time: Int, isWanted: Bool) {
    var now = now
    repeat {
      if state.withLock({ $0.told == .kill || ($0.pending?.level ?? .hold) > .hold }) {
        return (now, false)
      }
      let (time, arrival) = keeper.pass(until: deadline, now: now, calls: calls)
      now = max(now, time)
      switch arrival {
      case .exit(let exit) where isNews(exit):
        state.withLock { $0.pending = exit }
        if exit.level > .hold { return (now, false) }
      case .event(let event):
        state.withLock { $0.events.append(event) }
        return (now, false)
      default: break
      }
    } while now < deadline
    return (now, true)
  }

  /// Waits until `deadline`; returns the time it is then, and what the performance must be told.
  func wait(until deadline: Int, now: Int, calls: CallCount) -> (time: Int, arrival: Arrival?) {
    if let exit = takePending() { return (now, .exit(exit)) }
    if let event = state.withLock({ $0.events.popFirst() }) { return (now, .event(event)) }
    var now = now
    while true {
      let (time, arrival) = keeper.pass(until: deadline, now: now, calls: calls)
      now = max(now, time)
      switch arrival {
      case .exit(let exit) where isNews(exit):
        tell(exit)
        return (now, arrival)
      case .event: return (now, arrival)
      // Nothing else can end a wait without an end.
      case .exit where deadline >= openEnd: return (now, arrival)
      default: break
      }
      if now >= deadline { return (now, nil) }
    }
  }

  private func isNews(_ exit: Exit) -> Bool {
    state.withLock { state in
      guard let last = state.pending ?? state.told else { return true }
      return exit.level > last.level
    }
  }

  private func takePending() -> Exit? {
    let pending = state.withLock { state in
      defer { state.pending = nil }
      return state.pending
    }
    if let pending { tell(pending) }
    return pending
  }

  private func tell(_ exit: Exit) {
    if exit.level > .hold { state.withLock { $0.told = exit } }
  }
}
