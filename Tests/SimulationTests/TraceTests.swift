import DockKit
import Hardware
import Spatial
import Testing

@testable import Simulation

@Suite struct TraceTests {
  @Test func whatComesAfterTheEndIsAsAtTheEnd() {
    let piece = Piece(
      start: 0, position: 0, speed: 0, acceleration: 0, jerk: 14_400, cause: .orientation)
    let motion = AxisMotion(.pitch, [piece])
    let trace = Trace(beganTracking: true, axes: [motion], events: [], end: 50_000_000)
    let last = motion.position(at: 0.05)
    #expect(trace.position(of: .pitch, at: 60_000) == last)
    #expect(trace.speed(of: .pitch, at: 60_000) == motion.speed(at: 0.05))
    #expect(trace.extremes(of: .pitch, in: 0...60_000) == 0...last)
  }

  @Test func text() async throws {
    let rig = Rig(.made(lifetime: 1000), tracking: true)
    try? await rig.spin(yaw: 20)
    try await rig.manager.setSystemTrackingEnabled(false)
    try await rig.turn(yaw: 40, pitch: -10, over: 1000)
    rig.wait(1500)
    try await rig.spin(pitch: 20)
    rig.wait(1500)
    try rig.limit(pitch: (-20...20, 50))
    try await rig.accessory.setFramingMode(.left)
    try await rig.manager.setSystemTrackingEnabled(true)
    #expect(
      rig.dock.trace.text == """
               0  call      setAngularVelocity yaw 20000 pitch 0 roll 0 -> notSupported
               0  call      setSystemTrackingEnabled off
               0  tracking  off
               0  call      setOrientation yaw 40000 pitch -10000 roll 0 duration 1000 absolute
               0  yaw       orientation at 0 speed 0 acceleration 0 jerk 7651841
               0  pitch     orientation at 0 speed 0 acceleration 0 jerk -1022804
              22  yaw       orientation at 13 speed 1829 acceleration 167317
              43  pitch     orientation at -13 speed -935 acceleration -43741
             457  pitch     orientation at -4158 speed -19065 acceleration -43741 jerk 1022804
             478  yaw       orientation at 18264 speed 78171 acceleration 167317 jerk -7651841
             500  yaw       orientation at 20000 speed 80000 acceleration 0 jerk -7651841
             500  pitch     orientation at -5000 speed -20000 acceleration 0 jerk 1022804
             522  yaw       orientation at 21736 speed 78171 acceleration -167317
             543  pitch     orientation at -5842 speed -19065 acceleration 43741
             957  pitch     orientation at -9987 speed -935 acceleration 43741 jerk -1022804
             978  yaw       orientation at 39987 speed 1829 acceleration -167317 jerk 7651841
            1000  yaw       orientation at 40000 speed 0 acceleration 0
            1000  pitch     orientation at -10000 speed 0 acceleration 0
            1500  call      setAngularVelocity yaw 0 pitch 20000 roll 0
            1500  pitch     velocity at -10000 speed 0 acceleration 200000
            1600  pitch     velocity at -9000 speed 20000 acceleration 0
            2500  pitch     expiry at 9000 speed 20000 acceleration -200000
            2600  pitch     expiry at 10000 speed 0 acceleration 0
            3000  call      setLimits pitch -20000...20000 at 50000
            3000  call      setFramingMode left
            3000  call      setSystemTrackingEnabled on
            3000  tracking  on
            3000  yaw       tracker at 40000 speed 0 acceleration 0 jerk -10000000
            3000  pitch     tracker at 10000 speed 0 acceleration 0 jerk -10000000
            3000  end       tracking on

        """)
  }

  @Test func theFutureIsNotInIt() async throws {
    let rig = Rig()
    try await rig.turn(yaw: 40, over: 1000)
    rig.wait(100)
    let trace = rig.dock.trace
    #expect(trace.end == 100_000_000)
    #expect(trace.motion(of: .yaw)?.pieces.allSatisfy { $0.start <= 0.1 } == true)
  }

  @Test func queries() async throws {
    let rig = Rig()
    try await rig.spin(yaw: 50)
    rig.wait(1000)
    try await rig.spin(yaw: -100)
    rig.wait(2000)
    let trace = rig.dock.trace
    // Up to 50 deg/s in 250 ms, even to 1000 ms, through 0 at 1250 ms, at -100 from 1750 ms.
    #expect(trace.position(of: .yaw, at: 1000)?.isNear(43.75) == true)
    #expect(trace.speed(of: .yaw, at: 1250)?.isNear(0) == true)
    #expect(trace.peakSpeed(of: .yaw, in: 0...1500)?.isNear(50) == true)
    #expect(trace.peakSpeed(of: .yaw, in: 1200...1300)?.isNear(10) == true)
    #expect(trace.peakSpeed(of: .yaw, in: 0...3000)?.isNear(100) == true)
    #expect(trace.extremes(of: .yaw, in: 0...2000)?.upperBound.isNear(50) == true)
    #expect(trace.extremes(of: .yaw, in: 1000...1100)?.upperBound.isNear(47.75) == true)
    #expect(!trace.isMoving(at: 0) && trace.isMoving(at: 1) && !trace.isMoving(at: 1250))
    #expect(trace.position(of: .roll, at: 0) == nil && trace.peakSpeed(of: .roll, in: 0...1) == nil)
    #expect(!trace.endsTracking)
  }

  @Test func strangeNumbersAreWrittenAsSuch() async throws {
    let rig = Rig()
    try? await rig.accessory.setAngularVelocity(.init(x: .nan, y: .infinity, z: -1e300))
    #expect(
      rig.dock.trace.text.contains(
        "setAngularVelocity yaw inf pitch nan roll -9200000000000000000 -> invalidParameter"))
  }
}
