import DockKit
import Hardware
import Motion
import Schedules
import Scheduling
import Simulation
import Spatial
import Synchronization
import Testing

@testable import Playback

/// A journal that records its entries, with the state of the dock at each.
private final class Notes: Journal {
  struct Refusal: Error {}

  let lines = Mutex<[String]>([])
  let dock: SimulatedDock
  let refuses: Bool

  init(_ dock: SimulatedDock, refuses: Bool = false) {
    self.dock = dock
    self.refuses = refuses
  }

  func write(_ entry: JournalEntry) throws {
    if refuses { throw Refusal() }
    let tracking = "\(entry.isTracking) \(dock.snapshot.isSystemTrackingEnabled)"
    lines.withLock { $0.append("write \(tracking) \(entry.limits.yaw?.speed ?? 0 > 0)") }
  }

  func clear() {
    lines.withLock { $0.append("clear \(dock.snapshot.isSystemTrackingEnabled)") }
  }
}

/// The state to restore is written before any change.
struct JournalTests {
  private static let show = """
    limit pan to 60deg left .. 60deg right at 40deg/s
    pan to 20deg right over 1s
    tracking on
    wait 1s
    pan to home over 1s
    """

  @Test("it is written once, before tracking goes off, and cleared after it is back")
  func order() throws {
    let rig = Rig(.stand)
    let notes = Notes(rig.dock)
    let outcome = Playback.play(
      Cue(try compile(JournalTests.show)), by: rig.driver(journal: notes))
    #expect(outcome.ending == .done)
    #expect(notes.lines.withLock { $0 } == ["write true true true", "clear true"])
  }

  @Test("where it cannot be written nothing moves")
  func refusal() throws {
    let rig = Rig(.stand)
    let outcome = Playback.play(
      Cue(try compile(JournalTests.show)),
      by: rig.driver(journal: Notes(rig.dock, refuses: true)))
    guard case .failed = outcome.ending else {
      Issue.record("it went on")
      return
    }
    let moves = rig.dock.trace.axes.flatMap(\.pieces).filter { $0.cause == .orientation }
    #expect(moves.isEmpty)
    #expect(rig.dock.trace.endsTracking)
  }

  @Test("it is kept where not everything is restored")
  func incomplete() throws {
    let rig = Rig(.stand, Meddler.Trouble(refused: 3..<Int.max, error: .invalidParameter))
    let notes = Notes(rig.dock)
    _ = Playback.play(
      Cue(try compile("pan to 20deg right over 1s")), by: rig.driver(journal: notes))
    #expect(notes.lines.withLock { $0.count } == 1)
  }

  @Test("it is kept where the phone is gone, for tracking that was off is on when it is back")
  func gone() throws {
    let undocked = Fault(.undocked, at: .time(2_000_000_000))
    let cue = try #require(
      firstCue(of: "pan to 5deg right over 1s\nwait for tap for at most 3s"))
    let rig = Rig(.stand, tracking: false, faults: [undocked])
    let notes = Notes(rig.dock)
    let outcome = Playback.play(cue, by: rig.driver(journal: notes))
    #expect(outcome.ending == .done)
    #expect(notes.lines.withLock { $0 } == ["write false false true"])
    rig.dock.setDocked(true)
    #expect(rig.dock.snapshot.isSystemTrackingEnabled)
    let entry = JournalEntry(isTracking: false, try rig.accessory.limits)
    let handback = repair(entry, by: rig.driver())
    #expect(handback.isComplete && !rig.dock.snapshot.isSystemTrackingEnabled)
  }

  @Test("who finds an entry makes the dock stand and restores it, as often as he likes")
  func repairs() throws {
    for isTracking in [true, false] {
      let rig = Rig(.stand, tracking: isTracking)
      let entry = JournalEntry(isTracking: isTracking, try rig.accessory.limits)
      try rig.dock.setSystemTrackingEnabled(false)
      try rig.accessory.setLimits(
        DockAccessory.Limits(
          yaw: .init(positionRange: -1..<1, maximumSpeed: 0.5), pitch: nil, roll: nil))
      try rig.dock.setAngularVelocity(Vector3D(x: 0, y: 0.3, z: 0))
      rig.dock.advance(to: 1_000_000_000)
      for _ in 0..<2 {
        let handback = repair(entry, by: rig.driver())
        #expect(handback.isComplete)
      }
      #expect(rig.dock.snapshot.isSystemTrackingEnabled == isTracking)
      #expect(rig.dock.snapshot.commandedSpeeds == .zero)
      #expect(try rig.dock.limits() == rig.limits)
      #expect(rig.dock.now < 4_000_000_000)
    }
  }
}
