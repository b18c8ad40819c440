/// A small generator of random numbers, the same on every machine (Steele, Lea and Flood, 2014).
package struct SplitMix64: Equatable, Sendable {
  private var state: UInt64

  /// Creates the generator of `seed`.
  package init(seed: UInt64) { state = seed }

  /// The next 64 random bits.
  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ word >> 30) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
    return word ^ word >> 31
  }

  /// A number in 0 ..< 1, of 53 random bits.
  package mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }

  /// A whole number in 0 ..< `count`, each as likely as the others to a part in 2^53.
  package mutating func index(below count: Int) -> Int {
    min(count - 1, Int(unit() * Double(count)))
  }

  /// A number of nearly the normal distribution with mean 0 and deviation 1: the sum of twelve even
  /// ones, which is the same on every machine.
  package mutating func normal() -> Double {
    var sum = -6.0
    for _ in 0..<12 { sum += unit() }
    return sum
  }
}
