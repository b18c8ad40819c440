/// Writes random compositions and knows how long they are.
struct Composer {
  private var random: SplitMix64
  /// True if it also waits for events that never come.
  private let waits: Bool
  /// True if it also asks the phone for changes that take time.
  private let asks: Bool

  init(seed: UInt64, waits: Bool, asks: Bool = false) {
    random = SplitMix64(seed: seed)
    self.waits = waits
    self.asks = asks
  }

  mutating func statement(depth: Int) -> (text: String, length: Int) {
    guard depth > 0 else {
      let length = random.below(3000)
      if waits, random.below(3) == 0 {
        return ("wait for button 1 for at most \(length)ms", length)
      }
      if asks, random.below(4) == 0 { return ("face random over \(length)ms", length) }
      if asks, random.below(4) == 0 { return ("camera zoom 2x over \(length)ms", length) }
      return ("wait \(length)ms", length)
    }
    switch random.below(6) {
    case 0: return several("together", depth) { $0.max() ?? 0 }
    case 1: return several("race", depth) { $0.min() ?? 0 }
    case 2:
      let delay = random.below(500)
      return several("stagger \(delay)ms", depth) {
        $0.enumerated().map { $0.offset * delay + $0.element }.max() ?? 0
      }
    case 3:
      let (text, length) = statement(depth: depth - 1)
      let count = random.below(4)
      return ("repeat \(count) {\n\(text)\n}", count * length)
    case 4:
      let (text, length) = statement(depth: depth - 1)
      let (period, count) = (length + 1 + random.below(100), 1 + random.below(3))
      let rest = length + random.below(period - length + 1)
      let whole = (count - 1) * period + max(1, rest)
      return ("every \(period)ms for \(whole)ms {\n\(text)\n}", whole)
    default: return several("repeat 1", depth) { $0.reduce(0, +) }
    }
  }

  private mutating func several(
    _ word: String, _ depth: Int, _ whole: ([Int]) -> Int
  ) -> (text: String, length: Int) {
    let parts = (0..<2 + random.below(3)).map { _ in statement(depth: depth - 1) }
    let text = parts.map(\.text).joined(separator: "\n")
    return ("\(word) {\n\(text)\n}", whole(parts.map(\.length)))
  }
}
