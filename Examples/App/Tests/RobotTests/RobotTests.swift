import DockKit
import DockPlayer
import DockSimulator
import Robot
import Testing

/// The robot on a simulated dock: no phone, no dock, no waiting.
@Suite @MainActor struct RobotTests {
  let simulator = Simulator(manager: Simulator.makeManager())

  @Test func itSaysHelloAndWaitsForATouch() async throws {
    let robot = Robot(manager: simulator.manager, clock: simulator.clock)
    let show = Task { await robot.perform(Shows.hello) }
    #expect(await simulator.run(atMost: .seconds(20)) { await robot.lines == ["touch me"] })
    // The motors are not needed while it waits.
    #expect(simulator.manager.isSystemTrackingEnabled)
    #expect(robot.mood == .happy && robot.player.phase == .playing)
    robot.touch()
    #expect(await simulator.run(atMost: .seconds(20)) { await robot.player.phase == .ended })
    await show.value
    #expect(robot.mood == .love && robot.message == nil)
    #expect(robot.player.report?.ending == .finished)
  }

  @Test("long press: 1.0 s with 50 pt slop, and a hint of 3 s")
  func itShowsAHintAndHearsALongPress() async throws {
    #expect(Robot.pressLength == .seconds(1) && Robot.pressSlop == 50)
    let robot = Robot(manager: simulator.manager, clock: simulator.clock)
    let show = Task { await robot.perform(Shows.alone) }
    #expect(await simulator.run(atMost: .seconds(5)) { await robot.hint != nil })
    #expect(robot.hint == "press long to choose again")
    await simulator.advance(by: .milliseconds(2900))
    #expect(robot.hint != nil)
    await simulator.advance(by: .milliseconds(200))
    #expect(robot.hint == nil && robot.lines.count == 1 && robot.mood == .normal)
    robot.touch()
    await simulator.advance(by: .seconds(1))
    #expect(robot.player.phase == .playing)
    robot.press()
    #expect(await simulator.run(atMost: .seconds(5)) { await robot.player.phase == .ended })
    await show.value
    #expect(robot.mood == .happy && robot.message == nil)
  }

  @Test func itStandsWhenItsTaskIsCancelled() async throws {
    let robot = Robot(manager: simulator.manager, clock: simulator.clock)
    let show = Task { await robot.perform(Shows.hello) }
    #expect(await simulator.run(atMost: .seconds(5)) { abs(simulator.velocity.y) > 0.2 })
    show.cancel()
    #expect(await simulator.run(atMost: .seconds(2)) { await robot.player.phase == .ended })
    #expect(robot.player.report?.ending == .stopped)
    #expect(robot.player.report?.isStopConfirmed == true)
    #expect(simulator.manager.isSystemTrackingEnabled)
  }

  @Test func itStandsInTheBackground() async throws {
    let robot = Robot(manager: simulator.manager, clock: simulator.clock)
    let show = Task { await robot.perform(Shows.hello) }
    #expect(await simulator.run(atMost: .seconds(5)) { abs(simulator.velocity.y) > 0.2 })
    robot.player.enterBackground()
    #expect(await simulator.run(atMost: .seconds(2)) { await robot.player.phase == .ended })
    await show.value
    #expect(simulator.manager.isSystemTrackingEnabled)
    await robot.perform(Shows.no)
    #expect(robot.message == "the app is not on the screen")
  }

  @Test("requirements: a dock is optional, and one that comes later is used")
  func itPerformsWithoutADock() async throws {
    let simulator = Simulator(isDocked: false, manager: Simulator.makeManager())
    let robot = Robot(manager: simulator.manager, clock: simulator.clock)
    let show = Task { await robot.perform(Shows.hello) }
    #expect(await simulator.run(atMost: .seconds(20)) { await robot.lines == ["touch me"] })
    #expect(robot.mood == .happy && robot.player.accessory == nil)
    robot.touch()
    #expect(await simulator.run(atMost: .seconds(20)) { await robot.player.phase == .ended })
    await show.value
    #expect(robot.mood == .love && robot.message == nil && !simulator.trace.contains("call"))
    await simulator.perform(.dock)
    let again = Task { await robot.perform(Shows.no) }
    #expect(await simulator.run(atMost: .seconds(9)) { await robot.player.phase == .ended })
    await again.value
    #expect(robot.message == nil && simulator.trace.contains("call"))
  }

  @Test func itSaysWhenTheDockLeaves() async throws {
    let robot = Robot(manager: simulator.manager, clock: simulator.clock)
    let show = Task { await robot.perform(Shows.hello) }
    #expect(await simulator.run(atMost: .seconds(5)) { abs(simulator.velocity.y) > 0.2 })
    await simulator.perform(.undock)
    #expect(await simulator.run(atMost: .seconds(5)) { await robot.player.phase == .ended })
    await show.value
    #expect(robot.message == "the phone has left the dock")
  }

  @Test func itLooksAtWhoIsThere() async throws {
    let simulator = Simulator(
      scene: try Simulator.Scene("person ada at 30deg right"), manager: Simulator.makeManager())
    let robot = Robot(manager: simulator.manager, clock: simulator.clock)
    let show = Task { await robot.perform(Shows.attention) }
    for _ in 0..<300 where robot.player.phase != .ended {
      let faces = simulator.observations.map(\.rect)
      robot.see(
        faces.map { UnitRect(x: $0.minX, y: $0.minY, width: $0.width, height: $0.height) },
        after: .zero)
      await simulator.advance(by: .milliseconds(33))
    }
    await show.value
    #expect(robot.player.report?.ending == .finished)
    #expect(abs((robot.player.pose?.pan ?? 0) - 30) < 3)
  }

  @Test func aBadShowMovesNothing() async throws {
    let robot = Robot(manager: simulator.manager, clock: simulator.clock)
    await robot.perform("pan to 30deg right over 300ms")
    #expect(robot.message?.contains("too fast: this takes at least 0.509s") == true)
    #expect(!simulator.trace.contains("call"))
  }
}
