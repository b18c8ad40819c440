import Testing

@testable import Motion

struct CubeRootTests {
  @Test func cubesOfRootsAreTheNumbers() {
    var random = SplitMix64(printing: 51)
    for _ in 0..<Thorough.count(100_000, sample: 10_000) {
      let x = random.magnitude(1e-300, 1e300)
      let root = x.cubeRoot
      // Written so that nothing overflows on the way.
      if abs(root * root / x * root - 1) > 4e-15 {
        Issue.record("\(x) has the cube root \(root)")
        return
      }
    }
  }

  @Test func edges() {
    #expect((0.0).cubeRoot == 0 && Double.infinity.cubeRoot == .infinity)
    #expect(Double.nan.cubeRoot.isNaN && (8.0).cubeRoot == 2 && (27e-9).cubeRoot == 3e-3)
    let least = Double.leastNonzeroMagnitude
    #expect(isClose(least.cubeRoot, (least * 0x1p162).cubeRoot * 0x1p-54, 1e-15))
    #expect(isClose(Double.greatestFiniteMagnitude.cubeRoot, 0x1p341 * 1.259921049894873, 1e-15))
  }
}
