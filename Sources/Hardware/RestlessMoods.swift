import Vocabulary

/// The moods of a face that changes by itself: the same for the same seed.
public struct RestlessMoods: Equatable, Sendable {
  private let pause: ClosedRange<Int32>
  private var random: SplitMix64

  /// Creates the moods of `seed` with pauses of so many milliseconds between them.
  public init(every pause: ClosedRange<Int32>, seed: Int32) {
    self.pause = pause
    random = SplitMix64(seed: UInt64(UInt32(bitPattern: seed)))
  }

  /// How long it is until the next change, in milliseconds.
  public mutating func nextPause() -> Int32 {
    let room = Int(pause.upperBound) - Int(pause.lowerBound) + 1
    return pause.lowerBound + Int32(random.index(below: room))
  }

  /// A mood that differs from `mood`.
  public mutating func nextMood(after mood: Mood) -> Mood {
    let way = 1 + random.index(below: Mood.allCases.count - 1)
    return Mood.allCases[(Int(mood.number) + way) % Mood.allCases.count]
  }
}
