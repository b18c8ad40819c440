import Playback
import Quantities

extension LiveTime {
  /// Works on another thread, so that this one hears who wants to end the show, and can stop the
  /// motors when the work takes longer than the wall's patience.
  func result<Result: Sendable>(
    of work: @escaping @Sendable () -> Result, now: Int
  ) -> (result: Result?, time: Int) {
    guard let patience = wall.patience else { return (work(), now) }
    let deadline = wall.now + patience
    let mailbox = Mailbox<Result>()
    let hasBegun = startThread { mailbox.post(work()) }
    var pause = LiveTime.shortestLook
    while hasBegun {
      if let result = mailbox.next(before: 0) { return (result, now) }
      let time = wall.now
      guard time < deadline else { break }
      if let exit = wall.wait(until: min(deadline, time + pause)) {
        let ends = exit.level > .hold
        let noticed = bring(exit, insteadOfAnswerTo: ends ? now : nil)
        if ends { return (nil, noticed) }
      }
      _ = hear()
      pause = min(2 * pause, LiveTime.longestLook)
    }
    return (nil, bring(.overdue, insteadOfAnswerTo: now))
  }

  /// How long it waits at first, and at most, until it looks for the result, in nanoseconds.
  private static let (shortestLook, longestLook) = (50_000, Milliseconds(2).nanoseconds)
}
