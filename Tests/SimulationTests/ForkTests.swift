import DockKit
import Hardware
import Testing

@testable import Simulation

@Suite struct ForkTests {
  /// Random calls, allowed ones only, that end at rest with tracking given back.
  static func perform(_ seed: Int, for seconds: Int, on rig: Rig) async throws {
    var random = SplitMix64(seed: UInt64(seed))
    try await rig.switchTracking(false)
    let end = rig.dock.now + seconds * 1_000_000_000
    while rig.dock.now < end {
      let yaw = Double.random(in: -150...150, using: &random)
      let pitch = Double.random(in: -60...60, using: &random)
      switch Int.random(in: 0..<8, using: &random) {
      case 0: try await rig.turn(yaw: yaw, pitch: pitch, over: Int(abs(yaw) * 30))
      case 1: try await rig.turn(yaw: yaw, pitch: pitch, relative: true)
      case 2: _ = try await rig.accessory.animate(motion: .no)
      case 3: _ = try await rig.accessory.animate(motion: .kapow)
      case 4: try rig.limit(yaw: (-200...100, abs(pitch) + 1), pitch: (-20...20, 50))
      case 5:
        try await rig.spin()
        rig.wait(500)
        try await rig.switchTracking(true)
        rig.wait(Int.random(in: 0...1000, using: &random))
        try await rig.switchTracking(false)
      default: try await rig.spin(yaw: yaw, pitch: pitch)
      }
      rig.wait(Int.random(in: 0...1, using: &random) * 500 + 500)
    }
    try await rig.spin()
    rig.wait(1000)
    try await rig.switchTracking(true)
    rig.wait(60_000)
  }

  @Test(arguments: [DockModel.stand, .flow2pro, .plain, .quirky], 0..<8)
  func tenMinutesOfAnythingAreSound(_ model: DockModel, _ seed: Int) async throws {
    let rig = Rig(model, tracking: true)
    try await ForkTests.perform(seed, for: 600, on: rig)
    #expect(rig.findings.map(\.text) == [], "seed \(seed)")
    #expect(DockAxis.allCases.allSatisfy { rig.pose[$0].isNear(0, within: 1e-8) })
  }

  @Test func theSameCallsGiveTheSameBytes() async throws {
    var texts: [String] = []
    for _ in 0..<2 {
      let rig = Rig(.flow2pro, tracking: true)
      try await ForkTests.perform(7, for: 60, on: rig)
      texts.append(rig.dock.trace.text)
    }
    #expect(texts[0] == texts[1] && texts[0].utf8.count > 5000)
  }

  @Test func aForkGoesOnAsTheOriginalDoes() async throws {
    let original = Rig(.flow2pro, tracking: true)
    try await ForkTests.perform(1, for: 20, on: original)
    try await original.switchTracking(false)
    let progress = try await original.turn(yaw: 70, pitch: 20, over: 3000)
    original.wait(1234)
    let before = original.dock.trace

    let fork = Rig(original.dock.snapshot)
    for rig in [original, fork] { try await ForkTests.perform(2, for: 20, on: rig) }
    #expect(original.dock.trace == fork.dock.trace)
    #expect(progress.isCancelled)

    let other = Rig(fork.dock.snapshot)
    try await ForkTests.perform(3, for: 20, on: other)
    #expect(original.dock.trace == fork.dock.trace)
    #expect(Array(other.dock.trace.events.prefix(before.events.count)) == before.events)
  }
}
