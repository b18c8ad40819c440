import Face
import Testing
import Vocabulary

/// Blinks: how often, of which kind and how long, for every mood.
@Suite struct BlinkTests {
  /// The kinds, the shortest and the longest time of one, how many, and how far apart.
  @Test(
    "blink kinds: length, number and gap",
    arguments: [
      (Blink.Kind.normal, 0.15...0.25, 1, 0.0), (.quick, 0.08...0.12, 1, 0),
      (.slow, 0.3...0.5, 1, 0), (.double, 0.15...0.15, 2, 0.25), (.triple, 0.12...0.12, 3, 0.2),
    ])
  func lengthsOfKinds(kind: Blink.Kind, lengths: ClosedRange<Double>, count: Int, gap: Double) {
    #expect(kind.lengths == lengths)
    #expect(kind.count == count)
    #expect(kind.gap == gap)
  }

  @Test("blink kinds: 40 % closing, 60 % opening")
  func fortyPercentClosingAndSixtyPercentOpening() {
    #expect(Blink.closing == 0.4)
    let blink = Blink(start: 1, kind: .normal, length: 0.2)
    #expect(blink.openness(at: 1) == 1)
    #expect(abs(blink.openness(at: 1.08)) < 1e-9)
    #expect(abs(blink.openness(at: 1.04) - 0.5) < 1e-9)
    #expect(abs(blink.openness(at: 1.14) - 0.5) < 1e-9)
    #expect(blink.openness(at: 1.2) == 1)
  }

  @Test(
    "blink kinds: double closes twice, triple three times",
    arguments: [(Blink.Kind.double, [0.0, 0.25]), (.triple, [0, 0.2, 0.4])])
  func theEyesCloseAsOftenAsTheKindSays(kind: Blink.Kind, starts: [Double]) {
    let blink = Blink(start: 5, kind: kind, length: kind.lengths.lowerBound)
    for start in starts {
      #expect(blink.openness(at: 5 + start - 0.001) == 1)
      let closed = 5 + start + Blink.closing * blink.length
      #expect(blink.openness(at: closed) < 1e-6)
    }
    #expect(abs(blink.end - (5 + starts[starts.count - 1] + blink.length)) < 1e-9)
  }

  /// The times between blinks before they are spread, the chance of a special one, and what it is.
  @Test(
    "blink gaps: times 0.8 to 1.3, and the special draws of each expression",
    arguments: [
      ([Mood.sleepy], 4.0...8.0, 0.2, [BlinkHabit.Special.times(1.5...2.5)]),
      ([.surprise, .fear], 1.5...4, 0.3, [.seconds(0.3...1)]),
      ([.excited, .joy, .happy], 3...6, 0, []),
      ([.sad, .sadness], 5...9, 0.15, [.times(1.8...3)]),
      ([.anger], 2...7, 0.25, [.times(0.5...1), .times(2...3.5)]),
      ([.love], 3.5...6.5, 0.2, [.seconds(1.8...3)]),
      ([.curiosity], 3...5.5, 0, []),
      (
        [
          .normal, .disgust, .trust, .anticipation, .acceptance, .contempt, .pride, .shame, .guilt,
          .envy,
        ], 4...7, 0.1, [.times(1.5...2.2)]
      ),
    ])
  func gapsOfMoods(
    moods: [Mood], gap: ClosedRange<Double>, chance: Double, specials: [BlinkHabit.Special]
  ) {
    for mood in moods {
      let habit = BlinkHabit(of: mood)
      #expect(habit.gap == gap, "\(mood)")
      #expect(habit.chance == chance, "\(mood)")
      #expect(habit.specials == specials, "\(mood)")
    }
    #expect(BlinkHabit.spread == 0.8...1.3)
  }

  @Test("blink kinds: the odds of each expression")
  func oddsOfKinds() {
    func odds(_ mood: Mood) -> [Blink.Kind: Int] { BlinkHabit(of: mood).odds }
    #expect(odds(.sleepy) == [.slow: 70, .normal: 20, .double: 10])
    for mood in [Mood.surprise, .fear] {
      #expect(odds(mood) == [.quick: 60, .normal: 25, .double: 15])
    }
    #expect(odds(.love) == [.double: 30, .triple: 10, .normal: 40, .slow: 20])
    for mood in [Mood.happy, .joy, .excited] {
      #expect(odds(mood) == [.normal: 50, .quick: 20, .double: 15, .triple: 15])
    }
    #expect(odds(.anger) == [.normal: 70, .quick: 20, .slow: 10])
    #expect(odds(.pride) == [.normal: 75, .quick: 10, .slow: 8, .double: 5, .triple: 2])
    for mood in Mood.allCases { #expect(odds(mood).values.reduce(0, +) == 100, "\(mood)") }
  }

  /// What is drawn is what the table says: the kinds as often, the gaps within their bounds.
  @Test(
    "blink gaps and kinds: what is drawn keeps to the table",
    arguments: Mood.allCases)
  func drawsKeepToTheHabit(mood: Mood) {
    let habit = BlinkHabit(of: mood)
    var (counts, last, specials) = ([Blink.Kind: Int](), 3.0, 0)
    let count = 20_000
    let (least, most) = (habit.gap.lowerBound * 0.8, habit.gap.upperBound * 1.3)
    for blink in Blinks(of: mood, from: 3, seed: 7).prefix(count) {
      counts[blink.kind, default: 0] += 1
      #expect(blink.kind.lengths.contains(blink.length))
      let gap = blink.start - last
      if gap < least - 1e-9 || gap > most + 1e-9 { specials += 1 }
      #expect(gap > 0.29 && gap < most * 3.5)
      last = blink.end
    }
    for (kind, odds) in habit.odds {
      let share = Double(counts[kind] ?? 0) / Double(count)
      #expect(abs(share - Double(odds) / 100) < 0.012, "\(mood) \(kind) \(share)")
    }
    #expect(Set(counts.keys) == Set(habit.odds.keys))
    #expect(habit.chance > 0 || specials == 0)
    #expect(Double(specials) / Double(count) < habit.chance + 0.01)
  }

  @Test func theSameSeedGivesTheSameBlinks() {
    let one = Array(Blinks(of: .love, seed: 4).prefix(50))
    #expect(one == Array(Blinks(of: .love, seed: 4).prefix(50)))
    #expect(one != Array(Blinks(of: .love, seed: 5).prefix(50)))
  }
}
