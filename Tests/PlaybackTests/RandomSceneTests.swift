import Testing

/// Random scripts in random scenes: at the end the dock always stands, tracks as before, and the
/// outcome is true.
///
/// `make soak` goes through many more of the same.
struct RandomSceneTests {
  private static let count = Thorough.count(48, sample: 8)

  /// Plays every eighth script from `block` on, and expects nothing wrong with any.
  private func play(_ block: Int, isRough: Bool) {
    var played = 0
    for seed in stride(from: block, to: Self.count, by: 8) {
      let play = RandomPlay(seed: seed, isRough: isRough)
      guard let prepared = play.prepared().play else { continue }
      played += 1
      let faults = RandomPlayed(play, prepared).faults
      #expect(faults == [], "seed \(seed): \(play.command)\n\(play.text)")
    }
    #expect(Thorough.factor == 0 || played * 4 >= Self.count / 8, "\(played) of \(Self.count / 8)")
  }

  @Test("without faults, the auditor has nothing to say", arguments: 0..<8)
  func calm(block: Int) { play(block, isRough: false) }

  @Test("whatever goes wrong, all is given back, or the player says it is not", arguments: 0..<8)
  func rough(block: Int) { play(block, isRough: true) }
}
