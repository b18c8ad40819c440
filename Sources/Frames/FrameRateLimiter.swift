import Quantities

/// Drops frames so that there are no more of them a second than are wanted.
///
/// The rule is that of libwebrtc: a frame may come up to half a period early, so that jitter drops
/// none. A clock that jumps by two periods begins anew.
package struct FrameRateLimiter: Equatable, Sendable {
  /// Frames a second; nil keeps all, and 0 or less drops all.
  package var rate: Int?
  /// When the next frame is due, in nanoseconds; nil before the first.
  private var next: Int?

  /// Creates a limiter to `rate` frames a second.
  package init(rate: Int?) { self.rate = rate }

  /// True if the frame that was taken at `time` nanoseconds is kept.
  package mutating func keeps(frameAt time: Int) -> Bool {
    guard let rate else { return true }
    guard rate > 0 else { return false }
    let period = Nanoseconds.period(of: rate)
    if let next, abs(next - time) < 2 * period {
      if next > time { return false }
      self.next = next + period
      return true
    }
    next = time + period / 2
    return true
  }
}
