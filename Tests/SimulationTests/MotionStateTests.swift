import DockKit
import Hardware
import Spatial
import Testing

@testable import Simulation

@Suite struct MotionStateTests {
  @Test func comeAtTheDocksRate() async throws {
    let rig = Rig(.made(rate: 30))
    try await rig.spin(yaw: 30)
    var times: [Double] = []
    for await state in try rig.accessory.motionStates.prefix(61) { times.append(state.timestamp) }
    #expect(times.first == 0 && times.last == 2)
    #expect(zip(times, times.dropFirst()).allSatisfy { ($1 - $0).isNear(1 / 30, within: 2e-9) })
    #expect(rig.dock.now == 2_000_000_000)
  }

  @Test func beginWithTheNextAndSkipWhatWasMissed() async throws {
    let rig = Rig(.made(rate: 4))
    rig.wait(100)
    var states = try rig.accessory.motionStates.makeAsyncIterator()
    #expect(await states.next()?.timestamp == 0.25)
    #expect(await states.next()?.timestamp == 0.5)
    rig.wait(1100)
    #expect(await states.next()?.timestamp == 1.75)
  }

  @Test func areInRadiansWithPitchFirst() async throws {
    let rig = Rig(at: AxisVector(yaw: 90, pitch: -10))
    try await rig.spin(yaw: 18)
    rig.wait(1000)
    let state = rig.dock.motionState
    #expect(state.angularPositions.x.isNear(-10 * .pi / 180))
    #expect(state.angularVelocities.y.isNear(.pi / 10))
    #expect(state.angularPositions.z == 0 && state.error == nil)
  }

  @Test func positionsAreWholeTicks() async throws {
    let rig = Rig(.flow2pro)
    try await rig.spin(yaw: 7)
    for await state in try rig.accessory.motionStates.prefix(9) {
      let ticks = state.angularPositions.y * 180 / .pi / 0.00716
      #expect(ticks.isNear(ticks.rounded(), within: 1e-6))
      #expect((ticks * 0.00716).isNear(rig.pose.yaw, within: 0.00358 + 1e-9))
    }
    #expect(rig.pose.yaw > 10)
  }

  @Test func endWhenTheDockLeaves() async throws {
    let rig = Rig()
    var states = try rig.accessory.motionStates.makeAsyncIterator()
    #expect(await states.next() != nil)
    rig.dock.setDocked(false)
    #expect(await states.next() == nil)
  }

  @Test func aDockMayHaveNone() throws {
    let rig = Rig(.made(rate: 0))
    #expect(throws: DockKitError.notSupportedByDevice) { try rig.accessory.motionStates }
  }
}
