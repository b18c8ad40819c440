import DockKit
import Hardware
import Quantities
import Spatial
import Testing

@testable import Simulation

@Suite struct VirtualClockTests {
  @Test func sleepingIsWhatMovesTheWorld() async throws {
    let rig = Rig()
    try await rig.spin(yaw: 10)
    try await rig.clock.sleep(for: .seconds(600))
    #expect(rig.clock.now.nanoseconds == 600_000_000_000)
    #expect(rig.pose.yaw.isNear(5999.75))
  }

  @Test func neverGoesBack() async throws {
    let rig = Rig()
    let start = rig.clock.now
    rig.clock.advance(to: start.advanced(by: .seconds(5)))
    try await rig.clock.sleep(until: start)
    rig.clock.advance(to: start)
    #expect(start.duration(to: rig.clock.now) == .seconds(5))
  }

  @Test func aCancelledTaskDoesNotSleep() async throws {
    let clock = Rig().clock
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await clock.sleep(for: .seconds(1))
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(clock.now.nanoseconds == 0)
  }

  @Test func timesBeyondAllMeasureDoNotTrap() async throws {
    let rig = Rig()
    try await rig.spin(yaw: 100)
    try await rig.clock.sleep(for: .seconds(Int64.max))
    try await rig.clock.sleep(for: .seconds(Int64.max))
    #expect(rig.clock.now.nanoseconds == DockWorld.horizon)
    _ = try await rig.accessory.setOrientation(.zero, duration: .seconds(Int64.max))
    _ = rig.dock.trace.text
    #expect(await (try rig.accessory.motionStates).first { _ in true } != nil)
    #expect(Duration.seconds(Int64.min).wholeNanoseconds == .min)
  }
}
