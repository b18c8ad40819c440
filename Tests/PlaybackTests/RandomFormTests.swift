import Rehearsal
import Testing

/// Random scripts of the forms of a live show, in random scenes: modes, ends, marks, sounds.
///
/// A play takes seconds, so these are few: `make soak` goes through many more, and sweeps some.
@Suite("Random scripts of live forms") struct RandomFormTests {
  private static let count = Thorough.count(32, sample: 1)

  /// Plays every eighth script from `block` on, and expects nothing wrong with any.
  private func play(_ block: Int, isRough: Bool) {
    var played = 0
    for seed in stride(from: block, to: Self.count, by: 8) {
      let play = RandomPlay(formsOf: seed, isRough: isRough)
      guard let prepared = play.prepared().play else { continue }
      played += 1
      let faults = RandomFormFaults(play, prepared)
      #expect(faults.all == [], "seed \(seed): \(play.command)\n\(play.text)")
    }
    // A sample may have none that is accepted.
    #expect(Thorough.factor == 0 || played * 4 >= Self.count / 8, "\(played)")
  }

  @Test("without faults, they are repeated to the byte", arguments: 0..<8)
  func calm(block: Int) { play(block, isRough: false) }

  @Test("whatever goes wrong, they end in order", arguments: 0..<8)
  func rough(block: Int) { play(block, isRough: true) }
}
