import DockKit
import Hardware
import Motion
import Schedules
import Simulation
import Synchronization
import Testing

@testable import Playback

/// The handling of a dock that does not follow its commands.
struct MeddlingTests {
  @Test("tracking that goes on behind our back goes off again", arguments: DockModel.exact.indices)
  func flip(model: Int) throws {
    let model = DockModel.exact[model]
    let schedule = try compile(Show.hello, for: model)
    let calm = Rig(model)
    _ = calm.play(schedule)
    for call in 1..<calm.meddler.calls - 1 {
      let rig = Rig(model, Meddler.Trouble(flip: call))
      let outcome = rig.play(schedule)
      #expect(outcome.ending == .done, "call \(call)")
      #expect(outcome.isTrackingRestored, "call \(call)")
      #expect(outcome.isStopConfirmed, "call \(call)")
      #expect(outcome.reclaims == 1, "call \(call)")
      // That the dock moved when it was flipped, and refused the call it overtook, is in the trace.
      let others = rig.findings.filter {
        !$0.hasSuffix("motor call while system tracking is on") && !$0.contains("still moves")
      }
      #expect(others == [], "call \(call)")
      #expect(rig.findings.count <= 3, "call \(call)")
    }
  }

  @Test("a motion that was interrupted is commanded again")
  func interruption() throws {
    let rig = Rig(.stand, at: AxisVector(yaw: -10))
    let schedule = try compile("pan to 40deg right over 4s\nwait 1s")
    let flips = Mutex(0)
    let driver = rig.driver()
    driver.afterWait = { time in
      guard time > 1_900_000_000,
        flips.withLock({
          $0 += 1; return $0
        }) == 1
      else { return nil }
      try? rig.dock.setSystemTrackingEnabled(true)
      return nil
    }
    let outcome = Playback.play(Cue(schedule), by: driver)
    #expect(outcome.reclaims == 1)
    #expect(outcome.ending == .done)
    let position = try #require(rig.dock.trace.position(of: .yaw, at: 4900))
    #expect(abs(position - 40) < 0.01)
  }

  @Test("a motion that never finishes is given up after 0.7 s, and the show goes on")
  func endlessProgress() throws {
    let rig = Rig(.stand, Meddler.Trouble(neverFinishes: true))
    let schedule = try compile("pan to 20deg right over 1s\nanimate yes\ntilt to 5deg up over 1s")
    let outcome = rig.play(schedule)
    #expect(outcome.ending == .done)
    rig.expectOrder(outcome, "endless")
    #expect(outcome.stretches.map(\.reason) == [.gaveUp, .gaveUp, .gaveUp])
    #expect(outcome.stretches.map(\.length) == [700_000_000, 700_000_000, 700_000_000])
    #expect(outcome.length == Int(schedule.length) * 1_000_000 + 2_100_000_000)
  }
}
