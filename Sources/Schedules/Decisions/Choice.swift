import Hardware
import Printing
import Quantities

/// A statement that takes one of its options by chance.
public struct Choice: Hashable, Sendable {
  /// Its number among all choices of the script, from 1.
  public let number: Int
  /// How many options it has.
  public let count: Int
  /// How often each option is taken, compared with the others; none if they are dealt like cards.
  public let weights: [Double]
  /// The seed of its random numbers.
  public let seed: UInt64
  /// How many options it has taken before the show begins, which does so at a mark.
  public package(set) var taken: Int

  /// True if each draw is independent of those before, by the weights; false if options are dealt.
  package var isRolled: Bool { !weights.isEmpty }

  /// The most that a choice may have taken before.
  package static let mostTaken = 4 * CueSheet.limit

  /// The range that weights are held to.
  package static let weightRange = 0.001...1e9

  /// Creates the choice number `number` among `count` options.
  ///
  /// - Parameters:
  ///   - weights: one for each option, kept to thousandths; none if they are dealt.
  ///   - seed: of its random numbers; each choice has its own.
  ///   - taken: how many it has taken before the show begins.
  package init(number: Int, count: Int, weights: [Double] = [], seed: UInt64, taken: Int = 0) {
    (self.number, self.count, self.seed, self.taken) = (number, count, seed, taken)
    let range = Choice.weightRange
    self.weights = weights.map { weight in
      let held = min(max(weight, range.lowerBound), range.upperBound)
      return Thousandths.number(of: Thousandths.count(in: held).rounded())
    }
  }

  /// What begins the cue of the option with the index `option`, as in `option 2 of 3`.
  func sign(ofOption option: Int) -> String { "option \(option + 1) of \(count)" }

  /// The words for it and for what is known of the option it takes, as in `choice 1 is 2 of 3`, or
  /// with weights `choice 1 is 2 of 3:1`; one that has taken some before is `choice 1 after 5`.
  func words(taking option: Int) -> String {
    let seed = seed == 0 ? "" : " seed \(seed)"
    let before = taken == 0 ? "" : " after \(taken)"
    let options = weights.isEmpty ? "\(count)" : weights.map(decimal).joined(separator: ":")
    return "choice \(number)\(seed)\(before) is \(option + 1) of \(options)"
  }
}

/// What the choices of a show have taken so far, and what is left of their packs.
public struct Packs: Equatable, Sendable {
  private struct Pack: Equatable, Sendable {
    /// The options that have not been dealt since the last shuffle.
    var rest: [Int] = []
    /// The option that was taken last.
    var last: Int?
    /// How many have been taken.
    var taken = 0
    var random: SplitMix64

    /// The pack of `choice` when a show begins.
    init(of choice: Choice) {
      random = SplitMix64(seed: choice.seed &* 0x1_0001 &+ UInt64(choice.number))
      for _ in 0..<choice.taken { take(choice) }
    }

    /// Lets `choice` take an option.
    mutating func take(_ choice: Choice) {
      last = choice.isRolled ? Packs.roll(choice, &self) : Packs.deal(choice.count, from: &self)
      taken += 1
    }
  }

  /// What is dealt from: a choice, whatever its weights are at the time.
  private struct Key: Hashable, Sendable {
    let number, count: Int
    let seed: UInt64

    init(_ choice: Choice) {
      (number, count, seed) = (choice.number, choice.count, choice.seed)
    }
  }

  private var packs: [Key: Pack] = [:]

  /// Creates packs of which nothing has been dealt.
  public init() {}

  /// The index of the option that `choice` has taken last; nil before it has taken one.
  public func last(of choice: Choice) -> Int? { packs[Key(choice)]?.last }

  /// How many options `choice` has taken.
  package func taken(by choice: Choice) -> Int { packs[Key(choice)]?.taken ?? 0 }

  /// Lets `choice` take an option; gives its index.
  @discardableResult
  public mutating func draw(_ choice: Choice) -> Int {
    var pack = packs[Key(choice)] ?? Pack(of: choice)
    pack.take(choice)
    packs[Key(choice)] = pack
    return pack.last ?? 0
  }

  /// Deals one of `count` options: each once in a random order, and none twice running.
  private static func deal(_ count: Int, from pack: inout Pack) -> Int {
    var cards = pack.rest
    if cards.isEmpty {
      pack.rest = Array(0..<count)
      cards = pack.rest.filter { $0 != pack.last }
    }
    // One number for each card, also for the last.
    let card = cards[pack.random.index(below: cards.count)]
    pack.rest.removeAll { $0 == card }
    return card
  }

  /// The index of one of the options, by their weights.
  private static func roll(_ choice: Choice, _ pack: inout Pack) -> Int {
    var place = pack.random.unit() * choice.weights.reduce(0, +)
    for (index, weight) in choice.weights.enumerated() {
      if place < weight { return index }
      place -= weight
    }
    return choice.count - 1
  }
}
