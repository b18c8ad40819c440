import Playback
import Synchronization

/// Says how the time of a simulated dock passes, and what comes from outside meanwhile.
protocol Timekeeper: Sendable {
  /// Lets time pass until `deadline` nanoseconds; `now` it is, and `calls` have been made.
  ///
  /// Returns the time it is then, and who wants to end the show if that is why.
  func pass(until deadline: Int, now: Int, calls: Int) -> (time: Int, exit: Exit?)
  /// Waits for the end of a hold and returns the time it is then.
  func awaitResumption(now: Int) -> Int
}

/// Virtual time, in which everything from outside is known before.
final class VirtualTime: Timekeeper {
  private let happenings: [Happening]
  private let next = Mutex(0)

  /// Creates a time in which `happenings` come one after the other.
  init(_ happenings: [Happening] = []) {
    self.happenings = happenings.filter { if case .event = $0 { false } else { true } }
  }

  func pass(until deadline: Int, now: Int, calls: Int) -> (time: Int, exit: Exit?) {
    guard !happenings.isEmpty else { return (deadline, nil) }
    return next.withLock { next in
      guard next < happenings.count else { return (deadline, nil) }
      switch happenings[next] {
      case .exit(let exit, let time) where time <= max(now, deadline):
        next += 1
        return (max(now, time), exit)
      case .exitAfter(let exit, let count) where calls >= count:
        next += 1
        return (now, exit)
      case .late(deadline: deadline, time: let time):
        next += 1
        return (time, nil)
      default: return (deadline, nil)
      }
    }
  }

  func awaitResumption(now: Int) -> Int {
    next.withLock { next in
      guard next < happenings.count, case .resumed(let time) = happenings[next] else {
        return now + 1_000_000_000
      }
      next += 1
      return max(now, time)
    }
  }
}

/// Lets what comes from outside through: each thing once, and nothing that is gentler than what
/// came before.
final class Gate: Sendable {
  private struct State {
    /// What the performance has not been told yet.
    var pending: Exit?
    /// What it has been told, unless that was only to hold.
    var told: Exit?
  }

  let keeper: any Timekeeper
  private let state = Mutex(State())

  /// Creates a gate before `keeper`.
  init(_ keeper: any Timekeeper) { self.keeper = keeper }

  /// What ended the show, if anything did.
  var exit: Exit? { state.withLock { $0.told } }

  /// Waits for a report of the dock; answers whether it is still wanted.
  func waitForReport(_ deadline: Int, _ now: Int, _ calls: Int) -> Bool {
    var now = now
    repeat {
      if state.withLock({ $0.told == .kill }) { return false }
      let (time, exit) = keeper.pass(until: deadline, now: now, calls: calls)
      now = max(now, time)
      if let exit, isNews(exit) {
        state.withLock { $0.pending = exit }
        if exit.level > .hold { return false }
      }
    } while now < deadline
    return true
  }

  /// Waits until `deadline`; returns the time it is then, and what the performance must be told.
  func wait(until deadline: Int, now: Int, calls: Int) -> (time: Int, exit: Exit?) {
    if let exit = takePending() { return (now, exit) }
    var now = now
    while true {
      let (time, exit) = keeper.pass(until: deadline, now: now, calls: calls)
      now = max(now, time)
      if let exit, isNews(exit) {
        tell(exit)
        return (now, exit)
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
