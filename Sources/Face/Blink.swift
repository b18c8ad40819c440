import Hardware
import Vocabulary

/// A blink of a face.
package struct Blink: Equatable, Sendable {
  /// The ways to blink.
  package enum Kind: String, CaseIterable, Sendable {
    case normal, quick, slow, double, triple

    /// How long an eye is not open, in seconds.
    package var lengths: ClosedRange<Double> {
      switch self {
      case .normal: 0.15...0.25
      case .quick: 0.08...0.12
      case .slow: 0.3...0.5
      case .double: 0.15...0.15
      case .triple: 0.12...0.12
      }
    }

    /// How often the eyes close.
    package var count: Int { self == .triple ? 3 : self == .double ? 2 : 1 }

    /// The time from one closing to the next, in seconds.
    package var gap: Double { self == .triple ? 0.2 : self == .double ? 0.25 : 0 }
  }

  /// When the eyes begin to close, in seconds.
  package var start: Double
  /// The way.
  package var kind: Kind
  /// How long an eye is not open, in seconds.
  package var length: Double

  /// The share of `length` in which the eyes close; in the rest they open.
  package static let closing = 0.4

  /// Creates a blink.
  package init(start: Double, kind: Kind, length: Double) {
    (self.start, self.kind, self.length) = (start, kind, length)
  }

  /// When the eyes are open again, in seconds.
  package var end: Double { start + Double(kind.count - 1) * kind.gap + length }

  /// How far the eyes are open at `time` seconds: from 0 to 1.
  package func openness(at time: Double) -> Double {
    for index in 0..<kind.count {
      let share = (time - start - Double(index) * kind.gap) / length
      guard share > 0, share < 1 else { continue }
      return share < Blink.closing
        ? 1 - ease(share / Blink.closing) : ease((share - Blink.closing) / (1 - Blink.closing))
    }
    return 1
  }
}

/// How often a mood blinks, and how.
package struct BlinkHabit: Equatable, Sendable {
  /// A draw that replaces the usual time between blinks.
  package enum Special: Equatable, Sendable {
    /// The usual time, so many times.
    case times(ClosedRange<Double>)
    /// A time of its own, in seconds.
    case seconds(ClosedRange<Double>)
  }

  /// The time between blinks, in seconds, before `spread`.
  package var gap: ClosedRange<Double>
  /// How likely a special draw is, from 0 to 1.
  package var chance: Double
  /// The special draws, all as likely.
  package var specials: [Special]
  /// How likely each kind is, in hundredths.
  package var odds: [Blink.Kind: Int]

  /// What every time between blinks is multiplied with, drawn anew each time.
  package static let spread = 0.8...1.3

  /// The habit of `mood`.
  package init(of mood: Mood) {
    (gap, chance, specials) =
      switch mood {
      case .sleepy: (4...8, 0.2, [.times(1.5...2.5)])
      case .surprise, .fear: (1.5...4, 0.3, [.seconds(0.3...1)])
      case .excited, .joy, .happy: (3...6, 0, [])
      case .sad, .sadness: (5...9, 0.15, [.times(1.8...3)])
      case .anger: (2...7, 0.25, [.times(0.5...1), .times(2...3.5)])
      case .love: (3.5...6.5, 0.2, [.seconds(1.8...3)])
      case .curiosity: (3...5.5, 0, [])
      default: (4...7, 0.1, [.times(1.5...2.2)])
      }
    odds =
      switch mood {
      case .sleepy: [.slow: 70, .normal: 20, .double: 10]
      case .surprise, .fear: [.quick: 60, .normal: 25, .double: 15]
      case .love: [.double: 30, .triple: 10, .normal: 40, .slow: 20]
      case .happy, .joy, .excited: [.normal: 50, .quick: 20, .double: 15, .triple: 15]
      case .anger: [.normal: 70, .quick: 20, .slow: 10]
      default: [.normal: 75, .quick: 10, .slow: 8, .double: 5, .triple: 2]
      }
  }
}

/// The blinks of a mood, one after the other without an end: the same for the same seed.
package struct Blinks: Sequence, IteratorProtocol {
  private let habit: BlinkHabit
  private var random: SplitMix64
  private var free: Double

  /// Creates the blinks of a face that has been in `mood` since `start` seconds.
  package init(of mood: Mood, from start: Double = 0, seed: UInt64) {
    habit = BlinkHabit(of: mood)
    random = SplitMix64(seed: seed)
    free = start
  }

  /// The next blink; there is always one.
  package mutating func next() -> Blink? {
    let start = free + gap()
    var draw = random.index(below: 100)
    let kind =
      Blink.Kind.allCases.first { kind in
        draw -= habit.odds[kind] ?? 0
        return draw < 0
      } ?? .normal
    let blink = Blink(start: start, kind: kind, length: random.number(in: kind.lengths))
    free = blink.end
    return blink
  }

  /// The time to the next blink.
  private mutating func gap() -> Double {
    let usual = random.number(in: habit.gap) * random.number(in: BlinkHabit.spread)
    guard random.unit() < habit.chance else { return usual }
    switch habit.specials[random.index(below: habit.specials.count)] {
    case .times(let range): return usual * random.number(in: range)
    case .seconds(let range): return random.number(in: range)
    }
  }
}

extension SplitMix64 {
  /// A number in `range`.
  fileprivate mutating func number(in range: ClosedRange<Double>) -> Double {
    range.lowerBound + unit() * (range.upperBound - range.lowerBound)
  }
}

/// `share`, from 0 to 1, of a change that begins and ends gently.
func ease(_ share: Double) -> Double {
  let share = max(0, min(1, share))
  return share * share * (3 - 2 * share)
}
